// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does a function do nothing but look at what it is given?
//
//   int is_plain(const char *s) { for (; *s; s++) if (*s < ' ') return 0; ... }
//
// It writes to its own locals alone, reads what its arguments point to and
// nothing further away, and calls only functions like itself.  Asked again,
// with nothing written there, it answers the same.
//
// Tested by tests/leak/c/asked_own.c.

#pragma once

#include "program/program.h"
#include "summary/behaviour.h"

#include <functional>

namespace wt::infer {

using BehaviourOf = std::function<const Behaviour *(ProcedureId)>;

bool only_looks(const Program &program, const model::ModelSet &models,
                ProcedureId procedure, const Behaviour &behaviour,
                const BehaviourOf &behaviour_of);

} // namespace wt::infer
