// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See objection.h.

#include "fix/objection.h"

#include "finding/first_free.h"
#include "finding/names.h"
#include "ir/dominators.h"
#include "model/model_of.h"

#include <algorithm>
#include <set>

namespace wt::fix {

using ir::BlockId;
using ir::Op;
using ir::ValueId;

namespace {

using Values = std::set<ValueId>;

class Objections {
public:
  Objections(const ObjectionQuestion &question, ProcedureId procedure)
      : q_(question), procedure_(procedure),
        f_(question.program.body(procedure)) {}

  std::string to(ValueId release, ValueId freed) const;
  // The argument that the call surely frees.
  std::optional<ValueId> freed_by(ValueId call) const;
  // May it be given what is no object?
  bool takes_null(ValueId call) const;
  // Does a test on every path to the call show that there is an object?
  bool is_tested(ValueId call, ValueId freed) const;

private:
  std::string origin(ValueId v, Values &seen) const;
  Values copies_of(const Values &origins) const;
  bool uses(ValueId inst, const Values &copies) const;
  std::string late_use(ValueId release, const Values &origins) const;
  std::string freed_parts(ValueId release, const Values &origins) const;
  std::string kept(ValueId release, const Values &origins) const;
  std::string in_global(ValueId release, const Values &origins) const;
  bool is_same_address(ValueId a, ValueId b) const;
  bool is_set_again(ValueId release, ValueId address) const;
  bool puts_it_there(ValueId call, ValueId local) const;
  ValueId base_of(ValueId address) const;
  bool leads_to(BlockId from, BlockId to) const;

