// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The items of a file: type, container, family, handle, alias, and functions.
// See spec_parser.h.

#include "model/spec_parser.h"

#include "model/spec_cursor.h"

namespace wt::model {
namespace {

// type T, U;
void parse_type_variables(SpecCursor &in, SpecFile &file) {
  do
    file.type_variables.push_back(in.expect_name("the name of a type"));
  while (in.accept(","));
  in.expect(";");
}

// container map<K, V> { own K *key; own V *value; };
SpecContainer parse_container(SpecCursor &in) {
  SpecContainer container;
  container.pos = in.pos();
  container.name = in.expect_name("the name of a container");
  in.expect("<");
  do
    container.parameters.push_back(in.expect_name("a type parameter"));
  while (in.accept(","));
  in.expect(">");
  in.expect("{");
  while (!in.is_punct("}") && !in.at_end()) {
    SpecParam field = parse_parameter(in);
    if (field.name.empty())
      in.unexpected("the name of a field");
    container.fields.push_back(std::move(field));
    in.expect(";");
  }
  in.expect("}");
  in.accept(";");
  return container;
}

// family FILE "stream" resource released by fclose;
// handle fd "file descriptor" fails -1 released by close;
SpecFamily parse_family(SpecCursor &in, bool is_handle) {
  SpecFamily family;
  family.pos = in.pos();
  family.is_handle = is_handle;
  family.name = in.expect_name_or_string("the name of a family");
  if (in.peek().kind == Token::Kind::kString)
    family.noun = in.take().text;
  while (!in.is_punct(";") && !in.at_end()) {
    if (in.accept_word("memory")) {
      family.is_memory = true;
    } else if (in.accept_word("resource")) {
      family.is_memory = false;
    } else if (in.accept_word("track")) {
      family.is_tracked_only = true;
    } else if (in.accept_word("fails")) {
      family.no_object =
          in.accept_word("null") ? 0 : in.expect_number("a number or 'null'");
    } else if (in.accept_word("released")) {
      in.expect_word("by");
      do
        family.releasers.push_back(parse_function_name(in));
      while (in.accept(","));
    } else {
      in.unexpected("'memory', 'resource', 'track', 'fails', 'released by' "
                    "or ';'");
    }
  }
  in.expect(";");
  return family;
}

// alias fopen64, fopen_unlocked = fopen;
SpecAlias parse_alias(SpecCursor &in) {
  SpecAlias alias;
  alias.pos = in.pos();
  do
    alias.names.push_back(parse_function_name(in));
  while (in.accept(","));
  in.expect("=");
  alias.target = parse_function_name(in);
  in.expect(";");
  return alias;
}

SpecFunction parse_function(SpecCursor &in) {
  SpecFunction function = parse_prototype(in);
  if (in.accept_word("where"))
    function.clauses = parse_where(in);
  if (in.at_end() && !in.error())
    in.unexpected("';' or 'where'");
  in.expect(";");
  return function;
}

// A keyword only where a declaration of that kind can follow, so that
// functions may still return a `type` or a `family`.
bool starts_item(const SpecCursor &in, std::string_view keyword) {
  return in.is_word(keyword) &&
         (in.is_name(1) || in.peek(1).kind == Token::Kind::kString) &&
         !in.is_punct("(", 2) && (keyword == "alias" || !in.is_punct("::", 2));
}

void parse_item(SpecCursor &in, SpecFile &file) {
  if (starts_item(in, "type")) {
    in.take();
    parse_type_variables(in, file);
  } else if (starts_item(in, "container")) {
    in.take();
    file.containers.push_back(parse_container(in));
  } else if (starts_item(in, "family") || starts_item(in, "handle")) {
    bool is_handle = in.take().text == "handle";
    file.families.push_back(parse_family(in, is_handle));
  } else if (starts_item(in, "alias")) {
    in.take();
    file.aliases.push_back(parse_alias(in));
  } else {
    file.functions.push_back(parse_function(in));
  }
}

} // namespace

Result<SpecFile> parse_spec(std::string_view text,
                            const std::string &file_name) {
  Result<std::vector<Token>> tokens = tokenize(text, file_name);
  if (!tokens)
    return std::unexpected(tokens.error());
  SpecCursor in(std::move(*tokens), file_name);
  SpecFile file;
  file.file = file_name;
  while (!in.at_end())
    parse_item(in, file);
  if (in.error())
    return std::unexpected(*in.error());
  return file;
}

} // namespace wt::model
