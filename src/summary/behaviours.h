// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does each function of the program do?
//
// The behaviours of all procedures, the places where each body acquires
// objects, and the cells that own what they hold.  Made once per program
// (model/infer/infer.h), constant afterwards, and read by all engines.
//
// Tested by tests/unit/infer/ and tests/unit/summary/.

#pragma once

#include "summary/behaviour.h"
#include "summary/borrowed.h"
#include "summary/fresh_places.h"
#include "summary/owned_cells.h"
#include "summary/suspect.h"

#include <memory>

namespace wt::infer {

class Behaviours final : public FreshPlaces {
public:
  const Behaviour &of(ProcedureId procedure) const {
    ReadLog::note(Read::Kind::kBehaviour, procedure.value);
    return *behaviours_[procedure];
  }
  // What a caller may expect: the same, or what it believes of code without a
  // body (borrowed.h).  A belief never supports a proof.
  const Behaviour &at(ProcedureId caller, ProcedureId callee) const {
    const Behaviour &known = of(callee);
    if (known.is_known())
      return known;
    const Behaviour *believed = borrowed_.of(caller, callee);
    return believed ? *believed : known;
  }
  const Borrowed &borrowed() const { return borrowed_; }
  std::span<const FreshPlace> in(ProcedureId procedure) const override {
    ReadLog::note(Read::Kind::kFresh, procedure.value);
    return fresh_[procedure];
  }
  // What its body may lose or release twice, sorted.
  std::span<const Suspect> suspects(ProcedureId procedure) const {
    ReadLog::note(Read::Kind::kSuspects, procedure.value);
    return suspects_[procedure];
  }
  // Fields and globals that alone own what they hold.
  const OwnedCells &owned() const {
    ReadLog::note(Read::Kind::kOwned);
    return owned_;
  }
  // Bodies that were too much, by id: they may keep everything.
  std::span<const ProcedureId> over_budget() const { return over_budget_; }
  bool is_complete() const { return is_complete_; } // not cancelled

private:
  friend class Inference;
  IdMap<ProcedureId, std::shared_ptr<const Behaviour>> behaviours_;
  IdMap<ProcedureId, std::vector<FreshPlace>> fresh_;
  IdMap<ProcedureId, std::vector<Suspect>> suspects_;
  OwnedCells owned_;
  Borrowed borrowed_;
  std::vector<ProcedureId> over_budget_;
  bool is_complete_ = true;
};

} // namespace wt::infer
