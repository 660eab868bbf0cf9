// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The flag that a signal handler sets: see interrupt.h.

#include "driver/interrupt.h"

#include <csignal>

namespace wt::driver {

namespace {

// A signal handler can reach nothing but a global.
std::atomic<bool> g_interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

void on_signal(int) { g_interrupted.store(true); }

} // namespace

const std::atomic<bool> &watch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESETHAND; // the second one kills
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  struct sigaction before = {};
  sigaction(SIGHUP, nullptr, &before);
  if (before.sa_handler != SIG_IGN) // by nohup
    sigaction(SIGHUP, &action, nullptr);
  return g_interrupted;
}

const std::atomic<bool> &interrupted() { return g_interrupted; }

} // namespace wt::driver
