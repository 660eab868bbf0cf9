// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Can this function lose an object?
//
// The command `prove`.  Like `check` it runs in the child; it prints to stdout
// and gives the exit status: 0 proved, 1 possible leak, 3 unknown.
//
// Tested by tests/cli/.

#pragma once

#include "driver/checking.h"

namespace wt::driver {

// What a word of `prove` names: files are read, functions are picked.
struct ProveWords {
  std::vector<std::string> files, functions;
};
ProveWords split_words(std::span<const std::string> words);

// Every probe of the functions with its verdict, and a table.
int prove(const Options &options, const ProveWords &words,
          std::vector<frontend::CapturedUnit> &units,
          const std::vector<LinkPlaces> &places, Console &console);

} // namespace wt::driver
