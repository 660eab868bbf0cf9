// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How does a command end?
//
// The user reads of these numbers in docs/user/command-line.md.  `query` and
// `prove` have two more meanings, in driver/proof_report.h.
//
// Tested by tests/cli/.

#pragma once

namespace wt::driver {

constexpr int kFine = 0;
constexpr int kFound = 1;         // a finding that counts
constexpr int kFailed = 2;        // the job could not be done
constexpr int kInterrupted = 130; // by a signal; nothing was reported

} // namespace wt::driver
