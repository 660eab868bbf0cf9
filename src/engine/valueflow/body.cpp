// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Unrolls and numbers a body: see body.h.

#include "engine/valueflow/body.h"

#include "engine/valueflow/stage_clock.h"
#include "summary/followed.h"
#include "summary/fresh.h"

#include <algorithm>
#include <cstdlib>

namespace wt::valueflow {
namespace {

using infer::Behaviour;
using infer::Effect;
using ir::BlockId;
using ir::Op;
using ir::ValueId;

constexpr int kDeepest = 4; // phis of phis

bool is_argument(const infer::Term &term) {
  return term.kind == infer::Term::Kind::kPath && term.offset == 0 &&
         !term.is_inside && !term.is_perhaps && term.path.length() == 0 &&
         term.path.root().kind == PathRoot::Kind::kParameter;
}

bool throws(const Behaviour &behaviour) {
  return std::ranges::any_of(
      behaviour.outcomes, [](const auto &outcome) { return outcome.throws; });
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
    auto graph =
        flow::unroll(body, forest, {.iterations = n}, limits.max_nodes);
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

std::unique_ptr<Body> make_body(const Setting &setting, Budget &budget,
                                Counters &counters) {
  std::optional<flow::UnrolledBody> unrolled;
  {
    StageClock clock(counters["ns unrolling"]);
    if (std::optional<flow::Graph> graph = unrolled_graph(setting))
      unrolled =
          flow::unrolled_body(setting.facts.program.unit_of(setting.procedure),
                              setting.facts.program.body(setting.procedure),
                              *graph, [&](BlockId block, std::size_t i) {
                                return is_dead_edge(setting, block, i);
                              });
  }
  if (!unrolled || !budget.spend(unrolled->function.insts.size()))
    return nullptr;
  StageClock clock(counters["ns memory"]);
  auto out = std::make_unique<Body>(setting, std::move(*unrolled), budget);
  counters["memory versions"] += out->memory.size();
  return out;
}

Body::Body(const Setting &setting, flow::UnrolledBody body, Budget &budget)
    : setting(setting), unrolled(std::move(body)), function(unrolled.function),
      budget(budget), atoms(table),
      effects(setting.facts.points_to, setting.facts.mod_ref, setting.procedure,
              function, [this](ValueId v) { return unrolled.origin[v]; }),
      memory(function, effects),
      history(
          function, memory, effects, [this](ValueId v) { return is_fresh(v); },
          [this](ValueId call, const flow::Cell &cell) {
            return may_write(call, cell);
          }),
      cells(function, history) {
  const ir::Unit &unit = setting.facts.program.unit_of(setting.procedure);
  flow::number_values(
      unit, unrolled, history, cells,
      {[this](ValueId call) { return only_looks(call); },
       [this](ValueId call) { return returned(call); },
       [this](ValueId call, const flow::Cell &cell) { return put(call, cell); },
       [this](ValueId call, const flow::Cell &cell) {
         return zeroes(call, cell);
       }});
  logic::GuardOptions options;
  options.is_fresh = [this](ValueId v) { return is_fresh(v); };
  options.is_older = [this](ValueId v, ValueId call) {
    return is_older(v, call);
  };
  guards_ = std::make_unique<logic::Guards>(unit, function, atoms,
                                            std::move(options));
}

std::span<const ProcedureId> Body::callees(ValueId call) const {
  return infer::followed(setting.facts.program, setting.procedure,
                         unrolled.origin[call]);
}

bool Body::is_fresh(ValueId value) const {
  return function.insts[value].op == Op::kCall && freshness(value).is_fresh;
}

bool Body::may_look(ValueId call, const flow::Cell &cell) const {
  return effects.may_look(call, cell.base, cell.offset);
}

bool Body::only_looks(ValueId call) const {
  auto targets = callees(call);
  if (targets.size() != 1 || is_pointer(call))
    return false;
  const Behaviour &behaviour = setting.facts.behaviours.of(targets[0]);
  return (behaviour.source == Behaviour::Source::kModel ||
          behaviour.only_looks) &&
         !behaviour.keeps_all && !behaviour.outcomes.empty() &&
         std::ranges::all_of(behaviour.outcomes, [](const auto &outcome) {
           return outcome.effects.empty() && outcome.objects.empty() &&
                  !outcome.throws;
         });
}

ValueId Body::returned(ValueId call) const {
  std::optional<AccessPath> path;
  for (ProcedureId callee : callees(call))
    for (const infer::Outcome &outcome :
         setting.facts.behaviours.of(callee).outcomes) {
      const infer::Term &term = outcome.value;
      bool is_plain = term.kind == infer::Term::Kind::kPath &&
                      term.offset == 0 && !term.is_inside && !term.is_perhaps;
      if (!is_plain || (path && *path != term.path))
        return {};
      path = term.path;
    }
  bool is_argument = path && path->length() == 0 &&
                     path->root().kind == PathRoot::Kind::kParameter &&
                     path->root().index < function.arguments(call).size();
  return is_argument && is_pointer(call)
             ? function.arguments(call)[path->root().index]
             : ValueId();
}

// `n->next = next` in what makes n.  An outcome without n leaves no cell.
ValueId Body::put(ValueId call, const flow::Cell &cell) const {
  if (cell.base != call || !cell.is_exact)
    return {};
  std::optional<std::uint32_t> argument;
  for (ProcedureId callee : callees(call))
    for (const infer::Outcome &outcome :
         setting.facts.behaviours.of(callee).outcomes) {
      if (outcome.result.is_zero() || outcome.throws)
        continue;
      if (!outcome.value.is_new())
        return {};
      AccessPath there = AccessPath(outcome.value.path.root())
                             .then({static_cast<std::int32_t>(cell.offset)});
      auto write =
          std::ranges::find_if(outcome.effects, [&](const Effect &effect) {
            return effect.kind == Effect::Kind::kWrite && effect.path == there;
          });
      if (write == outcome.effects.end() || !write->is_certain ||
          !is_argument(write->value) ||
          (argument && *argument != write->value.path.root().index))
        return {};
      argument = write->value.path.root().index;
    }
  return argument && *argument < function.arguments(call).size()
             ? function.arguments(call)[*argument]
             : ValueId();
}

// Is what it returns a new object, with nothing but zero there?
bool Body::zeroes(ValueId call, const flow::Cell &cell) const {
  if (cell.base != call || !cell.is_exact)
    return false;
  auto may_fill = [&](const infer::Outcome &outcome, const Effect &effect) {
    if (effect.path.root() != outcome.value.path.root() ||
        effect.path.length() == 0)
      return false;
    PathStep first = effect.path.steps()[0];
    bool is_zero = effect.value.kind == infer::Term::Kind::kNumber &&
                   effect.value.number == 0;
    return !effect.is_certain || first.any_element ||
           (!is_zero && first.offset < cell.offset + 8 &&
            cell.offset < first.offset + effect.bytes);
  };
  bool is_made = false;
  for (ProcedureId callee : callees(call))
    for (const infer::Outcome &outcome :
         setting.facts.behaviours.of(callee).outcomes) {
      if (outcome.result.is_zero() || outcome.throws)
        continue;
      bool is_zeroed =
          outcome.value.is_new() && !outcome.value.is_perhaps &&
          outcome.objects[outcome.value.path.root().index].is_zeroed;
      if (!is_zeroed ||
          std::ranges::any_of(outcome.effects, [&](const Effect &effect) {
            return may_fill(outcome, effect);
          }))
        return false;
      is_made = true;
    }
  return is_made;
}

bool Body::is_own(ValueId value) const {
  return function.insts[value].op == Op::kCall && freshness(value).is_own;
}

Body::Freshness Body::freshness(ValueId call) const {
  auto [found, is_new] = fresh_.try_emplace(unrolled.origin[call]);
  if (!is_new)
    return found->second;
  auto targets = callees(call);
  Freshness out{!targets.empty(), !targets.empty()};
  for (ProcedureId callee : targets) {
    bool makes_one = false;
    for (const infer::Outcome &outcome :
         setting.facts.behaviours.of(callee).outcomes) {
      bool is_made = outcome.value.is_new();
      makes_one |= is_made;
      out.is_fresh &= is_made || outcome.result.is_zero() || outcome.throws;
      if (is_made)
        out.is_own &=
            infer::places_of_new(outcome)[outcome.value.path.root().index] ==
            AccessPath::result();
    }
    out.is_fresh &= makes_one;
  }
  out.is_own &= out.is_fresh;
  return found->second = out;
}

// Blocks are in topological order; leaves are there from the start.
bool Body::is_older(ValueId value, ValueId call) {
  value = flow::cell_at(function, value).base;
  const ir::Inst &inst = function.insts[value];
  if (inst.op != Op::kParam && inst.op != Op::kLoad && inst.op != Op::kCall &&
      inst.op != Op::kPhi)
    return false;
  BlockId block = inst.block, made = function.insts[call].block;
  if (inst.op == Op::kLoad) { // what counts is when it was put there
    flow::Cell cell = flow::cell_at(function, function.operand(value, 0));
    const flow::Version &since =
        memory[history.last_event(cell, cells.version(value)).version];
    if (since.kind == flow::Version::Kind::kEntry)
      return true;
    block = since.block;
    value = since.inst;
    if (since.kind == flow::Version::Kind::kPhi)
      return block < made;
  }
  if (!block || block != made)
    return !block || block < made;
  const std::vector<ValueId> &insts = function.blocks[made].insts;
  return std::ranges::find(insts, value) < std::ranges::find(insts, call);
}

// Points-to says that it is possible; behaviours know where callees write.
bool Body::may_write(ValueId call, const flow::Cell &cell) {
  auto [found, is_new] = writes_.try_emplace({call, cell}, true);
  if (!is_new)
    return found->second;
  auto targets = callees(call);
  bool is_open = targets.empty(), out = false;
  for (ProcedureId callee : targets) {
    const Behaviour &behaviour = setting.facts.behaviours.of(callee);
    is_open |= !behaviour.is_known() || behaviour.keeps_all;
    for (const infer::Outcome &outcome : behaviour.outcomes)
      for (const Effect &effect : outcome.effects)
        out = out || may_be_written(call, effect, cell);
  }
  out = out || (is_open && may_reach(call, cell));
  return writes_[{call, cell}] = out;
}

// What callers have, and this body gave to nobody, is not for the callee.
bool Body::may_reach(ValueId call, const flow::Cell &cell) {
  std::set<ValueId> given;
  for (ValueId argument : function.arguments(call))
    add_bases(argument, given);
  return leads_to(given, cell, true);
}

// Who gets what lies in a cell, does not get the cell: the way to its base must
// come by.
bool Body::leads_to(const std::set<ValueId> &given, const flow::Cell &cell,
                    bool or_globals, int depth) {
  find_handed_on();
  ValueId at = cell.base;
  while (true) {
    if (handed_on_.contains(at) || given.contains(at))
      return true;
    Op op = function.insts[at].op;
    if (op == Op::kPhi)
      return depth >= kDeepest ||
             std::ranges::any_of(function.operands_of(at), [&](ValueId one) {
               return leads_to(given, flow::cell_at(function, one), or_globals,
                               depth + 1);
             });
    if (op == Op::kNull)
      return false;
    if (op != Op::kLoad)
      return op == Op::kGlobal
                 ? or_globals
                 : op != Op::kParam && op != Op::kSlot && !is_own(at);
    at = flow::cell_at(function, function.operand(at, 0)).base;
  }
}

void Body::add_bases(ValueId address, std::set<ValueId> &out) const {
  ValueId base = flow::cell_at(function, address).base;
  Op op = function.insts[base].op;
  if (out.insert(base).second && (op == Op::kPhi || op == Op::kSelect ||
                                  op == Op::kBinop || op == Op::kCast))
    for (ValueId operand : function.operands_of(base))
      add_bases(operand, out);
}

void Body::find_handed_on() {
  if (has_handed_on_)
    return;
  has_handed_on_ = true;
  for (ValueId v : function.insts.ids())
    if (function.insts[v].op == Op::kStore)
      add_bases(function.operand(v, 1), handed_on_);
    else if (function.insts[v].op == Op::kUnknown)
      for (ValueId operand : function.operands_of(v))
        add_bases(operand, handed_on_);
    else if (function.insts[v].op == Op::kCall)
      find_kept(v);
}

// Addresses of locals that callees may put somewhere.
void Body::find_kept(ValueId call) {
  auto arguments = function.arguments(call);
  auto targets = callees(call);
  for (std::uint32_t i = 0; i < arguments.size(); ++i) {
    AccessPath argument = AccessPath::parameter(i);
    auto keeps = [&](const Effect &effect) {
      return effect.kind == Effect::Kind::kKeep
                 ? effect.path == argument
                 : effect.kind == Effect::Kind::kWrite &&
                       effect.value.kind == infer::Term::Kind::kPath &&
                       effect.value.path == argument;
    };
    auto may_keep = [&](ProcedureId callee) {
      const Behaviour &behaviour = setting.facts.behaviours.of(callee);
      return !behaviour.is_known() || behaviour.keeps_all ||
             std::ranges::any_of(behaviour.outcomes, [&](const auto &outcome) {
               return std::ranges::any_of(outcome.effects, keeps);
             });
    };
    if (targets.empty() || std::ranges::any_of(targets, may_keep))
      add_bases(arguments[i], kept_);
  }
}

// Is it a cell of the object that the callee writes to?
bool Body::may_be_written(ValueId call, const Effect &effect,
                          const flow::Cell &cell) {
  bool is_write = effect.kind == Effect::Kind::kWrite;
  if (!is_write && effect.kind != Effect::Kind::kForget)
    return false;
  if (effect.path.root().kind == PathRoot::Kind::kSite)
    return cell.base == call; // a field of what it made
  AccessPath holder = effect.path;
  PathStep last;
  if (is_write) {
    last = effect.path.steps().back();
    holder = AccessPath(effect.path.root());
    for (PathStep step : effect.path.steps().first(effect.path.length() - 1))
      holder = holder.then(step);
  }
  auto fits = [&](std::int64_t start) {
    std::int64_t begin = start + (is_write ? last.offset : effect.offset);
    bool is_beside =
        effect.extent > 0 && cell.is_exact && (!is_write || last.any_element) &&
        (cell.offset + 8 <= begin || cell.offset >= begin + effect.extent);
    if (is_beside)
      return false;
    return !is_write || last.any_element || !cell.is_exact ||
           std::abs(start + last.offset - cell.offset) < 8;
  };
  bool is_vague = effect.path.is_deep() ||
                  std::ranges::any_of(holder.steps(), &PathStep::any_element);
  if (is_vague)
    return function.insts[cell.base].op != Op::kSlot && fits(0) &&
           leads_to(bases_of(call, effect.path.root()), cell, false);
  ValueId there = value_at(call, holder);
  if (!there || is_small(there))
    return false; // nobody here has looked at that object, or it is a number
  flow::Cell start = flow::cell_at(function, there);
  if (start.base == cell.base)
    return !start.is_exact || fits(start.offset);
  if (function.insts[cell.base].op == Op::kSlot) {
    std::set<ValueId> bases;
    add_bases(there, bases);
    find_handed_on();
    return (bases.contains(cell.base) || handed_on_.contains(cell.base) ||
            kept_.contains(cell.base)) &&
           (!start.is_exact || fits(start.offset));
  }
  flow::Cell any{start.base, 0, false};
  return !history.are_got_differently(start.base, cell.base) &&
         history.alias(cell, any) != flow::Alias::kNever &&
         (!start.is_exact || fits(start.offset));
}

ValueId Body::value_at(ValueId call, const AccessPath &path) {
  PathRoot root = path.root();
  ValueId out;
  if (root.kind == PathRoot::Kind::kParameter) {
    if (root.index < function.arguments(call).size())
      out = function.arguments(call)[root.index];
  } else {
    out = address_of(root);
  }
  for (const PathStep &step : path.steps()) {
    if (!out || step.any_element)
      return {};
    out = cells.value(flow::cell_at(function, out).plus(step.offset), call);
  }
  return out;
}

std::set<ValueId> Body::bases_of(ValueId call, PathRoot root) {
  std::set<ValueId> out;
  if (ValueId start = value_at(call, AccessPath(root)))
    add_bases(start, out);
  return out;
}

ValueId Body::address_of(PathRoot root) {
  if (!has_names_) {
    has_names_ = true;
    const Program &program = setting.facts.program;
    UnitId unit = program.procedures()[setting.procedure].unit;
    for (ValueId v : function.insts.ids()) {
      Op op = function.insts[v].op;
      if (op == Op::kGlobal)
        names_[{PathRoot::Kind::kGlobal,
                program.variable(unit, function.global(v)).value}] = v;
      else if (op == Op::kFunction)
        names_[{PathRoot::Kind::kFunction,
                program.procedure(unit, function.function(v)).value}] = v;
    }
  }
  auto found = names_.find(root);
  return found == names_.end() ? ValueId() : found->second;
}

// Blocks are in topological order.
bool Body::comes_to(BlockId from, BlockId to) const {
  std::vector<bool> is_after(function.blocks.size());
  is_after[from.value] = true;
  for (std::uint32_t i = from.value; i < to.value; ++i)
    if (is_after[i])
      for (BlockId next : function.blocks[BlockId(i)].successors)
        is_after[next.value] = true;
  return is_after[to.value];
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

bool Body::is_small(ValueId value) const {
  const ir::Type &type = setting.facts.program.unit_of(setting.procedure)
                             .types[function.insts[value].type];
  return type.kind == ir::TypeKind::kInt && type.width < 64;
}

bool Body::gave_up() const {
  return guards_gave_up_ ||
         table.size() > before_object_ + setting.limits.max_conditions ||
         table.size() > setting.limits.max_conditions_in_all;
}

} // namespace wt::valueflow
