// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which offsets of an object are one location, and where does a move lead?
//
// The arithmetic of constraints.h, without any ids.  A location of an array
// stands for all elements, so a move from it has to be right for each:
//  * forwards: as from the first element.  (A pointer to a record is also one
//    to its leading array, so it may leave that array; from later elements
//    that would leave the array wrongly.)
//  * backwards: within the array from any element; out of it from the first
//    element, and from every element if it can hold a pointer (the record
//    around `links[2]`).
//
// Tested by tests/unit/pointer/solver_offsets_test.cpp.

#pragma once

#include "pointer/constraints.h"

#include <optional>

namespace wt::pointer {

constexpr std::uint32_t kPointerSize = 8;

class Offsets {
public:
  explicit Offsets(const Object &object);

  // The location of an offset; nothing if the object does not reach there.
  std::optional<std::uint32_t> normalise(std::int64_t offset) const;

  // Is there memory, not just the end of it?
  bool has_byte(std::int64_t offset) const {
    return fold_ == 1 || (offset >= 0 && offset < size_);
  }

  // Offsets below are normalised.  Results are sorted, each once.

  // Where `offset` moved by `delta` leads.  False: to too many places.
  bool move(std::uint32_t offset, std::int64_t delta,
            std::vector<std::uint32_t> &out) const;

  // Where `offset` moved by any multiple of `stride` leads.  Else the modulus
  // by which the object must be folded first.
  struct Walk {
    std::vector<std::uint32_t> offsets;
    std::uint32_t fold = 0; // not 0: no offsets
  };
  Walk walk(std::uint32_t offset, std::uint32_t stride) const;

  // At which distances behind `from` within `size` bytes `cell` is met, if
  // they are copied to `to` in `target`; distances that lead to the same place
  // there may be left out.  False: too many, or unknown.
  bool distances(std::uint32_t cell, std::uint32_t from, std::uint32_t size,
                 const Offsets &target, std::uint32_t to,
                 std::vector<std::uint32_t> &out) const;

  // May `cell` be met within `size` bytes behind `from`?
  bool may_cover(std::uint32_t from, std::uint32_t size,
                 std::uint32_t cell) const;

  // Each offset is its own location.
  bool is_plain() const { return fold_ == 0 && arrays_.empty(); }
  std::uint32_t fold() const { return fold_; } // 0: not folded
  // Coarser than before; `modulus` divides the one before, if any.
  void set_fold(std::uint32_t modulus);

private:
  // The arrays around a normalised offset, outer ones first.
  std::vector<Array> levels(std::uint32_t offset) const;
  bool is_in_array(std::uint32_t offset) const;
  bool explains(std::size_t level, const std::vector<Array> &levels,
                std::uint32_t stride) const;
  std::uint32_t fold_for(std::uint32_t stride) const;

  std::uint32_t size_;
  std::uint32_t fold_ = 0;
  std::vector<Array> arrays_;
};

} // namespace wt::pointer
