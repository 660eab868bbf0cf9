// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sites of a function: see sites.h.

#include "engine/sites.h"

#include <algorithm>
#include <tuple>

namespace wt {

model::Place site_place(const AccessPath &path) {
  using model::Place;
  auto depth = static_cast<std::uint32_t>(path.length());
  switch (path.root().kind) {
  case PathRoot::Kind::kParameter:
    return {Place::Root::kArgument, path.root().index, depth};
  case PathRoot::Kind::kGlobal:
    return {Place::Root::kGlobal, path.root().index, depth};
  default:
    return {Place::Root::kResult, 0, depth};
  }
}

Site site_of(ProcedureId procedure, const infer::FreshPlace &fresh) {
  return {procedure, Site::Kind::kCall, fresh.call, site_place(fresh.place),
          fresh.family};
}

std::vector<Site> sites_of(const Facts &facts, ProcedureId procedure) {
  std::vector<Site> out;
  for (const infer::FreshPlace &fresh : facts.behaviours.in(procedure)) {
    Site site = site_of(procedure, fresh);
    if (std::ranges::find(out, site) == out.end() &&
        facts.models.family(fresh.family).is_reported)
      out.push_back(site);
  }
  return out;
}

FindingKind kind_of_loss(const model::ModelSet &models, const Site &site) {
  bool is_memory = !site.family.valid() || models.family(site.family).is_memory;
  return is_memory ? FindingKind::kLeak : FindingKind::kResourceLeak;
}

std::vector<Verdict> unknown_verdicts(const Facts &facts, ProcedureId procedure,
                                      const std::string &reason) {
  std::vector<Verdict> out;
  for (const Site &site : sites_of(facts, procedure)) {
    Verdict verdict;
    verdict.site = site;
    verdict.reason = reason;
    out.push_back(std::move(verdict));
  }
  return out;
}

void sort_by_source(const ir::Function &function,
                    std::vector<Verdict> &verdicts) {
  std::ranges::stable_sort(verdicts, {}, [&](const Verdict &verdict) {
    const SourcePos &pos = function.insts[verdict.site.value].pos;
    return std::tuple(pos.line, pos.column, verdict.site.value.value);
  });
}

} // namespace wt
