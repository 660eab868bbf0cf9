// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Unrolls and numbers a body: see body.h.

#include "engine/valueflow/body.h"

#include "model/infer/followed.h"

#include <algorithm>
#include <cstdlib>

namespace wt::valueflow {
namespace {

using infer::Behaviour;
using infer::Effect;
using infer::NumberClass;
using ir::BlockId;
using ir::Op;
using ir::Predicate;
using ir::ValueId;

bool throws(const Behaviour &behaviour) {
  return std::ranges::any_of(behaviour.outcomes,
                             [](const auto &outcome) { return outcome.throws; });
}

// An exception is followed where one is really thrown.
bool is_dead_edge(const Setting &setting, BlockId block, std::size_t i) {
  const ir::Function &body = setting.facts.program.body(setting.procedure);
  ValueId last = body.terminator(block);
  if (body.insts[last].op != Op::kCall || i == 0)
    return false;
  auto callees =
      infer::followed(setting.facts.program, setting.procedure, last);
  return std::ranges::none_of(callees, [&](ProcedureId callee) {
    return throws(setting.facts.behaviours.of(callee));
  });
}

std::optional<flow::Graph> unrolled_graph(const Setting &setting) {
  const ir::Function &body = setting.facts.program.body(setting.procedure);
  const Limits &limits = setting.limits;
  flow::LoopForest forest = flow::find_loops(body);
  for (std::uint32_t n = limits.iterations; n > 0; --n) {
    auto graph = flow::unroll(body, forest, n, {}, limits.max_nodes);
    if (!graph)
      continue;
    std::size_t work = 0;
    for (const flow::Node &node : graph->nodes)
      work += body.blocks[node.block].insts.size();
    if (n == 1 || work <= limits.max_work)
      return graph;
  }
  return std::nullopt;
}

} // namespace

std::unique_ptr<Body> make_body(const Setting &setting, Budget &budget) {
  std::optional<flow::Graph> graph = unrolled_graph(setting);
  if (!graph)
    return nullptr;
  flow::UnrolledBody unrolled = flow::unrolled_body(
      setting.facts.program.unit_of(setting.procedure),
      setting.facts.program.body(setting.procedure), *graph,
      [&](BlockId block, std::size_t i) {
        return is_dead_edge(setting, block, i);
      });
  if (!budget.spend(unrolled.function.insts.size()))
    return nullptr;
  return std::make_unique<Body>(setting, std::move(unrolled), budget);
}

Body::Body(const Setting &setting, flow::UnrolledBody body, Budget &budget)
    : setting(setting), unrolled(std::move(body)), function(unrolled.function),
      budget(budget), atoms(table),
      effects(setting.pointers, setting.effects, setting.procedure, function,
              [this](ValueId v) { return unrolled.origin[v]; }),
      memory(function, effects),
      history(
          function, memory, effects,
          [this](ValueId v) { return is_fresh(v); },
          [this](ValueId call, const flow::Cell &cell) {
            return may_write(call, cell);
          }) {
  const ir::Unit &unit = setting.facts.program.unit_of(setting.procedure);
  flow::number_values(unit, unrolled, history);
  logic::GuardOptions options;
  options.is_fresh = [this](ValueId v) { return is_fresh(v); };
  guards_ = std::make_unique<logic::Guards>(unit, function, atoms,
                                            std::move(options));
}

std::span<const ProcedureId> Body::callees(ValueId call) const {
  return infer::followed(setting.facts.program, setting.procedure,
                         unrolled.origin[call]);
}

bool Body::is_fresh(ValueId value) const {
  if (function.insts[value].op != Op::kCall)
    return false;
  auto [found, is_new] = fresh_.try_emplace(unrolled.origin[value], false);
  if (!is_new)
    return found->second;
  auto targets = callees(value);
  bool out = !targets.empty();
  for (ProcedureId callee : targets) {
    const Behaviour &behaviour = setting.facts.behaviours.of(callee);
    bool makes_one = false;
    for (const infer::Outcome &outcome : behaviour.outcomes) {
      makes_one |= outcome.value.is_new();
      out &= outcome.value.is_new() || outcome.result.is_zero() ||
             outcome.throws;
    }
    out &= makes_one;
  }
  return found->second = out;
}

// Do the effects of the callees include such a write?  Points-to says that it
// is possible; behaviours know offsets and arguments.
bool Body::may_write(ValueId call, const flow::Cell &cell) const {
  auto targets = callees(call);
  if (targets.empty())
    return true;
  auto arguments = function.arguments(call);
  bool is_local = function.insts[cell.base].op == Op::kSlot;
  for (ProcedureId callee : targets) {
    const Behaviour &behaviour = setting.facts.behaviours.of(callee);
    if (!behaviour.is_known() || behaviour.keeps_all)
      return true;
    for (const infer::Outcome &outcome : behaviour.outcomes)
      for (const Effect &effect : outcome.effects) {
        if (effect.kind == Effect::Kind::kForget)
          return true;
        if (effect.kind != Effect::Kind::kWrite)
          continue;
        PathRoot root = effect.path.root();
        const PathStep &last = effect.path.steps().back();
        bool is_direct = root.kind == PathRoot::Kind::kParameter &&
                         effect.path.length() == 1 &&
                         root.index < arguments.size();
        if (root.kind == PathRoot::Kind::kSite) {
          if (cell.base == call) // a field of what it made
            return true;
          continue;
        }
        if (is_direct) {
          flow::Cell written =
              flow::cell_at(function, arguments[root.index]).plus(last.offset);
          written.is_exact &= !last.any_element;
          if (history.alias(cell, written) != flow::Alias::kNever)
            return true;
          continue;
        }
        if (is_local && effect.path.length() < 2)
          continue;
        if (last.any_element || !cell.is_exact ||
            std::abs(last.offset - cell.offset) < 8)
          return true;
      }
  }
  return false;
}

Cond Body::guard(BlockId block) {
  std::optional<Cond> out = guards_->guard(block);
  guards_gave_up_ |= !out;
  return out ? *out : kYes;
}

Cond Body::guard(BlockId block, BlockId to) {
  return table.both(guard(block), guards_->edge(block, to));
}

bool Body::is_pointer(ValueId value) const {
  return setting.facts.program.unit_of(setting.procedure)
      .types.is_pointer(function.insts[value].type);
}

Cond Body::belongs(ValueId value, const NumberClass &is, BlockId seen_from) {
  if (is.is_any())
    return kYes;
  if (is.is_none())
    return kNo;
  auto compare = [&](Predicate predicate, std::int64_t number) {
    return guards_->compare(predicate, value, number, seen_from);
  };
  if (!is.numbers().empty()) {
    Cond out = kNo;
    for (std::int64_t number : is.numbers())
      out = table.either(out, compare(Predicate::kEq, number));
    return out;
  }
  Cond out = kYes;
  if (!is.may_be_zero())
    out = table.both(out, compare(Predicate::kNe, 0));
  if (!is_pointer(value)) {
    if (!(is.signs() & NumberClass::kNegative))
      out = table.both(out, compare(Predicate::kSGe, 0));
    if (!(is.signs() & NumberClass::kPositive))
      out = table.both(out, compare(Predicate::kSLe, 0));
  }
  if (auto other = is.excluded())
    out = table.both(out, compare(Predicate::kNe, *other));
  return out;
}

bool Body::gave_up() const {
  return guards_gave_up_ || table.size() > setting.limits.max_conditions;
}

} // namespace wt::valueflow
