// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Frees that are not the last word: see early_free.h.

#include "engine/ownership/early_free.h"

#include "engine/ownership/bases.h"
#include "ir/uses.h"

#include <algorithm>
#include <set>

namespace wt::ownership {

using ir::BlockId;
using ir::Op;
using ir::ValueId;

namespace {

ValueId behind_casts(const ir::Function &body, ValueId v) {
  while (body.insts[v].op == Op::kCast)
    v = body.operand(v, 0);
  return v;
}

class Question {
public:
  Question(const Facts &facts, ProcedureId procedure, ValueId call,
           ValueId freed)
      : facts_(facts), procedure_(procedure),
        body_(facts.program.body(procedure)), call_(call),
        freed_(behind_casts(body_, freed)) {}

  bool run() const {
    switch (body_.insts[freed_].op) {
    case Op::kLoad:
      return body_.insts[place()].op == Op::kField &&
             (is_refilled() || is_unfinished());
    case Op::kCall:
      return is_instead_of_store();
    default:
      return false;
    }
  }

private:
  ValueId place() const { return body_.operand(freed_, 0); }

  // Is something else put there on each way from the call to the end?
  bool is_refilled() const {
    const auto &first = body_.blocks[body_.insts[call_].block];
    auto after = std::ranges::find(first.insts, call_);
    if (std::any_of(after, first.insts.end(),
                    [&](ValueId v) { return refills(v); }))
      return true;
    std::set<BlockId> met;
    std::vector<BlockId> todo(first.successors.begin(), first.successors.end());
    while (!todo.empty()) {
      BlockId block = todo.back();
      todo.pop_back();
      if (!met.insert(block).second ||
          std::ranges::any_of(body_.blocks[block].insts,
                              [&](ValueId v) { return refills(v); }))
        continue;
      if (body_.insts[body_.terminator(block)].op == Op::kReturn)
        return false;
      std::ranges::copy(body_.blocks[block].successors,
                        std::back_inserter(todo));
    }
    return !first.successors.empty();
  }

  bool refills(ValueId v) const {
    if (body_.insts[v].op != Op::kStore)
      return false;
    ValueId to = body_.operand(v, 0);
    bool is_there =
        to == place() || (body_.insts[to].op == Op::kField &&
                          body_.field(to) == body_.field(place()) &&
                          base_of(body_, to) == base_of(body_, place()));
    return is_there && makes(behind_casts(body_, body_.operand(v, 1)));
  }

  // The call makes something for this function.
  bool makes(ValueId v) const {
    return body_.insts[v].op == Op::kCall &&
           std::ranges::any_of(facts_.behaviours.in(procedure_),
                               [&](const infer::FreshPlace &fresh) {
                                 return fresh.call == v &&
                                        fresh.place == AccessPath::result();
                               });
  }

  // Part of a record that is made here and returned on other ways.
  bool is_unfinished() const {
    ValueId holder = base_of(body_, place());
    return makes(holder) && comes_to_return(body_, holder);
  }

  // It is put into a field, on ways that do not lead here, nor from here.
  bool is_instead_of_store() const {
    bool is_stored = false;
    for (const ir::Block &block : body_.blocks)
      for (ValueId v : block.insts) {
        if (body_.insts[v].op != Op::kStore ||
            behind_casts(body_, body_.operand(v, 1)) != freed_)
          continue;
        is_stored = true;
        BlockId here = body_.insts[call_].block, there = body_.insts[v].block;
        if (here == there || leads(here, there) || leads(there, here))
          return false;
      }
    return is_stored;
  }

  bool leads(BlockId from, BlockId to) const {
    std::set<BlockId> met;
    std::vector<BlockId> todo{from};
    while (!todo.empty()) {
      BlockId block = todo.back();
      todo.pop_back();
      for (BlockId next : body_.blocks[block].successors) {
        if (next == to)
          return true;
        if (met.insert(next).second)
          todo.push_back(next);
      }
    }
    return false;
  }

  const Facts &facts_;
  ProcedureId procedure_;
  const ir::Function &body_;
  ValueId call_, freed_;
};

} // namespace

bool is_early_free(const Facts &facts, ProcedureId procedure, ValueId call,
                   ValueId freed) {
  return Question(facts, procedure, call, freed).run();
}

bool comes_to_return(const ir::Function &body, ValueId value) {
  ir::Users users = ir::users(body);
  std::set<ValueId> met{value};
  std::vector<ValueId> todo{value};
  while (!todo.empty()) {
    ValueId at = todo.back();
    todo.pop_back();
    for (ValueId user : users[at.value])
      switch (body.insts[user].op) {
      case Op::kReturn:
        return true;
      case Op::kCast:
      case Op::kField:
      case Op::kElement:
      case Op::kPhi:
      case Op::kSelect:
        if (met.insert(user).second)
          todo.push_back(user);
        break;
      default:
        break;
      }
  }
  return false;
}

} // namespace wt::ownership
