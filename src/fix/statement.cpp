// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statements in raw text: see statement.h.

#include "fix/statement.h"

#include <algorithm>

namespace wt::fix {

namespace {

bool is_one_of(std::string_view word,
               std::initializer_list<std::string_view> list) {
  return std::ranges::find(list, word) != list.end();
}

bool is_control(std::string_view word) {
  return is_one_of(word, {"if", "while", "for", "switch"});
}

// What stands before token `i`, without preprocessor lines.
std::optional<std::size_t> before(const SourceFile &file, std::size_t i) {
  while (i-- > 0)
    if (!file.is_directive(i))
      return i;
  return std::nullopt;
}

// `case 1:`, `default:` or `label:` rather than the end of `a ? b : c`.
bool is_label(const SourceFile &file, std::size_t colon) {
  for (std::size_t i = colon; i-- > 0;) {
    if (file.is_directive(i))
      return false;
    std::string_view word = file.word(i);
    if (word == "case" || word == "default")
      return true;
    if (is_one_of(word, {"?", ",", "=", "(", "return"}))
      return false;
    if (is_one_of(word, {";", "{", "}", ":", ")"}))
      return i + 2 == colon; // one word
  }
  return false;
}

struct Begin {
  std::size_t first;
  bool needs_braces;
};

// Goes back from a token of the statement to its first.
std::optional<Begin> begin_of(const SourceFile &file, std::size_t i) {
  for (;;) {
    std::optional<std::size_t> previous = before(file, i);
    if (!previous)
      return std::nullopt;
    bool is_cut = *previous + 1 != i; // by a preprocessor line
    std::string_view word = file.word(*previous);
    if (is_one_of(word, {";", "{", "}"}) ||
        (word == ":" && is_label(file, *previous)))
      return Begin{i, false};
    if (is_cut)
      return std::nullopt;
    if (is_one_of(word, {"else", "do"}))
      return Begin{i, true};
    if (is_one_of(word, {"(", "["}))
      return std::nullopt;
    if (word == ")" || word == "]") {
      std::optional<std::size_t> open = file.opening(*previous);
      if (!open || *open == 0)
        return std::nullopt;
      std::string_view head = file.word(*open - 1);
      if (head == "constexpr" && *open >= 2)
        head = file.word(*open - 2);
      if (word == ")" && is_control(head))
        return Begin{i, true};
      // `name(...) word`: perhaps a macro that ends without a semicolon.
      const Token::Kind next = file.tokens()[i].kind;
      bool is_name = file.tokens()[*open - 1].kind == Token::Kind::kWord &&
                     !is_one_of(head, {"return", "sizeof", "case"});
      if (word == ")" && is_name && next == Token::Kind::kWord)
        return std::nullopt;
      i = *open;
      continue;
    }
    i = *previous;
  }
}

// The `;` of the statement.
std::optional<std::size_t> end_of(const SourceFile &file, std::size_t i) {
  for (; i < file.tokens().size(); ++i) {
    std::string_view word = file.word(i);
    if (word == ";")
      return i;
    if (file.is_directive(i) || is_one_of(word, {"{", "}", ")", "]"}))
      return std::nullopt;
    if (word == "(" || word == "[") {
      std::optional<std::size_t> close = file.closing(i);
      if (!close)
        return std::nullopt;
      i = *close;
    }
  }
  return std::nullopt;
}

// How far the statements of the block are indented that ends at that brace.
std::string inner_indent(const SourceFile &file, std::size_t brace) {
  std::optional<std::size_t> open = file.opening(brace);
  std::uint32_t from = file.tokens()[brace].begin;
  for (std::size_t i = open ? *open + 1 : brace; i < brace; ++i)
    if (!file.is_directive(i) && file.begins_line(file.tokens()[i].begin))
      return file.indent(file.tokens()[i].begin);
  return file.indent(from) + (file.indent(from).contains('\t') ? "\t" : "  ");
}

Edit insertion(const SourceFile &file, std::uint32_t at, std::string text) {
  return {file.name(), at, at, std::move(text)};
}

// The end of its line, if nothing but blanks and comments is behind the byte.
std::optional<std::uint32_t> end_of_line(const SourceFile &file,
                                         std::uint32_t at) {
  std::string_view rest = file.text().substr(at);
  rest = rest.substr(0, rest.find('\n'));
  if (rest.ends_with('\r'))
    rest.remove_suffix(1);
  auto end = static_cast<std::uint32_t>(at + rest.size());
  std::size_t word = rest.find_first_not_of(" \t");
  if (word == std::string_view::npos)
    return end;
  rest = rest.substr(word);
  bool is_comment =
      (rest.starts_with("//") && !rest.ends_with('\\')) ||
      (rest.starts_with("/*") && rest.find("*/", 2) + 2 == rest.size());
  return is_comment ? std::optional(end) : std::nullopt;
}

} // namespace

std::optional<std::size_t> SourceFile::token_at(const Location &at) const {
  if (!at.line || !at.column)
    return std::nullopt;
  std::size_t begin = 0;
  for (std::uint32_t line = 1; line < at.line; ++line) {
    begin = text_.find('\n', begin);
    if (begin == std::string::npos)
      return std::nullopt;
    ++begin;
  }
  std::uint32_t offset = static_cast<std::uint32_t>(begin) + at.column - 1;
  auto found = std::ranges::partition_point(
      tokens_, [&](const Token &token) { return token.end <= offset; });
  if (found == tokens_.end() || found->begin > offset)
    return std::nullopt;
  return found - tokens_.begin();
}

std::uint32_t SourceFile::line_of(std::uint32_t offset) const {
  return static_cast<std::uint32_t>(
      1 + std::count(text_.begin(), text_.begin() + offset, '\n'));
}

std::uint32_t SourceFile::line_begin(std::uint32_t offset) const {
  if (offset == 0)
    return 0;
  std::size_t newline = text_.rfind('\n', offset - 1);
  return newline == std::string::npos ? 0
                                      : static_cast<std::uint32_t>(newline) + 1;
}

std::string SourceFile::indent(std::uint32_t offset) const {
  std::uint32_t begin = line_begin(offset), end = begin;
  while (end < text_.size() && (text_[end] == ' ' || text_[end] == '\t'))
    ++end;
  return text_.substr(begin, end - begin);
}

bool SourceFile::begins_line(std::uint32_t offset) const {
  return line_begin(offset) + indent(offset).size() == offset;
}

const char *SourceFile::newline(std::uint32_t offset) const {
  std::size_t end = text_.find('\n', offset);
  if (end == std::string::npos && offset > 0)
    end = text_.rfind('\n', offset - 1);
  bool is_dos = end != std::string::npos && end > 0 && text_[end - 1] == '\r';
  return is_dos ? "\r\n" : "\n";
}

std::optional<std::size_t> SourceFile::closing(std::size_t i) const {
  int depth = 0;
  for (; i < tokens_.size(); ++i) {
    if (is_directive(i))
      continue;
    if (is_one_of(word(i), {"(", "[", "{"}))
      ++depth;
    else if (is_one_of(word(i), {")", "]", "}"}) && --depth == 0)
      return i;
  }
  return std::nullopt;
}

std::optional<std::size_t> SourceFile::opening(std::size_t i) const {
  int depth = 0;
  for (++i; i-- > 0;) {
    if (is_directive(i))
      continue;
    if (is_one_of(word(i), {")", "]", "}"}))
      ++depth;
    else if (is_one_of(word(i), {"(", "[", "{"}) && --depth == 0)
      return i;
  }
  return std::nullopt;
}

const SourceFile &SourceFiles::operator[](const std::string &name) {
  auto found = files_.find(name);
  if (found == files_.end())
    found =
        files_.emplace(name, SourceFile(name, std::string(source_.text(name))))
            .first;
  return found->second;
}

std::optional<Statement> statement_at(const SourceFile &file,
                                      const Location &at) {
  std::optional<std::size_t> token = file.token_at(at);
  if (!token || file.is_directive(*token))
    return std::nullopt;
  if (file.word(*token) == "}") {
    std::optional<std::size_t> previous = before(file, *token);
    bool is_end = previous && is_one_of(file.word(*previous), {";", "{", "}"});
    if (!is_end)
      return std::nullopt;
    return Statement{*token, *token, false, true};
  }
  std::optional<Begin> begin = begin_of(file, *token);
  if (!begin)
    return std::nullopt;
  std::optional<std::size_t> end = end_of(file, begin->first);
  if (!end || *end < *token)
    return std::nullopt;
  return Statement{begin->first, *end, begin->needs_braces, false};
}

std::vector<Edit> insert_before(const SourceFile &file,
                                const Statement &statement,
                                const std::string &code) {
  std::uint32_t begin = file.tokens()[statement.first].begin;
  std::uint32_t end = file.tokens()[statement.last].end;
  std::uint32_t line = file.line_begin(begin);
  std::string newline = file.newline(begin);
  if (statement.is_brace) {
    if (!file.begins_line(begin))
      return {insertion(file, begin, code + " ")};
    return {insertion(file, line,
                      inner_indent(file, statement.first) + code + newline)};
  }
  if (!statement.needs_braces) {
    if (!file.begins_line(begin))
      return {insertion(file, begin, code + " ")};
    return {insertion(file, line, file.indent(begin) + code + newline)};
  }
  std::uint32_t head = file.tokens()[statement.first - 1].end;
  std::optional<std::uint32_t> line_end = end_of_line(file, end);
  if (!file.begins_line(begin) || !end_of_line(file, head) || !line_end)
    return {insertion(file, begin, "{ " + code + " "),
            insertion(file, end, " }")};
  // The brace is where the `if` is, which may be lines above.
  std::size_t control = statement.first - 1;
  if (file.word(control) == ")")
    control = file.opening(control).value_or(control + 1) - 1;
  std::string outer = file.indent(file.tokens()[control].begin);
  return {insertion(file, head, " {"),
          insertion(file, line, file.indent(begin) + code + newline),
          insertion(file, *line_end, newline + outer + "}")};
}

} // namespace wt::fix
