// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The second half of `check`: see checking.h.

#include "driver/checking.h"

#include "driver/borrow_notes.h"
#include "driver/closing_table.h"
#include "driver/exit_status.h"
#include "driver/fix_output.h"
#include "driver/interrupt.h"
#include "driver/kept_behaviours.h"
#include "driver/kept_replays.h"
#include "driver/known_result.h"
#include "driver/shortfall.h"
#include "finding/names.h"
#include "fix/propose.h"
#include "model/asked_first.h"
#include "model/contract.h"
#include "model/infer/infer.h"
#include "model/models.h"
#include "program/handlers.h"
#include "report/html.h"
#include "report/kind_text.h"
#include "report/report.h"
#include "summary/shared_result.h"
#include "verdict/globs.h"
#include "verdict/suppress.h"

#include <algorithm>
#include <set>
#include <unistd.h>

namespace wt::driver {

Confidence least_confidence(const Options &options) {
  if (options.min_confidence == "high")
    return Confidence::kHigh;
  return options.min_confidence == "low" ? Confidence::kLow
                                         : Confidence::kMedium;
}

namespace {

std::vector<report::NotAnalysed> not_analysed(const Program &program,
                                              const Analysis &analysis,
                                              const Attempt &attempt) {
  std::vector<report::NotAnalysed> list;
  auto add = [&](ProcedureId p, const std::string &reason) {
    const Procedure &procedure = program.procedures()[p];
    Location at = location(program.unit_of(p), program.body(p).pos);
    list.push_back({at, std::string(procedure.name), reason});
  };
  for (ProcedureId p : analysis.left_out) {
    auto why = attempt.crashed.find(p);
    add(p, why != attempt.crashed.end()
               ? why->second
               : "mutually recursive with a function whose analysis failed");
  }
  for (const EngineRun &run : analysis.runs)
    for (ProcedureId p : run.over_budget)
      add(p, std::string("too large for engine '") + run.engine->name +
                 "'; it was summarised conservatively");
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  return list;
}

// What the user asked not to see is counted and left out.
void select_findings(const CheckPlan &plan, const Suppressions &suppressions,
                     std::vector<Finding> findings, report::Report &report) {
  Confidence least = least_confidence(plan.options);
  report::Totals &totals = report.totals;
  const std::string &wanted = plan.options.fingerprint;
  for (Finding &finding : findings) {
    if (!wanted.empty()) {
      if (finding.fingerprint.starts_with(wanted))
        report.findings.push_back(std::move(finding));
    } else if (!is_selected(finding.at.file, plan.include, plan.exclude,
                            plan.folder)) {
      ++totals.deselected;
    } else if (finding.confidence < least) {
      ++totals.below_confidence;
    } else if (suppressions.hides(finding) || plan.hidden.hides(finding)) {
      ++totals.suppressed;
    } else if (plan.baseline.contains(finding.fingerprint)) {
      ++totals.in_baseline;
    } else {
      ++totals.shown[static_cast<int>(finding.confidence)];
      totals.notes += finding.severity == Severity::kNote;
      report.findings.push_back(std::move(finding));
    }
  }
}

std::size_t count_roots(const std::vector<Finding> &findings) {
  std::set<std::string> roots;
  for (const Finding &finding : findings)
    roots.insert(finding.root);
  return roots.size();
}

// Is one of them as severe as the user wants to hear of?
bool is_failure(std::span<const Finding> findings, std::string_view least) {
  return least != "never" &&
         std::ranges::any_of(findings, [&](const Finding &finding) {
           return least == "note" || finding.severity == Severity::kWarning;
         });
}

// Comments that are misspelt, and what hides nothing.  Whether it does is known
// only if all engines looked at everything.
void warn_of_suppressions(const CheckPlan &plan, const CheckResult &result,
                          bool is_complete, Console &console) {
  auto place = [&](const Location &at) {
    return Error{"", report::relative_to(at.file, plan.folder), at.line}.text();
  };
  for (const TraceStep &complaint : result.suppressions.complaints())
    console.warning(place(complaint.at) + complaint.message);
  if (!is_complete || plan.options.engines != "all")
    return;
  for (const Location &at : result.suppressions.unused(result.findings))
    console.warning(place(at) + "this suppression hides nothing");
  for (const std::string &line : plan.hidden.unused(result.findings))
    console.warning(line + ": this suppression hides nothing");
}

// Patterns that fit no file say something else than their user thinks.
void warn_of_idle_patterns(const CheckPlan &plan,
                           const std::vector<std::string> &files,
                           Console &console) {
  auto warn = [&](const std::string &option, const std::string &given,
                  const std::string &pattern) {
    bool is_of_use = std::ranges::any_of(files, [&](const std::string &file) {
      return path_matches(pattern, file, plan.folder);
    });
    if (!is_of_use)
      console.warning(option + " " + given + " matches no analysed file");
  };
  for (std::size_t i = 0; i < plan.include.size(); ++i)
    warn("--include", plan.options.include[i], plan.include[i]);
  for (std::size_t i = 0; i < plan.exclude.size(); ++i)
    warn("--exclude", plan.options.exclude[i], plan.exclude[i]);
}

// Files with code, headers among them.
std::vector<std::string> files_of(const Program &program) {
  std::set<std::string> files;
  for (const auto &unit : program.units())
    files.insert(unit->main_file);
  for (ProcedureId p : program.procedures().ids())
    if (program.procedures()[p].has_body)
      files.insert(location(program.unit_of(p), program.body(p).pos).file);
  files.erase("");
  return {files.begin(), files.end()};
}

Status write_html(ReportFolder &to, const report::Report &report,
                  const std::string &folder, SourceText &source) {
  Status status = report::render_html(
      report, folder, source,
      [&](const std::string &name, const std::string &text) {
        return to.add(name, text);
      });
  return status ? to.publish() : status;
}

// What `baseline compare` says besides the new findings.
std::string comparison_in(Format format, const report::Report &report,
                          const Comparison &comparison) {
  std::size_t added = report.findings.size();
  return format == Format::kJson ? comparison_json(comparison, added)
                                 : comparison_text(comparison, added);
}

// `comparison`: of a baseline, or null.
Status write_report(CheckPlan &plan, const report::Report &report,
                    const Comparison *comparison, SourceText &source) {
  std::size_t file = 0, folder = 0;
  for (const Destination &destination : plan.destinations) {
    if (destination.format == Format::kHtml) {
      Status status =
          write_html(plan.folders[folder++], report, plan.folder, source);
      if (!status)
        return status;
      continue;
    }
    bool is_stdout = destination.path.empty();
    std::string text;
    switch (destination.format) {
    case Format::kText:
      text = report::render_text(
          report,
          {is_stdout && wants_colour(STDOUT_FILENO, plan.options.color),
           plan.folder, plan.options.verbose},
          source);
      break;
    case Format::kJson:
      text = report::render_json(report, source);
      break;
    case Format::kSarif:
      text = report::render_sarif(report, plan.folder, source);
      break;
    case Format::kHtml:
      break;
    }
    if (comparison)
      text += comparison_in(destination.format, report, *comparison);
    Status status = is_stdout
                        ? write_all(STDOUT_FILENO, text, "standard output")
                        : plan.files[file++].write(text);
    if (!status)
      return status;
  }
  return {};
}

std::vector<EngineVerdicts> answers_of(Analysis &analysis) {
  std::vector<EngineVerdicts> answers;
  for (EngineRun &run : analysis.runs)
    answers.push_back(std::move(run.answers));
  return answers;
}

// `explain FINGERPRINT`: the finding, who says so, and what its kind means.
int explain_finding(const CheckPlan &plan, const report::Report &report,
                    Console &console) {
  const Options &options = plan.options;
  if (report.findings.empty()) {
    console.error("no function and no finding '" + options.fingerprint + "'");
    return kFailed;
  }
  SourceText source;
  std::string out = report::render_text(
      report, {wants_colour(STDOUT_FILENO, options.color), plan.folder},
      source);
  for (const Finding &finding : report.findings) {
    auto list = [&](const char *what, const std::vector<std::string> &engines) {
      std::string names;
      for (const std::string &engine : engines)
        names += (names.empty() ? "" : ", ") + engine;
      if (!names.empty())
        out += std::string(what) + names + "\n";
    };
    out += "\nfingerprint: " + finding.fingerprint + "\n";
    list("found by: ", finding.engines);
    list("refuted by: ", finding.refuted_by);
    for (const RuleNote &rule : finding.broken)
      out += "broken rule, line " + std::to_string(rule.at.line) + ": " +
             rule.reason + "\n";
    out += "\n" + report::explain_kind(finding.kind);
  }
  Status status = write_all(STDOUT_FILENO, out, "standard output");
  if (!status)
    console.error(status.error());
  return status ? kFine : kFailed;
}

// Of functions, in a store that is there for later runs; else null.
std::unique_ptr<KeptResults> keep_results(const Program &program,
                                          const model::ModelSet &models,
                                          const Options &options,
                                          Store *store) {
  std::optional<Digest> analysis = analysis_key(options);
  if (!store || !store->is_persistent() || !analysis)
    return nullptr;
  return std::make_unique<KeptResults>(program, models, *store, *analysis,
                                       options.workers);
}

infer::Behaviours infer_behaviours(const Program &program,
                                   const model::ModelSet &models,
                                   const Options &options,
                                   const Attempt &attempt,
                                   KeptBehaviours *kept) {
  std::vector<ProcedureId> left_out;
  for (const auto &[procedure, reason] : attempt.crashed)
    left_out.push_back(procedure);
  infer::InferOptions infer_options;
  infer_options.threads = options.workers;
  infer_options.cancelled = &interrupted();
  infer_options.in_flight = &attempt.in_flight;
  infer_options.kept = kept;
  return infer::infer(program, models, infer_options, left_out);
}

// A specification says that a function throws, but not what.
std::optional<Thrown> thrown_by_model(const model::FunctionModel *model,
                                      bool has_body, bool oom_throws) {
  if (!model || (has_body && model->yields_to_body))
    return std::nullopt;
  if (!model->may_throw)
    return Thrown();
  bool is_allocation =
      std::ranges::any_of(model->effects, [](const model::Effect &effect) {
        return effect.kind == model::Effect::Kind::kFresh;
      });
  if (is_allocation)
    return oom_throws ? Thrown{false, {"_ZTISt9bad_alloc"}} : Thrown();
  return Thrown{true, {}};
}

void look_for_objections(const Facts &facts, fix::SourceFiles &files,
                         const ChangedSource &changed) {
  auto is_fresh = [&](ProcedureId procedure, ir::ValueId call) {
    return std::ranges::any_of(
        facts.behaviours.in(procedure),
        [&](const infer::FreshPlace &place) { return place.call == call; });
  };
  auto is_shared = [&](ProcedureId procedure, ir::ValueId call) {
    return std::ranges::any_of(
        facts.program.targets(procedure, call).procedures,
        [&](ProcedureId callee) {
          return infer::shares_result(facts.behaviours.of(callee));
        });
  };
  for (const fix::Written &written : changed.written)
    changed.objections.push_back(fix::objection_to(
        {facts.program, facts.models, is_fresh, is_shared}, files, written));
}

} // namespace

Result<Linked> link_units(std::vector<frontend::CapturedUnit> &units,
                          const std::vector<LinkPlaces> &places,
                          const Options &options) {
  Result<model::ModelSetBuilder> specifications =
      model::read_specifications(options.specs);
  if (!specifications)
    return std::unexpected(specifications.error());
  std::vector<ir::Unit *> captured;
  std::vector<std::unique_ptr<const ir::Unit>> taken;
  std::vector<LinkPlaces> places_of_taken;
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (!units[i].unit)
      continue;
    specifications->contracts().apply(*units[i].unit);
    model::drop_asked_throws(*units[i].unit, specifications->models());
    captured.push_back(units[i].unit.get());
  }
  resolve_handlers(captured, [&](const std::string &link_name,
                                 const std::string &name, bool has_body) {
    return thrown_by_model(specifications->models().find(link_name, name),
                           has_body, options.oom_throws);
  });
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (!units[i].unit)
      continue;
    taken.push_back(std::move(units[i].unit));
    places_of_taken.push_back(i < places.size() ? places[i] : LinkPlaces());
  }
  Linked out;
  out.program = link(std::move(taken), std::move(places_of_taken));
  for (const auto &unit : out.program->units())
    specifications->add_attributes(*unit);
  out.models = specifications->build();
  return out;
}

