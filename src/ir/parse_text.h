// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who reads the text of a unit?  The Parser: declarations are read in
// parse.cpp, types in parse_type.cpp, bodies of functions in parse_inst.cpp.
// Private to ir/; the interface is ir/parse.h.
//
// All members return false after an error, which the Cursor keeps.

#pragma once

#include "ir/parse_cursor.h"
#include "ir/unit.h"

#include <string>
#include <unordered_map>

namespace wt::ir {

class Parser {
public:
  Parser(std::string_view text, std::string_view file_name)
      : in_(text, file_name), text_(text) {}
  Result<Unit> parse();

private:
  // A function or a global by name or number; looked up at the end, when all
  // of them are known.
  struct Symbol {
    std::size_t place = 0;
    StrId name; // invalid: `index` says which
    std::uint32_t index = 0;
  };

  // An instruction as written; numbered and laid out at the end of its
  // function.  What is not in `inst` lies in the tables of `Body`.
  struct Draft {
    std::size_t place = 0;
    std::uint32_t id = 0;
    Inst inst;
    Symbol symbol; // global, function
    std::vector<ValueId> operands;
  };

  struct Body {
    Function *function = nullptr;
    std::vector<Draft> drafts;
    std::uint32_t next_id = 0;
    BlockId block; // the one being read
    // Side tables in the order of the text.
    std::vector<std::int64_t> ints;
    std::vector<FieldRef> fields;
    std::vector<CallInfo> calls;
    std::vector<SwitchInfo> switches;
    std::vector<std::vector<BlockId>> phi_blocks;
    std::size_t block_place = 0; // of the last reference to the highest block
    std::uint32_t highest_block = 0;
    std::uint32_t highest_variable = 0;
    std::size_t variable_place = 0;
    bool uses_blocks = false;
    bool uses_variables = false;
  };

  // Declarations (parse.cpp).
  bool unit();
  bool header();
  bool declaration();
  bool file();
  bool suppression();
  bool global();
  bool global_clause(Global &g);
  bool init_item(Global &g);
  bool linkage(std::string_view word, Linkage &out);
  bool function();
  bool function_clause(Function &f, std::string_view word);
  bool attribute(Function &f);
  bool symbol(Symbol &out);
  bool position(SourcePos &out);
  bool string(StrId &out, std::string_view what);
  bool name(StrId &out, std::string_view what);
  bool resolve_all();

  // Types (parse_type.cpp).
  bool type(TypeId &out) { return type(out, 0); }
  bool type(TypeId &out, unsigned depth);
  bool optional_type(TypeId &out); // a type, or `none`
  bool number_type(std::string_view word, TypeId &out);
  bool pointer_type(TypeId &out, unsigned depth);
  bool array_type(TypeId &out, unsigned depth);
  bool function_type(TypeId &out, unsigned depth);
  bool record_name(std::string &key, StrId &name, StrId &discriminator);
  bool declare_records();
  bool record();
  bool field_line(std::vector<FieldDecl> &fields);
  bool named_type();

  // Bodies (parse_inst.cpp).
  bool body(Function &f);
  bool body_line(Body &b);
  bool variable(Body &b);
  bool label(Body &b);
  bool inst(Body &b);
  bool inst_rest(Body &b, Draft &d);
  bool inst_suffix(Body &b, Draft &d);
  bool code(Draft &d);
  bool value(ValueId &out);
  bool values(std::vector<ValueId> &out);
  bool block(Body &b, BlockId &out);
  bool successors(Body &b);
  bool variable_use(Body &b, std::uint32_t &out);
  bool field(Body &b, Draft &d);
  bool call(Body &b, Draft &d);
  bool call_clauses(CallInfo &info);
  bool phi(Body &b, Draft &d);
  bool cases(Body &b, Draft &d);
  bool optional_text(StrId &out);
  bool finish(Body &b);
  bool lay_out(Body &b, const std::vector<std::uint32_t> &order);

  Cursor in_;
  std::string_view text_;
  Unit unit_;
  std::unordered_map<std::string, TypeId> records_; // by name and discriminator
  std::unordered_map<std::uint32_t, TypeId> named_types_; // #12
  std::size_t highest_file_place_ = 0;
  std::uint32_t highest_file_ = 0;
  bool uses_files_ = false;

  // References to look up at the end, by what they are in.
  struct InstSymbol {
    FunctionId function;
    ValueId value;
    Symbol symbol;
  };
  struct CellSymbol {
    GlobalId global;
    std::size_t cell;
    Symbol symbol;
  };
  std::vector<InstSymbol> inst_symbols_;
  std::vector<CellSymbol> cell_symbols_;
  std::vector<Symbol> initialisers_, finalisers_;
};

} // namespace wt::ir
