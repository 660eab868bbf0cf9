// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is the summary of a function whose body is not interpreted?
//
// Library functions are known by their models, and bodies that are too much by
// the behaviour that model/infer found; both are behaviours
// (summary/behaviour.h), whose outcomes become cases one by one.

#pragma once

#include "engine/absint/cases.h"

namespace wt::absint {

ProcedureSummary from_behaviour(const Facts &facts, ProcedureId procedure);

Numbers numbers_of(const infer::NumberClass &is);

} // namespace wt::absint
