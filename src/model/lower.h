// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a written declaration mean for a call?
//
// Turns one SpecFunction into a FunctionModel: first what own, out and inout
// in the types say, then what the where clause adds.  A sentence about a place
// replaces what the type said of it:
//
//   own void *realloc(own void *p, size_t n) where { p freed when result != 0 }
//   types:   Fresh result, Free argument 0
//   clause:  Free argument 0 just when the result is not null
//
// Tested by tests/unit/model/lower_test.cpp.

#pragma once

#include "model/families.h"
#include "model/model.h"
#include "model/spec.h"
#include "support/result.h"

namespace wt::model {

// Precondition: the families of `file` are declared.
Result<FunctionModel> lower(const SpecFile &file, const SpecFunction &function,
                            const FamilyTable &families);

// `unsigned int`, `size_t`: a number, whatever the program is.
bool is_scalar_name(std::string_view name);

} // namespace wt::model
