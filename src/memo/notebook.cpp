// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pages in use: see notebook.h.

#include "memo/notebook.h"

#include "memo/page.h"

#include <algorithm>

namespace wt::memo {

// A page of an earlier run.
struct Notebook::Page : IdReader {
  std::string bytes;
  PageContent content;
  std::map<Digest, std::size_t> by_key; // tasks
  std::vector<std::atomic<bool>> is_used;

  ProcedureId procedure(ByteReader &in) const override {
    return named<ProcedureId>(in, content.procedures);
  }
  ProgramVariableId variable(ByteReader &in) const override {
    return named<ProgramVariableId>(in, content.variables);
  }

  // Most of its facts are about tasks that are gone.
  bool is_mostly_idle() const {
    constexpr std::size_t kFew = 1000, kTimes = 4;
    if (content.facts.size() < kFew)
      return false;
    std::vector<bool> is_of_use(content.facts.size());
    for (std::size_t i = 0; i < content.tasks.size(); ++i)
      if (is_used[i])
        for (std::uint32_t fact : content.tasks[i].facts)
          is_of_use[fact] = true;
    auto used = static_cast<std::size_t>(std::ranges::count(is_of_use, true));
    return used * kTimes < content.facts.size();
  }

private:
  template <class Id>
  static Id named(ByteReader &in, const std::vector<PageName<Id>> &names) {
    std::uint64_t code = in.number();
    if (code == 0)
      return Id();
    if (code > names.size() || !names[code - 1].id.valid())
      return in.fail(), Id();
    return names[code - 1].id;
  }
};

struct Notebook::New {
  Digest key;
  std::vector<Seen> seen;
  Writer write;
};

Notebook::Notebook(const Program &program, const Names &names, Shelf &shelf,
                   const Digest &common)
    : program_(program), names_(names), shelf_(shelf), common_(common) {
  for (UnitId unit : program.units().ids()) {
    pages_.push(nullptr);
    std::optional<std::string> bytes = shelf.get(key_of(unit));
    if (!bytes)
      continue;
    auto page = std::make_unique<Page>();
    page->bytes = std::move(*bytes);
    std::optional<PageContent> content = read_page(page->bytes, names);
    if (!content)
      continue;
    page->content = std::move(*content);
    for (std::size_t i = 0; i < page->content.tasks.size(); ++i)
      page->by_key.emplace(page->content.tasks[i].key, i);
    page->is_used = std::vector<std::atomic<bool>>(page->content.tasks.size());
    pages_[unit] = std::move(page);
  }
}

Notebook::~Notebook() = default;

Digest Notebook::key_of(UnitId unit) const {
  return DigestBuilder().add("page").add(common_).add(names_.of(unit)).finish();
}

bool Notebook::find(const Task &task, const Resolve &resolve,
                    const Reader &read) {
  Page *page = pages_[task.home].get();
  if (!page)
    return false;
  auto at = page->by_key.find(task.key);
  if (at == page->by_key.end())
    return false;
  const PageTask &known = page->content.tasks[at->second];
  bool is_same = std::ranges::all_of(known.facts, [&](std::uint32_t number) {
    const PageFact &fact = page->content.facts[number];
    return fact.is_named && resolve(fact.read) == fact.digest;
  });
  if (!is_same)
    return false;
  ByteReader in(known.result);
  if (!read(in, *page) || in.failed() || in.left() != 0)
    return false;
  page->is_used[at->second] = true;
  ++found_;
  return true;
}

void Notebook::keep(const Task &task, std::vector<Seen> seen, Writer write) {
  ++computed_;
  bool is_known = std::ranges::all_of(
      seen, [](const Seen &fact) { return fact.digest.has_value(); });
  if (!is_known)
    return;
  std::lock_guard lock(mutex_);
  new_[task.home].push_back({task.key, std::move(seen), std::move(write)});
}

std::string Notebook::write_page(UnitId unit) {
  PageWriter out(names_);
  const Page *page = pages_[unit].get();
  if (page && !page->is_mostly_idle()) {
    out.start_with(page->content);
    for (std::size_t i = 0; i < page->content.tasks.size(); ++i)
      if (page->is_used[i])
        out.add(page->content.tasks[i]);
  }
  std::vector<New> &added = new_[unit];
  std::ranges::sort(added, {}, &New::key);
  for (const New &task : added)
    out.add(task.key, task.seen,
            [&](ByteWriter &bytes, IdWriter &ids) { task.write(bytes, ids); });
  return out.take();
}

void Notebook::save() {
  for (auto &[unit, tasks] : new_)
    shelf_.put(key_of(unit), write_page(unit));
  new_.clear();
}

} // namespace wt::memo
