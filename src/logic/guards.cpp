// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Guards along dominance.
//
// The *anchor* of a block is its closest strict dominator that lies in no loop
// the block is not in.  Every way to a block passes its anchor, and passes it
// before it goes round any loop that it leaves, so
//
//   guard(a, b) = guard(a, anchor(b)) and guard(anchor(b), b)
//
// whenever a is an anchor above.  The last step is a sum over the edges into
// b.  An edge out of loops also takes those who went round one of them: their
// guard is that of the back edges, and one free choice per exit.
//
// Guards are found with a stack of open questions instead of recursion; only
// phis tested inside each other recurse, to a fixed depth.

#include "logic/guards.h"

#include "logic/branch_reader.h"

#include <algorithm>
#include <unordered_map>

namespace wt::logic {
namespace {

using ir::BlockId;
using ir::Loop;
using ir::Op;
using ir::ValueId;

// Enough for exits that contradict the way round at first sight.
constexpr std::uint64_t kExitSteps = 2000;

} // namespace

class Guards::Impl {
public:
  Impl(const ir::Unit &unit, const ir::Function &function, BranchAtoms &atoms,
       GuardOptions options)
      : function_(function), atoms_(atoms), table_(atoms.table()),
        preds_(function), dominators_(function, preds_),
        loops_(find_loops(function, preds_, dominators_)),
        reader_(unit, function, loops_, atoms, std::move(options.is_fresh),
                std::move(options.is_older),
                [this](BlockId from, BlockId to) { return arrival(from, to); }),
        steps_(options.steps), anchors_(function.blocks.size()) {
    for (BlockId b : dominators_.order())
      anchors_[b] = find_anchor(b);
  }

  std::optional<Cond> guard(BlockId from, BlockId to) {
    if (!dominators_.is_reachable(from) || !dominators_.is_reachable(to))
      return kNo;
    prepare();
    std::vector<Pair> stack{{from, to}};
    std::unordered_map<std::uint64_t, bool> is_open;
    std::vector<Pair> missing;
    while (!stack.empty()) {
      Pair top = stack.back();
      if (known_.contains(top.key())) {
        stack.pop_back();
        continue;
      }
      if (steps_ == 0)
        return std::nullopt;
      --steps_;
      missing.clear();
      std::optional<Cond> found = try_guard(top, missing);
      if (found) {
        known_[top.key()] = *found;
        stack.pop_back();
        continue;
      }
      is_open[top.key()] = true;
      bool is_circular = true;
      for (Pair next : missing)
        if (!is_open.contains(next.key())) {
          stack.push_back(next);
          is_circular = false;
        }
      // Only in irreducible graphs, where covers() does not answer.
      if (is_circular)
        for (Pair next : missing)
          known_.try_emplace(next.key(), kNo);
    }
    return known_.at(Pair{from, to}.key());
  }

  Cond edge(BlockId from, BlockId to) { return edge_seen_from(from, to, from); }

  Cond condition(ValueId value, BlockId block) {
    return reader_.truth(value, block);
  }

  Cond compare(ir::Predicate predicate, ValueId value, std::int64_t number,
               BlockId block) {
    return reader_.compare(predicate, value, number, block);
  }

  Cond compare(ir::Predicate predicate, ValueId a, ValueId b, BlockId block) {
    return reader_.compare(predicate, a, b, block);
  }

  Cond known_at(BlockId to) {
    Cond out = kNo;
    for (BlockId from : preds_[to]) {
      if (!dominators_.is_reachable(from) || is_back(from, to))
        continue;
      out = table_.either(out, exit_test(from, to, to, false));
    }
    return dominators_.is_reachable(to) && to != ir::Function::entry() ? out
                                                                       : kYes;
  }

