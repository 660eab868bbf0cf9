// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which calls acquire objects, as far as tests of points-to need it?
//
// A function is taken to hand out a new object in its result when all it
// returns comes from calls that do, and in `*parameter` when it stores such a
// value there.  This knows nothing of paths; the real answer is that of
// model/infer.

#pragma once

#include "model/infer/fresh_places.h"
#include "program/program.h"

#include <algorithm>
#include <map>
#include <set>

namespace wt::test {

class SimpleFresh final : public infer::FreshPlaces {
public:
  SimpleFresh(const Program &program, const model::ModelSet &models)
      : program_(program), models_(models),
        places_(program.procedures().size()),
        result_(program.procedures().size()),
        out_(program.procedures().size()) {
    for (const auto &scc : program.sccs())
      for (ProcedureId p : scc)
        if (program.procedures()[p].has_body)
          visit(p);
        else
          from_model(p);
  }
  std::span<const infer::FreshPlace> in(ProcedureId p) const override {
    return places_[p];
  }

private:
  void from_model(ProcedureId p) {
    const Procedure &procedure = program_.procedures()[p];
    const auto *model = models_.find(procedure.link_name, procedure.name);
    if (!model)
      return;
    for (const model::Effect &effect : model->effects)
      if (effect.kind == model::Effect::Kind::kFresh &&
          !models_.family(effect.family).is_handle) {
        if (effect.place == model::Place{})
          result_[p.value] = true;
        else if (effect.place.dereferences == 1)
          out_[p.value].insert(effect.place.argument);
      }
  }

  void visit(ProcedureId p) {
    const ir::Function &f = program_.body(p);
    for (ir::ValueId v : f.insts.ids()) {
      if (f.insts[v].op != ir::Op::kCall || !f.insts[v].block.valid())
        continue;
      CallTargets targets = program_.targets(p, v);
      if (targets.certainty != CallTargets::Certainty::kExact ||
          targets.procedures.size() != 1)
        continue;
      std::uint32_t q = targets.procedures[0].value;
      if (result_[q])
        places_[p].push_back({v, AccessPath::result(), {}, true});
      for (std::uint32_t i : out_[q])
        places_[p].push_back({v, AccessPath::parameter(i).then({}), {}, true});
    }
    bool any = false, all = true;
    for (ir::ValueId v : f.insts.ids()) {
      const ir::Inst &inst = f.insts[v];
      if (!inst.block.valid())
        continue;
      if (inst.op == ir::Op::kReturn && inst.operand_count > 0)
        (is_new(f, p, f.operand(v, 0)) ? any : all) =
            is_new(f, p, f.operand(v, 0));
      if (inst.op == ir::Op::kStore &&
          f.insts[f.operand(v, 0)].op == ir::Op::kParam &&
          is_new(f, p, f.operand(v, 1)))
        out_[p.value].insert(f.operand(v, 0).value);
    }
    result_[p.value] = any && all;
  }

  bool is_new(const ir::Function &f, ProcedureId p, ir::ValueId v,
              int depth = 8) const {
    const ir::Inst &inst = f.insts[v];
    switch (inst.op) {
    case ir::Op::kCast:
      return depth > 0 && is_new(f, p, f.operand(v, 0), depth - 1);
    case ir::Op::kPhi:
      if (depth == 0)
        return false;
      for (ir::ValueId x : f.operands_of(v))
        if (f.insts[x].op != ir::Op::kNull && !is_new(f, p, x, depth - 1))
          return false;
      return true;
    case ir::Op::kCall:
      return std::ranges::any_of(places_[p], [&](const auto &place) {
        return place.call == v && place.place.length() == 0;
      });
    default:
      return false;
    }
  }

  const Program &program_;
  const model::ModelSet &models_;
  IdMap<ProcedureId, std::vector<infer::FreshPlace>> places_;
  std::vector<char> result_;
  std::vector<std::set<std::uint32_t>> out_;
};

} // namespace wt::test
