// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does every function of the program do?
//
// One pass over the call graph, callees first: a function with a model behaves
// as the model says, one with a body as the body does (interpret.h), and what
// has neither may keep everything.  Functions that call each other are
// interpreted again until their behaviours stay the same.  Nothing is
// concluded from names.
//
// Tested by tests/unit/infer/.

#pragma once

#include "model/infer/behaviour.h"
#include "model/infer/fresh_places.h"
#include "model/infer/owned_cells.h"
#include "program/in_flight.h"

#include <atomic>
#include <memory>

namespace wt::infer {

struct InferOptions {
  unsigned threads = 0;                      // 0: one per processor
  std::uint64_t steps_per_function = 10'000; // and 20 per instruction
  const std::atomic<bool> *cancelled = nullptr;
  InFlight *in_flight = nullptr; // where work is noted, for crashes
  std::uint16_t stage = 0;
};

class Behaviours final : public FreshPlaces {
public:
  const Behaviour &of(ProcedureId procedure) const {
    return *behaviours_[procedure];
  }
  std::span<const FreshPlace> in(ProcedureId procedure) const override {
    return fresh_[procedure];
  }
  // Fields and globals that alone own what they hold.
  const OwnedCells &owned() const { return owned_; }
  // Bodies that were too much, by id: they may keep everything.
  std::span<const ProcedureId> over_budget() const { return over_budget_; }
  bool is_complete() const { return is_complete_; } // not cancelled

private:
  friend class Inference;
  IdMap<ProcedureId, std::shared_ptr<const Behaviour>> behaviours_;
  IdMap<ProcedureId, std::vector<FreshPlace>> fresh_;
  OwnedCells owned_;
  std::vector<ProcedureId> over_budget_;
  bool is_complete_ = true;
};

// `left_out`: procedures whose body must not be looked at, by id.
Behaviours infer(const Program &program, const model::ModelSet &models,
                 const InferOptions &options = {},
                 std::span<const ProcedureId> left_out = {});

// The same program after the bodies of `changed` were exchanged: only these and
// the callers that see a difference are interpreted again.
Behaviours infer_again(const Program &program, const model::ModelSet &models,
                       const Behaviours &before,
                       std::span<const ProcedureId> changed,
                       const InferOptions &options = {});

} // namespace wt::infer
