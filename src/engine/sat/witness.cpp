// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a satisfying assignment to a path and a reason.

#include "engine/sat/witness.h"

#include "finding/describe.h"
#include "finding/names.h"

#include <algorithm>
#include <set>

namespace wt::sat {
namespace {

using ir::Op;
using ir::ValueId;

std::vector<NodeId> nodes_to(Evaluation &e, NodeId last) {
  std::vector<NodeId> path{NodeId(0)};
  while (path.back() != last) {
    const Node &node = e.graph.nodes[path.back()];
    const std::vector<Cond> &edges = e.edge_guards[path.back()];
    NodeId next;
    for (std::size_t i = 0; i < edges.size() && !next.valid(); ++i)
      if (node.successors[i].valid() && !edges[i].is_no() &&
          e.solver.value(edges[i]))
        next = node.successors[i];
    if (!next.valid())
      break;
    path.push_back(next);
  }
  return path;
}

// The conditions of the edges along a path.
std::vector<Cond> edges_along(Evaluation &e, const std::vector<NodeId> &path) {
  std::vector<Cond> out;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    const Node &node = e.graph.nodes[path[i]];
    for (std::size_t k = 0; k < node.successors.size(); ++k)
      if (node.successors[k] == path[i + 1] &&
          e.solver.value(e.edge_guards[path[i]][k]))
        out.push_back(e.edge_guards[path[i]][k]);
  }
  return out;
}

std::optional<std::int64_t> number_of(Evaluation &e, const Value &value) {
  if (!value.is_pointer)
    return logic::sign_extended(e.solver.number(value.bits), value.bits.size());
  for (const Target &target : value.targets)
    if (target.object == kAddresses && e.solver.value(target.guard))
      return target.offset.base;
  return 1; // some address
}

// What the path assumes of parameters and of the results of calls.
class Choices {
public:
  Choices(Evaluation &evaluation, const std::vector<NodeId> &path,
          std::span<const Cond> parts)
      : e_(evaluation), parts_(parts.begin(), parts.end()) {
    for (Cond edge : edges_along(e_, path))
      parts_.push_back(edge);
    for (Cond part : parts_)
      for (std::uint32_t atom : e_.table.atoms_of(part))
        relevant_.insert(atom);
    for (std::uint32_t i = 0; i < e_.function.param_count; ++i)
      settle(NodeId(0), ValueId(i));
    for (NodeId node : path)
      for (ValueId v : e_.function.blocks[e_.graph.nodes[node].block].insts)
        if (e_.function.insts[v].op == Op::kCall &&
            e_.function.insts[v].type != ir::TypeTable::void_type())
          settle(node, v);
    e_.solver.solve(parts_);
  }

  std::optional<std::int64_t> number(NodeId node, ValueId v) const {
    const Value *value = e_.computed(node, v);
    if (!value || !chosen_.contains({node, v}))
      return std::nullopt;
    return number_of(e_, *value);
  }

private:
  bool matters(const Value &value) const {
    auto is_relevant = [&](Cond c) {
      std::vector<std::uint32_t> atoms = e_.table.atoms_of(c);
      return std::ranges::any_of(
          atoms, [&](std::uint32_t a) { return relevant_.contains(a); });
    };
    return std::ranges::any_of(value.bits, is_relevant) ||
           std::ranges::any_of(value.targets, [&](const Target &target) {
             return is_relevant(target.guard);
           });
  }
  // Prefers a small number that keeps the path.
  void settle(NodeId node, ValueId v) {
    const Value *value = e_.computed(node, v);
    if (!value || !matters(*value))
      return;
    chosen_.insert({node, v});
    if (value->is_pointer || logic::constant_value(value->bits) ||
        chosen_.size() > kMaxSettled)
      return;
    for (std::int64_t small : {0, 1, -1}) {
      Value wanted = integer(small, value->bits.size());
      parts_.push_back(e_.heap.equal(*value, wanted));
      if (e_.solver.value(parts_.back())) // as it is
        return;
      if (e_.solver.solve(parts_) == logic::Solver::Answer::kSatisfiable)
        return;
      parts_.pop_back();
    }
  }

