// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Declarations of the text form; see ir/parse.h and docs/dev/ir.md.
//
// One pass over the lines.  Names of functions and globals may be used before
// their line, so such uses are kept and looked up at the end.
//
// Tested by tests/unit/ir/print_parse_test.cpp and tests/fuzz/.

#include "ir/parse.h"

#include "ir/parse_text.h"
#include "ir/print.h"
#include "ir/print_words.h"

namespace wt::ir {

Result<Unit> parse_unit(std::string_view text, std::string_view file_name) {
  return Parser(text, file_name).parse();
}

Result<Unit> Parser::parse() {
  if (!unit())
    return std::unexpected(in_.error());
  return std::move(unit_);
}

bool Parser::unit() {
  if (!declare_records() || !header())
    return false;
  for (in_.skip_empty_lines(); !in_.at_end(); in_.skip_empty_lines())
    if (!declaration())
      return false;
  if (uses_files_ && highest_file_ >= unit_.files.size())
    return in_.error_at(highest_file_place_, "position in an unknown file");
  return resolve_all();
}

bool Parser::header() {
  in_.skip_empty_lines();
  std::size_t start = in_.place();
  if (!in_.rest_from(start).starts_with(kTextMagic))
    return in_.expected("'" + std::string(kTextMagic) + "'");
  in_.go_to(start + kTextMagic.size());
  if (!in_.expect_line_end())
    return false;
  in_.skip_empty_lines();
  if (!in_.accept_word("unit"))
    return in_.expected("'unit'");
  if (in_.accept("c++"))
    unit_.language = Language::kCxx;
  else if (!in_.accept_word("c"))
    return in_.expected("'c' or 'c++'");
  if (!in_.expect_string(unit_.main_file, "path of the main file"))
    return false;
  if (in_.accept_word("lines") &&
      !in_.expect_number(unit_.source_lines, "number of lines"))
    return false;
  return in_.expect_line_end();
}

bool Parser::declaration() {
  std::size_t start = in_.place();
  std::string_view word = in_.accept_word();
  if (word == "function")
    return function();
  if (word == "global")
    return global();
  if (word == "record" || word == "union")
    return record();
  if (word == "type")
    return named_type();
  if (word == "file")
    return file();
  if (word == "suppress")
    return suppression();
  if (word == "initialiser" || word == "finaliser") {
    auto &list = word == "initialiser" ? initialisers_ : finalisers_;
    return symbol(list.emplace_back()) && in_.expect_line_end();
  }
  in_.go_to(start);
  return in_.expected("a declaration");
}

bool Parser::file() {
  std::size_t start = in_.place();
  std::uint32_t number = 0;
  StrId path;
  if (!in_.expect_number(number, "number of the file"))
    return false;
  if (number != unit_.files.size())
    return in_.error_at(start, "files are numbered in order: expected " +
                                   std::to_string(unit_.files.size()));
  if (!string(path, "path of the file"))
    return false;
  unit_.files.push(path);
  return in_.expect_line_end();
}

bool Parser::suppression() {
  Suppression s;
  if (!string(s.text, "text of the comment"))
    return false;
  if (in_.accept("!") && !position(s.pos))
    return false;
  unit_.suppressions.push_back(s);
  return in_.expect_line_end();
}

// --- globals ---

bool Parser::global() {
  Global g;
  g.type = TypeTable::unknown();
  if (!in_.expect("@") || !name(g.link_name, "name of a global"))
    return false;
  g.name = g.link_name;
  while (!in_.at_line_end() && in_.peek() != '{')
    if (!global_clause(g))
      return false;
  if (in_.accept("{")) {
    if (!in_.expect_line_end())
      return false;
    for (in_.skip_empty_lines(); !in_.accept("}"); in_.skip_empty_lines())
      if (!init_item(g))
        return false;
  }
  unit_.globals.push(std::move(g));
  return in_.expect_line_end();
}

bool Parser::global_clause(Global &g) {
  if (in_.accept("!"))
    return position(g.pos);
  std::size_t start = in_.place();
  std::string_view word = in_.accept_word();
  if (word == "type")
    return optional_type(g.type);
  if (word == "size")
    return in_.expect_number(g.size, "size");
  if (word == "name")
    return string(g.name, "source name");
  if (word == "alias")
    return string(g.alias_of, "link name");
  if (word == "definition")
    return g.is_definition = true;
  if (word == "constant")
    return g.is_constant = true;
  if (word == "thread_local")
    return g.is_thread_local = true;
  if (word == "complete")
    return g.init_is_complete = true;
  if (linkage(word, g.linkage))
    return true;
  in_.go_to(start);
  return in_.expected("a property of a global");
}

// One line between the braces: a cell or a class of a vtable.
bool Parser::init_item(Global &g) {
  if (in_.accept_word("vtable")) {
    VtableEntry entry;
    if (!in_.expect_number(entry.offset, "offset") ||
        !string(entry.type_id, "type id of a class"))
      return false;
    g.vtable.push_back(entry);
    return in_.expect_line_end();
  }
  InitCell c;
  if (!in_.expect_number(c.offset, "offset of a cell or '}'") ||
      !in_.expect(":"))
    return false;
  if (in_.accept_word("int")) {
    if (!in_.expect_number(c.width, "width in bits") ||
        !in_.expect_signed(c.value, "value of the cell"))
      return false;
  } else {
    if (in_.accept_word("global"))
      c.kind = InitCell::Kind::kGlobal;
    else if (in_.accept_word("function"))
      c.kind = InitCell::Kind::kFunction;
    else
      return in_.expected("'int', 'global' or 'function'");
    Symbol what;
    if (!symbol(what))
      return false;
    if ((in_.accept("+") || in_.peek() == '-') &&
        !in_.expect_signed(c.value, "number of bytes"))
      return false;
    cell_symbols_.push_back(
        {GlobalId(unit_.globals.size()), g.init.size(), what});
  }
  g.init.push_back(c);
  return in_.expect_line_end();
}

// --- functions ---

bool Parser::function() {
  Function f;
  f.type = f.result_type = TypeTable::unknown();
  if (!in_.expect("@") || !name(f.link_name, "name of a function"))
    return false;
  f.name = f.link_name;
  while (!in_.at_line_end() && in_.peek() != '{') {
    if (in_.accept("!")) {
      if (!position(f.pos))
        return false;
      continue;
    }
    std::size_t start = in_.place();
    if (!function_clause(f, in_.accept_word())) {
      in_.go_to(start);
      return in_.expected("a property of a function");
    }
  }
  if (in_.accept("{") && !body(f))
    return false;
  unit_.functions.push(std::move(f));
  return in_.expect_line_end();
}

// False with no error recorded when the word is not known.
bool Parser::function_clause(Function &f, std::string_view word) {
  if (word == "type")
    return optional_type(f.type);
  if (word == "result")
    return optional_type(f.result_type);
  if (word == "parent")
    return type(f.parent);
  if (word == "name")
    return string(f.name, "source name");
  if (word == "alias")
    return string(f.alias_of, "link name");
  if (word == "attribute")
    return attribute(f);
  if (word == "end")
    return in_.expect("!") && position(f.end);
  for (const FunctionFlag &flag : kFunctionFlags)
    if (word == flag.name)
      return f.*flag.member = true;
  for (unsigned i = 1; i < kAccessCount; ++i)
    if (word == name_of(Access(i))) {
      f.access = Access(i);
      return true;
    }
  return linkage(word, f.linkage);
}

bool Parser::linkage(std::string_view word, Linkage &out) {
  for (unsigned i = 0; i < kLinkageCount; ++i)
    if (word == name_of(Linkage(i))) {
      out = Linkage(i);
      return true;
    }
  return false;
}

bool Parser::attribute(Function &f) {
  DeclAttribute a;
  std::size_t start = in_.place();
  std::string_view word = in_.accept_word();
  unsigned kind = 0;
  while (kind < kAttributeCount && word != name_of(DeclAttribute::Kind(kind)))
    ++kind;
  if (kind == kAttributeCount) {
    in_.go_to(start);
    return in_.expected("name of an attribute");
  }
  a.kind = DeclAttribute::Kind(kind);
  if (in_.accept("(")) {
    do {
      if (!in_.expect_number(a.args.emplace_back(), "index of an argument"))
        return false;
    } while (in_.accept(","));
    if (!in_.expect(")"))
      return false;
  }
  if (!optional_text(a.text))
    return false;
  f.attributes.push_back(std::move(a));
  return true;
}

// --- pieces ---

bool Parser::string(StrId &out, std::string_view what) {
  std::string text;
  if (!in_.expect_string(text, what))
    return false;
  out = unit_.strings.intern(text);
  return true;
}

bool Parser::name(StrId &out, std::string_view what) {
  std::string text;
  if (!in_.expect_name(text, what))
    return false;
  out = unit_.strings.intern(text);
  return true;
}

bool Parser::optional_text(StrId &out) {
  return in_.peek() != '"' || string(out, "text");
}

// What follows '!': file:line:column.
bool Parser::position(SourcePos &out) {
  std::size_t start = in_.place();
  if (!in_.accept("-")) {
    std::uint32_t file = 0;
    if (!in_.expect_number(file, "number of a file"))
      return false;
    out.file = FileId(file);
    if (!uses_files_ || file > highest_file_) {
      highest_file_ = file;
      highest_file_place_ = start;
      uses_files_ = true;
    }
  }
  return in_.expect(":") && in_.expect_number(out.line, "line") &&
         in_.expect(":") && in_.expect_number(out.column, "column");
}

// @name or @#3.
bool Parser::symbol(Symbol &out) {
  out.place = in_.place();
  if (!in_.expect("@"))
    return false;
  if (in_.accept("#"))
    return in_.expect_number(out.index, "number behind '@#'");
  return name(out.name, "name of a function or global");
}

namespace {

// The first of each link name in `table`.
template <class I, class T>
std::unordered_map<StrId, std::uint32_t> index_of(const IdMap<I, T> &table) {
  std::unordered_map<StrId, std::uint32_t> index;
  for (I id : table.ids())
    index.emplace(table[id].link_name, id.value);
  return index;
}

} // namespace

bool Parser::resolve_all() {
  auto functions = index_of(unit_.functions);
  auto globals = index_of(unit_.globals);
  auto find = [&](const Symbol &symbol, bool is_function, std::uint32_t &out) {
    std::size_t size =
        is_function ? unit_.functions.size() : unit_.globals.size();
    auto &index = is_function ? functions : globals;
    out = symbol.index;
    if (symbol.name.valid()) {
      auto found = index.find(symbol.name);
      out = found == index.end() ? UINT32_MAX : found->second;
    }
    if (out < size)
      return true;
    return in_.error_at(symbol.place, is_function
                                          ? "function is declared nowhere"
                                          : "global is declared nowhere");
  };
  for (const InstSymbol &use : inst_symbols_) {
    Inst &inst = unit_.functions[use.function].insts[use.value];
    if (!find(use.symbol, inst.op == Op::kFunction, inst.extra))
      return false;
  }
  for (const CellSymbol &use : cell_symbols_) {
    InitCell &c = unit_.globals[use.global].init[use.cell];
    bool is_function = c.kind == InitCell::Kind::kFunction;
    if (!find(use.symbol, is_function,
              is_function ? c.function.value : c.global.value))
      return false;
  }
  auto resolve_list = [&](const std::vector<Symbol> &from,
                          std::vector<FunctionId> &to) {
    for (const Symbol &symbol : from)
      if (!find(symbol, true, to.emplace_back().value))
        return false;
    return true;
  };
  return resolve_list(initialisers_, unit_.static_initialisers) &&
         resolve_list(finalisers_, unit_.static_finalisers);
}

} // namespace wt::ir
