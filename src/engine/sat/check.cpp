// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asks everything there is to ask about one function (questions.h).

#include "engine/sat/check.h"

#include "engine/sat/callee_paths.h"
#include "engine/sat/questions.h"

#include <algorithm>

namespace wt::sat {

std::vector<Verdict> check(Evaluation &evaluation) {
  Questions questions(evaluation);
  std::vector<Verdict> out;
  for (const Site &site : questions.sites())
    if (evaluation.setting.facts.models.family(site.family).is_reported)
      out.push_back(questions.can_be_lost(site));
  for (const Misuse &misuse : questions.misuses()) {
    Site site = questions.site_of(misuse.object);
    bool is_known = std::ranges::any_of(out, [&](const Verdict &other) {
      return other.kind == misuse.kind && other.site == site;
    });
    if (is_known)
      continue;
    Verdict verdict = questions.can_happen(misuse);
    if (verdict.answer == Verdict::Answer::kLeaks)
      out.push_back(std::move(verdict));
  }
  return out;
}

std::vector<Verdict> unknown_verdicts(const Setting &setting,
                                      const std::string &reason) {
  std::vector<Verdict> out;
  for (const infer::FreshPlace &fresh :
       setting.facts.behaviours.in(setting.procedure)) {
    Verdict verdict;
    verdict.site = {setting.procedure, Site::Kind::kCall, fresh.call,
                    site_place(fresh.place), fresh.family};
    verdict.reason = reason;
    bool is_known = std::ranges::any_of(
        out, [&](const Verdict &other) { return other.site == verdict.site; });
    if (!is_known && setting.facts.models.family(fresh.family).is_reported)
      out.push_back(std::move(verdict));
  }
  return out;
}

} // namespace wt::sat
