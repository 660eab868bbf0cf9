// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Proofs of single functions.  See prove.h.

#include "engine/contradiction/prove.h"

#include "engine/contradiction/verdicts.h"
#include "finding/describe.h"
#include "finding/names.h"

#include <set>

namespace wt::contradiction {

using ir::Op;
using ir::ValueId;
using Verdict = ProbeReport::Verdict;

const char *name_of(Verdict verdict) {
  static constexpr const char *kNames[] = {"proved", "possible leak",
                                           "unknown"};
  return kNames[static_cast<std::size_t>(verdict)];
}

namespace {

// What the probes and the division of memory do not see; "" when there is
// nothing of it.
std::string unsafe_instruction(const Workspace &workspace,
                               ProcedureId procedure, ValueId v) {
  const Program &program = workspace.facts.program;
  const ir::Unit &unit = program.unit_of(procedure);
  const ir::Function &function = program.body(procedure);
  const ir::Inst &inst = function.insts[v];
  auto kind = static_cast<ir::CastKind>(inst.code);
  switch (inst.op) {
  case Op::kCast:
    if (kind == ir::CastKind::kIntToPtr || kind == ir::CastKind::kPtrToInt)
      return "a pointer is used as a number";
    return "";
  case Op::kField:
    if (unit.types.is_record(function.field(v).record) &&
        unit.types[function.field(v).record].is_union)
      return "a union is used";
    return "";
  case Op::kElement:
    return unit.types.is_pointer(unit.types.pointee(inst.type)) ||
                   unit.types.is_record(unit.types.pointee(inst.type))
               ? "pointers in an array are used"
               : "";
  case Op::kSlot:
    if (inst.operand_count > 0 ||
        unit.types[function.variables[function.variable(v)].type].kind ==
            ir::TypeKind::kArray)
      return "an array is on the stack";
    return "";
  case Op::kMemCopy:
  case Op::kMemFill:
    return "a block of memory is copied or filled";
  case Op::kUnknown:
    return "an operation is not modelled";
  case Op::kCall:
    if (function.call(v).may_throw)
      return "a call may throw";
    for (ProcedureId callee : program.targets(procedure, v).procedures) {
      const Procedure &info = program.procedures()[callee];
      const model::FunctionModel *model =
          workspace.facts.models.find(info.link_name, info.name);
      if (model && model->returns_twice)
        return "a call may return twice";
    }
    return "";
  default:
    return "";
  }
}

std::set<ProcedureId> procedures_of(const Answer &answer, const Probe &probe) {
  std::set<ProcedureId> out{probe.procedure};
  for (const TrailStep &step : answer.trails)
    out.insert(step.procedure);
  return out;
}

// The names of cells in records: "s->next", "buffer.text".
std::string field_name(const ir::Unit &unit, ir::TypeId type,
                       std::int64_t offset) {
  if (!unit.types.is_record(type))
    return "";
  for (const ir::FieldDecl &field : unit.types[type].fields)
    if (std::int64_t rest = offset - std::int64_t(field.offset); rest >= 0 &&
        rest < std::int64_t(std::max<std::uint64_t>(
                   1, unit.types.size_of(field.type)))) {
      std::string inner = field_name(unit, field.type, rest);
      return unit.text(field.name) + (inner.empty() ? "" : "." + inner);
    }
  return "";
}

std::string freed_field(const Workspace &workspace, const Probe &probe) {
  const ir::Unit &unit = workspace.facts.program.unit_of(probe.procedure);
  const ir::Function &function = workspace.facts.program.body(probe.procedure);
  for (ValueId argument : function.arguments(probe.at)) {
    ir::TypeId record = unit.types.pointee(function.insts[argument].type);
    std::string field = field_name(unit, record, probe.field);
    if (!field.empty())
      return expression_of(unit, function, argument) + "->" + field;
  }
  return "";
}

std::string lost_name(const Workspace &workspace, const Probe &probe) {
  const ir::Unit &unit = workspace.facts.program.unit_of(probe.procedure);
  const ir::Function &function = workspace.facts.program.body(probe.procedure);
  if (probe.kind == Probe::Kind::kFreed)
    return freed_field(workspace, probe);
  if (probe.variable.valid()) {
    const ir::Variable &variable = function.variables[probe.variable];
    std::string field = variable.is_promoted
                            ? ""
                            : field_name(unit, variable.type, probe.field);
    return unit.text(variable.name) + (field.empty() ? "" : "." + field);
  }
  if (function.insts[probe.at].op == Op::kStore)
    return lvalue_of(unit, function, function.operand(probe.at, 0));
  return "";
}

std::vector<TraceStep> trace_from(const Workspace &workspace,
                                  const Probe &probe, const Answer &answer,
                                  TrailId from, const Site &site,
                                  const std::string &made) {
  Witness path = path_of(answer, from);
  path.last = probe.at;
  std::vector<TraceStep> out = trace_of(workspace.facts.program, site, path,
                                        made, "the last reference goes here");
  std::erase_if(out, [](const TraceStep &step) { return step.message.empty(); });
  return out;
}

void judge_answer(Workspace &workspace, ProbeReport &report) {
  Answer &answer = report.answer;
  const Program &program = workspace.facts.program;
  switch (answer.kind) {
  case Answer::Kind::kContradicted:
    report.verdict = Verdict::kProved;
    for (ProcedureId procedure : procedures_of(answer, report.probe))
      if (std::string why = unsafe_construct(workspace, procedure);
          !why.empty()) {
        report.verdict = Verdict::kUnknown;
        report.why = why;
      }
    return;
  case Answer::Kind::kFound: {
    const Found &found = answer.found.front();
    report.verdict = Verdict::kPossible;
    report.why =
        "it may be what " + callee_name(program, found.procedure, found.call) +
        " gives at line " +
        std::to_string(
            program.body(found.procedure).insts[found.call].pos.line);
    report.trace =
        trace_from(workspace, report.probe, answer, found.trail,
                   site_of(found), "the object is made here");
    return;
  }
  case Answer::Kind::kOpen:
    report.verdict = Verdict::kPossible;
    report.why = "it may be what a caller passes";
    report.trace = trace_from(
        workspace, report.probe, answer, answer.trail,
        Site{report.probe.procedure, Site::Kind::kLoad, report.probe.at, {}, {}},
        "");
    return;
  case Answer::Kind::kStopped:
    report.why =
        answer.why + " at line " +
        std::to_string(
            program.body(answer.why_in).insts[answer.why_at].pos.line);
    return;
  case Answer::Kind::kLost:
  case Answer::Kind::kAbandoned:
    report.why = answer.why;
    return;
  }
}

} // namespace

std::string unsafe_construct(const Workspace &workspace,
                             ProcedureId procedure) {
  const ir::Function &function = workspace.facts.program.body(procedure);
  for (ValueId v : function.insts.ids())
    if (function.insts[v].block.valid())
      if (std::string why = unsafe_instruction(workspace, procedure, v);
          !why.empty())
        return why + " at line " +
               std::to_string(function.insts[v].pos.line);
  return "";
}

std::string describe(Workspace &workspace, const Probe &probe) {
  std::string name = lost_name(workspace, probe);
  name = name.empty() ? "a reference" : "'" + name + "'";
  switch (probe.kind) {
  case Probe::Kind::kOverwritten:
    return name + " is overwritten";
  case Probe::Kind::kFreed:
    return name + " is freed with its object";
  case Probe::Kind::kOutOfScope:
    return name + " goes out of scope";
  case Probe::Kind::kIgnored:
    break;
  }
  return "a result is ignored";
}

ProbeReport prove(Workspace &workspace, const Probe &probe,
                  const WalkLimits &limits) {
  const Program &program = workspace.facts.program;
  ProbeReport report;
  report.probe = probe;
  report.at = location(program.unit_of(probe.procedure),
                       program.body(probe.procedure).insts[probe.at].pos);
  report.what = describe(workspace, probe);
  report.answer = walk(workspace, Manner::kProof, limits, probe);
  judge_answer(workspace, report);
  return report;
}

std::vector<ProbeReport> prove(Workspace &workspace, ProcedureId procedure,
                               const WalkLimits &limits) {
  std::vector<ProbeReport> out;
  for (const Probe &probe : find_probes(workspace, procedure, {}))
    out.push_back(prove(workspace, probe, limits));
  return out;
}

} // namespace wt::contradiction
