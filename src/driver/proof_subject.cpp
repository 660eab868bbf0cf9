// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What `prove` and `query` work on: see proof_subject.h.

#include "driver/proof_subject.h"

#include "driver/interrupt.h"
#include "model/infer/infer.h"

namespace wt::driver {

namespace {

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
  keeps_to_types = options.regions == "type";
  partition_ = pointer::make_partition(
      *program, keeps_to_types ? pointer::Partition::kByType
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

} // namespace wt::driver
