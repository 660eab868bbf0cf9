// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What may be wrong with an object in the body of a function?
//
// The interpreter notes at every way out what is live there and cannot be
// reached any more, and at every release what was released before.  States
// were joined on the way, so a suspect is a question, not an answer: whoever
// reports it looks for one path that shows it.
//
// Tested by tests/unit/engine/absint_suspects_test.cpp.

#pragma once

#include "ir/function.h"
#include "path/access_path.h"

namespace wt::infer {

struct Suspect {
  enum class Kind : std::uint8_t { kLeak, kDoubleFree, kMismatchedFree };
  Kind kind = Kind::kLeak;
  // The call that made the object; invalid: it is what a parameter points to.
  ir::ValueId call;
  AccessPath place;        // where the call puts it, or the parameter
  ir::ValueId at;          // the way out that loses it, or the second release
  bool is_at_exit = false; // locals of live frames hold it
  bool needs_oom = false;  // only after an allocation threw an exception

  bool operator==(const Suspect &) const = default;
  auto operator<=>(const Suspect &) const = default;
};

} // namespace wt::infer
