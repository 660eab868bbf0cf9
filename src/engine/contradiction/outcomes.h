// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What must have held before a call, if this holds after it?
//
// A callee is known by its behaviour (summary/behaviour.h): a few outcomes,
// each with tests that held, cells that are written, objects that are freed,
// kept or made.  Every outcome is one way back.
//
//   made       the error cell is the new object: the way ends here
//   freed      an object that is gone is no leak: a contradiction
//   kept       somebody else has it: a contradiction
//   written    an assignment, as any other
//
// The paper has this for malloc and free alone (Section 4.3); its other
// callees are entered.
//
// Tested by tests/leak/.

#pragma once

#include "engine/contradiction/transfer.h"
#include "engine/contradiction/workspace.h"

namespace wt::contradiction {

// One way back over a call.
struct BeforeCall {
  ErrorCell cell;
  std::optional<infer::FreshPlace> made; // the error cell was made here
  std::optional<std::int64_t> number;    // that the call returned
};

struct BackOverCall {
  std::vector<BeforeCall> ways;
  bool is_assumption = false; // some way ended because code may keep the object
  std::string stopped_by;     // not empty: no sound answer
};

// setjmp() and its kind.
bool returns_twice(Workspace &workspace, ProcedureId callee);

class Outcomes {
public:
  // `is_sound`: for proofs.
  Outcomes(Workspace &workspace, FunctionView &view, Transfer &transfer,
           bool is_sound)
      : workspace_(workspace), view_(view), transfer_(transfer),
        is_sound_(is_sound) {}

  // `is_complete`: the object was found further on, only conditions count.
  BackOverCall back_over(const ErrorCell &post, ir::ValueId call,
                         bool exceptional, bool is_complete);
  // The same for one callee.
  void back_over(const ErrorCell &post, ir::ValueId call, ProcedureId callee,
                 bool exceptional, bool is_complete, BackOverCall &out);

private:
  enum class Change : std::uint8_t { kNothing, kNumbers, kAnything };
  Change change_by(ir::ValueId call, ProcedureId callee);
  bool is_given_by_choice(const ErrorCell &post, ir::ValueId call);
  bool keep_arguments(BeforeCall &way, ir::ValueId call,
                      infer::Arguments spared);

  Workspace &workspace_;
  FunctionView &view_;
  Transfer &transfer_;
  bool is_sound_;
};

} // namespace wt::contradiction
