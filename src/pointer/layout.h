// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where in an object of this type can pointers lie?
//
// Points-to knows objects as bytes with arrays in them (constraints.h); types
// say where the arrays are.  Inside unions an array of characters is usually
// another view of its neighbours, and is left out: who walks over it makes the
// solver fold the object.
//
// Integers as wide as a pointer count as pointers; narrower ones hold none.
//
// Tested by tests/unit/pointer/layout_test.cpp.

#pragma once

#include "ir/type.h"
#include "pointer/constraints.h"

namespace wt::pointer {

// An object of that type; `size` in bytes if it is known better, else 0.
Object layout_of(const ir::TypeTable &types, ir::TypeId type,
                 std::uint64_t size = 0);
// `count` elements of that type, a number known only when the program runs.
Object layout_of_array(const ir::TypeTable &types, ir::TypeId element);

// Can a value of that type be a pointer, or a number that hides one?
bool may_be_pointer(const ir::TypeTable &types, ir::TypeId type);

// What a pointer of some declared type is good for.
enum class Pointee : std::uint8_t {
  kAnything, // void, unknown, incomplete
  kPlain,    // numbers, records without pointers; it is no pointer at all
  kPointers, // pointers, records that hold some
  kTables,   // likewise, and among them are pointers to functions
  kFunction,
};
Pointee pointee_of(const ir::TypeTable &types, ir::TypeId pointer);

} // namespace wt::pointer
