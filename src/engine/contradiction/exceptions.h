// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Can a call end with an exception?
//
// The IR says of every call that the compiler cannot exclude it.  A body that
// neither throws nor calls what does cannot throw; a function of C cannot,
// unless it calls back; of the C++ library nobody knows.  A `new` that finds no
// memory is followed by nobody (docs/engines/contradiction.md).
//
//   A::A() : p(new N) {}      cannot throw
//   std::stoi(text)           may
//
// Blocks that only exceptions of such calls lead to are dead.
//
// Tested by tests/prove/.

#pragma once

#include "engine/contradiction/workspace.h"

namespace wt::contradiction {

bool may_throw(const Workspace &workspace, ProcedureId procedure,
               ir::ValueId call);

// Does control come to the block, over what calls can do?
bool is_live(Workspace &workspace, ProcedureId procedure, ir::BlockId block);

} // namespace wt::contradiction
