// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Proofs of single functions.  See prove.h.

#include "engine/contradiction/prove.h"

#include "engine/contradiction/declared_types.h"
#include "engine/contradiction/exceptions.h"
#include "engine/contradiction/object_types.h"
#include "engine/contradiction/outcomes.h"
#include "engine/contradiction/verdicts.h"
#include "finding/describe.h"
#include "finding/names.h"
#include "model/model_of.h"

#include <algorithm>
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

// Is an array of numbers used as memory for something else?
bool is_used_as_other(FunctionView &view, ValueId slot) {
  const ir::Unit &unit = view.unit;
  if (unit.types[view.function.variables[view.function.variable(slot)].type]
          .kind != ir::TypeKind::kArray)
    return false;
  std::vector<ir::TypeId> types = view.object_types(slot);
  return std::ranges::any_of(types, [&](ir::TypeId type) {
    return unit.types.is_record(type) || unit.types.is_pointer(type);
  });
}

// Does it make an object of the family that it frees?  Then that one may hold a
// part of what the old one held, as with realloc().
bool moves_objects(const infer::Behaviour &behaviour) {
  return std::ranges::any_of(behaviour.outcomes, [](const auto &outcome) {
    return std::ranges::any_of(outcome.effects, [&](const auto &effect) {
      return effect.kind == infer::Effect::Kind::kFree &&
             std::ranges::any_of(outcome.objects, [&](const auto &object) {
               return object.family == effect.family;
             });
    });
  });
}

// Probes of a freed object are about its fields, and all of them end.
std::string unseen_in_freed(Workspace &workspace, ProcedureId procedure,
                            ValueId call) {
  const Program &program = workspace.facts.program;
  const ir::Function &function = program.body(procedure);
  std::span<const ValueId> arguments = function.arguments(call);
  for (ProcedureId callee : program.targets(procedure, call).procedures) {
    const infer::Behaviour &behaviour = workspace.facts.behaviours.of(callee);
    if (behaviour.source != infer::Behaviour::Source::kModel)
      continue;
    for (std::uint32_t i = 0; i < arguments.size(); ++i) {
      infer::Extent extent = infer::frees(behaviour, AccessPath::parameter(i));
      if (extent == infer::Extent::kNever ||
          closes_in_library(workspace, procedure, call, callee, i))
        continue;
      if (may_hide_pointers(workspace, procedure, arguments[i]))
        return "an object with pointers that are not seen is freed";
      bool ends_whole =
          extent >= infer::Extent::kUnlessNull && !moves_objects(behaviour);
      if (!ends_whole && may_have_pointers(workspace, procedure, arguments[i]))
        return "a block that holds pointers is moved or cut short";
    }
  }
  return "";
}

// An object of the library ends together with what the library keeps in it:
// setvbuf().
bool is_kept_in_library(Workspace &workspace, ProcedureId procedure,
                        ValueId call, ProcedureId callee) {
  const infer::Behaviour &behaviour = workspace.facts.behaviours.of(callee);
  bool keeps = behaviour.keeps_all;
  for (const infer::Outcome &outcome : behaviour.outcomes)
    for (const infer::Effect &effect : outcome.effects)
      keeps |= effect.kind == infer::Effect::Kind::kKeep;
  auto count = std::uint32_t(
      workspace.facts.program.body(procedure).arguments(call).size());
  for (std::uint32_t i = 0; keeps && i < count; ++i)
    if (is_given_to_its_library(workspace, procedure, call, callee, i))
      return true;
  return false;
}

// Does it leave the functions that have called it, and may the program go on?
// Of the library only those do that are given where to.
bool may_jump_out(Workspace &workspace, ProcedureId procedure, ValueId call,
                  ProcedureId callee) {
  if (is_entered(workspace.facts, callee) ||
      !workspace.facts.behaviours.of(callee).never_returns())
    return false;
  const ir::Unit &unit = workspace.facts.program.unit_of(procedure);
  const ir::Function &function = workspace.facts.program.body(procedure);
  const model::FunctionModel *model = workspace.model(callee);
  return !model || model->origin != model::FunctionModel::Origin::kShipped ||
         std::ranges::any_of(
             unit.types[function.call(call).function_type].params,
             [&](ir::TypeId param) {
               return unit.types.is_record(unit.types.pointee(param));
             });
}

