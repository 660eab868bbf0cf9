// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Can this function lose a reference, whatever heap it is given?
//
// Every probe of the function is walked in the manner of a proof (walk.h).
//
//   proved     all ways back end in a contradiction
//   possible   an object that is made on the way, or one that a caller passes,
//              may be lost; the trace tells how
//   unknown    a limit was reached, or something cannot be handled: it is named
//
// A proof is about referencing leaks (a cycle keeps itself alive) and holds for
// programs that keep to their types if memory is divided by types.  A function
// that does not is not proved: the construct is named.
//
// Tested by tests/unit/engine/contradiction_prove_test.cpp and tests/prove/.

#pragma once

#include "engine/contradiction/walk.h"
#include "finding/finding.h"

#include <set>

namespace wt::contradiction {

// All probes of a function together; the rest are unknown.  A single probe has
// no other limit.
inline constexpr std::uint64_t kMostTransfersOfFunction = 500'000;
inline constexpr WalkLimits kProofLimits = {.transfers =
                                                kMostTransfersOfFunction,
                                            .regions = 10'000,
                                            .apart = 8,
                                            .found = 1};
// With a limit on the callees that are entered from one another; 0: none.
constexpr WalkLimits proof_limits(std::size_t depth) {
  WalkLimits out = kProofLimits;
  if (depth > 0)
    out.depth = depth;
  return out;
}

struct ProbeReport {
  enum class Verdict : std::uint8_t { kProved, kPossible, kUnknown };
  Probe probe;
  Verdict verdict = Verdict::kUnknown;
  Location at;
  std::string what;             // "'x->next' is overwritten"
  std::string why;              // not proved: one phrase
  std::vector<TraceStep> trace; // kPossible: forwards
  Answer answer;
};
const char *name_of(ProbeReport::Verdict verdict);

// A program with a main() is taken to be whole: nobody else calls its functions
// or replaces weak ones.
bool has_main(const Program &program);

// What the probes and the division of memory do not see: with it nothing is
// proved.  "" when there is nothing of it.
const std::string &unsafe_construct(Workspace &workspace,
                                    ProcedureId procedure);
std::string unsafe_instruction(Workspace &workspace, ProcedureId procedure,
                               ir::ValueId v);
// Descriptors have no probes: a function that makes one is not proved.
std::string unseen_handle(const Workspace &workspace, ProcedureId procedure);

ProbeReport prove(Workspace &workspace, const Probe &probe,
                  const WalkLimits &limits = kProofLimits);
// What the search of `check` finds from this place; nullopt: nothing.
std::optional<ProbeReport> find_leak(Workspace &workspace, const Probe &probe,
                                     const WalkLimits &limits = {});
// All probes of a function; elements of arrays are not probed.
std::vector<ProbeReport> prove(Workspace &workspace, ProcedureId procedure,
                               const WalkLimits &limits = kProofLimits);

// Proofs of many functions, each made once.  What a function has may be lost in
// one that it calls, so a function is proved together with all of these.
class Proofs {
public:
  Proofs(const Facts &facts, const pointer::Regions &division,
         const WalkLimits &limits = kProofLimits, bool keeps_to_types = true)
      : facts_(facts), division_(division), limits_(limits),
        is_whole_(has_main(facts.program)), keeps_to_types_(keeps_to_types) {}

  const std::vector<ProbeReport> &of(ProcedureId procedure);
  struct Overall {
    ProbeReport::Verdict verdict = ProbeReport::Verdict::kProved;
    std::string why; // not proved, but its own probes are: one phrase
  };
  Overall with_callees(ProcedureId procedure);

private:
  Overall own(ProcedureId procedure);
  std::string unknown_call(ProcedureId procedure) const;
  bool add_given(ProcedureId procedure, ir::ValueId call,
                 std::set<ProcedureId> &out) const;
  std::set<ProcedureId> called_by(ProcedureId procedure) const;

  const Facts facts_;
  const pointer::Regions &division_;
  const WalkLimits limits_;
  const bool is_whole_, keeps_to_types_;
  std::map<ProcedureId, std::vector<ProbeReport>> reports_;
};

} // namespace wt::contradiction
