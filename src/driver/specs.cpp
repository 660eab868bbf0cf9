// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `specs`: see specs.h.

#include "driver/specs.h"

#include "driver/exit_status.h"
#include "driver/interrupt.h"
#include "engine/ownership/ownership.h"
#include "model/infer/infer.h"
#include "model/model_of.h"
#include "model/models.h"

#include <map>
#include <set>
#include <unistd.h>

namespace wt::driver {

namespace {

using ownership::OwnershipSummary;

const OwnershipSummary *summary_of(const EngineRun &run, ProcedureId p) {
  return static_cast<const OwnershipSummary *>(run.summaries[p].get());
}

// Containers that a type names, with the number of their arguments.
void add_containers(const model::SpecType &type,
                    std::map<std::string, std::size_t> &containers,
                    std::map<std::string, bool> &variables) {
  bool is_name = type.kind == model::SpecType::Kind::kName;
  if (is_name && !type.inner.empty())
    containers.try_emplace(type.name, type.inner.size());
  // Written by the engine: T1, T2, ...
  if (is_name && type.name.size() > 1 && type.name[0] == 'T' &&
      type.name.find_first_not_of("0123456789", 1) == std::string::npos)
    variables.try_emplace(type.name, true);
  for (const model::SpecType &inner : type.inner)
    add_containers(inner, containers, variables);
}

// Every function with a body that other programs can call.  What was specified
// is written as it was.
std::string signatures_of(const Facts &facts, const EngineRun &run) {
  // Programs of one build may have functions of one name; what they do not
  // agree about is left out.
  std::map<std::string, std::set<std::string>> functions; // by link name
  std::vector<std::string> order;
  std::map<std::string, std::size_t> containers;
  std::map<std::string, bool> variables;
  for (ProcedureId p : facts.program.procedures().ids()) {
    const Procedure &procedure = facts.program.procedures()[p];
    const OwnershipSummary *summary = summary_of(run, p);
    bool is_offered = procedure.has_body && procedure.link_name != "main" &&
                      facts.program.body(p).linkage != ir::Linkage::kInternal;
    if (!is_offered || !summary || summary->signature.name.empty())
      continue;
    model::SpecFunction function = summary->signature;
    const model::FunctionModel *model =
        model::model_of(facts.program, facts.models, p);
    if (const model::PolymorphicSpec *spec =
            model ? model::polymorphic(facts.models, *model) : nullptr) {
      function = spec->function;
      for (const std::string &name : spec->type_variables)
        variables.try_emplace(name, true);
    }
    function.name = procedure.link_name;
    add_containers(function.result, containers, variables);
    for (const model::SpecParam &parameter : function.params)
      add_containers(parameter.type, containers, variables);
    std::string text = model::print(function);
    if (!functions.contains(function.name))
      order.push_back(function.name);
    functions[function.name].insert(text + (text.ends_with("\n") ? "" : "\n"));
  }
  std::string out;
  for (const auto &[name, count] : containers)
    for (std::size_t i = 1; i <= count; ++i)
      variables.try_emplace("T" + std::to_string(i), true);
  for (const auto &[name, is_used] : variables)
    out += "type " + name + ";\n";
  for (const auto &[name, count] : containers) {
    std::string parameters, fields;
    for (std::size_t i = 1; i <= count; ++i) {
      std::string variable = "T" + std::to_string(i);
      parameters += (i > 1 ? ", " : "") + variable;
      fields += "own " + variable + " *elem" + std::to_string(i) + "; ";
    }
    out += "container " + name + "<" + parameters + "> { " + fields + "};\n";
  }
  for (const std::string &name : order)
    if (functions[name].size() == 1)
      out += *functions[name].begin();
  return out;
}

// The program with the containers that it was found to have: what a
// specification of their routines would let callers know.
struct Found {
  std::unique_ptr<const model::ModelSet> models;
  infer::Behaviours behaviours;
  Analysis analysis;
};
Result<Found> with_containers(const Program &program, const Options &options,
                              const std::string &containers,
                              std::span<const EngineRow *const> engines,
                              const AnalysisOptions &how,
                              const Attempt &attempt) {
  Result<model::ModelSetBuilder> builder =
      model::read_specifications(options.specs);
  if (!builder)
    return std::unexpected(builder.error());
  if (Status status = builder->add_spec(containers, "found"); !status)
    return std::unexpected(status.error());
  for (const auto &unit : program.units())
    builder->add_attributes(*unit);
  std::unique_ptr<const model::ModelSet> models = builder->build();
  infer::Behaviours behaviours = infer::infer(program, *models);
  FactStages stages({program, *models, behaviours}, &interrupted());
  Analysis analysis = analyse(stages, engines, Question{}, how, attempt);
  return Found{std::move(models), std::move(behaviours), std::move(analysis)};
}

// Of containers alone: what is merely kept is in the signature anyway.
std::string containers_of(const Facts &facts,
                          std::vector<ownership::Suggestion> suggestions) {
  std::erase_if(suggestions, [](const ownership::Suggestion &s) {
    return s.container.empty();
  });
  return ownership::specification_of(facts, suggestions);
}

Status write_file(const std::string &path, const std::string &text) {
  Result<AtomicFile> file = AtomicFile::create_behind_links(path);
  if (!file)
    return std::unexpected(file.error());
  return file->write(text);
}

} // namespace

int specs(const Options &options, EngineTable table,
          std::vector<frontend::CapturedUnit> &units,
          const std::vector<LinkPlaces> &places, const Attempt &attempt,
          Console &console) {
  auto engines = select_engines("ownership", table);
  if (!engines) {
    console.error(engines.error());
    return kFailed;
  }
  Result<Linked> linked = link_units(units, places, options);
  if (!linked) {
    console.error(linked.error());
    return kFailed;
  }
  auto &[program, models] = *linked;
  infer::Behaviours behaviours = infer::infer(*program, *models);
  FactStages stages({*program, *models, behaviours}, &interrupted());
  AnalysisOptions analysis_options;
  analysis_options.threads = options.workers;
  analysis_options.cancelled = &interrupted();
  Analysis analysis =
      analyse(stages, *engines, Question{}, analysis_options, attempt);
  if (!analysis.is_complete)
    return kInterrupted;
  const EngineRun &run = analysis.runs[0];
  std::vector<ownership::Escape> escapes;
  for (ProcedureId p : program->procedures().ids())
    if (const OwnershipSummary *summary = summary_of(run, p))
      for (const ownership::Escape &escape : summary->escapes)
        if (!model::model_of(*program, *models, escape.callee))
          escapes.push_back(escape);
  std::string text = ownership::specification_of(
      stages.facts(), ownership::suggest(stages.facts(), escapes));
  Status status = {};
  if (!options.signatures.empty()) {
    // Records with fields of certain types are no containers.
    std::string containers = containers_of(
        stages.facts(),
        ownership::suggest(stages.facts(),
                           ownership::generic_stores(stages.facts())));
    std::string signatures;
    if (containers.empty()) { // all is known already
      signatures = signatures_of(stages.facts(), run);
    } else {
      Result<Found> found = with_containers(
          *program, options, containers, *engines, analysis_options, attempt);
      if (!found) {
        console.error(found.error());
        return kFailed;
      }
      if (!found->analysis.is_complete)
        return kInterrupted;
      signatures = signatures_of({*program, *found->models, found->behaviours},
                                 found->analysis.runs[0]);
    }
    status = write_file(options.signatures, signatures);
  }
  if (status && !options.apply.empty())
    status = write_file(options.apply, text);
  else if (status && options.signatures.empty())
    status = write_all(STDOUT_FILENO, text, "standard output");
  if (!status)
    console.error(status.error());
  return status ? kFine : kFailed;
}

} // namespace wt::driver
