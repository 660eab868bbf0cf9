// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which definition does a name in a unit mean?
//
// The same rules serve functions and globals, so both are turned into Symbols
// and resolved here.  A name outside a unit is one of, strongest first:
//
//   strong definition   several may exist (two `main`s in one tree): each is
//                       kept, and a unit means its own, else the one it is
//                       linked with, else the nearest (rivals.h)
//   weak or COMDAT      one for the whole program: the first in unit order;
//                       but where link targets are known, a weak function
//                       counts in those that take no other
//   available           a body to look at when nobody defines the name
//   declaration         the first in unit order stands for all
//
// A static symbol is always its own.  An alias is a definition that stands for
// what its target means in the same unit; an alias that leads back to itself
// means a name without a definition.
//
// Tested by tests/unit/program/symbols_test.cpp.

#pragma once

#include "ir/unit.h"
#include "program/program.h"
#include "program/rivals.h"

namespace wt {

// One function or global as its unit mentions it.
struct Symbol {
  std::string_view name;     // link name
  std::string_view alias_of; // link name, or ""
  ir::Linkage linkage = ir::Linkage::kExternal;
  bool is_defined = false;     // has a body or an initial value
  bool is_replaceable = false; // a function that is weak, and defined or an
                               // alias: link targets may take another
};

// What symbols of several units mean together: one procedure or variable.
struct Entity {
  static constexpr std::uint32_t kNoName = UINT32_MAX;
  UnitId unit;         // of the chosen definition or first declaration
  std::uint32_t index; // of the symbol in that unit
  std::uint32_t name_group = kNoName; // equal for rivals of one name
  bool is_defined = false;
};

struct Resolution {
  std::vector<Entity> entities;
  IdMap<UnitId, std::vector<std::uint32_t>> entity_of; // by unit, symbol index
  std::vector<std::string> rivals; // notes, one per name with several bodies
  std::vector<UnitId> repeated;    // units whose file was captured before, and
                                   // that define the same names again
};

// `symbols[u][i]` is symbol i of unit u, `units` ascending by file.
// `noun` is what notes call a symbol: "function", "variable".
Resolution resolve(const IdMap<UnitId, std::vector<Symbol>> &symbols,
                   const UnitPlaces &units, std::string_view noun);

std::vector<Symbol> function_symbols(const ir::Unit &unit);
std::vector<Symbol> global_symbols(const ir::Unit &unit);

} // namespace wt
