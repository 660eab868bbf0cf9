// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What do attributes on a declaration say?
//
//   malloc                    the result is fresh, family malloc
//   malloc(f)                 the result is fresh, of the family f releases
//   ownership_returns(k)      the result is fresh, family k
//   ownership_takes(k, 1)     argument 0 is freed, family k
//   ownership_holds(k, 1)     argument 0 is kept
//   returns_nonnull           a fresh result never fails
//   pure, const               arguments are only read
//   analyzer_noreturn         does not return
//
// Only ownership_* says something about a function with a body: the other
// attributes are hints to the optimiser, and the body knows better.
//
// Tested by tests/unit/model/attributes_test.cpp.

#pragma once

#include "ir/unit.h"
#include "model/families.h"
#include "model/model.h"

#include <optional>
#include <vector>

namespace wt::model {

// Adds families that the attributes name.  The first model is the one of the
// function itself, others are those of deallocators named in malloc(f);
// empty when the attributes say nothing about objects.
std::vector<FunctionModel> models_from_attributes(const ir::Unit &unit,
                                                  const ir::Function &function,
                                                  FamilyTable &families);

} // namespace wt::model
