// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control flow and instructions (Saturn, Sections 2 and 3.3).

#include "engine/sat/evaluate.h"

#include "ir/member.h"

#include "engine/sat/arithmetic.h"
#include "logic/integers.h"

#include <algorithm>

namespace wt::sat {

using ir::Op;
using ir::ValueId;

namespace {
constexpr std::uint32_t kFreeIndexBits = 2; // of an index that is followed
}

Evaluation::Evaluation(const Setting &s, const Graph &g, ObjectKeys &keys,
                       Budget &budget,
                       const std::map<LoopId, LoopEffects> &widened)
    : setting(s), graph(g), unit(s.facts.program.unit_of(s.procedure)),
      function(s.facts.program.body(s.procedure)),
      heap(table, g, keys, budget, s.facts.program),
      solver(table, s.limits.conflicts, &budget), guards(g.nodes.size(), kNo),
      edge_guards(g.nodes.size()), budget_(budget), widened_(widened),
      leaves_(function.insts.size(), nullptr), ignored_(unit, function) {}

bool Evaluation::is_out_of_budget() const {
  return heap.exhausted() || budget_.exhausted() ||
         table.size() > setting.limits.max_conditions;
}

bool Evaluation::run() {
  for (std::uint32_t i = 0; i < function.param_count; ++i) {
    Shape shape = this->shape(ValueId(i));
    Value value;
    ObjectId object;
    if (shape.is_pointer) {
      // `this` and the place of a returned record are never null.
      bool is_sure = i == 0 && (function.is_method || function.returns_by_slot);
      Cond is_null = is_sure ? kNo : heap.unknown_null();
      object = heap.parameter(i);
      value = pointer_to(object);
      value.targets[0].guard = !is_null;
      add_target(table, value.targets, {is_null, kAddresses, {}});
    } else {
      value = heap.unknown(shape, i);
      KnownBits known = setting.passed.of(setting.procedure, i);
      for (std::size_t bit = 0; bit < value.bits.size() && bit < 64; ++bit)
        if ((known.zeros | known.ones) >> bit & 1)
          value.bits[bit] = known.ones >> bit & 1 ? kYes : kNo;
      if (shape.width == kHandleWidth) { // it may be a descriptor
        Cond is_handle = !value.bits.back();
        object = heap.parameter(i);
        value.targets.push_back({is_handle, object, {}});
      }
    }
    parameters_.push_back(object);
    arena_.push_back(std::move(value));
    leaves_[i] = &arena_.back();
  }
  for (NodeId node : graph.nodes.ids()) {
    evaluate_node(node);
    if (is_out_of_budget())
      return false;
  }
  settle_second_returns();
  heap.beliefs.tell(solver);
  return true;
}

void Evaluation::evaluate_node(NodeId node) {
  const Node &here = graph.nodes[node];
  Cond guard = here.predecessors.empty() && node.value == 0 ? kYes : kNo;
  for (const Node::Edge &edge : here.predecessors)
    guard = table.either(guard, edge_guards[edge.from][edge.which]);
  guards[node] = guard;
  edge_guards[node].assign(here.successors.size(), kNo);
  if (guard.is_no())
    return;
  point_ = {node, guard, {}};
  heap.here = node;
  if (here.widens.valid())
    widen(node);
  for (ValueId v : function.blocks[here.block].insts) {
    if (point_.guard.is_no() || is_out_of_budget() || !budget_.spend())
      return;
    std::size_t before = table.size();
    evaluate(v);
    if (!budget_.spend(table.size() - before))
      return;
  }
  note_cuts(node);
}

void Evaluation::note_cuts(NodeId node) {
  const Node &here = graph.nodes[node];
  for (std::size_t i = 0; i < here.successors.size(); ++i)
    if (!here.successors[i].valid() && !edge_guards[node][i].is_no())
      cuts.push_back(
          {Exit::Kind::kCut,
           {node, edge_guards[node][i], function.terminator(here.block)},
           {},
           function.blocks[here.block].successors[i]});
}

// Second pass over a loop (Section 3.5): what it may change is unknown at the
// header, what it may give away is out of danger.
void Evaluation::widen(NodeId node) {
  auto found = widened_.find(graph.nodes[node].widens);
  if (found == widened_.end())
    return;
  for (ObjectId id : heap.objects.ids()) {
    std::uint32_t key = heap.objects[id].key;
    if (found->second.written.contains(key)) {
      heap.escape_contents(id, point_.guard);
      heap.forget(id, kYes, point_, false);
    }
    if (found->second.given_away.contains(key)) {
      Target target{kYes, id, {}};
      heap.escape(std::span(&target, 1), point_.guard);
    }
  }
}

void Evaluation::define(ValueId v, Value value) {
  arena_.push_back(std::move(value));
  values_[std::uint64_t(point_.node.value) << 32 | v.value] = &arena_.back();
}

const Value *Evaluation::computed(NodeId node, ValueId v) const {
  if (v.value < leaves_.size() && leaves_[v.value])
    return leaves_[v.value];
  auto found = values_.find(std::uint64_t(node.value) << 32 | v.value);
  return found == values_.end() ? nullptr : found->second;
}

// The copy of `v` that is current in `node`.  Inside the loop of its block
// that is the nearest one up the dominator tree; after the loop the copies of
// several iterations meet.
const Value &Evaluation::value(NodeId node, ValueId v) {
  if (const Value *known = computed(node, v))
    return *known;
  const ir::Inst &inst = function.insts[v];
  if (ir::is_leaf(inst.op)) {
    arena_.push_back(evaluate_leaf(v));
    return *(leaves_[v.value] = &arena_.back());
  }
  LoopId loop = graph.forest.innermost[inst.block];
  const Value *found = nullptr;
  if (!loop.valid() || graph.forest.contains(loop, graph.nodes[node].block)) {
    NodeId up = graph.nodes[node].dominator;
    while (up.valid() && graph.nodes[up].block != inst.block)
      up = graph.nodes[up].dominator;
    if (up.valid())
      found = computed(up, v);
  }
  if (!found) {
    arena_.push_back(merged_from_predecessors(node, v));
    found = &arena_.back();
  }
  values_[std::uint64_t(node.value) << 32 | v.value] = found;
  return *found;
}

Value Evaluation::merged_from_predecessors(NodeId node, ValueId v) {
  std::vector<std::pair<Cond, Value>> choices;
  for (const Node::Edge &edge : graph.nodes[node].predecessors) {
    Cond guard = edge_guards[edge.from][edge.which];
    if (guard.is_no() || is_out_of_budget())
      continue;
    choices.push_back({guard, value(edge.from, v)});
  }
  if (choices.empty())
    return heap.unknown(shape(v), v.value);
  return heap.merged(choices, shape(v));
}

Value Evaluation::evaluate_leaf(ValueId v) {
  switch (function.insts[v].op) {
  case Op::kInt:
    return heap.converted(
        integer(function.int_value(v), std::min(shape(v).width, 64u)),
        shape(v));
  case Op::kNull:
    return null_pointer();
  case Op::kGlobal:
    return pointer_to(heap.global(setting.facts.program.variable(
        setting.facts.program.procedures()[setting.procedure].unit,
        function.global(v))));
  case Op::kFunction:
    return pointer_to(heap.function(
        setting.facts.program
            .procedure(
                setting.facts.program.procedures()[setting.procedure].unit,
                function.function(v))
            .value));
  default:
    return heap.unknown(shape(v), v.value);
  }
}

void Evaluation::evaluate(ValueId v) {
  const ir::Inst &inst = function.insts[v];
  switch (inst.op) {
  case Op::kSlot:
    return define(v, pointer_to(heap.slot(inst.extra)));
  case Op::kField:
    return define(v, moved(operand(v, 0), function.field(v).offset));
  case Op::kElement:
    return define(v, evaluate_element(v));
  case Op::kLoad:
    return define(v, evaluate_load(v));
  case Op::kStore:
    return evaluate_store(v);
  case Op::kMemCopy:
  case Op::kMemFill:
    return evaluate_memory_block(v);
  case Op::kCast:
    return define(v, cast(heap, static_cast<ir::CastKind>(inst.code),
                          operand(v, 0), shape(v)));
  case Op::kBinop:
    define(v, binary(heap, static_cast<ir::BinaryOp>(inst.code), operand(v, 0),
                     operand(v, 1), shape(v).width));
    assume_in_range(v);
    return;
  case Op::kCompare: {
    ir::TypeId type = function.insts[function.operand(v, 0)].type;
    bool is_float =
        type.valid() && unit.types[type].kind == ir::TypeKind::kFloat;
    Cond holds = compare(heap, static_cast<ir::Predicate>(inst.code),
                         operand(v, 0), operand(v, 1), is_float);
    if (shape_of(unit.types, type) == Shape{false, kHandleWidth})
      note_same_handle(v);
    for (std::size_t i : {0, 1})
      if (operand(v, i).is_pointer) {
        heap.beliefs.note_asked(operand(v, i));
        if (constant_of(operand(v, 1 - i)) == 0)
          note_alive(operand(v, i), false); // where it is not null
      }
    Value out = integer(Bits{holds});
    out.bits = logic::resized(out.bits, shape(v).width, false);
    return define(v, std::move(out));
  }
  case Op::kPhi:
    return define(v, evaluate_phi(v));
  case Op::kSelect: {
    Cond holds = !heap.equal(operand(v, 0), integer(0, 1));
    std::pair<Cond, Value> choices[] = {{holds, operand(v, 1)},
                                        {kYes, operand(v, 2)}};
    return define(v, heap.merged(choices, shape(v)));
  }
  case Op::kUnknown:
    for (ValueId used : function.operands_of(v))
      heap.escape(value(point_.node, used).targets, point_.guard);
    return define(v, evaluate_selector(v));
  case Op::kLanding:
    return define(v, heap.unknown(shape(v), v.value));
  case Op::kCall:
    return evaluate_call(v);
  case Op::kAssign:
    heap.store({kYes, heap.variable(inst.extra), {}}, operand(v, 0), at(v));
    return;
  case Op::kScopeEnd: // kept: what main still holds is not lost (escape.h)
    return;
  default:
    return evaluate_terminator(v);
  }
}

// `dup(from) == into`: a new descriptor that has a number which somebody knows
// already is in his hands.
void Evaluation::note_same_handle(ValueId compare) {
  auto is_fresh = [&](const Target &target) {
    return heap.objects[target.object].kind == Object::Kind::kFresh;
  };
  const Value a = operand(compare, 0), b = operand(compare, 1);
  bool in_a = std::ranges::any_of(a.targets, is_fresh),
       in_b = std::ranges::any_of(b.targets, is_fresh);
  if (in_a == in_b || constant_of(in_a ? b : a))
    return;
  Cond same = logic::equal(table, a.bits, b.bits);
  heap.escape((in_a ? a : b).targets, table.both(point_.guard, same));
}

void Evaluation::evaluate_terminator(ValueId v) {
  const ir::Inst &inst = function.insts[v];
  std::vector<Cond> &out = edge_guards[point_.node];
  switch (inst.op) {
  case Op::kBranch: {
    if (inst.operand_count == 0) {
      out[0] = point_.guard;
      return;
    }
    Cond holds = !heap.equal(operand(v, 0), integer(0, 1));
    if (is_last_handler(v)) // it is taken to catch
      holds = kYes;
    out[0] = table.both(point_.guard, holds);
    out[1] = table.both(point_.guard, !holds);
    return;
  }
  case Op::kSwitch: {
    Cond rest = point_.guard;
    const Value selector = operand(v, 0);
    const auto &cases = function.switch_info(v).cases;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      Cond is = heap.equal(selector, integer(cases[i], selector.shape().width));
      out[1 + i] = table.both(rest, is);
      rest = table.both(rest, !is);
    }
    out[0] = rest;
    return;
  }
  case Op::kReturn:
    return leave(Exit::Kind::kReturn, v, point_.guard,
                 inst.operand_count ? operand(v, 0) : Value{});
  case Op::kRethrow:
    return leave(Exit::Kind::kThrow, v, point_.guard);
  default:
    return;
  }
}

