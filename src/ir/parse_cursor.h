// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How is the text form cut into words?
//
// A Cursor walks over the text.  Functions called accept_* take what they
// name if it is there and say whether it was; functions called expect_* also
// record an error if it is not.  The first error stays: later ones are its
// consequences.  Blanks and comments are skipped before everything; a line end
// is a token of its own.  Private to ir/.

#pragma once

#include "support/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace wt::ir {

class Cursor {
public:
  Cursor(std::string_view text, std::string_view file_name)
      : text_(text), file_name_(file_name) {}

  bool accept(std::string_view symbol); // punctuation
  bool expect(std::string_view symbol);
  bool accept_word(std::string_view word); // and nothing longer
  std::string_view accept_word();          // any word; "" when there is none
  std::string_view expect_word(std::string_view what);
  bool expect_line_end();
  void skip_empty_lines();
  bool at_end();
  bool at_line_end();

  // `what` says what the number is, for the error.
  bool expect_number(std::uint64_t &out, std::string_view what);
  bool expect_number(std::uint32_t &out, std::string_view what);
  bool expect_signed(std::int64_t &out, std::string_view what);
  bool expect_string(std::string &out, std::string_view what);
  // A word or a quoted string.
  bool expect_name(std::string &out, std::string_view what);

  // What comes next without blanks; '\0' at the end.
  char peek();
  char peek_after() const { // the character behind peek()
    return at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
  }
  std::size_t place() { return skip_blanks(), at_; }
  void go_to(std::size_t place) { at_ = place; }
  std::string_view rest_from(std::size_t place) const {
    return text_.substr(place);
  }

  // Records "expected <what>, found <next>" and returns false.
  bool expected(std::string_view what);
  // Records another message about `place`; returns false.
  bool error_at(std::size_t place, std::string message);
  bool failed() const { return failed_; }
  Error error() const;

private:
  void skip_blanks();
  std::string found();
  bool string_piece(std::string &out);

  std::string_view text_;
  std::string_view file_name_;
  std::size_t at_ = 0;
  bool failed_ = false;
  std::size_t error_place_ = 0;
  std::string message_;
};

} // namespace wt::ir
