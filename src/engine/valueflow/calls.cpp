// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Outcomes and their conditions: see calls.h.

#include "engine/valueflow/calls.h"

#include "summary/counts_up.h"
#include "summary/followed.h"

#include <algorithm>

namespace wt::valueflow {

using ir::BlockId;
using ir::ValueId;

namespace {

constexpr int kDeepest = 3; // phis of phis

} // namespace

Cond CallEnd::when_or_not_told(logic::Conditions &table, std::size_t i) const {
  Cond out = outcomes[i].when;
  for (std::size_t j = 0; j < outcomes.size(); ++j)
    if (j != i)
      out = table.either(
          out, infer::are_told_apart(*outcomes[i].outcome, *outcomes[j].outcome)
                   ? table.both(outcomes[j].when, outcomes[j].refusal)
                   : outcomes[j].when);
  return out;
}

const CallEnd &Calls::at(ValueId call) {
  auto [found, is_new] = ends_.try_emplace(call);
  if (is_new)
    found->second = find(call);
  return found->second;
}

CallEnd Calls::find(ValueId call) {
  CallEnd out;
  for (ProcedureId callee : body_.callees(call)) {
    const infer::Behaviour &behaviour =
        body_.setting.facts.behaviours.at(body_.setting.procedure, callee);
    out.behaviours.push_back(&behaviour);
    if (!behaviour.is_known() || behaviour.keeps_all) {
      out.keeps_all = true;
      out.spared = behaviour.spared;
    }
    for (const infer::Outcome &outcome : behaviour.outcomes)
      out.outcomes.push_back(
          {&outcome,
           ignored_.rules_out(call, behaviour.outcomes, outcome)
               ? kNo
               : when(call, outcome),
           refusal(call, outcome)});
  }
  tell_results_apart(call, out);
  choose_one(out);
  const Setting &setting = body_.setting;
  out.keeps_all |=
      out.behaviours.empty() ||
      infer::may_go_otherwise(
          setting.facts.program, setting.procedure, call, body_.callees(call),
          [&](ProcedureId p) { return &setting.facts.behaviours.of(p); });
  if (out.behaviours.size() != 1)
    out.spared = {};
  if (out.behaviours.empty())
    out.spared = setting.facts.behaviours.borrowed().through_hook(
        setting.facts.program, setting.procedure, call);
  return out;
}

Cond Calls::when(ValueId call, const infer::Outcome &outcome) {
  const ir::Function &f = body_.function;
  BlockId block = f.insts[call].block;
  Cond out = kYes;
  if (f.call(call).has_unwind) {
    BlockId to = f.blocks[block].successors[outcome.throws ? 1 : 0];
    out = to == body_.unrolled.cut ? kNo : body_.guards().edge(block, to);
  } else if (outcome.throws) {
    return kNo; // leaves the function
  }
  if (f.insts[call].type != ir::TypeTable::void_type() && !outcome.throws)
    out = body_.table.both(out, belongs(call, outcome.result, block));
  return body_.table.both(out, fits(call, outcome));
}

// The arguments are such that the outcome is possible.
Cond Calls::fits(ValueId call, const infer::Outcome &outcome) {
  Cond out = kYes;
  for (const infer::Given &one : outcome.given)
    out = body_.table.both(out, given(call, one));
  for (const infer::Given &one : outcome.needs)
    out = body_.table.both(out, given(call, one));
  for (const infer::Comparison &one : outcome.compared)
    out = body_.table.both(out, compared(call, one));
  return out;
}

Cond Calls::throws_out(ValueId call) {
  Cond out = kNo;
  const ir::CallInfo &info = body_.function.call(call);
  if (info.has_unwind || !info.may_throw)
    return out;
  for (ProcedureId callee : body_.callees(call))
    for (const infer::Outcome &outcome :
         body_.setting.facts.behaviours.of(callee).outcomes)
      if (outcome.throws)
        out = body_.table.either(out, fits(call, outcome));
  return out;
}

Cond Calls::given(ValueId call, const infer::Given &given) {
  ValueId tested = body_.value_at(call, given.path);
  if (!tested)
    return given_by_call(call, given);
  BlockId block = body_.function.insts[call].block;
  if (given.offset == 0 && given.mask == 0)
    return belongs(tested, given.is, block);
  logic::Bits bits = numbers_.bits(tested);
  auto width = static_cast<std::uint32_t>(bits.size());
  auto number = [&](std::int64_t n) {
    return logic::constant(static_cast<std::uint64_t>(n), width);
  };
  bits = logic::add(body_.table, bits, number(given.offset));
  if (given.mask)
    bits =
        logic::bit_and(body_.table, bits, logic::constant(given.mask, width));
  return numbers_.belongs(bits, given.is);
}

// A field that nobody here reads may be known from who made the object.
Cond Calls::given_by_call(ValueId call, const infer::Given &given) {
  std::span<const PathStep> steps = given.path.steps();
  if (steps.empty() || steps.back().any_element || given.offset || given.mask)
    return kYes;
  AccessPath holder(given.path.root());
  for (PathStep step : steps.first(steps.size() - 1))
    holder = holder.then(step);
  ValueId there = body_.value_at(call, holder);
  if (!there)
    return kYes;
  flow::Cell cell =
      flow::cell_at(body_.function, there).plus(steps.back().offset);
  if (!cell.is_exact)
    return kYes;
  flow::CellEvent event = body_.history.last_event(
      cell, body_.history.before(cell, call), flow::Aliases::kLikely);
  return event.kind == flow::CellEvent::Kind::kCall && event.inst != call
             ? left_by(event.inst, cell, given.is)
             : kYes;
}

// What the call leaves in the cell is in the class.
Cond Calls::left_by(ValueId call, const flow::Cell &cell,
                    const infer::NumberClass &is) {
  const CallEnd &end = at(call);
  Cond out = kYes;
  for (const CallOutcome &one : end.outcomes) {
    const infer::Effect *write = write_of(call, *one.outcome, cell);
    if (write && write->value.kind == infer::Term::Kind::kNumber &&
        !is.may_be(write->value.number))
      out = body_.table.both(out, !one.when);
  }
  return end.keeps_all ? kYes : out;
}

// The certain write to the cell; null: none.
const infer::Effect *Calls::write_of(ValueId call,
                                     const infer::Outcome &outcome,
                                     const flow::Cell &cell) const {
  const ir::Function &f = body_.function;
  auto arguments = f.arguments(call);
  for (const infer::Effect &effect : outcome.effects) {
    PathRoot root = effect.path.root();
    if (effect.kind != infer::Effect::Kind::kWrite || !effect.is_certain ||
        effect.path.length() != 1 || effect.path.steps()[0].any_element)
      continue;
    flow::Cell written{call, 0, true};
    if (root.kind == PathRoot::Kind::kParameter &&
        root.index < arguments.size())
      written = flow::cell_at(f, arguments[root.index]);
    else if (!outcome.value.is_new() || outcome.value.path.root() != root)
      continue;
    if (body_.history.alias(written.plus(effect.path.steps()[0].offset),
                            cell) == flow::Alias::kSame)
      return &effect;
  }
  return nullptr;
}

// What a term means before the call; invalid: no value here.
ValueId Calls::value_of(ValueId call, const infer::Term &term) {
  bool is_plain = term.kind == infer::Term::Kind::kPath && !term.is_perhaps &&
                  !term.is_inside && term.offset == 0;
  return is_plain ? body_.value_at(call, term.path) : ValueId();
}

Cond Calls::compared(ValueId call, const infer::Comparison &comparison) {
  BlockId block = body_.function.insts[call].block;
  ValueId a = value_of(call, comparison.a), b = value_of(call, comparison.b);
  if (a && b)
    return body_.guards().compare(comparison.predicate, a, b, block);
  if (a && comparison.b.kind == infer::Term::Kind::kNumber)
    return body_.guards().compare(comparison.predicate, a, comparison.b.number,
                                  block);
  return kYes;
}

// A result that is an argument, or one of a few globals, is told from a new
// object by comparing it.
void Calls::tell_results_apart(ValueId call, CallEnd &end) {
  BlockId block = body_.function.insts[call].block;
  if (!body_.is_pointer(call))
    return;
  auto is = [&](const AccessPath &path) {
    ValueId other = body_.value_at(call, path);
    return other
               ? body_.guards().compare(ir::Predicate::kEq, call, other, block)
               : kNo;
  };
  Cond is_old = kNo;
  for (CallOutcome &one : end.outcomes) {
    const infer::Term &term = one.outcome->value;
    Cond same = kNo;
    if (term.kind == infer::Term::Kind::kPath && !term.is_new() &&
        !term.is_perhaps && !term.is_inside && term.offset == 0) {
      same = is(term.path);
      if (body_.value_at(call, term.path))
        one.when = body_.table.both(one.when, same);
    }
    for (const AccessPath &path : term.among)
      same = body_.table.either(same, is(path));
    is_old = body_.table.either(is_old, same);
  }
  for (CallOutcome &one : end.outcomes)
    if (one.outcome->value.is_new())
      one.when = body_.table.both(one.when, !is_old);
}

// Exactly one of them happens, even where nothing here tells which.
void Calls::choose_one(CallEnd &end) {
  Cond rest = kYes;
  for (std::size_t i = 0; i + 1 < end.outcomes.size(); ++i) {
    Cond this_one = body_.table.atom();
    end.outcomes[i].when = body_.table.both(end.outcomes[i].when,
                                            body_.table.both(rest, this_one));
    rest = body_.table.both(rest, !this_one);
  }
  if (end.outcomes.size() > 1)
    end.outcomes.back().when = body_.table.both(end.outcomes.back().when, rest);
}

bool Calls::returns_contents(ValueId call) const {
  for (ProcedureId callee : body_.callees(call))
    for (const infer::Outcome &outcome :
         body_.setting.facts.behaviours.of(callee).outcomes)
      if (finds_something(call, outcome) ||
          (outcome.value.kind == infer::Term::Kind::kPath &&
           outcome.value.path.length() > 0))
        return true;
  return false;
}

bool Calls::finds_something(ValueId call, const infer::Outcome &outcome) const {
  return outcome.value.kind == infer::Term::Kind::kUnknown && !outcome.throws &&
         !outcome.result.is_zero() && body_.is_pointer(call);
}

Cond Calls::known_of(ValueId call, const flow::Cell &cell, ValueId value) {
  BlockId block = body_.function.insts[call].block;
  Cond out = kYes;
  for (const CallOutcome &one : at(call).outcomes) {
    const infer::Effect *write = write_of(call, *one.outcome, cell);
    if (!write)
      continue;
    const infer::Term &term = write->value;
    Cond is = kYes;
    if (term.kind == infer::Term::Kind::kNumber)
      is =
          body_.guards().compare(ir::Predicate::kEq, value, term.number, block);
    else if (term.kind == infer::Term::Kind::kUnknown)
      is = belongs(value, term.is, block);
    else if (term.is_new() && body_.is_pointer(value))
      is = body_.guards().compare(ir::Predicate::kNe, value, 0, block);
    else if (ValueId put = value_of(call, term);
             put && body_.is_pointer(put) == body_.is_pointer(value))
      is = body_.guards().compare(ir::Predicate::kEq, value, put, block);
    else if (!body_.is_pointer(value))
      is = is_counted(call, term, value);
    out = body_.table.both(out, body_.table.implies(one.when, is));
  }
  return out;
}

// `*n = *n + 1`: the number is what was there before, and so many more.
Cond Calls::is_counted(ValueId call, const infer::Term &term, ValueId value) {
  infer::Term before = term;
  before.offset = 0;
  ValueId from = value_of(call, before);
  if (!from || numbers_.bits(from).size() != numbers_.bits(value).size())
    return kYes;
  logic::Bits bits = numbers_.bits(from);
  auto more = logic::constant(static_cast<std::uint64_t>(term.offset),
                              static_cast<std::uint32_t>(bits.size()));
  return logic::equal(body_.table, numbers_.bits(value),
                      logic::add(body_.table, bits, more));
}

Cond Calls::belongs(ValueId value, const infer::NumberClass &is,
                    BlockId seen_from) {
  using infer::NumberClass;
  using ir::Predicate;
  if (is.is_any())
    return kYes;
  if (is.is_none())
    return kNo;
  auto compare = [&](Predicate predicate, std::int64_t number) {
    return body_.guards().compare(predicate, value, number, seen_from);
  };
  logic::Conditions &table = body_.table;
  if (!is.numbers().empty()) {
    Cond out = kNo;
    for (std::int64_t number : is.numbers())
      out = table.either(out, compare(Predicate::kEq, number));
    return out;
  }
  Cond out = kYes;
  if (!is.may_be_zero())
    out = table.both(out, compare(Predicate::kNe, 0));
  if (!body_.is_pointer(value)) {
    if (!(is.signs() & NumberClass::kNegative))
      out = table.both(out, compare(Predicate::kSGe, 0));
    if (!(is.signs() & NumberClass::kPositive))
      out = table.both(out, compare(Predicate::kSLe, 0));
  }
  for (std::int64_t number : is.excluded())
    out = table.both(out, compare(Predicate::kNe, number));
  return out;
}

bool Calls::asks_for_null(ValueId call, const infer::Outcome &outcome) {
  for (const infer::Given &one : outcome.given)
    if (one.path.length() == 0 && one.is.is_zero() && one.mask == 0) {
      ValueId tested = body_.value_at(call, one.path);
      if (tested && body_.is_pointer(tested) && !given(call, one).is_yes())
        return true;
    }
  return false;
}

Cond Calls::refusal(ValueId call, const infer::Outcome &outcome) {
  auto arguments = body_.function.arguments(call);
  Cond out = kNo;
  for (const infer::Given &one : outcome.given) {
    PathRoot root = one.path.root();
    if (one.path.length() == 0 && one.is.is_zero() && one.mask == 0 &&
        root.kind == PathRoot::Kind::kParameter &&
        root.index < arguments.size() &&
        body_.is_pointer(arguments[root.index]))
      out = body_.table.either(
          out, is_taken_for_granted(arguments[root.index], call, kDeepest));
  }
  return out;
}

// What callers gave, and nothing on the way to the call compares with null, is
// taken to be there.
Cond Calls::is_taken_for_granted(ValueId value, ValueId call, int depth) {
  const ir::Function &f = body_.function;
  const ir::Inst &inst = f.insts[value];
  Cond out = kNo;
  if (inst.op == ir::Op::kPhi) {
    for (std::uint32_t i = 0; i < inst.operand_count; ++i)
      if (depth > 0)
        out = body_.table.either(
            out, body_.table.both(
                     is_taken_for_granted(f.operand(value, i), call, depth - 1),
                     body_.guard(f.incoming(value)[i], inst.block)));
    return out;
  }
  bool is_given =
      inst.op == ir::Op::kParam ||
      (inst.op == ir::Op::kLoad &&
       f.insts[flow::cell_at(f, f.operand(value, 0)).base].op != ir::Op::kSlot);
  find_null_tests();
  auto tests = null_tests_.find(value);
  bool is_tested = tests != null_tests_.end() &&
                   std::ranges::any_of(tests->second, [&](BlockId block) {
                     return body_.comes_to(block, f.insts[call].block);
                   });
  return is_given && !is_tested ? kYes : kNo;
}

void Calls::find_null_tests() {
  const ir::Function &f = body_.function;
  if (has_null_tests_)
    return;
  has_null_tests_ = true;
  for (ValueId v : f.insts.ids())
    if (f.insts[v].op == ir::Op::kCompare && f.insts[v].block)
      for (std::uint32_t i : {0u, 1u})
        if (f.insts[f.operand(v, i)].op == ir::Op::kNull)
          null_tests_[f.operand(v, 1 - i)].push_back(f.insts[v].block);
}

Cond Calls::ends_somehow(ValueId call) {
  const CallEnd &end = at(call);
  if (end.keeps_all)
    return kYes;
  Cond out = kNo;
  for (const CallOutcome &outcome : end.outcomes) {
    if (outcome.outcome->throws)
      return kYes;
    out = body_.table.either(out, outcome.when);
  }
  return out;
}

bool Calls::is_never_negative(ValueId call) {
  const CallEnd &end = at(call);
  return !end.keeps_all &&
         std::ranges::all_of(end.behaviours, [](const auto *behaviour) {
           return infer::gives_no_negative(*behaviour);
         });
}

} // namespace wt::valueflow
