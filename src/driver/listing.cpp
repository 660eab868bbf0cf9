// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The showing commands: see listing.h.

#include "driver/listing.h"

#include "driver/exit_status.h"
#include "driver/interrupt.h"
#include "finding/names.h"
#include "ir/print.h"
#include "model/describe.h"
#include "model/infer/infer.h"
#include "model/model_of.h"
#include "path/readable_path.h"
#include "report/kind_text.h"
#include "summary/claims.h"
#include "support/nearest.h"

#include <algorithm>
#include <set>
#include <sstream>
#include <unistd.h>

namespace wt::driver {

namespace {

int print_out(const std::string &text, Console &console) {
  if (Status status = write_all(STDOUT_FILENO, text, "standard output");
      !status) {
    console.error(status.error());
    return kFailed;
  }
  return kFine;
}

std::string indent(const std::string &text) {
  std::string out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    out += "  " + line + "\n";
  return out;
}

// What the body does: in short, then all.
std::string explain_behaviour(const Facts &facts,
                              const infer::Behaviour &behaviour,
                              ProcedureId p) {
  auto name = [&](const AccessPath &path) {
    return readable(facts.program, p, path);
  };
  std::string out;
  for (const infer::Claim &claim : infer::claims(behaviour, facts.models, name))
    out += (out.empty() ? "claims:\n  " : "  ") + claim.text + "\n";
  std::ostringstream text;
  infer::print(text, behaviour, facts.models, name);
  return out + "what it does:\n" + std::move(text).str();
}

// What callers believe that code without a body only borrows.
std::string explain_borrowed(const Facts &facts, ProcedureId caller,
                             ProcedureId callee) {
  constexpr std::uint32_t kMaxArguments = 16;
  std::string out;
  std::string name(facts.program.procedures()[callee].name);
  for (std::uint32_t i = 0; i < kMaxArguments; ++i)
    if (const infer::Borrow *why =
            facts.behaviours.borrowed().why(caller, callee, i))
      out += "  " +
             infer::sentence(*why, name + "()",
                             "argument " + std::to_string(i + 1)) +
             "\n";
  return out.empty() ? out : "beliefs:\n" + out;
}

// Of the calls in a body.
std::string explain_beliefs(const Facts &facts, ProcedureId p) {
  std::string out;
  std::set<ProcedureId> told;
  const ir::Function &body = facts.program.body(p);
  for (const ir::Block &block : body.blocks)
    for (ir::ValueId v : block.insts)
      if (body.insts[v].op == ir::Op::kCall)
        for (ProcedureId callee : facts.program.targets(p, v).procedures)
          if (!facts.program.procedures()[callee].has_body &&
              told.insert(callee).second)
            out += explain_borrowed(facts, p, callee);
  return out;
}

// The summaries of one function as graphs, and nothing else.
std::string graphs_of(const Analysis &analysis, ProcedureId p) {
  std::ostringstream out;
  for (const EngineRun &run : analysis.runs)
    if (const Summary *summary = run.summaries[p].get())
      summary->print_graph(out);
  return std::move(out).str();
}

std::string explain_procedure(const Facts &facts, const Analysis &analysis,
                              ProcedureId p) {
  const Procedure &procedure = facts.program.procedures()[p];
  std::string out = std::string(procedure.name);
  Location at = location(facts.program.unit_of(p), facts.program.body(p).pos);
  if (at.line)
    out += "  (" + at.file + ":" + std::to_string(at.line) + ")";
  out += "\n";
  const model::FunctionModel *model =
      model::model_of(facts.program, facts.models, p);
  if (model) {
    std::string from = model->file;
    if (model->line)
      from += ":" + std::to_string(model->line);
    out += "model" + (from.empty() ? "" : " from " + from) + ":\n" +
           indent(model::describe(*model, facts.models));
  } else if (!procedure.has_body) {
    out += "no body and no model: it may keep every pointer it is given\n";
    out += explain_borrowed(facts, {}, p);
  }
  if (!model && procedure.has_body)
    out += explain_behaviour(facts, facts.behaviours.of(p), p) +
           explain_beliefs(facts, p);
  for (const EngineRun &run : analysis.runs) {
    const Summary *summary = run.summaries[p].get();
    if (!summary)
      continue;
    std::ostringstream text;
    summary->print(text);
    out += std::string("engine ") + run.engine->name + ":\n" +
           indent(std::move(text).str());
  }
  return out;
}

} // namespace

int explain(const Options &options, std::span<const EngineRow *const> engines,
            std::vector<frontend::CapturedUnit> &units,
            const std::vector<LinkPlaces> &places, const Attempt &attempt,
            Console &console) {
  Result<Linked> linked = link_units(units, places, options);
  if (!linked) {
    console.error(linked.error());
    return kFailed;
  }
  auto &[program, models] = *linked;
  const std::string &name = options.words[0];
  std::vector<ProcedureId> wanted;
  for (ProcedureId p : program->procedures().ids()) {
    const Procedure &procedure = program->procedures()[p];
    if (procedure.name == name || procedure.link_name == name)
      wanted.push_back(p);
  }
  if (wanted.empty()) {
    const model::FunctionModel *model = models->find(name, name);
    if (model)
      return print_out(name + "\nmodel:\n" +
                           indent(model::describe(*model, *models)),
                       console);
    if (std::optional<FindingKind> kind = report::kind_named(name))
      return print_out(report::explain_kind(*kind), console);
    std::vector<std::string> known;
    for (const Procedure &procedure : program->procedures())
      known.emplace_back(procedure.name);
    std::string meant = did_you_mean(name, known);
    console.error("no function '" + name + "' in the program" + meant);
    return kFailed;
  }
  infer::Behaviours behaviours = infer::infer(*program, *models);
  FactStages stages({*program, *models, behaviours}, &interrupted());
  AnalysisOptions analysis_options;
  analysis_options.threads = options.workers;
  analysis_options.cancelled = &interrupted();
  Analysis analysis =
      analyse(stages, engines, Question{options.at_exit, options.oom_throws},
              analysis_options, attempt);
  if (!analysis.is_complete)
    return kInterrupted;
  std::string out;
  for (ProcedureId p : wanted)
    out += options.graph ? graphs_of(analysis, p)
                         : (out.empty() ? "" : "\n") +
                               explain_procedure(stages.facts(), analysis, p);
  return print_out(out, console);
}

int print_ir(const std::vector<frontend::CapturedUnit> &units,
             Console &console) {
  std::ostringstream out;
  bool failed = false;
  for (const frontend::CapturedUnit &unit : units) {
    if (unit.unit)
      ir::print(out, *unit.unit);
    else
      failed = true;
  }
  int status = print_out(std::move(out).str(), console);
  return failed ? kFailed : status;
}

int print_callgraph(const Options &options,
                    std::vector<frontend::CapturedUnit> &units,
                    const std::vector<LinkPlaces> &places, Console &console) {
  Result<Linked> linked = link_units(units, places, options);
  if (!linked) {
    console.error(linked.error());
    return kFailed;
  }
  const Program *program = linked->program.get();
  std::set<std::pair<std::string_view, std::string_view>> edges;
  for (ProcedureId caller : program->procedures().ids())
    for (ProcedureId callee : program->callees(caller))
      edges.emplace(program->procedures()[caller].name,
                    program->procedures()[callee].name);
  std::string out;
  for (auto [caller, callee] : edges)
    out += std::string(caller) + " -> " + std::string(callee) + "\n";
  return print_out(out, console);
}

} // namespace wt::driver
