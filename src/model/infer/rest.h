// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a variadic body do with what is passed behind the dots?
//
// The interpreter takes all of that for one object, which a parameter behind
// the last one points to; a va_list leads there, and functions that are given
// the list say what they do with what they find from it.  Callers cannot use
// such paths.  If an outcome mentions one, other than as something that is
// looked at, every argument behind the dots may be kept in it.
//
// Tested by tests/leak/c/logged.c, kept_behind_dots.c and varargs.c.

#pragma once

#include "ir/function.h"
#include "summary/behaviour.h"

#include <functional>

namespace wt::infer {

// `most`: arguments of a call of it.
void settle_rest(Behaviour &behaviour, const ir::Function &body,
                 const std::function<std::uint32_t()> &most);

} // namespace wt::infer
