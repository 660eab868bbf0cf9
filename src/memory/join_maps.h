// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How are two shared maps joined that are equal for the most part?
//
// In order of keys, and copied only from the first difference on: states that
// parted a few branches ago share what they had.
//
// Tested by tests/unit/memory/shared_test.cpp.

#pragma once

#include "memory/shared.h"
#include "support/flat_map.h"

#include <optional>

namespace wt::infer {

// Both maps in order of keys: `merge(key, in_a, in_b)` of what may be in one of
// them only (null), gives what is there afterwards, if anything.
template <class K, class V, class Merge>
void join_maps(Shared<FlatMap<K, V>> &a, const Shared<FlatMap<K, V>> &b,
               Merge merge) {
  if (a.shares_with(b))
    return;
  FlatMap<K, V> out;
  bool differs = false; // from a, so that `out` is needed
  auto i = a->begin(), j = b->begin();
  while (i != a->end() || j != b->end()) {
    bool in_a = j == b->end() || (i != a->end() && !(j->first < i->first));
    bool in_b = i == a->end() || (j != b->end() && !(i->first < j->first));
    const K &key = in_a ? i->first : j->first;
    std::optional<V> both =
        merge(key, in_a ? &i->second : nullptr, in_b ? &j->second : nullptr);
    if (!differs && (in_a ? !(both && *both == i->second) : bool(both))) {
      differs = true;
      out.reserve(a->size() + static_cast<std::size_t>(b->end() - j));
      for (auto same = a->begin(); same != i; ++same)
        out.append(same->first, same->second);
    }
    if (differs && both)
      out.append(key, *both);
    i += in_a, j += in_b;
  }
  if (differs)
    a = std::move(out);
}

} // namespace wt::infer
