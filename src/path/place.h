// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is the callee's path called in the caller?
//
// A Place is a value as a caller can hold it: an access path plus a number of
// bytes.  `&s->lock` is the path `s` and 8 bytes; loading there gives a path
// again.  At a call every root of the callee is bound to the places it may be
// in the caller, and its paths are translated:
//
//   callee frees arg0[+0]          caller passes &s->lock, s is its arg1
//   arg0 -> arg1 + 8               arg0[+0] -> arg1[+8]
//
// Globals and functions mean the same everywhere.  What has no binding (a
// local of the callee) has no name in the caller, and translates to nothing.
// Translation composes: through two calls in turn is the same as through the
// composed binding.
//
// Tested by tests/unit/path/place_test.cpp.

#pragma once

#include "path/access_path.h"

#include <vector>

namespace wt {

class Place {
public:
  Place() = default;
  Place(const AccessPath &base) : Place(base, 0) {}
  // `bytes` behind `base`; of any element when it is one of an array.
  Place(const AccessPath &base, std::int64_t bytes, bool any_element = false);

  const AccessPath &base() const { return base_; }
  std::int32_t offset() const { return offset_; }
  bool is_any_element() const { return any_element_; }
  // The path, when the place is a path and nothing is added.
  bool is_path() const { return offset_ == 0 && !any_element_; }

  // `&place[i].field`: further bytes, or those of any element from here.
  Place plus(std::int64_t bytes, bool any_element = false) const;
  // What is loaded `step` behind the place.
  AccessPath then(PathStep step) const;
  // What is loaded here.
  AccessPath contents() const { return then({}); }
  // Everything reachable from here (from the start of the object, to be safe).
  AccessPath deep() const { return base_.deep(); }

  auto operator<=>(const Place &) const = default;

private:
  AccessPath base_;
  std::int32_t offset_ = 0;
  bool any_element_ = false;
};

// What the roots of a callee are in the caller: each one place, or several
// when the caller does not know which.
class RootMap {
public:
  void bind(PathRoot root, const Place &place);
  void bind_parameter(std::uint32_t index, const Place &place) {
    bind({PathRoot::Kind::kParameter, index}, place);
  }
  // In order, without doubles.  Globals and functions cannot be bound.
  std::vector<Place> find(PathRoot root) const;

  // Translates first by this map, then by `outer`.
  RootMap then(const RootMap &outer) const;

private:
  struct Binding {
    PathRoot root;
    Place place;
    auto operator<=>(const Binding &) const = default;
  };
  std::vector<Binding> bindings_; // sorted
};

// All names of the callee's value in the caller, sorted, without doubles.
std::vector<Place> translate(const AccessPath &path, const RootMap &roots);
std::vector<Place> translate(const Place &place, const RootMap &roots);

} // namespace wt

template <> struct std::hash<wt::Place> {
  std::size_t operator()(const wt::Place &place) const noexcept {
    return std::hash<wt::AccessPath>()(place.base()) * 31 +
           std::size_t(place.offset()) * 2 + place.is_any_element();
  }
};
