// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cutting off ways: see few_paths.h.

#include "interpret/few_paths.h"

#include <algorithm>

namespace wt::absint {

namespace {

constexpr std::size_t kMaxPaths = 8;

// A deep path stands for what is below its object, not for the object.
void drop_covered(std::vector<AccessPath> &paths) {
  std::sort(paths.begin(), paths.end());
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  std::vector<AccessPath> deep;
  std::ranges::copy_if(paths, std::back_inserter(deep), &AccessPath::is_deep);
  std::erase_if(paths, [&](const AccessPath &path) {
    return std::ranges::any_of(deep, [&](const AccessPath &other) {
      return path.length() > other.length() && other.covers(path);
    });
  });
}

} // namespace

AccessPath prefix_of(const AccessPath &path, std::size_t length) {
  AccessPath out(path.root());
  for (PathStep step : path.steps().first(length))
    out = out.then(step);
  return out;
}

void make_few(std::vector<AccessPath> &paths) {
  drop_covered(paths);
  for (std::size_t depth = AccessPath::kMaxSteps;
       paths.size() > kMaxPaths && depth-- > 0;) {
    for (AccessPath &path : paths)
      if (path.length() > depth)
        path = prefix_of(path, depth).deep();
    drop_covered(paths);
  }
}

} // namespace wt::absint
