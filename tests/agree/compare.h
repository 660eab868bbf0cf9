// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does an engine agree with the oracle about one program?
//
// Failures are what must never happen:
//   false alarm      it says *leaks*, with a path, where no path loses anything
//   wrong proof      it says *proved safe* where a path loses the object
//   broken witness   the walker contradicts its path
// Everything else is counted: leaks found and missed, unknown answers, and
// alarms without a path or resting on an unmodelled call (low confidence).
//
// Not judged: sites that depend on the caller (parameters, loads), because the
// oracle does not decide them, and programs it could not run to the end.

#pragma once

#include "driver/engines.h"
#include "oracle.h"

#include <string>
#include <vector>

namespace wt::agree {

struct Tally {
  std::uint64_t programs = 0;
  std::uint64_t not_judged = 0;  // programs the oracle gave up on
  std::uint64_t leaks = 0;       // sites that leak, by the oracle
  std::uint64_t found = 0;       // of them, said to leak
  std::uint64_t safe = 0;        // sites that never leak
  std::uint64_t proved = 0;      // of them, proved safe
  std::uint64_t unknown = 0;     // *unknown* answers
  std::uint64_t weak_alarms = 0; // false, but without path or low confidence
  std::uint64_t replayed = 0;    // witnesses the walker confirmed
  std::uint64_t undecided = 0;   // witnesses it could not decide
  std::vector<std::string> failures; // of this program, one line each
  std::vector<std::string> missed;   // likewise

  void add(const Tally &other);
};

// What the oracle says about all procedures of a program.
struct OracleView {
  OracleResult certain;  // leaks that an execution can show
  OracleResult possible; // and those that need aliased arguments, crash later
                         // or come after a use of freed memory
};
OracleView look_at(const Program &program, const model::ModelSet &models);

// Runs the engine on the program and compares.
Tally compare(const driver::EngineRow &row, const Program &program,
              const model::ModelSet &models, const OracleView &oracle);

} // namespace wt::agree
