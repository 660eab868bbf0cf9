// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See partial.h.

#include "fix/partial.h"

#include "finding/names.h"
#include "finding/outer_path.h"
#include "finding/resource_words.h"

#include <set>

namespace wt::fix {

using ir::BlockId;
using ir::ValueId;

namespace {

// The blocks from which control can come to `to`, itself among them.
std::set<BlockId> leading_to(const ir::Function &f, BlockId to) {
  std::set<BlockId> found = {to};
  for (bool grows = true; grows;) {
    grows = false;
    for (BlockId block : f.blocks.ids())
      for (BlockId next : f.blocks[block].successors)
        if (found.contains(next))
          grows |= found.insert(block).second;
  }
  return found;
}

std::string frees(const Words &words, const std::string &variable) {
  std::string verb = words.release + "s ";
  return verb + (variable.empty() ? "it" : "'" + variable + "'");
}

} // namespace

void tell_partial(const Program &program, const model::ModelSet &models,
                  const Verdict &verdict, std::span<const ValueId> releases,
                  Finding &finding) {
  ProcedureId procedure = verdict.site.procedure;
  if (verdict.witnesses.empty() || verdict.witnesses[0].procedure != procedure)
    return;
  const ir::Function &f = program.body(procedure);
  const ir::Unit &unit = program.unit_of(procedure);
  const std::vector<OuterStop> path = outer_path(f, verdict.witnesses[0]);
  for (ValueId release : releases) {
    std::set<BlockId> before = leading_to(f, f.insts[release].block);
    std::size_t parting = path.size();
    for (std::size_t i = 0; i + 1 < path.size(); ++i)
      if (before.contains(path[i].block) && !before.contains(path[i + 1].block))
        parting = i;
    Location at = location(unit, f.insts[release].pos);
    if (parting == path.size() || !at.line)
      continue;
    Location decision =
        location(unit, f.insts[f.terminator(path[parting].block)].pos);
    for (std::size_t i = finding.trace.size(); i-- > 0;) {
      TraceStep &step = finding.trace[i];
      if (step.at != decision || !step.message.starts_with("assuming "))
        continue;
      step.message +=
          "; only otherwise line " + std::to_string(at.line) +
          " is reached, which " +
          frees(words_for(models, verdict.site.family), finding.variable);
      return;
    }
  }
}

} // namespace wt::fix