  Answer covers(BlockId from, std::span<const BlockId> blocks) {
    if (loops_.is_irreducible || !dominators_.is_reachable(from))
      return Answer::kUnknown;
    Cond leaves = kNo, passes = kNo;
    for (BlockId block : dominators_.order()) {
      Op last = function_.insts[function_.terminator(block)].op;
      if (last != Op::kReturn && last != Op::kRethrow)
        continue;
      std::optional<Cond> way = guard(from, block);
      if (!way)
        return Answer::kUnknown;
      leaves = table_.either(leaves, *way);
    }
    for (BlockId block : blocks) {
      std::optional<Cond> way = guard(from, block);
      if (!way)
        return Answer::kUnknown;
      passes = table_.either(passes, *way);
    }
    // What led to `from` still holds of the values tested there, in whichever
    // iteration that was.
    std::optional<Cond> before = guard(ir::Function::entry(), from);
    if (!before)
      return Answer::kUnknown;
    Cond around = table_.both(*before, table_.both(leaves, !passes));
    if (around.is_no())
      return Answer::kYes;
    Decider decider(atoms_);
    // Most ways around are refuted, or not, without the facts.
    if (decider.can_hold(around) == Answer::kNo)
      return Answer::kYes;
    std::optional<Cond> facts = facts_about(around, from);
    if (!facts)
      return Answer::kUnknown;
    switch (decider.can_hold(table_.both(around, *facts))) {
    case Answer::kNo:
      return Answer::kYes;
    case Answer::kYes:
      return Answer::kNo;
    case Answer::kUnknown:
      break;
    }
    return Answer::kUnknown;
  }

  ValueId value_of(BranchAtoms::Value number) const {
    return reader_.value_of(number);
  }

private:
  struct Pair {
    BlockId from, to;
    std::uint64_t key() const {
      return std::uint64_t(from.value) << 32 | to.value;
    }
  };

  // What is known behind loops on ways from `from`, as far as it has an atom
  // in common with `c` or with such a fact.
  std::optional<Cond> facts_about(Cond c, BlockId from) {
    struct Fact {
      BlockId block;
      Cond known;
    };
    std::vector<Fact> open;
    for (BlockId block : dominators_.order())
      if (Cond known = known_at(block); !known.is_yes())
        open.push_back({block, known});
    std::vector<std::uint32_t> relevant = table_.atoms_of(c);
    Cond out = kYes;
    for (bool has_grown = true; has_grown;) {
      has_grown = false;
      for (Fact &fact : open) {
        std::vector<std::uint32_t> atoms = table_.atoms_of(fact.known);
        if (!fact.block ||
            std::ranges::find_first_of(atoms, relevant) == atoms.end())
          continue;
        std::optional<Cond> way = guard(from, fact.block);
        if (!way)
          return std::nullopt;
        out = table_.both(out, table_.implies(*way, fact.known));
        relevant.insert(relevant.end(), atoms.begin(), atoms.end());
        fact.block = BlockId(); // taken
        has_grown = true;
      }
    }
    return out;
  }

  // The tests of all branches, in an order in which those that a phi looks
  // back to are there already.
  void prepare() {
    if (is_prepared_)
      return;
    is_prepared_ = true;
    for (BlockId block : dominators_.order())
      for (BlockId to : function_.blocks[block].successors)
        edge(block, to);
  }

  bool is_back(BlockId from, BlockId to) const {
    return dominators_.dominates(to, from);
  }
  bool is_in_all_loops_of(BlockId block, BlockId other) const {
    std::uint32_t loop = loops_.innermost[other];
    return loop == Loop::kNone || reader_.is_in_loop(loop, block);
  }

  // Invalid: none, the way begins at the entry itself.
  BlockId find_anchor(BlockId block) const {
    BlockId at = dominators_.idom(block);
    while (at && !is_in_all_loops_of(block, at))
      at = dominators_.idom(at);
    return at;
  }

  // A guard from the guards it is made of; those that are not known yet are
  // put into `missing`.
  std::optional<Cond> try_guard(Pair pair, std::vector<Pair> &missing) {
    auto [from, to] = pair;
    if (from == to)
      return kYes;
    BlockId anchor = anchors_[to];
    if (anchor && anchor != from && dominators_.dominates(from, anchor) &&
        is_in_all_loops_of(anchor, from)) {
      Cond before = get({from, anchor}, missing),
           rest = get({anchor, to}, missing);
      if (!missing.empty())
        return std::nullopt;
      return table_.both(before, rest);
    }
    Cond out = kNo;
    for (BlockId source : preds_[to]) {
      if (!dominators_.is_reachable(source) || is_back(source, to))
        continue;
      if (dominators_.position(source) > dominators_.position(to) &&
          loops_.is_irreducible)
        continue; // into a cycle beside its head
      Cond here = get({from, source}, missing);
      out = table_.either(out, table_.both(here, edge(source, to)));
      out = table_.either(out, after_rounds(from, source, to, missing));
    }
    return missing.empty() ? std::optional(out) : std::nullopt;
  }

