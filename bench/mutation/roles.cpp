// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Acquiring and releasing calls: see roles.h.

#include "mutation/roles.h"

#include <algorithm>

namespace wt::mutation {

using ir::Op;
using ir::ValueId;
using model::Effect;
using model::FamilyId;

namespace {

bool is_certain(const Effect &effect) {
  return !effect.given && !effect.may_skip &&
         effect.when.kind == model::ResultTest::Kind::kAlways;
}

// The parameter that `value` is, or kNone.
std::uint32_t parameter_behind(const ir::Function &function, ValueId value) {
  ValueId v = behind_casts(function, value);
  return function.insts[v].op == Op::kParam ? v.value : ValueId::kNone;
}

// Number of the successor that is taken when `parameter` is null; 2: none.
std::size_t null_successor(const ir::Function &function, ir::BlockId block,
                           std::uint32_t parameter) {
  ValueId end = function.terminator(block);
  if (function.insts[end].op != Op::kBranch ||
      function.insts[end].operand_count != 1)
    return 2;
  ValueId test = function.operand(end, 0);
  if (function.insts[test].op != Op::kCompare)
    return 2;
  ValueId a = function.operand(test, 0), b = function.operand(test, 1);
  if (function.insts[behind_casts(function, a)].op == Op::kNull)
    std::swap(a, b);
  if (function.insts[behind_casts(function, b)].op != Op::kNull ||
      parameter_behind(function, a) != parameter)
    return 2;
  auto predicate = static_cast<ir::Predicate>(function.insts[test].code);
  if (predicate == ir::Predicate::kEq)
    return 0;
  return predicate == ir::Predicate::kNe ? 1 : 2;
}

} // namespace

std::optional<Deallocation> Roles::deallocation(ProcedureId caller,
                                                ValueId call) {
  ProcedureId callee = calls_.callee(caller, call);
  if (!callee.valid())
    return std::nullopt;
  std::optional<Released> released = releases(callee);
  std::span<const ValueId> arguments =
      calls_.program.body(caller).arguments(call);
  if (!released || released->parameter >= arguments.size())
    return std::nullopt;
  return Deallocation{call, callee, arguments[released->parameter],
                      released->family};
}

// Calls that also acquire (realloc) or that free more than one thing are no
// plain deallocations.
std::optional<Roles::Released> Roles::releases(ProcedureId p) {
  const model::FunctionModel *written = calls_.model(p);
  if (!written)
    return releases_in_body(p);
  std::optional<Released> found;
  std::uint32_t hidden = calls_.program.body(p).returns_by_slot;
  for (const Effect &effect : written->effects) {
    if (effect.kind == Effect::Kind::kFresh)
      return std::nullopt;
    if (effect.kind != Effect::Kind::kFree)
      continue;
    if (found || !is_certain(effect) || effect.place.dereferences != 0 ||
        effect.place.root != model::Place::Root::kArgument)
      return std::nullopt;
    found = Released{effect.place.argument + hidden, effect.family};
  }
  return found;
}

std::optional<Roles::Released> Roles::releases_in_body(ProcedureId p) {
  if (!calls_.program.procedures()[p].has_body)
    return std::nullopt;
  auto [known, is_new] = released_.try_emplace(p);
  if (!is_new)
    return known->second;
  const ir::Function &function = calls_.program.body(p);
  std::map<std::uint32_t, std::vector<ValueId>> frees; // by parameter
  std::map<std::uint32_t, FamilyId> families;
  for (const ir::Block &block : function.blocks)
    for (ValueId v : block.insts) {
      if (function.insts[v].op != Op::kCall)
        continue;
      std::optional<Deallocation> inner = deallocation(p, v);
      std::uint32_t parameter =
          inner ? parameter_behind(function, inner->freed) : ValueId::kNone;
      if (parameter == ValueId::kNone)
        continue;
      frees[parameter].push_back(v);
      families[parameter] = inner->family;
    }
  std::optional<Released> found;
  for (const auto &[parameter, calls] : frees)
    if (is_always_released(p, parameter, calls)) {
      if (found)
        return std::nullopt;
      found = Released{parameter, families[parameter]};
    }
  return released_[p] = found;
}

bool Roles::is_always_released(ProcedureId p, std::uint32_t parameter,
                               const std::vector<ValueId> &frees) {
  const ir::Function &function = calls_.program.body(p);
  return !can_leave(
      function, {ir::Function::entry()},
      [&](ValueId v) { return std::ranges::find(frees, v) != frees.end(); },
      [&](ir::BlockId block, std::size_t successor) {
        return null_successor(function, block, parameter) == successor;
      });
}

std::optional<FamilyId> Roles::fresh_result(ProcedureId caller, ValueId call) {
  ProcedureId callee = calls_.callee(caller, call);
  if (!callee.valid())
    return std::nullopt;
  const model::FunctionModel *written = calls_.model(callee);
  if (!written)
    return hands_out(callee);
  for (const Effect &effect : written->effects)
    if (effect.kind == Effect::Kind::kFresh && !effect.region &&
        !effect.may_skip && effect.place == model::Place{})
      return effect.family;
  return std::nullopt;
}

std::optional<FamilyId> Roles::fresh_at(ProcedureId caller, ValueId call,
                                        std::uint32_t index) {
  ProcedureId callee = calls_.callee(caller, call);
  const model::FunctionModel *written =
      callee.valid() ? calls_.model(callee) : nullptr;
  if (!written)
    return std::nullopt;
  bool has_slot = calls_.program.body(callee).returns_by_slot;
  for (const Effect &effect : written->effects)
    if (effect.kind == Effect::Kind::kFresh && !effect.region &&
        is_argument(effect.place, index, has_slot) &&
        effect.place.dereferences == 1 && effect.count == 1)
      return effect.family;
  return std::nullopt;
}

std::optional<FamilyId> Roles::hands_out(ProcedureId p) {
  if (!calls_.program.procedures()[p].has_body)
    return std::nullopt;
  auto [known, is_new] = handed_out_.try_emplace(p);
  if (!is_new)
    return known->second;
  const ir::Function &function = calls_.program.body(p);
  std::optional<FamilyId> family;
  std::vector<ValueId> seen;
  for (const ir::Block &block : function.blocks) {
    ValueId end = block.insts.back();
    if (function.insts[end].op != Op::kReturn)
      continue;
    if (function.insts[end].operand_count == 0 ||
        !collect_handed_out(p, function.operand(end, 0), seen, family))
      return std::nullopt;
  }
  return handed_out_[p] = family;
}

// Everything that `value` can be is new and nobody's, or null.
bool Roles::collect_handed_out(ProcedureId p, ValueId value,
                               std::vector<ValueId> &seen,
                               std::optional<FamilyId> &family) {
  const ir::Function &function = calls_.program.body(p);
  ValueId v = behind_casts(function, value);
  if (std::ranges::find(seen, v) != seen.end())
    return true;
  seen.push_back(v);
  switch (function.insts[v].op) {
  case Op::kNull:
  case Op::kInt: // the failure value of a handle
    return true;
  case Op::kPhi:
    return std::ranges::all_of(function.operands_of(v), [&](ValueId part) {
      return collect_handed_out(p, part, seen, family);
    });
  case Op::kSelect:
    return collect_handed_out(p, function.operand(v, 1), seen, family) &&
           collect_handed_out(p, function.operand(v, 2), seen, family);
  case Op::kCall: {
    std::optional<FamilyId> fresh = fresh_result(p, v);
    if (!fresh || (family && *family != *fresh) ||
        !fates_.of(p, {v, {}}).kept.empty())
      return false;
    family = fresh;
    return true;
  }
  default:
    return false;
  }
}

} // namespace wt::mutation
