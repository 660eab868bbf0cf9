// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does the course of the whole process say about one function?
//
// - Which globals stay as they are while it runs: options that `main`, and what
//   only `main` calls, sets before the work begins.
//
//     static int memory;                    // main: if (...) memory++;
//     void stream_file() { if (memory) ...  work(); if (memory) ... }
//
// - Does the process end as soon as it returns?  Then nobody minds what is lost
//   there: `server_child(server); _exit(0);`.
//
// Whoever reaches `main` and its helpers in the call graph is one of them, so
// no other function can run them.
//
// Tested by tests/leak/c/whole_run.c.

#pragma once

#include "engine/partwise.h"

#include <vector>

namespace wt::ownership {

class Process {
public:
  explicit Process(const Facts &facts);

  // Nobody takes its address, so it is only written by name.
  bool is_only_named(ProgramVariableId variable) const {
    ReadLog::note(Read::Kind::kVariable, variable.value, kAskEngine);
    return !is_address_taken_[variable.value];
  }
  // Nothing that the procedure runs writes it.
  bool is_settled(ProgramVariableId variable, ProcedureId procedure) const {
    return is_only_named(variable) &&
           written_by_[variable.value] < stage_[procedure.value];
  }
  bool ends_after(ProcedureId procedure) const;

  // All that the answers rest on: about a variable, about a procedure.
  std::uint64_t known(ProgramVariableId variable) const {
    return static_cast<std::uint64_t>(written_by_[variable.value]) << 1 |
           std::uint64_t(is_address_taken_[variable.value]);
  }
  std::uint64_t known(ProcedureId procedure) const {
    return static_cast<std::uint64_t>(stage_[procedure.value]) << 1 |
           std::uint64_t(ends_after(procedure));
  }

private:
  void find_stages();
  void read_uses(ProcedureId procedure);
  ProgramVariableId global_at(ProcedureId procedure, ir::ValueId address) const;
  bool ends_after_call(ProcedureId caller, ir::ValueId call) const;

  const Program &program_;
  const infer::Behaviours &behaviours_;
  // A function of a later stage never runs one of an earlier stage.
  enum class Stage : std::uint8_t {
    kMain,
    kHelper, // only called by main and other helpers
    kOther
  };
  std::vector<Stage> stage_;           // of procedures
  std::vector<Stage> written_by_;      // of variables: the last of its writers
  std::vector<bool> is_address_taken_; // of variables
};

} // namespace wt::ownership
