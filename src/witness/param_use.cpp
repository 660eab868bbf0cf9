// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Follows one parameter through a body: see param_use.h.

#include "witness/param_use.h"

#include "model/model_of.h"

#include <algorithm>

namespace wt {

using ir::Op;
using ir::ValueId;

namespace {

constexpr int kMostCalls = 4; // nesting of functions looked into

bool only_reads(const Program &program, const model::ModelSet &models,
                ProcedureId procedure, std::uint32_t parameter, int depth);

bool model_only_reads(const model::FunctionModel &model,
                      std::uint32_t argument) {
  auto concerns = [&](const model::Place &place) {
    return place.root == model::Place::Root::kArgument &&
           place.argument == argument;
  };
  return std::none_of(model.effects.begin(), model.effects.end(),
                      [&](const model::Effect &effect) {
                        return concerns(effect.place) || concerns(effect.into);
                      });
}

bool call_only_reads(const Program &program, const model::ModelSet &models,
                     ProcedureId caller, ValueId call, ValueId value,
                     int depth) {
  const ir::Function &function = program.body(caller);
  CallTargets targets = program.targets(caller, call);
  bool is_known = targets.procedures.size() == 1 &&
                  targets.certainty == CallTargets::Certainty::kExact;
  if (!is_known || function.callee(call) == value)
    return false;
  ProcedureId callee = targets.procedures[0];
  const model::FunctionModel *model = model::model_of(program, models, callee);
  std::span<const ValueId> arguments = function.arguments(call);
  for (std::uint32_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] != value)
      continue;
    bool reads = model ? model_only_reads(*model, i)
                       : only_reads(program, models, callee, i, depth - 1);
    if (!reads)
      return false;
  }
  return true;
}

bool only_reads(const Program &program, const model::ModelSet &models,
                ProcedureId procedure, std::uint32_t parameter, int depth) {
  if (depth == 0 || !program.procedures()[procedure].has_body)
    return false;
  const ir::Function &function = program.body(procedure);
  if (parameter >= function.param_count)
    return false; // behind the `...`
  std::vector<bool> derived(function.insts.size());
  derived[parameter] = true;
  bool changed = true;
  while (changed) {
    changed = false;
    for (const ir::Block &block : function.blocks)
      for (ValueId v : block.insts) {
        std::span<const ValueId> operands = function.operands_of(v);
        for (std::uint32_t i = 0; i < operands.size(); ++i) {
          if (!derived[operands[i].value])
            continue;
          switch (function.insts[v].op) {
          case Op::kCompare:
          case Op::kAssign:
          case Op::kScopeEnd:
          case Op::kBranch:
          case Op::kSwitch:
            break;
          case Op::kLoad: // what it holds must be left alone too
          case Op::kField:
          case Op::kElement:
          case Op::kCast:
          case Op::kBinop:
          case Op::kPhi:
          case Op::kSelect:
            if (!derived[v.value])
              changed = derived[v.value] = true;
            break;
          case Op::kMemCopy:
            if (i == 1)
              return false; // copied out: may live on in the copy
            break;
          case Op::kStore: {
            bool writes_number =
                i == 0 && program.unit_of(procedure).types.is_int(
                              function.insts[operands[1]].type);
            if (!writes_number)
              return false;
            break;
          }
          case Op::kMemFill:
            return false;
          case Op::kCall:
            if (!call_only_reads(program, models, procedure, v, operands[i],
                                 depth))
              return false;
            break;
          default:
            return false;
          }
        }
      }
  }
  return true;
}

} // namespace

bool only_reads(const Program &program, const model::ModelSet &models,
                ProcedureId procedure, std::uint32_t parameter) {
  return only_reads(program, models, procedure, parameter, kMostCalls);
}

} // namespace wt
