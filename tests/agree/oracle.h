// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is the truth about a small program?
//
// The oracle runs a procedure in every possible way: each unknown number is
// tried with a handful of values, each unknown pointer as null and as an
// object of somebody else, each allocation succeeds and fails, each call that
// may throw throws and returns.  After every single instruction it looks which
// objects can still be reached, so an object that was acquired, not freed and
// is no longer reachable is lost exactly there: DESIGN.md "What is a leak",
// taken literally.
//
// It shares no code with the engines or the witness walker, is never part of
// the product, and prefers being obvious to being fast.  Loops are followed a
// fixed number of times and recursion to a fixed depth.
//
// What it does not decide: objects that existed before the procedure was
// called (parameters it owns, fields it overwrites).  Whether those leak
// depends on the caller, so the answer about kParameter and kLoad sites is
// "leaks" or "gave up", never "safe".  On *small heaps* (heap_cells) it does:
// the procedure is given every heap of so few cells, and loses a cell when the
// last reference to it goes away.
//
// Tested by oracle_test.cpp (by hand) and truth_test.cpp (by execution).

#pragma once

#include "finding/verdict.h"
#include "model/model.h"
#include "program/program.h"

#include <cstdint>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace wt::agree {

struct OracleLimits {
  std::uint32_t visits_per_block = 4; // per activation
  std::uint32_t recursion = 3;        // activations of one procedure at once
  std::uint32_t steps_per_path = 3000;
  std::uint32_t paths = 40000;
  bool may_alias = false; // two unknown pointers may be the same object
  // Small heaps: unknown pointers lead to at most so many cells, and references
  // are counted: what the caller gave may be lost too, and a cycle is not.
  // Paths that do not end well (undefined, cut) are left out.  0: not so.
  std::uint32_t heap_cells = 0;
  std::vector<std::int64_t> numbers = {}; // tried for unknown ones; {}: derived
  // Leaks on paths that end in undefined behaviour: real, but no execution
  // can confirm them.
  bool drop_undefined = false;
  // A use after free traps; else the program goes on as if nothing happened.
  bool use_traps = true;
  bool at_exit = false;    // engine Question
  bool oom_throws = false; // engine Question
};

// Something that goes wrong on at least one path.
struct Outcome {
  FindingKind kind = FindingKind::kLeak;
  ProcedureId procedure;       // who loses it, frees it again, uses it
  ir::ValueId at;              // where
  ProcedureId site_procedure;  // Site: who acquired it by a call ...
  ir::ValueId site;            // ... and by which.  Invalid: given from outside
  ProcedureId alloc_procedure; // the call of a modelled function behind it
  ir::ValueId alloc;
  bool is_at_exit = false;

  auto operator<=>(const Outcome &) const = default;
};

struct OracleResult {
  std::set<Outcome> outcomes;
  std::set<std::pair<ProcedureId, ir::ValueId>> acquired; // call sites reached
  std::uint64_t paths = 0;
  std::uint64_t left_out = 0; // of these, because they did not end well
  bool is_bounded = false;    // a loop or recursion was cut
  std::string gave_up;        // why not all paths were run; empty: all were

  void merge(const OracleResult &other);
};

// Runs `root` in every way.
OracleResult run_oracle(const Program &program, const model::ModelSet &models,
                        ProcedureId root, const OracleLimits &limits = {});

// Runs every procedure that has a body.
OracleResult run_oracle(const Program &program, const model::ModelSet &models,
                        const OracleLimits &limits = {});

enum class Truth : std::uint8_t { kLeaks, kSafe, kGaveUp };

// The answer about the object that `call` of `procedure` acquires.
Truth truth_of(const OracleResult &result, FindingKind kind,
               ProcedureId procedure, ir::ValueId call);

// One line per outcome: "leak f:4 lost at f:7 (acquired f:4)", sorted.
std::string describe(const OracleResult &result, const Program &program);

} // namespace wt::agree