void Evaluation::leave(Exit::Kind kind, ValueId v, Cond guard, Value result) {
  if (!guard.is_no())
    exits.push_back({kind, {point_.node, guard, v}, std::move(result)});
}

Value Evaluation::evaluate_phi(ValueId v) {
  const Node &node = graph.nodes[point_.node];
  std::vector<std::pair<Cond, Value>> choices;
  for (const Node::Edge &edge : node.predecessors) {
    Cond guard = edge_guards[edge.from][edge.which];
    if (guard.is_no())
      continue;
    std::span<const ir::BlockId> blocks = function.incoming(v);
    for (std::uint32_t i = 0; i < blocks.size(); ++i)
      if (blocks[i] == graph.nodes[edge.from].block) {
        choices.push_back({guard, value(edge.from, function.operand(v, i))});
        break;
      }
  }
  if (node.widens.valid()) {
    for (const auto &[guard, before] : choices)
      heap.escape(before.targets, guard);
    return heap.unknown(shape(v), v.value);
  }
  if (choices.empty())
    return heap.unknown(shape(v), v.value);
  return heap.merged(choices, shape(v));
}

Value Evaluation::moved(const Value &pointer, std::int64_t bytes) {
  Value out = heap.converted(pointer, kPointerShape);
  for (Target &target : out.targets)
    if (target.object != kAddresses)
      target.offset = target.offset.plus(bytes);
  return out;
}

