// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `prove` and `query`: see proving.h.

#include "driver/proving.h"

#include "driver/interrupt.h"
#include "engine/contradiction/prove.h"
#include "engine/stages.h"
#include "finding/names.h"
#include "pointer/partitions.h"
#include "support/path.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <unistd.h>

namespace wt::driver {

namespace {

constexpr int kProved = 0, kPossible = 1, kFailed = 2, kUnknown = 3;

using contradiction::ProbeReport;
using contradiction::Workspace;
using Verdict = ProbeReport::Verdict;

// Everything the proofs need, in the order in which it is made.
class Subject {
public:
  // An error is printed by make().
  static std::unique_ptr<Subject>
  make(const Options &options, std::vector<frontend::CapturedUnit> &units,
       const std::vector<LinkPlaces> &places, Console &console) {
    auto out = std::unique_ptr<Subject>(new Subject);
    out->program = link_units(units, places);
    auto models = models_for(*out->program, options);
    if (!models) {
      console.error(models.error());
      return nullptr;
    }
    out->models = std::move(*models);
    infer::InferOptions infer_options;
    infer_options.threads = options.workers;
    infer_options.cancelled = &interrupted();
    out->behaviours = std::make_unique<infer::Behaviours>(
        infer::infer(*out->program, *out->models, infer_options));
    if (!out->behaviours->is_complete())
      return nullptr;
    out->stages = std::make_unique<FactStages>(
        Facts{*out->program, *out->models, *out->behaviours}, &interrupted());
    if (options.regions == "points-to") {
      if (!out->find_points_to(console))
        return nullptr;
    } else {
      out->partition = pointer::make_partition(
          *out->program, options.regions == "type"
                             ? pointer::Partition::kByType
                             : pointer::Partition::kAddressTaken);
      out->division = out->partition.get();
    }
    return out;
  }

  // Without copies of callees: a proof goes from caller to callee, and a cell
  // must lie in the same regions on both sides.
  bool find_points_to(Console &console) {
    constexpr pointer::CloneLimits kNoCopies = {.largest = 0, .at_least = 0};
    Budget budget(FactStages::kPointsToSteps, &interrupted());
    pointer::PointsToLimits limits;
    limits.clones = kNoCopies;
    points_to = pointer::analyse(*program, *models, *behaviours, budget, limits);
    division = points_to.get();
    if (!points_to->is_complete())
      console.error("where pointers point could not be found in the steps "
                    "allowed: use --regions type or address-taken");
    return points_to->is_complete();
  }

