// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Was this pair of numbers seen before?  A flat hash table that only grows.

#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace wt::pointer {

class PairSet {
public:
  // True if the pair is new.  (UINT32_MAX, UINT32_MAX) is not a pair.
  bool insert(std::uint32_t a, std::uint32_t b) {
    if ((count_ + 1) * 2 > slots_.size())
      grow();
    std::uint64_t &slot = find(std::uint64_t{a} << 32 | b);
    if (slot != kFree)
      return false;
    slot = std::uint64_t{a} << 32 | b;
    ++count_;
    return true;
  }
  void clear() {
    slots_.clear();
    count_ = 0;
  }

private:
  static constexpr std::uint64_t kFree = UINT64_MAX;

  std::uint64_t &find(std::uint64_t key) {
    std::uint64_t hash = (key ^ key >> 32) * 0x9e3779b97f4a7c15u;
    std::size_t at = (hash ^ hash >> 29) & (slots_.size() - 1);
    while (slots_[at] != kFree && slots_[at] != key)
      at = (at + 1) & (slots_.size() - 1);
    return slots_[at];
  }
  void grow() {
    std::vector<std::uint64_t> old = std::move(slots_);
    slots_.assign(old.empty() ? 64 : old.size() * 2, kFree);
    for (std::uint64_t key : old)
      if (key != kFree)
        find(key) = key;
  }

  std::vector<std::uint64_t> slots_; // a power of two
  std::size_t count_ = 0;
};

} // namespace wt::pointer
