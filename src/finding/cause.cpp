// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Root causes: see cause.h.

#include "finding/cause.h"

#include "finding/describe.h"
#include "finding/outer_path.h"

#include <map>

namespace wt {

using ir::Op;
using ir::ValueId;

namespace {

// Does control have a choice at the end of this block, other than to throw?
bool is_decision(const ir::Function &function, ir::BlockId block) {
  const std::vector<ir::BlockId> &next = function.blocks[block].successors;
  return next.size() > 1 &&
         function.insts[function.terminator(block)].op != Op::kCall;
}

} // namespace

std::string cause_of(const Program &program, const Verdict &verdict,
                     ValueId losing, const Witness *witness) {
  bool is_leak = verdict.kind == FindingKind::kLeak ||
                 verdict.kind == FindingKind::kResourceLeak;
  ProcedureId procedure = verdict.site.procedure;
  const ir::Function &function = program.body(procedure);
  if (!is_leak || !witness || witness->procedure != procedure ||
      !function.insts.contains(losing))
    return "";
  const std::vector<OuterStop> path = outer_path(function, *witness);
  // The last decision, and whether the object is acquired before it.
  std::size_t decision = path.size();
  for (std::size_t i = 0; i + 1 < path.size(); ++i)
    if (is_decision(function, path[i].block))
      decision = i;
  if (decision == path.size())
    return "";
  bool is_acquired = verdict.site.kind != Site::Kind::kCall;
  for (std::size_t i = 0; i <= decision; ++i)
    is_acquired |= path[i].block == function.insts[verdict.site.value].block;
  if (!is_acquired)
    return "";
  Location at = losing_place(program, verdict, losing, witness);
  return std::to_string(procedure.value) + ":" +
         std::to_string(path[decision].block.value) + ":" +
         std::to_string(path[decision + 1].block.value) + ":" + at.file + ":" +
         std::to_string(at.line);
}

void name_roots(std::vector<Finding> &findings) {
  std::map<std::pair<Severity, std::string>, std::string> roots;
  for (Finding &f : findings) {
    f.root = f.fingerprint;
    if (!f.cause.empty())
      f.root = roots.emplace(std::pair(f.severity, f.cause), f.fingerprint)
                   .first->second;
  }
}

} // namespace wt
