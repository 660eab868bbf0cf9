// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is it a va_list?
//
// Code that only borrows one borrows what it leads to as well.
//
// Tested by tests/leak/c/format_attribute.c.

#pragma once

#include "ir/unit.h"

namespace wt::infer {

// As a parameter, or as an argument: a pointer to the record.
inline bool is_argument_list(const ir::Unit &unit, ir::TypeId type) {
  if (!unit.types.is_pointer(type))
    return false;
  ir::TypeId record = unit.types.pointee(type);
  return unit.types.is_record(record) &&
         unit.text(unit.types[record].name) == "__va_list_tag";
}

} // namespace wt::infer
