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

inline constexpr std::array<MeasuredRow, 4> kMeasuredRows = {{
    {"absint+contradiction+ownership+sat+valueflow, confirmed", 45, 0},
    {"sat and others", 150, 5},
    {"sat and others, confirmed", 104, 1},
    {"sat and others, undecided", 43, 4},
}};

} // namespace wt
