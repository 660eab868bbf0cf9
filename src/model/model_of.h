// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which model holds at calls of a procedure?
//
// The one of its name.  A program's own function may only share its name with
// one of the library: where there is a body, the model must fit its shape, and
// a hint for compilers (__attribute__((malloc))) says less than the body.

#pragma once

#include "model/model.h"
#include "program/program.h"

namespace wt::model {

// Null: none does.
const FunctionModel *model_of(const Program &program, const ModelSet &models,
                              ProcedureId procedure);

} // namespace wt::model
