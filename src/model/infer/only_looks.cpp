// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instruction by instruction: see only_looks.h.

#include "model/infer/only_looks.h"

#include "model/model_of.h"
#include "summary/followed.h"

#include <algorithm>

namespace wt::infer {

using ir::Op;
using ir::ValueId;

namespace {

class Looks {
public:
  Looks(const Program &program, const model::ModelSet &models,
        ProcedureId procedure, const BehaviourOf &behaviour_of)
      : program_(program), models_(models), procedure_(procedure),
        unit_(program.unit_of(procedure)), function_(program.body(procedure)),
        behaviour_of_(behaviour_of) {}

  bool all() {
    for (const ir::Block &block : function_.blocks)
      for (ValueId v : block.insts)
        if (!is_harmless(v))
          return false;
    return true;
  }

private:
  enum class Place : std::uint8_t { kOwn, kGiven, kElsewhere };

  // Where an address leads: a local, what an argument points to, or neither.
  Place place(ValueId address) {
    std::vector<ValueId> todo{address}, done;
    Place out = Place::kOwn;
    while (!todo.empty()) {
      ValueId v = todo.back();
      todo.pop_back();
      if (std::ranges::find(done, v) != done.end())
        continue;
      done.push_back(v);
      const ir::Inst &inst = function_.insts[v];
      switch (inst.op) {
      case Op::kSlot:
        break;
      case Op::kParam:
        out = std::max(out, Place::kGiven);
        break;
      case Op::kGlobal: {
        auto id = program_.variable(program_.procedures()[procedure_].unit,
                                    function_.global(v));
        if (!program_.variables()[id].is_never_written)
          return Place::kElsewhere;
        out = std::max(out, Place::kGiven);
        break;
      }
      case Op::kField:
      case Op::kElement:
      case Op::kCast:
        todo.push_back(function_.operand(v, 0));
        break;
      case Op::kPhi:
        std::ranges::copy(function_.operands_of(v), std::back_inserter(todo));
        break;
      case Op::kSelect:
        todo.push_back(function_.operand(v, 1));
        todo.push_back(function_.operand(v, 2));
        break;
      default:
        return Place::kElsewhere;
      }
    }
    return out;
  }

  bool is_harmless(ValueId v) {
    const ir::Inst &inst = function_.insts[v];
    switch (inst.op) {
    case Op::kLoad:
      return !inst.is_volatile &&
             place(function_.operand(v, 0)) != Place::kElsewhere;
    case Op::kStore:
    case Op::kMemFill:
      return place(function_.operand(v, 0)) == Place::kOwn;
    case Op::kMemCopy:
      return place(function_.operand(v, 0)) == Place::kOwn &&
             place(function_.operand(v, 1)) != Place::kElsewhere;
    case Op::kCall:
      return is_harmless_call(v);
    case Op::kUnknown:
    case Op::kLanding:
    case Op::kRethrow:
      return false;
    default:
      return true;
    }
  }

  bool is_harmless_call(ValueId v) {
    auto targets = followed(program_, procedure_, v);
    bool is_exact = program_.targets(procedure_, v).certainty ==
                    CallTargets::Certainty::kExact;
    if (targets.size() != 1 || !is_exact || function_.call(v).has_unwind)
      return false;
    for (ValueId argument : function_.arguments(v))
      if (unit_.types.is_pointer(function_.insts[argument].type) &&
          function_.insts[argument].op != Op::kNull &&
          place(argument) == Place::kElsewhere)
        return false;
    if (const model::FunctionModel *model =
            model::model_of(program_, models_, targets[0]))
      return only_reads(*model);
    const Behaviour *behaviour = behaviour_of_(targets[0]);
    return behaviour && behaviour->only_looks;
  }

  // strlen(), strcmp(); not rand() or time().
  static bool only_reads(const model::FunctionModel &model) {
    bool has_pointer =
        std::ranges::find(model.shape.params, model::ParamKind::kPointer) !=
        model.shape.params.end();
    return model.has_shape && has_pointer && model.effects.empty() &&
           model.written.empty() && !model.shape.is_variadic &&
           !model.may_throw && !model.returns_twice && !model.does_not_return &&
           !model.keeps_all;
  }

  const Program &program_;
  const model::ModelSet &models_;
  ProcedureId procedure_;
  const ir::Unit &unit_;
  const ir::Function &function_;
  const BehaviourOf &behaviour_of_;
};

} // namespace

bool only_looks(const Program &program, const model::ModelSet &models,
                ProcedureId procedure, const Behaviour &behaviour,
                const BehaviourOf &behaviour_of) {
  const ir::Function &function = program.body(procedure);
  const ir::TypeTable &types = program.unit_of(procedure).types;
  bool has_pointer = false;
  for (ValueId v : function.insts.ids())
    has_pointer |= function.insts[v].op == Op::kParam &&
                   types.is_pointer(function.insts[v].type);
  bool changes_nothing =
      !behaviour.keeps_all && !behaviour.outcomes.empty() &&
      std::ranges::all_of(behaviour.outcomes, [](const Outcome &outcome) {
        return outcome.effects.empty() && outcome.objects.empty() &&
               !outcome.throws;
      });
  return has_pointer && changes_nothing && !function.is_variadic &&
         types.is_int(function.result_type) &&
         Looks(program, models, procedure, behaviour_of).all();
}

} // namespace wt::infer
