// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which new objects do locals hold until the process ends?
//
//   [[noreturn]] void real_main() { Status *s = new Status; ... exit(0); }
//
// Those that a function which never returns makes outside of any loop.
//
// Tested by tests/leak/cxx/borrowed_members.cpp.

#pragma once

#include "ir/function.h"
#include "summary/behaviour.h"

#include <vector>

namespace wt::ownership {

// By block.
std::vector<bool> blocks_held_to_the_end(const ir::Function &body,
                                         const infer::Behaviour &behaviour);

} // namespace wt::ownership
