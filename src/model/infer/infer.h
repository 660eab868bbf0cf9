// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does every function of the program do?
//
// One pass over the call graph, callees first: a function with a model behaves
// as the model says, one with a body as the body does
// (interpret/interpreter.h), and what has neither may keep everything.
// Functions that call each other are interpreted again until their behaviours
// stay the same.  Nothing is concluded from names.
//
// Tested by tests/unit/infer/.

#pragma once

#include "program/in_flight.h"
#include "summary/behaviours.h"
#include "support/digest.h"

#include <atomic>
#include <functional>
#include <memory>

namespace wt::infer {

// What earlier runs inferred.  One look is at functions that are inferred
// together: a component of the call graph, or one member of a large one.
class KeptBehaviours {
public:
  struct Look {
    std::span<const ProcedureId> members;
    std::uint32_t round = 0;
    // By member, before and after: what is known, and what happened so far.
    std::vector<std::shared_ptr<const Behaviour>> behaviours;
    std::vector<std::uint8_t> notes;
    std::vector<std::vector<Suspect>> suspects; // after
  };
  // What the caller sees of the callee in this look.
  using DigestSeen =
      std::function<Digest(ProcedureId caller, ProcedureId callee)>;

  virtual ~KeptBehaviours() = default;
  virtual void start(const Borrowed &borrowed) = 0;
  virtual Digest digest(const Behaviour &behaviour) const = 0;
  // Does `look` as before if all that was read is the same; else by `work`.
  virtual void repeat(Look &look, const DigestSeen &seen,
                      const std::function<void(Look &)> &work) = 0;
};

struct InferOptions {
  unsigned threads = 0;                      // 0: one per processor
  std::uint64_t steps_per_function = 10'000; // and 20 per instruction
  const std::atomic<bool> *cancelled = nullptr;
  InFlight *in_flight = nullptr; // where work is noted, for crashes
  std::uint16_t stage = 0;
  KeptBehaviours *kept = nullptr;
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
