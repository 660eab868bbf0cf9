// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What may happen at a call, and under which condition?
//
// The outcomes of the callees (summary/behaviour.h), each with what the
// tests on its result and on the arguments say in the caller.  A callee of
// which nothing is known may keep all that it gets.
//
// Tested by tests/unit/engine/valueflow_calls_test.cpp.

#pragma once

#include "engine/valueflow/numbers.h"
#include "summary/ignored.h"

namespace wt::valueflow {

struct CallOutcome {
  const infer::Outcome *outcome = nullptr;
  Cond when;          // too weak where a test is about memory
  Cond refusal = kNo; // ... and it needs a null that nobody here thinks of
};

struct CallEnd {
  bool keeps_all = false;            // every argument, and all that it reaches
  infer::Arguments spared;           // ... but these
  std::vector<CallOutcome> outcomes; // of all callees
  std::vector<const infer::Behaviour *> behaviours;

  // The condition under which something happens that happens in the i-th
  // outcome, in those that callers cannot tell from it, and in refusals.
  Cond when_or_not_told(logic::Conditions &table, std::size_t i) const;
};

class Calls {
public:
  Calls(Body &body, Numbers &numbers)
      : body_(body), numbers_(numbers),
        ignored_(body.setting.facts.program.unit_of(body.setting.procedure),
                 body.function) {}

  const CallEnd &at(ir::ValueId call);
  // May the result be what lies behind an argument?
  bool returns_contents(ir::ValueId call) const;
  // ... without saying what: an element that it looked up.
  bool finds_something(ir::ValueId call, const infer::Outcome &outcome) const;
  // Does the outcome need a null argument which nobody here knows to be one?
  bool asks_for_null(ir::ValueId call, const infer::Outcome &outcome);
  // One of its outcomes happens: kYes if that says nothing.
  Cond ends_somehow(ir::ValueId call);
  bool is_never_negative(ir::ValueId call);
  // An exception of the callee leaves this function.
  Cond throws_out(ir::ValueId call);
  // What the call says of a value that was read from a cell it wrote.
  Cond known_of(ir::ValueId call, const flow::Cell &cell, ir::ValueId value);
  // The value is in the class.
  Cond belongs(ir::ValueId value, const infer::NumberClass &is,
               ir::BlockId seen_from);

private:
  // It needs a null argument that this body neither tests nor computes.
  Cond refusal(ir::ValueId call, const infer::Outcome &outcome);
  Cond is_taken_for_granted(ir::ValueId value, ir::ValueId call, int depth);
  void find_null_tests();
  ir::ValueId value_of(ir::ValueId call, const infer::Term &term);
  Cond is_counted(ir::ValueId call, const infer::Term &term, ir::ValueId value);
  Cond given_by_call(ir::ValueId call, const infer::Given &given);
  const infer::Effect *write_of(ir::ValueId call, const infer::Outcome &outcome,
                                const flow::Cell &cell) const;
  Cond left_by(ir::ValueId call, const flow::Cell &cell,
               const infer::NumberClass &is);
  CallEnd find(ir::ValueId call);
  Cond when(ir::ValueId call, const infer::Outcome &outcome);
  Cond fits(ir::ValueId call, const infer::Outcome &outcome);
  Cond given(ir::ValueId call, const infer::Given &given);
  Cond compared(ir::ValueId call, const infer::Comparison &comparison);
  void choose_one(CallEnd &end);
  void tell_results_apart(ir::ValueId call, CallEnd &end);

  Body &body_;
  Numbers &numbers_;
  infer::IgnoredResults ignored_;
  std::map<ir::ValueId, CallEnd> ends_;
  bool has_null_tests_ = false;
  // Where pointers are compared with null.
  std::map<ir::ValueId, std::vector<ir::BlockId>> null_tests_;
};

} // namespace wt::valueflow
