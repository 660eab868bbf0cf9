// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What `prove` and `query` work on: see proof_subject.h.

#include "driver/proof_subject.h"

#include "driver/interrupt.h"

#include <fmt/format.h>

#include <filesystem>
#include <unistd.h>

namespace wt::driver {

namespace {

using contradiction::ProbeReport;
using Verdict = ProbeReport::Verdict;

// The worst of them.
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

// All but these, by id.
std::vector<ProcedureId> others(const Program &program,
                                const std::vector<ProcedureId> &chosen) {
  std::vector<bool> is_chosen(program.procedures().size());
  for (ProcedureId p : chosen)
    is_chosen[p.value] = true;
  std::vector<ProcedureId> out;
  for (ProcedureId p : program.procedures().ids())
    if (!is_chosen[p.value])
      out.push_back(p);
  return out;
}

} // namespace

std::unique_ptr<ProofSubject>
ProofSubject::make(const Options &options,
                   std::vector<frontend::CapturedUnit> &units,
                   const std::vector<LinkPlaces> &places, Console &console,
                   const Choice &understood) {
  auto out = std::unique_ptr<ProofSubject>(new ProofSubject);
  Result<Linked> linked = link_units(units, places, options);
  if (!linked) {
    console.error(linked.error());
    return nullptr;
  }
  out->program = std::move(linked->program);
  out->models = std::move(linked->models);
  infer::InferOptions infer_options;
  infer_options.threads = options.workers;
  infer_options.cancelled = &interrupted();
  std::vector<ProcedureId> left_out;
  if (understood)
    left_out = others(*out->program, understood(*out->program));
  out->behaviours = std::make_unique<infer::Behaviours>(
      infer::infer(*out->program, *out->models, infer_options, left_out));
  if (!out->behaviours->is_complete() || !out->divide(options, console))
    return nullptr;
  return out;
}

bool ProofSubject::divide(const Options &options, Console &console) {
  if (options.regions == "points-to")
    return find_points_to(console);
  bool is_by_type = options.regions == "type";
  partition_ = pointer::make_partition(
      *program, is_by_type ? pointer::Partition::kByType
                           : pointer::Partition::kAddressTaken);
  division = partition_.get();
  return true;
}

// Without copies of callees: a proof goes from caller to callee, and a cell
// must lie in the same regions on both sides.
bool ProofSubject::find_points_to(Console &console) {
  constexpr pointer::CloneLimits kNoCopies = {.largest = 0, .at_least = 0};
  Budget budget(FactStages::kPointsToSteps, &interrupted());
  pointer::PointsToLimits limits;
  limits.clones = kNoCopies;
  points_to_ = pointer::analyse(*program, *models, *behaviours, budget, limits);
  division = points_to_.get();
  if (!points_to_->is_complete())
    console.error("where pointers point could not be found in the steps "
                  "allowed: use --regions type or address-taken");
  return points_to_->is_complete();
}

int tell(const std::string &answer, std::span<const Verdict> verdicts,
         Console &console) {
  if (Status status = write_all(STDOUT_FILENO, answer, "standard output");
      !status) {
    console.error(status.error());
    return kFailed;
  }
  return status_of(verdicts);
}

std::string text_of(const ProbeReport &report) {
  std::string out = fmt::format("  {}:{}: {}: {}", report.at.line,
                                report.at.column, report.what,
                                contradiction::name_of(report.verdict));
  if (!report.why.empty())
    out += " (" + report.why + ")";
  out += "\n";
  for (const TraceStep &step : report.trace) {
    std::string file = step.at.file == report.at.file
                           ? ""
                           : std::filesystem::path(step.at.file).filename()
                                     .string() + ":";
    out += fmt::format("      {}{}: {}\n", file, step.at.line, step.message);
  }
  return out;
}

} // namespace wt::driver
