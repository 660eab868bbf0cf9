// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How is a small map kept that is copied more often than it is changed?
//
// As one sorted vector.  The interface is that part of std::map's which is
// used; positions are invalid after every change.

#pragma once

#include <algorithm>
#include <initializer_list>
#include <utility>
#include <vector>

namespace wt {

template <class K, class V> class FlatMap {
public:
  using value_type = std::pair<K, V>;
  using iterator = typename std::vector<value_type>::iterator;
  using const_iterator = typename std::vector<value_type>::const_iterator;

  iterator begin() { return items_.begin(); }
  iterator end() { return items_.end(); }
  const_iterator begin() const { return items_.begin(); }
  const_iterator end() const { return items_.end(); }
  std::size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  void reserve(std::size_t n) { items_.reserve(n); }

  iterator lower_bound(const K &key) {
    return std::lower_bound(items_.begin(), items_.end(), key, less);
  }
  const_iterator lower_bound(const K &key) const {
    return std::lower_bound(items_.begin(), items_.end(), key, less);
  }
  const_iterator find(const K &key) const {
    auto at = lower_bound(key);
    return at != end() && at->first == key ? at : end();
  }
  iterator find(const K &key) {
    auto at = lower_bound(key);
    return at != end() && at->first == key ? at : end();
  }
  bool contains(const K &key) const { return find(key) != end(); }

  std::pair<iterator, bool> try_emplace(const K &key, V value) {
    auto at = lower_bound(key);
    if (at != end() && at->first == key)
      return {at, false};
    return {items_.insert(at, {key, std::move(value)}), true};
  }
  void insert_or_assign(const K &key, V value) {
    auto at = lower_bound(key);
    if (at != end() && at->first == key)
      at->second = std::move(value);
    else
      items_.insert(at, {key, std::move(value)});
  }
  // `key` is greater than all there are.
  void append(const K &key, V value) {
    items_.push_back({key, std::move(value)});
  }
  void erase(const K &key) {
    auto at = find(key);
    if (at != end())
      items_.erase(at);
  }
  iterator erase(iterator at) { return items_.erase(at); }
  iterator erase(iterator first, iterator last) {
    return items_.erase(first, last);
  }
  template <class Test> void erase_if(Test test) {
    std::erase_if(items_, test);
  }

  bool operator==(const FlatMap &) const = default;

private:
  static bool less(const value_type &item, const K &key) {
    return item.first < key;
  }
  std::vector<value_type> items_;
};

} // namespace wt
