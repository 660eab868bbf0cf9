// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Questions to the solver, with all that they hang together with: see
// question.h.

#include "engine/valueflow/question.h"

namespace wt::valueflow {

using ir::BlockId;
using ir::Op;
using ir::ValueId;
using logic::Answer;

namespace {

constexpr std::uint64_t kFirstLook = 2000; // steps
constexpr std::uint64_t kConflicts = 3000;

} // namespace

Questions::Questions(Body &body, Calls &calls, Numbers &numbers)
    : body_(body), calls_(calls), numbers_(numbers),
      solver_(body.table, kConflicts, &body.budget) {}

void Questions::add_fact(BlockId where, Cond what) {
  if (what.is_yes())
    return;
  Cond fact = body_.table.implies(body_.guard(where), what);
  add_fact(fact, what.is_no() ? fact : what);
}

void Questions::add_fact(Cond fact, Cond about) {
  is_dead_ |= fact.is_no();
  std::size_t number = facts_.size();
  facts_.push_back(fact);
  for (std::uint32_t atom : body_.table.atoms_of(about)) {
    key_by(atom, number);
    // Other tests of the same value meet it in its bits.
    if (const logic::BranchAtom *meaning = body_.atoms.find(atom)) {
      key_by_bits(body_.guards().value_of(meaning->value), number);
      if (meaning->is_about_two())
        key_by_bits(body_.guards().value_of(meaning->other), number);
    }
  }
}

// An earlier question may have been about the atom.
void Questions::key_by(std::uint32_t atom, std::size_t fact) {
  by_atom_[atom].push_back(fact);
  if (handed_over_.contains(atom))
    give(fact, atom);
}

void Questions::give(std::size_t fact, std::uint32_t atom) {
  if (!facts_given_.insert(fact).second)
    return;
  solver_.add_fact(facts_[fact], Cond{atom << 1});
  hand_over(facts_[fact]);
}

void Questions::key_by_bits(ValueId value, std::size_t fact) {
  Op op = body_.function.insts[value].op;
  if (op == Op::kCall || op == Op::kParam || op == Op::kLoad ||
      op == Op::kUnknown)
    key_by(numbers_.bits(value)[0].node(), fact);
}

// A load or store goes on only if there is something; what a callee left in
// the cell is known by its outcome.
void Questions::add_facts_of(ValueId access) {
  const ir::Function &f = body_.function;
  BlockId block = f.insts[access].block;
  flow::Cell cell = flow::cell_at(f, f.operand(access, 0));
  Op from = f.insts[cell.base].op;
  if (from == Op::kCall || from == Op::kParam || from == Op::kLoad ||
      from == Op::kPhi || from == Op::kNull)
    add_fact(block,
             body_.guards().compare(ir::Predicate::kNe, cell.base, 0, block));
  if (f.insts[access].op != Op::kLoad || !cell.is_exact)
    return;
  flow::CellEvent event = body_.history.last_event(
      cell, body_.history.before(cell, access));
  if (event.kind == flow::CellEvent::Kind::kCall)
    add_fact(block, calls_.known_of(event.inst, cell, access));
}

void Questions::collect_facts() {
  has_facts_ = true;
  const ir::Function &f = body_.function;
  for (const flow::UnrolledBody::Later &later : body_.unrolled.later) {
    BlockId block = f.insts[later.number].block;
    add_fact(block, body_.guards().compare(later.is_growing
                                               ? ir::Predicate::kSGe
                                               : ir::Predicate::kSLe,
                                           later.number, later.so_far, block));
  }
  for (BlockId block : f.blocks.ids()) {
    if (!body_.is_reachable(block))
      continue;
    for (ValueId v : f.blocks[block].insts) {
      Op op = f.insts[v].op;
      if (op == Op::kCall)
        add_fact(block, calls_.ends_somehow(v));
      if (op == Op::kLoad || op == Op::kStore)
        add_facts_of(v);
    }
  }
}

// The atoms of `c` get their meaning, and bring the facts about them along.
void Questions::hand_over(Cond c) {
  std::vector<Cond> work{c};
  while (!work.empty()) {
    Cond next = work.back();
    work.pop_back();
    for (std::uint32_t atom : body_.table.atoms_of(next)) {
      if (!handed_over_.insert(atom).second)
        continue;
      if (const logic::BranchAtom *meaning = body_.atoms.find(atom)) {
        Cond same{atom << 1};
        Cond circuit = numbers_.meaning(*meaning);
        solver_.add_fact(body_.table.same(same, circuit), same);
        work.push_back(circuit);
      }
      for (std::size_t fact : by_atom_[atom])
        if (facts_given_.insert(fact).second) {
          solver_.add_fact(facts_[fact], Cond{atom << 1});
          work.push_back(facts_[fact]);
        }
    }
  }
}

Answer Questions::can_hold(Cond c) {
  if (c.is_no())
    return Answer::kNo;
  if (logic::Decider(body_.atoms, kFirstLook).can_hold(c) == Answer::kNo)
    return Answer::kNo;
  if (!has_facts_)
    collect_facts();
  if (is_dead_)
    return Answer::kNo;
  hand_over(c);
  switch (solver_.solve(c)) {
  case logic::Solver::Answer::kUnsatisfiable:
    return Answer::kNo;
  case logic::Solver::Answer::kSatisfiable:
    return Answer::kYes;
  default:
    return Answer::kUnknown;
  }
}

std::optional<std::int64_t> Questions::number(ValueId value) {
  const logic::Bits &bits = numbers_.bits(value);
  if (!handed_over_.contains(bits[0].node()))
    return std::nullopt;
  std::int64_t out = logic::sign_extended(
      solver_.number(bits), static_cast<std::uint32_t>(bits.size()));
  return body_.is_pointer(value) && out != 0 ? 1 : out;
}

void Questions::include(Cond c) {
  hand_over(c);
  solver_.include(c);
}

} // namespace wt::valueflow
