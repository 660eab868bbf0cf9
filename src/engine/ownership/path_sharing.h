// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How are the states of many paths kept without copying them at each branch?
//
// Paths that part have nearly everything in common.  A Paged vector shares its
// pages between copies and copies only the page that is written; a Trail is a
// list that grows at its end, and whose copies share everything before.
//
// Of a state that was seen a StateHash is kept, not the state.
//
// Tested by tests/unit/engine/ownership_paths_test.cpp.

#pragma once

#include "memory/shared.h"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

namespace wt::ownership {

template <class T> class Paged {
public:
  Paged() = default;
  explicit Paged(std::size_t size) : size_(size) {
    pages_.edit().resize((size + kPage - 1) / kPage);
  }
  std::size_t size() const { return size_; }
  const T &operator[](std::size_t i) const {
    return (*(*pages_)[i / kPage])[i % kPage];
  }
  T &edit(std::size_t i) { return pages_.edit()[i / kPage].edit()[i % kPage]; }
  void push_back(T value) {
    if (size_ % kPage == 0)
      pages_.edit().push_back({});
    edit(size_++) = std::move(value);
  }

private:
  static constexpr std::size_t kPage = 32;
  using Page = std::array<T, kPage>;
  infer::Shared<std::vector<infer::Shared<Page>>> pages_;
  std::size_t size_ = 0;
};

template <class T> class Trail {
public:
  void push_back(T value) {
    end_ = std::make_shared<const Node>(Node{std::move(value), end_});
  }
  std::vector<T> all() const {
    std::vector<T> out;
    for (const Node *node = end_.get(); node; node = node->before.get())
      out.push_back(node->value);
    std::ranges::reverse(out);
    return out;
  }

private:
  struct Node {
    T value;
    std::shared_ptr<const Node> before;
  };
  std::shared_ptr<const Node> end_;
};

// 64 bits: two states with one hash are not to be expected, and would only cost
// a path.
class StateHash {
public:
  void add(std::int64_t part) {
    hash_ = (hash_ ^ static_cast<std::uint64_t>(part)) * 0x0000'0100'0000'01b3;
    hash_ ^= hash_ >> 29;
  }
  std::uint64_t value() const { return hash_; }

private:
  std::uint64_t hash_ = 0xcbf2'9ce4'8422'2325;
};

} // namespace wt::ownership
