// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is one object, of which it is known where it may be, never lost?
//
// Every place at which a variable or a home that may hold the object lets go of
// it is walked back from, in the manner of a proof about this object alone
// (walk.h): in the function, and in callees that have the address of a home.
//
// Tested by tests/unit/engine/contradiction_judge_test.cpp.

#pragma once

#include "engine/contradiction/walk.h"

namespace wt::contradiction {

inline constexpr WalkLimits kJudgeLimits = {
    .transfers = 2'000, .regions = 200, .apart = 6, .found = 1, .depth = 5};

class Refutation {
public:
  // `workspace`: divided by HomeRegions if the object has homes.
  Refutation(Workspace &workspace, const Whereabouts &object, Budget &budget)
      : workspace_(workspace), object_(object), budget_(budget) {}

  // "": it is never lost.
  std::string why_not();

private:
  std::string of_procedure(ProcedureId procedure);
  std::string of_probe(const Probe &probe);
  bool is_about(const Probe &probe);
  bool hands_on(const Probe &probe) const;
  std::string unseen_end(ProcedureId procedure);
  bool may_be_container(ProcedureId procedure);
  std::string unseen_home(const std::vector<Probe> &probes) const;
  void add_overwritten(ProcedureId procedure, std::vector<Probe> &probes);
  std::vector<ir::ValueId> overwritten_by(ProcedureId procedure, ir::ValueId v);
  bool is_overwritten_by(ProcedureId callee, std::uint32_t argument) const;

  Workspace &workspace_;
  const Whereabouts &object_;
  Budget &budget_;
};

} // namespace wt::contradiction
