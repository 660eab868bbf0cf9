// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The seam over CaDiCaL: Tseitin encoding of the cone of a question.

#include "logic/solver.h"

#include <algorithm>
#include <cadical.hpp>
#include <chrono>
#include <map>
#include <cstdio>
#include <cstdlib>
#include <unordered_map>

namespace wt::logic {

struct Solver::State {
  const Conditions &table;
  std::uint64_t conflicts;
  std::unique_ptr<CaDiCaL::Solver> sat;
  std::unordered_map<std::uint32_t, int> variable;            // of a node
  std::unordered_map<std::uint32_t, std::vector<Cond>> facts; // by atom
  std::vector<std::uint32_t> work;                            // nodes to encode
  std::vector<Cond> pending;                                  // facts to assert
  // Of nodes, in the assignment found; atoms first, the rest on demand.
  std::unordered_map<std::uint32_t, bool> model;
  std::uint64_t questions = 0, runs = 0;
  bool contradicted = false; // a fact is false

  State(const Conditions &t, std::uint64_t c) : table(t), conflicts(c) {}
  std::chrono::steady_clock::time_point born=std::chrono::steady_clock::now();
  std::map<int,int> st; std::map<int,double> tm;
  ~State(){ double dt=std::chrono::duration<double>(std::chrono::steady_clock::now()-born).count(); if(getenv("WTST")) fprintf(stderr,"STAT total %.4f q %lu runs %lu sat %d %.4f unsat %d %.4f unk %d %.4f nodes %zu vars %zu\n",dt,questions,runs,st[10],tm[10],st[20],tm[20],st[0],tm[0],table.size(),variable.size()); }

  CaDiCaL::Solver &solver() {
    if (!sat) {
      sat = std::make_unique<CaDiCaL::Solver>();
      sat->configure("plain"); // questions are small: no preprocessing
      sat->set("quiet", 1);
    }
    return *sat;
  }
  int variable_of(std::uint32_t node) {
    auto [found, is_new] =
        variable.try_emplace(node, static_cast<int>(variable.size()) + 1);
    if (is_new)
      work.push_back(node);
    return found->second;
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
  bool evaluate(Cond c);
  int encoded(Cond c);
  void assert_fact(Cond c) { pending.push_back(c); }
};

void Solver::State::encode(std::uint32_t node) {
  int v = variable.at(node);
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
    if (fact.is_yes())
      continue;
    clause({literal(fact)});
  }
  return out;
}

// Atoms that were never handed over are free; they count as false.
bool Solver::State::evaluate(Cond c) {
  model[0] = true;
  std::vector<std::uint32_t> todo{c.node()};
  while (!todo.empty()) {
    std::uint32_t node = todo.back();
    if (model.contains(node)) {
      todo.pop_back();
      continue;
    }
    if (table.is_atom(node)) {
      model[node] = false;
      continue;
    }
    Cond l = table.left(node), r = table.right(node);
    auto known_l = model.find(l.node()), known_r = model.find(r.node());
    if (known_l != model.end() && known_r != model.end()) {
      bool value =
          known_l->second != l.negated() && known_r->second != r.negated();
      model[node] = value;
      continue;
    }
    if (known_l == model.end())
      todo.push_back(l.node());
    if (known_r == model.end())
      todo.push_back(r.node());
  }
  return model[c.node()] != c.negated();
}

Solver::Solver(const Conditions &table, std::uint64_t conflicts)
    : state_(std::make_unique<State>(table, conflicts)) {}
Solver::~Solver() = default;

void Solver::add_fact(Cond fact, Cond about) {
  if (fact.is_yes())
    return;
  if (fact.is_no())
    state_->contradicted = true;
  for (std::uint32_t atom : state_->table.atoms_of(about)) {
    state_->facts[atom].push_back(fact);
    if (state_->variable.contains(atom))
      state_->assert_fact(fact);
  }
}

Solver::Answer Solver::solve(std::span<const Cond> parts) {
  State &s = *state_;
  ++s.questions;
  if (s.contradicted)
    return Answer::kUnsatisfiable;
  std::vector<Cond> open;
  for (Cond part : parts) {
    if (part.is_no())
      return Answer::kUnsatisfiable;
    if (!part.is_yes())
      open.push_back(part);
  }
  std::ranges::sort(open);
  for (std::size_t i = 1; i < open.size(); ++i)
    if (open[i] == !open[i - 1])
      return Answer::kUnsatisfiable;
  ++s.runs;
  std::vector<int> literals;
  for (Cond part : open)
    literals.push_back(s.encoded(part));
  s.encoded(kYes); // facts that came late
  CaDiCaL::Solver &sat = s.solver();
  for (int literal : literals)
    sat.assume(literal);
  sat.limit("conflicts", static_cast<int>(s.conflicts));
  auto T0=std::chrono::steady_clock::now();
  int status = sat.solve();
  double dt=std::chrono::duration<double>(std::chrono::steady_clock::now()-T0).count();
  s.st[status]++; s.tm[status]+=dt;
  if (status == 20)
    return Answer::kUnsatisfiable;
  if (status != 10)
    return Answer::kUnknown;
  s.model.clear();
  for (const auto &[node, v] : s.variable)
    if (s.table.is_atom(node))
      s.model[node] = sat.val(v) > 0;
  return Answer::kSatisfiable;
}

Solver::Answer Solver::solve(Cond a, Cond b) {
  Cond parts[] = {a, b};
  return solve(parts);
}

void Solver::include(Cond c) { state_->encoded(c); }

bool Solver::value(Cond c) const { return state_->evaluate(c); }

std::uint64_t Solver::number(const Bits &bits) const {
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < bits.size() && i < 64; ++i)
    if (value(bits[i]))
      out |= std::uint64_t(1) << i;
  return out;
}

std::uint64_t Solver::questions() const { return state_->questions; }
std::uint64_t Solver::solver_runs() const { return state_->runs; }

} // namespace wt::logic
