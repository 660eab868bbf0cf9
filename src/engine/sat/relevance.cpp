// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What callees do, without what cannot matter: see relevance.h.

#include "engine/sat/relevance.h"

#include "summary/followed.h"
#include "summary/fresh.h"

#include <algorithm>

namespace wt::sat {

using infer::Effect;
using infer::Term;

namespace {

bool is_global(const AccessPath &path) {
  return path.root().kind == PathRoot::Kind::kGlobal;
}

} // namespace

std::optional<AccessPath> owned_global_of_new(const Facts &facts,
                                              const infer::Outcome &outcome,
                                              std::size_t n) {
  const infer::OwnedCells &owned = facts.behaviours.owned();
  if (owned.empty())
    return std::nullopt;
  std::optional<AccessPath> out = infer::global_of_new(outcome, n);
  if (out && !owned.of(ProgramVariableId(out->root().index)).valid())
    out.reset();
  return out;
}

// Does a write of this value tell where an object of the caller went?
bool Relevance::names_object(const Term &value) const {
  if (value.kind != Term::Kind::kPath)
    return false;
  PathRoot root = value.path.root();
  return root.kind == PathRoot::Kind::kParameter ||
         root.kind == PathRoot::Kind::kSite ||
         (is_global(value.path) && named_.contains(root.index));
}

Relevance::Relevance(const Facts &facts, ProcedureId procedure)
    : facts_(facts) {
  const Program &program = facts.program;
  const ir::Function &function = program.body(procedure);
  UnitId unit = program.procedures()[procedure].unit;
  for (ir::ValueId v : function.insts.ids())
    if (function.insts[v].op == ir::Op::kGlobal)
      named_.insert(program.variable(unit, function.global(v)).value);
  for (ir::BlockId block : function.blocks.ids())
    for (ir::ValueId v : function.blocks[block].insts)
      if (function.insts[v].op == ir::Op::kCall)
        for (ProcedureId callee : infer::followed(program, procedure, v))
          for (const infer::Outcome &outcome :
               facts.behaviours.of(callee).outcomes) {
            note_reads(outcome);
            for (std::size_t n = 0; n < outcome.objects.size(); ++n)
              if (auto global = owned_global_of_new(facts, outcome, n))
                named_.insert(global->root().index);
          }
}

void Relevance::note_reads(const infer::Outcome &outcome) {
  for (const infer::Given &given : outcome.given)
    note_read(given.path);
  for (const infer::Comparison &held : outcome.compared) {
    note_read(held.a.path);
    note_read(held.b.path);
  }
  note_read(outcome.value.path);
  for (const Effect &effect : outcome.effects)
    if (effect.kind == Effect::Kind::kWrite && !is_global(effect.path))
      note_read(effect.value.path);
}

void Relevance::note_read(const AccessPath &path) {
  if (is_global(path))
    read_.insert(path.root().index);
}

bool Relevance::matters(const Effect &effect) const {
  if (!is_global(effect.path) || named_.contains(effect.path.root().index))
    return true;
  bool changes_cells = effect.kind == Effect::Kind::kWrite ||
                       effect.kind == Effect::Kind::kForget;
  if (changes_cells && read_.contains(effect.path.root().index))
    return true;
  return effect.kind == Effect::Kind::kWrite && names_object(effect.value);
}

std::span<const infer::Outcome> Relevance::outcomes(ProcedureId callee) {
  auto [found, is_new] = known_.try_emplace(callee);
  std::vector<infer::Outcome> &out = found->second;
  if (!is_new)
    return out;
  for (infer::Outcome outcome : facts_.behaviours.of(callee).outcomes) {
    std::erase_if(outcome.effects,
                  [&](const Effect &effect) { return !matters(effect); });
    if (std::ranges::find(out, outcome) == out.end())
      out.push_back(std::move(outcome));
  }
  return out;
}

} // namespace wt::sat
