// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Do the declarations of a specification file fit together?
//
// The grammar accepts every name.  Here it is asked whether it means something:
//
//   void push(ref stak<T> *s, T e);       no container is called `stak`
//   void push(ref stack<T, U> *s, T e);   `stack` has one type argument
//   void put(char *p) where { p freed; p kept };   which of the two?
//
// Types with a scope (`std::unique_ptr<T>`) are classes of the program, about
// which nothing is known here.
//
// Tested by tests/unit/model/check_spec_test.cpp.

#pragma once

#include "model/spec.h"
#include "support/result.h"

#include <map>
#include <string>

namespace wt::model {

// Containers of the files read so far: the number of type arguments.
using ContainerArity = std::map<std::string, std::size_t, std::less<>>;

// Adds the containers of the file; the first thing that is wrong is the error.
Status check_spec(const SpecFile &file, ContainerArity &containers);

} // namespace wt::model
