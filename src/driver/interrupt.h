// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Did the user press Ctrl-C?
//
// SIGINT, SIGTERM and SIGHUP set a flag that capture, scheduler and budgets
// look at; the run then takes its temporary files away and ends with status
// 130.  A second one ends the process at once.  Under nohup, SIGHUP stays
// ignored.
//
// Tested by tests/cli/ (class Interrupt).

#pragma once

#include <atomic>

namespace wt::driver {

// Installs the handlers; the flag lives as long as the process.
const std::atomic<bool> &watch_interrupts();
const std::atomic<bool> &interrupted();

} // namespace wt::driver
