// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytes of a page: see page.h.

#include "memo/page.h"

#include <algorithm>

namespace wt::memo {

namespace {

constexpr std::uint64_t kVersion = 1;

void write_digest(ByteWriter &out, const Digest &digest) {
  out.bytes(digest.bytes());
}
Digest read_digest(ByteReader &in) { return Digest::from_bytes(in.bytes(16)); }

// Are those that are there in the order in which they were?
template <class Id>
bool are_in_order(std::span<const std::uint64_t> old_ids,
                  std::span<const PageName<Id>> names) {
  std::vector<std::pair<std::uint64_t, Id>> both;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i].id.valid())
      both.push_back({old_ids[i], names[i].id});
  std::ranges::sort(both);
  return std::ranges::is_sorted(both, {},
                                [](auto &pair) { return pair.second; });
}

template <class Id, class Find>
bool read_names(ByteReader &in, std::vector<PageName<Id>> &names, Find find) {
  std::vector<std::uint64_t> old_ids;
  read_list(in, names, [&] {
    PageName<Id> name;
    name.name = read_digest(in);
    name.id = find(name.name);
    old_ids.push_back(in.number());
    return name;
  });
  return !in.failed() && are_in_order<Id>(old_ids, names);
}

template <class Id>
void write_names(ByteWriter &out, const std::vector<PageName<Id>> &names) {
  write_list(out, names, [&](const PageName<Id> &name) {
    write_digest(out, name.name);
    out.number(name.id.valid() ? name.id.value : 0);
  });
}

class ContentReader {
public:
  ContentReader(ByteReader &in, const Names &names) : in_(in), names_(names) {}

  std::optional<PageContent> read() {
    PageContent page;
    bool is_in_order =
        read_names(in_, page.procedures,
                   [&](const Digest &d) { return names_.procedure(d); }) &&
        read_names(in_, page.variables,
                   [&](const Digest &d) { return names_.variable(d); });
    if (!is_in_order)
      return std::nullopt;
    read_list(in_, page.facts, [&] { return fact(page); });
    read_list(in_, page.tasks, [&] { return task(page); });
    if (in_.failed() || in_.left() != 0)
      return std::nullopt;
    return page;
  }

private:
  PageFact fact(const PageContent &page) {
    PageFact out;
    out.kind = in_.byte();
    out.a = in_.number();
    out.b = in_.number();
    out.digest = read_digest(in_);
    out.read.kind = static_cast<Read::Kind>(out.kind);
    out.is_named = decode(part_a(out.read.kind), out.a, page, out.read.a) &&
                   decode(part_b(out.read.kind), out.b, page, out.read.b);
    return out;
  }

  // Zero is nothing, else one more than the number of a name.
  template <class Id>
  bool name_at(const std::vector<PageName<Id>> &names, std::uint64_t code,
               std::uint32_t &out) {
    if (code > names.size())
      return in_.fail(), false;
    out = code == 0 ? UINT32_MAX : names[code - 1].id.value;
    return code == 0 || names[code - 1].id.valid();
  }
  bool decode(ReadPart part, std::uint64_t code, const PageContent &page,
              std::uint32_t &out) {
    if (part == ReadPart::kProcedure)
      return name_at(page.procedures, code, out);
    if (part == ReadPart::kVariable)
      return name_at(page.variables, code, out);
    out = code == 0 ? UINT32_MAX : static_cast<std::uint32_t>(code - 1);
    return true;
  }

  PageTask task(const PageContent &page) {
    PageTask out;
    out.key = read_digest(in_);
    read_list(in_, out.facts, [&] {
      std::uint64_t number = in_.number();
      if (number >= page.facts.size())
        in_.fail();
      return static_cast<std::uint32_t>(number);
    });
    out.result = in_.string();
    return out;
  }

  ByteReader &in_;
  const Names &names_;
};

} // namespace

ReadPart part_a(Read::Kind kind) {
  switch (kind) {
  case Read::Kind::kVariable:
    return ReadPart::kVariable;
  case Read::Kind::kComponents:
  case Read::Kind::kNames:
  case Read::Kind::kOwned:
  case Read::Kind::kPointers:
    return ReadPart::kNothing;
  default:
    return ReadPart::kProcedure;
  }
}

