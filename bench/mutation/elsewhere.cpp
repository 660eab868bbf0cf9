// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects of others: see elsewhere.h.

#include "mutation/elsewhere.h"

#include <algorithm>

namespace wt::mutation {

using ir::Op;
using ir::ValueId;

namespace {

class Search {
public:
  Search(Calls &calls, Roles &roles, ProcedureId procedure,
         const Deallocation &deallocation)
      : calls_(calls), roles_(roles), procedure_(procedure),
        f_(calls.program.body(procedure)), dropped_(deallocation),
        freed_(behind_casts(f_, deallocation.freed)) {}

  std::string run() {
    if (calls_.program.procedures()[procedure_].link_name == "main")
      return "in main";
    if (f_.insts[freed_].op == Op::kParam)
      return is_freed_by_another() ? "freed again" : "";
    if (f_.insts[freed_].op != Op::kLoad)
      return "neither a parameter nor in memory";
    cell_ = behind_casts(f_, f_.operand(freed_, 0));
    if (f_.insts[cell_].op != Op::kField && f_.insts[cell_].op != Op::kGlobal)
      return "neither in a field nor in a global";
    if (is_freed_by_another())
      return "freed again";
    if (is_overwritten_between())
      return "";
    bool stays = can_leave(f_, after(f_, dropped_.call),
                           [&](ValueId v) { return is_gone_at(v); });
    return stays ? "it can still be found" : "";
  }

private:
  // Some other call frees the same value, or what is in the same cell.
  bool is_freed_by_another() {
    for (const ir::Block &block : f_.blocks)
      for (ValueId v : block.insts) {
        std::optional<Deallocation> other = deallocation(v);
        if (!other)
          continue;
        ValueId value = behind_casts(f_, other->freed);
        bool is_same_cell = cell_.valid() && f_.insts[value].op == Op::kLoad &&
                            is_cell(f_.operand(value, 0));
        if (value == freed_ || is_same_cell)
          return true;
      }
    return false;
  }

  std::optional<Deallocation> deallocation(ValueId v) {
    if (f_.insts[v].op != Op::kCall || v == dropped_.call)
      return std::nullopt;
    return roles_.deallocation(procedure_, v);
  }

  bool is_cell(ValueId address) const {
    ValueId v = behind_casts(f_, address);
    if (v == cell_)
      return true;
    if (f_.insts[v].op != f_.insts[cell_].op)
      return false;
    if (f_.insts[v].op == Op::kGlobal)
      return f_.global(v) == f_.global(cell_);
    return f_.insts[v].op == Op::kField && f_.field(v) == f_.field(cell_) &&
           base(v) == base(cell_);
  }

  // The record that the field is in, or in a part of.
  ValueId base(ValueId field) const {
    while (f_.insts[field].op == Op::kField || f_.insts[field].op == Op::kCast)
      field = f_.operand(field, 0);
    return field;
  }

  // `old = p->name; p->name = NULL; free(old);`
  bool is_overwritten_between() const {
    const auto &insts = f_.blocks[f_.insts[dropped_.call].block].insts;
    auto load = std::ranges::find(insts, freed_);
    auto call = std::ranges::find(insts, dropped_.call);
    return load < call && std::any_of(
                              load, call,
                              [&](ValueId v) {
                                return f_.insts[v].op == Op::kStore &&
                                       is_cell(f_.operand(v, 0));
                              });
  }

  bool is_gone_at(ValueId v) {
    if (f_.insts[v].op == Op::kStore)
      return is_cell(f_.operand(v, 0));
    if (f_.insts[v].op != Op::kCall)
      return false;
    std::optional<Deallocation> other = deallocation(v);
    return other && f_.insts[cell_].op == Op::kField &&
           behind_casts(f_, other->freed) == base(cell_);
  }

  Calls &calls_;
  Roles &roles_;
  ProcedureId procedure_;
  const ir::Function &f_;
  const Deallocation &dropped_;
  ValueId freed_;
  ValueId cell_; // where it is; invalid: it is a parameter
};

} // namespace

std::string why_not_lost_elsewhere(Calls &calls, Roles &roles,
                                   ProcedureId procedure,
                                   const Deallocation &deallocation) {
  return Search(calls, roles, procedure, deallocation).run();
}

} // namespace wt::mutation
