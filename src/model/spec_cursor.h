// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where is the parser, and what went wrong first?
//
// A position in the tokens.  The first error jumps to the end, so that every
// loop that stops at the end stops, and nobody has to test after each step;
// the caller looks at error() once.
//
// Tested by tests/unit/model/spec_parser_test.cpp.

#pragma once

#include "model/spec_lexer.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wt::model {

class SpecCursor {
public:
  SpecCursor(std::vector<Token> tokens, std::string file)
      : tokens_(std::move(tokens)), file_(std::move(file)) {}

  const Token &peek(std::size_t ahead = 0) const {
    std::size_t i = at_ + ahead;
    return i < tokens_.size() ? tokens_[i] : tokens_.back();
  }
  bool at_end() const { return peek().kind == Token::Kind::kEnd; }
  SpecPos pos() const { return peek().pos; }
  Token take() {
    const Token &token = peek();
    if (at_ + 1 < tokens_.size())
      ++at_;
    return token;
  }

  bool is_name(std::size_t ahead = 0) const {
    return peek(ahead).kind == Token::Kind::kName;
  }
  bool is_word(std::string_view word, std::size_t ahead = 0) const {
    return is_name(ahead) && peek(ahead).text == word;
  }
  bool is_punct(std::string_view punct, std::size_t ahead = 0) const {
    return peek(ahead).kind == Token::Kind::kPunct && peek(ahead).text == punct;
  }
  bool accept_word(std::string_view word) { return is_word(word) && step(); }
  bool accept(std::string_view punct) { return is_punct(punct) && step(); }

  // Or an error that names what was found and what was expected.
  void expect(std::string_view punct) {
    if (!accept(punct))
      unexpected("'" + std::string(punct) + "'");
  }
  void expect_word(std::string_view word) {
    if (!accept_word(word))
      unexpected("'" + std::string(word) + "'");
  }
  std::string expect_name(std::string_view what) {
    if (is_name())
      return std::string(take().text);
    unexpected(what);
    return {};
  }
  std::string expect_name_or_string(std::string_view what) {
    if (peek().kind == Token::Kind::kString)
      return std::string(take().text);
    return expect_name(what);
  }
  // An optional minus and a number.
  std::int64_t expect_number(std::string_view what) {
    bool negative = accept("-");
    if (peek().kind != Token::Kind::kNumber) {
      unexpected(what);
      return 0;
    }
    std::int64_t value = take().value;
    return negative ? -value : value;
  }

  void unexpected(std::string_view wanted) {
    fail_at(pos(),
            "found " + shown(peek()) + ", expected " + std::string(wanted));
  }
  void fail_at(SpecPos pos, std::string message) {
    if (!error_)
      error_ = Error{std::move(message), file_, pos.line, pos.column};
    at_ = tokens_.size() - 1;
  }
  const std::optional<Error> &error() const { return error_; }

  // Types and templates nest; a hostile file must not exhaust the stack.
  static constexpr int kMaxDepth = 64;
  struct Depth {
    SpecCursor &cursor;
    explicit Depth(SpecCursor &c) : cursor(c) {
      if (++cursor.depth_ > kMaxDepth)
        cursor.fail_at(cursor.pos(), "types are nested too deeply, expected "
                                     "at most 64 levels");
    }
    ~Depth() { --cursor.depth_; }
  };

private:
  static std::string shown(const Token &token) {
    switch (token.kind) {
    case Token::Kind::kEnd:
      return "the end of the file";
    case Token::Kind::kString:
      return "\"" + std::string(token.text) + "\"";
    default:
      return "'" + std::string(token.text) + "'";
    }
  }
  bool step() {
    take();
    return true;
  }

  std::vector<Token> tokens_;
  std::string file_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::optional<Error> error_;
};

// The three parts of the grammar, each in its own file.
SpecParam parse_parameter(SpecCursor &in);    // spec_type_parser.cpp
SpecFunction parse_prototype(SpecCursor &in); // up to the closing ')'
std::string parse_function_name(SpecCursor &in);
std::vector<SpecClause> parse_where(SpecCursor &in); // spec_clause_parser.cpp

} // namespace wt::model
