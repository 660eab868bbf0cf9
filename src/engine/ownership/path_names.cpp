// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is it on this path that a callee names?
//
// Behaviours speak of arguments, globals and new objects by access paths; a
// walk knows some of these as numbers, addresses and cells.  A path that stands
// for many values is answered by all that are known.  See path_walker.h.
//
// Tested by tests/leak/c/kept_parts.c and all of tests/leak.

#include "engine/ownership/path_walker.h"

#include <algorithm>

namespace wt::ownership {

using infer::NumberClass;
using infer::Term;
using ir::ValueId;
using Kind = PathValue::Kind;

namespace {

// What the cells of an object hold: all of them, or the one at `offset`.
void at_cells(const PathState &state, const PathValue &object,
              std::optional<std::int64_t> offset, std::vector<PathValue> &out) {
  for (const auto &[cell, held] : state.memory())
    if (cell.kind == object.kind && cell.id == object.id &&
        (!offset || cell.offset == *offset))
      out.push_back(held);
}

} // namespace

AccessPath holder_of(const AccessPath &path) {
  AccessPath holder(path.root());
  for (const PathStep &step : path.steps().first(path.length() - 1))
    holder = holder.then(step);
  return holder;
}

PathValue PathWalker::at_path(const WalkState &state, ValueId v,
                              const AccessPath &path) const {
  PathValue at;
  switch (path.root().kind) {
  case PathRoot::Kind::kParameter: {
    std::span<const ValueId> arguments = function_.arguments(v);
    if (path.root().index >= arguments.size())
      return {};
    at = value(state, arguments[path.root().index]);
    break;
  }
  case PathRoot::Kind::kGlobal:
    at = {Kind::kGlobal, 0, path.root().index, 0};
    break;
  case PathRoot::Kind::kSite:
    if (path.root().index >= objects_.size())
      return {};
    at = objects_[path.root().index];
    break;
  default:
    return {};
  }
  for (const PathStep &step : path.steps()) {
    if (step.any_element)
      return {};
    at.offset += step.offset;
    auto found = state.memory().find(at);
    if (found == state.memory().end())
      return {};
    at = found->second;
  }
  return at;
}

PathValue PathWalker::read_path(WalkState &state, ValueId v,
                                const AccessPath &path) const {
  PathValue at = at_path(state, v, path);
  if (!at.is(Kind::kUnknown) || path.length() == 0 ||
      path.steps().back().any_element || path.is_deep())
    return at;
  PathValue address = read_path(state, v, holder_of(path));
  if (address.is(Kind::kUnknown) || address.is(Kind::kNumber) ||
      address.is(Kind::kObject))
    return {};
  address.offset += path.steps().back().offset;
  return state.read(address);
}

// What the cells of the object hold: a deep path stands for that and for all
// that is found from there.
std::vector<PathValue> PathWalker::below(const WalkState &state,
                                         const PathValue &object) const {
  std::vector<PathValue> out;
  at_cells(state, object, std::nullopt, out);
  for (const PathValue &element : state.elements_of(object))
    at_cells(state, element, std::nullopt, out);
  return out;
}

bool PathWalker::covers_object(const WalkState &state, ValueId v,
                               const AccessPath &path) const {
  if (state.object == WalkState::Object::kNotYet &&
      path.root().kind != PathRoot::Kind::kSite)
    return false;
  AccessPath before(path.root());
  for (const PathStep &step : path.steps()) {
    if (step.any_element) {
      PathValue array = at_path(state, v, before);
      return std::ranges::any_of(state.memory(), [&](const auto &cell) {
        return cell.first.kind == array.kind && cell.first.id == array.id &&
               reaches_object(state, cell.second);
      });
    }
    before = before.then(step);
  }
  return path.is_deep() &&
         reaches_object(state, below(state, at_path(state, v, before)));
}

PathValue PathWalker::cell_at(const WalkState &state, ValueId v,
                              const AccessPath &path) const {
  if (path.length() == 0 || path.steps().back().any_element)
    return {};
  PathValue at = at_path(state, v, holder_of(path));
  if (!at.is(Kind::kUnknown))
    at.offset += path.steps().back().offset;
  return at;
}

PathValue PathWalker::entry_value(const WalkState &state, ValueId v,
                                  const Term &term) const {
  if (term.kind == Term::Kind::kNumber)
    return PathValue::number(term.number);
  if (term.kind != Term::Kind::kPath || term.is_perhaps)
    return {};
  PathValue at = at_path(state, v, term.path);
  if (at.is(Kind::kNumber))
    at.id += term.offset;
  else if (!at.is(Kind::kUnknown))
    at.offset += term.offset;
  return at;
}

bool PathWalker::is_perhaps_object(const WalkState &state, ValueId v,
                                   Term term) const {
  if (!term.is_perhaps)
    return false;
  term.is_perhaps = false;
  return reaches_object(state, entry_value(state, v, term));
}

PathValue PathWalker::of_term(WalkState &state, const WalkState &before,
                              ValueId v, const Term &term,
                              const NumberClass &is) {
  PathValue known = entry_value(before, v, term);
  if (!known.is(Kind::kUnknown))
    return known;
  return state.symbol(is);
}

std::optional<std::vector<PathValue>>
PathWalker::all_at_path(const WalkState &state, ValueId v,
                        const AccessPath &path) const {
  PathValue root = at_path(state, v, AccessPath(path.root()));
  if (root.is(Kind::kUnknown))
    return std::nullopt;
  std::vector<PathValue> at{root};
  for (const PathStep &step : path.steps()) {
    std::vector<PathValue> next;
    for (PathValue base : at) {
      if (step.any_element)
        for (const PathValue &element : state.elements_of(base))
          at_cells(state, element, std::nullopt, next);
      base.offset += step.offset;
      at_cells(state, base,
               step.any_element ? std::nullopt : std::optional(base.offset),
               next);
    }
    at = std::move(next);
  }
  return at;
}

} // namespace wt::ownership