ReadPart part_b(Read::Kind kind) {
  return kind == Read::Kind::kBelief || kind == Read::Kind::kBehaviour
             ? ReadPart::kProcedure
             : ReadPart::kNothing;
}

std::optional<PageContent> read_page(std::string_view bytes,
                                     const Names &names) {
  ByteReader in(bytes);
  if (in.number() != kVersion)
    return std::nullopt;
  Digest checksum = read_digest(in);
  std::string_view rest = in.bytes(in.left());
  if (in.failed() || digest_of(rest) != checksum)
    return std::nullopt;
  ByteReader content(rest);
  return ContentReader(content, names).read();
}

void PageWriter::start_with(const PageContent &earlier) {
  for (const PageName<ProcedureId> &name : earlier.procedures) {
    if (name.id.valid())
      procedure_numbers_[name.id] =
          static_cast<std::uint32_t>(procedures_.size());
    procedures_.push_back(name);
  }
  for (const PageName<ProgramVariableId> &name : earlier.variables) {
    if (name.id.valid())
      variable_numbers_[name.id] =
          static_cast<std::uint32_t>(variables_.size());
    variables_.push_back(name);
  }
  for (const PageFact &fact : earlier.facts) {
    if (fact.is_named)
      fact_numbers_.emplace(std::pair(fact.read, fact.digest),
                            static_cast<std::uint32_t>(fact_count_));
    facts_.byte(fact.kind);
    facts_.number(fact.a);
    facts_.number(fact.b);
    write_digest(facts_, fact.digest);
    ++fact_count_;
  }
}

void PageWriter::add(const PageTask &task) {
  add_task(task.key, task.facts, task.result);
}

void PageWriter::add_task(const Digest &key,
                          std::span<const std::uint32_t> facts,
                          std::string_view result) {
  write_digest(tasks_, key);
  write_list(tasks_, facts, [&](std::uint32_t fact) { tasks_.number(fact); });
  tasks_.string(result);
  ++task_count_;
}

std::uint32_t PageWriter::number(ProcedureId p) {
  auto [at, is_new] = procedure_numbers_.try_emplace(
      p, static_cast<std::uint32_t>(procedures_.size()));
  if (is_new)
    procedures_.push_back({names_.of(p), p});
  return at->second;
}

std::uint32_t PageWriter::number(ProgramVariableId v) {
  auto [at, is_new] = variable_numbers_.try_emplace(
      v, static_cast<std::uint32_t>(variables_.size()));
  if (is_new)
    variables_.push_back({names_.of(v), v});
  return at->second;
}

void PageWriter::write(ByteWriter &out, ProcedureId p) {
  out.number(p.valid() ? std::uint64_t(number(p)) + 1 : 0);
}

void PageWriter::write(ByteWriter &out, ProgramVariableId v) {
  out.number(v.valid() ? std::uint64_t(number(v)) + 1 : 0);
}

std::uint64_t PageWriter::coded(ReadPart part, std::uint32_t value) {
  if (value == UINT32_MAX)
    return 0;
  if (part == ReadPart::kProcedure)
    value = number(ProcedureId(value));
  else if (part == ReadPart::kVariable)
    value = number(ProgramVariableId(value));
  return std::uint64_t(value) + 1;
}

std::uint32_t PageWriter::fact(const Read &read, const Digest &digest) {
  auto [at, is_new] = fact_numbers_.try_emplace(
      {read, digest}, static_cast<std::uint32_t>(fact_count_));
  if (is_new) {
    ++fact_count_;
    facts_.byte(static_cast<std::uint8_t>(read.kind));
    facts_.number(coded(part_a(read.kind), read.a));
    facts_.number(coded(part_b(read.kind), read.b));
    write_digest(facts_, digest);
  }
  return at->second;
}

std::string PageWriter::take() {
  ByteWriter rest;
  write_names(rest, procedures_);
  write_names(rest, variables_);
  rest.number(fact_count_);
  rest.bytes(facts_.take());
  rest.number(task_count_);
  rest.bytes(tasks_.take());
  std::string content = rest.take();
  ByteWriter out;
  out.number(kVersion);
  write_digest(out, digest_of(content));
  out.bytes(content);
  return out.take();
}

} // namespace wt::memo
