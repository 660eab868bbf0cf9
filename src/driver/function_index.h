// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which units does a question about one line need?
//
// Beside each unit the store keeps a short index of it: its functions, where
// they stand, and the names that each of them uses.  `query` reads the indexes
// of the whole build, and loads the units of the functions around its line:
// those it calls, those that call it, and what these call, the nearest first.
//
//   f at the line     f -> g -> h          what f does
//                     main -> f, main -> k what main has done before
//
// Callers that are not loaded are not forgotten: a function that they call may
// be entered from there, so a proof does not end at its other callers.
//
// Tested by tests/unit/driver/function_index_test.cpp.

#pragma once

#include "ir/unit.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace wt::driver {

struct IndexedFunction {
  std::string name;                  // what the linker sees
  bool is_static = false;            // only its own unit means it by that name
  std::uint32_t file = 0;            // of UnitIndex::files
  std::uint32_t first = 0, last = 0; // lines
  std::vector<std::string> uses;     // functions that it calls or names

  bool operator==(const IndexedFunction &) const = default;
};

struct UnitIndex {
  // C++, where who calls whom depends on all classes; or functions with two
  // names.
  bool needs_all = false;
  std::vector<std::string> files;         // with bodies in them
  std::vector<IndexedFunction> functions; // with bodies
  std::vector<std::string> held; // functions that its variables hold at first

  bool operator==(const UnitIndex &) const = default;
};

UnitIndex index_of(const ir::Unit &unit);
std::string write_index(const UnitIndex &index);
// Nullopt: damaged.
std::optional<UnitIndex> read_index(std::string_view bytes);

struct Neighbourhood {
  std::vector<bool> units; // by index: needed
  // Functions of needed units that others use too.
  std::set<std::string> used_elsewhere;
  bool has_main = false; // some unit of the build
};

// Nullopt: all of them are needed.
std::optional<Neighbourhood> neighbourhood(const std::vector<UnitIndex> &build,
                                           const std::string &file,
                                           std::uint32_t line);

} // namespace wt::driver
