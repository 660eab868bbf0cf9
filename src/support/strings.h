// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where do names live?
//
// In one table per unit: equal strings get equal ids, id 0 is "".

#pragma once

#include "support/id.h"

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace wt {

using StrId = Id<struct StrTag>;

class StringTable {
public:
  StringTable() { intern(""); }
  StringTable(const StringTable &) = delete;
  StringTable &operator=(const StringTable &) = delete;
  StringTable(StringTable &&) = default;
  StringTable &operator=(StringTable &&) = default;

  StrId intern(std::string_view text) {
    auto found = index_.find(text);
    if (found != index_.end())
      return found->second;
    StrId id(texts_.size());
    texts_.emplace_back(text);
    index_.emplace(texts_.back(), id); // a deque never moves its elements
    return id;
  }
  // The id of `text` if it was interned before, else an invalid id.
  StrId find(std::string_view text) const {
    auto found = index_.find(text);
    return found == index_.end() ? StrId() : found->second;
  }
  const std::string &operator[](StrId id) const { return texts_[id.value]; }
  std::size_t size() const { return texts_.size(); }

  static constexpr StrId empty() { return StrId(0); }

private:
  std::deque<std::string> texts_;
  std::unordered_map<std::string_view, StrId> index_;
};

} // namespace wt
