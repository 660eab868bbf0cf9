// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whom does a call reach, what is written about it, and does it come back?
//
// The simplest answers only: a call has one certain target or none.  Nothing
// here asks an engine or an inference: what is measured may not choose what it
// is measured on.
//
// Tested by tests/unit/mutation/.

#pragma once

#include "model/model.h"
#include "program/program.h"

#include <functional>
#include <map>

namespace wt::mutation {

class Calls {
public:
  Calls(const Program &program, const model::ModelSet &models)
      : program(program), models(models) {}

  const Program &program;
  const model::ModelSet &models;

  // The one procedure that the call reaches; invalid when that is not certain.
  ProcedureId callee(ProcedureId caller, ir::ValueId call) const;
  // The written model that stands for the procedure, or null.
  const model::FunctionModel *model(ProcedureId procedure) const;
  // Does the process end there, or never come back?
  bool ends(ProcedureId caller, ir::ValueId call);
  // The instructions that use a value, by value.
  const std::vector<std::vector<ir::ValueId>> &users(ProcedureId procedure);

private:
  bool never_returns(ProcedureId procedure, int depth);
  bool ends(ProcedureId caller, ir::ValueId call, int depth);

  std::map<ProcedureId, bool> never_returns_;
  std::map<ProcedureId, std::vector<std::vector<ir::ValueId>>> users_;
};

// The value behind pointer casts.
ir::ValueId behind_casts(const ir::Function &function, ir::ValueId v);

// Is `place` argument number `index` of the call itself, or something that it
// reaches?  Models count arguments without the hidden slot of a result.
bool is_argument(const model::Place &place, std::uint32_t index,
                 bool has_result_slot);

// Where a walk through a function begins.
struct Position {
  ir::BlockId block;
  std::size_t index = 0; // of the first instruction looked at
};
// Can control come from there to a return or rethrow without executing an
// instruction of which `is_barrier` holds, and without an edge of which
// `is_closed` (block, number of the successor) holds?
bool can_leave(
    const ir::Function &function, Position from,
    const std::function<bool(ir::ValueId)> &is_barrier,
    const std::function<bool(ir::BlockId, std::size_t)> &is_closed = nullptr);
Position after(const ir::Function &function, ir::ValueId inst);

} // namespace wt::mutation
