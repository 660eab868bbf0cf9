// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Can this function, can this line lose an object?
//
// The commands `prove` and `query`.  Like `check` they run in the child; each
// prints to stdout and gives the exit status: 0 proved, 1 possible leak, 3
// unknown.
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

// "list.c:12"
struct QueryPlace {
  std::string file; // absolute, normalised
  std::uint32_t line = 0;
};
Result<QueryPlace> parse_place(const std::string &word);

// Every probe of the functions with its verdict, and a table.
int prove(const Options &options, const ProveWords &words,
          std::vector<frontend::CapturedUnit> &units,
          const std::vector<LinkPlaces> &places, Console &console);

// The probes of one line.
int query(const Options &options, const QueryPlace &place,
          std::vector<frontend::CapturedUnit> &units,
          const std::vector<LinkPlaces> &places, Console &console);

} // namespace wt::driver
