// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who writes which cells, by points-to and mod/ref?
//
// The source of memory SSA for one body, or for an unrolled copy of it: each
// instruction is asked for under the name it has in the body.  What is asked is
// noted, so that it can be asked again (pointer_questions.h).
//
// Tested by tests/unit/flow/.

#pragma once

#include "flow/pointer_questions.h"

#include <functional>

namespace wt::flow {

class PointsToEffects final : public MemoryEffects {
public:
  // `in_body`: what an instruction or value is called in the body.
  PointsToEffects(const pointer::PointsTo &facts,
                  const pointer::ModRef &effects, ProcedureId procedure,
                  const ir::Function &function,
                  std::function<ir::ValueId(ir::ValueId)> in_body)
      : answers_(facts, effects, procedure), function_(function),
        in_body_(std::move(in_body)) {}

  Writes writes(ir::ValueId inst,
                const pointer::PointSet &cells) const override;

  // The cells `bytes` behind what the address may mean.
  pointer::PointSet cells_behind(ir::ValueId address, std::int64_t bytes) const;
  // Could the call find what is in one of these?
  bool may_look(ir::ValueId call, ir::ValueId address,
                std::int64_t bytes) const;

  const PointerQuestions &questions() const { return questions_; }
  const PointerAnswers &answers() const { return answers_; }

private:
  PointerAnswers answers_;
  const ir::Function &function_;
  std::function<ir::ValueId(ir::ValueId)> in_body_;
  mutable PointerQuestions questions_;
};

} // namespace wt::flow