  static constexpr std::size_t kMaxSettled = 16;
  Evaluation &e_;
  std::vector<Cond> parts_;
  std::set<std::uint32_t> relevant_; // atoms
  std::set<std::pair<NodeId, ValueId>> chosen_;
};

WitnessStep assumption(ValueId v, std::int64_t number) {
  WitnessStep step;
  step.kind = WitnessStep::Kind::kValue;
  step.value = v;
  step.number = number;
  return step;
}

// "put() returns -1 and does not keep it", where other ways to end do; else
// empty.
std::string refusal(Evaluation &e, const Taking &taking, ObjectId object) {
  const Taking::Way *taken = nullptr;
  std::string refused;
  for (const Taking::Way &way : taking.ways) {
    bool takes = false;
    for (const Taking::Given &given : way.given)
      if (e.solver.value(points_to(e.table, given.value, object))) {
        takes = true;
        refused = given.verb;
      }
    if (!e.solver.value(way.chosen))
      continue;
    if (takes)
      return "";
    taken = &way;
  }
  if (!taken || refused.empty())
    return "";
  std::string name =
      callee_name(e.setting.facts.program, e.setting.procedure, taking.at.inst);
  const ir::Inst &call = e.function.insts[taking.at.inst];
  std::optional<std::int64_t> number = taken->result.number();
  if (call.type == ir::TypeTable::void_type() || !number)
    return name + " does not " + refused + " it this time";
  bool is_null = *number == 0 && shape_of(e.unit.types, call.type).is_pointer;
  return name + " returns " + (is_null ? "null" : std::to_string(*number)) +
         " and does not " + refused + " it";
}

void tell_refusals(Evaluation &e, NodeId node, ValueId call, ObjectId object,
                   Witness &out) {
  for (const Taking &taking : e.takings) {
    if (taking.at.node != node || taking.at.inst != call ||
        !e.solver.value(taking.at.guard))
      continue;
    WitnessStep step;
    step.kind = WitnessStep::Kind::kEvent;
    step.value = call;
    step.message = refusal(e, taking, object);
    if (!step.message.empty())
      out.steps.push_back(step);
  }
}

// Which of the copies of the site on the path made the object?
std::uint32_t passing_of(Evaluation &e, const std::vector<NodeId> &path,
                         ObjectId object) {
  const Object &made = e.heap.objects[object];
  std::uint32_t passings = 0;
  if (made.kind == Object::Kind::kFresh)
    for (NodeId node : path) {
      passings +=
          e.graph.nodes[node].block == e.graph.nodes[made.born.node].block;
      if (node == made.born.node)
        return passings;
    }
  return 0;
}

Witness witness_along(Evaluation &e, const std::vector<NodeId> &path,
                      ValueId last, std::span<const Cond> parts,
                      ObjectId object, bool tells_refusals) {
  Witness out;
  out.procedure = e.setting.procedure;
  for (NodeId node : path)
    if (e.graph.nodes[node].widens.valid())
      return out;
  out.last = last;
  out.passing = passing_of(e, path, object);
  Choices choices(e, path, parts);
  for (std::uint32_t i = 0; i < e.function.param_count; ++i)
    if (auto number = choices.number(NodeId(0), ValueId(i)))
      out.steps.push_back(assumption(ValueId(i), *number));
  for (std::size_t i = 0; i < path.size(); ++i) {
    ir::BlockId block = e.graph.nodes[path[i]].block;
    if (i > 0) {
      WitnessStep step;
      step.block = block;
      // The second successor of a call is its exceptional one.
      const Node &before = e.graph.nodes[path[i - 1]];
      ValueId end = e.function.terminator(before.block);
      step.exceptional = e.function.insts[end].op == Op::kCall &&
                         before.successors[1] == path[i] &&
                         e.solver.value(e.edge_guards[path[i - 1]][1]);
      out.steps.push_back(step);
    }
    for (ValueId v : e.function.blocks[block].insts) {
      const ir::Inst &inst = e.function.insts[v];
      if (inst.op == Op::kCall && inst.type != ir::TypeTable::void_type())
        if (auto number = choices.number(path[i], v))
          out.steps.push_back(assumption(v, *number));
      if (tells_refusals && inst.op == Op::kCall)
        tell_refusals(e, path[i], v, object, out);
      if (v == last && i + 1 == path.size())
        break;
    }
  }
  return out;
}

// Who holds the object, step by step along the path.  What an instruction or a
// callee wrote is in the logs of the heap.
class Holders {
public:
  Holders(Evaluation &evaluation, ObjectId object,
          const std::vector<NodeId> &path)
      : e_(evaluation), object_(object) {
    std::set<NodeId> on_path(path.begin(), path.end());
    for (ObjectId holder : e_.heap.objects.ids())
      for (const Write &write : e_.heap.log(holder))
        if (on_path.contains(write.at.node))
          writes_[{write.at.node, write.at.inst}].push_back({holder, &write});
    const Object &held = e_.heap.objects[object];
    if (held.is_followed && held.parent.valid()) {
      was_held = true;
      places_.insert({held.parent, held.offset});
    }
  }

