// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is this database one of ours?
//
// Only if it has exactly the tables that this version makes.  Anything else
// (another version, another program's file, damage, added triggers) is
// answered with why not, and rebuilt by the caller: a store holds nothing that
// cannot be computed again.  One that was made under another key came from
// somebody else and is left as it is.
//
// Tested by tests/unit/store/open_test.cpp.

#pragma once

#include "store/sqlite.h"

namespace wt {

enum class SchemaState {
  kReady,    // empty before or ours; it can be used
  kForeign,  // written by another version or program
  kStranger, // of this version, but made under another key
  kDamaged,
  kFailed, // cannot be read or written: see `code`
};

struct SchemaResult {
  SchemaState state = SchemaState::kReady;
  int code = 0; // SQLite's
};

// Sets up the connection, makes the tables in an empty database, checks them
// in another.  `owner` distinguishes keys.
SchemaResult prepare_schema(Database &database, const std::string &owner);

bool is_damage(int code); // of a SQLite result code

} // namespace wt
