// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who gathers the text of a unit?  The Printer: declarations are written in
// print.cpp, bodies of functions in print_inst.cpp.  Private to ir/; the
// interface is ir/print.h.

#pragma once

#include "ir/print.h"
#include "ir/print_words.h"

namespace wt::ir {

class Printer {
public:
  explicit Printer(const Unit &unit);
  void unit();
  void function(const Function &f);
  const std::string &type(TypeId id);
  std::string take() { return std::move(out_); }

private:
  // Pieces.
  void put(std::string_view text) { out_ += text; }
  void number(std::uint64_t n) { out_ += std::to_string(n); }
  void number(std::int64_t n) { out_ += std::to_string(n); }
  void name(StrId id);
  void string(StrId id) { out_ += quoted(text(id)); }
  void text_suffix(StrId id);
  void position(const SourcePos &pos);
  void value(ValueId v) { put("%"), number(std::uint64_t(v.value)); }
  void block(BlockId b) { put("b"), number(std::uint64_t(b.value)); }
  void values(std::span<const ValueId> list) {
    const char *separator = "";
    for (ValueId v : list) {
      put(separator), value(v);
      separator = ", ";
    }
  }
  // @name, or @#3 when the name alone does not tell which one it is.
  template <class Table> void symbol(const Table &table, std::uint32_t index) {
    put("@");
    if (index < table.size()) {
      StrId link_name = (table.begin() + index)->link_name;
      if (!text(link_name).empty() && !shared_names_[link_name.value])
        return name(link_name);
    }
    put("#"), number(std::uint64_t(index));
  }
  std::string_view text(StrId id) const;
  std::string spell_type(const Type &type);
  std::string record_name(const Type &type);

  // Declarations.
  void header();
  void types();
  void record(const Type &type);
  void global(const Global &g);
  void cell(const InitCell &c);
  void function_list(const char *word, std::span<const FunctionId> list);
  void function_head(const Function &f);

  // Bodies.
  void variable(const Function &f, VariableId id);
  void block_body(const Function &f, BlockId b);
  static std::span<const ValueId> inputs_of(const Function &f, ValueId v);
  void inst(const Function &f, ValueId v);
  void inst_body(const Function &f, ValueId v, const Inst &i);
  void field(const Function &f, const Inst &i);
  void call(const Function &f, ValueId v, const Inst &i);
  void call_info(const CallInfo &info);
  void phi(const Function &f, ValueId v, const Inst &i);
  void cases(const Function &f, const Inst &i);
  void note(const Function &f, ValueId v);

  const Unit &unit_;
  std::string out_;
  std::vector<std::string> type_texts_; // "": not needed yet
  std::uint32_t long_types_ = 0;   // numbered as they come: parsing keeps that
  std::vector<bool> shared_names_; // link names of several things
};

} // namespace wt::ir