  bool was_held = false;
  bool is_held() const { return !places_.empty(); }
  ValueId last_loss; // where the last holder let go
  std::string how;

  void step(NodeId node, ValueId v) {
    const ir::Inst &inst = e_.function.insts[v];
    const Places before = places_;
    const char *why = "it is overwritten";
    if (auto written = writes_.find({node, v}); written != writes_.end())
      for (const auto &[holder, write] : written->second)
        if (e_.solver.value(write->at.guard))
          apply(holder, *write, before);
    if (inst.op == Op::kCall && free_holders(node, v))
      why = kHolderIsFreed;
    if (inst.op == Op::kScopeEnd) {
      drop(e_.heap.variable(inst.extra));
      why = "its last variable goes out of scope";
    }
    was_held |= is_held();
    if (!before.empty() && !is_held()) {
      last_loss = v;
      how = why;
    }
  }

private:
  using Places = std::set<std::pair<ObjectId, Offset>>;

  // As Heap::held sees it, under one assignment.
  void apply(ObjectId holder, const Write &write, const Places &before) {
    bool is_followed = e_.heap.objects[object_].is_followed;
    if (write.kind == Write::Kind::kForgetNumbers ||
        (is_followed && write.kind == Write::Kind::kForget))
      return;
    std::erase_if(places_, [&](const auto &place) {
      Overlap common = overlap(place.second, kPointerShape.bytes(),
                               write.offset, write.size);
      return place.first == holder &&
             (common == Overlap::kExact || common == Overlap::kInside);
    });
    if (write.kind == Write::Kind::kValue &&
        e_.solver.value(points_to(e_.table, write.value, object_)))
      places_.insert({holder, write.offset});
    if (write.kind != Write::Kind::kCopy)
      return;
    for (const auto &[from, at] : before)
      if (from == write.from &&
          overlap(at, kPointerShape.bytes(), write.from_offset, write.size) !=
              Overlap::kNone)
        places_.insert(
            {holder, at.symbol == write.from_offset.symbol
                         ? write.offset.plus(at.base - write.from_offset.base)
                         : kSomewhere});
  }
  bool drop(ObjectId holder) {
    return std::erase_if(
        places_, [&](const auto &place) { return place.first == holder; });
  }
  // True: one of them held it to the last.
  bool free_holders(NodeId node, ValueId v) {
    return std::erase_if(places_, [&](const auto &place) {
      return std::ranges::any_of(
          e_.heap.objects[place.first].frees, [&](const FreeEvent &event) {
            return event.at.inst == v && event.at.node == node &&
                   e_.solver.value(event.at.guard);
          });
    });
  }

