// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where may a reference be the last one, and what would hold there?
//
// The probing points of Section 4.5:
//
//   overwritten   x = e, s->f = e, also by the result of a call
//   freed         free(s), for each pointer that s holds
//   out of scope  locals at the end of their scope, parameters at returns
//   ignored       a result that no variable gets
//
// A probe is the assumption that the error cell is held there and nowhere else,
// right before the instruction takes effect.
//
// Tested by tests/prove/ and tests/leak/.

#pragma once

#include "engine/contradiction/error_cell.h"
#include "engine/contradiction/workspace.h"

namespace wt::contradiction {

struct Probe {
  enum class Kind : std::uint8_t {
    kOverwritten,
    kFreed,
    kOutOfScope,
    kIgnored
  };
  Kind kind = Kind::kOverwritten;
  ProcedureId procedure;
  ir::ValueId at;           // the instruction that lets go
  ir::BlockId block;        // of it
  std::size_t position = 0; // what happened in the block before the assumption
  ErrorCell cell;
  ir::VariableId variable; // kOutOfScope, kOverwritten: of it, or invalid
  std::int64_t field = 0;  // kFreed, and records that go out of scope: offset
  ir::ValueId used_by; // contradicted where it stands: who still has the value
};

struct ProbeOptions {
  bool arrays = false;  // also elements at an index (proofs are not about them)
  bool handles = false; // also integers: descriptors
  bool is_proof = false; // callees have probes of their own
};

// In the order of the blocks and instructions.
std::vector<Probe> find_probes(Workspace &workspace, ProcedureId procedure,
                               const ProbeOptions &options);

// Values that no variable holds and that are used in several blocks: nobody
// probes their ends.
std::vector<ir::ValueId> unprobed_values(Workspace &workspace,
                                         ProcedureId procedure,
                                         bool handles = false);

// What the function certainly uses after the instruction at `position` is held
// in a register until then: it misses.  False: a contradiction.  For proofs.
bool miss_used_after(Workspace &workspace, ProcedureId procedure,
                     ir::BlockId block, std::size_t position, ErrorCell &cell);

// "`p` is overwritten", for reports.
std::string describe(Workspace &workspace, const Probe &probe);

} // namespace wt::contradiction
