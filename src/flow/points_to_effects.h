// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who writes which cells, by points-to and mod/ref?
//
// The source of memory SSA for one body, or for an unrolled copy of it: each
// instruction is asked for under the name it has in the body.
//
// Tested by tests/unit/flow/.

#pragma once

#include "flow/memory_ssa.h"
#include "pointer/mod_ref.h"

#include <functional>
#include <unordered_map>

namespace wt::flow {

class PointsToEffects final : public MemoryEffects {
public:
  // `in_body`: what an instruction or value is called in the body.
  PointsToEffects(const pointer::PointsTo &facts,
                  const pointer::ModRef &effects, ProcedureId procedure,
                  const ir::Function &function,
                  std::function<ir::ValueId(ir::ValueId)> in_body)
      : facts_(facts), effects_(effects), procedure_(procedure),
        function_(function), in_body_(std::move(in_body)) {}

  Writes writes(ir::ValueId inst,
                const pointer::PointSet &cells) const override;

  // The cells `bytes` behind what the address may mean.
  pointer::PointSet cells_behind(ir::ValueId address, std::int64_t bytes) const;

private:
  // Beyond it a set of cells counts as anything.
  static constexpr std::size_t kMostCells = 64;

  const pointer::PointSet &targets(ir::ValueId address) const;
  Writes store(ir::ValueId address, const pointer::PointSet &cells) const;
  bool block_write(ir::ValueId address, const pointer::PointSet &cells) const;
  bool call(ir::ValueId inst, const pointer::PointSet &cells) const;

  const pointer::PointsTo &facts_;
  const pointer::ModRef &effects_;
  ProcedureId procedure_;
  const ir::Function &function_;
  std::function<ir::ValueId(ir::ValueId)> in_body_;
  pointer::PointSet nothing_;
  mutable std::unordered_map<std::uint32_t, pointer::CellSet> of_calls_;
};

} // namespace wt::flow
