// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The product of blocks and stores; see ir/split_paths.h.

#include "ir/split_paths.h"

#include "ir/cfg.h"
#include "ir/dispatch.h"

#include <algorithm>
#include <unordered_map>

namespace wt::ir {

namespace {

// What a block does with the dispatch variable.
struct BlockFacts {
  ValueId last_store; // that its successors see, if it has one
  ValueId seen_store; // before the load that decides the terminator
  Dispatch dispatch;
  bool is_live = false;  // a store before the block is asked for later
  bool is_fixed = false; // must not be copied
};

// A block together with the store that reaches it.
struct Node {
  BlockId block;                      // original
  ValueId store;                      // invalid: not known, or nobody asks
  BlockId copy;                       // the block this node becomes
  bool is_decided = false;            // the terminator becomes a plain branch
  std::vector<std::uint32_t> targets; // nodes, one per successor
};

enum class Grain { kStore, kConstant };

class ProductGraph {
public:
  ProductGraph(const Function &function, VariableId dispatch)
      : function_(function), dispatch_(dispatch),
        facts_(function.blocks.size()) {
    for (BlockId b : function.blocks.ids())
      scan(b);
    find_fixed_blocks();
    find_live_blocks();
  }

  // False when there would be more than `max_insts` instructions.  With
  // `must_fit`, paths share blocks in place of failing.
  bool explore(Grain grain, std::size_t max_insts, bool must_fit) {
    grain_ = grain;
    max_insts_ = max_insts;
    must_fit_ = must_fit;
    is_too_large_ = false;
    inst_count_ = reserved_ = 0;
    nodes_.clear();
    with_store_.clear();
    without_store_ =
        IdMap<BlockId, std::uint32_t>(function_.blocks.size(), kNone);
    is_reached_ = IdMap<BlockId, char>(function_.blocks.size(), false);
    for (const Block &block : function_.blocks)
      inst_count_ += block.insts.size();
    node(Function::entry(), ValueId());
    for (std::uint32_t i = 0; i < nodes_.size() && !is_too_large_; ++i)
      follow(i);
    return !is_too_large_;
  }

  const std::vector<Node> &nodes() const { return nodes_; }
  Grain grain() const { return grain_; }

private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  void scan(BlockId b) {
    BlockFacts &facts = facts_[b];
    facts.dispatch = dispatch_of(function_, b, dispatch_);
    for (ValueId v : function_.blocks[b].insts) {
      const Inst &inst = function_.insts[v];
      if (v == facts.dispatch.load)
        facts.seen_store = facts.last_store;
      if (inst.op == Op::kStore && accessed_slot(function_, v) == dispatch_) {
        facts.last_store = v;
        first_of_constant_.try_emplace(constant(v), v);
      }
      if (inst.op == Op::kSlot || inst.op == Op::kLanding)
        facts.is_fixed = true;
    }
  }

  void find_fixed_blocks() {
    facts_[Function::entry()].is_fixed = true;
    for (BlockId b : function_.blocks.ids())
      for (ValueId user : function_.blocks[b].insts)
        for (ValueId v : function_.operands_of(user)) {
          BlockId home = function_.insts[v].block;
          if (home.valid() && home != b)
            facts_[home].is_fixed = true;
        }
  }

  // Backwards from the blocks that ask to the stores.
  void find_live_blocks() {
    Predecessors preds(function_);
    std::vector<BlockId> stack;
    for (BlockId b : function_.blocks.ids())
      if (facts_[b].dispatch.load && !facts_[b].seen_store) {
        facts_[b].is_live = true;
        stack.push_back(b);
      }
    while (!stack.empty()) {
      BlockId b = stack.back();
      stack.pop_back();
      for (BlockId p : preds[b])
        if (!facts_[p].is_live && !facts_[p].last_store) {
          facts_[p].is_live = true;
          stack.push_back(p);
        }
    }
  }

  std::int64_t constant(ValueId store) const {
    return function_.int_value(function_.operand(store, 1));
  }

  // The node of `b` when `store` reaches it, made when it is new.
  std::uint32_t node(BlockId b, ValueId store) {
    if (!facts_[b].is_live || facts_[b].is_fixed)
      store = ValueId();
    if (!store)
      return shared_node(b);
    if (grain_ == Grain::kConstant)
      store = first_of_constant_.at(constant(store));
    std::uint64_t key = (std::uint64_t{b.value} << 32) | store.value;
    auto [at, is_new] =
        with_store_.try_emplace(key, static_cast<std::uint32_t>(nodes_.size()));
    if (!is_new)
      return at->second;
    if (!may_grow(b)) {
      with_store_.erase(at);
      return shared_node(b);
    }
    nodes_.push_back({.block = b, .store = store});
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }

  std::uint32_t shared_node(BlockId b) {
    if (without_store_[b] == kNone) {
      if (is_reached_[b]) {
        inst_count_ += size_of(b);
        reserved_ -= size_of(b);
      }
      is_reached_[b] = true;
      without_store_[b] = static_cast<std::uint32_t>(nodes_.size());
      nodes_.push_back({.block = b});
    }
    return without_store_[b];
  }

  std::size_t size_of(BlockId b) const {
    return function_.blocks[b].insts.size();
  }

  // Counts a node of b with a known store, if there is room.  The first node
  // of a block takes over the block itself; but room is kept for a shared
  // node that may come later, because that one cannot be refused.
  bool may_grow(BlockId b) {
    std::size_t grows = is_reached_[b] ? size_of(b) : 0;
    std::size_t reserves = is_reached_[b] ? 0 : size_of(b);
    if (inst_count_ + reserved_ + grows + reserves > max_insts_) {
      is_too_large_ = !must_fit_;
      return false;
    }
    inst_count_ += grows;
    reserved_ += reserves;
    is_reached_[b] = true;
    return true;
  }

  void follow(std::uint32_t i) {
    BlockId b = nodes_[i].block;
    ValueId store = nodes_[i].store;
    const BlockFacts &facts = facts_[b];
    ValueId out = facts.last_store ? facts.last_store : store;
    std::vector<std::uint32_t> targets;
    ValueId asked = facts.seen_store ? facts.seen_store : store;
    bool is_decided = facts.dispatch.load && asked;
    if (is_decided) {
      BlockId to =
          dispatched_successor(function_, b, facts.dispatch, constant(asked));
      targets.push_back(node(to, out));
    } else {
      for (BlockId s : function_.blocks[b].successors)
        targets.push_back(node(s, out));
    }
    nodes_[i].is_decided = is_decided;
    nodes_[i].targets = std::move(targets);
  }

  const Function &function_;
  VariableId dispatch_;
  IdMap<BlockId, BlockFacts> facts_;
  Grain grain_ = Grain::kStore;
  std::size_t max_insts_ = 0;
  bool must_fit_ = false;
  bool is_too_large_ = false;
  std::size_t inst_count_ = 0; // of the blocks to be made
  std::size_t reserved_ = 0;   // for shared nodes that may still come
  std::vector<Node> nodes_;
  // For lookup only: nothing depends on their order.
  std::unordered_map<std::uint64_t, std::uint32_t> with_store_;
  std::unordered_map<std::int64_t, ValueId> first_of_constant_;
  IdMap<BlockId, std::uint32_t> without_store_;
  IdMap<BlockId, char> is_reached_;
};

// Turns the explored graph into blocks.
class ProductBuilder {
public:
  ProductBuilder(Function &function, std::vector<Node> nodes, Grain grain)
      : function_(function), nodes_(std::move(nodes)), grain_(grain),
        copy_(function.insts.size()) {}

  void run() {
    find_jump_positions();
    collect_incoming();
    make_copies();
    rewrite_phis();
    for (std::uint32_t i = 0; i < nodes_.size(); ++i)
      connect(i);
  }

private:
  // Before terminators change: where is the jump that each node belongs to?
  void find_jump_positions() {
    jumps_.resize(nodes_.size());
    if (grain_ != Grain::kStore)
      return;
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
      if (!nodes_[i].store)
        continue;
      BlockId from = function_.insts[nodes_[i].store].block;
      if (function_.blocks[from].successors.size() != 1)
        continue;
      // The last statement before a cleanup may have lost its branch.
      SourcePos jump = function_.insts[function_.terminator(from)].pos;
      jumps_[i] = jump.known() ? jump : function_.insts[nodes_[i].store].pos;
    }
  }

  bool has_phis(BlockId b) const {
    return function_.insts[function_.blocks[b].insts.front()].op == Op::kPhi;
  }

  // The sources of each node whose block has phis; each once.
  void collect_incoming() {
    incoming_.resize(nodes_.size());
    for (std::uint32_t i = 0; i < nodes_.size(); ++i)
      for (std::uint32_t t : nodes_[i].targets)
        if (has_phis(nodes_[t].block) &&
            (incoming_[t].empty() || incoming_[t].back() != i))
          incoming_[t].push_back(i);
  }

