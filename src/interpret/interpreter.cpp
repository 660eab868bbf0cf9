// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fixpoint: see interpreter.h.

#include "interpret/interpreter.h"

#include "ir/uses.h"

#include <algorithm>

namespace wt::absint {

using ir::BlockId;
using ir::Op;
using ir::ValueId;

Interpreter::Interpreter(const Setting &setting, ProcedureId procedure,
                         Budget &budget, std::size_t max_states)
    : setting_(setting), procedure_(procedure),
      unit_(setting.facts.program.unit_of(procedure)),
      function_(setting.facts.program.body(procedure)), budget_(&budget),
      max_states_(max_states),
      is_main_(setting.facts.program.procedures()[procedure].link_name ==
               "main"),
      is_questioned_(questioned(function_)),
      is_looked_at_(ir::looked_at(function_)), nodes_(function_),
      disjuncts_(nodes_.size()), visits_(nodes_.size(), 0),
      ways_in_(function_.blocks.size(), 0), computed_(function_.insts.size()),
      computed_in_(function_.insts.size(), 0) {
  for (const ir::Block &block : function_.blocks)
    for (BlockId to : block.successors)
      ++ways_in_[to];
}

// What is known before the first instruction: bits that all callers pass.
State Interpreter::at_entry() {
  State out;
  for (std::uint32_t i = 0; i < function_.param_count; ++i) {
    const ir::Type &type = unit_.types[function_.insts[ValueId(i)].type];
    if (type.kind != ir::TypeKind::kInt)
      continue;
    BaseId argument = value(ValueId(i), out).base;
    KnownBits bits = passed_bits(argument);
    if (bits != KnownBits{})
      out.facts.edit().insert_or_assign(
          argument, Numbers::of_bits(bits, bits_of(ValueId(i))));
  }
  return out;
}

bool Interpreter::run() {
  if (!ascend())
    return false;
  for (int i = 0; i < kDescents && is_lossy_; ++i)
    if (!descend())
      break;
  return true;
}

// A state, and what follows from it without a join.
void Interpreter::run_from(NodeId node, State state) {
  run_node(node, std::move(state));
  while (!departures_.empty() && !budget_->exhausted()) {
    Departure next = std::move(departures_.back());
    departures_.pop_back();
    run_node(next.to, std::move(next.state));
  }
}

// From the entry, widened in loops, until no state changes.
bool Interpreter::ascend() {
  std::uint64_t after_a_third = budget_->left() / 3 * 2;
  disjuncts_[NodeId(0)].push_back({at_entry()});
  worklist_.insert(NodeId(0));
  for (NodeId node(0); !worklist_.empty();) {
    node = nodes_.next_after(node, worklist_);
    worklist_.erase(node);
    ++visits_[node];
    // Running a node may change its own list when it is its own successor.
    for (std::size_t i = 0; i < disjuncts_[node].size(); ++i) {
      Disjunct &disjunct = disjuncts_[node][i];
      if (!disjunct.is_pending)
        continue;
      disjunct.is_pending = false;
      run_from(node, State(disjunct.state));
      if (budget_->exhausted())
        return false;
    }
    if (budget_->left() < after_a_third)
      max_states_ = 1; // it is large: from now on all are joined
  }
  return true;
}

// Narrowing: every state once more, from those that cover all that can happen
// to those that follow from them, which cover it too.  They are joined as they
// are, so bounds that widening let go come back where a test has them:
//   for (i = 0; i < 8; i++) ...;        i is at least 8, then exactly 8
// False: nothing changed, or the steps ran out; then all is as it was.
bool Interpreter::descend() {
  auto before = std::exchange(
      disjuncts_, IdMap<NodeId, std::vector<Disjunct>>(nodes_.size()));
  auto cases = std::exchange(cases_, {});
  auto suspects = std::exchange(suspects_, {});
  disjuncts_[NodeId(0)].push_back({at_entry()});
  is_descending_ = true;
  // All ways into a node are run before it, but for those back to a head.
  for (NodeId node : before.ids()) {
    std::vector<Disjunct> from =
        nodes_[node].is_head ? before[node] : disjuncts_[node];
    for (const Disjunct &disjunct : from)
      run_from(node, disjunct.state);
  }
  is_descending_ = false;
  worklist_.clear();
  departures_.clear();
  if (budget_->exhausted()) {
    disjuncts_ = std::move(before);
    cases_ = std::move(cases);
    suspects_ = std::move(suspects);
    return false;
  }
  for (NodeId node : before.ids())
    if (!std::ranges::equal(before[node], disjuncts_[node], {},
                            &Disjunct::state, &Disjunct::state))
      return true;
  return false;
}

std::vector<Case> Interpreter::cases() const {
  std::vector<Case> out = merged(cases_, ProcedureSummary::kMaxCases);
  if (!setting_.limits.failure_is_told)
    return out;
  for (Case &one : out)
    for (const Case &other : out)
      if (auto failure = other.is.number();
          failure && one.is.is_any() && !other.throws && !one.throws &&
          !one.objects.empty() && other.objects.empty())
        one.is =
            *failure < 0 ? Numbers::at_least(0) : Numbers::except(*failure);
  return out;
}

void Interpreter::run_node(NodeId node, State state) {
  ++round_;
  ++states_;
  here_ = node;
  BlockId block = nodes_[node].block;
  const std::vector<ValueId> &insts = function_.blocks[block].insts;
  for (std::uint32_t i = nodes_[node].begin; i < nodes_[node].end; ++i) {
    if (!budget_->spend())
      return;
    if (function_.insts[insts[i]].op == Op::kCall)
      return run_call(insts[i], node, state);
    if (!execute(insts[i], state))
      return;
  }
  branch(block, std::move(state));
}

// The call that ends a node, and where each of its cases goes on.
void Interpreter::run_call(ValueId v, NodeId node, State &state) {
  std::vector<After> ends = call(v, state);
  bool is_one_way = ends.size() == 1 && !ends[0].throws;
  for (After &after : ends) {
    std::size_t size = after.state.cells->size() + after.state.facts->size();
    if (!budget_->spend(1 + size / 4))
      return;
    std::vector<std::pair<ValueId, Value>> before; // what has another name
    for (const Renamed &one : after.renamed)
      for (ValueId known : function_.blocks[nodes_[node].block].insts)
        if (computed_in_[known] == round_ &&
            computed_[known].base == one.from) {
          before.push_back({known, computed_[known]});
          computed_[known].base = one.to;
        }
    define(v, after.result);
    go_on_after(v, node, std::move(after), is_one_way);
    for (const auto &[known, was] : before)
      computed_[known] = was;
  }
}

void Interpreter::go_on_after(ValueId v, NodeId node, After after,
                              bool is_one_way) {
  BlockId block = nodes_[node].block;
  bool has_unwind = function_.call(v).has_unwind;
  if (after.throws && !has_unwind)
    leave(after.state, std::nullopt, true, v);
  else if (has_unwind)
    go(block, function_.blocks[block].successors[after.throws ? 1 : 0],
       std::move(after.state));
  else
    go_on(NodeId(node.value + 1), std::move(after.state), is_one_way);
}

// Where a call ends in one way there is nothing to join.
void Interpreter::go_on(NodeId to, State state, bool is_one_way) {
  Environment env;
  env.reserve(nodes_[to].live.size());
  for (ValueId v : nodes_[to].live)
    env.push_back({v, value(v, state)});
  state.env = std::move(env);
  if (is_one_way)
    departures_.push_back({to, std::move(state)});
  else
    arrive(to, std::move(state));
}

// Control goes from one block to another: phis, then arrival.
void Interpreter::go(BlockId from, BlockId to, State state) {
  Environment env;
  NodeId node = nodes_.first_of(to);
  env.reserve(nodes_[node].live.size() + 4);
  for (ValueId v : nodes_[node].live)
    env.push_back({v, value(v, state)});
  // All phis read before any of them changes what is known.
  for (ValueId v : function_.blocks[to].insts) {
    if (function_.insts[v].op != Op::kPhi)
      break;
    auto incoming = function_.incoming(v);
    for (std::size_t i = 0; i < incoming.size(); ++i)
      if (incoming[i] == from) {
        env.push_back({v, value(function_.operand(v, i), state)});
        break;
      }
  }
  std::sort(env.begin(), env.end());
  state.env = std::move(env);
  // What comes after a loop waits until the loop is stable.
  bool is_straight = ways_in_[to] == 1 &&
                     nodes_[node].loop == nodes_[nodes_.first_of(from)].loop;
  if (is_straight)
    departures_.push_back({node, std::move(state)});
  else
    arrive(node, std::move(state));
}

// Adds what is known in `state` to `into`; false: it was there already.
bool Interpreter::absorb(Disjunct &into, const State &state, NodeId at) {
  bool grew = false;
  State both = joined(into.state, state, at, grew);
  budget_->spend(1 + (both.cells->size() + both.facts->size()) / 4);
  if (!grew && both == into.state)
    return false;
  into.state = std::move(both);
  into.is_pending = true;
  return true;
}

// What was chosen here in the last round is another value now.
void Interpreter::age_choices(NodeId node, State &state) {
  BaseSet chosen;
  auto note = [&](const Value &value) {
    const Base &base = bases_[value.base];
    if (base.kind == Base::Kind::kChoice && base.index == node.value)
      insert_sorted(chosen, value.base);
  };
  for (const auto &[v, value] : *state.env)
    note(value);
  for (const auto &[cell, content] : *state.cells)
    note(content.value);
  for (BaseId base : chosen)
    age(state, base);
}

// What is known of values that nothing here can name any more tells nothing.
void Interpreter::drop_dead_facts(State &state) const {
  auto is_named_for_ever = [&](BaseId base) {
    return base == Bases::number() || bases_.is_entry(base) ||
           bases_.is_new(base) || bases_.is(base, Base::Kind::kSlot);
  };
  if (state.facts->empty())
    return;
  marks_.begin(bases_.size());
  std::vector<BaseId> todo;
  auto use = [&](BaseId base) {
    if (!is_named_for_ever(base) && marks_.add(base))
      todo.push_back(base);
  };
  for (const auto &[v, known] : *state.env)
    use(known.base);
  for (const auto &[cell, content] : *state.cells)
    use(content.value.base);
  while (!todo.empty()) {
    BaseId base = todo.back();
    todo.pop_back();
    for (const Value &part : bases_.info(base).alternatives)
      use(part.base);
    for (BaseId leaf : bases_.info(base).leaves)
      use(leaf);
  }
  auto is_used = [&](BaseId base) {
    return is_named_for_ever(base) || marks_.has(base);
  };
  auto is_dead = [&](const auto &entry) {
    return bases_.is(entry.first, Base::Kind::kTerm)
               ? !std::ranges::all_of(bases_.info(entry.first).leaves, is_used)
               : !is_used(entry.first);
  };
  if (std::ranges::any_of(*state.facts, is_dead))
    state.facts.edit().erase_if(is_dead);
}

void Interpreter::arrive(NodeId node, State state) {
  if (is_following_) {
    departures_.push_back({node, std::move(state)});
    return;
  }
  drop_dead_facts(state);
  if (nodes_[node].is_in_loop())
    age_choices(node, state);
  std::vector<Disjunct> &disjuncts = disjuncts_[node];
  // Before a return they cost little, and cases are told apart by results.
  std::size_t most = nodes_[node].is_last ? 3 * max_states_ : max_states_;
  for (; disjuncts.size() > most; disjuncts.pop_back())
    absorb(disjuncts[most - 1], disjuncts.back().state, node);
  Disjunct *into = nullptr;
  for (Disjunct &d : disjuncts)
    if (same_property(d.state, state) &&
        !(nodes_[node].is_last && have_other_results(d.state, state))) {
      into = &d;
      break;
    }
  if (!into && disjuncts.size() >= most) {
    std::size_t nearest = SIZE_MAX;
    for (Disjunct &d : disjuncts)
      if (std::size_t far = distance(d.state, state); far < nearest)
        nearest = far, into = &d;
  }
  if (!into)
    disjuncts.push_back({std::move(state)});
  else if (!absorb(*into, state, node))
    return;
  worklist_.insert(node);
}

} // namespace wt::absint
