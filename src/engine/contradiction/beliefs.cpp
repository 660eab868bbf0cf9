// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointers that a function relies on.  See beliefs.h.

#include "engine/contradiction/beliefs.h"

#include "summary/counts_up.h"
#include "summary/followed.h"

#include <algorithm>

namespace wt::contradiction {

using infer::Outcome;
using infer::Term;
using ir::Op;
using ir::ValueId;

namespace {

// May what the outcome gives back, something from before, be null?
bool may_be_null(const Outcome &outcome) {
  infer::Given wanted;
  wanted.path = outcome.value.path;
  return outcome.result.may_be_zero() &&
         infer::given_at(outcome, wanted).may_be_zero();
}

} // namespace

Beliefs::Beliefs(const Facts &facts, FunctionView &view, Expressions &exprs)
    : facts_(facts), view_(view), exprs_(exprs) {
  find();
}

bool Beliefs::contradict(const ErrorCell &cell) {
  return std::ranges::any_of(cell.known, [&](const Known &known) {
    if (known.is.is_zero() && believed_.contains(origin(known.value)))
      return true;
    if (!known.is.number() && known.is.signs() != NumberClass::kNegative)
      return false;
    auto count = least(known.value);
    return count && known.is.number().value_or(-1) < *count;
  });
}

bool Beliefs::is_length(ValueId call) const {
  auto callees = infer::followed(facts_.program, view_.procedure, call);
  return !callees.empty() &&
         std::ranges::all_of(callees, [&](ProcedureId callee) {
           return infer::gives_no_negative(facts_.behaviours.of(callee));
         });
}

// The least that a number can be which counts something, or a sum of such.
std::optional<std::int64_t> Beliefs::least(ExprId e) const {
  const Expr &expr = exprs_[e];
  if (expr.kind == Expr::Kind::kNumber)
    return expr.number >= 0 ? std::optional(expr.number) : std::nullopt;
  if (expr.kind == Expr::Kind::kOperation) {
    if (exprs_.operation_of(e) != Operation::kAdd || exprs_.width_of(e) != 64)
      return std::nullopt;
    auto a = least(expr.base), b = least(expr.index);
    return a && b && *a <= INT32_MAX && *b <= INT32_MAX ? std::optional(*a + *b)
                                                        : std::nullopt;
  }
  if (!exprs_.is_value(e))
    return std::nullopt;
  return infer::least_count(view_.unit, view_.function, view_.value_of(e),
                            [&](ValueId call) { return is_length(call); });
}

// With all loads in it, as if nothing had been written since.
ExprId Beliefs::origin(ExprId e) {
  auto [at, is_new] = origins_.try_emplace(e, e);
  if (!is_new || exprs_[e].depth > 0)
    return at->second;
  auto change = [&](PathRoot root) -> std::optional<ExprId> {
    ExprId same = exprs_.root(root);
    ValueId v = exprs_.is_value(same) ? view_.value_of(same) : ValueId();
    if (!view_.function.insts.contains(v) ||
        view_.function.insts[v].op != Op::kLoad)
      return same;
    ValueId address = view_.function.operand(v, 0);
    return exprs_.load(origin(view_.expr(address)), view_.regions(address));
  };
  ExprId out = exprs_.rewrite(e, change).value_or(e);
  return origins_[e] = out;
}

// A parameter, or a cell that the function has not made itself.
bool Beliefs::is_of_unknown_origin(ExprId e) const {
  return exprs_[e].depth == 0 && !exprs_.any_root(e, [&](PathRoot root) {
    if (root.kind != PathRoot::Kind::kSite)
      return root.kind != PathRoot::Kind::kGlobal;
    ValueId v = view_.value_of(exprs_.root(root));
    if (!view_.function.insts.contains(v))
      return true;
    Op op = view_.function.insts[v].op;
    return op != Op::kParam && op != Op::kPhi &&
           !(op == Op::kCall &&
             (is_result_unknown(v) || (exprs_[e].has_load && !is_maker(v))));
  });
}

// Does the library make it, empty?  Who wraps that fills it.
bool Beliefs::is_maker(ValueId call) const {
  auto callees = infer::followed(facts_.program, view_.procedure, call);
  return std::ranges::any_of(callees, [&](ProcedureId callee) {
    const infer::Behaviour &behaviour = facts_.behaviours.of(callee);
    return std::ranges::any_of(behaviour.outcomes, [&](const Outcome &outcome) {
      bool is_empty =
          behaviour.source == infer::Behaviour::Source::kModel ||
          std::ranges::any_of(outcome.effects, [](const infer::Effect &effect) {
            return effect.kind == infer::Effect::Kind::kWrite &&
                   effect.path.root().kind == PathRoot::Kind::kSite &&
                   effect.value.kind == Term::Kind::kNumber &&
                   effect.value.number == 0 && effect.bytes == 8;
          });
      return outcome.value.is_new() && is_empty;
    });
  });
}

bool Beliefs::is_result_unknown(ValueId call) const {
  auto callees = infer::followed(facts_.program, view_.procedure, call);
  return std::ranges::all_of(callees, [&](ProcedureId callee) {
    return !facts_.behaviours.of(callee).is_known();
  });
}

void Beliefs::find() {
  Pointers passed, asked;
  const ir::Function &function = view_.function;
  for (ValueId v : function.insts.ids()) {
    if (!function.insts[v].block.valid())
      continue;
    if (function.insts[v].op == Op::kCall)
      note_passed(v, passed);
    if (function.insts[v].op == Op::kCompare)
      for (std::uint32_t i : {0u, 1u})
        note(function.operand(v, i), asked);
  }
  std::ranges::set_difference(passed, asked,
                              std::inserter(believed_, believed_.end()));
}

// Arguments for which the callee does something else when they are null.
void Beliefs::note_passed(ValueId call, Pointers &out) {
  std::span<const ValueId> arguments = view_.function.arguments(call);
  for (ProcedureId callee :
       infer::followed(facts_.program, view_.procedure, call))
    for (const Outcome &outcome : facts_.behaviours.of(callee).outcomes)
      for (const infer::Given &given : outcome.given)
        if (given.path.length() == 0 && given.is.is_zero() &&
            given.path.root().kind == PathRoot::Kind::kParameter &&
            given.path.root().index < arguments.size())
          note(arguments[given.path.root().index], out);
}

// A pointer, or each of those that it can be.
void Beliefs::note(ValueId pointer, Pointers &out) {
  const ir::Function &function = view_.function;
  std::set<ValueId> seen;
  std::vector<ValueId> todo{pointer};
  while (!todo.empty()) {
    ValueId v = todo.back();
    todo.pop_back();
    if (!view_.unit.types.is_pointer(function.insts[v].type) ||
        !seen.insert(v).second)
      continue;
    ExprId e = view_.expr(v);
    if (is_of_unknown_origin(origin(e)))
      out.insert(origin(e));
    Op op = function.insts[v].op;
    if (op == Op::kPhi)
      std::ranges::copy(function.operands_of(v), std::back_inserter(todo));
    if (op == Op::kSelect)
      for (std::uint32_t i : {1u, 2u})
        todo.push_back(function.operand(v, i));
    if (op == Op::kCall)
      note_got(v, out);
  }
}

// What a getter finds, and gives back even if it is null.
void Beliefs::note_got(ValueId call, Pointers &out) {
  std::span<const ValueId> arguments = view_.function.arguments(call);
  for (ProcedureId callee :
       infer::followed(facts_.program, view_.procedure, call))
    for (const Outcome &outcome : facts_.behaviours.of(callee).outcomes) {
      const Term &value = outcome.value;
      if (value.kind != Term::Kind::kPath || value.offset != 0 ||
          value.path.is_deep() || !may_be_null(outcome) ||
          value.path.root().kind != PathRoot::Kind::kParameter ||
          value.path.root().index >= arguments.size())
        continue;
      std::optional<ExprId> got =
          origin(view_.expr(arguments[value.path.root().index]));
      for (PathStep step : value.path.steps())
        if (got)
          got = step.any_element ? std::nullopt
                                 : exprs_.load(exprs_.offset(*got, step.offset),
                                               RegionTable::unknown());
      if (got && is_of_unknown_origin(*got))
        out.insert(*got);
    }
}

} // namespace wt::contradiction
