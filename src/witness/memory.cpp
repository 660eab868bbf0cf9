// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory of the walker: see memory.h.

#include "witness/memory.h"

#include <algorithm>

namespace wt {

using model::ResultTest;

ObjectId Memory::add(Object::Kind kind) {
  Object object;
  object.kind = kind;
  return objects_.push(std::move(object));
}

Memory::Target Memory::resolve(TermId address) {
  const Term &term = terms_[address];
  if (term.kind == Term::Kind::kAddress)
    return {term.object, term.number, true, {}};
  if (term.kind == Term::Kind::kBlurred)
    return {term.object, 0, false, term.a};
  auto found = outside_.find(address);
  if (found == outside_.end())
    found = outside_.emplace(address, add(Object::Kind::kOutside)).first;
  return {found->second, 0, true, {}};
}

void Memory::erase(Object &object, std::int64_t from, std::int64_t to) {
  for (auto at = object.cells.begin(); at != object.cells.end();) {
    std::int64_t end = at->first + static_cast<std::int64_t>(at->second.size);
    if (at->first < to && from < end)
      at = object.cells.erase(at);
    else
      ++at;
  }
}

TermId Memory::load(TermId address, std::uint64_t size, std::uint32_t width) {
  Target target = resolve(address);
  Object &object = objects_[target.object];
  TermId unknown;
  if (!target.is_exact)
    return terms_.symbol(width);
  auto cell = object.cells.find(target.offset);
  if (cell != object.cells.end() && cell->second.size == size) {
    if (!cell->second.value) // read again it is the same
      cell->second.value = terms_.symbol(width);
    return cell->second.value;
  }
  std::int64_t end = target.offset + static_cast<std::int64_t>(size);
  for (const auto &[offset, other] : object.cells)
    if (offset < end &&
        target.offset < offset + static_cast<std::int64_t>(other.size))
      return terms_.symbol(width); // part of a cell, or several
  unknown = terms_.symbol(width);
  for (auto fill = object.fills.rbegin(); fill != object.fills.rend(); ++fill) {
    if (fill->from <= target.offset && end <= fill->to) {
      if (fill->is_zero)
        unknown = terms_.integer(0);
      break;
    }
    if (fill->from < end && target.offset < fill->to)
      break;
  }
  object.cells[target.offset] = {unknown, size, !object.is_blurred};
  return unknown;
}

bool Memory::is_initial(TermId address) {
  Target target = resolve(address);
  const Object &object = objects_[target.object];
  auto cell = object.cells.find(target.offset);
  return target.is_exact && !object.is_blurred && cell != object.cells.end() &&
         cell->second.is_initial;
}

void Memory::store(TermId address, TermId value, std::uint64_t size) {
  Target target = resolve(address);
  Object &object = objects_[target.object];
  if (!target.is_exact) {
    object.loose.push_back(value);
    blur(target.object);
    return;
  }
  erase(object, target.offset, target.offset + static_cast<std::int64_t>(size));
  object.cells[target.offset] = {value, size};
}

void Memory::copy(TermId to, TermId from, TermId length) {
  Target target = resolve(to), source = resolve(from);
  std::optional<std::int64_t> bytes = terms_.value(length);
  if (!bytes || !target.is_exact || !source.is_exact) {
    // Somewhere in the target is now somewhere of the source.
    std::vector<TermId> held;
    for (const auto &[offset, cell] : objects_[source.object].cells)
      for (TermId value : {cell.value, cell.before})
        if (value)
          held.push_back(value);
    Object &object = objects_[target.object];
    object.loose.insert(object.loose.end(), held.begin(), held.end());
    blur(target.object);
    return;
  }
  std::map<std::int64_t, Cell> moved;
  for (const auto &[offset, cell] : objects_[source.object].cells) {
    std::int64_t end = offset + static_cast<std::int64_t>(cell.size);
    if (offset >= source.offset && end <= source.offset + *bytes)
      moved[offset - source.offset + target.offset] = cell;
  }
  Object &object = objects_[target.object];
  erase(object, target.offset, target.offset + *bytes);
  object.fills.push_back({target.offset, target.offset + *bytes, false});
  object.cells.merge(moved);
}

void Memory::fill(TermId to, TermId byte, TermId length) {
  Target target = resolve(to);
  Object &object = objects_[target.object];
  std::optional<std::int64_t> bytes = terms_.value(length);
  if (!bytes || !target.is_exact) {
    blur(target.object);
    return;
  }
  erase(object, target.offset, target.offset + *bytes);
  object.fills.push_back(
      {target.offset, target.offset + *bytes, terms_.value(byte) == 0});
}

void Memory::forget(ObjectId id) {
  objects_[id].cells.clear();
  objects_[id].loose.clear();
  objects_[id].fills.clear();
  objects_[id].is_blurred = false;
}

void Memory::forget_numbers(ObjectId id) {
  Object &object = objects_[id];
  object.fills.clear();
  std::erase_if(object.cells, [&](const auto &entry) {
    const Cell &cell = entry.second;
    return !cell.before &&
           (!cell.value || terms_.objects_in(cell.value).empty());
  });
}

// What was held there may still be.
void Memory::blur(ObjectId id) {
  Object &object = objects_[id];
  object.is_blurred = true;
  object.fills.clear();
  for (auto &[offset, cell] : object.cells) {
    if (cell.value && !terms_.objects_in(cell.value).empty()) {
      if (cell.before)
        object.loose.push_back(cell.before);
      cell.before = cell.value;
    }
    cell.value = TermId();
    cell.is_initial = false;
  }
}

std::optional<bool> Memory::holds(const Condition &condition) const {
  if (!condition.result)
    return true;
  const Range &range = terms_.range(condition.result);
  const ResultTest &test = condition.test;
  switch (test.kind) {
  case ResultTest::Kind::kAlways:
    return true;
  case ResultTest::Kind::kEquals:
  case ResultTest::Kind::kDiffers: {
    bool if_equal = test.kind == ResultTest::Kind::kEquals;
    if (!range.contains(test.value))
      return !if_equal;
    if (range.low == range.high)
      return if_equal;
    return std::nullopt;
  }
  case ResultTest::Kind::kNegative:
  case ResultTest::Kind::kNotNegative: {
    bool if_negative = test.kind == ResultTest::Kind::kNegative;
    if (range.high < 0)
      return if_negative;
    if (range.low >= 0)
      return !if_negative;
    return std::nullopt;
  }
  }
  return std::nullopt;
}

bool Memory::assume(const Condition &condition, bool truth) {
  if (std::optional<bool> known = holds(condition))
    return *known == truth;
  const ResultTest &test = condition.test;
  switch (test.kind) {
  case ResultTest::Kind::kAlways:
    return truth;
  case ResultTest::Kind::kEquals:
  case ResultTest::Kind::kDiffers:
    if ((test.kind == ResultTest::Kind::kEquals) == truth)
      return terms_.assume_between(condition.result, test.value, test.value);
    return terms_.assume_not(condition.result, test.value);
  case ResultTest::Kind::kNegative:
  case ResultTest::Kind::kNotNegative:
    if ((test.kind == ResultTest::Kind::kNegative) == truth)
      return terms_.assume_between(condition.result, INT64_MIN, -1);
    return terms_.assume_between(condition.result, 0, INT64_MAX);
  }
  return true;
}

std::optional<bool> Memory::any(const std::vector<Condition> &list) const {
  bool undecided = false;
  for (const Condition &condition : list) {
    std::optional<bool> known = holds(condition);
    if (known == true)
      return true;
    undecided |= !known;
  }
  if (undecided)
    return std::nullopt;
  return false;
}

std::vector<ObjectId> Memory::reachable(std::vector<ObjectId> from) const {
  std::vector<bool> seen(objects_.size());
  std::vector<ObjectId> found;
  while (!from.empty()) {
    ObjectId id = from.back();
    from.pop_back();
    if (seen[id.value])
      continue;
    seen[id.value] = true;
    found.push_back(id);
    const Object &object = objects_[id];
    if (any(object.freed) == true)
      continue; // nobody may look into freed memory
    auto visit = [&](TermId value) {
      for (ObjectId held : terms_.objects_in(value))
        from.push_back(held);
      auto outside = outside_.find(value);
      if (outside != outside_.end())
        from.push_back(outside->second);
    };
    for (const auto &[offset, cell] : object.cells)
      for (TermId value : {cell.value, cell.before})
        if (value)
          visit(value);
    for (TermId value : object.loose)
      visit(value);
  }
  return found;
}

std::optional<bool> Memory::is_reachable(ObjectId object,
                                         const std::vector<ObjectId> &roots,
                                         std::string &why) const {
  std::vector<ObjectId> all = reachable(roots);
  if (std::find(all.begin(), all.end(), object) == all.end())
    return false;
  // Leave out what may have been freed or overwritten: still reachable?
  std::vector<ObjectId> sure;
  for (ObjectId root : roots)
    if (!objects_[root].is_blurred && any(objects_[root].freed) == false)
      sure.push_back(root);
  std::vector<bool> seen(objects_.size());
  while (!sure.empty()) {
    ObjectId id = sure.back();
    sure.pop_back();
    if (id == object)
      return true;
    if (seen[id.value])
      continue;
    seen[id.value] = true;
    for (const auto &[offset, cell] : objects_[id].cells)
      for (ObjectId held :
           cell.value ? terms_.objects_in(cell.value) : std::vector<ObjectId>())
        if (held == object ||
            (!objects_[held].is_blurred && any(objects_[held].freed) == false))
          sure.push_back(held);
  }
  why = "memory that may hold the last reference is not known exactly";
  return std::nullopt;
}

} // namespace wt