UnitCounts count_units(const std::vector<frontend::CapturedUnit> &units,
                       const std::vector<frontend::SkippedEntry> &skipped) {
  UnitCounts counts;
  for (const frontend::CapturedUnit &unit : units)
    if (unit.unit)
      ++counts.captured, counts.from_store += unit.from_store;
    else
      counts.failed.push_back({unit.job.file, unit.failure}),
          counts.killed += unit.was_killed;
  std::sort(counts.failed.begin(), counts.failed.end());
  counts.why_nothing = why_nothing(units, skipped);
  return counts;
}

std::expected<CheckResult, int>
analyse_units(const CheckPlan &plan, std::vector<frontend::CapturedUnit> &units,
              const std::vector<LinkPlaces> &places, const Attempt &attempt,
              Console &console, const ChangedSource *changed, Store *store) {
  const Options &options = plan.options;
  CheckResult result;

  // Link the units into one program, and collect what is known about functions.
  Result<Linked> linked = link_units(units, places, options);
  if (!linked) {
    console.error(linked.error());
    return std::unexpected(kFailed);
  }
  auto &[program, models] = *linked;
  result.notes.assign(program->notes().begin(), program->notes().end());
  result.files = files_of(*program);

  // Find out from bodies what functions do.
  std::unique_ptr<KeptResults> kept =
      keep_results(*program, *models, options, store);
  if (kept && changed) // that program will not come back
    kept->set_read_only();
  std::optional<KeptBehaviours> kept_behaviours;
  if (kept)
    kept_behaviours.emplace(*kept);
  infer::Behaviours behaviours =
      infer_behaviours(*program, *models, options, attempt,
                       kept_behaviours ? &*kept_behaviours : nullptr);
  if (!behaviours.is_complete())
    return std::unexpected(kInterrupted);

  // Ask the engines.
  if (kept)
    kept->facts().add(behaviours);
  FactStages stages({*program, *models, behaviours}, &interrupted());
  Question question{options.at_exit, options.oom_throws};
  std::size_t bodies = std::ranges::count_if(
      program->procedures(), [](const auto &p) { return p.has_body; });
  console.begin("analysing", "functions", bodies);
  AnalysisOptions analysis_options;
  analysis_options.threads = options.workers;
  analysis_options.cancelled = &interrupted();
  analysis_options.kept = kept.get();
  analysis_options.on_progress = [&](std::size_t done, std::size_t found) {
    console.done(done, found);
  };
  Analysis analysis =
      analyse(stages, plan.engines, question, analysis_options, attempt);
  console.end();
  if (!analysis.is_complete || interrupted())
    return std::unexpected(kInterrupted);
  if (kept && console.is_verbose())
    console.note(std::to_string(kept->notebook().computed()) +
                 " results of functions are new, " +
                 std::to_string(kept->notebook().found()) + " as before");
  result.functions = analysis.functions;
  result.not_analysed = not_analysed(*program, analysis, attempt);

  // Replay the witnesses, rate and merge.
  SourceText source;
  for (const auto &[file, text] : plan.texts)
    source.set(file, text);
  if (changed)
    for (const auto &[file, text] : changed->texts)
      source.set(file, text);
  FuseOptions fuse_options;
  fuse_options.is_single_engine =
      plan.engines.size() == 1 && options.engines != "all";
  fuse_options.mark = [&](ProcedureId procedure) -> std::shared_ptr<void> {
    return std::make_shared<InFlight::Entry>(attempt.in_flight, procedure);
  };
  fix::SourceFiles files(source);
  fuse_options.annotate = [&](const Verdict &verdict, Finding &finding) {
    fix::propose(*program, *models, verdict, files, finding);
    if (add_borrow_notes(*program, behaviours.borrowed(), verdict, finding))
      finding.proposals.clear(); // it rests on a belief
  };
  std::optional<KeptReplays> kept_replays;
  if (kept) {
    kept_replays.emplace(*kept);
    fuse_options.replay = [&](const Verdict &verdict, Witness &witness,
                              const std::function<Replay(Witness &)> &work) {
      return kept_replays->repeat(verdict, witness, work);
    };
  }
  std::vector<EngineVerdicts> answers = answers_of(analysis);
  result.findings = fuse(*program, *models, answers, fuse_options, source);
  if (kept_replays)
    kept_replays->save();
  result.undecided = count_undecided(answers);
  result.suppressions = Suppressions(*program);
  if (changed)
    look_for_objections({*program, *models, behaviours}, files, *changed);
  return result;
}

