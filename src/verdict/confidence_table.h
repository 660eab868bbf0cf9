// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many findings with this evidence were judged, and how many are true?
//
// Written by `bench/triage.py table`; do not edit.
//
// Tested by bench/triage.py.

#pragma once

#include "verdict/confidence.h"

#include <array>

namespace wt {

inline constexpr std::array<MeasuredRow, 3> kMeasuredRows = {{
    {"sat and others", 60, 2},
    {"sat and others, confirmed", 40, 0},
    {"sat and others, undecided", 20, 2},
}};

} // namespace wt
