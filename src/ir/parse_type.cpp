// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types in the text form; see ir/parse.h and the notation in ir/type.h.
//
// Records may be used before their line, so all `record` and `union` lines
// are found first (declare_records) and given their fields on a second visit.

#include "ir/parse_text.h"
#include "ir/print_words.h"

#include <charconv>

namespace wt::ir {

namespace {
constexpr unsigned kMaxDepth = 256;           // of nested types
constexpr std::uint32_t kMaxWidth = 1u << 24; // bits
} // namespace

bool Parser::type(TypeId &out, unsigned depth) {
  if (depth > kMaxDepth)
    return in_.error_at(in_.place(), "type is nested too deeply");
  char first = in_.peek();
  if (first == '[')
    return array_type(out, depth);
  if (first == '%') {
    std::size_t start = in_.place();
    std::string key;
    StrId name, discriminator;
    if (!record_name(key, name, discriminator))
      return false;
    auto found = records_.find(key);
    if (found == records_.end())
      return in_.error_at(start, "record is declared nowhere");
    out = found->second;
    return true;
  }
  if (first == '#') {
    std::size_t start = in_.place();
    std::uint32_t number = 0;
    if (!in_.expect("#") || !in_.expect_number(number, "number of a type"))
      return false;
    auto found = named_types_.find(number);
    if (found == named_types_.end())
      return in_.error_at(start, "type is not defined yet");
    out = found->second;
    return true;
  }
  std::size_t start = in_.place();
  std::string_view word = in_.accept_word();
  if (word == "ptr")
    return pointer_type(out, depth);
  if (word == "fn")
    return function_type(out, depth);
  if (word == "void")
    return out = TypeTable::void_type(), true;
  if (word == "unknown")
    return out = TypeTable::unknown(), true;
  if (number_type(word, out))
    return true;
  in_.go_to(start);
  return in_.expected("a type");
}

bool Parser::optional_type(TypeId &out) {
  if (in_.accept_word("none"))
    return out = TypeId(), true;
  return type(out);
}

// i32, u8, f64.  Records no error.
bool Parser::number_type(std::string_view word, TypeId &out) {
  if (word.size() < 2)
    return false;
  std::uint32_t width = 0;
  const char *end = word.data() + word.size();
  auto [stop, problem] = std::from_chars(word.data() + 1, end, width);
  if (problem != std::errc() || stop != end || width > kMaxWidth)
    return false;
  if (word[0] == 'f')
    out = unit_.types.float_type(width);
  else if (word[0] == 'i' || word[0] == 'u')
    out = unit_.types.int_type(width, word[0] == 'i');
  else
    return false;
  return true;
}

bool Parser::pointer_type(TypeId &out, unsigned depth) {
  if (!in_.expect("<"))
    return false;
  bool is_const = in_.accept_word("const");
  TypeId pointee;
  if (!type(pointee, depth + 1) || !in_.expect(">"))
    return false;
  out = unit_.types.pointer_to(pointee, is_const);
  return true;
}

bool Parser::array_type(TypeId &out, unsigned depth) {
  std::uint64_t count = 0;
  TypeId element;
  if (!in_.expect("[") || !in_.expect_number(count, "number of elements"))
    return false;
  if (!in_.accept_word("x"))
    return in_.expected("'x'");
  if (!type(element, depth + 1) || !in_.expect("]"))
    return false;
  out = unit_.types.array_of(element, count);
  return true;
}

bool Parser::function_type(TypeId &out, unsigned depth) {
  std::vector<TypeId> params;
  bool is_variadic = false;
  if (!in_.expect("("))
    return false;
  while (!in_.accept(")")) {
    if (!params.empty() && !in_.expect(","))
      return false;
    if (in_.accept("...")) {
      is_variadic = true;
      if (!in_.expect(")"))
        return false;
      break;
    }
    TypeId param;
    if (!type(param, depth + 1))
      return false;
    params.push_back(param);
  }
  TypeId result;
  if (!in_.expect("->") || !type(result, depth + 1))
    return false;
  out = unit_.types.function(result, std::move(params), is_variadic);
  return true;
}

// %name or %name#discriminator.  `key` is what records_ is asked for.
bool Parser::record_name(std::string &key, StrId &name, StrId &discriminator) {
  std::string first, second;
  if (!in_.expect("%") || !in_.expect_name(first, "name of a record"))
    return false;
  if (in_.accept("#") && !in_.expect_name(second, "discriminator"))
    return false;
  name = unit_.strings.intern(first);
  discriminator = unit_.strings.intern(second);
  key = std::to_string(name.value) + "#" + std::to_string(discriminator.value);
  return true;
}

bool Parser::declare_records() {
  std::size_t line = 0;
  while (line < text_.size()) {
    in_.go_to(line);
    std::string_view word = in_.accept_word();
    if (word == "record" || word == "union") {
      std::size_t start = in_.place();
      std::string key;
      StrId name, discriminator;
      if (!record_name(key, name, discriminator))
        return false;
      TypeId id = unit_.types.record(name, discriminator, word == "union");
      if (!records_.emplace(std::move(key), id).second)
        return in_.error_at(start, "record is declared twice");
    }
    std::size_t end = text_.find('\n', line);
    if (end == std::string_view::npos)
      break;
    line = end + 1;
  }
  in_.go_to(0);
  return true;
}

// The line of declare_records again, now with fields.
bool Parser::record() {
  std::string key;
  StrId name, discriminator;
  if (!record_name(key, name, discriminator))
    return false;
  if (!in_.accept_word("size"))
    return in_.expect_line_end();
  std::uint64_t size = 0;
  if (!in_.expect_number(size, "size") || !in_.expect("{") ||
      !in_.expect_line_end())
    return false;
  std::vector<FieldDecl> fields;
  for (in_.skip_empty_lines(); !in_.accept("}"); in_.skip_empty_lines())
    if (!field_line(fields))
      return false;
  auto found = records_.find(key);
  if (found == records_.end())
    return in_.error_at(in_.place(), "record is declared nowhere");
  unit_.types.complete_record(found->second, size, std::move(fields));
  return in_.expect_line_end();
}

bool Parser::field_line(std::vector<FieldDecl> &fields) {
  FieldDecl field;
  if (!in_.expect_number(field.offset, "offset of a field or '}'") ||
      !in_.expect(":") || !name(field.name, "name of a field") ||
      !type(field.type))
    return false;
  if (in_.accept_word("bits") &&
      !in_.expect_number(field.bit_width, "number of bits"))
    return false;
  field.is_base = in_.accept_word("base");
  fields.push_back(field);
  return in_.expect_line_end();
}

bool Parser::named_type() {
  std::size_t start = in_.place();
  std::uint32_t number = 0;
  TypeId id;
  if (!in_.expect("#") || !in_.expect_number(number, "number of a type") ||
      !in_.expect("=") || !type(id))
    return false;
  if (!named_types_.emplace(number, id).second)
    return in_.error_at(start, "type is defined twice");
  return in_.expect_line_end();
}

} // namespace wt::ir
