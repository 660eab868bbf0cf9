// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How do the tests of the valueflow engine look?  As those of all engines: see
// engine_rows.h.

#pragma once

#include "engine/valueflow/valueflow.h"

#include "engine_rows.h"

namespace wt::valueflow {

using test::plain_name;
using test::Row;

inline void expect_findings(const Row &row) {
  test::expect_findings(row, [](const FactStages &stages) {
    return make_engine(stages, {}, {});
  });
}

} // namespace wt::valueflow
