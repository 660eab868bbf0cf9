// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known when setjmp returns for the second time?
//
// Somebody who was called after it jumped back.  What such a call was given to
// free or to keep may be freed or kept by then:
//
//   text = strdup(s);
//   if (setjmp(top) == 0)
//     run(text);          // takes it, and may jump
//   return;               // text is no leak
//
// What is only lent to those calls, or freed by the library itself, is as it
// was.  Volatile locals may have any value.

#include "engine/sat/evaluate.h"

#include "model/model_of.h"

#include <set>

namespace wt::sat {

using ir::ValueId;

void Evaluation::note_second_return(ValueId v, const Value &result) {
  if (result.bits.empty())
    return;
  Cond is_second = !heap.equal(result, integer(0, result.bits.size()));
  Point here = at(v);
  here.guard = table.both(here.guard, is_second);
  second_returns_.push_back({here.node, here.guard});
  std::set<std::uint32_t> changing;
  for (ValueId load : function.insts.ids()) {
    const ir::Inst &inst = function.insts[load];
    if (inst.op != ir::Op::kLoad || !inst.is_volatile)
      continue;
    const ir::Inst &from = function.insts[function.operand(load, 0)];
    if (from.op == ir::Op::kSlot)
      changing.insert(from.extra);
  }
  for (std::uint32_t variable : changing)
    heap.forget(heap.slot(variable), kYes, here, true);
}

// Modelled functions do not jump.
void Evaluation::note_handed(ProcedureId procedure, std::size_t begin) {
  bool may_jump =
      !procedure.valid() ||
      !model::model_of(setting.facts.program, setting.facts.models, procedure);
  if (may_jump && begin < heap.given_away.size() && !second_returns_.empty())
    handed_.push_back({point_.node, begin, heap.given_away.size()});
}

void Evaluation::settle_second_returns() {
  for (const SecondReturn &back : second_returns_)
    for (const Handed &handed : handed_) {
      if (!graph.reaches(back.node, handed.node))
        continue;
      for (std::size_t i = handed.begin; i < handed.end; ++i) {
        ObjectId id = heap.given_away[i].second;
        const Object &object = heap.objects[id];
        if (object.kind == Object::Kind::kFresh &&
            graph.reaches(object.born.node, back.node))
          heap.set_escaped(id, back.guard);
      }
    }
}

} // namespace wt::sat
