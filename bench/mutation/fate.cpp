// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Uses of a value, forwards: see fate.h.

#include "mutation/fate.h"

#include <algorithm>
#include <set>

namespace wt::mutation {

using ir::Op;
using ir::ValueId;
using Kind = model::Effect::Kind;

ValueId slot_of(const ir::Function &function, ValueId address) {
  while (true) {
    switch (function.insts[address].op) {
    case Op::kSlot:
      return address;
    case Op::kCast:
    case Op::kField:
    case Op::kElement:
      address = function.operand(address, 0);
      break;
    default:
      return ValueId();
    }
  }
}

// One walk over one function.
class FateWalk {
public:
  FateWalk(Fates &fates, ProcedureId procedure, int depth)
      : fates_(fates), calls_(fates.calls_), procedure_(procedure),
        function_(calls_.program.body(procedure)), depth_(depth) {}

  void follow_value(ValueId v) {
    if (values_.insert(v).second)
      work_.push_back({v, false});
  }
  // What lies in the memory at `address` may be the object.
  void follow_holder(ValueId address) {
    if (holders_.insert(address).second)
      work_.push_back({address, true});
  }

  Fate run() {
    while (!work_.empty() && fate_.kept.empty()) {
      auto [v, is_holder] = work_.back();
      work_.pop_back();
      for (ValueId user : calls_.users(procedure_)[v.value])
        if (fate_.kept.empty())
          is_holder ? use_of_holder(v, user) : use_of_value(v, user);
    }
    return fate_;
  }

private:
  void use_of_value(ValueId v, ValueId user) {
    switch (function_.insts[user].op) {
    case Op::kLoad:
    case Op::kMemCopy:
    case Op::kMemFill:
    case Op::kCompare:
    case Op::kBinop: // a distance, a hash: no pointer any more
    case Op::kAssign:
    case Op::kScopeEnd:
    case Op::kBranch:
    case Op::kSwitch:
      return;
    case Op::kCast:
    case Op::kField:
    case Op::kElement:
    case Op::kPhi:
    case Op::kSelect:
      return follow_value(user);
    case Op::kStore:
      return stored(v, user);
    case Op::kReturn:
      fate_.is_returned = true;
      return;
    case Op::kCall:
      return passed(v, user);
    default:
      fate_.kept = std::string("used by ") + ir::name_of(op_of(user));
    }
  }

  void stored(ValueId v, ValueId store) {
    if (function_.operand(store, 1) != v)
      return;
    ValueId slot = slot_of(function_, function_.operand(store, 0));
    if (slot.valid())
      follow_holder(slot);
    else
      fate_.kept = "stored to memory that is no local";
  }

  void use_of_holder(ValueId address, ValueId user) {
    switch (function_.insts[user].op) {
    case Op::kLoad:
      return follow_value(user);
    case Op::kCast:
    case Op::kField:
    case Op::kElement:
      return follow_holder(user);
    case Op::kStore:
      if (function_.operand(user, 1) == address)
        fate_.kept = "the address of its variable is stored";
      return;
    case Op::kMemCopy:
      if (function_.operand(user, 1) == address)
        fate_.kept = "its variable is copied";
      return;
    case Op::kMemFill:
    case Op::kCompare:
    case Op::kAssign:
    case Op::kScopeEnd:
      return;
    case Op::kCall:
      return holder_passed(address, user);
    default:
      fate_.kept =
          std::string("its variable is used by ") + ir::name_of(op_of(user));
    }
  }

  void passed(ValueId v, ValueId call) {
    ProcedureId target = calls_.callee(procedure_, call);
    std::span<const ValueId> arguments = function_.arguments(call);
    for (std::uint32_t i = 0; i < arguments.size(); ++i) {
      if (arguments[i] != v)
        continue;
      if (!target.valid()) {
        fate_.kept = "passed to a call of unknown target";
        return;
      }
      const model::FunctionModel *written = calls_.model(target);
      bool is_kept = written ? model_keeps(target, *written, call, i)
                             : !fates_.stays(target, i, depth_ - 1);
      if (is_kept)
        fate_.kept = "passed to " + name(target);
    }
  }

  // Only functions that are written about may see a variable that holds it.
  void holder_passed(ValueId address, ValueId call) {
    ProcedureId target = calls_.callee(procedure_, call);
    const model::FunctionModel *written =
        target.valid() ? calls_.model(target) : nullptr;
    std::span<const ValueId> arguments = function_.arguments(call);
    for (std::uint32_t i = 0; i < arguments.size(); ++i)
      if (arguments[i] == address &&
          (!written || model_keeps(target, *written, call, i)))
        fate_.kept = "its variable is passed to " +
                     (target.valid() ? name(target) : "an unknown function");
  }

  bool model_keeps(ProcedureId target, const model::FunctionModel &written,
                   ValueId call, std::uint32_t argument) {
    if (written.keeps_all)
      return true;
    bool has_slot = calls_.program.body(target).returns_by_slot;
    for (const model::Effect &effect : written.effects) {
      bool is_place = is_argument(effect.place, argument, has_slot);
      bool is_into = is_argument(effect.into, argument, has_slot);
      switch (effect.kind) {
      case Kind::kFresh:
      case Kind::kFree:
      case Kind::kEmpty:
        break;
      case Kind::kAlias: // the result is the object again
        if (is_place)
          follow_value(call);
        break;
      case Kind::kStore: // what is put into the object stays its own matter
        if (is_place)
          return true;
        break;
      case Kind::kKeep:
      case Kind::kAcquire:
      case Kind::kRelease:
        if (is_place)
          return true;
        break;
      case Kind::kCall:
        if (is_place || is_into ||
            std::ranges::any_of(effect.arguments, [&](const auto &place) {
              return place && is_argument(*place, argument, has_slot);
            }))
          return true;
        break;
      }
    }
    return false;
  }

  Op op_of(ValueId v) const { return function_.insts[v].op; }
  std::string name(ProcedureId p) const {
    return std::string(calls_.program.procedures()[p].name);
  }

  struct Item {
    ValueId value;
    bool is_holder;
  };
  Fates &fates_;
  Calls &calls_;
  ProcedureId procedure_;
  const ir::Function &function_;
  int depth_;
  std::set<ValueId> values_, holders_;
  std::vector<Item> work_;
  Fate fate_;
};

Fate Fates::of(ProcedureId procedure, const Origin &origin) {
  FateWalk walk(*this, procedure, kMostNested);
  if (origin.slot.valid())
    walk.follow_holder(origin.slot);
  else
    walk.follow_value(origin.call);
  return walk.run();
}

bool Fates::stays(ProcedureId procedure, std::uint32_t parameter) {
  return stays(procedure, parameter, kMostNested);
}

bool Fates::stays(ProcedureId p, std::uint32_t parameter, int depth) {
  if (depth == 0 || !calls_.program.procedures()[p].has_body ||
      parameter >= calls_.program.body(p).param_count)
    return false;
  // Recursion does not count as staying.
  auto [known, is_new] = stays_.try_emplace({p, parameter}, false);
  if (!is_new)
    return known->second;
  FateWalk walk(*this, p, depth);
  walk.follow_value(ValueId(parameter));
  Fate fate = walk.run();
  return stays_[{p, parameter}] = fate.kept.empty() && !fate.is_returned;
}

} // namespace wt::mutation
