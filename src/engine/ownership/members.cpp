// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constructors and assignments, one by one: see members.h.

#include "engine/ownership/members.h"

#include "engine/ownership/bases.h"
#include "engine/ownership/constraints.h"
#include "summary/fresh.h"

#include <algorithm>

namespace wt::ownership {
namespace {

using infer::Effect;
using infer::Outcome;
using ir::Op;
using ir::ValueId;

AccessPath member(std::uint32_t parameter, std::int64_t offset) {
  return AccessPath::parameter(parameter).then(
      {static_cast<std::int32_t>(offset), false});
}

bool writes(const Outcome &outcome, const AccessPath &path) {
  return std::ranges::any_of(outcome.effects, [&](const Effect &effect) {
    return effect.kind == Effect::Kind::kWrite && effect.path == path;
  });
}

// Do both members hold one pointer when the function returns?
bool is_shared(const Outcome &outcome, const AccessPath &to,
               const AccessPath &from) {
  return !writes(outcome, from) &&
         std::ranges::any_of(outcome.effects, [&](const Effect &effect) {
           return effect.kind == Effect::Kind::kWrite && effect.is_certain &&
                  effect.path == to &&
                  effect.value.kind == infer::Term::Kind::kPath &&
                  effect.value.path == from;
         });
}

// A member of a parameter, by its address.
struct ParameterMember {
  std::uint32_t parameter = 0;
  std::int64_t offset = 0;
};
std::optional<ParameterMember> member_at(const ir::Function &function,
                                         ValueId address) {
  ParameterMember out;
  for (ValueId v = address;; v = function.operand(v, 0)) {
    switch (function.insts[v].op) {
    case Op::kParam:
      out.parameter = v.value;
      return out;
    case Op::kField:
      out.offset += function.field(v).offset;
      break;
    case Op::kCast:
      break;
    default:
      return std::nullopt;
    }
  }
}

// `this->p = q` in a method.
struct MemberStore {
  ValueId at;
  std::int64_t offset = 0;
};
std::vector<MemberStore> stores_of(const ir::Function &function) {
  std::vector<MemberStore> out;
  for (ir::BlockId block : function.blocks.ids())
    for (ValueId v : function.blocks[block].insts) {
      if (function.insts[v].op != Op::kStore)
        continue;
      std::optional<ParameterMember> to =
          member_at(function, function.operand(v, 0));
      if (to && to->parameter == function.returns_by_slot)
        out.push_back({v, to->offset});
    }
  return out;
}

// May the old value be read, or the object be given away, before the store?
bool is_seen_before(const ir::Function &function, const MemberStore &store) {
  auto is_self = [&](ValueId address, std::optional<std::int64_t> offset) {
    std::optional<ParameterMember> at = member_at(function, address);
    return at && at->parameter == function.returns_by_slot &&
           (!offset || at->offset == *offset);
  };
  auto may_see = [&](ValueId v) {
    Op op = function.insts[v].op;
    if (op == Op::kLoad)
      return is_self(function.operand(v, 0), store.offset);
    return op == Op::kMemCopy ||
           (op == Op::kCall &&
            std::ranges::any_of(function.arguments(v), [&](ValueId argument) {
              return is_self(argument, std::nullopt);
            }));
  };
  for (ir::BlockId block : function.blocks.ids())
    for (ValueId v : function.blocks[block].insts) {
      if (v == store.at)
        break; // behind it is the new value
      if (may_see(v))
        return true;
    }
  return false;
}

} // namespace

Members::Members(const Facts &facts) : facts_(facts) {
  for (ProcedureId id : facts_.program.procedures().ids()) {
    if (!facts_.program.procedures()[id].has_body)
      continue;
    const ir::Function &function = facts_.program.body(id);
    if (function.is_destructor && !function.is_implicit &&
        function.parent.valid())
      destructors_[record_of(id)].push_back(id);
    else if (function.is_method && function.parent.valid())
      methods_[record_of(id)].push_back(id);
  }
  for (const auto &[record, all] : methods_)
    if (destructors_.contains(record))
      for (ProcedureId id : all) {
        const ir::Function &function = facts_.program.body(id);
        if (function.is_constructor)
          continue;
        for (const MemberStore &store : stores_of(function))
          if (is_seen_before(function, store))
            taken_out_[record].insert(store.offset);
      }
}

Members::Record Members::record_of(ProcedureId procedure) const {
  return infer::record_key(facts_.program.unit_of(procedure),
                           facts_.program.body(procedure).parent);
}

bool Members::is_released(const Record &record, std::int64_t offset) const {
  auto found = destructors_.find(record);
  return found != destructors_.end() &&
         std::ranges::any_of(found->second, [&](ProcedureId destructor) {
           infer::Extent extent = infer::frees(facts_.behaviours.of(destructor),
                                               member(0, offset));
           return extent == infer::Extent::kAlways ||
                  extent == infer::Extent::kUnlessNull;
         });
}

std::vector<Verdict> Members::faults(ProcedureId procedure) const {
  std::vector<Verdict> out;
  const ir::Function &function = facts_.program.body(procedure);
  if (destructors_.empty() || !function.is_method || !function.parent.valid() ||
      !destructors_.contains(record_of(procedure)))
    return out;
  add_shared(procedure, out);
  if (!function.is_constructor && !function.is_destructor &&
      function.access == ir::Access::kPublic)
    add_overwritten(procedure, out);
  return out;
}

bool Members::is_always_there(const Record &record, std::int64_t offset) const {
  auto taken = taken_out_.find(record);
  if (taken != taken_out_.end() && taken->second.contains(offset))
    return false; // who takes it out leaves none
  bool is_made = false;
  for (ProcedureId id : methods_.at(record)) {
    const ir::Function &function = facts_.program.body(id);
    const infer::Behaviour &behaviour = facts_.behaviours.of(id);
    AccessPath ours = member(function.returns_by_slot, offset);
    if (!behaviour.is_known() ||
        infer::frees(behaviour, ours) != infer::Extent::kNever)
      return false;
    if (!function.is_constructor)
      continue;
    is_made =
        std::ranges::any_of(behaviour.outcomes, [&](const Outcome &outcome) {
          return !outcome.throws &&
                 std::ranges::count(infer::places_of_new(outcome), ours) > 0;
        });
    if (!is_made)
      return false;
  }
  return is_made;
}

// `this->p = q`, where nobody looks at what p was.
void Members::add_overwritten(ProcedureId procedure,
                              std::vector<Verdict> &out) const {
  const ir::Function &function = facts_.program.body(procedure);
  for (const MemberStore &store : stores_of(function)) {
    Record record = record_of(procedure);
    if (is_seen_before(function, store) || !is_released(record, store.offset) ||
        !is_always_there(record, store.offset))
      continue;
    Verdict verdict;
    verdict.site.procedure = procedure;
    verdict.site.kind = Site::Kind::kLoad;
    verdict.site.value = store.at;
    verdict.kind = FindingKind::kLeak;
    verdict.answer = Verdict::Answer::kLeaks;
    verdict.reason = "what the member owns is overwritten";
    verdict.losing.push_back(store.at);
    verdict.broken = {{name_of(Priority::kMember), verdict.reason, store.at}};
    out.push_back(std::move(verdict));
  }
}

// `this->p = other.p`, where both free p when they are destroyed.
void Members::add_shared(ProcedureId procedure,
                         std::vector<Verdict> &out) const {
  const ir::Function &function = facts_.program.body(procedure);
  const infer::Behaviour &behaviour = facts_.behaviours.of(procedure);
  std::uint32_t self = function.returns_by_slot;
  for (ir::BlockId block : function.blocks.ids())
    for (ValueId store : function.blocks[block].insts) {
      if (function.insts[store].op != Op::kStore)
        continue;
      ValueId load = base_of(function, function.operand(store, 1));
      if (function.insts[load].op != Op::kLoad)
        continue;
      std::optional<ParameterMember> to =
          member_at(function, function.operand(store, 0));
      std::optional<ParameterMember> from =
          member_at(function, function.operand(load, 0));
      bool is_copy =
          to && from && to->parameter == self && from->parameter != self &&
          to->offset == from->offset &&
          function.insts[ValueId(self)].type.valid() &&
          function.insts[ValueId(from->parameter)].type.valid() &&
          facts_.program.unit_of(procedure).types.pointee(
              function.insts[ValueId(from->parameter)].type) == function.parent;
      if (!is_copy || !is_released(record_of(procedure), to->offset))
        continue;
      AccessPath ours = member(self, to->offset);
      AccessPath theirs = member(from->parameter, from->offset);
      bool is_always =
          std::ranges::all_of(behaviour.outcomes, [&](const Outcome &outcome) {
            return outcome.throws || is_shared(outcome, ours, theirs);
          });
      if (!behaviour.is_known() || !is_always)
        continue;
      Verdict verdict;
      verdict.site.procedure = procedure;
      verdict.site.kind = Site::Kind::kLoad;
      verdict.site.value = load;
      verdict.kind = FindingKind::kDoubleFree;
      verdict.answer = Verdict::Answer::kLeaks;
      verdict.reason = "the destructors of both objects free it";
      verdict.losing.push_back(store);
      verdict.broken = {{name_of(Priority::kMember), verdict.reason, store}};
      out.push_back(std::move(verdict));
    }
}

} // namespace wt::ownership
