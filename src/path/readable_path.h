// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What would a programmer call this path?
//
//   arg0[+8][+0]      p->next->data        fields found by their offsets
//   arg1[+0]          *out                 not a record: a dereference
//   arg1[*+0]         names[]              some element
//   global4[+16]      head.first           a global is itself an object
//   arg0[+8]...       p->next->...         and everything reachable
//   &arg0[+8]         &p->next             a place
//
// Declared types are followed as far as they are known; from there on the
// byte offsets of the exact form (path/path_text.h) are shown: p->[+24].
// Paths whose root is the result or an acquired object begin with `result` or
// `object7`.
//
// Tested by tests/unit/path/readable_path_test.cpp.

#pragma once

#include "path/place.h"

#include <string>

namespace wt {

// `procedure`: whose parameters, result and locals the path is about.
std::string readable(const Program &program, ProcedureId procedure,
                     const AccessPath &path);
std::string readable(const Program &program, ProcedureId procedure,
                     const Place &place);

} // namespace wt
