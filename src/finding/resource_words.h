// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which words fit a kind of resource?
//
// Memory is allocated and freed, a stream is opened and closed; the
// specification names the noun, the names of the releasers decide the verbs.
//
// Tested by tests/unit/finding/describe_test.cpp.

#pragma once

#include "model/model.h"

namespace wt {

struct Words {
  std::string noun = "memory";
  std::string acquired = "allocated";
  std::string released = "freed";
  std::string release = "free"; // the verb
  std::string releasing = "freeing";
};

Words words_for(const model::ModelSet &models, model::FamilyId family);

} // namespace wt