  Evaluation &e_;
  ObjectId object_;
  // By node and instruction, in the order in which they happen to an object.
  std::map<std::pair<NodeId, ValueId>,
           std::vector<std::pair<ObjectId, const Write *>>>
      writes_;
  Places places_;
};

// Does the process end in a body that this path does not enter?
bool ends_inside(const Evaluation &e, ValueId call) {
  const Program &program = e.setting.facts.program;
  for (ProcedureId callee :
       program.targets(e.setting.procedure, call).procedures)
    if (program.procedures()[callee].has_body)
      return true;
  return false;
}

// Is the number that a branch asks about read from the same record as the
// pointer at `load`?
bool asks_beside(const ir::Function &f, ValueId v, ValueId record, int depth) {
  constexpr int kDeepest = 6;
  const ir::Inst &inst = f.insts[v];
  if (inst.op == Op::kLoad) {
    ValueId from = f.operand(v, 0);
    return f.insts[from].op == Op::kField && f.operand(from, 0) == record;
  }
  bool is_computed =
      inst.op == Op::kCompare || inst.op == Op::kBinop || inst.op == Op::kCast;
  return is_computed && depth < kDeepest &&
         std::ranges::any_of(
             f.operands_of(v),
             [&](ValueId part) {
               return asks_beside(f, part, record, depth + 1);
             });
}

// That a field held something is known by a comparison with null alone, and the
// path asks for another field beside it: programs keep the two in step
// (`if (a->list != NULL && a->count < a->room)`).
bool is_perhaps_in_step(const Evaluation &e, const Object &object,
                        const std::vector<NodeId> &path) {
  const ir::Function &f = e.function;
  if (!object.is_followed || e.solver.value(object.used))
    return false;
  ValueId address = f.operand(object.born.inst, 0);
  if (f.insts[address].op != Op::kField)
    return false;
  for (NodeId node : path) {
    ValueId last = f.terminator(e.graph.nodes[node].block);
    bool is_branch =
        (f.insts[last].op == Op::kBranch && f.insts[last].operand_count > 0) ||
        f.insts[last].op == Op::kSwitch;
    if (!is_branch)
      continue;
    ValueId condition = f.operand(last, 0);
    bool is_null_test =
        f.insts[condition].op == Op::kCompare &&
        e.unit.types.is_pointer(f.insts[f.operand(condition, 0)].type);
    if (!is_null_test && asks_beside(f, condition, f.operand(address, 0), 0))
      return true;
  }
  return false;
}

const char *leaving_phrase(Exit::Kind kind) {
  switch (kind) {
  case Exit::Kind::kReturn:
    return "it is not freed before the function returns";
  case Exit::Kind::kThrow:
    return "it is not freed when an exception leaves the function";
  case Exit::Kind::kCut:
    return "it is not freed before the next round of the loop";
  default:
    return "it is not freed before the process ends";
  }
}

} // namespace

void decide_all_branches(Evaluation &e) {
  for (NodeId node : e.graph.nodes.ids())
    for (Cond edge : e.edge_guards[node])
      e.solver.include(edge);
}

Witness path_to(Evaluation &e, ObjectId object, NodeId node, ValueId last,
                std::span<const Cond> parts) {
  return witness_along(e, nodes_to(e, node), last, parts, object, false);
}

Loss explain_loss(Evaluation &e, ObjectId object, std::span<const Exit> exits,
                  std::span<const Cond> parts) {
  Loss loss;
  for (const Exit &exit : exits) {
    if (!e.solver.value(exit.at.guard))
      continue;
    std::vector<NodeId> path = nodes_to(e, exit.at.node);
    loss.at = exit.at.inst;
    loss.reason = leaving_phrase(exit.kind);
    loss.witness = witness_along(e, path, exit.at.inst, parts, object, true);
    if (exit.kind == Exit::Kind::kEnd && ends_inside(e, exit.at.inst))
      loss.witness = {};
    if (exit.kind == Exit::Kind::kThrow && loss.witness.last.valid()) {
      WitnessStep step;
      step.kind = WitnessStep::Kind::kLeave;
      step.exceptional = true;
      loss.witness.steps.push_back(step);
    }
    loss.is_doubtful = is_perhaps_in_step(e, e.heap.objects[object], path);
    Holders holders(e, object, path);
    for (NodeId node : path)
      for (ValueId v : e.function.blocks[e.graph.nodes[node].block].insts) {
        holders.step(node, v);
        if (node == path.back() && v == exit.at.inst)
          break;
      }
    bool counts = exit.kind == Exit::Kind::kCut || !holders.last_loss.valid() ||
                  e.function.insts[holders.last_loss].op != Op::kScopeEnd;
    if (!holders.is_held() && holders.was_held && counts) {
      loss.at = holders.last_loss;
      loss.reason = holders.how;
    } else if (!holders.was_held) {
      loss.reason = "nothing keeps it";
    }
    break;
  }
  return loss;
}

} // namespace wt::sat