  void make_copies() {
    IdMap<BlockId, char> is_taken(function_.blocks.size(), false);
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
      Node &node = nodes_[i];
      bool is_first = !is_taken[node.block];
      is_taken[node.block] = true;
      node.copy = is_first ? node.block : copy_block(node.block);
    }
    for (std::uint32_t i = 0; i < nodes_.size(); ++i)
      if (jumps_[i].known())
        for (ValueId v : function_.blocks[nodes_[i].copy].insts)
          if (function_.insts[v].op == Op::kScopeEnd)
            function_.insts[v].pos = jumps_[i];
  }

  // Phi operands are filled in by rewrite_phis().
  BlockId copy_block(BlockId from) {
    BlockId to = function_.blocks.push(Block{});
    function_.blocks[to].successors = function_.blocks[from].successors;
    std::vector<ValueId> insts = function_.blocks[from].insts;
    std::vector<ValueId> operands;
    for (ValueId v : insts) {
      operands.clear();
      for (ValueId operand : function_.operands_of(v))
        operands.push_back(copy_[operand] ? copy_[operand] : operand);
      ValueId copy = function_.append(to, function_.insts[v], operands);
      copy_.resize(function_.insts.size());
      copy_[v] = copy;
    }
    for (ValueId v : insts)
      copy_[v] = ValueId();
    return to;
  }

  // All copies of a phi still show the row and operands of the original, so
  // the new ones are computed for all nodes before any is written.
  void rewrite_phis() {
    struct Change {
      ValueId phi;
      std::vector<BlockId> from;
      std::vector<ValueId> operands;
    };
    std::vector<Change> changes;
    for (std::uint32_t t = 0; t < nodes_.size(); ++t) {
      if (incoming_[t].empty())
        continue;
      for (ValueId v : function_.blocks[nodes_[t].copy].insts) {
        if (function_.insts[v].op != Op::kPhi)
          break;
        Change change{.phi = v};
        std::span<const BlockId> old = function_.incoming(v);
        for (std::uint32_t i : incoming_[t]) {
          auto at = std::find(old.begin(), old.end(), nodes_[i].block);
          assert(at != old.end() && "phi lacks a predecessor");
          change.from.push_back(nodes_[i].copy);
          change.operands.push_back(function_.operand(
              v, static_cast<std::uint32_t>(at - old.begin())));
        }
        changes.push_back(std::move(change));
      }
    }
    for (Change &change : changes) {
      Inst &phi = function_.insts[change.phi];
      phi.first_operand = static_cast<std::uint32_t>(function_.operands.size());
      phi.operand_count = static_cast<std::uint32_t>(change.operands.size());
      phi.extra = static_cast<std::uint32_t>(function_.phi_blocks.size());
      function_.operands.insert(function_.operands.end(),
                                change.operands.begin(), change.operands.end());
      function_.phi_blocks.push_back(std::move(change.from));
    }
  }

  void connect(std::uint32_t i) {
    const Node &node = nodes_[i];
    Block &block = function_.blocks[node.copy];
    block.successors.clear();
    for (std::uint32_t t : node.targets)
      block.successors.push_back(nodes_[t].copy);
    if (!node.is_decided)
      return;
    Inst old = function_.insts[block.insts.back()];
    function_.insts[block.insts.back()].block = BlockId();
    block.insts.pop_back();
    function_.append(node.copy,
                     Inst{.op = Op::kBranch,
                          .type = old.type,
                          .pos = jumps_[i].known() ? jumps_[i] : old.pos,
                          .macro = old.macro},
                     {});
  }

  Function &function_;
  std::vector<Node> nodes_;
  Grain grain_;
  IdMap<ValueId, ValueId> copy_; // of the block being copied
  std::vector<SourcePos> jumps_; // of each node
  std::vector<std::vector<std::uint32_t>> incoming_; // of nodes with phis
};

} // namespace

void split_paths(Function &function, VariableId dispatch,
                 std::size_t max_insts) {
  ProductGraph graph(function, dispatch);
  if (!graph.explore(Grain::kStore, max_insts, false))
    graph.explore(Grain::kConstant, max_insts, true);
  ProductBuilder(function, graph.nodes(), graph.grain()).run();
}

} // namespace wt::ir
