// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small questions to the access paths of a callee.

#pragma once

#include "engine/sat/value.h"
#include "engine/sites.h"
#include "model/model.h"
#include "path/access_path.h"

namespace wt::sat {

inline std::size_t number_of_object(const AccessPath &path) {
  return path.root().index;
}

inline bool is_in_new(const AccessPath &path) {
  return path.root().kind == PathRoot::Kind::kSite;
}

// The path to the object that has the last cell of `path`.
inline AccessPath holder_of(const AccessPath &path) {
  AccessPath out(path.root());
  for (PathStep step : path.steps().first(path.length() - 1))
    out = out.then(step);
  return out;
}

inline Shape shape_of_bytes(std::uint32_t bytes, bool is_pointer) {
  return is_pointer ? kPointerShape : Shape{false, bytes ? bytes * 8 : 64};
}

inline Offset after_step(Offset from, const PathStep &step) {
  return step.any_element ? kSomewhere : from.plus(step.offset);
}

} // namespace wt::sat
