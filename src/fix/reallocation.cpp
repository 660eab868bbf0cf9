// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See reallocation.h.

#include "fix/reallocation.h"

#include <algorithm>

namespace wt::fix {

namespace {

constexpr const char *kSecondPointer = "resized";

std::string text_of(const SourceFile &file, std::size_t first,
                    std::size_t last) {
  std::uint32_t begin = file.tokens()[first].begin;
  return std::string(
      file.text().substr(begin, file.tokens()[last].end - begin));
}

bool is_positive_number(const SourceFile &file, std::size_t i) {
  std::string_view word = file.word(i);
  return file.tokens()[i].kind == Token::Kind::kNumber &&
         word.find_first_of("123456789") != std::string_view::npos &&
         word.find_first_not_of("0123456789uUlL") == std::string_view::npos;
}

// `n + 1`, `100`, `a * 2 + 16`: a sum with a positive number.
bool is_never_empty(const SourceFile &file, std::size_t first,
                    std::size_t last) {
  for (std::size_t i = first; i <= last; ++i) {
    std::string_view word = file.word(i);
    if (word == "(") {
      std::optional<std::size_t> close = file.closing(i);
      if (!close || *close > last)
        return false;
      i = *close;
      continue;
    }
    if (word == "-" || word == "?" || word == "&" || word == "|")
      return false;
    bool is_first = i == first || file.word(i - 1) == "+";
    bool is_last = i == last || file.word(i + 1) == "+";
    if (is_first && is_last && is_positive_number(file, i))
      return true;
  }
  return false;
}

} // namespace

std::optional<Reallocation> reallocation_at(const SourceFile &file,
                                            const Location &at) {
  std::optional<Statement> s = statement_at(file, at);
  if (!s || s->is_brace)
    return std::nullopt;
  std::size_t equals = s->first;
  while (equals < s->last && file.word(equals) != "=")
    ++equals;
  if (equals == s->first || equals + 4 >= s->last)
    return std::nullopt;
  Reallocation out;
  out.statement = *s;
  out.object = text_of(file, s->first, equals - 1);
  std::size_t name = equals + 1;
  if (file.word(name) == "(") // a cast
    name = file.closing(name).value_or(s->last) + 1;
  if (name + 1 >= s->last || file.word(name) != "realloc" ||
      file.word(name + 1) != "(" || file.closing(name + 1) != s->last - 1)
    return std::nullopt;
  out.function = file.word(name);
  std::size_t comma = name + 2;
  while (comma < s->last && file.word(comma) != ",")
    ++comma;
  if (comma + 1 >= s->last || text_of(file, name + 2, comma - 1) != out.object)
    return std::nullopt;
  out.call = text_of(file, name, s->last - 1);
  out.is_never_empty = is_never_empty(file, comma + 1, s->last - 2);
  // The name of the second pointer must not mean anything else here.
  for (std::size_t i = 0; i < file.tokens().size(); ++i)
    if (file.word(i) == kSecondPointer)
      out.is_never_empty = false;
  return out;
}

std::vector<Edit> with_second_pointer(const SourceFile &file,
                                      const Reallocation &r) {
  std::uint32_t begin = file.tokens()[r.statement.first].begin;
  std::uint32_t end = file.tokens()[r.statement.last].end;
  std::string newline = file.newline(begin);
  std::string outer = file.indent(begin);
  std::string step = outer.ends_with('\t') ? "\t" : "  ";
  std::string inner = newline + outer + step;
  std::string second = kSecondPointer;
  return {{file.name(), begin, end,
           "{" + inner + "void *" + second + " = " + r.call + ";" + inner +
               "if (!" + second + ")" + inner + step + "free(" + r.object +
               ");" + inner + r.object + " = " + second + ";" + newline +
               outer + "}"}};
}

} // namespace wt::fix
