// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is everything above the program given, the interpreter and the engines?
//
// Tested by tests/unit/engine/.

#pragma once

#include "model/model.h"
#include "program/program.h"
#include "summary/behaviours.h"

#include <iosfwd>

namespace wt {

// What all engines read: complete and constant.
struct Facts {
  const Program &program;
  const model::ModelSet &models;
  // Of all procedures, and the sites.
  const infer::Behaviours &behaviours;
};

// What the user asked for that changes what counts as a leak.
struct Question {
  bool at_exit = false;    // also objects held only by locals at exit
  bool oom_throws = false; // follow the path where `new` throws
};

// What one engine knows of one procedure; only the engine looks inside.
class Summary {
public:
  virtual ~Summary() = default;
  virtual void print(std::ostream &out) const = 0;
  // The same as a graph in the DOT language, if the engine has one.
  virtual void print_graph(std::ostream &) const {}
};

} // namespace wt