std::vector<Finding> shown_findings(const CheckPlan &plan,
                                    const CheckResult &result) {
  report::Report report;
  select_findings(plan, result.suppressions, result.findings, report);
  return std::move(report.findings);
}

namespace {

// Why a report is not all that was asked for, or nullopt.
std::optional<int> tell_shortfall(const Options &options,
                                  const UnitCounts &units, Console &console) {
  if (!units.why_nothing.empty()) {
    console.error(units.why_nothing);
    return kFailed;
  }
  if (options.strict && !units.failed.empty())
    return kFailed;
  if (units.killed && !options.keep_going) {
    console.error("the system killed the compiler of " +
                  std::to_string(units.killed) +
                  (units.killed == 1 ? " unit" : " units") +
                  "; use fewer processors (-j) or --keep-going");
    return kFailed;
  }
  return std::nullopt;
}

// `baseline write` and `update`: the baseline is the only output.
int finish_baseline(CheckPlan &plan, const Comparison &comparison,
                    const report::Report &report, const UnitCounts &units,
                    Console &console) {
  if (std::optional<int> status = tell_shortfall(plan.options, units, console))
    return *status;
  Result<std::string> note =
      write_new_baseline(*plan.task, comparison, report.findings);
  if (!note) {
    console.error(note.error());
    return kFailed;
  }
  console.note(*note);
  return kFine;
}

} // namespace

