// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does memory hold on one path, and who may change it?
//
// Cells are known by address.  A store or a callee makes those unknown that may
// be the same; locals and new objects that nobody else knows are changed by
// nobody else.  See path_value.h.  Tested by tests/leak.

#include "engine/ownership/path_value.h"

#include <algorithm>
#include <set>

namespace wt::ownership {

using infer::NumberClass;
using Kind = PathValue::Kind;

bool PathState::may_change(const PathValue &address, std::int64_t bytes,
                           const PathValue &cell) const {
  auto is_hit = [&](std::int64_t offset) {
    return cell.offset >= offset && cell.offset - offset < bytes;
  };
  if (cell.is(Kind::kSlot)) // a local, if its address is in memory
    return address.is(Kind::kSymbol) &&
           std::ranges::any_of(*memory_, [&](const auto &kept) {
             const PathValue &held = kept.second;
             return held.is(Kind::kSlot) && held.id == cell.id &&
                    is_hit(held.offset + address.offset);
           });
  bool is_other_global = cell.is(Kind::kGlobal) && address.is(Kind::kGlobal) &&
                         cell.id != address.id;
  if (is_other_global || (is_only_named(cell) && !address.is(Kind::kGlobal)))
    return false;
  // Other fields are other memory, whatever the records.
  if (is_local(cell) || !is_hit(address.offset))
    return false;
  bool is_same = cell.kind == address.kind && cell.id == address.id;
  return is_same || !(are_different_objects(address, cell) ||
                      are_parameters_apart(address, cell) ||
                      (cell.is(Kind::kSymbol) && private_->contains(cell.id)));
}

std::vector<PathValue> PathState::forget_at(const PathValue &address,
                                            std::int64_t bytes) {
  std::vector<PathValue> forgotten, held;
  for (const auto &[cell, value] : *memory_)
    if (may_change(address, bytes, cell)) {
      forgotten.push_back(cell);
      held.push_back(value);
    }
  for (const PathValue &cell : forgotten)
    memory_.edit().erase(cell);
  return held;
}

std::vector<PathValue> PathState::write(const PathValue &address,
                                        const PathValue &value) {
  std::vector<PathValue> held;
  if (!is_local(address)) {
    memory_.edit().erase(address);
    held = forget_at(address, 1);
  }
  put(address, value);
  return held;
}

bool PathState::are_parameters_apart(const PathValue &a,
                                     const PathValue &b) const {
  auto record = [&](const PathValue &value) {
    return value.is(Kind::kSymbol) && value.id < parameters_
               ? (*parameter_records_)[static_cast<std::size_t>(value.id)]
               : ir::TypeId();
  };
  return record(a).valid() && record(b).valid() && record(a) != record(b);
}

PathValue PathState::read(const PathValue &address) {
  auto found = memory_->find(address);
  if (found != memory_->end())
    return found->second;
  PathValue held = is_zero_at_first(address) ? PathValue::number(0) : symbol();
  put(address, held);
  return held;
}

void PathState::set_zeroed(const PathValue &object) {
  zeroed_.edit().insert_or_assign(object, true);
}

bool PathState::is_zero_at_first(const PathValue &cell) const {
  PathValue object = cell;
  object.offset = 0;
  // An element that was written may be this one.
  return zeroed_->contains(object) && is_local(object) &&
         elements_of(object).empty();
}

void PathState::forget_outside() {
  forget_if([&](const PathValue &address) {
    return !is_local(address) && !is_settled(address) &&
           !(address.is(Kind::kSymbol) && private_->contains(address.id));
  });
}

bool PathState::is_only_named(const PathValue &cell) const {
  return process_ && cell.is(Kind::kGlobal) &&
         process_->is_only_named(
             ProgramVariableId(static_cast<std::size_t>(cell.id)));
}

bool PathState::is_settled(const PathValue &cell) const {
  return process_ && cell.is(Kind::kGlobal) &&
         process_->is_settled(
             ProgramVariableId(static_cast<std::size_t>(cell.id)), procedure_);
}

void PathState::set_private(const PathValue &value) {
  private_.edit().insert_or_assign(value.id, true);
}

bool PathState::are_different_objects(const PathValue &a,
                                      const PathValue &b) const {
  auto is_other = [&](const PathValue &made, const PathValue &other) {
    if (!made.is(Kind::kSymbol) || !made_->contains(made.id))
      return false;
    bool was_there = other.is(Kind::kSymbol) && other.id < made.id;
    bool is_strange = other.is(Kind::kSymbol) &&
                      from_strangers_->contains(other.id) &&
                      is_unknown_to_others(made.id);
    return other.is_address() || was_there || is_strange;
  };
  return is_other(a, b) || is_other(b, a);
}

void PathState::note_from_strangers(const PathValue &value) {
  if (value.is(Kind::kSymbol))
    from_strangers_.edit().insert_or_assign(value.id, true);
}

bool PathState::leads_to_own(const PathValue &value) const {
  std::vector<PathValue> work{value};
  std::set<std::int64_t> slots;
  while (!work.empty()) {
    PathValue at = work.back();
    work.pop_back();
    if (at.is(Kind::kObject) ||
        (at.is(Kind::kSymbol) && is_unknown_to_others(at.id)))
      return true;
    if (!at.is(Kind::kSlot) || !slots.insert(at.id).second)
      continue;
    for (const auto &[address, held] : *memory_)
      if (address.kind == at.kind && address.id == at.id)
        work.push_back(held);
  }
  return false;
}

void PathState::give_away(const PathValue &value) {
  std::vector<PathValue> work{value};
  std::set<std::int64_t> slots;
  while (!work.empty()) {
    PathValue at = work.back();
    work.pop_back();
    if (at.is(Kind::kSymbol) && private_->contains(at.id))
      private_.edit().erase(at.id);
    bool is_new = at.is(Kind::kSymbol)
                      ? is_unknown_to_others(at.id)
                      : at.is(Kind::kSlot) && slots.insert(at.id).second;
    if (!is_new)
      continue;
    if (at.is(Kind::kSymbol))
      made_.edit().insert_or_assign(at.id, false);
    for (const auto &[address, held] : *memory_)
      if (address.kind == at.kind && address.id == at.id)
        work.push_back(held);
  }
}

void PathState::forget_object(const PathValue &address) {
  PathValue object = address;
  object.offset = 0;
  if (zeroed_->contains(object))
    zeroed_.edit().erase(object);
  memory_.edit().erase_if([&](const auto &cell) {
    return cell.first.kind == address.kind && cell.first.id == address.id;
  });
}

void PathState::move_cells(const PathValue &from, const PathValue &to) {
  std::vector<std::pair<PathValue, PathValue>> moved;
  for (const auto &[address, held] : *memory_)
    if (address.kind == from.kind && address.id == from.id) {
      PathValue at = to;
      at.offset += address.offset - from.offset;
      moved.push_back({at, held});
    }
  for (const auto &[address, held] : moved)
    put(address, held);
}

void PathState::forget_reachable(const PathValue &address) {
  std::vector<PathValue> work{address};
  std::set<std::pair<Kind, std::int64_t>> done;
  while (!work.empty()) {
    PathValue at = work.back();
    work.pop_back();
    if (!done.insert({at.kind, at.id}).second)
      continue;
    for (const auto &[cell, held] : *memory_)
      if (cell.kind == at.kind && cell.id == at.id)
        work.push_back(held);
    std::ranges::copy(elements_of(at), std::back_inserter(work));
    forget_object(at);
  }
}

std::vector<PathValue> PathState::elements_of(const PathValue &array) const {
  std::vector<PathValue> out;
  for (const auto &[term, made] : *terms_)
    if (std::get<0>(term) == ir::Op::kElement &&
        std::get<2>(term).kind == array.kind &&
        std::get<2>(term).id == array.id)
      out.push_back(made);
  return out;
}

} // namespace wt::ownership
