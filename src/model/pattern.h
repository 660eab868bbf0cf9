// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does a name fit a pattern?
//
// `*` stands for any text, also none:  g_*_new   *::create
// `<*>` also stands for template arguments that a name does not show:
// std::vector<*>::push_back fits std::vector::push_back and
// std::vector<int, std::allocator<int>>::push_back.
//
// Tested by tests/unit/model/pattern_test.cpp.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace wt::model {

class Pattern {
public:
  explicit Pattern(std::string_view text);

  bool matches(std::string_view name) const;
  static bool is_pattern(std::string_view text) {
    return text.substr(0, text.find("operator")).contains('*');
  }

private:
  std::vector<std::string> pieces_; // text between the stars
  std::vector<std::string> plain_;  // likewise without `<*>`, else empty
};

} // namespace wt::model
