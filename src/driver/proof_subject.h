// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What do proofs need to know of the program?
//
// The linked program, its models, what functions do and how memory is divided:
// made in this order, shared by `prove` and `query`.
//
// A proof enters callees and trusts nothing but models, so `query` has only the
// few functions understood that a search from its line asks about.
//
// Tested by tests/cli/.

#pragma once

#include "driver/checking.h"
#include "engine/contradiction/prove.h"
#include "engine/stages.h"
#include "pointer/partitions.h"

#include <functional>

namespace wt::driver {

class ProofSubject {
public:
  // The functions whose bodies are interpreted (model/infer); none: all.
  using Choice = std::function<std::vector<ProcedureId>(const Program &)>;

  // Null: an error was printed, or the user has interrupted.
  static std::unique_ptr<ProofSubject>
  make(const Options &options, std::vector<frontend::CapturedUnit> &units,
       const std::vector<LinkPlaces> &places, Console &console,
       const Choice &understood = {});

  Facts facts() const { return {*program, *models, *behaviours}; }

  std::unique_ptr<const Program> program;
  std::unique_ptr<const model::ModelSet> models;
  std::unique_ptr<const infer::Behaviours> behaviours;
  const pointer::Regions *division = nullptr;
  bool keeps_to_types = false; // memory is divided by types

private:
  ProofSubject() = default;
  bool divide(const Options &options, Console &console);
  bool find_points_to(Console &console);

  std::unique_ptr<const pointer::Regions> partition_;
  std::unique_ptr<const pointer::PointsTo> points_to_;
};

} // namespace wt::driver
