// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How do the tests of the sat engine look?  As those of all engines: see
// engine_rows.h.

#pragma once

#include "engine/sat/sat.h"

#include "engine_rows.h"
#include "model/infer/infer.h"

namespace wt::sat {

using test::behaviours_of;
using test::check_witnesses;
using test::findings_of;
using test::kDeclarations;
using test::models;
using test::plain_name;
using test::Row;

// Facts of one test: the behaviours live until the next one.
inline Facts facts(const Program &program, const model::ModelSet &models) {
  static std::unique_ptr<const infer::Behaviours> behaviours;
  behaviours = std::make_unique<const infer::Behaviours>(
      infer::infer(program, models, {.threads = 1}));
  return {program, models, *behaviours};
}

inline void expect_findings(const Row &row) {
  test::expect_findings(row, [](const FactStages &stages) {
    return make_engine(stages.facts(), {}, {});
  });
}

} // namespace wt::sat
