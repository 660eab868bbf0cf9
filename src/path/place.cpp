// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Translation of paths and places at calls.

#include "path/place.h"

#include <algorithm>
#include <limits>

namespace wt {
namespace {

bool fits(std::int64_t bytes) {
  return bytes >= std::numeric_limits<std::int32_t>::min() &&
         bytes <= std::numeric_limits<std::int32_t>::max();
}

void sort_without_doubles(std::vector<Place> &places) {
  std::ranges::sort(places);
  places.erase(std::ranges::unique(places).begin(), places.end());
}

// Globals and functions mean the same in every function.
bool is_everywhere(PathRoot root) {
  return root.kind == PathRoot::Kind::kGlobal ||
         root.kind == PathRoot::Kind::kFunction;
}

// The place that a path of the callee is when its root is `start`.
Place followed(const AccessPath &path, const Place &start) {
  std::span<const PathStep> steps = path.steps();
  if (steps.empty())
    return path.is_deep() ? Place(start.deep()) : start;
  AccessPath out = start.then(steps[0]);
  for (const PathStep &step : steps.subspan(1))
    out = out.then(step);
  return path.is_deep() ? out.deep() : out;
}

} // namespace

// A deep path already stands for all places behind it, and an offset that no
// object has is treated as one that is not known.
Place::Place(const AccessPath &base, std::int64_t bytes, bool any_element)
    : base_(base) {
  if (base.is_deep())
    return;
  if (!fits(bytes)) {
    base_ = base.deep();
    return;
  }
  offset_ = static_cast<std::int32_t>(bytes);
  any_element_ = any_element;
}

Place Place::plus(std::int64_t bytes, bool any_element) const {
  // Before the sum, so that it cannot overflow.
  if (!fits(bytes))
    return Place(base_.deep());
  return Place(base_, offset_ + bytes, any_element_ || any_element);
}

AccessPath Place::then(PathStep step) const {
  std::int64_t offset = std::int64_t(offset_) + step.offset;
  if (!fits(offset))
    return base_.deep();
  return base_.then(
      {static_cast<std::int32_t>(offset), any_element_ || step.any_element});
}

void RootMap::bind(PathRoot root, const Place &place) {
  assert(!is_everywhere(root) && "globals and functions stay what they are");
  Binding binding{root, place};
  auto at = std::ranges::lower_bound(bindings_, binding);
  if (at == bindings_.end() || *at != binding)
    bindings_.insert(at, binding);
}

std::vector<Place> RootMap::find(PathRoot root) const {
  if (is_everywhere(root))
    return {Place(AccessPath(root))};
  std::vector<Place> out;
  auto at = std::ranges::lower_bound(bindings_, root, {}, &Binding::root);
  for (; at != bindings_.end() && at->root == root; ++at)
    out.push_back(at->place);
  return out;
}

RootMap RootMap::then(const RootMap &outer) const {
  RootMap out;
  for (const Binding &binding : bindings_)
    for (const Place &place : translate(binding.place, outer))
      out.bind(binding.root, place);
  return out;
}

std::vector<Place> translate(const AccessPath &path, const RootMap &roots) {
  std::vector<Place> out;
  for (const Place &start : roots.find(path.root()))
    out.push_back(followed(path, start));
  sort_without_doubles(out);
  return out;
}

std::vector<Place> translate(const Place &place, const RootMap &roots) {
  std::vector<Place> out;
  for (const Place &base : translate(place.base(), roots))
    out.push_back(base.plus(place.offset(), place.is_any_element()));
  sort_without_doubles(out);
  return out;
}

} // namespace wt
