// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types, declarators and names of a specification.
//
// Words before the type (own, ref, out, inout) qualify pointers from the
// outermost one inwards; words behind a `*` qualify that pointer, as const
// does in C.  These are the same:
//
//   out own char **p        char *own *out p
//
// Behind the last pointer a word may qualify the name itself (`own fd`); only
// lowering knows whether the name is a handle.  A pointer without a word that
// lies around a qualified one is a ref.

#include "model/spec_cursor.h"

#include <algorithm>
#include <array>

namespace wt::model {
namespace {

// One of own, ref, out, inout where it was written.
struct Word {
  Ownership ownership = Ownership::kRef;
  Direction direction = Direction::kIn;
  std::string family;
  SpecPos pos;
};

constexpr std::array<std::string_view, 15> kBuiltins = {
    "void",   "char",     "short",    "int",       "long",
    "signed", "unsigned", "float",    "double",    "_Complex",
    "bool",   "_Bool",    "__int128", "_Float128", "auto"};

bool is_builtin(std::string_view text) {
  return std::ranges::find(kBuiltins, text) != kBuiltins.end();
}

bool accept_qualifier(SpecCursor &in, bool &is_const) {
  if (in.accept_word("const"))
    return is_const = true;
  return in.accept_word("volatile") || in.accept_word("restrict") ||
         in.accept_word("__restrict");
}

// `char *out` declares a parameter called out.
bool is_followed_by_end(const SpecCursor &in) {
  for (std::string_view end : {",", ")", ";", "["})
    if (in.is_punct(end, 1))
      return true;
  return in.is_punct("(", 1) && !in.is_word("own");
}

bool accept_word(SpecCursor &in, std::vector<Word> &words) {
  if (is_followed_by_end(in))
    return false;
  Word word;
  word.pos = in.pos();
  if (in.accept_word("own")) {
    word.ownership = Ownership::kOwn;
    if (in.accept("(")) {
      word.family = in.expect_name_or_string("the name of a family");
      in.expect(")");
    }
  } else if (in.accept_word("out")) {
    word.direction = Direction::kOut;
  } else if (in.accept_word("inout")) {
    word.direction = Direction::kInOut;
  } else if (!in.accept_word("ref")) {
    return false;
  }
  words.push_back(std::move(word));
  return true;
}

void apply(const Word &word, SpecType &type) {
  type.ownership = word.ownership;
  type.direction = word.direction;
  type.family = word.family;
  type.pos = word.pos;
}

SpecType wrap(SpecType::Kind kind, SpecType inner, SpecPos pos) {
  SpecType type;
  type.kind = kind;
  type.pos = pos;
  type.inner.push_back(std::move(inner));
  return type;
}

bool is_level(const SpecType &type) {
  return type.kind == SpecType::Kind::kPointer ||
         type.kind == SpecType::Kind::kReference ||
         type.kind == SpecType::Kind::kArray;
}

// The pointers of a type from the outside in, then its name.
std::vector<SpecType *> levels_of(SpecType &type) {
  std::vector<SpecType *> levels;
  SpecType *at = &type;
  for (; is_level(*at); at = &at->inner[0])
    levels.push_back(at);
  if (at->kind == SpecType::Kind::kName)
    levels.push_back(at);
  return levels;
}

void distribute(SpecCursor &in, const std::vector<Word> &words,
                SpecType &type) {
  std::vector<SpecType *> levels = levels_of(type);
  std::size_t next = 0;
  for (const Word &word : words) {
    while (next < levels.size() && levels[next]->ownership != Ownership::kNone)
      ++next;
    if (next == levels.size()) {
      in.fail_at(word.pos, "found more words than pointers, expected at most "
                           "one of own, ref, out or inout for each");
      return;
    }
    apply(word, *levels[next++]);
  }
  bool inside = false;
  for (auto level = levels.rbegin(); level != levels.rend(); ++level) {
    if (inside && (*level)->ownership == Ownership::kNone)
      (*level)->ownership = Ownership::kRef;
    inside |= (*level)->ownership != Ownership::kNone;
  }
}

// <int, own T *>
std::vector<SpecType> parse_type_arguments(SpecCursor &in) {
  std::vector<SpecType> arguments;
  in.expect("<");
  if (!in.is_punct(">"))
    do
      arguments.push_back(parse_parameter(in).type);
    while (in.accept(","));
  in.expect(">");
  return arguments;
}

// stack<T>, std::vector<T>::iterator
void parse_named_type(SpecCursor &in, SpecType &type) {
  type.name += in.expect_name("a type");
  for (;;) {
    if (in.is_punct("<"))
      type.inner = parse_type_arguments(in);
    if (!in.accept("::"))
      return;
    if (!type.inner.empty()) {
      SpecType scope = type;
      scope.is_const = false;
      type.name = print(scope, "");
      type.inner.clear();
    }
    type.name += "::" + in.expect_name("a name after '::'");
  }
}

// Everything before the first `*`: qualifiers, words and the type itself.
SpecType parse_base(SpecCursor &in, std::vector<Word> &words) {
  SpecType type;
  type.pos = in.pos();
  bool has_builtin = false;
  for (;;) {
    if (accept_qualifier(in, type.is_const) || accept_word(in, words))
      continue;
    if (in.is_name() && is_builtin(in.peek().text) &&
        (has_builtin || type.name.empty())) {
      type.name += (has_builtin ? " " : "") + std::string(in.take().text);
      has_builtin = true;
    } else if (!type.name.empty()) {
      return type;
    } else {
      for (std::string_view tag : {"struct", "union", "enum", "class"})
        if (in.accept_word(tag)) {
          type.name = std::string(tag) + " ";
          break;
        }
      if (!in.is_name()) {
        in.unexpected("a type");
        return type;
      }
      parse_named_type(in, type);
    }
  }
}

// `* own`, `&`, `*const` ...
SpecType parse_pointers(SpecCursor &in, SpecType type) {
  for (;;) {
    SpecPos pos = in.pos();
    if (type.kind == SpecType::Kind::kReference &&
        (in.is_punct("*") || in.is_punct("&") || in.is_punct("&&")))
      in.unexpected("a name behind a reference");
    if (in.accept("*"))
      type = wrap(SpecType::Kind::kPointer, std::move(type), pos);
    else if (in.accept("&") || in.accept("&&"))
      type = wrap(SpecType::Kind::kReference, std::move(type), pos);
    else
      return type;
    // A long row of stars would nest as deep as recursion does.
    int depth = 0;
    for (const SpecType *at = &type; is_level(*at); at = &at->inner[0])
      ++depth;
    if (depth > SpecCursor::kMaxDepth)
      in.fail_at(pos, "types are nested too deeply, expected at most 64 "
                      "levels");
    std::vector<Word> words;
    while (accept_qualifier(in, type.is_const) || accept_word(in, words)) {
    }
    if (words.size() > 1)
      in.fail_at(words[1].pos, "found a second word for one pointer, expected "
                               "one of own, ref, out or inout");
    if (!words.empty())
      apply(words[0], type);
  }
}

// Returns true after `...`.  The opening '(' is taken already.
bool parse_parameter_list(SpecCursor &in, std::vector<SpecParam> &params) {
  if (in.accept(")"))
    return false;
  if (in.is_word("void") && in.is_punct(")", 1)) {
    in.take();
    in.take();
    return false;
  }
  bool is_variadic = false;
  do {
    if (in.accept("...")) {
      is_variadic = true;
      break;
    }
    params.push_back(parse_parameter(in));
  } while (in.accept(","));
  in.expect(")");
  return is_variadic;
}

// (*f)(T, int): a pointer to a function with that result.
SpecParam parse_function_pointer(SpecCursor &in, SpecType result) {
  SpecParam param;
  param.pos = in.pos();
  in.expect("(");
  in.expect("*");
  bool is_const = false;
  while (accept_qualifier(in, is_const)) {
  }
  if (in.is_name()) {
    param.pos = in.pos();
    param.name = in.take().text;
  }
  in.expect(")");
  in.expect("(");
  SpecType function =
      wrap(SpecType::Kind::kFunction, std::move(result), param.pos);
  std::vector<SpecParam> params;
  function.is_variadic = parse_parameter_list(in, params);
  for (SpecParam &p : params)
    function.inner.push_back(std::move(p.type));
  param.type = wrap(SpecType::Kind::kPointer, std::move(function), param.pos);
  param.type.is_const = is_const;
  return param;
}

// [2], []
void parse_dimensions(SpecCursor &in, SpecType &type) {
  std::vector<std::pair<std::uint64_t, SpecPos>> dimensions;
  while (in.is_punct("[")) {
    SpecPos pos = in.take().pos;
    std::int64_t count = 0;
    if (!in.is_punct("]"))
      count = in.expect_number("the size of an array or ']'");
    if (count < 0)
      in.fail_at(pos, "found a negative size, expected the size of an array");
    in.expect("]");
    dimensions.emplace_back(static_cast<std::uint64_t>(count), pos);
    if (dimensions.size() > 8)
      in.fail_at(pos, "found too many dimensions, expected at most 8");
  }
  for (auto d = dimensions.rbegin(); d != dimensions.rend(); ++d) {
    type = wrap(SpecType::Kind::kArray, std::move(type), d->second);
    type.count = d->first;
  }
}

void check_names(SpecCursor &in, const std::vector<SpecParam> &params) {
  for (std::size_t i = 0; i < params.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (!params[i].name.empty() && params[i].name == params[j].name)
        in.fail_at(params[i].pos, "found a second parameter '" +
                                      params[i].name +
                                      "', expected different names");
}

// <*> and <int, *> of a name pattern, as text.
std::string parse_name_arguments(SpecCursor &in) {
  std::string text(in.take().text);
  int open = 1;
  while (open > 0 && !in.at_end()) {
    if (in.is_punct(";") || in.is_punct("(") || in.is_punct("{")) {
      in.unexpected("'>'");
      break;
    }
    Token token = in.take();
    open += token.text == "<" ? 1 : token.text == ">" ? -1 : 0;
    bool spaced = token.kind == Token::Kind::kName && !text.empty() &&
                  text.back() != '<' && text.back() != ' ' &&
                  text.back() != ':';
    text += (spaced ? " " : "") + std::string(token.text);
    if (token.text == ",")
      text += " ";
  }
  if (open > 0)
    in.unexpected("'>'");
  return text;
}

// The part behind `operator`: new[], delete, ==, ()
std::string parse_operator(SpecCursor &in) {
  std::string text = "operator";
  if (in.is_word("new") || in.is_word("delete"))
    text += " " + std::string(in.take().text);
  else if (in.accept("("))
    return in.expect(")"), text + "()";
  while (in.peek().kind == Token::Kind::kPunct && !in.is_punct("(") &&
         !in.is_punct(",") && !in.is_punct(";"))
    text += in.take().text;
  return text;
}

} // namespace

SpecParam parse_parameter(SpecCursor &in) {
  SpecCursor::Depth depth(in);
  SpecParam param;
  param.pos = in.pos();
  std::vector<Word> words;
  SpecType type = parse_pointers(in, parse_base(in, words));
  if (in.is_punct("(") && in.is_punct("*", 1)) {
    distribute(in, words, type);
    return parse_function_pointer(in, std::move(type));
  }
  if (in.is_name()) {
    param.pos = in.pos();
    param.name = in.take().text;
  }
  parse_dimensions(in, type);
  distribute(in, words, type);
  param.type = std::move(type);
  return param;
}

std::string parse_function_name(SpecCursor &in) {
  if (in.peek().kind == Token::Kind::kString)
    return std::string(in.take().text);
  std::string name;
  for (;;) {
    while (in.accept("*::"))
      name += "*::";
    if (in.accept("~"))
      name += "~";
    if (in.accept_word("operator"))
      return name + parse_operator(in);
    name += in.expect_name("the name of a function");
    if (in.is_punct("<"))
      name += parse_name_arguments(in);
    if (in.accept("::"))
      name += "::";
    else
      return name;
  }
}

SpecFunction parse_prototype(SpecCursor &in) {
  SpecFunction function;
  std::vector<Word> words;
  function.result = parse_pointers(in, parse_base(in, words));
  distribute(in, words, function.result);
  function.pos = in.pos();
  function.name = parse_function_name(in);
  in.expect("(");
  function.is_variadic = parse_parameter_list(in, function.params);
  check_names(in, function.params);
  return function;
}

} // namespace wt::model