int report_result(CheckPlan &plan, CheckResult result, const UnitCounts &units,
                  Console &console) {
  const Options &options = plan.options;
  std::optional<Comparison> comparison;
  if (plan.task)
    comparison = compare(*plan.task, result, !units.failed.empty());
  report::Report report;
  if (options.fingerprint.empty())
    warn_of_suppressions(plan, result, units.failed.empty(), console);
  report.version = WT_VERSION;
  report.failed = units.failed;
  report.not_analysed = std::move(result.not_analysed);
  report.totals.units = units.captured;
  report.totals.units_failed = units.failed.size();
  report.totals.functions = result.functions;
  report.totals.undecided = result.undecided;
  select_findings(plan, result.suppressions, std::move(result.findings),
                  report);
  report.totals.roots = count_roots(report.findings);
  if (interrupted())
    return kInterrupted;
  if (!options.fingerprint.empty())
    return explain_finding(plan, report, console);
  if (plan.task && plan.task->action != BaselineAction::kCompare)
    return finish_baseline(plan, *comparison, report, units, console);
  SourceText source;
  if (options.command == Command::kFix)
    return apply_fixes(options, report.findings, plan.folder, source, console);
  if (plan.fix_folder)
    if (Status status =
            write_fixes(*plan.fix_folder, report.findings, plan.folder, source);
        !status) {
      console.error(status.error());
      return kFailed;
    }
  if (Status status = write_report(plan, report,
                                   comparison ? &*comparison : nullptr, source);
      !status) {
    console.error(status.error());
    return kFailed;
  }
  if (std::ranges::any_of(plan.destinations, [](const Destination &d) {
        return d.format == Format::kText; // the other formats have records
      }))
    for (const std::string &note :
         notes_on_functions(report, plan.folder, console.is_verbose()))
      console.note(note);
  for (const std::string &note :
       notes_on_program(std::move(result.notes), console.is_verbose()))
    console.note(note);
  warn_of_idle_patterns(plan, result.files, console);
  std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - plan.started;
  console.table(
      closing_table(report, {units.from_store, seconds.count()}, options));
  if (std::optional<int> status = tell_shortfall(options, units, console))
    return *status;
  return is_failure(report.findings, options.fail_on) ? kFound : kFine;
}

} // namespace wt::driver
