// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which library functions do the small programs of this folder call?
//
// A handful, modelled here by hand, so that the tests of the oracle depend
// neither on the specification language nor on the shipped models:
//
//   malloc strdup        fresh or null
//   realloc              frees the old one unless it fails
//   free                 frees
//   asprintf             *argument 0 is fresh when the result is not negative
//   open close           descriptors, -1 is none
//   exit                 does not return

#pragma once

#include "model/model.h"

#include <memory>

namespace wt::agree {

std::unique_ptr<const model::ModelSet> small_models();

} // namespace wt::agree
