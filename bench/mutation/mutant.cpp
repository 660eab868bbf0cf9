// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds and judges deallocation calls: see mutant.h.

#include "mutation/mutant.h"

#include "finding/names.h"
#include "ir/cfg.h"
#include "mutation/elsewhere.h"

#include <algorithm>

namespace wt::mutation {

using ir::Op;
using ir::ValueId;

std::vector<Mutant> MutantMaker::all() {
  const Program &program = calls_.program;
  std::vector<std::pair<Location, Mutant>> found;
  for (ProcedureId p : program.procedures().ids()) {
    if (!program.procedures()[p].has_body)
      continue;
    for (Mutant &mutant : in(p)) {
      SourcePos pos = program.body(p).insts[mutant.dropped.call].pos;
      if (pos.known())
        found.emplace_back(location(program.unit_of(p), pos),
                           std::move(mutant));
    }
  }
  std::ranges::stable_sort(found, {}, [](auto &one) { return one.first; });
  // A file that is compiled twice, or a header: the first copy stands for all.
  std::vector<Mutant> out;
  for (std::size_t i = 0; i < found.size(); ++i)
    if (i == 0 || found[i].first != found[i - 1].first)
      out.push_back(std::move(found[i].second));
  return out;
}

std::vector<Mutant> MutantMaker::in(ProcedureId p) {
  std::vector<Mutant> out;
  const ir::Function &function = calls_.program.body(p);
  for (const ir::Block &block : function.blocks)
    for (ValueId v : block.insts) {
      if (function.insts[v].op != Op::kCall)
        continue;
      std::optional<Deallocation> found = roles_.deallocation(p, v);
      if (found && calls_.models.family(found->family).is_reported)
        out.push_back(judged(p, *found));
    }
  return out;
}

Mutant MutantMaker::judged(ProcedureId p, const Deallocation &deallocation) {
  Mutant mutant{p, deallocation, {}, {}, {}};
  mutant.why_not_c = why_not_lost_elsewhere(calls_, roles_, p, deallocation);
  std::set<ValueId> seen;
  std::set<Origin> origins;
  mutant.why_not = trace(p, deallocation.freed, seen, origins);
  mutant.origins.assign(origins.begin(), origins.end());
  if (mutant.why_not.empty() && origins.empty())
    mutant.why_not = "nothing is acquired";
  for (const Origin &origin : mutant.origins) {
    if (!mutant.why_not.empty())
      return mutant;
    Fate fate = fates_.of(p, origin);
    mutant.why_not = fate.is_returned ? "returned" : fate.kept;
  }
  if (!mutant.why_not.empty())
    return mutant;
  if (calls_.program.procedures()[p].link_name == "main")
    mutant.why_not = "in main";
  else if (!is_lost(p, deallocation))
    mutant.why_not = "freed again or the process ends";
  return mutant;
}

// Collects where `value` was acquired; says why it may come from elsewhere.
std::string MutantMaker::trace(ProcedureId p, ValueId value,
                               std::set<ValueId> &seen,
                               std::set<Origin> &origins) {
  const ir::Function &function = calls_.program.body(p);
  if (!seen.insert(value).second)
    return "";
  switch (function.insts[value].op) {
  case Op::kNull:
  case Op::kInt:
  case Op::kUndef:
  case Op::kSlot:
  case Op::kGlobal:
    return "";
  case Op::kCast:
    return trace(p, function.operand(value, 0), seen, origins);
  case Op::kPhi:
  case Op::kSelect: {
    std::span<const ValueId> parts = function.operands_of(value);
    if (function.insts[value].op == Op::kSelect)
      parts = parts.subspan(1);
    for (ValueId part : parts)
      if (std::string why = trace(p, part, seen, origins); !why.empty())
        return why;
    return "";
  }
  case Op::kLoad:
    return trace_slot(p, function.operand(value, 0), seen, origins);
  case Op::kCall:
    if (!roles_.fresh_result(p, value))
      return "not acquired here: result of a call";
    origins.insert({value, {}});
    return "";
  case Op::kParam:
    return "not acquired here: a parameter";
  default:
    return "not acquired here: computed";
  }
}

// Everything that is put into the local at `address`.
std::string MutantMaker::trace_slot(ProcedureId p, ValueId address,
                                    std::set<ValueId> &seen,
                                    std::set<Origin> &origins) {
  const ir::Function &function = calls_.program.body(p);
  ValueId slot = behind_casts(function, address);
  if (function.insts[slot].op != Op::kSlot)
    return "not acquired here: loaded";
  if (!seen.insert(slot).second)
    return "";
  std::vector<ValueId> addresses{slot};
  for (std::size_t i = 0; i < addresses.size(); ++i)
    for (ValueId user : calls_.users(p)[addresses[i].value]) {
      std::string why;
      switch (function.insts[user].op) {
      case Op::kCast:
        addresses.push_back(user);
        break;
      case Op::kLoad:
      case Op::kCompare:
      case Op::kScopeEnd:
        break;
      case Op::kStore:
        if (function.operand(user, 1) == addresses[i])
          return "its variable's address is stored";
        why = trace(p, function.operand(user, 1), seen, origins);
        break;
      case Op::kCall: {
        std::span<const ValueId> arguments = function.arguments(user);
        for (std::uint32_t n = 0; n < arguments.size(); ++n) {
          if (arguments[n] != addresses[i])
            continue;
          if (roles_.fresh_at(p, user, n))
            origins.insert({user, slot});
          else
            why = "its variable is passed to a call";
        }
        break;
      }
      default:
        why = "its variable is used otherwise";
      }
      if (!why.empty())
        return why;
    }
  return "";
}

bool MutantMaker::is_lost(ProcedureId p, const Deallocation &deallocation) {
  const ir::Function &function = calls_.program.body(p);
  ValueId freed = behind_casts(function, deallocation.freed);
  return can_leave(
      function, after(function, deallocation.call), [&](ValueId v) {
        if (function.insts[v].op != Op::kCall || v == deallocation.call)
          return false;
        if (calls_.ends(p, v))
          return true;
        std::optional<Deallocation> other = roles_.deallocation(p, v);
        return other && behind_casts(function, other->freed) == freed;
      });
}

namespace {

bool is_used(const ir::Function &function, ValueId value) {
  return std::ranges::any_of(function.blocks, [&](const ir::Block &block) {
    return std::ranges::any_of(block.insts, [&](ValueId v) {
      std::span<const ValueId> operands = function.operands_of(v);
      return std::ranges::find(operands, value) != operands.end();
    });
  });
}

// Instructions that no block lists any more become leaves without meaning.
void bury_unlisted(ir::Function &function) {
  std::vector<bool> is_listed(function.insts.size());
  for (const ir::Block &block : function.blocks)
    for (ValueId v : block.insts)
      is_listed[v.value] = true;
  for (ValueId v : function.insts.ids()) {
    ir::Inst &inst = function.insts[v];
    if (is_listed[v.value] || ir::is_leaf(inst.op))
      continue;
    inst.op = Op::kUndef;
    inst.code = 0;
    inst.block = ir::BlockId();
    inst.type = ir::TypeTable::unknown();
    inst.operand_count = 0;
    inst.extra = 0;
  }
}

// A call that ended its block because of exceptions: jump to the normal one.
void end_without_unwind(ir::Function &function, ir::BlockId b) {
  ir::BlockId handler = function.blocks[b].successors[1];
  ir::Inst jump;
  jump.op = Op::kBranch;
  jump.type = ir::TypeTable::void_type();
  jump.pos = function.insts[function.terminator(b)].pos;
  jump.extra = StringTable::empty().value;
  function.append(b, jump, {});
  function.blocks[b].successors.resize(1);
  if (handler != function.blocks[b].successors[0])
    ir::drop_phi_operands(function, handler, b);
}

} // namespace

ir::Function without_call(const ir::Function &function, ValueId call) {
  ir::Function out = function;
  bool has_unwind = out.call(call).has_unwind;
  ir::BlockId block = out.insts[call].block;
  if (has_unwind)
    end_without_unwind(out, block);
  if (is_used(out, call)) {
    ir::Inst &inst = out.insts[call];
    inst.op = Op::kUnknown;
    inst.operand_count = 0;
    inst.extra = StringTable::empty().value;
  } else {
    std::erase(out.blocks[block].insts, call);
  }
  if (has_unwind)
    ir::remove_unreachable_blocks(out);
  bury_unlisted(out);
  return out;
}

} // namespace wt::mutation