  Cond get(Pair pair, std::vector<Pair> &missing) {
    if (auto found = known_.find(pair.key()); found != known_.end())
      return found->second;
    missing.push_back(pair);
    return kNo;
  }

  // Those who went round a loop and leave it by source -> to.
  Cond after_rounds(BlockId from, BlockId source, BlockId to,
                    std::vector<Pair> &missing) {
    Cond out = kNo;
    std::uint32_t loop = loops_.innermost[source];
    for (; loop != Loop::kNone && !reader_.is_in_loop(loop, to);
         loop = loops_.loops[loop].parent) {
      Cond round = rounds(loop, from, missing);
      if (round.is_no())
        continue;
      Cond taken = choice(loop, to, missing);
      Cond test = exit_test(source, to, to, true);
      out = table_.either(out, table_.both(round, table_.both(taken, test)));
    }
    return out;
  }

  // The way from `from` to a back edge of the loop.
  Cond rounds(std::uint32_t loop, BlockId from, std::vector<Pair> &missing) {
    Cond out = kNo;
    for (const ir::BackEdge &back : loops_.back_edges)
      if (back.to == loops_.loops[loop].header)
        out = table_.either(out, table_.both(get({from, back.from}, missing),
                                             edge(back.from, back.to)));
    return out;
  }

  // Among the exits that are possible after going round, this one.
  Cond choice(std::uint32_t loop, BlockId target, std::vector<Pair> &missing) {
    auto [found, is_new] = choices_.try_emplace(loop);
    if (is_new && !find_choices(loop, found->second, missing)) {
      choices_.erase(loop);
      return kNo;
    }
    auto at = found->second.find(target);
    return at == found->second.end() ? kNo : at->second;
  }

  bool find_choices(std::uint32_t loop, std::map<BlockId, Cond> &out,
                    std::vector<Pair> &missing) {
    std::size_t missing_before = missing.size();
    Cond round = rounds(loop, loops_.loops[loop].header, missing);
    if (missing.size() != missing_before)
      return false;
    std::vector<BlockId> targets;
    Decider decider(atoms_, kExitSteps);
    for (BlockId source : dominators_.order()) {
      if (!reader_.is_in_loop(loop, source))
        continue;
      for (BlockId target : function_.blocks[source].successors)
        if (!reader_.is_in_loop(loop, target) &&
            decider.contradict(
                round, exit_test(source, target, target, true)) != Answer::kYes)
          targets.push_back(target);
    }
    std::ranges::sort(targets);
    targets.erase(std::ranges::unique(targets).begin(), targets.end());
    Cond rest = kYes;
    for (std::size_t i = 0; i < targets.size(); ++i) {
      Cond this_one = i + 1 == targets.size() ? kYes : table_.atom();
      out[targets[i]] = table_.both(rest, this_one);
      rest = table_.both(rest, !this_one);
    }
    return true;
  }

  // What is known on the edge source -> to about the last iteration, seen
  // from `from`: the test of the edge, and of the edges in the loops left that
  // dominate it.  `only_lasting`: only tests that are the same in all
  // iterations.
  Cond exit_test(BlockId source, BlockId to, BlockId from, bool only_lasting) {
    Cond out = kYes;
    std::uint32_t outermost = Loop::kNone;
    for (std::uint32_t loop = loops_.innermost[source];
         loop != Loop::kNone && !reader_.is_in_loop(loop, to);
         loop = loops_.loops[loop].parent)
      outermost = loop;
    if (outermost == Loop::kNone)
      return kYes;
    BlockId end = to;
    while (true) {
      Cond now = edge(source, end), later = edge_seen_from(source, end, from);
      if (!only_lasting || now == later)
        out = table_.both(out, later);
      // Upwards to the next edge that every way here takes.
      end = source;
      while (end && reader_.is_in_loop(outermost, end) &&
             (preds_[end].size() != 1 || end == loops_.loops[outermost].header))
        end = dominators_.idom(end);
      if (!end || !reader_.is_in_loop(outermost, end))
        return out;
      source = preds_[end][0];
      if (!reader_.is_in_loop(outermost, source))
        return out;
    }
  }

