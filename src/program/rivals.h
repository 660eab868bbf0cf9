// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which of several definitions of one name does a unit mean?
//
// Two programs in one tree may each have their own `usage`.  A unit that asks
// for it means, in this order:
//
//   1. the one it is linked with.  In each link target of the unit a linker
//      would take the definition at the lowest position (link_place.h); at
//      the same a strong one before the first weak one.  A unit in a shared
//      library asks the targets that use the library only if the library has
//      none.
//   2. the one whose file shares the longest folder prefix with it.
//
// A unit that is linked into several targets may mean a different definition
// in each, but there is one answer for all: strong before weak, then the
// nearest folder, then the one right in most targets, then the first file by
// name; but before all of them its own weak one, if that is right anywhere. The
// note on the name says for how many units that was so.
//
// Tested by tests/unit/program/targets_test.cpp and symbols_test.cpp.

#pragma once

#include "program/link_place.h"
#include "program/program.h"

#include <span>
#include <string>
#include <string_view>

namespace wt {

// Where a unit comes from and where it goes to.
struct UnitPlace {
  std::string_view file; // the main file
  LinkPlaces links;
};
using UnitPlaces = IdMap<UnitId, UnitPlace>; // ascending by file

// A definition: which symbol of which unit.
struct SymbolPlace {
  UnitId unit;
  std::uint32_t index = 0;
};

// How the units that mention a name were answered.
struct Decisions {
  bool is_by_link = false;   // some unit, by a link target
  bool is_by_folder = false; // some unit, because no link target decides
  std::vector<UnitId> linked_with_several;
};

class Rivals {
public:
  // Both ascending by unit.
  Rivals(std::span<const SymbolPlace> strong, std::span<const SymbolPlace> weak,
         const UnitPlaces &units)
      : strong_(strong), weak_(weak), units_(units) {}

  // What `asking` is linked with; none if its targets have no definition.
  std::optional<SymbolPlace> linked(UnitId asking, Decisions &decisions) const;

  // The first weak definition that is right in some target.
  std::optional<SymbolPlace> first_used_weak() const;

  // The strong definition in the nearest folder; there is one.
  SymbolPlace nearest(UnitId asking) const;

private:
  // Is the weak definition in that unit right in some target?  Then the unit
  // means it, and else nobody does: a body is what its unit means by its name.
  bool is_used(UnitId weak) const;

  std::span<const SymbolPlace> strong_, weak_;
  const UnitPlaces &units_;
};

// What to say of a name that several files define.
std::string rival_note(std::string_view noun, std::string_view name,
                       std::span<const std::string_view> files,
                       Decisions decisions, const UnitPlaces &units);

} // namespace wt
