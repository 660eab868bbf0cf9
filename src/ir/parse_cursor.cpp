// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cutting the text form into words; see ir/parse_cursor.h.

#include "ir/parse_cursor.h"

#include "ir/print.h"
#include "ir/print_words.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace wt::ir {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

int hex_digit(char c) {
  if (is_digit(c))
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return -1;
}

} // namespace

void Cursor::skip_blanks() {
  while (at_ < text_.size()) {
    char c = text_[at_];
    if (c == ' ' || c == '\t' || c == '\r')
      ++at_;
    else if (c == ';')
      at_ = std::min(text_.find('\n', at_), text_.size());
    else
      return;
  }
}

char Cursor::peek() {
  skip_blanks();
  return at_ < text_.size() ? text_[at_] : '\0';
}

bool Cursor::accept(std::string_view symbol) {
  skip_blanks();
  if (!text_.substr(at_).starts_with(symbol))
    return false;
  at_ += symbol.size();
  return true;
}

bool Cursor::expect(std::string_view symbol) {
  return accept(symbol) || expected("'" + std::string(symbol) + "'");
}

std::string_view Cursor::accept_word() {
  skip_blanks();
  std::string_view word = text_.substr(at_, name_length(text_.substr(at_)));
  at_ += word.size();
  return word;
}

bool Cursor::accept_word(std::string_view word) {
  std::size_t before = place();
  if (accept_word() == word)
    return true;
  at_ = before;
  return false;
}

std::string_view Cursor::expect_word(std::string_view what) {
  std::string_view word = accept_word();
  if (word.empty())
    expected(what);
  return word;
}

bool Cursor::at_end() {
  skip_blanks();
  return at_ >= text_.size();
}

bool Cursor::at_line_end() { return at_end() || text_[at_] == '\n'; }

bool Cursor::expect_line_end() {
  if (!at_line_end())
    return expected("end of line");
  if (at_ < text_.size())
    ++at_;
  return true;
}

void Cursor::skip_empty_lines() {
  while (!at_end() && text_[at_] == '\n')
    ++at_;
}

bool Cursor::expect_number(std::uint64_t &out, std::string_view what) {
  if (!is_digit(peek()))
    return expected(what);
  auto [end, problem] =
      std::from_chars(text_.data() + at_, text_.data() + text_.size(), out);
  if (problem != std::errc())
    return error_at(at_, std::string(what) + " is too large");
  at_ = static_cast<std::size_t>(end - text_.data());
  return true;
}

bool Cursor::expect_number(std::uint32_t &out, std::string_view what) {
  std::size_t start = place();
  std::uint64_t wide = 0;
  if (!expect_number(wide, what))
    return false;
  // The largest number means "none" in ids.
  if (wide >= std::numeric_limits<std::uint32_t>::max())
    return error_at(start, std::string(what) + " is too large");
  out = static_cast<std::uint32_t>(wide);
  return true;
}

bool Cursor::expect_signed(std::int64_t &out, std::string_view what) {
  char first = peek();
  if (!is_digit(first) && !(first == '-' && is_digit(peek_after())))
    return expected(what);
  auto [end, problem] =
      std::from_chars(text_.data() + at_, text_.data() + text_.size(), out);
  if (problem != std::errc())
    return error_at(at_, std::string(what) + " is too large");
  at_ = static_cast<std::size_t>(end - text_.data());
  return true;
}

// One character of a string, or one escape sequence.
bool Cursor::string_piece(std::string &out) {
  if (text_[at_] != '\\') {
    out += text_[at_++];
    return true;
  }
  char c = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
  if (c == 'x' && at_ + 3 < text_.size()) {
    int high = hex_digit(text_[at_ + 2]), low = hex_digit(text_[at_ + 3]);
    if (high < 0 || low < 0)
      return error_at(at_, "expected two hexadecimal digits behind \\x");
    out += static_cast<char>(high * 16 + low);
    at_ += 4;
    return true;
  }
  if (c != 'n' && c != 't' && c != '"' && c != '\\')
    return error_at(at_, "unknown escape sequence");
  out += c == 'n' ? '\n' : c == 't' ? '\t' : c;
  at_ += 2;
  return true;
}

bool Cursor::expect_string(std::string &out, std::string_view what) {
  out.clear();
  if (peek() != '"')
    return expected(what);
  std::size_t start = at_++;
  while (at_ < text_.size() && text_[at_] != '\n') {
    if (text_[at_] == '"') {
      ++at_;
      return true;
    }
    if (!string_piece(out))
      return false;
  }
  return error_at(start, "string without closing quote");
}

bool Cursor::expect_name(std::string &out, std::string_view what) {
  if (peek() == '"')
    return expect_string(out, what);
  out = expect_word(what);
  return !out.empty();
}

// The next word, number, string or character, for messages.
std::string Cursor::found() {
  skip_blanks();
  if (at_ >= text_.size())
    return "end of text";
  if (text_[at_] == '\n')
    return "end of line";
  std::string_view rest = text_.substr(at_, 30);
  std::size_t n = name_length(rest);
  while (n < rest.size() && (is_digit(rest[n]) || (n && is_name_char(rest[n]))))
    ++n;
  std::string shown = quoted(rest.substr(0, std::max<std::size_t>(n, 1)));
  return "'" + shown.substr(1, shown.size() - 2) + "'";
}

bool Cursor::expected(std::string_view what) {
  if (failed_)
    return false;
  std::string message = "expected " + std::string(what) + ", found " + found();
  return error_at(at_, std::move(message));
}

bool Cursor::error_at(std::size_t place, std::string message) {
  if (!failed_) {
    failed_ = true;
    error_place_ = place;
    message_ = std::move(message);
  }
  return false;
}

Error Cursor::error() const {
  std::string_view before = text_.substr(0, error_place_);
  auto line = std::count(before.begin(), before.end(), '\n');
  std::size_t start = before.rfind('\n') + 1; // npos + 1 is 0
  return Error{message_, std::string(file_name_),
               static_cast<std::uint32_t>(line + 1),
               static_cast<std::uint32_t>(error_place_ - start + 1)};
}

} // namespace wt::ir
