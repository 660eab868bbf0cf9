// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The seam over CaDiCaL: Tseitin encoding of the cone of a question.

#include "logic/solver.h"

#include "logic/assignments.h"
#include "logic/search.h"

#include <algorithm>
#include <cadical.hpp>
#include <optional>
#include <set>

namespace wt::logic {
namespace {

// Steps that a run costs: measured against those of the caller, a step is
// about a tenth of a microsecond.
constexpr std::uint64_t kStepsPerRun = 20;
constexpr std::uint64_t kVariablesPerStep = 4; // in every run
constexpr std::uint64_t kNodesPerStep = 64;    // evaluated
constexpr std::uint64_t kVisitsPerStep = 8;    // in a short search
constexpr std::uint64_t kAtomsPerStep = 4;     // that a fact is about
constexpr int kLooks = 3;                      // searches for one question

} // namespace

struct Solver::State {
  const Conditions &table;
  std::uint64_t conflicts;
  Budget *budget;
  std::unique_ptr<CaDiCaL::Solver> sat;
  std::vector<int> variable;        // of a node; 0: not handed over
  std::vector<std::uint32_t> nodes; // of a variable, from 1
  Facts facts;
  std::vector<std::uint32_t> work;     // nodes to encode
  std::vector<Cond> pending;           // facts to assert
  std::set<std::vector<Cond>> refuted; // sorted conjuncts
  Assignments assignments;
  Search search;
  bool includes = false; // assignments have to respect more than the question
  std::uint64_t paid_work = 0;
  Layers layers;
  bool contradicted = false; // a fact is false

  State(const Conditions &t, std::uint64_t c, Budget *b)
      : table(t), conflicts(c), budget(b), nodes{0}, assignments(t),
        search(t, facts) {}