// The member of a record that the address lies in, in this object.
std::optional<Heap::Bounds> Evaluation::member_around(ValueId address,
                                                      ObjectId object) {
  auto member = ir::member_at(unit, function, address);
  for (; member; member = ir::member_at(unit, function,
                                        function.operand(member->field, 0))) {
    std::optional<std::int64_t> begin;
    bool is_one = true;
    const Value field =
        heap.converted(value(point_.node, member->field), kPointerShape);
    for (const Target &target : field.targets)
      if (target.object == object) {
        is_one &= target.offset.is_known() &&
                  (!begin || *begin == target.offset.base);
        begin = target.offset.base;
      }
    if (begin && is_one)
      return Heap::Bounds{*begin, *begin + std::int64_t(member->bytes)};
  }
  return std::nullopt;
}

// An index that is one of a few numbers gives as many targets.
Value Evaluation::evaluate_element(ValueId v) {
  Value pointer = heap.converted(operand(v, 0), kPointerShape);
  std::int64_t stride = function.insts[v].extra;
  Bits index = heap.converted(operand(v, 1), {false, 64}).bits;
  const Value &number = operand(v, 1);
  if (!number.is_pointer)
    index = logic::resized(number.bits, 64, true);
  auto numbers = logic::few_values(table, index, kFreeIndexBits);
  Value out{true, {}, {}};
  for (Target target : pointer.targets) {
    if (target.object == kAddresses) {
      add_target(table, out.targets, target);
    } else if (numbers.empty()) {
      auto array = member_around(function.operand(v, 0), target.object);
      target.offset = heap.scaled(target.offset, index, stride, array);
      out.targets.push_back(target);
    } else {
      for (auto [when, n] : numbers) {
        Cond guard = table.both(target.guard, when);
        if (!guard.is_no())
          add_target(
              table, out.targets,
              {guard, target.object,
               target.offset.plus(static_cast<std::int64_t>(n) * stride)});
      }
    }
  }
  return out;
}

