// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How do the answers of all engines become one list of findings?
//
// Verdicts are grouped by site and kind.  Each witness is executed by the
// walker; the group is rated (verdict/confidence.h), told in plain words
// (finding/describe.h) and merged with its twins from other units
// (finding/merge.h).
//
// Tested by tests/unit/finding/describe_test.cpp.

#pragma once

#include "finding/finding.h"
#include "finding/source_text.h"
#include "witness/walker.h"

#include <functional>
#include <memory>
#include <span>

namespace wt {

struct EngineVerdicts {
  std::string engine;            // its name in the engine table
  std::vector<Verdict> verdicts; // in the order of the program
  bool is_proposer = false;      // see driver/engines.h
};

struct FuseOptions {
  bool is_single_engine = false; // the user named one engine
  // If set, it decides whether to execute a witness with `work`.
  std::function<Replay(const Verdict &, Witness &,
                       const std::function<Replay(Witness &)> &work)>
      replay;
  // If set, adds what the reader must know besides.
  std::function<void(const Verdict &, Finding &)> annotate;
  // If set, called before work on a procedure; the work is over when the
  // returned token goes away.
  std::function<std::shared_ptr<void>(ProcedureId)> mark;
};

std::vector<Finding> fuse(const Program &program, const model::ModelSet &models,
                          std::span<const EngineVerdicts> answers,
                          const FuseOptions &options, SourceText &source);

// Objects of which somebody asked whether they are lost, and nobody knows.
std::size_t count_undecided(std::span<const EngineVerdicts> answers);

} // namespace wt
