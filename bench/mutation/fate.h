// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Can anybody but this function hold on to an object?
//
// Follows a value forwards through everything that may be the same pointer or
// point into the same object: casts, phis, fields, and the slots of locals that
// it is stored into.  It stays in the function unless it is stored elsewhere,
// returned, or given to a call that may keep it:
//
//   a written model      keeps what its effects say, the rest is only read
//   a body               keeps it if its parameter does not stay in it
//   neither              keeps it
//
//   char *p = strdup(s);  puts(p);  free(p);       stays
//   char *p = strdup(s);  list->name = p;          kept: stored
//
// The order of the instructions plays no part, so "kept" is said too often and
// "stays" is safe to believe.
//
// Tested by tests/unit/mutation/fate_test.cpp.

#pragma once

#include "mutation/calls.h"

namespace wt::mutation {

struct Fate {
  bool is_returned = false;
  std::string kept; // why it may be kept; "": it is not
};

// Where an object comes from: the result of a call, or a slot whose address
// the call was given.
struct Origin {
  ir::ValueId call;
  ir::ValueId slot; // invalid: the result
  auto operator<=>(const Origin &) const = default;
};

class Fates {
public:
  explicit Fates(Calls &calls) : calls_(calls) {}

  Fate of(ProcedureId procedure, const Origin &origin);
  // Does what the parameter points to stay in the function?
  bool stays(ProcedureId procedure, std::uint32_t parameter);

private:
  static constexpr int kMostNested = 4; // bodies looked into
  bool stays(ProcedureId procedure, std::uint32_t parameter, int depth);

  friend class FateWalk;
  Calls &calls_;
  std::map<std::pair<ProcedureId, std::uint32_t>, bool> stays_;
};

// The slot that an address lies in; invalid when it is something else.
ir::ValueId slot_of(const ir::Function &function, ir::ValueId address);

} // namespace wt::mutation
