// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A declaration is split into words and signs; see frontend/deallocators.h.
//
// Inside the brackets of `__attribute__((...))` or `[[...]]`, the words
// `malloc ( name )` and `malloc ( name , number )` are looked for.

#include "frontend/deallocators.h"

#include <cctype>
#include <charconv>

namespace wt::frontend {

namespace {

constexpr std::size_t kMostText = 8192; // of one declaration

bool is_word_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

class Tokens {
public:
  explicit Tokens(std::string_view text) : text_(text.substr(0, kMostText)) {}

  // The next word, string or sign; empty at the end.
  std::string_view next() {
    skip_blanks();
    if (text_.empty())
      return {};
    std::size_t length = 1;
    if (is_word_character(text_[0]))
      while (length < text_.size() && is_word_character(text_[length]))
        ++length;
    else if (text_[0] == '"' || text_[0] == '\'')
      length = quoted();
    return take(length);
  }

private:
  void skip_blanks() {
    while (!text_.empty()) {
      if (std::isspace(static_cast<unsigned char>(text_[0])) ||
          text_[0] == '\\')
        take(1);
      else if (text_.starts_with("//"))
        take(text_.find('\n'));
      else if (text_.starts_with("/*"))
        take(text_.find("*/", 2) == text_.npos ? text_.npos
                                               : text_.find("*/", 2) + 2);
      else
        return;
    }
  }

  std::size_t quoted() const {
    std::size_t at = 1;
    while (at < text_.size() && text_[at] != text_[0])
      at += text_[at] == '\\' ? 2 : 1;
    return at + 1;
  }

  std::string_view take(std::size_t length) {
    std::string_view taken = text_.substr(0, length);
    text_.remove_prefix(taken.size());
    return taken;
  }

  std::string_view text_;
};

// "malloc" of "__malloc__", "free" of "__builtin_free".
std::string_view plain(std::string_view word) {
  if (word.starts_with("__builtin_"))
    return word.substr(10);
  if (word.size() > 4 && word.starts_with("__") && word.ends_with("__"))
    return word.substr(2, word.size() - 4);
  return word;
}

class Declaration {
public:
  explicit Declaration(std::string_view text) : tokens_(text) { advance(); }

  std::vector<Deallocator> run() {
    while (!word_.empty() && !is_end()) {
      if (word_ == "," && depth_ == 0)
        return {}; // several functions: whose attribute is it?
      bool may_begin = plain(word_) == "malloc" && attribute_depth_ > 0;
      bool begins_attributes = word_ == "__attribute__" ||
                               word_ == "__attribute" ||
                               (word_ == "[" && before_ == "[");
      if (begins_attributes && attribute_depth_ == 0)
        attribute_depth_ = depth_ + 1;
      advance();
      if (may_begin && word_ == "(")
        read_arguments();
    }
    return word_.empty() ? std::vector<Deallocator>() : std::move(found_);
  }

private:
  bool is_end() const { return depth_ == 0 && (word_ == ";" || word_ == "{"); }

  // Behind `malloc`, at its bracket.
  void read_arguments() {
    advance();
    Deallocator said{std::string(plain(word_)), 0};
    if (!is_word_character(word_.empty() ? '(' : word_[0]))
      return;
    advance();
    if (word_ == ",") {
      advance();
      std::uint32_t position = 0; // from 1
      std::from_chars(word_.data(), word_.data() + word_.size(), position);
      if (position == 0)
        return;
      said.argument = position - 1;
      advance();
    }
    if (word_ == ")")
      found_.push_back(std::move(said));
  }

  void advance() {
    if (word_ == "(" || word_ == "[")
      ++depth_;
    before_ = word_;
    word_ = tokens_.next();
    if ((word_ == ")" || word_ == "]") && depth_ > 0)
      --depth_;
    if (depth_ < attribute_depth_ && (word_ == ")" || word_ == "]"))
      attribute_depth_ = 0;
  }

  Tokens tokens_;
  std::string_view word_, before_;
  unsigned depth_ = 0;           // of open brackets before word_
  unsigned attribute_depth_ = 0; // inside its brackets; 0: not
  std::vector<Deallocator> found_;
};

} // namespace

std::vector<Deallocator> deallocators_in(std::string_view text) {
  return Declaration(text).run();
}

} // namespace wt::frontend
