// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of bases: see address.h.

#include "engine/absint/address.h"

#include <algorithm>

namespace wt::absint {

namespace {

std::size_t hash_of(const Base &base) {
  std::uint64_t h = static_cast<std::uint64_t>(base.kind);
  auto add = [&](std::uint64_t n) {
    h = (h ^ n) * 0x9E3779B97F4A7C15;
    h ^= h >> 29;
  };
  add(std::uint64_t(base.index) << 32 | base.code);
  add(base.variant);
  add(std::uint64_t(base.path.root().index) << 8 |
      static_cast<std::uint64_t>(base.path.root().kind) << 1 |
      base.path.is_deep());
  for (PathStep step : base.path.steps())
    add(static_cast<std::uint32_t>(step.offset) * 2 + step.any_element);
  if (base.kind == Base::Kind::kTerm) {
    add(std::uint64_t(base.a.base.value) << 32 | base.b.base.value);
    add(static_cast<std::uint64_t>(base.a.offset));
    add(static_cast<std::uint64_t>(base.b.offset));
  }
  return h;
}

} // namespace

Bases::Bases() : table_(512) {
  bases_.push({});
  infos_.push({});
}

BaseId Bases::intern(Base base) {
  std::size_t mask = table_.size() - 1, at = hash_of(base) & mask;
  while (table_[at].valid()) {
    if (bases_[table_[at]] == base)
      return table_[at];
    at = (at + 1) & mask;
  }
  BaseId id = bases_.push(std::move(base));
  infos_.push({});
  table_[at] = id;
  if (bases_.size() * 2 < table_.size())
    return id;
  std::vector<BaseId> old(table_.size() * 2);
  std::swap(old, table_);
  mask = table_.size() - 1;
  for (BaseId other : old) {
    if (!other.valid())
      continue;
    for (at = hash_of(bases_[other]) & mask; table_[at].valid();)
      at = (at + 1) & mask;
    table_[at] = other;
  }
  return id;
}

BaseId Bases::entry(const AccessPath &path, bool is_pointer, unsigned bytes) {
  BaseId id = intern({.kind = Base::Kind::kEntry, .path = path});
  BaseInfo &info = infos_[id];
  info.is_pointer |= is_pointer;
  if (info.bytes == 0 && bytes <= 8)
    info.bytes = static_cast<std::uint8_t>(bytes);
  return id;
}

BaseId Bases::find_entry(const AccessPath &path) const {
  Base base{.kind = Base::Kind::kEntry, .path = path};
  std::size_t mask = table_.size() - 1, at = hash_of(base) & mask;
  while (table_[at].valid() && bases_[table_[at]] != base)
    at = (at + 1) & mask;
  return table_[at];
}

BaseId Bases::slot(ir::VariableId variable) {
  return intern({.kind = Base::Kind::kSlot, .index = variable.value});
}

BaseId Bases::region(ir::ValueId call, const AccessPath &place) {
  return intern(
      {.kind = Base::Kind::kRegion, .index = call.value, .path = place});
}

BaseId Bases::older(BaseId region) {
  Base base = bases_[region];
  base.kind = Base::Kind::kOlder;
  BaseId out = intern(base);
  BaseInfo info = infos_[region];
  info.is_many = true;
  infos_[out] = info;
  return out;
}

BaseId Bases::opaque(ir::ValueId inst, std::uint64_t variant, bool is_pointer,
                     const AccessPath &found_at) {
  BaseId out = intern({.kind = Base::Kind::kOpaque,
                       .index = inst.value,
                       .variant = variant,
                       .path = found_at});
  infos_[out].is_pointer |= is_pointer;
  return out;
}

BaseId Bases::choice(std::uint32_t where, std::uint64_t key) {
  return intern({.kind = Base::Kind::kChoice, .index = where, .variant = key});
}

BaseId Bases::stale(BaseId base) {
  if (is(base, Base::Kind::kStale))
    return base;
  BaseId out = intern({.kind = Base::Kind::kStale, .index = base.value});
  infos_[out].is_pointer = infos_[base].is_pointer;
  if (is(base, Base::Kind::kChoice))
    infos_[out].alternatives = infos_[base].alternatives;
  else
    infos_[out].alternatives = {Value{base}};
  infos_[out].has_more |= infos_[base].has_more;
  infos_[out].numbers = infos_[base].numbers;
  return out;
}

BaseId Bases::term(TermCode code, const Value &a, const Value &b, unsigned bits,
                   std::uint32_t index) {
  auto depth = [&](const Value &value) -> std::uint8_t {
    return is_number(value) ? 0 : infos_[value.base].depth;
  };
  auto deepest = static_cast<std::uint8_t>(std::max(depth(a), depth(b)) + 1);
  if (deepest > kMaxTermDepth)
    return {};
  BaseId out = intern({.kind = Base::Kind::kTerm,
                       .index = index,
                       .a = a,
                       .b = b,
                       .code = code.number(),
                       .bits = static_cast<std::uint8_t>(bits)});
  if (infos_[out].depth)
    return out;
  std::vector<BaseId> leaves;
  for (const Value &operand : {a, b}) {
    if (is_number(operand))
      continue;
    leaves.push_back(operand.base);
    for (BaseId leaf : infos_[operand.base].leaves)
      leaves.push_back(leaf);
  }
  for (BaseId leaf : leaves)
    infos_[leaf].is_in_term = true;
  infos_[out].depth = deepest;
  infos_[out].leaves = std::move(leaves);
  return out;
}

bool Bases::is_global_address(BaseId id) const {
  const Base &base = bases_[id];
  return base.kind == Base::Kind::kEntry && base.path.length() == 0 &&
         !base.path.is_deep() &&
         base.path.root().kind == PathRoot::Kind::kGlobal;
}

bool Bases::is_address(BaseId id) const {
  const Base &base = bases_[id];
  if (base.kind == Base::Kind::kSlot)
    return true;
  return is_global_address(id) ||
         (base.kind == Base::Kind::kEntry && base.path.length() == 0 &&
          base.path.root().kind == PathRoot::Kind::kFunction);
}

bool Bases::is_many(BaseId id) const {
  const Base &base = bases_[id];
  switch (base.kind) {
  case Base::Kind::kOlder:
  case Base::Kind::kStale:
    return true;
  case Base::Kind::kEntry:
    return base.path.is_deep() ||
           std::ranges::any_of(base.path.steps(), &PathStep::any_element);
  default:
    return infos_[id].is_many;
  }
}

bool Bases::is_pointer(BaseId id) const {
  return infos_[id].is_pointer || is_address(id) ||
         (is_new(id) && !infos_[id].is_handle);
}

bool Bases::has_cells(BaseId id) const {
  switch (bases_[id].kind) {
  case Base::Kind::kEntry:
  case Base::Kind::kSlot:
  case Base::Kind::kRegion:
  case Base::Kind::kOlder:
    return true;
  default:
    return false;
  }
}

bool Bases::mentions(BaseId term, BaseId leaf) const {
  return infos_[leaf].is_in_term &&
         std::ranges::find(infos_[term].leaves, leaf) !=
             infos_[term].leaves.end();
}

bool Bases::is_sum(BaseId id) const {
  if (!is(id, Base::Kind::kTerm))
    return false;
  TermCode::Kind kind = TermCode::of(bases_[id].code).kind;
  return kind == TermCode::Kind::kBinary || kind == TermCode::Kind::kCast;
}

bool Bases::is_among(const Value &value, const Numbers &numbers,
                     BaseId choice) const {
  const BaseInfo &all = infos_[choice];
  auto is_there = [&](const Value &part) {
    return std::ranges::any_of(all.alternatives, [&](const Value &other) {
      return other == part || (other.base == part.base && other.is_inside);
    });
  };
  if (is_number(value))
    return all.numbers.includes(numbers);
  bool has_parts =
      is(value.base, Base::Kind::kChoice) || is(value.base, Base::Kind::kStale);
  if (!has_parts)
    return is_there(value);
  const BaseInfo &info = infos_[value.base];
  bool is_shifted = value.offset != 0 || value.is_inside;
  return !is_shifted && (all.has_more || !info.has_more) &&
         all.numbers.includes(info.numbers.meet(numbers)) &&
         std::ranges::all_of(info.alternatives, is_there);
}

bool Bases::add_alternative(BaseId choice, const Value &value,
                            const Numbers &numbers) {
  if (value.base == choice && value.offset == 0 && !value.is_inside)
    return false;
  bool grew = false;
  auto note_more = [&] {
    grew |= !infos_[choice].has_more;
    infos_[choice].has_more = true;
  };
  // A counter is in one choice with itself, so this must end.
  auto add_numbers = [&](const Numbers &more) {
    Numbers all = infos_[choice].numbers.widen(more);
    grew |= all != infos_[choice].numbers;
    infos_[choice].numbers = all;
  };
  if (is_number(value)) {
    add_numbers(numbers);
    return grew;
  }
  bool has_parts =
      is(value.base, Base::Kind::kChoice) || is(value.base, Base::Kind::kStale);
  if (has_parts) {
    if (infos_[value.base].has_more)
      note_more();
    add_numbers(computed(ir::BinaryOp::kAdd, infos_[value.base].numbers,
                         Numbers::only(value.offset), 64)
                    .meet(numbers));
    std::size_t count = infos_[value.base].alternatives.size();
    for (std::size_t i = 0; i < count; ++i) {
      Value part = infos_[value.base].alternatives[i];
      part.offset += value.offset;
      part.is_inside |= value.is_inside;
      grew |= add_alternative(choice, part, numbers);
    }
    return grew;
  }
  std::vector<Value> &known = infos_[choice].alternatives;
  for (Value &other : known) {
    if (other == value || (other.base == value.base && other.is_inside))
      return grew;
    if (other.base == value.base && has_cells(value.base)) {
      other.offset = 0; // a pointer that moves
      return other.is_inside = true;
    }
  }
  if (known.size() >= kMaxAlternatives) {
    note_more();
    return grew;
  }
  known.push_back(value);
  infos_[choice].is_pointer |= is_pointer(value.base);
  return true;
}

} // namespace wt::absint
