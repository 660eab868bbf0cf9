// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See element_reads.h.

#include "engine/ownership/element_reads.h"

#include "engine/ownership/bases.h"
#include "engine/ownership/element_use.h"
#include "ir/uses.h"
#include "summary/followed.h"

#include <algorithm>
#include <set>

namespace wt::ownership {

namespace {

using infer::Effect;
using infer::Outcome;
using infer::Term;
using ir::Op;
using ir::ValueId;

class Reading {
public:
  Reading(const Facts &facts, ProcedureId procedure)
      : facts_(facts), procedure_(procedure),
        function_(facts.program.body(procedure)),
        unit_(facts.program.unit_of(procedure)), users_(ir::users(function_)) {}

  bool run(ValueId call) {
    mark_result(call);
    while (is_reading_ && !todo_.empty()) {
      auto [v, role] = todo_.back();
      todo_.pop_back();
      for (ValueId user : users_[v.value])
        for (std::uint32_t i = 0; i < function_.insts[user].operand_count; ++i)
          if (function_.operand(user, i) == v)
            use(v, role, user, i);
    }
    return is_reading_;
  }

private:
  enum class Role : std::uint8_t {
    kElement, // an iterator, an element, or what was read there
    kHolder   // the address of a local that holds one
  };

  void go(ValueId v, Role role) {
    if (met_.insert({v, role}).second)
      todo_.push_back({v, role});
  }

  bool may_lead_on(ir::TypeId type) const {
    ir::TypeKind kind = unit_.types[type].kind;
    return kind != ir::TypeKind::kInt && kind != ir::TypeKind::kFloat &&
           kind != ir::TypeKind::kVoid;
  }

  void go_on(ValueId v, Role role) {
    if (role == Role::kHolder || may_lead_on(function_.insts[v].type))
      go(v, role);
  }

  // The local at the address holds an element from now on.
  void hold(ValueId address) {
    ValueId slot = base_of(function_, address);
    is_reading_ &= function_.insts[slot].op == Op::kSlot;
    if (is_reading_)
      go(slot, Role::kHolder);
  }

  void mark_result(ValueId call) {
    go_on(call, Role::kElement);
    auto callees = infer::followed(facts_.program, procedure_, call);
    if (!callees.empty() && facts_.program.body(callees[0]).returns_by_slot &&
        !function_.arguments(call).empty())
      hold(function_.arguments(call)[0]);
  }

  void use(ValueId v, Role role, ValueId user, std::uint32_t i) {
    switch (function_.insts[user].op) {
    case Op::kLoad:
      return go_on(user, Role::kElement);
    case Op::kStore:
      return store(role, user, i);
    case Op::kMemCopy:
      if (i == 1)
        hold(function_.operand(user, 0));
      else
        is_reading_ &= role == Role::kHolder;
      return;
    case Op::kMemFill:
      is_reading_ &= role == Role::kHolder;
      return;
    case Op::kElement:
    case Op::kSelect: {
      bool is_index =
          function_.insts[user].op == Op::kElement ? i == 1 : i == 0;
      if (!is_index)
        go_on(user, role);
      return;
    }
    case Op::kField:
    case Op::kCast:
    case Op::kPhi:
    case Op::kBinop:
      return go_on(user, role);
    case Op::kCall:
      if (i > 0)
        pass(v, role, user, i - 1);
      return;
    case Op::kCompare:
    case Op::kAssign:
    case Op::kScopeEnd:
    case Op::kBranch:
    case Op::kSwitch:
      return;
    default: // returned, thrown, or nobody knows
      is_reading_ = false;
    }
  }

  void store(Role role, ValueId user, std::uint32_t i) {
    if (i == 1)
      return hold(function_.operand(user, 0));
    // Over an element, or over a pointer in it.
    ir::TypeId stored = function_.insts[function_.operand(user, 1)].type;
    is_reading_ &= role == Role::kHolder || !unit_.types.is_pointer(stored);
  }

  void pass(ValueId v, Role role, ValueId call, std::uint32_t argument) {
    if (std::optional<Interface> interface =
            container_interface(facts_, procedure_, call))
      return pass_to_container(*interface, call, argument);
    auto callees = infer::followed(facts_.program, procedure_, call);
    is_reading_ &= !callees.empty();
    for (ProcedureId callee : callees)
      pass_to(facts_.behaviours.of(callee), role, call, argument);
    if (is_reading_ && v.valid())
      mark_result(call);
  }

  // `v.erase(it)` and `rows[0].size()` only need it; `v.push_back(*it)` puts
  // it into another one.
  void pass_to_container(const Interface &interface, ValueId call,
                         std::uint32_t argument) {
    ElementUse use = element_use(interface, argument);
    is_reading_ &= !container_for(interface, argument) && !use.may_release &&
                   !use.comes_back;
    if (use.gives_iterator || use.gives_address || use.gives_element ||
        interface.is_iterator)
      mark_result(call);
  }

  void pass_to(const infer::Behaviour &behaviour, Role role, ValueId call,
               std::uint32_t argument) {
    AccessPath given = AccessPath::parameter(argument);
    auto is_there = [&](const AccessPath &path) {
      return given.is_prefix_of(path);
    };
    is_reading_ &= behaviour.is_known() &&
                   (!behaviour.keeps_all || behaviour.spared.has(argument)) &&
                   std::ranges::none_of(behaviour.acquires, is_there) &&
                   std::ranges::none_of(behaviour.releases, is_there);
    for (const Outcome &outcome : behaviour.outcomes)
      for (const Effect &effect : outcome.effects)
        apply(effect, role, call, given);
  }

  void apply(const Effect &effect, Role role, ValueId call,
             const AccessPath &given) {
    bool is_there = given.is_prefix_of(effect.path);
    if (effect.kind == Effect::Kind::kFree ||
        effect.kind == Effect::Kind::kKeep) {
      is_reading_ &= !is_there;
      return;
    }
    if (effect.kind != Effect::Kind::kWrite)
      return;
    bool is_element = effect.value.kind == Term::Kind::kPath &&
                      given.is_prefix_of(effect.value.path);
    std::span<const ValueId> arguments = function_.arguments(call);
    const PathRoot &root = effect.path.root();
    if (is_element && root.kind == PathRoot::Kind::kParameter &&
        root.index < arguments.size())
      hold(arguments[root.index]);
    else if (is_element)
      is_reading_ = false;
    else if (is_there && role == Role::kElement) // over an element?
      is_reading_ &= effect.value.kind != Term::Kind::kPath;
  }

  const Facts &facts_;
  ProcedureId procedure_;
  const ir::Function &function_;
  const ir::Unit &unit_;
  ir::Users users_;
  bool is_reading_ = true;
  std::set<std::pair<ValueId, Role>> met_;
  std::vector<std::pair<ValueId, Role>> todo_;
};

} // namespace

bool only_reads_elements(const Facts &facts, ProcedureId procedure,
                         ir::ValueId call) {
  return Reading(facts, procedure).run(call);
}

} // namespace wt::ownership