// An execution that goes on after a dereference had no null there (Section
// 3.3, rule `store`); kept as a fact, so that guards stay small.
void Evaluation::assume_not_null(const Value &pointer) {
  Cond is_null = null_guard(table, pointer);
  if (table.surely_implies(point_.guard, is_null)) {
    died_ = table.either(died_, point_.guard);
    point_.guard = kNo; // nothing comes after it
    return;
  }
  if (!is_null.is_no())
    solver.add_fact(!table.both(point_.guard, is_null), is_null);
}

// Nor did a sum leave its range.
void Evaluation::assume_in_range(ValueId v) {
  const ir::Inst &inst = function.insts[v];
  const Value &a = operand(v, 0), &b = operand(v, 1);
  if (a.is_pointer || b.is_pointer)
    return;
  const Value &result = *computed(point_.node, v);
  if (result.is_pointer)
    return;
  Cond is_out =
      logic::is_out_of_range(table, static_cast<ir::BinaryOp>(inst.code),
                             a.bits, b.bits, result.bits, inst.extra);
  if (!is_out.is_no())
    solver.add_fact(!table.both(point_.guard, is_out), result.bits.back());
}

void Evaluation::dereference(const Value &pointer, ValueId v) {
  assume_not_null(pointer);
  if (!point_.guard.is_no())
    note_use(pointer, v);
}

