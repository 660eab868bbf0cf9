// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a specification say of containers?
//
// Effects (model.h) cannot say that two places have the type T.  Who needs it
// gets the declaration as it was written, with the type variables of its file.
//
// Tested by tests/unit/engine/ownership_containers_test.cpp.

#pragma once

#include "model/model.h"
#include "model/spec.h"

namespace wt::model {

struct PolymorphicSpec {
  SpecFunction function;
  std::vector<std::string> type_variables;
};

// Null: the types of the model name no type variable and no container, or it
// was not written in the specification language.
const PolymorphicSpec *polymorphic(const ModelSet &models,
                                   const FunctionModel &model);

} // namespace wt::model