bool may_be_replaced(const Workspace &workspace, ProcedureId callee) {
  return !workspace.is_whole &&
         workspace.facts.program.procedures()[callee].has_body &&
         workspace.facts.program.body(callee).linkage == ir::Linkage::kWeak;
}

} // namespace

std::string unsafe_instruction(Workspace &workspace, ProcedureId procedure,
                               ValueId v) {
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
    if (inst.operand_count > 0)
      return "memory of variable size is on the stack";
    if (hides_pointers(unit, function.variables[function.variable(v)].type))
      return "pointers in a local array or union are used";
    if (is_used_as_other(workspace.view(procedure), v))
      return "a local array is used as another type";
    return "";
  case Op::kMemCopy:
  case Op::kMemFill:
    return points_to_numbers(workspace, procedure, function.operand(v, 0))
               ? ""
               : "a block of memory is copied or filled";
  case Op::kUnknown:
    return "an operation is not modelled";
  case Op::kCall:
    if (may_throw(workspace, procedure, v))
      return "a call may throw";
    if (std::string why = unseen_in_freed(workspace, procedure, v);
        !why.empty())
      return why;
    for (ProcedureId callee : program.targets(procedure, v).procedures) {
      if (returns_twice(workspace, callee))
        return "a call may return twice";
      if (may_jump_out(workspace, procedure, v, callee))
        return "a call may jump out of the function";
      if (may_be_replaced(workspace, callee))
        return "a weak function is called, which another may replace";
      if (workspace.is_container_routine(callee))
        return "what a container holds is not seen";
      if (is_kept_in_library(workspace, procedure, v, callee))
        return "what an object of the library keeps is not seen";
    }
    return misused_type(workspace, procedure, v);
  case Op::kStore:
  case Op::kReturn:
    return misused_type(workspace, procedure, v);
  default:
    return "";
  }
}