  CaDiCaL::Solver &solver() {
    if (!sat) {
      sat = std::make_unique<CaDiCaL::Solver>();
      sat->configure("plain"); // questions are small: no preprocessing
      sat->set("quiet", 1);
    }
    return *sat;
  }
  int variable_of(std::uint32_t node) {
    if (node >= variable.size())
      variable.resize(table.size());
    if (!variable[node]) {
      variable[node] = static_cast<int>(nodes.size());
      nodes.push_back(node);
      work.push_back(node);
    }
    return variable[node];
  }
  bool is_known(std::uint32_t node) const {
    return node < variable.size() && variable[node];
  }
  int literal(Cond c) {
    int v = variable_of(c.node());
    return c.negated() ? -v : v;
  }
  void clause(std::initializer_list<int> literals) {
    for (int l : literals)
      solver().add(l);
    solver().add(0);
  }
  void encode(std::uint32_t node);
  int encoded(Cond c);
  std::optional<Answer> look(std::span<const Cond> open);
  Answer run(std::span<const Cond> open);
  bool pay(std::uint64_t steps) {
    std::uint64_t done =
        assignments.work() / kNodesPerStep + search.work() / kVisitsPerStep;
    steps += done - paid_work;
    paid_work = done;
    return !budget || budget->spend(steps);
  }
};

void Solver::State::encode(std::uint32_t node) {
  int v = variable[node];
  if (node == 0) {
    clause({v});
    return;
  }
  if (table.is_atom(node)) {
    if (auto found = facts.find(node); found != facts.end())
      pending.insert(pending.end(), found->second.begin(), found->second.end());
    return;
  }
  int l = literal(table.left(node)), r = literal(table.right(node));
  clause({-v, l});
  clause({-v, r});
  clause({v, -l, -r});
}

// The literal of `c`, with its cone and all facts about it handed over.
int Solver::State::encoded(Cond c) {
  int out = literal(c);
  while (!work.empty() || !pending.empty()) {
    if (!work.empty()) {
      std::uint32_t node = work.back();
      work.pop_back();
      encode(node);
      continue;
    }
    Cond fact = pending.back();
    pending.pop_back();
    if (!fact.is_yes())
      clause({literal(fact)});
  }
  return out;
}

// A short search; nothing: it did not get to an end.  What it leaves open is as
// in the last assignment; facts that this contradicts are asked for too.  Those
// that are about other things do not matter, unless those are included.
std::optional<Solver::Answer> Solver::State::look(std::span<const Cond> open) {
  std::vector<Cond> parts(open.begin(), open.end());
  bool was_found = false;
  for (int round = 0; round < kLooks; ++round) {
    Search::Answer answer =
        search.run(parts, [&](Cond c) { return assignments.value(c); });
    if (answer == Search::Answer::kUnsatisfiable)
      return Answer::kUnsatisfiable;
    if (answer == Search::Answer::kOpen)
      break;
    was_found = !includes;
    assignments.begin();
    for (std::uint32_t node : search.decided())
      if (table.is_atom(node))
        assignments.set(node, search.value(node));
    assignments.end();
    std::vector<Cond> broken = assignments.broken_facts();
    if (broken.empty())
      return Answer::kSatisfiable; // whatever else it has to respect
    parts.insert(parts.end(), broken.begin(), broken.end());
  }
  if (!was_found)
    return std::nullopt;
  return Answer::kSatisfiable;
}

Solver::Answer Solver::State::run(std::span<const Cond> open) {
  ++layers.solver;
  std::vector<int> literals;
  for (Cond part : open)
    literals.push_back(encoded(part));
  encoded(kYes); // facts that came late
  if (!pay(kStepsPerRun + nodes.size() / kVariablesPerStep))
    return Answer::kUnknown;
  for (int literal : literals)
    solver().assume(literal);
  solver().limit("conflicts", static_cast<int>(conflicts));
  int status = solver().solve();
  if (status == 20)
    return Answer::kUnsatisfiable;
  if (status != 10)
    return Answer::kUnknown;
  assignments.begin();
  for (std::size_t v = 1; v < nodes.size(); ++v)
    if (table.is_atom(nodes[v]))
      assignments.set(nodes[v], solver().val(static_cast<int>(v)) > 0);
  assignments.end();
  return Answer::kSatisfiable;
}

Solver::Solver(const Conditions &table, std::uint64_t conflicts, Budget *budget)
    : state_(std::make_unique<State>(table, conflicts, budget)) {}
Solver::~Solver() = default;

void Solver::add_fact(Cond fact, Cond about) {
  if (fact.is_yes())
    return;
  State &s = *state_;
  if (fact.is_no())
    s.contradicted = true;
  s.assignments.add_fact(fact);
  std::vector<std::uint32_t> atoms = s.table.atoms_of(about);
  s.pay(atoms.size() / kAtomsPerStep); // questions notice when it is over
  for (std::uint32_t atom : atoms) {
    s.facts[atom].push_back(fact);
    if (s.is_known(atom))
      s.pending.push_back(fact);
  }
}

Solver::Answer Solver::solve(std::span<const Cond> parts) {
  State &s = *state_;
  std::vector<Cond> open;
  bool is_false = s.contradicted;
  for (Cond part : parts) {
    is_false |= part.is_no();
    if (!part.is_yes())
      open.push_back(part);
  }
  if (is_false)
    return ++s.layers.constant, Answer::kUnsatisfiable;
  std::ranges::sort(open);
  open.erase(std::ranges::unique(open).begin(), open.end());
  for (std::size_t i = 1; i < open.size(); ++i)
    if (s.table.surely_exclude(open[i - 1], open[i]))
      return ++s.layers.contradiction, Answer::kUnsatisfiable;
  if (!s.pay(1))
    return Answer::kUnknown;
  if (s.assignments.find(open))
    return ++s.layers.assignment, Answer::kSatisfiable;
  if (s.refuted.contains(open))
    return ++s.layers.refuted, Answer::kUnsatisfiable;
  std::optional<Answer> seen = s.look(open);
  s.layers.search += seen.has_value();
  Answer answer = seen ? *seen : s.run(open);
  if (answer == Answer::kUnsatisfiable)
    s.refuted.insert(std::move(open));
  return answer;
}

Solver::Answer Solver::solve(Cond a, Cond b) {
  Cond parts[] = {a, b};
  return solve(parts);
}

void Solver::include(Cond c) {
  state_->includes = true;
  state_->encoded(c);
}

bool Solver::value(Cond c) const { return state_->assignments.value(c); }

std::uint64_t Solver::number(const Bits &bits) const {
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < bits.size() && i < 64; ++i)
    if (value(bits[i]))
      out |= std::uint64_t(1) << i;
  return out;
}

const Solver::Layers &Solver::layers() const { return state_->layers; }

} // namespace wt::logic
