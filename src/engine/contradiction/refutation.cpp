// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Proofs about one object.  See refutation.h.

#include "engine/contradiction/refutation.h"

#include <algorithm>

namespace wt::contradiction {

using ir::Op;
using ir::ValueId;

std::string Refutation::why_not() {
  for (ProcedureId procedure : object_.losers())
    if (std::string why = of_procedure(procedure); !why.empty())
      return why;
  return "";
}

std::string Refutation::of_procedure(ProcedureId procedure) {
  if (std::string why = unseen_end(procedure); !why.empty())
    return why;
  std::vector<Probe> probes =
      find_probes(workspace_, procedure,
                  {.handles = object_.is_handle(), .is_proof = true});
  if (procedure == object_.procedure())
    if (std::string why = unseen_home(probes); !why.empty())
      return why;
  add_overwritten(procedure, probes);
  for (const Probe &probe : probes)
    if (is_about(probe))
      if (std::string why = of_probe(probe); !why.empty())
        return why;
  return "";
}

std::string Refutation::of_probe(const Probe &probe) {
  if (probe.used_by.valid())
    return hands_on(probe) ? "" : "a value outlives its variable";
  Answer answer = walk(workspace_, kJudgeLimits, probe, object_);
  if (!budget_.spend(answer.transfers + 1))
    return "too many steps";
  if (answer.kind == Answer::Kind::kContradicted)
    return "";
  return answer.why.empty() ? "nothing contradicts it, and no way was found"
                            : answer.why;
}

// Does somebody get the value who has probes of his own?
bool Refutation::hands_on(const Probe &probe) const {
  Op op =
      workspace_.facts.program.body(probe.procedure).insts[probe.used_by].op;
  return op == Op::kReturn || op == Op::kAssign || op == Op::kPhi ||
         op == Op::kSelect;
}

// Can this probe lose it?
bool Refutation::is_about(const Probe &probe) {
  FunctionView &view = workspace_.view(probe.procedure);
  if (probe.variable.valid() && view.is_promoted(probe.variable))
    return object_.variables(probe.procedure).contains(probe.variable);
  if (std::ranges::any_of(probe.cell.holders, [&](const Holder &holder) {
        return holder.region.value < object_.cell_count();
      }))
    return true;
  if (probe.kind != Probe::Kind::kIgnored)
    return false;
  return std::ranges::any_of(probe.cell.hits, [&](ExprId e) {
    return !workspace_.exprs.is_value(e) ||
           object_.may_be(probe.procedure, view.value_of(e));
  });
}

// Where the object may end without a probe; "" when there is nothing of it.
std::string Refutation::unseen_end(ProcedureId procedure) {
  const ir::Function &function = workspace_.facts.program.body(procedure);
  for (ValueId v : unprobed_values(workspace_, procedure, object_.is_handle()))
    if (object_.may_be(procedure, v))
      return "a value is in no variable";
  std::set<ir::VariableId> ended;
  for (ValueId v : function.insts.ids())
    if (function.insts[v].op == Op::kScopeEnd &&
        function.insts[v].block.valid())
      ended.insert(function.variable(v));
  for (ir::VariableId variable : object_.variables(procedure))
    if (!function.variables[variable].is_param && !ended.contains(variable))
      return "the end of a variable is not seen";
  return may_be_container(procedure) ? "what a container holds is not seen"
                                     : "";
}

bool Refutation::may_be_container(ProcedureId procedure) {
  const Program &program = workspace_.facts.program;
  const ir::Function &function = program.body(procedure);
  for (ValueId v : function.insts.ids())
    if (function.insts[v].op == Op::kCall && function.insts[v].block.valid())
      for (ProcedureId callee : program.targets(procedure, v).procedures)
        if (workspace_.is_container_routine(callee) &&
            std::ranges::any_of(function.arguments(v), [&](ValueId argument) {
              return object_.may_be(procedure, argument);
            }))
          return true;
  return false;
}

// Is the end of every home probed?
std::string Refutation::unseen_home(const std::vector<Probe> &probes) const {
  for (const Whereabouts::Home &home : object_.homes())
    for (std::int64_t cell : home.cells)
      if (std::ranges::none_of(probes, [&](const Probe &probe) {
            return probe.kind == Probe::Kind::kOutOfScope &&
                   probe.variable == home.variable && probe.field == cell;
          }))
        return "the end of a part of a variable is not seen";
  return "";
}

// Homes are overwritten as whole blocks, and by library functions.
void Refutation::add_overwritten(ProcedureId procedure,
                                 std::vector<Probe> &probes) {
  FunctionView &view = workspace_.view(procedure);
  for (ir::BlockId block : view.function.blocks.ids()) {
    const auto &insts = view.function.blocks[block].insts;
    for (std::size_t i = 0; i < insts.size(); ++i)
      for (ValueId address : overwritten_by(procedure, insts[i]))
        for (const Whereabouts::Target &at :
             object_.targets(procedure, address))
          for (std::int64_t cell : object_.homes()[at.home].cells) {
            RegionSetId regions =
                view.regions(address, ir::TypeId(), cell - at.offset);
            auto held = workspace_.exprs.load(
                workspace_.exprs.offset(view.expr(address), cell - at.offset),
                regions);
            Probe out;
            out.procedure = procedure;
            out.at = insts[i];
            out.block = block;
            out.position = i;
            for (RegionId region : workspace_.regions[regions])
              if (region.value < object_.cell_count())
                out.cell.holders.push_back({region, *held});
            out.cell.hits.push_back(*held);
            probes.push_back(std::move(out));
          }
  }
}

// The addresses from which on it may overwrite a home.
std::vector<ValueId> Refutation::overwritten_by(ProcedureId procedure,
                                                ValueId v) {
  const ir::Function &function = workspace_.facts.program.body(procedure);
  std::vector<ValueId> out;
  Op op = function.insts[v].op;
  if (op == Op::kMemCopy || op == Op::kMemFill)
    out.push_back(function.operand(v, 0));
  if (op != Op::kCall)
    return out;
  std::span<const ValueId> arguments = function.arguments(v);
  for (ProcedureId callee :
       workspace_.facts.program.targets(procedure, v).procedures)
    for (std::uint32_t i = 0; i < arguments.size(); ++i)
      if (!is_entered(workspace_.facts, callee) && is_overwritten_by(callee, i))
        out.push_back(arguments[i]);
  return out;
}

// Does a library function change what is there, without having freed it?
bool Refutation::is_overwritten_by(ProcedureId callee,
                                   std::uint32_t argument) const {
  using Kind = infer::Effect::Kind;
  return std::ranges::any_of(
      workspace_.facts.behaviours.of(callee).outcomes,
      [&](const infer::Outcome &outcome) {
        return std::ranges::any_of(
            outcome.effects, [&](const infer::Effect &effect) {
              bool is_freed = std::ranges::any_of(
                  outcome.effects, [&](const infer::Effect &other) {
                    return other.kind == Kind::kFree && other.is_certain &&
                           other.path == effect.path;
                  });
              return (effect.kind == Kind::kWrite ||
                      effect.kind == Kind::kForget) &&
                     effect.path.root() ==
                         PathRoot{PathRoot::Kind::kParameter, argument} &&
                     !is_freed;
            });
      });
}

} // namespace wt::contradiction