  std::unique_ptr<const Program> program;
  std::unique_ptr<const model::ModelSet> models;
  std::unique_ptr<const infer::Behaviours> behaviours;
  std::unique_ptr<FactStages> stages;
  std::unique_ptr<const pointer::Regions> partition;
  std::unique_ptr<const pointer::PointsTo> points_to;
  const pointer::Regions *division = nullptr;
};

int status_of(std::span<const Verdict> verdicts) {
  int status = kProved;
  for (Verdict verdict : verdicts) {
    if (verdict == Verdict::kPossible)
      return kPossible;
    if (verdict == Verdict::kUnknown)
      status = kUnknown;
  }
  return status;
}

std::string text_of(const ProbeReport &report) {
  std::string out = fmt::format("  {}:{}: {}: {}", report.at.line,
                                report.at.column, report.what,
                                contradiction::name_of(report.verdict));
  if (!report.why.empty())
    out += " (" + report.why + ")";
  out += "\n";
  for (const TraceStep &step : report.trace)
    out += fmt::format("      {}: {}\n", step.at.line, step.message);
  return out;
}

// One row of the closing table.
std::string row_of(std::string_view name,
                   const std::vector<ProbeReport> &reports,
                   Verdict with_callees) {
  std::array<std::size_t, 3> counts{};
  std::vector<std::uint64_t> lengths;
  std::size_t cells = 0, places = 0;
  for (const ProbeReport &report : reports) {
    ++counts[static_cast<std::size_t>(report.verdict)];
    lengths.push_back(report.answer.transfers);
    cells += report.answer.cells;
    places += report.answer.places;
  }
  std::ranges::sort(lengths);
  std::uint64_t median = lengths.empty() ? 0 : lengths[lengths.size() / 2];
  std::uint64_t longest = lengths.empty() ? 0 : lengths.back();
  return fmt::format("{:<28}{:>7}{:>8}{:>10}{:>9}{:>8}{:>8}{:>8.1f}  {}\n",
                     name,
                     reports.size(), counts[0], counts[1], counts[2], median,
                     longest, places ? double(cells) / double(places) : 1.0,
                     contradiction::name_of(with_callees));
}

std::string table_head() {
  return fmt::format("{:<28}{:>7}{:>8}{:>10}{:>9}{:>8}{:>8}{:>8}  {}\n",
                     "function", "probes", "proved", "possible", "unknown",
                     "median", "longest", "cells", "with callees");
}

bool is_wanted(const Subject &subject, const ProveWords &words, ProcedureId p) {
  const Procedure &procedure = subject.program->procedures()[p];
  if (!procedure.has_body)
    return false;
  if (!words.functions.empty())
    return std::ranges::any_of(words.functions, [&](const std::string &name) {
      return procedure.name == name || procedure.link_name == name;
    });
  const ir::Unit &unit = subject.program->unit_of(p);
  return location(unit, subject.program->body(p).pos).file == unit.main_file;
}

} // namespace

ProveWords split_words(std::span<const std::string> words) {
  ProveWords out;
  for (const std::string &word : words) {
    std::error_code ignored;
    (std::filesystem::is_regular_file(word, ignored) ? out.files
                                                     : out.functions)
        .push_back(word);
  }
  return out;
}

Result<QueryPlace> parse_place(const std::string &word) {
  std::size_t colon = word.rfind(':');
  QueryPlace out;
  const char *end = word.data() + word.size();
  if (colon == std::string::npos ||
      std::from_chars(word.data() + colon + 1, end, out.line).ptr != end ||
      out.line == 0)
    return fail("'" + word + "' is not FILE:LINE");
  out.file = absolute_path(word.substr(0, colon));
  return out;
}

int prove(const Options &options, const ProveWords &words,
          std::vector<frontend::CapturedUnit> &units,
          const std::vector<LinkPlaces> &places, Console &console) {
  std::unique_ptr<Subject> subject =
      Subject::make(options, units, places, console);
  if (!subject)
    return interrupted() ? kInterrupted : kFailed;
  std::string out, table = table_head();
  std::vector<Verdict> all;
  contradiction::Proofs proofs(subject->stages->facts(), *subject->division);
  for (ProcedureId p : subject->program->procedures().ids()) {
    if (!is_wanted(*subject, words, p))
      continue;
    if (interrupted())
      return kInterrupted;
    std::string_view name = subject->program->procedures()[p].name;
    const std::vector<ProbeReport> &reports = proofs.of(p);
    contradiction::Proofs::Overall overall = proofs.with_callees(p);
    out += std::string(name) + "\n";
    for (const ProbeReport &report : reports)
      out += text_of(report);
    if (!overall.why.empty())
      out += "  not proved: " + overall.why + "\n";
    table += row_of(name, reports, overall.verdict);
    all.push_back(overall.verdict);
  }
  if (all.empty()) {
    console.error("none of these functions has a body in the program");
    return kFailed;
  }
  out += "\n" + table;
  if (Status status = write_all(STDOUT_FILENO, out, "standard output");
      !status) {
    console.error(status.error());
    return kFailed;
  }
  return status_of(all);
}

int query(const Options &options, const QueryPlace &place,
          std::vector<frontend::CapturedUnit> &units,
          const std::vector<LinkPlaces> &places, Console &console) {
  std::unique_ptr<Subject> subject =
      Subject::make(options, units, places, console);
  if (!subject)
    return interrupted() ? kInterrupted : kFailed;
  std::string name = options.words.size() > 1 ? options.words[1] : "";
  std::string out;
  std::vector<Verdict> all;
  for (ProcedureId p : subject->program->procedures().ids()) {
    if (!subject->program->procedures()[p].has_body)
      continue;
    const ir::Unit &unit = subject->program->unit_of(p);
    const ir::Function &function = subject->program->body(p);
    Workspace workspace(subject->stages->facts(), *subject->division);
    bool is_here = std::ranges::any_of(function.insts, [&](const auto &inst) {
      return inst.pos.line == place.line && inst.block.valid() &&
             location(unit, inst.pos).file == place.file;
    });
    if (!is_here)
      continue;
    for (const contradiction::Probe &probe :
         contradiction::find_probes(workspace, p, {.is_proof = true})) {
      const SourcePos &pos = function.insts[probe.at].pos;
      std::string what = contradiction::describe(workspace, probe);
      if (pos.line != place.line || location(unit, pos).file != place.file ||
          (!name.empty() && !what.starts_with("'" + name + "'")))
        continue;
      ProbeReport report = contradiction::prove(workspace, probe);
      all.push_back(report.verdict);
      out += text_of(report);
    }
  }
  if (all.empty())
    out = "  no reference goes away here\n";
  out = fmt::format("{}:{}\n", place.file, place.line) + out;
  if (Status status = write_all(STDOUT_FILENO, out, "standard output");
      !status) {
    console.error(status.error());
    return kFailed;
  }
  return status_of(all);
}

} // namespace wt::driver
