// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One pass over the bytes, see spec_lexer.h.  Columns count bytes.

#include "model/spec_lexer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>

namespace wt::model {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         c == '$';
}
bool is_name_char(char c) { return is_name_start(c) || is_digit(c); }

// Longest first.
constexpr std::array<std::string_view, 26> kPuncts = {
    "*::", "...", "::", "==", "!=", "<=", ">=", "&&", "->", "*", "&", "<", ">",
    "(",   ")",   "[",  "]",  "{",  "}",  ",",  ";",  "=",  "~", ":", "-", "+"};

std::string shown(char c) {
  if (c > ' ' && c < 127)
    return std::string("'") + c + "'";
  char buffer[16];
  std::snprintf(buffer, sizeof buffer, "byte 0x%02x",
                static_cast<unsigned char>(c));
  return buffer;
}

class Lexer {
public:
  Lexer(std::string_view text, const std::string &file)
      : text_(text), file_(file) {}

  Result<std::vector<Token>> run() {
    std::vector<Token> tokens;
    tokens.reserve(text_.size() / 4 + 1);
    for (;;) {
      if (Status skipped = skip_space(); !skipped)
        return std::unexpected(skipped.error());
      if (at_ == text_.size())
        break;
      Result<Token> token = next();
      if (!token)
        return std::unexpected(token.error());
      tokens.push_back(*token);
    }
    tokens.push_back({Token::Kind::kEnd, {}, 0, here()});
    return tokens;
  }

private:
  SpecPos here() const {
    return {line_, static_cast<std::uint32_t>(at_ - line_start_ + 1)};
  }
  std::unexpected<Error> error(SpecPos pos, std::string message) const {
    return fail(std::move(message), file_, pos.line, pos.column);
  }
  bool starts_with(std::string_view prefix) const {
    return text_.substr(at_).starts_with(prefix);
  }
  void advance() {
    if (text_[at_++] == '\n') {
      ++line_;
      line_start_ = at_;
    }
  }

  Status skip_space() {
    while (at_ < text_.size()) {
      char c = text_[at_];
      if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
        advance();
      } else if (starts_with("//")) {
        while (at_ < text_.size() && text_[at_] != '\n')
          ++at_;
      } else if (starts_with("/*")) {
        SpecPos start = here();
        at_ += 2;
        while (at_ < text_.size() && !starts_with("*/"))
          advance();
        if (at_ == text_.size())
          return error(start, "comment is never closed, expected '*/'");
        at_ += 2;
      } else {
        break;
      }
    }
    return {};
  }

  Result<Token> next() {
    char c = text_[at_];
    if (is_name_start(c))
      return take_while(Token::Kind::kName);
    if (is_digit(c))
      return number();
    if (c == '"')
      return quoted();
    for (std::string_view punct : kPuncts)
      if (starts_with(punct)) {
        Token token{Token::Kind::kPunct, text_.substr(at_, punct.size()), 0,
                    here()};
        at_ += punct.size();
        return token;
      }
    return error(here(), "found " + shown(c) +
                             ", expected a declaration or punctuation of C");
  }

  Token take_while(Token::Kind kind) {
    Token token{kind, {}, 0, here()};
    std::size_t start = at_;
    while (at_ < text_.size() && is_name_char(text_[at_]))
      ++at_;
    token.text = text_.substr(start, at_ - start);
    return token;
  }

  Result<Token> number() {
    Token token = take_while(Token::Kind::kNumber);
    std::string_view digits = token.text;
    int base = 10;
    if (digits.starts_with("0x") || digits.starts_with("0X")) {
      digits.remove_prefix(2);
      base = 16;
    }
    const char *end = digits.data() + digits.size();
    auto [stop, code] = std::from_chars(digits.data(), end, token.value, base);
    if (code == std::errc::result_out_of_range)
      return error(token.pos, "number '" + std::string(token.text) +
                                  "' is too large, expected 64 bits");
    if (code != std::errc() || stop != end)
      return error(token.pos, "found '" + std::string(token.text) +
                                  "', expected a number");
    return token;
  }

  Result<Token> quoted() {
    Token token{Token::Kind::kString, {}, 0, here()};
    std::size_t start = ++at_;
    while (at_ < text_.size() && text_[at_] != '"') {
      char c = text_[at_];
      if (c == '\n')
        return error(token.pos, "string is not closed on its line, "
                                "expected '\"'");
      if (static_cast<unsigned char>(c) < ' ' || c == 127 || c == '\\')
        return error(here(),
                     "found " + shown(c) + " in a string, expected plain text");
      ++at_;
    }
    if (at_ == text_.size())
      return error(token.pos, "string is not closed on its line, "
                              "expected '\"'");
    token.text = text_.substr(start, at_++ - start);
    if (token.text.empty())
      return error(token.pos, "found an empty string, expected a name");
    return token;
  }

  std::string_view text_;
  const std::string &file_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  std::uint32_t line_ = 1;
};

} // namespace

Result<std::vector<Token>> tokenize(std::string_view text,
                                    const std::string &file) {
  return Lexer(text, file).run();
}

} // namespace wt::model
