// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The allocation behind a wrapper: see origin.h.

#include "finding/origin.h"

#include "model/model_of.h"

#include <algorithm>
#include <set>

namespace wt {

using ir::Op;
using ir::ValueId;
using model::Effect;
using model::Place;

namespace {

constexpr int kDeepest = 8; // wrappers inside wrappers

class OriginSearch {
public:
  OriginSearch(const Program &program, const model::ModelSet &models)
      : program_(program), models_(models) {}

  // The call makes what is at `place` after it.
  void from_call(ProcedureId caller, ValueId call, const Place &place,
                 int depth);

  std::optional<Origin> answer() const {
    return is_ambiguous_ ? std::nullopt : found_;
  }

private:
  const model::FunctionModel *model_of(ProcedureId p) const;
  void from_value(ProcedureId procedure, ValueId v, int depth);
  void from_out_parameter(ProcedureId procedure, ValueId parameter, int depth);
  bool follow_alias(ProcedureId caller, ValueId call,
                    const model::FunctionModel &model, int depth);
  void add(Origin origin) {
    if (found_ && *found_ != origin)
      is_ambiguous_ = true;
    found_ = origin;
  }

  const Program &program_;
  const model::ModelSet &models_;
  std::optional<Origin> found_;
  bool is_ambiguous_ = false;
  std::set<std::pair<ProcedureId, ValueId>> seen_; // values looked at
};

const model::FunctionModel *OriginSearch::model_of(ProcedureId p) const {
  return model::model_of(program_, models_, p);
}

// A call that returns its argument: `return memset(p, 0, n)`.
bool OriginSearch::follow_alias(ProcedureId caller, ValueId call,
                                const model::FunctionModel &model, int depth) {
  std::span<const ValueId> arguments = program_.body(caller).arguments(call);
  for (const Effect &effect : model.effects) {
    bool is_argument = effect.kind == Effect::Kind::kAlias &&
                       effect.place.root == Place::Root::kArgument &&
                       effect.place.dereferences == 0 &&
                       effect.place.argument < arguments.size();
    if (!is_argument)
      continue;
    from_value(caller, arguments[effect.place.argument], depth);
    return true;
  }
  return false;
}

void OriginSearch::from_call(ProcedureId caller, ValueId call,
                             const Place &place, int depth) {
  CallTargets targets = program_.targets(caller, call);
  if (depth == 0 || targets.procedures.size() != 1) {
    is_ambiguous_ = true;
    return;
  }
  ProcedureId callee = targets.procedures[0];
  const model::FunctionModel *model = model_of(callee);
  auto is_fresh = [&](const Effect &effect) {
    return effect.kind == Effect::Kind::kFresh &&
           effect.place.root == place.root &&
           effect.place.argument == place.argument;
  };
  if (model && std::ranges::none_of(model->effects, is_fresh)) {
    if (!follow_alias(caller, call, *model, depth))
      is_ambiguous_ = true;
    return;
  }
  if (model || !program_.procedures()[callee].has_body) {
    add({caller, call});
    return;
  }
  const ir::Function &body = program_.body(callee);
  if (place.root == Place::Root::kGlobal) {
    is_ambiguous_ = true;
    return;
  }
  if (place.root == Place::Root::kArgument) {
    std::uint32_t parameter = place.argument + (body.returns_by_slot ? 1 : 0);
    if (place.dereferences == 1 && parameter < body.param_count)
      from_out_parameter(callee, ValueId(parameter), depth - 1);
    else
      is_ambiguous_ = true;
    return;
  }
  for (const ir::Block &block : body.blocks)
    for (ValueId v : block.insts)
      if (body.insts[v].op == Op::kReturn && body.insts[v].operand_count == 1)
        from_value(callee, body.operand(v, 0), depth - 1);
}

// Constants are ways to say that nothing was allocated.
void OriginSearch::from_value(ProcedureId procedure, ValueId v, int depth) {
  if (!seen_.emplace(procedure, v).second)
    return;
  const ir::Function &function = program_.body(procedure);
  std::span<const ValueId> operands = function.operands_of(v);
  switch (function.insts[v].op) {
  case Op::kNull:
  case Op::kInt:
  case Op::kUndef:
    return;
  case Op::kCast:
  case Op::kPhi:
    break;
  case Op::kSelect:
    operands = operands.subspan(1);
    break;
  case Op::kCall:
    return from_call(procedure, v, Place(), depth);
  default:
    is_ambiguous_ = true;
    return;
  }
  for (ValueId operand : operands)
    from_value(procedure, operand, depth);
}

void OriginSearch::from_out_parameter(ProcedureId procedure, ValueId parameter,
                                      int depth) {
  const ir::Function &function = program_.body(procedure);
  auto without = [&](ValueId v, std::initializer_list<Op> steps) {
    while (std::ranges::find(steps, function.insts[v].op) != steps.end())
      v = function.operand(v, 0);
    return v;
  };
  auto is_parameter = [&](ValueId v) {
    return without(v, {Op::kCast}) == parameter;
  };
  // `this->p = new char[n]`: other fields get other things, which are no
  // results of calls.
  auto is_made_for_field = [&](ValueId store) {
    ValueId address = function.operand(store, 0);
    ValueId stored = without(function.operand(store, 1), {Op::kCast});
    return without(address, {Op::kCast, Op::kField}) == parameter &&
           function.insts[stored].op == Op::kCall;
  };
  for (const ir::Block &block : function.blocks)
    for (ValueId v : block.insts) {
      Op op = function.insts[v].op;
      if (op == Op::kStore &&
          (is_parameter(function.operand(v, 0)) || is_made_for_field(v)))
        from_value(procedure, function.operand(v, 1), depth);
      if (op != Op::kCall)
        continue;
      std::span<const ValueId> arguments = function.arguments(v);
      for (std::uint32_t i = 0; i < arguments.size(); ++i) {
        Place place;
        place.root = Place::Root::kArgument;
        place.argument = i;
        place.dereferences = 1;
        if (is_parameter(arguments[i]))
          from_call(procedure, v, place, depth);
      }
    }
}

} // namespace

std::optional<Origin> origin_of(const Program &program,
                                const model::ModelSet &models,
                                const Site &site) {
  if (site.kind != Site::Kind::kCall)
    return std::nullopt;
  OriginSearch search(program, models);
  search.from_call(site.procedure, site.value, site.place, kDeepest);
  return search.answer();
}

} // namespace wt
