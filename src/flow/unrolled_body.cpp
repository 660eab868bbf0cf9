// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies a body along an unrolled graph.
//
// Nodes are copied in topological order, so operands are there before their
// users.  A value that is used behind its loop may come from several copies of
// its block: lookup() goes back over predecessors until it meets them, and
// joins what differs.

#include "flow/unrolled_body.h"

#include <algorithm>
#include <map>

namespace wt::flow {
namespace {

using ir::BlockId;
using ir::Op;
using ir::ValueId;

constexpr int kDeepest = 4; // computations in a round that counts

class Copier {
public:
  Copier(const ir::Unit &unit, const ir::Function &function, const Graph &graph,
         const IsDeadEdge &is_dead)
      : unit_(unit), body_(function), graph_(graph), is_dead_(is_dead),
        only_copy_(function.insts.size()), copies_of_(function.blocks.size()),
        is_last_head_(graph.nodes.size()), is_reached_(graph.nodes.size()) {}

  UnrolledBody run() {
    copy_frame();
    find_reached();
    find_last_heads();
    for (ValueId v : body_.insts.ids())
      if (ir::is_leaf(body_.insts[v].op))
        only_copy_[v] = add(body_.insts[v], {}, v);
    for (NodeId node : graph_.nodes.ids())
      if (is_reached_[node.value])
        copy_node(node);
      else
        end_block(BlockId(node.value));
    end_block(out_.cut);
    return std::move(out_);
  }

private:
  void copy_frame() {
    ir::Function &f = out_.function;
    f = body_;
    f.insts.clear();
    f.blocks.clear();
    f.operands.clear();
    f.phi_blocks.clear();
    for (NodeId node : graph_.nodes.ids()) {
      f.blocks.push({});
      BlockId block = graph_.nodes[node].block;
      out_.block_origin.push(block);
      ++copies_of_[block];
    }
    out_.cut = f.blocks.push({});
    out_.block_origin.push({});
  }

  bool is_edge(NodeId node, std::size_t i) const {
    return graph_.nodes[node].successors[i].valid() &&
           !(is_dead_ && is_dead_(graph_.nodes[node].block, i));
  }
  void find_reached() {
    is_reached_[0] = true;
    for (NodeId node : graph_.nodes.ids())
      for (std::size_t i = 0; i < graph_.nodes[node].successors.size(); ++i)
        if (is_reached_[node.value] && is_edge(node, i))
          is_reached_[graph_.nodes[node].successors[i].value] = true;
  }
  // The head of the round that a cut edge ends.
  void find_last_heads() {
    for (NodeId node : graph_.nodes.ids()) {
      const Node &at = graph_.nodes[node];
      for (std::size_t i = 0; i < at.successors.size(); ++i) {
        if (at.successors[i].valid())
          continue;
        BlockId head = body_.blocks[at.block].successors[i];
        NodeId up = node;
        while (up.valid() && graph_.nodes[up].block != head)
          up = graph_.nodes[up].dominator;
        if (up.valid())
          is_last_head_[up.value] = true;
      }
    }
  }

  std::vector<NodeId> predecessors(NodeId node) const {
    std::vector<NodeId> out;
    for (const Node::Edge &edge : graph_.nodes[node].predecessors)
      if (is_reached_[edge.from.value] && is_edge(edge.from, edge.which) &&
          std::ranges::find(out, edge.from) == out.end())
        out.push_back(edge.from);
    return out;
  }

  ValueId add(ir::Inst inst, std::span<const ValueId> operands,
              ValueId origin) {
    ValueId made = out_.function.add(inst, operands);
    out_.origin.push(origin);
    return made;
  }
  ValueId append(BlockId block, ir::Inst inst,
                 std::span<const ValueId> operands, ValueId origin) {
    inst.block = block;
    ValueId made = add(inst, operands, origin);
    out_.function.blocks[block].insts.push_back(made);
    return made;
  }
  void end_block(BlockId block) {
    ir::Inst inst;
    inst.op = Op::kUnreachable;
    inst.type = ir::TypeTable::void_type();
    append(block, inst, {}, ValueId());
  }