  const ObjectionQuestion &q_;
  ProcedureId procedure_;
  const ir::Function &f_;
};

// realloc() frees only if it succeeds, which the engines know best.
std::optional<ValueId> Objections::freed_by(ValueId call) const {
  for (ProcedureId target : q_.program.targets(procedure_, call).procedures)
    if (const model::FunctionModel *model =
            model::model_of(q_.program, q_.models, target))
      for (const model::Effect &effect : model->effects)
        if (effect.kind == model::Effect::Kind::kFree &&
            effect.when.kind != model::ResultTest::Kind::kAlways)
          return std::nullopt;
  std::span<const ValueId> given = f_.arguments(call);
  for (std::uint32_t i = 0; i < given.size(); ++i)
    if (frees_argument(q_.program, q_.models, procedure_, call, i))
      return given[i];
  return std::nullopt;
}

bool Objections::takes_null(ValueId call) const {
  CallTargets targets = q_.program.targets(procedure_, call);
  return std::ranges::all_of(targets.procedures, [&](ProcedureId target) {
    std::string_view name = q_.program.procedures()[target].name;
    return name == "free" || name.starts_with("operator delete");
  });
}

ValueId without_casts(const ir::Function &f, ValueId v) {
  while (f.insts[v].op == Op::kCast)
    v = f.operand(v, 0);
  return v;
}

// Where a comparison with that constant leads what is no object: a null
// pointer, or -1.  Nullopt: not clear.
std::optional<bool> holds_without_object(const ir::Function &f,
                                         ir::Predicate predicate,
                                         ValueId constant) {
  constant = without_casts(f, constant); // (iconv_t)-1
  bool is_pointer = f.insts[constant].op == Op::kNull;
  if (!is_pointer && f.insts[constant].op != Op::kInt)
    return std::nullopt;
  std::int64_t value = is_pointer ? 0 : -1;
  std::int64_t other = is_pointer ? 0 : f.int_value(constant);
  switch (predicate) {
  case ir::Predicate::kEq:
    return value == other;
  case ir::Predicate::kNe:
    return value != other;
  case ir::Predicate::kSLt:
    return value < other;
  case ir::Predicate::kSLe:
    return value <= other;
  case ir::Predicate::kSGt:
    return value > other;
  case ir::Predicate::kSGe:
    return value >= other;
  default:
    return std::nullopt;
  }
}

bool Objections::is_tested(ValueId call, ValueId freed) const {
  ir::Predecessors predecessors(f_);
  ir::Dominators dominators(f_, predecessors);
  BlockId at = f_.insts[call].block;
  ValueId value = without_casts(f_, freed);
  for (BlockId block : dominators.order()) {
    ValueId branch = f_.terminator(block);
    if (f_.insts[branch].op != Op::kBranch ||
        f_.insts[branch].operand_count != 1 || !dominators.dominates(block, at))
      continue;
    ValueId test = f_.operand(branch, 0);
    if (f_.insts[test].op != Op::kCompare ||
        without_casts(f_, f_.operand(test, 0)) != value)
      continue;
    std::optional<bool> holds = holds_without_object(
        f_, static_cast<ir::Predicate>(f_.insts[test].code),
        f_.operand(test, 1));
    if (!holds)
      continue;
    const std::vector<BlockId> &next = f_.blocks[block].successors;
    BlockId with_object = next[*holds ? 1 : 0];
    if (next[0] != next[1] && predecessors[with_object].size() == 1 &&
        dominators.dominates(with_object, at))
      return true;
  }
  return false;
}

// Follows the pointer back to where it comes from.
std::string Objections::origin(ValueId v, Values &seen) const {
  if (!seen.insert(v).second)
    return "";
  const ir::Inst &inst = f_.insts[v];
  switch (inst.op) {
  case Op::kCast:
    return origin(f_.operand(v, 0), seen);
  case Op::kPhi:
  case Op::kSelect: {
    std::span<const ValueId> parts = f_.operands_of(v);
    for (ValueId part : inst.op == Op::kSelect ? parts.subspan(1) : parts)
      if (std::string why = origin(part, seen); !why.empty())
        return why;
    return "";
  }
  case Op::kCall:
    return q_.is_fresh(procedure_, v)
               ? ""
               : "what it frees may not be an object of this function";
  case Op::kNull:
  case Op::kInt:
  case Op::kLoad: // what is there is for the engines to say
    return "";
  case Op::kUndef:
    return "the variable may not be set there";
  default:
    return "what it frees may not be an object of this function";
  }
}

// All that is computed from them as an address.
Values Objections::copies_of(const Values &origins) const {
  Values copies = origins;
  for (bool grows = true; grows;) {
    grows = false;
    for (const ir::Block &block : f_.blocks)
      for (ValueId v : block.insts) {
        Op op = f_.insts[v].op;
        bool passes = op == Op::kCast || op == Op::kPhi || op == Op::kSelect ||
                      op == Op::kField || op == Op::kElement ||
                      op == Op::kBinop;
        if (passes && std::ranges::any_of(f_.operands_of(v), [&](ValueId from) {
              return copies.contains(from);
            }))
          grows |= copies.insert(v).second;
      }
  }
  return copies;
}

bool Objections::uses(ValueId inst, const Values &copies) const {
  switch (f_.insts[inst].op) {
  case Op::kLoad:
  case Op::kStore:
  case Op::kMemCopy:
  case Op::kMemFill:
  case Op::kCall:
  case Op::kReturn:
  case Op::kUnknown:
    return std::ranges::any_of(f_.operands_of(inst), [&](ValueId operand) {
      return copies.contains(operand);
    });
  default:
    return false;
  }
}

// From the release on, until the object is made anew.
std::string Objections::late_use(ValueId release, const Values &origins) const {
  Values objects; // without null and numbers, which every pointer may be
  for (ValueId v : origins)
    if (f_.insts[v].block.valid())
      objects.insert(v);
  const Values copies = copies_of(objects);
  std::set<BlockId> seen;
  std::vector<BlockId> left;
  bool is_behind = false;
  auto look_at = [&](BlockId block, bool is_first) {
    for (ValueId v : f_.blocks[block].insts) {
      if (is_first && !is_behind) {
        is_behind = v == release;
        continue;
      }
      bool is_made = objects.contains(v) && (f_.insts[v].op == Op::kCall ||
                                             f_.insts[v].op == Op::kLoad);
      if (is_made)
        return true;
      if (uses(v, copies))
        return false;
    }
    for (BlockId next : f_.blocks[block].successors)
      if (seen.insert(next).second)
        left.push_back(next);
    return true;
  };
  bool is_fine = look_at(f_.insts[release].block, true);
  while (is_fine && !left.empty()) {
    BlockId block = left.back();
    left.pop_back();
    is_fine = look_at(block, false);
  }
  return is_fine ? "" : "the pointer is used behind it";
}

// Computed in the same way from the same global.
bool Objections::is_same_address(ValueId a, ValueId b) const {
  for (;;) {
    a = without_casts(f_, a), b = without_casts(f_, b);
    if (a == b)
      return true;
    const ir::Inst &x = f_.insts[a], &y = f_.insts[b];
    if (x.op != y.op)
      return false;
    if (x.op == Op::kGlobal)
      return x.extra == y.extra;
    bool is_part = x.op == Op::kField &&
                   f_.fields[x.extra].offset == f_.fields[y.extra].offset;
    if (!is_part)
      return false;
    a = f_.operand(a, 0), b = f_.operand(b, 0);
  }
}

// On every path from the release on, before it is read.
bool Objections::is_set_again(ValueId release, ValueId address) const {
  std::set<BlockId> seen;
  std::vector<BlockId> left = {f_.insts[release].block};
  for (bool is_first = true; !left.empty(); is_first = false) {
    BlockId block = left.back();
    left.pop_back();
    bool is_behind = !is_first, is_set = false;
    for (ValueId v : f_.blocks[block].insts) {
      Op op = f_.insts[v].op;
      bool is_there = is_behind && (op == Op::kStore || op == Op::kLoad) &&
                      is_same_address(f_.operand(v, 0), address);
      if (is_there && op == Op::kLoad)
        return false;
      if (is_there) {
        is_set = true;
        break;
      }
      is_behind |= v == release;
    }
    if (is_set)
      continue;
    if (f_.blocks[block].successors.empty())
      return false;
    for (BlockId next : f_.blocks[block].successors)
      if (seen.insert(next).second)
        left.push_back(next);
  }
  return true;
}

// What was read from a global is still there.
std::string Objections::in_global(ValueId release,
                                  const Values &origins) const {
  for (ValueId v : origins)
    if (f_.insts[v].op == Op::kLoad &&
        f_.insts[base_of(f_.operand(v, 0))].op == Op::kGlobal &&
        !is_set_again(release, f_.operand(v, 0)))
      return "a global variable still holds the pointer";
  return "";
}

bool Objections::leads_to(BlockId from, BlockId to) const {
  std::set<BlockId> seen = {from};
  std::vector<BlockId> left = {from};
  while (!left.empty()) {
    BlockId block = left.back();
    left.pop_back();
    if (block == to)
      return true;
    for (BlockId next : f_.blocks[block].successors)
      if (seen.insert(next).second)
        left.push_back(next);
  }
  return false;
}

// What the object was made of may be the object's now: a function that calls
// fdopen(fd) and close(fd) must not close the stream as well.
std::string Objections::freed_parts(ValueId release,
                                    const Values &origins) const {
  BlockId at = f_.insts[release].block;
  Values parts;
  for (ValueId v : origins)
    if (f_.insts[v].op == Op::kCall)
      for (ValueId given : f_.arguments(v))
        if (f_.insts[without_casts(f_, given)].block.valid())
          parts.insert(without_casts(f_, given));
  for (const ir::Block &block : f_.blocks)
    for (ValueId v : block.insts) {
      BlockId here = f_.insts[v].block;
      if (f_.insts[v].op != Op::kCall || origins.contains(v) ||
          (!leads_to(here, at) && !leads_to(at, here)))
        continue;
      std::optional<ValueId> freed = freed_by(v);
      if (freed && parts.contains(without_casts(f_, *freed)))
        return "the function frees what the object was made of";
    }
  return "";
}

// The call makes the object there: nothing else puts one into that local.
bool Objections::puts_it_there(ValueId call, ValueId local) const {
  if (!q_.is_fresh(procedure_, call))
    return false;
  for (const ir::Block &block : f_.blocks)
    for (ValueId v : block.insts)
      if (f_.insts[v].op == Op::kStore && base_of(f_.operand(v, 0)) == local &&
          f_.insts[without_casts(f_, f_.operand(v, 1))].op == Op::kCall)
        return false;
  return true;
}

ValueId Objections::base_of(ValueId address) const {
  for (;;) {
    Op op = f_.insts[address].op;
    if (op != Op::kCast && op != Op::kField && op != Op::kElement)
      return address;
    address = f_.operand(address, 0);
  }
}

// The pointer was put where other code can find it, or into a local whose
// address other code was given: it may live on there.
std::string Objections::kept(ValueId release, const Values &origins) const {
  Values objects;
  for (ValueId v : origins)
    if (f_.insts[v].op == Op::kCall) {
      if (q_.is_shared(procedure_, v))
        return "the function that makes it keeps it, too";
      objects.insert(v);
    }
  const Values copies = copies_of(objects);
  BlockId at = f_.insts[release].block;
  Values homes; // locals that hold it
  for (ValueId v : origins)
    if (f_.insts[v].op == Op::kLoad &&
        f_.insts[base_of(f_.operand(v, 0))].op == Op::kSlot)
      homes.insert(base_of(f_.operand(v, 0)));
  for (const ir::Block &block : f_.blocks)
    for (ValueId v : block.insts) {
      if (f_.insts[v].op != Op::kStore || !copies.contains(f_.operand(v, 1)) ||
          !leads_to(f_.insts[v].block, at))
        continue;
      ValueId base = base_of(f_.operand(v, 0));
      if (f_.insts[base].op != Op::kSlot)
        return "the pointer is stored elsewhere";
      homes.insert(base);
    }
  for (const ir::Block &block : f_.blocks)
    for (ValueId v : block.insts) {
      if (f_.insts[v].op != Op::kCall || v == release ||
          !leads_to(f_.insts[v].block, at))
        continue;
      for (ValueId given : f_.arguments(v))
        if (homes.contains(base_of(given)) && !puts_it_there(v, base_of(given)))
          return "what holds the pointer is given to other code";
    }
  return "";
}

std::string Objections::to(ValueId release, ValueId freed) const {
  Values origins;
  std::string why = origin(freed, origins);
  if (why.empty())
    why = freed_parts(release, origins);
  if (why.empty())
    why = kept(release, origins);
  if (why.empty())
    why = in_global(release, origins);
  return why.empty() ? late_use(release, origins) : why;
}

} // namespace

std::string objection_to(const ObjectionQuestion &question, SourceFiles &files,
                         const Written &written) {
  const Program &program = question.program;
  const SourceFile &file = files[written.file];
  bool is_there = false;
  bool is_guarded = file.text()
                        .substr(written.begin, written.end - written.begin)
                        .contains("if (");
  for (ProcedureId p : program.procedures().ids()) {
    if (!program.procedures()[p].has_body)
      continue;
    const ir::Function &f = program.body(p);
    const ir::Unit &unit = program.unit_of(p);
    if (location(unit, f.pos).file != written.file)
      continue;
    Objections objections(question, p);
    for (const ir::Block &block : f.blocks)
      for (ValueId v : block.insts) {
        if (f.insts[v].op != Op::kCall)
          continue;
        Location at = location(unit, f.insts[v].pos);
        std::optional<std::size_t> token =
            at.file == written.file ? file.token_at(at) : std::nullopt;
        std::uint32_t offset = token ? file.tokens()[*token].begin : 0;
        if (!token || offset < written.begin || offset >= written.end)
          continue;
        is_there = true;
        std::optional<ValueId> freed = objections.freed_by(v);
        if (!freed)
          continue;
        if (!is_guarded && !objections.takes_null(v) &&
            !objections.is_tested(v, *freed))
          return "there may be no object";
        if (std::string why = objections.to(v, *freed); !why.empty())
          return why;
      }
  }
  return is_there ? "" : "the new code is never reached";
}

} // namespace wt::fix
