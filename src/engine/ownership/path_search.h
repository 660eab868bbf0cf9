// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is there a path on which what the constraints say really happens?
//
// The constraints do not look at paths: where they contradict each other, an
// object may be lost or freed twice.  Before that is told, paths of the
// function are walked one by one, with one object in mind: it is acquired,
// handed to callees (their outcomes by model/infer, containers by their
// interfaces), stored, tested.  A path on which it is given away is dropped.  A
// path on which it is still in nobody's hands at an exit, or is freed again, is
// the witness.
//
// Paths that tests rule out are not walked; every loop is passed at most
// twice.  A place that was reached before with the object in the same hands and
// the same tests open is not walked again.
//
// Tested by tests/unit/engine/ownership_*_test.cpp.

#pragma once

#include "engine/ownership/body.h"
#include "engine/ownership/path_plan.h"
#include "engine/ownership/path_value.h"
#include "engine/ownership/process.h"

namespace wt::ownership {

// The object that is followed, and what is asked.
struct Subject {
  Site site;
  const infer::FreshPlace *fresh = nullptr; // kCall
  // An element that a callee puts into a container: of this argument (none: of
  // the result), and which of the container's type arguments it is.
  struct Filled {
    std::optional<std::uint32_t> argument;
    std::size_t element = 0;
  };
  std::optional<Filled> filled = std::nullopt;
  bool may_be_lost = false;        // asked
  bool may_be_freed_again = false; // asked
};

struct PathAnswer {
  struct Event {
    ir::ValueId at;
    std::string reason;
    Witness witness;
    bool is_doubtful = false;      // PathState::is_doubtful
    ir::ValueId freed_before = {}; // of what is freed again
  };
  std::vector<Event> losses; // one per losing place
  std::vector<Event> ends;   // of the process with the object (--at-exit)
  std::optional<Event> double_free;
  bool is_complete = true; // false: steps ran out, or something was not clear
};

// Of the budget, for a block that is walked.
inline constexpr std::uint64_t kStepsPerBlock = 4;

struct SearchLimits {
  std::uint64_t steps = 3000; // blocks walked per object
  // How often a block is passed before there is an object: the ways to it are
  // many, and what decides comes behind it.
  std::uint32_t max_ways_there = 16;
  std::size_t max_losses = 8;
  std::size_t max_path = 400; // blocks
};

struct SearchSetting {
  const Facts &facts;
  const Question &question;
  ProcedureId procedure;
  const InterfaceLookup &interface_of;
  const FunctionLookup &address_of;
  const PathPlan &plan;
  const Process &process;
  bool is_end_of_process; // when the procedure returns
  SearchLimits limits;
};

PathAnswer search_paths(const SearchSetting &setting, const Subject &subject,
                        Budget &budget);

} // namespace wt::ownership
