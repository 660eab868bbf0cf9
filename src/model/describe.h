// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How is a model told to people?
//
//   describe(model of realloc, models):
//     free argument 0 as malloc when result != 0
//     fresh result as malloc, may fail
//
// Tested by tests/unit/model/lower_test.cpp.

#pragma once

#include "model/model.h"

#include <string>

namespace wt::model {

std::string describe(const Place &place); // "result", "*argument 0"
std::string describe(const ResultTest &test, const std::string &subject);
std::string describe(const Effect &effect, const ModelSet &models);
// One line per effect; "reads only" when there is none.
std::string describe(const FunctionModel &model, const ModelSet &models);

} // namespace wt::model
