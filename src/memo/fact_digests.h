// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is what a computation read still the same?
//
// Every Read (support/reads.h) has a digest in the program at hand.  A result
// that was made from reads whose digests are all the same again is the same:
//
//   kBody       instructions, types, what is named there      body_digest.h
//   kBehaviour  its bytes, and what the program knows of the functions and
//               variables that it names
//   kCallers    their names, sorted
//
// A behaviour that is made again and comes out as before has the same digest,
// so callers of an edited function stay valid.
//
// What is about the whole program is one digest: the components of the call
// graph, the owning cells.  A change there costs more than it would have to.
//
// Tested by tests/unit/memo/fact_digests_test.cpp.

#pragma once

#include "memo/names.h"
#include "program/id_bytes.h"
#include "program/passed_bits.h"
#include "summary/behaviours.h"

#include <functional>

namespace wt::memo {

// May the reader have seen in which line a function is, or all types of a unit?
enum class Eyes : std::uint8_t { kNormal, kSeesLines };

class FactDigests {
public:
  // `threads`: 0: one per processor.
  FactDigests(const Program &program, unsigned threads);

  // From then on beliefs have digests, then behaviours, too.
  void add(const infer::Borrowed &borrowed) { borrowed_ = &borrowed; }
  void add(const infer::Behaviours &behaviours);

  const Program &program() const { return program_; }
  const Names &names() const { return names_; }

  // Nullopt: it may be anything.
  std::optional<Digest> of(const Read &read, Eyes eyes) const;
  // All procedures and variables in their order, what is known of them, and
  // whom calls may reach; not their bodies.
  Digest of_program() const;
  // Of a behaviour, whosever it is.
  Digest of(const infer::Behaviour &behaviour) const;
  // Of anything that is written, with the facts behind its names.
  Digest
  of_bytes(const std::function<void(ByteWriter &, IdWriter &)> &write) const;

private:
  class Coder;

  void add_bodies(unsigned threads);
  Digest procedures(std::span<const ProcedureId> all) const;
  Digest targets(ProcedureId caller) const;
  Digest belief(ProcedureId caller, ProcedureId callee) const;
  Digest hooks(ProcedureId caller) const;

  const Program &program_;
  Names names_;
  PassedBits passed_;
  const infer::Borrowed *borrowed_ = nullptr;
  IdMap<ProcedureId, Digest> bodies_, bodies_with_lines_, infos_, targets_,
      callers_, callees_, passes_, behaviour_digests_, fresh_, suspects_;
  IdMap<ProgramVariableId, Digest> variables_;
  Digest components_, owned_;
};

} // namespace wt::memo
