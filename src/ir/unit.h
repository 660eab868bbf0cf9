// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does one compiled source file hold?
//
// A Unit is self-contained: strings, types, files, globals and functions.  It
// is what the front end makes, what the store keeps and what program/ links.
//
// Tested by tests/unit/ir/.

#pragma once

#include "ir/function.h"

#include <memory>
#include <string>

namespace wt::ir {

enum class Language : std::uint8_t { kC, kCxx };

// One initialised piece of a global: an integer or an address.
struct InitCell {
  enum class Kind : std::uint8_t { kInt, kGlobal, kFunction };
  Kind kind = Kind::kInt;
  std::uint64_t offset = 0; // bytes from the start of the global
  std::uint32_t width = 64; // bits of an integer
  std::int64_t value = 0;   // the integer, or what is added to the address
  GlobalId global;
  FunctionId function;

  bool operator==(const InitCell &) const = default;
};

// A vtable holds the functions of class `type_id` from byte `offset` on.
struct VtableEntry {
  StrId type_id = StringTable::empty();
  std::uint64_t offset = 0;

  bool operator==(const VtableEntry &) const = default;
};

struct Global {
  StrId link_name = StringTable::empty();
  StrId name = StringTable::empty(); // qualified; "" for string literals
  Linkage linkage = Linkage::kExternal;
  TypeId type;
  std::uint64_t size = 0; // bytes; 0 when unknown
  bool is_definition = false;
  bool is_constant = false; // the program cannot write it
  bool is_thread_local = false;
  bool init_is_complete = false; // bytes without a cell are zero
  std::vector<InitCell> init;    // by offset
  std::vector<VtableEntry> vtable;
  StrId alias_of = StringTable::empty();
  SourcePos pos;

  bool operator==(const Global &) const = default;
};

// `// watertight: ignore(kind) reason` and its relatives in the source.
struct Suppression {
  SourcePos pos;
  StrId text = StringTable::empty(); // the whole comment
  bool operator==(const Suppression &) const = default;
};

struct Unit {
  std::string main_file; // absolute, normalised
  Language language = Language::kC;
  StringTable strings;
  TypeTable types;
  IdMap<FileId, StrId> files; // absolute, normalised paths
  IdMap<GlobalId, Global> globals;
  IdMap<FunctionId, Function> functions;
  std::vector<FunctionId> static_initialisers; // run before main, in order
  std::vector<FunctionId> static_finalisers;
  std::vector<Suppression> suppressions;
  std::uint64_t source_lines = 0; // of the main file

  const std::string &text(StrId id) const { return strings[id]; }
  const std::string &file_name(FileId id) const { return strings[files[id]]; }
};

} // namespace wt::ir
