// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What holds on every execution that comes by, without any branch saying so?
//
// A call ends in one of its outcomes, so its result is in one of their classes;
// `error(1, ...)` does not end at all.  What was dereferenced was not null.
// Such facts are many, and a question gets only those that share an atom with
// it.
//
// Tested by tests/unit/engine/valueflow_calls_test.cpp.

#pragma once

#include "engine/valueflow/calls.h"

namespace wt::valueflow {

class PathFacts {
public:
  PathFacts(Body &body, Calls &calls) : body_(body), calls_(calls) {}

  // The conjunction of those that matter for `question`.
  Cond about(Cond question);

private:
  struct Fact {
    Cond holds;
    std::vector<std::uint32_t> atoms; // it is about; none: always of interest
  };
  void collect();
  void add(ir::BlockId where, Cond what);

  Body &body_;
  Calls &calls_;
  bool is_collected_ = false;
  std::vector<Fact> facts_;
};

} // namespace wt::valueflow
