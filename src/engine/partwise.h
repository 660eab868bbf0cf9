// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How is a component taken apart, and what is known of each part beforehand?
//
// An engine whose components are better taken apart is given the parts one by
// one.  So a part whose facts are the same as in an earlier run is not analysed
// again, however large its component is.
//
// Of what such an engine has found out about the whole program it writes down
// what concerns one procedure, so that an edit elsewhere does not matter.
//
// Tested by tests/capture/test_edits.py.

#pragma once

#include "engine/engine.h"

namespace wt {

// In a Read of a variable: not the variable itself is asked for, but what the
// engine knows of it.
inline constexpr std::uint32_t kAskEngine = 1; // Read::b

class PartwiseEngine : public Engine {
public:
  // In the order in which they are given to analyse().
  using Parts = std::vector<std::vector<ProcedureId>>;
  virtual Parts parts(std::span<const ProcedureId> scc) const = 0;
  // Do later parts see the summaries of earlier ones?
  virtual bool sees_earlier_parts() const = 0;

  // What write_tables() would write of this procedure alone.
  virtual void write_tables_of(ProcedureId, ByteWriter &, IdWriter &) const {}
  // What it knows of a variable, see kAskEngine.
  virtual std::uint64_t known(ProgramVariableId) const { return 0; }
};

} // namespace wt
