// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a satisfying assignment to a path and a reason.

#include "engine/sat/witness.h"

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

// What the path assumes of a parameter or of the result of a call.
std::optional<std::int64_t> chosen(Evaluation &e, NodeId node, ValueId v) {
  const Value *value = e.computed(node, v);
  if (!value)
    return std::nullopt;
  if (!value->is_pointer)
    return logic::sign_extended(e.solver.number(value->bits),
                                value->bits.size());
  for (const Target &target : value->targets)
    if (target.object == kAddresses && e.solver.value(target.guard))
      return target.offset.base;
  return 1; // some address
}

WitnessStep assumption(ValueId v, std::int64_t number) {
  WitnessStep step;
  step.kind = WitnessStep::Kind::kValue;
  step.value = v;
  step.number = number;
  return step;
}

Witness witness_along(Evaluation &e, const std::vector<NodeId> &path,
                      ValueId last) {
  Witness out;
  out.procedure = e.setting.procedure;
  for (NodeId node : path)
    if (e.graph.nodes[node].widens.valid())
      return out;
  out.last = last;
  for (std::uint32_t i = 0; i < e.function.param_count; ++i)
    if (auto number = chosen(e, NodeId(0), ValueId(i)))
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
        if (auto number = chosen(e, path[i], v))
          out.steps.push_back(assumption(v, *number));
      if (v == last && i + 1 == path.size())
        break;
    }
  }
  return out;
}

// Who holds the object, step by step along the path.
class Holders {
public:
  Holders(Evaluation &evaluation, ObjectId object)
      : e_(evaluation), object_(object) {}

  bool was_held = false;
  bool is_held() const { return !places_.empty(); }
  ValueId last_loss; // where the last holder let go
  std::string how;

  void step(NodeId node, ValueId v) {
    const ir::Inst &inst = e_.function.insts[v];
    switch (inst.op) {
    case Op::kAssign:
      put(e_.heap.variable(inst.extra), {}, points(node, v, 0), v,
          "it is overwritten");
      return;
    case Op::kScopeEnd:
      put(e_.heap.variable(inst.extra), {}, false, v,
          "its last variable goes out of scope");
      return;
    case Op::kStore: {
      Value pointer = e_.heap.converted(
          e_.value(node, e_.function.operand(v, 0)), kPointerShape);
      for (const Target &target : pointer.targets)
        if (e_.solver.value(target.guard))
          put(target.object, target.offset, points(node, v, 1), v,
              "it is overwritten");
      return;
    }
    case Op::kCall:
      free_holders(v);
      return;
    default:
      return;
    }
  }

private:
  bool points(NodeId node, ValueId v, std::uint32_t operand) {
    const Value &value = e_.value(node, e_.function.operand(v, operand));
    return e_.solver.value(points_to(e_.table, value, object_));
  }
  void put(ObjectId holder, Offset offset, bool holds, ValueId v,
           const char *why) {
    if (holds) {
      was_held = true;
      places_.insert({holder, offset});
      return;
    }
    if (places_.erase({holder, offset}) && places_.empty()) {
      last_loss = v;
      how = why;
    }
  }
  void free_holders(ValueId v) {
    std::size_t before = places_.size();
    std::erase_if(places_, [&](const auto &place) {
      for (const FreeEvent &event : e_.heap.objects[place.first].frees)
        if (event.at.inst == v && e_.solver.value(event.at.guard))
          return true;
      return false;
    });
    if (before && places_.empty()) {
      last_loss = v;
      how = "the object that holds it is freed";
    }
  }

  Evaluation &e_;
  ObjectId object_;
  std::set<std::pair<ObjectId, Offset>> places_;
};

const char *leaving_phrase(Exit::Kind kind) {
  switch (kind) {
  case Exit::Kind::kReturn:
    return "it is not freed before the function returns";
  case Exit::Kind::kThrow:
    return "it is not freed when an exception leaves the function";
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

Witness path_to(Evaluation &e, NodeId node, ValueId last) {
  return witness_along(e, nodes_to(e, node), last);
}

Loss explain_loss(Evaluation &e, ObjectId object) {
  Loss loss;
  for (const Exit &exit : e.exits) {
    if (!e.solver.value(exit.at.guard))
      continue;
    std::vector<NodeId> path = nodes_to(e, exit.at.node);
    loss.at = exit.at.inst;
    loss.reason = leaving_phrase(exit.kind);
    loss.witness = witness_along(e, path, exit.at.inst);
    if (exit.kind == Exit::Kind::kThrow && loss.witness.last.valid()) {
      WitnessStep step;
      step.kind = WitnessStep::Kind::kLeave;
      step.exceptional = true;
      loss.witness.steps.push_back(step);
    }
    Holders holders(e, object);
    for (NodeId node : path)
      for (ValueId v : e.function.blocks[e.graph.nodes[node].block].insts) {
        holders.step(node, v);
        if (node == path.back() && v == exit.at.inst)
          break;
      }
    if (!holders.is_held() && holders.was_held &&
        e.function.insts[holders.last_loss].op != Op::kScopeEnd) {
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
