// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Questions to the solver, with all that they hang together with: see
// question.h.

#include "engine/valueflow/question.h"

#include "summary/counts_up.h"

#include <algorithm>

namespace wt::valueflow {

using ir::BlockId;
using ir::Op;
using ir::ValueId;
using logic::Answer;

namespace {

constexpr std::uint64_t kConflicts = 3000;
constexpr std::size_t kMostWrites = 16; // to elements, before one load

// An address with one index that varies.
struct Element {
  ValueId base, index;
  std::int64_t offset = 0, stride = 1;
};

std::optional<Element> element_at(const ir::Function &f, ValueId address) {
  Element out;
  ValueId end = flow::base_of(f, address);
  for (ValueId at = address; at != end; at = f.operand(at, 0)) {
    const ir::Inst &inst = f.insts[at];
    if (inst.op == Op::kField)
      out.offset += f.field(at).offset;
    if (inst.op != Op::kElement)
      continue;
    ValueId index = f.operand(at, 1);
    if (f.insts[index].op == Op::kInt) {
      out.offset += f.int_value(index) * std::int64_t(inst.extra);
    } else if (out.index || inst.extra == 0) {
      return std::nullopt;
    } else {
      out.index = index;
      out.stride = inst.extra;
    }
  }
  out.base = flow::cell_at(f, end).base;
  return out.index ? std::optional(out) : std::nullopt;
}

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
  ValueId base = flow::base_of(f, f.operand(access, 0));
  Op from = f.insts[base].op;
  if (from == Op::kCall || from == Op::kParam || from == Op::kLoad ||
      from == Op::kPhi || from == Op::kNull)
    add_fact(block, body_.guards().compare(ir::Predicate::kNe, base, 0, block));
  if (f.insts[access].op == Op::kLoad && cell.is_exact)
    add_facts_of_load(access, cell);
}

// By the last write to its cell.  The load stands for all that find the same,
// also on ways that do not pass it: what counts is that the write was passed.
void Questions::add_facts_of_load(ValueId load, const flow::Cell &cell) {
  flow::VersionId version = body_.cells.version(load);
  flow::CellEvent event = body_.history.last_event(cell, version);
  BlockId block = body_.memory[event.version].block;
  if (event.kind == flow::CellEvent::Kind::kCall)
    add_fact(block, calls_.known_of(event.inst, cell, load));
  else if (event.kind == flow::CellEvent::Kind::kPerhaps)
    add_facts_of_element(load, cell, version, block);
}

void Questions::add_facts_of_element(ValueId load, const flow::Cell &cell,
                                     flow::VersionId version, BlockId block) {
  std::map<flow::VersionId, Cond> known;
  add_fact(block, is_what_was_put({load, cell, block}, version, known));
}

// Loads in no block stand for what was in a cell on one of the ways to a phi.
void Questions::add_facts_of_earlier_loads() {
  const ir::Function &f = body_.function;
  for (ValueId v : f.insts.ids())
    if (f.insts[v].op == Op::kLoad && !f.insts[v].block)
      add_facts_of_load(v, flow::cell_at(f, f.operand(v, 0)));
}

// `v[n] = 0` leaves what is in v[0], unless n is 0.
Cond Questions::is_what_was_put(const Reading &reading, flow::VersionId version,
                                std::map<flow::VersionId, Cond> &known) {
  using Kind = flow::CellEvent::Kind;
  logic::Conditions &table = body_.table;
  flow::CellEvent event =
      body_.history.last_event(reading.cell, version, flow::Aliases::kLikely);
  if (event.kind == Kind::kStored)
    return is(reading, event.value);
  bool is_block = event.kind == Kind::kCopied || event.kind == Kind::kUnknown;
  if (known.size() >= kMostWrites ||
      (event.kind != Kind::kMeets && event.kind != Kind::kPerhaps && !is_block))
    return kYes;
  auto [found, is_new] = known.try_emplace(event.version, kYes);
  if (!is_new)
    return found->second;
  Cond out = kYes;
  if (event.kind == Kind::kMeets) {
    out = kNo;
    const flow::Version meeting = body_.memory[event.version];
    for (const auto &[from, operand] : meeting.operands)
      out = table.either(out,
                         table.both(body_.guard(from, meeting.block),
                                    is_what_was_put(reading, operand, known)));
  } else if (std::optional<Cond> hits = is_hit(reading, event.inst)) {
    Cond before =
        is_what_was_put(reading, body_.memory[event.version].before, known);
    out =
        table.choose(*hits, is_block ? kYes : is(reading, event.value), before);
  }
  return known[event.version] = out;
}

Cond Questions::is(const Reading &reading, ValueId value) {
  return body_.guards().compare(ir::Predicate::kEq, reading.load, value,
                                reading.block);
}

// The write goes to the cell, a block begins there or before; nothing: nobody
// can say.
std::optional<Cond> Questions::is_hit(const Reading &reading, ValueId write) {
  const ir::Function &f = body_.function;
  const flow::Cell &cell = reading.cell;
  Op op = f.insts[write].op;
  if (op != Op::kStore && op != Op::kMemCopy && op != Op::kMemFill)
    return std::nullopt;
  std::optional<Element> element = element_at(f, f.operand(write, 0));
  if (!element || element->base != cell.base ||
      (cell.offset - element->offset) % element->stride != 0)
    return std::nullopt;
  add_facts_of_sums(element->index);
  return body_.guards().compare(
      op == Op::kStore ? ir::Predicate::kEq : ir::Predicate::kSLe,
      element->index, (cell.offset - element->offset) / element->stride,
      reading.block);
}

// Indices and what is compared are added up within their range.
void Questions::add_facts_of_sums(ValueId index) {
  const ir::Function &f = body_.function;
  if (!sums_.insert(index).second)
    return;
  const ir::Inst &inst = f.insts[index];
  if (inst.op == Op::kCall && !body_.is_pointer(index) &&
      calls_.is_never_negative(index))
    add_fact(inst.block, !numbers_.bits(index).back());
  if (inst.op != Op::kPhi && inst.op != Op::kCast && inst.op != Op::kBinop)
    return;
  for (ValueId operand : f.operands_of(index))
    add_facts_of_sums(operand);
  if (inst.op != Op::kBinop)
    return;
  Cond is_out = logic::is_out_of_range(
      body_.table, static_cast<ir::BinaryOp>(inst.code),
      numbers_.bits(f.operand(index, 0)), numbers_.bits(f.operand(index, 1)),
      numbers_.bits(index), inst.extra);
  if (!is_out.is_no())
    add_fact(inst.block, !is_out);
}

// Numbers that are compared without a sign, and what they are made of.
std::set<ValueId> Questions::unsigned_numbers() const {
  const ir::Function &f = body_.function;
  std::set<ValueId> out;
  std::vector<ValueId> work;
  for (ValueId v : f.insts.ids())
    if (f.insts[v].op == Op::kCompare &&
        static_cast<ir::Predicate>(f.insts[v].code) >= ir::Predicate::kULt)
      work.insert(work.end(), {f.operand(v, 0), f.operand(v, 1)});
  while (!work.empty()) {
    ValueId v = work.back();
    work.pop_back();
    Op op = f.insts[v].op;
    if ((op == Op::kPhi || op == Op::kBinop) && out.insert(v).second)
      work.insert(work.end(), f.operands_of(v).begin(), f.operands_of(v).end());
    else if (op == Op::kUnknown)
      out.insert(v);
  }
  return out;
}

// As in `i = -1; ... ++i`.
bool Questions::starts_below_zero(ValueId v, std::set<ValueId> &seen) const {
  const ir::Function &f = body_.function;
  if (f.insts[v].op == Op::kInt)
    return f.int_value(v) < 0;
  return f.insts[v].op == Op::kPhi && seen.insert(v).second &&
         std::ranges::any_of(f.operands_of(v), [&](ValueId operand) {
           return starts_below_zero(operand, seen);
         });
}

// What all rounds make of counts is one, and not less than after the first.
void Questions::add_fact_of_later_count(
    const flow::UnrolledBody::Later &later) {
  const ir::Unit &unit =
      body_.setting.facts.program.unit_of(body_.setting.procedure);
  const logic::Bits &bits = numbers_.bits(later.number);
  if (bits.size() != 64)
    return;
  auto least =
      infer::least_count(unit, body_.function, later.so_far, [&](ValueId call) {
        return calls_.is_never_negative(call);
      });
  if (!least)
    return;
  Cond is_less =
      logic::compared(body_.table, ir::Predicate::kSLt, bits,
                      logic::constant(static_cast<std::uint64_t>(*least), 64));
  add_fact(body_.function.insts[later.number].block, !is_less);
}

void Questions::add_facts_of_counts() {
  using ir::Predicate;
  const ir::Function &f = body_.function;
  std::set<ValueId> is_unsigned = unsigned_numbers();
  for (const flow::UnrolledBody::Later &later : body_.unrolled.later) {
    bool is_count = is_unsigned.contains(later.number);
    BlockId block = f.insts[later.number].block;
    add_fact_of_later_count(later);
    if (later.direction == 0 || (!is_count && !later.is_by_constants))
      continue;
    Predicate predicate = later.direction > 0
                              ? (is_count ? Predicate::kUGe : Predicate::kSGe)
                              : (is_count ? Predicate::kULe : Predicate::kSLe);
    add_fact(block, body_.guards().compare(predicate, later.number,
                                           later.so_far, block));
  }
  for (ValueId v : is_unsigned) {
    if (f.insts[v].op != Op::kBinop || !body_.is_reachable(f.insts[v].block) ||
        static_cast<ir::BinaryOp>(f.insts[v].code) != ir::BinaryOp::kAdd ||
        f.insts[f.operand(v, 1)].op != Op::kInt)
      continue;
    std::set<ValueId> seen;
    if (starts_below_zero(f.operand(v, 0), seen))
      continue;
    if (std::int64_t more = f.int_value(f.operand(v, 1)); more > 0)
      add_fact(
          f.insts[v].block,
          body_.guards().compare(Predicate::kUGe, v, more, f.insts[v].block));
  }
}

void Questions::collect_facts() {
  has_facts_ = true;
  const ir::Function &f = body_.function;
  add_facts_of_counts();
  add_facts_of_earlier_loads();
  for (BlockId block : f.blocks.ids()) {
    if (!body_.is_reachable(block))
      continue;
    for (ValueId v : f.blocks[block].insts) {
      Op op = f.insts[v].op;
      if (op == Op::kCall)
        add_fact(block, calls_.ends_somehow(v));
      if (op == Op::kLoad || op == Op::kStore)
        add_facts_of(v);
      if (op == Op::kCompare)
        for (ValueId operand : f.operands_of(v))
          if (f.insts[operand].op == Op::kPhi ||
              f.insts[operand].op == Op::kBinop)
            add_facts_of_sums(operand);
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
