// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See borrow_notes.h.

#include "driver/borrow_notes.h"

#include "finding/names.h"
#include "finding/object_of.h"

#include <algorithm>
#include <set>

namespace wt {
namespace {

using ir::BlockId;
using ir::Op;
using ir::ValueId;

class Notes {
public:
  Notes(const Program &program, const infer::Borrowed &borrowed,
        const Verdict &verdict)
      : program_(program), borrowed_(borrowed), site_(verdict.site),
        unit_(program.unit_of(site_.procedure)),
        f_(program.body(site_.procedure)) {}

  std::vector<TraceStep> on(const std::set<BlockId> &path) {
    std::vector<TraceStep> out;
    for (BlockId block : f_.blocks.ids())
      if (path.empty() || path.contains(block))
        for (ValueId v : f_.blocks[block].insts)
          if (f_.insts[v].op == Op::kCall && v != site_.value)
            add(v, out);
    return out;
  }

private:
  void add(ValueId call, std::vector<TraceStep> &out) {
    auto targets = program_.targets(site_.procedure, call).procedures;
    auto arguments = f_.arguments(call);
    infer::Arguments told =
        borrowed_.through_hook(program_, site_.procedure, call);
    static constexpr infer::Borrow kHook{infer::Borrow::Reason::kToldOfFrees};
    for (std::uint32_t i = 0; i < arguments.size(); ++i) {
      if (!is_object_of(f_, site_, arguments[i]))
        continue;
      const infer::Borrow *why =
          targets.size() == 1 ? borrowed_.why(site_.procedure, targets[0], i)
          : told.has(i)       ? &kHook
                              : nullptr;
      ProcedureId callee = targets.empty() ? ProcedureId() : targets[0];
      if (!why || !told_.insert({callee, i}).second)
        continue;
      std::string name = expression_of(unit_, f_, arguments[i]);
      std::string argument = name.empty() ? "it" : "'" + name + "'";
      out.push_back(
          {location(unit_, f_.insts[call].pos),
           infer::sentence(*why, callee_name(program_, site_.procedure, call),
                           argument)});
    }
  }

  const Program &program_;
  const infer::Borrowed &borrowed_;
  const Site &site_;
  const ir::Unit &unit_;
  const ir::Function &f_;
  std::set<std::pair<ProcedureId, std::uint32_t>> told_;
};

// Blocks of the site's function on the first path; empty: there is none.
std::set<BlockId> blocks_of(const Verdict &verdict) {
  std::set<BlockId> out;
  if (verdict.witnesses.empty() ||
      verdict.witnesses[0].procedure != verdict.site.procedure)
    return out;
  out.insert(BlockId(0));
  std::size_t depth = 0;
  for (const WitnessStep &step : verdict.witnesses[0].steps) {
    depth += step.kind == WitnessStep::Kind::kEnter;
    depth -= step.kind == WitnessStep::Kind::kLeave && depth > 0;
    if (step.kind == WitnessStep::Kind::kBlock && depth == 0)
      out.insert(step.block);
  }
  return out;
}

} // namespace

bool add_borrow_notes(const Program &program, const infer::Borrowed &borrowed,
                      const Verdict &verdict, Finding &finding) {
  bool is_leak = verdict.kind == FindingKind::kLeak ||
                 verdict.kind == FindingKind::kResourceLeak;
  if (!is_leak || !program.procedures()[verdict.site.procedure].has_body)
    return false;
  std::vector<TraceStep> notes =
      Notes(program, borrowed, verdict).on(blocks_of(verdict));
  auto last =
      finding.trace.empty() ? finding.trace.end() : finding.trace.end() - 1;
  finding.trace.insert(last, notes.begin(), notes.end());
  return !notes.empty();
}

} // namespace wt