// Who looks at an object that was there before, asks whether it is there, or
// may release it, takes it to be alive.
void Evaluation::note_alive(const Value &pointer, bool is_used) {
  for (const Target &target : pointer.targets) {
    Object &object = heap.objects[target.object];
    if (!object.is_followed)
      continue;
    Cond here = table.both(point_.guard, target.guard);
    object.valid = table.either(object.valid, here);
    if (is_used)
      object.used = table.either(object.used, here);
  }
}

// An access to what may be freed by then.
void Evaluation::note_use(const Value &pointer, ValueId v) {
  note_alive(pointer);
  for (const Target &target : pointer.targets) {
    const Object &object = heap.objects[target.object];
    if (object.kind == Object::Kind::kFresh && !object.freed.is_no()) {
      Point here = at(v);
      here.guard = table.both(here.guard, target.guard);
      late_uses.push_back({target.object, here, object.freed});
    }
  }
}

Value Evaluation::evaluate_load(ValueId v) {
  Value pointer = heap.converted(operand(v, 0), kPointerShape);
  dereference(pointer, v);
  model::FamilyId owned; // by the cell
  if (shape(v).is_pointer)
    owned = setting.facts.behaviours.owned().at(
        setting.facts.program, setting.procedure, function.operand(v, 0));
  std::vector<std::pair<Cond, Value>> choices;
  for (const Target &target : pointer.targets) {
    if (target.object == kAddresses)
      continue;
    Point here = at(v);
    here.guard = table.both(here.guard, target.guard);
    if (here.guard.is_no())
      continue;
    choices.push_back({target.guard, heap.load(target.object, target.offset,
                                               shape(v), here)});
    if (owned.valid() &&
        heap.follow(target.object, target.offset, at(v), owned))
      acquired.push_back(heap.held_at_entry(target.object, target.offset));
  }
  if (choices.empty())
    return heap.unknown(shape(v), v.value);
  return heap.merged(choices, shape(v));
}

void Evaluation::evaluate_store(ValueId v) {
  Value pointer = heap.converted(operand(v, 0), kPointerShape);
  dereference(pointer, v);
  ir::ValueId stored = function.operand(v, 1);
  Value value = heap.converted(operand(v, 1), shape(stored));
  for (const Target &target : pointer.targets) {
    const Object &table_of_others = heap.objects[target.object];
    Cond is_theirs =
        table_of_others.is_outside() ? kYes : table_of_others.escaped;
    if (!is_theirs.is_no())
      escape_indices(function.operand(v, 0),
                     table.both(target.guard, is_theirs));
    heap.store(target, value, at(v));
  }
}

// A descriptor whose number has an entry in a table of others is in their
// hands:   connections[fd].state = NEW;
void Evaluation::escape_indices(ValueId address, Cond guard) {
  const ir::Inst &inst = function.insts[address];
  bool is_element = inst.op == Op::kElement;
  if (is_element)
    heap.escape(operand(address, 1).targets, table.both(point_.guard, guard));
  if (is_element || inst.op == Op::kField || inst.op == Op::kCast)
    escape_indices(function.operand(address, 0), guard);
}

void Evaluation::evaluate_memory_block(ValueId v) {
  Value to = heap.converted(operand(v, 0), kPointerShape);
  std::optional<std::int64_t> length = constant_of(operand(v, 2));
  bool is_copy = function.insts[v].op == Op::kMemCopy;
  Value source =
      heap.converted(operand(v, 1), is_copy ? kPointerShape : Shape{false, 8});
  if (length && *length > 0) {
    dereference(to, v);
    if (is_copy)
      dereference(source, v);
  }
  for (const Target &target : to.targets) {
    if (!length) {
      if (is_copy)
        for (const Target &from : source.targets)
          heap.escape_contents(from.object,
                               table.both(point_.guard, from.guard));
      heap.forget(target.object, target.guard, at(v), true);
      continue;
    }
    if (is_copy) {
      for (const Target &from : source.targets)
        heap.copy(target, from, *length, at(v));
    } else if (constant_of(source) == 0) {
      heap.zero(target, *length, at(v));
    } else {
      heap.forget_cell(target.object, target.offset, *length, target.guard,
                       at(v));
    }
  }
}

} // namespace wt::sat
