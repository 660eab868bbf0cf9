// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random access paths over few roots and few offsets, so that they often have
// something to do with each other.

#pragma once

#include "path/place.h"

#include <random>

namespace wt::test {

inline PathStep random_step(std::mt19937 &random) {
  static constexpr std::int32_t kOffsets[] = {-8, 0, 8, 16, 24};
  return {kOffsets[random() % 5], random() % 4 == 0};
}

inline PathRoot random_root(std::mt19937 &random) {
  static constexpr PathRoot::Kind kKinds[] = {
      PathRoot::Kind::kParameter, PathRoot::Kind::kParameter,
      PathRoot::Kind::kResult,    PathRoot::Kind::kGlobal,
      PathRoot::Kind::kSite,      PathRoot::Kind::kSlot};
  PathRoot::Kind kind = kKinds[random() % 6];
  bool has_index = kind != PathRoot::Kind::kResult;
  return {kind, has_index ? std::uint32_t(random() % 2) : 0};
}

inline AccessPath random_path(std::mt19937 &random, PathRoot root,
                              std::size_t most) {
  AccessPath out(root);
  for (std::size_t n = random() % (most + 1); n > 0; --n)
    out = out.then(random_step(random));
  return random() % 5 == 0 ? out.deep() : out;
}

inline AccessPath random_path(std::mt19937 &random, std::size_t most = 3) {
  return random_path(random, random_root(random), most);
}

inline Place random_place(std::mt19937 &random, std::size_t most = 3) {
  AccessPath base = random_path(random, most);
  PathStep step = random() % 2 ? random_step(random) : PathStep{};
  return Place(base, step.offset, step.any_element);
}

} // namespace wt::test
