// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Targets, models and ends of calls: see calls.h.

#include "mutation/calls.h"

#include "model/model_of.h"

#include <algorithm>

namespace wt::mutation {

using ir::Op;
using ir::ValueId;

namespace {

constexpr int kMostNested = 4; // functions that do nothing but end the process

} // namespace

ProcedureId Calls::callee(ProcedureId caller, ValueId call) const {
  CallTargets targets = program.targets(caller, call);
  bool is_certain = targets.certainty == CallTargets::Certainty::kExact &&
                    targets.procedures.size() == 1;
  return is_certain ? targets.procedures[0] : ProcedureId();
}

const model::FunctionModel *Calls::model(ProcedureId p) const {
  return model::model_of(program, models, p);
}

bool Calls::ends(ProcedureId caller, ValueId call) {
  return ends(caller, call, kMostNested);
}

bool Calls::ends(ProcedureId caller, ValueId call, int depth) {
  if (program.body(caller).call(call).does_not_return)
    return true;
  ProcedureId target = callee(caller, call);
  if (!target.valid())
    return false;
  if (program.body(target).does_not_return)
    return true;
  if (const model::FunctionModel *written = model(target))
    return written->does_not_return;
  return never_returns(target, depth);
}

bool Calls::never_returns(ProcedureId p, int depth) {
  if (depth == 0 || !program.procedures()[p].has_body)
    return false;
  auto [known, is_new] = never_returns_.try_emplace(p, false);
  if (!is_new)
    return known->second;
  const ir::Function &function = program.body(p);
  bool result = !can_leave(function, {ir::Function::entry()}, [&](ValueId v) {
    return function.insts[v].op == Op::kCall && ends(p, v, depth - 1);
  });
  return never_returns_[p] = result;
}

const std::vector<std::vector<ValueId>> &Calls::users(ProcedureId p) {
  auto [known, is_new] = users_.try_emplace(p);
  if (!is_new)
    return known->second;
  const ir::Function &function = program.body(p);
  known->second.resize(function.insts.size());
  for (const ir::Block &block : function.blocks)
    for (ValueId v : block.insts)
      for (ValueId operand : function.operands_of(v)) {
        std::vector<ValueId> &list = known->second[operand.value];
        if (list.empty() || list.back() != v)
          list.push_back(v);
      }
  return known->second;
}

ValueId behind_casts(const ir::Function &function, ValueId v) {
  while (function.insts[v].op == Op::kCast)
    v = function.operand(v, 0);
  return v;
}

bool is_argument(const model::Place &place, std::uint32_t index,
                 bool has_result_slot) {
  return place.root == model::Place::Root::kArgument &&
         place.argument + (has_result_slot ? 1 : 0) == index;
}

Position after(const ir::Function &function, ValueId inst) {
  ir::BlockId block = function.insts[inst].block;
  const std::vector<ValueId> &insts = function.blocks[block].insts;
  auto at = std::find(insts.begin(), insts.end(), inst);
  return {block, static_cast<std::size_t>(at - insts.begin()) + 1};
}

bool can_leave(const ir::Function &function, Position from,
               const std::function<bool(ValueId)> &is_barrier,
               const std::function<bool(ir::BlockId, std::size_t)> &is_closed) {
  std::vector<bool> seen(function.blocks.size());
  std::vector<Position> work{from}; // the first block may be entered again
  while (!work.empty()) {
    Position at = work.back();
    work.pop_back();
    const ir::Block &block = function.blocks[at.block];
    bool is_stopped = false;
    for (std::size_t i = at.index; i < block.insts.size() && !is_stopped; ++i) {
      Op op = function.insts[block.insts[i]].op;
      if (op == Op::kReturn || op == Op::kRethrow)
        return true;
      is_stopped = op == Op::kUnreachable || is_barrier(block.insts[i]);
    }
    if (is_stopped)
      continue;
    for (std::size_t i = 0; i < block.successors.size(); ++i) {
      ir::BlockId next = block.successors[i];
      if (seen[next.value] || (is_closed && is_closed(at.block, i)))
        continue;
      seen[next.value] = true;
      work.push_back({next, 0});
    }
  }
  return false;
}

} // namespace wt::mutation
