// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where are results kept, and how much of them?
//
// Opens the store that the options name, with the user's key (user_key.h), and
// does what `watertight store info|clean` asks for.
//
// Tested by tests/cli/test_store.py.

#pragma once

#include "driver/console.h"
#include "driver/options.h"
#include "store/store.h"

#include <memory>

namespace wt::driver {

// Results of earlier runs, or null when none are kept.  `database`: the
// compile_commands.json in use, or "".
std::unique_ptr<Store> open_store(const Options &options,
                                  const std::string &database,
                                  Console &console);

StoreLimits store_limits(const Options &options);

int store_command(const Options &options, Console &console);

} // namespace wt::driver
