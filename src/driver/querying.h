// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Can this line lose an object?
//
// The command `query`.  The units of the functions around the line are loaded
// and linked (driver/function_index.h), and only the functions that the answer
// needs are looked into.  Each reference that goes away in the line is proved
// not to be the last one, or a path is shown on which it was.  What the proof
// cannot decide is searched for as `check` does, and so are objects that the
// line makes (driver/lost_objects.h).
//
// Exit status: 0 proved, 1 possible leak, 3 unknown.
//
// Tested by tests/cli/.

#pragma once

#include "driver/checking.h"

#include <set>

namespace wt::driver {

// "list.c:12", or "list.c:12:5" as findings are shown; the column is of no use.
struct QueryPlace {
  std::string file; // absolute, normalised
  std::uint32_t line = 0;
};
Result<QueryPlace> parse_place(const std::string &word);

// What units know that were not loaded.
struct NotLoaded {
  std::set<std::string> uses; // functions
  bool has_main = false;      // or one that was loaded
};

// The probes of one line, and the objects that it makes or loses.
int query(const Options &options, EngineTable engines, const QueryPlace &place,
          std::vector<frontend::CapturedUnit> &units,
          const std::vector<LinkPlaces> &places, const NotLoaded &not_loaded,
          Console &console);

} // namespace wt::driver
