// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See resource_words.h.

#include "finding/resource_words.h"

#include <algorithm>

namespace wt {

Words words_for(const model::ModelSet &models, model::FamilyId id) {
  Words words;
  if (!id)
    return words;
  const model::Family &family = models.family(id);
  words.noun = family.noun.empty() ? family.name : family.noun;
  if (family.is_memory)
    return words;
  bool closes = std::any_of(family.releasers.begin(), family.releasers.end(),
                            [](const std::string &name) {
                              return name.find("close") != std::string::npos;
                            });
  words.acquired = closes ? "opened" : "acquired";
  words.released = closes ? "closed" : "released";
  words.release = closes ? "close" : "release";
  words.releasing = closes ? "closing" : "releasing";
  return words;
}

} // namespace wt
