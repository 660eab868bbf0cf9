// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asks everything there is to ask about one function (questions.h).

#include "engine/sat/check.h"

#include "engine/sat/questions.h"

#include <algorithm>

namespace wt::sat {

std::vector<Verdict> check(Evaluation &evaluation) {
  Questions questions(evaluation);
  std::vector<Verdict> out;
  for (const Site &site : questions.sites())
    if (evaluation.setting.facts.models.family(site.family).is_reported)
      out.push_back(questions.can_be_lost(site));
  // Misuses are rare: most sites need one question for all of theirs.
  std::vector<std::vector<Misuse>> groups;
  for (const Misuse &misuse : questions.misuses()) {
    auto is_of = [&](const std::vector<Misuse> &group) {
      return group[0].kind == misuse.kind &&
             questions.site_of(group[0].object) ==
                 questions.site_of(misuse.object);
    };
    auto group = std::ranges::find_if(groups, is_of);
    if (group == groups.end())
      group = groups.insert(groups.end(), std::vector<Misuse>());
    group->push_back(misuse);
  }
  for (const std::vector<Misuse> &all : groups) {
    if (!questions.can_any_happen(all))
      continue;
    for (const Misuse &misuse : all) {
      Verdict verdict = questions.can_happen(misuse);
      if (verdict.answer != Verdict::Answer::kLeaks)
        continue;
      out.push_back(std::move(verdict));
      break;
    }
  }
  return out;
}

} // namespace wt::sat
