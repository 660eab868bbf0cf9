// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A lexer for raw C and C++: see tokens.h.

#include "fix/tokens.h"

#include <algorithm>
#include <array>
#include <string>

namespace wt::fix {

namespace {

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_' || (c & 0x80);
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }

class Lexer {
public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::vector<Token> run() {
    while (skip_blanks())
      take();
    return std::move(tokens_);
  }

private:
  char at(std::size_t i) const { return i < text_.size() ? text_[i] : '\0'; }

  // The end of the line, behind lines that a backslash joins to it.
  std::size_t line_end(std::size_t i) const {
    while (i < text_.size() && text_[i] != '\n')
      i += text_[i] == '\\' && i + 1 < text_.size()
               ? (text_[i + 1] == '\r' && at(i + 2) == '\n' ? 3 : 2)
               : 1;
    return std::min(i, text_.size());
  }

  // False: the text is over.
  bool skip_blanks() {
    while (at_ < text_.size()) {
      char c = text_[at_];
      if (c == '\n') {
        begins_line_ = true;
        ++at_;
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
        ++at_;
      } else if (c == '/' && at(at_ + 1) == '/') {
        at_ = line_end(at_);
      } else if (c == '/' && at(at_ + 1) == '*') {
        std::size_t end = text_.find("*/", at_ + 2);
        at_ = end == std::string_view::npos ? text_.size() : end + 2;
      } else if (c == '\\' && (at(at_ + 1) == '\n' || at(at_ + 1) == '\r')) {
        at_ += 2;
      } else {
        return true;
      }
    }
    return false;
  }

  void take() {
    std::size_t begin = at_;
    char c = text_[at_];
    if (c == '#' && begins_line_)
      return add(Token::Kind::kDirective, begin, directive_end());
    begins_line_ = false;
    if (is_digit(c) || (c == '.' && is_digit(at(at_ + 1))))
      return add(Token::Kind::kNumber, begin, number_end());
    if (is_word(c)) {
      std::size_t end = at_;
      while (end < text_.size() && is_word(text_[end]))
        ++end;
      std::string_view name = text_.substr(begin, end - begin);
      if (at(end) == '"' && name.ends_with('R') && name.size() <= 3)
        return add(Token::Kind::kText, begin, raw_end(end));
      return add(Token::Kind::kWord, begin, end);
    }
    if (c == '"' || c == '\'')
      return add(Token::Kind::kText, begin, quoted_end());
    static constexpr std::array kPairs = {
        "->", "==", "!=", "<=", ">=", "&&", "||", "::", "++", "--"};
    std::string_view two = text_.substr(begin, 2);
    bool is_pair = std::ranges::find(kPairs, two) != kPairs.end();
    add(Token::Kind::kSign, begin, begin + (is_pair ? 2 : 1));
  }

  void add(Token::Kind kind, std::size_t begin, std::size_t end) {
    tokens_.push_back({kind, static_cast<std::uint32_t>(begin),
                       static_cast<std::uint32_t>(end)});
    at_ = end;
  }

  // A comment that begins on the line may go on behind it.
  std::size_t directive_end() const {
    std::size_t end = line_end(at_);
    std::size_t comment = text_.substr(0, end).find("/*", at_);
    if (comment == std::string_view::npos)
      return end;
    std::size_t close = text_.find("*/", comment);
    return close == std::string_view::npos ? text_.size()
                                           : std::max(end, close + 2);
  }
  std::size_t number_end() const {
    std::size_t end = at_;
    for (; end < text_.size(); ++end) {
      bool is_sign = (text_[end] == '+' || text_[end] == '-') &&
                     (at(end - 1) == 'e' || at(end - 1) == 'E');
      bool is_tick = text_[end] == '\'' && is_word(at(end + 1));
      if (!is_word(text_[end]) && text_[end] != '.' && !is_sign && !is_tick)
        break;
    }
    return end;
  }
  std::size_t quoted_end() const {
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != text_[at_] && text_[end] != '\n')
      end += text_[end] == '\\' ? 2 : 1;
    return std::min(end + 1, text_.size());
  }
  // R"name( ... )name"
  std::size_t raw_end(std::size_t quote) const {
    std::size_t open = text_.find('(', quote);
    if (open == std::string_view::npos)
      return text_.size();
    std::string close =
        ")" + std::string(text_.substr(quote + 1, open - quote - 1)) + "\"";
    std::size_t end = text_.find(close, open);
    return end == std::string_view::npos ? text_.size() : end + close.size();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool begins_line_ = true;
  std::vector<Token> tokens_;
};

} // namespace

std::vector<Token> tokens_of(std::string_view text) {
  return Lexer(text).run();
}

} // namespace wt::fix