  // The test on which the terminator of `block` goes to `to`.
  Cond edge_seen_from(BlockId block, BlockId to, BlockId from) {
    const auto &successors = function_.blocks[block].successors;
    if (std::ranges::all_of(successors, [&](BlockId s) { return s == to; }))
      return kYes;
    ValueId last = function_.terminator(block);
    std::uint32_t outside = 0; // loops of the block that `from` is not in
    for (std::uint32_t loop = loops_.innermost[block]; loop != Loop::kNone;
         loop = loops_.loops[loop].parent)
      outside += !reader_.is_in_loop(loop, from);
    EdgeKey key{block, to, outside};
    if (auto found = edges_.find(key); found != edges_.end())
      return found->second;
    Cond out = kNo;
    switch (function_.insts[last].op) {
    case Op::kBranch: {
      Cond test = reader_.truth(function_.operand(last, 0), from);
      out = successors[0] == to ? test : !test;
      break;
    }
    case Op::kSwitch:
      out = case_test(last, to, from);
      break;
    default: { // a call that may throw
      Cond &throws = throws_[{block, outside}];
      if (throws.is_yes())
        throws = table_.atom();
      out = successors[1] == to ? throws : !throws;
    }
    }
    return edges_[key] = out;
  }

  Cond case_test(ValueId last, BlockId to, BlockId from) {
    const auto &successors =
        function_.blocks[function_.insts[last].block].successors;
    const std::vector<std::int64_t> &cases = function_.switch_info(last).cases;
    Cond out = kNo, none = kYes;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      Cond is_case = reader_.equals(function_.operand(last, 0), cases[i], from);
      if (successors[i + 1] == to)
        out = table_.either(out, is_case);
      else
        none = table_.both(none, !is_case);
    }
    return successors[0] == to ? none : out;
  }

  // For phis: from the anchor of `to`, by the edge from `from`.
  std::optional<Cond> arrival(BlockId from, BlockId to) {
    BlockId anchor = anchors_[to];
    if (!anchor || !dominators_.is_reachable(from))
      return std::nullopt;
    std::uint32_t loop = loops_.innermost[from];
    if (loop != Loop::kNone && !reader_.is_in_loop(loop, to))
      return std::nullopt; // out of a loop: which iteration it was is open
    std::optional<Cond> way = guard(anchor, from);
    if (!way)
      return std::nullopt;
    return table_.both(*way, edge(from, to));
  }

  struct EdgeKey {
    BlockId from, to;
    std::uint32_t outside;
    auto operator<=>(const EdgeKey &) const = default;
  };

  const ir::Function &function_;
  BranchAtoms &atoms_;
  Conditions &table_;
  ir::Predecessors preds_;
  ir::Dominators dominators_;
  ir::Loops loops_;
  BranchReader reader_;
  std::uint64_t steps_;
  IdMap<BlockId, BlockId> anchors_;
  bool is_prepared_ = false;
  std::unordered_map<std::uint64_t, Cond> known_; // guards, by Pair::key
  std::map<EdgeKey, Cond> edges_;
  std::map<std::pair<BlockId, std::uint32_t>, Cond> throws_;
  // By loop: target of an exit -> that it is taken after going round.
  std::map<std::uint32_t, std::map<BlockId, Cond>> choices_;
};

Guards::Guards(const ir::Unit &unit, const ir::Function &function,
               BranchAtoms &atoms, GuardOptions options)
    : impl_(std::make_unique<Impl>(unit, function, atoms, std::move(options))) {
}
Guards::~Guards() = default;

std::optional<Cond> Guards::guard(ir::BlockId from, ir::BlockId to) {
  return impl_->guard(from, to);
}
Cond Guards::edge(ir::BlockId block, ir::BlockId to) {
  return impl_->edge(block, to);
}
Cond Guards::condition(ir::ValueId value, ir::BlockId block) {
  return impl_->condition(value, block);
}
Cond Guards::compare(ir::Predicate predicate, ir::ValueId value,
                     std::int64_t number, ir::BlockId block) {
  return impl_->compare(predicate, value, number, block);
}
Cond Guards::compare(ir::Predicate predicate, ir::ValueId a, ir::ValueId b,
                     ir::BlockId block) {
  return impl_->compare(predicate, a, b, block);
}
Cond Guards::known_at(ir::BlockId to) { return impl_->known_at(to); }
Answer Guards::covers(ir::BlockId from, std::span<const ir::BlockId> blocks) {
  return impl_->covers(from, blocks);
}
ir::ValueId Guards::value_of(BranchAtoms::Value number) const {
  return impl_->value_of(number);
}

} // namespace wt::logic
