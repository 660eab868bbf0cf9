// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From programs to answers of the oracle; see subject.h.

#include "subject.h"

#include "ir/parse.h"
#include "ir/promote.h"
#include "ir/verify.h"

namespace wt::agree {

std::unique_ptr<const Program> link_unit(ir::Unit unit, bool promoted) {
  if (promoted)
    for (ir::FunctionId id : unit.functions.ids())
      if (!unit.functions[id].is_declaration())
        ir::promote(unit, unit.functions[id]);
  std::vector<std::unique_ptr<const ir::Unit>> units;
  units.push_back(std::make_unique<const ir::Unit>(std::move(unit)));
  return link(std::move(units));
}

Result<std::unique_ptr<const Program>> read_ir(std::string_view text,
                                               bool promoted) {
  Result<ir::Unit> unit = ir::parse_unit(text, "test.ir");
  if (!unit)
    return std::unexpected(unit.error());
  if (std::vector<std::string> wrong = ir::verify(*unit); !wrong.empty())
    return fail(wrong.front(), "test.ir");
  return link_unit(std::move(*unit), promoted);
}

Expected expect(const Program &program, const model::ModelSet &models,
                ProcedureId root) {
  OracleLimits limits;
  limits.drop_undefined = true;
  limits.visits_per_block = 20;
  OracleResult result = run_oracle(program, models, root, limits);
  Expected expected;
  expected.gave_up = result.is_bounded ? "loop limit" : result.gave_up;
  auto line = [&](ProcedureId p, ir::ValueId v) {
    return program.body(p).insts[v].pos.line;
  };
  for (const Outcome &outcome : result.outcomes) {
    if (outcome.kind == FindingKind::kLeak)
      expected.leaked.insert(line(outcome.alloc_procedure, outcome.alloc));
    if (outcome.kind == FindingKind::kDoubleFree)
      expected.freed_twice.insert(line(outcome.procedure, outcome.at));
    expected.used_after_free |= outcome.kind == FindingKind::kUseAfterFree;
  }
  return expected;
}

} // namespace wt::agree
