// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is taken for granted of a module before it is lowered?
//
// Destructors throw nothing.  Since C++11 the language says so unless the
// program says `noexcept(false)`; before, every destructor that calls anything
// could throw by its type, and none does in practice: an exception that leaves
// one during unwinding ends the process.  One whose own body has a `throw` is
// believed.
//
// A coroutine is not followed: its locals live in a frame that outlasts the
// call, and what looks like a return is a pause.  Callers see a function
// without a body, which may keep what it is given.
//
// Tested by tests/leak/cxx/before_2011.cpp and coroutines.cpp.

#pragma once

#include <functional>
#include <string_view>

namespace llvm {
class Module;
}

namespace wt::frontend {

void hide_coroutines(llvm::Module &module);

// For a language before C++11; `is_destructor` is asked with link names.
void quiet_destructors(
    llvm::Module &module,
    const std::function<bool(std::string_view)> &is_destructor);

} // namespace wt::frontend