namespace {

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
    if (std::int64_t rest = offset - std::int64_t(field.offset);
        rest >= 0 && rest < std::int64_t(std::max<std::uint64_t>(
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

// A parameter that is assigned has no place of its own.
Location place_of(const Workspace &workspace, const Probe &probe) {
  const Program &program = workspace.facts.program;
  const ir::Unit &unit = program.unit_of(probe.procedure);
  const ir::Function &function = program.body(probe.procedure);
  Location at = location(unit, function.insts[probe.at].pos);
  return at.line ? at : location(unit, function.pos);
}

std::vector<TraceStep> trace_from(const Workspace &workspace,
                                  const Probe &probe, const Answer &answer,
                                  TrailId from, const Site &site,
                                  const std::string &made) {
  static const std::string kLost = "the last reference goes here";
  Witness path = path_of(answer, from);
  path.last = probe.at;
  std::vector<TraceStep> out =
      trace_of(workspace.facts.program, site, path, made, kLost);
  std::erase_if(out,
                [](const TraceStep &step) { return step.message.empty(); });
  if (site.procedure != probe.procedure) { // told as if it were in the other
    std::erase_if(out, [](const TraceStep &s) { return s.message == kLost; });
    out.push_back({place_of(workspace, probe), kLost});
  }
  return out;
}

void judge_answer(Workspace &workspace, ProbeReport &report) {
  Answer &answer = report.answer;
  const Program &program = workspace.facts.program;
  switch (answer.kind) {
  case Answer::Kind::kContradicted:
    report.verdict = Verdict::kProved;
    for (ProcedureId procedure : procedures_of(answer, report.probe))
      if (const std::string &why = unsafe_construct(workspace, procedure);
          !why.empty()) {
        report.verdict = Verdict::kUnknown;
        report.why = why;
      }
    return;
  case Answer::Kind::kFound: {
    const Found &found = answer.found.front();
    report.verdict = Verdict::kPossible;
    report.why = "it may be what " +
                 callee_name(program, found.procedure, found.call) +
                 " gives at line " +
                 std::to_string(
                     program.body(found.procedure).insts[found.call].pos.line);
    report.trace = trace_from(workspace, report.probe, answer, found.trail,
                              site_of(found), "the object is made here");
    return;
  }
  case Answer::Kind::kOpen:
    report.verdict = Verdict::kPossible;
    report.why = answer.why;
    report.trace = trace_from(
        workspace, report.probe, answer, answer.trail,
        Site{
            report.probe.procedure, Site::Kind::kLoad, report.probe.at, {}, {}},
        "");
    return;
  case Answer::Kind::kStopped:
    report.why = answer.why + " at line " +
                 std::to_string(
                     program.body(answer.why_in).insts[answer.why_at].pos.line);
    return;
  case Answer::Kind::kElsewhere:
  case Answer::Kind::kLost:
  case Answer::Kind::kAbandoned:
    report.why = answer.why;
    return;
  }
}

} // namespace

bool has_main(const Program &program) {
  std::optional<ProcedureId> main = program.find("main");
  return main && program.procedures()[*main].has_body;
}

std::string unseen_handle(const Workspace &workspace, ProcedureId procedure) {
  const ir::Function &function = workspace.facts.program.body(procedure);
  for (const infer::FreshPlace &fresh :
       workspace.facts.behaviours.in(procedure))
    if (workspace.facts.models.family(fresh.family).is_handle)
      return "a descriptor, which is a number, is made at line " +
             std::to_string(function.insts[fresh.call].pos.line);
  return "";
}

static std::string find_unsafe_construct(Workspace &workspace,
                                         ProcedureId procedure) {
  const ir::Function &function = workspace.facts.program.body(procedure);
  std::vector<ValueId> unprobed = unprobed_values(workspace, procedure);
  if (!unprobed.empty())
    return "a value is in no variable at line " +
           std::to_string(function.insts[unprobed.front()].pos.line);
  for (ValueId v : function.insts.ids())
    if (ir::BlockId block = function.insts[v].block;
        block.valid() && is_live(workspace, procedure, block))
      if (std::string why = unsafe_instruction(workspace, procedure, v);
          !why.empty()) {
        std::uint32_t line = function.insts[v].pos.line;
        return line ? why + " at line " + std::to_string(line) : why;
      }
  return "";
}

const std::string &unsafe_construct(Workspace &workspace,
                                    ProcedureId procedure) {
  auto [at, is_new] = workspace.unsafe_constructs.try_emplace(procedure);
  if (is_new)
    at->second = find_unsafe_construct(workspace, procedure);
  return at->second;
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
  ProbeReport report;
  report.probe = probe;
  report.at = place_of(workspace, probe);
  report.what = describe(workspace, probe);
  report.answer = walk(workspace, Manner::kProof, limits, probe);
  judge_answer(workspace, report);
  report.answer.trails = {}; // they are told, and many
  return report;
}

std::optional<ProbeReport> find_leak(Workspace &workspace, const Probe &probe,
                                     const WalkLimits &limits) {
  ProbeReport report;
  report.probe = probe;
  report.answer = search(workspace, limits, probe);
  if (report.answer.found.empty())
    return std::nullopt;
  report.at = place_of(workspace, probe);
  report.what = describe(workspace, probe);
  judge_answer(workspace, report);
  return report;
}

std::vector<ProbeReport> prove(Workspace &workspace, ProcedureId procedure,
                               const WalkLimits &limits) {
  std::vector<ProbeReport> out;
  std::uint64_t left = kMostTransfersOfFunction;
  for (const Probe &probe :
       find_probes(workspace, procedure, {.is_proof = true})) {
    WalkLimits of_probe = limits;
    of_probe.transfers = std::min(limits.transfers, left);
    out.push_back(prove(workspace, probe, of_probe));
    left -= std::min(left, out.back().answer.transfers);
  }
  return out;
}

const std::vector<ProbeReport> &Proofs::of(ProcedureId procedure) {
  auto [at, is_new] = reports_.try_emplace(procedure);
  if (is_new) {
    Workspace workspace(facts_, division_);
    workspace.is_whole = is_whole_;
    workspace.keeps_to_types = keeps_to_types_;
    at->second = prove(workspace, procedure, limits_);
  }
  return at->second;
}

Proofs::Overall Proofs::own(ProcedureId procedure) {
  Overall out;
  for (const ProbeReport &report : of(procedure)) {
    if (report.verdict == Verdict::kPossible)
      return {Verdict::kPossible, ""};
    if (report.verdict == Verdict::kUnknown)
      out.verdict = Verdict::kUnknown;
  }
  if (out.verdict != Verdict::kProved)
    return out;
  // What probes do not see.
  Workspace workspace(facts_, division_);
  workspace.is_whole = is_whole_;
  workspace.keeps_to_types = keeps_to_types_;
  std::string why = unseen_handle(workspace, procedure);
  if (why.empty())
    why = unsafe_construct(workspace, procedure);
  if (!why.empty())
    return {Verdict::kUnknown, why};
  return out;
}

// Functions that it gives to the library, which calls them: threads, orders,
// what is done at the end.  False: one is not known.
bool Proofs::add_given(ProcedureId procedure, ValueId call,
                       std::set<ProcedureId> &out) const {
  const Program &program = facts_.program;
  const ir::Unit &unit = program.unit_of(procedure);
  const ir::Function &function = program.body(procedure);
  for (ValueId v : function.arguments(call)) {
    while (function.insts[v].op == Op::kCast)
      v = function.operand(v, 0);
    ir::TypeId pointee = unit.types.pointee(function.insts[v].type);
    if (function.insts[v].op == Op::kFunction)
      out.insert(program.procedure(program.procedures()[procedure].unit,
                                   function.function(v)));
    else if (unit.types[pointee].kind == ir::TypeKind::kFunction)
      return false;
  }
  return true;
}

// All that it calls and that is entered, and what the library calls for it.
std::set<ProcedureId> Proofs::called_by(ProcedureId procedure) const {
  std::set<ProcedureId> out;
  for (ProcedureId callee : facts_.program.callees(procedure))
    out.insert(callee);
  const ir::Function &function = facts_.program.body(procedure);
  for (ValueId v : function.insts.ids())
    if (function.insts[v].op == Op::kCall && function.insts[v].block.valid())
      add_given(procedure, v, out);
  std::erase_if(out, [&](ProcedureId p) { return !is_entered(facts_, p); });
  return out;
}

// A call of which nobody knows what it does; "" when there is none.
std::string Proofs::unknown_call(ProcedureId procedure) const {
  const ir::Function &function = facts_.program.body(procedure);
  for (ValueId v : function.insts.ids()) {
    const ir::Inst &inst = function.insts[v];
    if (inst.op != Op::kCall || !inst.block.valid())
      continue;
    CallTargets targets = facts_.program.targets(procedure, v);
    bool is_known =
        targets.certainty == CallTargets::Certainty::kExact &&
        std::ranges::all_of(targets.procedures, [&](ProcedureId callee) {
          return facts_.program.procedures()[callee].has_body ||
                 facts_.behaviours.of(callee).is_known();
        });
    if (!is_known)
      return "it calls code that is not known at line " +
             std::to_string(inst.pos.line);
    std::set<ProcedureId> given;
    bool is_library =
        std::ranges::none_of(targets.procedures, [&](ProcedureId callee) {
          return is_entered(facts_, callee);
        });
    if (is_library && (!add_given(procedure, v, given) ||
                       std::ranges::any_of(given, [&](ProcedureId p) {
                         return !is_entered(facts_, p) &&
                                !facts_.behaviours.of(p).is_known();
                       })))
      return "it has a function called that is not known at line " +
             std::to_string(inst.pos.line);
  }
  return "";
}

Proofs::Overall Proofs::with_callees(ProcedureId procedure) {
  Overall out = own(procedure);
  std::set<ProcedureId> seen{procedure};
  std::vector<ProcedureId> todo{procedure};
  auto worsen = [&](Verdict verdict, const std::string &why) {
    if (out.verdict == Verdict::kPossible || verdict == Verdict::kProved ||
        verdict == out.verdict)
      return;
    out = {verdict, why};
  };
  while (!todo.empty()) {
    ProcedureId next = todo.back();
    todo.pop_back();
    if (next != procedure)
      worsen(own(next).verdict,
             "it calls " + std::string(facts_.program.procedures()[next].name) +
                 "(), which is not proved");
    if (std::string why = unknown_call(next); !why.empty())
      worsen(Verdict::kUnknown, why);
    for (ProcedureId callee : called_by(next))
      if (seen.insert(callee).second)
        todo.push_back(callee);
  }
  return out;
}

} // namespace wt::contradiction
