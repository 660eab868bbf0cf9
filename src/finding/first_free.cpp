// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The free before the bad free or use: see first_free.h.

#include "finding/first_free.h"

#include "finding/outer_path.h"

#include "model/model_of.h"

#include <algorithm>

namespace wt {

using ir::Op;
using ir::ValueId;
using model::Effect;

namespace {

constexpr int kDeepest = 4; // of calls, and of nested fields

ValueId without_casts(const ir::Function &function, ValueId v) {
  while (function.insts[v].op == Op::kCast)
    v = function.operand(v, 0);
  return v;
}

// The pointer that an address is inside of: `p` for `&p->list[3].next`.
ValueId base_of(const ir::Function &function, ValueId v) {
  for (;;) {
    Op op = function.insts[v].op;
    if (op != Op::kCast && op != Op::kField && op != Op::kElement)
      return v;
    v = function.operand(v, 0);
  }
}

// The same value, or loads of the same variable or field.
bool is_same(const ir::Function &function, ValueId a, ValueId b, int depth) {
  a = without_casts(function, a);
  b = without_casts(function, b);
  if (a == b)
    return true;
  const ir::Inst &x = function.insts[a], &y = function.insts[b];
  if (depth == 0 || x.op != y.op)
    return false;
  bool is_comparable =
      x.op == Op::kLoad ||
      (x.op == Op::kField && function.field(a) == function.field(b)) ||
      (x.op == Op::kGlobal && x.extra == y.extra);
  return is_comparable &&
         (x.op == Op::kGlobal || is_same(function, function.operand(a, 0),
                                         function.operand(b, 0), depth - 1));
}

class FreeSearch {
public:
  FreeSearch(const Program &program, const model::ModelSet &models)
      : program_(program), models_(models) {}

  // Does the call free what its argument points to?
  bool frees(ProcedureId caller, ValueId call, std::uint32_t argument,
             int depth) const;

private:
  bool frees_parameter(ProcedureId procedure, ValueId parameter,
                       int depth) const;

  const Program &program_;
  const model::ModelSet &models_;
};

bool FreeSearch::frees(ProcedureId caller, ValueId call, std::uint32_t argument,
                       int depth) const {
  for (ProcedureId target : program_.targets(caller, call).procedures) {
    const Procedure &callee = program_.procedures()[target];
    const ir::Function &body = program_.body(target);
    const model::FunctionModel *model =
        model::model_of(program_, models_, target);
    if (model) {
      std::uint32_t hidden = body.returns_by_slot ? 1 : 0;
      for (const Effect &effect : model->effects)
        if ((effect.kind == Effect::Kind::kFree ||
             effect.kind == Effect::Kind::kRelease) &&
            effect.place.root == model::Place::Root::kArgument &&
            effect.place.dereferences == 0 &&
            effect.place.argument + hidden == argument)
          return true;
    } else if (callee.has_body && argument < body.param_count && depth > 0 &&
               frees_parameter(target, ValueId(argument), depth - 1)) {
      return true;
    }
  }
  return false;
}

bool FreeSearch::frees_parameter(ProcedureId procedure, ValueId parameter,
                                 int depth) const {
  const ir::Function &function = program_.body(procedure);
  for (const ir::Block &block : function.blocks)
    for (ValueId v : block.insts) {
      if (function.insts[v].op != Op::kCall)
        continue;
      std::span<const ValueId> arguments = function.arguments(v);
      for (std::uint32_t i = 0; i < arguments.size(); ++i)
        if (without_casts(function, arguments[i]) == parameter &&
            frees(procedure, v, i, depth))
          return true;
    }
  return false;
}

// The pointers that an instruction uses, as they may have been freed.
std::vector<ValueId> used_pointers(const ir::Function &function, ValueId last) {
  std::span<const ValueId> operands = function.operands_of(last);
  std::vector<ValueId> pointers;
  switch (function.insts[last].op) {
  case Op::kCall:
    operands = function.arguments(last);
    break;
  case Op::kLoad:
  case Op::kStore:
  case Op::kMemFill:
    operands = operands.first(1);
    break;
  case Op::kMemCopy:
    operands = operands.first(2);
    break;
  default:
    break;
  }
  for (ValueId v : operands)
    pointers.push_back(base_of(function, v));
  return pointers;
}

} // namespace

bool frees_argument(const Program &program, const model::ModelSet &models,
                    ProcedureId caller, ValueId call, std::uint32_t argument) {
  return FreeSearch(program, models).frees(caller, call, argument, kDeepest);
}

std::optional<FirstFree> on_path(const Program &program, const Witness &witness,
                                 ValueId call) {
  const ir::Function &function = program.body(witness.procedure);
  if (!function.insts.contains(call))
    return std::nullopt;
  for (const auto &[block, next] : outer_path(function, witness))
    if (block == function.insts[call].block)
      return FirstFree{call, next};
  return std::nullopt;
}

std::optional<FirstFree> first_free(const Program &program,
                                    const model::ModelSet &models,
                                    const Witness &witness) {
  const ir::Function &function = program.body(witness.procedure);
  if (!function.insts.contains(witness.last))
    return std::nullopt;
  FreeSearch search(program, models);
  std::vector<ValueId> pointers = used_pointers(function, witness.last);
  auto frees_one = [&](ValueId v) {
    if (function.insts[v].op != Op::kCall)
      return false;
    std::span<const ValueId> arguments = function.arguments(v);
    for (std::uint32_t i = 0; i < arguments.size(); ++i)
      for (ValueId pointer : pointers)
        if (is_same(function, arguments[i], pointer, kDeepest) &&
            search.frees(witness.procedure, v, i, kDeepest))
          return true;
    return false;
  };
  std::optional<FirstFree> found;
  const std::vector<OuterStop> path = outer_path(function, witness);
  for (const auto &[block, next] : path) {
    bool is_final = &block == &path.back().block;
    for (ValueId v : function.blocks[block].insts) {
      if (is_final && v == witness.last)
        break;
      if (frees_one(v))
        found = FirstFree{v, next};
    }
  }
  return found;
}

} // namespace wt