  void copy_node(NodeId node) {
    const ir::Block &block = body_.blocks[graph_.nodes[node].block];
    for (ValueId v : block.insts) {
      ValueId made = body_.insts[v].op == Op::kPhi ? copy_phi(node, v)
                                                   : copy_inst(node, v);
      if (copies_of_[body_.insts[v].block] == 1)
        only_copy_[v] = made;
      else
        copies_[{v, node}] = made;
    }
    for (std::size_t i = 0; i < block.successors.size(); ++i)
      out_.function.blocks[BlockId(node.value)].successors.push_back(
          is_edge(node, i) ? BlockId(graph_.nodes[node].successors[i].value)
                           : out_.cut);
  }
  ValueId copy_inst(NodeId node, ValueId v) {
    std::vector<ValueId> operands;
    for (ValueId operand : body_.operands_of(v))
      operands.push_back(lookup(operand, node));
    return append(BlockId(node.value), body_.insts[v], operands, v);
  }
  ValueId copy_phi(NodeId node, ValueId v) {
    const ir::Inst &inst = body_.insts[v];
    std::vector<BlockId> from;
    std::vector<ValueId> values;
    std::span<const BlockId> incoming = body_.incoming(v);
    for (NodeId before : predecessors(node)) {
      auto at = std::ranges::find(incoming, graph_.nodes[before].block);
      if (at == incoming.end())
        continue;
      from.push_back(BlockId(before.value));
      values.push_back(lookup(
          body_.operand(v, static_cast<std::uint32_t>(at - incoming.begin())),
          before));
    }
    ValueId phi = out_.add_phi(BlockId(node.value), v, inst.type, from, values);
    if (!is_last_head_[node.value] || !counts(v))
      return phi;
    ValueId later = append(BlockId(node.value), unknown_of(inst), {}, v);
    bool is_by_constants = true;
    int direction = direction_of(v, is_by_constants);
    out_.later.push_back({later, phi, direction, is_by_constants});
    return later;
  }
  // Does every round add numbers of one sign, or nothing?  0: no.
  int direction_of(ValueId phi, bool &is_by_constants) const {
    int out = 0;
    for (ValueId operand : body_.operands_of(phi))
      if (is_computed_from(operand, phi, false, kDeepest) &&
          !goes_one_way(operand, phi, out, is_by_constants, kDeepest))
        return 0;
    return out;
  }
  // Is it the phi and numbers of the sign `direction`, which 0 leaves open?
  // What is no constant is taken to be positive.
  bool goes_one_way(ValueId v, ValueId phi, int &direction,
                    bool &is_by_constants, int depth) const {
    if (v == phi)
      return true;
    const ir::Inst &inst = body_.insts[v];
    if (depth == 0)
      return false;
    if (inst.op == Op::kPhi)
      return std::ranges::all_of(body_.operands_of(v), [&](ValueId operand) {
        return goes_one_way(operand, phi, direction, is_by_constants,
                            depth - 1);
      });
    if (inst.op != Op::kBinop)
      return false;
    std::int64_t step = 1;
    if (body_.insts[body_.operand(v, 1)].op == Op::kInt)
      step = body_.int_value(body_.operand(v, 1));
    else
      is_by_constants = false;
    auto op = static_cast<ir::BinaryOp>(inst.code);
    if (op == ir::BinaryOp::kSub)
      step = -step;
    else if (op != ir::BinaryOp::kAdd)
      return false;
    int sign = step > 0 ? 1 : -1;
    if (step == 0 || (direction != 0 && direction != sign))
      return false;
    direction = sign;
    return goes_one_way(body_.operand(v, 0), phi, direction, is_by_constants,
                        depth - 1);
  }
  static ir::Inst unknown_of(const ir::Inst &phi) {
    ir::Inst out = phi;
    out.op = Op::kUnknown;
    out.extra = StringTable::empty().value;
    return out;
  }

  // A number that is computed from its value in the round before.
  bool counts(ValueId phi) const {
    if (!unit_.types.is_int(body_.insts[phi].type))
      return false;
    for (ValueId operand : body_.operands_of(phi))
      if (operand != phi && is_computed_from(operand, phi, false, kDeepest))
        return true;
    return false;
  }
  bool is_computed_from(ValueId v, ValueId phi, bool is_changed,
                        int depth) const {
    Op op = body_.insts[v].op;
    if (v == phi)
      return is_changed;
    if (depth == 0 || (op != Op::kBinop && op != Op::kCast && op != Op::kPhi &&
                       op != Op::kSelect))
      return false;
    return std::ranges::any_of(body_.operands_of(v), [&](ValueId operand) {
      return is_computed_from(operand, phi, is_changed || op == Op::kBinop,
                              depth - 1);
    });
  }

  // The copy of `v` that is seen at the end of `node`.
  ValueId lookup(ValueId v, NodeId node) {
    if (only_copy_[v].valid())
      return only_copy_[v];
    if (auto made = copies_.find({v, node}); made != copies_.end())
      return made->second;
    std::vector<NodeId> before = predecessors(node);
    ValueId out;
    if (before.empty()) { // never computed on the way here
      ir::Inst inst = body_.insts[v];
      inst.op = Op::kUndef;
      inst.block = {};
      inst.extra = 0;
      out = add(inst, {}, v);
    } else {
      std::vector<BlockId> from;
      std::vector<ValueId> values;
      for (NodeId one : before) {
        from.push_back(BlockId(one.value));
        values.push_back(lookup(v, one));
      }
      bool is_one = std::ranges::all_of(
          values, [&](ValueId other) { return other == values[0]; });
      out = is_one ? values[0]
                   : out_.add_phi(BlockId(node.value), v, body_.insts[v].type,
                                  from, values);
    }
    return copies_[{v, node}] = out;
  }

  const ir::Unit &unit_;
  const ir::Function &body_;
  const Graph &graph_;
  const IsDeadEdge &is_dead_;
  UnrolledBody out_;
  IdMap<ValueId, ValueId> only_copy_;       // leaves, and blocks copied once
  IdMap<BlockId, std::uint32_t> copies_of_; // number of copies
  std::map<std::pair<ValueId, NodeId>, ValueId> copies_;
  std::vector<bool> is_last_head_, is_reached_; // by node
};

} // namespace

ValueId UnrolledBody::add_phi(BlockId block, ValueId of, ir::TypeId type,
                              const std::vector<BlockId> &from,
                              const std::vector<ValueId> &values) {
  ir::Inst inst;
  inst.op = Op::kPhi;
  inst.type = type;
  inst.block = block;
  inst.extra = static_cast<std::uint32_t>(function.phi_blocks.size());
  function.phi_blocks.push_back(from);
  ValueId made = function.add(inst, values);
  origin.push(of);
  std::vector<ValueId> &insts = function.blocks[block].insts;
  auto end = std::ranges::find_if(
      insts, [&](ValueId v) { return function.insts[v].op != Op::kPhi; });
  insts.insert(end, made);
  return made;
}

UnrolledBody unrolled_body(const ir::Unit &unit, const ir::Function &function,
                           const Graph &graph, const IsDeadEdge &is_dead) {
  return Copier(unit, function, graph, is_dead).run();
}

} // namespace wt::flow
