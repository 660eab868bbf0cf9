// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a model add to a body that it yields to?
//
// A specification may leave what a function does to its body (`by_body`) and
// still know what no body shows: no length is negative.
//
// Tested by tests/leak/cxx/no_cause.cpp.

#pragma once

#include "model/model.h"
#include "program/program.h"

namespace wt::model {

// Null: nothing.
const FunctionModel *hint_about(const Program &program, const ModelSet &models,
                                ProcedureId procedure);

} // namespace wt::model
