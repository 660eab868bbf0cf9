// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which handler catches what is thrown?
//
//   static void parse(int n) { if (n < 0) throw std::out_of_range("n"); }
//
//   try { parse(n); }
//   catch (const std::exception &) { ... }     always this one
//   catch (int) { ... }                        never
//
// What a function throws is what its `throw`s name and what its callees throw,
// without what its own handlers catch; of code that nobody knows it is
// anything. Where all that may arrive at a handler fits its type, or nothing
// does, the test of the handler becomes a constant, in the unit, before units
// are linked. So every engine knows.  Classes are known by their type
// information, or by the bases of their records.
//
// Tested by tests/leak/cxx/handlers.cpp and handlers_nested.cpp.

#pragma once

#include "ir/unit.h"

#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>

namespace wt {

// By link names of type information: `_ZTISt11logic_error`.
struct Thrown {
  bool is_anything = false;
  std::set<std::string> types;

  bool is_nothing() const { return !is_anything && types.empty(); }
  bool operator==(const Thrown &) const = default;
};

// What is said of a function without looking at bodies; nullopt: nothing.
using ThrownByName = std::function<std::optional<Thrown>(
    const std::string &link_name, const std::string &name, bool has_body)>;

// Tells how many tests became constants.
std::size_t resolve_handlers(std::span<ir::Unit *const> units,
                             const ThrownByName &said);

} // namespace wt
