// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Backwards over the blocks of a body, up to failing edges: see
// failing_edges.h.

#include "verdict/failing_edges.h"

#include "ir/cfg.h"
#include "ir/predicate.h"
#include "model/model_of.h"

#include <algorithm>
#include <optional>

namespace wt {

using ir::BlockId;
using ir::Op;
using ir::Predicate;
using ir::ValueId;

namespace {

constexpr int kDeepest = 3; // bodies of callees

// `result predicate number`
struct Test {
  Predicate predicate;
  std::int64_t number;

  bool admits(std::int64_t value) const {
    return ir::holds(predicate, value, number);
  }
  bool is_null() const { return predicate == Predicate::kEq && number == 0; }
};

class Body {
public:
  Body(const Program &program, const model::ModelSet &models,
       ProcedureId procedure, int depth)
      : program_(program), models_(models), procedure_(procedure),
        function_(program.body(procedure)), before_(function_), depth_(depth) {}

  std::vector<ValueId> failing_before(BlockId to, BlockId from) const;
  bool needs_failure(const Test &test) const;

private:
  std::optional<ValueId> failing_call(BlockId from, BlockId to) const;
  bool is_failing(ValueId call, const Test &test) const;
  bool is_behind_failure(BlockId block) const {
    return !failing_before(block, ir::Function::entry()).empty();
  }
  bool needs_failure(ValueId value, BlockId block, const Test &test) const;
  ValueId stored_at(ValueId load) const;
  bool is_same_place(ValueId a, ValueId b) const;

  const Program &program_;
  const model::ModelSet &models_;
  ProcedureId procedure_;
  const ir::Function &function_;
  ir::Predecessors before_;
  int depth_;
};

// The calls of the failing edges on all paths from the end of `from` to the
// start of `to`; empty: a path has none.
std::vector<ValueId> Body::failing_before(BlockId to, BlockId from) const {
  std::vector<ValueId> calls;
  std::vector<bool> seen(function_.blocks.size());
  std::vector<BlockId> todo = {to};
  seen[to.value] = true;
  while (!todo.empty()) {
    BlockId at = todo.back();
    todo.pop_back();
    if (at == from)
      return {};
    for (BlockId previous : before_[at])
      if (std::optional<ValueId> call = failing_call(previous, at))
        calls.push_back(*call);
      else if (!seen[previous.value]) {
        seen[previous.value] = true;
        todo.push_back(previous);
      }
  }
  std::ranges::sort(calls);
  auto repeated = std::ranges::unique(calls);
  calls.erase(repeated.begin(), repeated.end());
  return calls;
}

std::optional<ValueId> Body::failing_call(BlockId from, BlockId to) const {
  ValueId branch = function_.terminator(from);
  const auto &successors = function_.blocks[from].successors;
  bool is_choice = function_.insts[branch].op == Op::kBranch &&
                   successors.size() == 2 && successors[0] != successors[1];
  if (!is_choice)
    return std::nullopt;
  ValueId condition = function_.operand(branch, 0);
  const ir::Inst &compare = function_.insts[condition];
  if (compare.op != Op::kCompare)
    return std::nullopt;
  ValueId asked = function_.operand(condition, 0);
  ValueId number = function_.operand(condition, 1);
  auto predicate = static_cast<Predicate>(compare.code);
  bool is_null = function_.insts[number].op == Op::kNull;
  if (!is_null && function_.insts[number].op != Op::kInt)
    return std::nullopt;
  Test test{to == successors[0] ? predicate : ir::inverse(predicate),
            is_null ? 0 : function_.int_value(number)};
  if (function_.insts[asked].op == Op::kLoad)
    asked = stored_at(asked);
  if (!asked.valid() || function_.insts[asked].op != Op::kCall ||
      !is_failing(asked, test))
    return std::nullopt;
  return asked;
}

// What the same block stored where the load looks, with no call in between.
ValueId Body::stored_at(ValueId load) const {
  const auto &insts = function_.blocks[function_.insts[load].block].insts;
  auto at = std::ranges::find(insts, load);
  while (at != insts.begin()) {
    ValueId v = *--at;
    if (function_.insts[v].op == Op::kCall)
      return {};
    if (function_.insts[v].op == Op::kStore)
      return is_same_place(function_.operand(v, 0), function_.operand(load, 0))
                 ? function_.operand(v, 1)
                 : ValueId();
  }
  return {};
}

bool Body::is_same_place(ValueId a, ValueId b) const {
  if (a == b)
    return true;
  bool are_fields = function_.insts[a].op == Op::kField &&
                    function_.insts[b].op == Op::kField;
  if (are_fields)
    return function_.field(a).offset == function_.field(b).offset &&
           is_same_place(function_.operand(a, 0), function_.operand(b, 0));
  bool are_loads =
      function_.insts[a].op == Op::kLoad && function_.insts[b].op == Op::kLoad;
  return are_loads &&
         is_same_place(function_.operand(a, 0), function_.operand(b, 0));
}

bool Body::is_failing(ValueId call, const Test &test) const {
  CallTargets targets = program_.targets(procedure_, call);
  if (targets.procedures.size() != 1 ||
      targets.certainty != CallTargets::Certainty::kExact)
    return false;
  ProcedureId callee = targets.procedures[0];
  if (const auto *model = model::model_of(program_, models_, callee))
    return model->fails_without_memory && test.is_null();
  return depth_ > 0 && program_.procedures()[callee].has_body &&
         Body(program_, models_, callee, depth_ - 1).needs_failure(test);
}

// Does it return such a result only behind a failing edge?
bool Body::needs_failure(const Test &test) const {
  bool may_return = false;
  for (BlockId id : function_.blocks.ids()) {
    ValueId last = function_.terminator(id);
    if (function_.insts[last].op != Op::kReturn)
      continue;
    if (function_.insts[last].operand_count != 1 ||
        !needs_failure(function_.operand(last, 0), id, test))
      return false;
    may_return = true;
  }
  return may_return;
}

bool Body::needs_failure(ValueId value, BlockId block, const Test &test) const {
  const ir::Inst &inst = function_.insts[value];
  switch (inst.op) {
  case Op::kInt:
    if (!test.admits(function_.int_value(value)))
      return true;
    break;
  case Op::kNull:
    if (!test.admits(0))
      return true;
    break;
  case Op::kCall:
    if (is_failing(value, test))
      return true;
    break;
  case Op::kPhi: {
    std::span<const BlockId> incoming = function_.incoming(value);
    bool is_each = inst.block == block;
    for (std::size_t i = 0; i < incoming.size() && is_each; ++i) {
      ValueId operand = function_.operand(value, i);
      bool is_plain = function_.insts[operand].op != Op::kPhi;
      is_each = failing_call(incoming[i], block).has_value() ||
                (is_plain && needs_failure(operand, incoming[i], test));
    }
    if (is_each)
      return true;
    break;
  }
  default:
    break;
  }
  return is_behind_failure(block);
}

} // namespace

std::vector<ValueId> failing_between(const Program &program,
                                     const model::ModelSet &models,
                                     ProcedureId procedure, ValueId from,
                                     ValueId to) {
  const ir::Function &function = program.body(procedure);
  BlockId start = function.insts[from].block, end = function.insts[to].block;
  if (!end.valid())
    return {};
  return Body(program, models, procedure, kDeepest)
      .failing_before(end, start.valid() ? start : ir::Function::entry());
}

} // namespace wt
