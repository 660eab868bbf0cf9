// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How is a set of locations kept?
//
// As a sorted array of chunks: 32 neighbouring ids are one word of bits beside
// its index.  A set within one chunk (most of them) needs no memory of its
// own.
//
// Iteration yields ascending ids.
//
// Tested by tests/unit/pointer/solver_point_set_test.cpp.

#pragma once

#include "pointer/constraints.h"

#include <bit>
#include <cstdint>
#include <span>

namespace wt::pointer {

class PointSet {
public:
  PointSet() = default;
  PointSet(const PointSet &other) { *this = other; }
  PointSet(PointSet &&other) noexcept { swap(other); }
  PointSet &operator=(const PointSet &other);
  PointSet &operator=(PointSet &&other) noexcept {
    swap(other);
    return *this;
  }
  ~PointSet() { release(); }
  void swap(PointSet &other) noexcept;

  bool empty() const { return count_ == 0; }
  std::size_t size() const;
  bool contains(LocationId id) const;
  bool operator==(const PointSet &other) const;
  void clear() { count_ = 0; }

  // Adds an id that is not less than any there.
  void append(LocationId id);
  // True if the set grew.
  bool insert(LocationId id);
  bool insert(const PointSet &other);
  // As above; what was not there before is added to `fresh` as well.
  bool insert(const PointSet &other, PointSet &fresh);
  // Drops what is in `other`.
  void subtract(const PointSet &other);
  bool meets(const PointSet &other) const;

  // The same for a set that is kept as bits, 32 in a word.
  bool meets(std::span<const std::uint32_t> words) const;
  void subtract(std::span<const std::uint32_t> words);

  // How much work a walk over the set is.
  std::uint32_t chunk_count() const { return count_; }

  class Iterator;
  Iterator begin() const;
  Iterator end() const;

private:
  struct Chunk {
    std::uint32_t index; // of id / 32
    std::uint32_t bits;
    bool operator==(const Chunk &) const = default;
  };

  Chunk *data() { return capacity_ > 1 ? many_ : &one_; }
  const Chunk *data() const { return capacity_ > 1 ? many_ : &one_; }
  std::span<const Chunk> chunks() const { return {data(), count_}; }
  void release();
  void reserve(std::uint32_t capacity);
  void append(Chunk chunk);
  void merge(const PointSet &other, std::uint32_t missing);

  union {
    Chunk one_ = {}; // while capacity_ is 1
    Chunk *many_;
  };
  std::uint32_t count_ = 0;
  std::uint32_t capacity_ = 1;
};

class PointSet::Iterator {
public:
  using value_type = LocationId;
  using difference_type = std::ptrdiff_t;

  Iterator() = default;
  Iterator(const Chunk *at, const Chunk *end) : at_(at), end_(end) {
    bits_ = at_ != end_ ? at_->bits : 0;
  }
  LocationId operator*() const {
    return LocationId(at_->index * 32 +
                      static_cast<std::uint32_t>(std::countr_zero(bits_)));
  }
  Iterator &operator++() {
    bits_ &= bits_ - 1;
    if (bits_ == 0 && ++at_ != end_)
      bits_ = at_->bits;
    return *this;
  }
  Iterator operator++(int) {
    Iterator old = *this;
    ++*this;
    return old;
  }
  bool operator==(const Iterator &other) const {
    return at_ == other.at_ && bits_ == other.bits_;
  }

private:
  const Chunk *at_ = nullptr;
  const Chunk *end_ = nullptr;
  std::uint32_t bits_ = 0;
};

inline PointSet::Iterator PointSet::begin() const {
  return {data(), data() + count_};
}
inline PointSet::Iterator PointSet::end() const {
  return {data() + count_, data() + count_};
}

} // namespace wt::pointer
