// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which statement is at that place, and what can be written before it?
//
// Found in the raw text, from the words around the place:
//
//   if (n > 3)
//     return -1;        <- the whole body of an `if`: braces are needed
//
// Only what is clearly a statement of its own is one.  Refused: what is written
// by a macro, what a preprocessor line cuts, what looks as if a macro that
// ends without a semicolon stood before it, what is inside parentheses.
//
// Tested by tests/unit/fix/statement_test.cpp.

#pragma once

#include "finding/finding.h"
#include "finding/source_text.h"
#include "fix/tokens.h"

#include <map>
#include <optional>
#include <string>

namespace wt::fix {

// One file of the program, for looking around in.
class SourceFile {
public:
  SourceFile(std::string name, std::string text)
      : name_(std::move(name)), text_(std::move(text)),
        tokens_(tokens_of(text_)) {}

  const std::string &name() const { return name_; }
  std::string_view text() const { return text_; }
  const std::vector<Token> &tokens() const { return tokens_; }
  std::string_view word(std::size_t i) const {
    return i < tokens_.size() ? fix::word(text_, tokens_[i])
                              : std::string_view();
  }
  bool is_directive(std::size_t i) const {
    return tokens_[i].kind == Token::Kind::kDirective;
  }

  // The token that begins there, or covers it.
  std::optional<std::size_t> token_at(const Location &at) const;
  std::uint32_t line_of(std::uint32_t offset) const; // from 1
  // Of the line with that byte: its first byte, and the blanks it begins with.
  std::uint32_t line_begin(std::uint32_t offset) const;
  std::string indent(std::uint32_t offset) const;
  bool begins_line(std::uint32_t offset) const;    // only blanks before it
  const char *newline(std::uint32_t offset) const; // of that line

  // The other bracket of the one at token `i`.
  std::optional<std::size_t> closing(std::size_t i) const;
  std::optional<std::size_t> opening(std::size_t i) const;

private:
  std::string name_, text_;
  std::vector<Token> tokens_;
};

// Each file once.
class SourceFiles {
public:
  explicit SourceFiles(SourceText &source) : source_(source) {}
  const SourceFile &operator[](const std::string &name);

private:
  SourceText &source_;
  std::map<std::string, SourceFile> files_;
};

struct Statement {
  std::size_t first = 0, last = 0; // tokens; the last is `;`, or it is a `}`
  bool needs_braces = false;       // it is the whole body of an `if` or a loop
  bool is_brace = false;           // the closing brace of a block, at `first`
};

// The simple statement that the place is in; the closing brace if one is there.
std::optional<Statement> statement_at(const SourceFile &file,
                                      const Location &at);

// The edits that put `code` (one statement, without a newline) before it.
std::vector<Edit> insert_before(const SourceFile &file,
                                const Statement &statement,
                                const std::string &code);

} // namespace wt::fix
