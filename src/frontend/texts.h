// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which text does a string equal?
//
// `strcmp(s, "get") == 0` asks for the content of `s`; contents of literals are
// no part of our language.  Where nothing but equality is asked, the question
// is put as one about a number: `__wt_text(s) == N`, where N stands for "get".
// So everybody who knows that a number does not equal two others, and that a
// function that only looks answers twice the same, knows it of texts.
//
//   strcmp(s, "get") == 0         __wt_text(s) == N
//   strncmp(s, "ge", 2) != 0      __wt_text_start(s, 2) != N
//   !strcasecmp(s, "GET")         __wt_text_any_case(s) == N
//
// Numbers are hashes of 31 bits, so that two texts may have one: then less is
// known.  models/c.spec describes the functions.
//
// Tested by tests/leak/c/one_text.c and tests/ir/.

#pragma once

namespace llvm {
class Module;
}

namespace wt::frontend {

void name_texts(llvm::Module &module);

} // namespace wt::frontend
