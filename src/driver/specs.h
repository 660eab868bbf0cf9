// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which specifications would help, and what do functions demand?
//
// `specs` prints the functions where ownership disappears into memory, each
// with a skeleton (engine/ownership/suggest.h); `--apply FILE` writes them to a
// file that --spec takes, `--signatures FILE` the interface of every function
// that other programs can call.  Like `check` it runs in the child.
//
// Tested by tests/cli/.

#pragma once

#include "driver/checking.h"

namespace wt::driver {

int specs(const Options &options, EngineTable table,
          std::vector<frontend::CapturedUnit> &units,
          const std::vector<LinkPlaces> &places, const Attempt &attempt,
          Console &console);

} // namespace wt::driver
