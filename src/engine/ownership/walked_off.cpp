// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steps from the first cell on: see walked_off.h.

#include "engine/ownership/walked_off.h"

#include "engine/ownership/bases.h"
#include "engine/ownership/treatment.h"
#include "ir/uses.h"
#include "summary/followed.h"
#include "summary/named_cell.h"

#include <algorithm>
#include <set>

namespace wt::ownership {

using ir::Op;
using ir::ValueId;

namespace {

class Walk {
public:
  Walk(const Facts &facts, ProcedureId procedure, ValueId store)
      : facts_(facts), procedure_(procedure),
        body_(facts.program.body(procedure)),
        cell_(
            infer::cell_at(facts.program, procedure, body_.operand(store, 0))),
        stored_(body_.operand(store, 1)) {}

  bool drops_first() {
    if (!cell_ || !begins_with_step())
      return false;
    ir::Users users = ir::users(body_);
    return std::ranges::all_of(passed_, [&](ValueId v) {
      return std::ranges::all_of(
          users[v.value], [&](ValueId user) { return is_only_look(v, user); });
    });
  }

private:
  // Is what is stored found behind what the cell held?  Notes what was passed.
  bool begins_with_step() {
    bool is_found = false;
    std::set<std::pair<ValueId, bool>> met; // value; is a step behind it
    std::vector<std::pair<ValueId, bool>> todo{{stored_, false}};
    while (!todo.empty()) {
      auto [v, is_behind] = todo.back();
      todo.pop_back();
      if (!met.insert({v, is_behind}).second)
        continue;
      Op op = body_.insts[v].op;
      if (is_behind)
        passed_.insert(v);
      if (op == Op::kPhi)
        for (ValueId one : body_.operands_of(v))
          todo.push_back({one, is_behind});
      else if (op == Op::kCast)
        todo.push_back({body_.operand(v, 0), is_behind});
      else if (op == Op::kLoad && is_cell(body_.operand(v, 0)))
        is_found |= is_behind;
      else if (op == Op::kLoad &&
               body_.insts[body_.operand(v, 0)].op == Op::kField)
        todo.push_back({base_of(body_, body_.operand(v, 0)), true});
    }
    return is_found;
  }

  bool is_cell(ValueId address) const {
    return infer::cell_at(facts_.program, procedure_, address) == cell_;
  }

  bool is_only_look(ValueId v, ValueId user) const {
    switch (body_.insts[user].op) {
    case Op::kStore:
      return body_.operand(user, 1) != v || is_cell(body_.operand(user, 0));
    case Op::kPhi:
      return passed_.contains(user) || user == stored_;
    case Op::kReturn:
    case Op::kSelect:
    case Op::kUnknown:
      return false;
    case Op::kCall:
      return is_looked_at(v, user);
    default:
      return true;
    }
  }

  bool is_looked_at(ValueId v, ValueId call) const {
    auto callees = infer::followed(facts_.program, procedure_, call);
    std::span<const ValueId> arguments = body_.arguments(call);
    for (std::uint32_t i = 0; i < arguments.size(); ++i)
      for (ProcedureId callee : callees) {
        if (arguments[i] != v)
          continue;
        Treatment is =
            treatment(facts_.behaviours.of(callee), AccessPath::parameter(i));
        if (is.is_unknown || is.is_freed || is.is_returned)
          return false;
      }
    return !callees.empty();
  }

  const Facts &facts_;
  ProcedureId procedure_;
  const ir::Function &body_;
  std::optional<infer::NamedCell> cell_;
  ValueId stored_;
  std::set<ValueId> passed_;
};

} // namespace

bool drops_first(const Facts &facts, ProcedureId procedure, ValueId store) {
  return Walk(facts, procedure, store).drops_first();
}

} // namespace wt::ownership
