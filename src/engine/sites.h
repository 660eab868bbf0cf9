// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which sites does a function have, and how do verdicts about them begin?
//
// model/infer defines where objects are acquired (fresh_places.h); this is how
// every engine turns such a place into the Site that it reports on.
//
// Tested by tests/unit/engine/.

#pragma once

#include "engine/engine.h"

namespace wt {

// The place of a site has no offsets: how deep it lies must do.
model::Place site_place(const AccessPath &path);
Site site_of(ProcedureId procedure, const infer::FreshPlace &fresh);

// Each once, in the order of its calls; only families that are reported.
std::vector<Site> sites_of(const Facts &facts, ProcedureId procedure);

// A leak of memory, or of a resource.
FindingKind kind_of_loss(const model::ModelSet &models, const Site &site);

// One verdict per site that says only why nothing is known.
std::vector<Verdict> unknown_verdicts(const Facts &facts, ProcedureId procedure,
                                      const std::string &reason);

void sort_by_source(const ir::Function &function,
                    std::vector<Verdict> &verdicts);

} // namespace wt
