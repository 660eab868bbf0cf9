// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See never_freed.h.

#include "engine/ownership/never_freed.h"

#include "engine/ownership/bases.h"
#include "engine/ownership/constraints.h"
#include "engine/ownership/inlined_flow.h"
#include "engine/sites.h"
#include "model/library_code.h"
#include "model/model_of.h"
#include "model/polymorphic.h"
#include "summary/followed.h"

#include <algorithm>
#include <set>

namespace wt::ownership {

using ir::Op;
using ir::ValueId;

namespace {

class NeverFreed {
public:
  NeverFreed(const Facts &facts, ProcedureId procedure)
      : facts_(facts), procedure_(procedure),
        function_(facts.program.body(procedure)) {}

  // Does it hand a local to a function of the library that has a body: to a
  // container, say?
  bool is_worth_asking() const {
    const Procedure &procedure = facts_.program.procedures()[procedure_];
    if (procedure.link_name == "main" || model::is_library_code(procedure.name))
      return false;
    for (ir::BlockId block : function_.blocks.ids())
      for (ValueId v : function_.blocks[block].insts)
        if (function_.insts[v].op == Op::kCall && fills_local(v))
          return true;
    return false;
  }

  void run(std::vector<Verdict> &known, Budget &budget) {
    InlinedFlow flow(facts_, procedure_);
    if (!flow.run(budget))
      return;
    std::set<ValueId> done;
    for (const InlinedFlow::Made &made : flow.made()) {
      // Handles are numbers: they are not followed.
      bool is_asked = made.family.valid() &&
                      facts_.models.family(made.family).is_reported &&
                      !facts_.models.family(made.family).is_handle;
      bool is_lost =
          is_asked && !made.is_freed && !made.is_outside && !made.is_held;
      bool is_ours =
          made.is_here ||
          !model::is_library_code(facts_.program.procedures()[made.maker].name);
      if (is_lost && is_ours && is_left_normally(made.call) &&
          done.insert(made.call).second)
        report(made, known);
    }
  }

private:
  bool fills_local(ValueId call) const {
    std::span<const ValueId> arguments = function_.arguments(call);
    bool is_local = std::ranges::any_of(arguments, [&](ValueId argument) {
      return function_.insts[base_of(function_, argument)].op == Op::kSlot;
    });
    return is_local &&
           std::ranges::any_of(
               infer::followed(facts_.program, procedure_, call),
               [&](ProcedureId callee) {
                 const Procedure &called = facts_.program.procedures()[callee];
                 const model::FunctionModel *model =
                     model::model_of(facts_.program, facts_.models, callee);
                 return called.has_body &&
                        (model::is_library_code(called.name) ||
                         (model && model::polymorphic(facts_.models, *model)));
               });
  }

  // Is there a way from the call to a return?
  bool is_left_normally(ValueId call) const {
    std::vector<bool> met(function_.blocks.size(), false);
    std::vector<ir::BlockId> todo{function_.insts[call].block};
    bool is_behind = false;
    while (!todo.empty()) {
      ir::BlockId block = todo.back();
      todo.pop_back();
      const ir::Block &at = function_.blocks[block];
      bool goes_on = true;
      for (ValueId v : at.insts) {
        is_behind |= v == call;
        goes_on &= !(is_behind && v != call && never_returns(v));
        if (goes_on && function_.insts[v].op == Op::kReturn)
          return true;
      }
      bool is_call = function_.insts[at.insts.back()].op == Op::kCall;
      for (std::size_t i = 0; goes_on && i < at.successors.size(); ++i) {
        ir::BlockId next = at.successors[i];
        if (!(is_call && i == 1) && !met[next.value]) {
          met[next.value] = true;
          todo.push_back(next);
        }
      }
    }
    return false;
  }

  bool never_returns(ValueId v) const {
    if (function_.insts[v].op != Op::kCall)
      return false;
    auto callees = infer::followed(facts_.program, procedure_, v);
    return function_.call(v).does_not_return ||
           (!callees.empty() &&
            std::ranges::all_of(callees, [&](ProcedureId callee) {
              const infer::Behaviour &is = facts_.behaviours.of(callee);
              return is.is_known() && is.never_returns();
            }));
  }

  Site site(const InlinedFlow::Made &made) const {
    for (const infer::FreshPlace &fresh : facts_.behaviours.in(procedure_))
      if (fresh.call == made.call)
        return site_of(procedure_, fresh);
    Site out;
    out.procedure = procedure_;
    out.value = made.call;
    out.family = made.family;
    // What the result leads to, or what the callee was given.
    if (function_.insts[made.call].type == ir::TypeTable::void_type())
      out.place.root = model::Place::Root::kArgument;
    out.place.dereferences = 1;
    return out;
  }

  void report(const InlinedFlow::Made &made, std::vector<Verdict> &known) {
    Verdict verdict;
    verdict.site = site(made);
    bool is_known = std::ranges::any_of(known, [&](const Verdict &other) {
      return other.site.value == verdict.site.value &&
             other.answer == Verdict::Answer::kLeaks;
    });
    if (is_known)
      return;
    std::erase_if(known, [&](const Verdict &other) {
      return other.site == verdict.site;
    });
    verdict.kind = kind_of_loss(facts_.models, verdict.site);
    verdict.answer = Verdict::Answer::kLeaks;
    // Whoever takes the library for a keeper knows nothing of it.
    verdict.is_lost_elsewhere = true;
    verdict.reason = "nothing that is called here frees it, and only locals of "
                     "the function lead to it";
    verdict.broken = {
        {name_of(Priority::kScope), verdict.reason, verdict.site.value}};
    for (ir::BlockId block : function_.blocks.ids()) {
      ValueId last = function_.terminator(block);
      if (function_.insts[last].op == Op::kReturn)
        verdict.losing = {last};
    }
    known.push_back(std::move(verdict));
  }

  Facts facts_;
  ProcedureId procedure_;
  const ir::Function &function_;
};

} // namespace

void add_never_freed(const Facts &facts, ProcedureId procedure,
                     std::vector<Verdict> &known, Budget &budget) {
  NeverFreed asked(facts, procedure);
  if (asked.is_worth_asking())
    asked.run(known, budget);
}

} // namespace wt::ownership
