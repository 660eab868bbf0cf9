// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How are large values copied that are seldom changed?
//
// Copies share one object until one of them is edited.  Two that share are
// equal, and that is known without a look inside: states that were one a few
// branches ago are joined quickly.
//
//   Shared<std::vector<int>> a, b = a;    // nothing is copied
//   b.edit().push_back(1);                // now there are two
//
// Not for use by several threads at once.
//
// Tested by tests/unit/memory/shared_test.cpp.

#pragma once

#include <cstdint>
#include <utility>

namespace wt::infer {

template <class T> class Shared {
public:
  Shared() = default; // T()
  Shared(T value) : node_(new Node{std::move(value)}) {}
  Shared(const Shared &other) : node_(other.node_) {
    if (node_)
      ++node_->users;
  }
  Shared(Shared &&other) noexcept
      : node_(std::exchange(other.node_, nullptr)) {}
  Shared &operator=(Shared other) noexcept {
    std::swap(node_, other.node_);
    return *this;
  }
  ~Shared() {
    if (node_ && --node_->users == 0)
      delete node_;
  }

  const T &operator*() const { return node_ ? node_->value : nothing(); }
  const T *operator->() const { return &**this; }
  T &edit() {
    if (!node_)
      node_ = new Node{T()};
    else if (node_->users > 1)
      *this = Shared(node_->value);
    return node_->value;
  }

  bool shares_with(const Shared &other) const { return node_ == other.node_; }
  bool operator==(const Shared &other) const {
    return shares_with(other) || **this == *other;
  }

private:
  struct Node {
    T value;
    std::uint32_t users = 1;
  };
  static const T &nothing() {
    static const T empty{};
    return empty;
  }

  Node *node_ = nullptr;
};

} // namespace wt::infer
