// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cases, and when two of them are one: see cases.h.

#include "engine/absint/cases.h"

#include <algorithm>

namespace wt::absint {

const NewObject *Case::find(const AccessPath &name) const {
  auto at = std::ranges::find(objects, name, &NewObject::name);
  return at == objects.end() ? nullptr : &*at;
}

bool are_told_apart(const Case &a, const Case &b) {
  return a.throws != b.throws || a.is.is_apart_from(b.is) ||
         are_told_apart_by_arguments(a, b);
}

bool are_told_apart_by_arguments(const Case &a, const Case &b) {
  for (const Given &one : a.given)
    for (const Given &other : b.given)
      if (one.a.length() == 0 && (one.number || one.b.length() == 0) &&
          one.is_about_same(other) && one.is.is_apart_from(other.is))
        return true;
  return false;
}

} // namespace wt::absint
