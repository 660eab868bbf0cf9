// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How do we name things without pointers?
//
// Small typed ids index dense arrays.  An id is 32 bits, compares and hashes
// like a number, and cannot be mixed up with an id of another kind:
//
//   using BlockId = Id<struct BlockTag>;
//   IdMap<BlockId, Block> blocks;
//   BlockId b = blocks.push(Block{});
//
// Iteration over an IdMap is in creation order, so results never depend on
// addresses.

#pragma once

#include <cassert>
#include <compare>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace wt {

template <class Tag> struct Id {
  static constexpr std::uint32_t kNone = UINT32_MAX;
  std::uint32_t value = kNone;

  constexpr Id() = default;
  constexpr explicit Id(std::size_t v) : value(static_cast<std::uint32_t>(v)) {}
  constexpr bool valid() const { return value != kNone; }
  constexpr explicit operator bool() const { return valid(); }
  constexpr auto operator<=>(const Id &) const = default;
};

// A dense array indexed by one kind of id.
template <class I, class T> class IdMap {
public:
  IdMap() = default;
  explicit IdMap(std::size_t n, const T &init = T()) : items_(n, init) {}

  I push(T item) {
    items_.push_back(std::move(item));
    return I(items_.size() - 1);
  }
  T &operator[](I id) {
    assert(id.value < items_.size() && "id out of range");
    return items_[id.value];
  }
  const T &operator[](I id) const {
    assert(id.value < items_.size() && "id out of range");
    return items_[id.value];
  }
  bool contains(I id) const { return id.value < items_.size(); }
  std::size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  void reserve(std::size_t n) { items_.reserve(n); }
  void resize(std::size_t n, const T &fill = T()) { items_.resize(n, fill); }
  void clear() { items_.clear(); }

  auto begin() { return items_.begin(); }
  auto end() { return items_.end(); }
  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }

  // The ids themselves, in order: for (BlockId b : blocks.ids())
  struct IdRange {
    struct Iterator {
      std::uint32_t at;
      I operator*() const { return I(at); }
      Iterator &operator++() { return ++at, *this; }
      bool operator==(const Iterator &) const = default;
    };
    std::uint32_t count;
    Iterator begin() const { return {0}; }
    Iterator end() const { return {count}; }
  };
  IdRange ids() const { return {static_cast<std::uint32_t>(items_.size())}; }

  bool operator==(const IdMap &) const = default;

private:
  std::vector<T> items_;
};

} // namespace wt

template <class Tag> struct std::hash<wt::Id<Tag>> {
  std::size_t operator()(wt::Id<Tag> id) const noexcept {
    return std::hash<std::uint32_t>()(id.value);
  }
};
