// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which part of what its callees do can matter to a function?
//
// A function deep in a program calls others that change dozens of globals which
// it has never heard of.  Nothing that it acquires is ever found there except
// by a write of a callee, which puts the object out of danger at once
// (apply_behaviour.cpp), so freeing or changing what such a global holds
// changes nothing here; unless a callee hands out what the global holds, or
// decides by it what it does, or the global owns what a callee makes for it.
// Behaviours are read without these effects, and outcomes that differ in
// nothing else become one.
//
// Tested by tests/unit/engine/sat_relevance_test.cpp.

#pragma once

#include "engine/engine.h"

#include <map>
#include <optional>
#include <set>

namespace wt::sat {

// What an outcome makes and puts into a global that owns what it holds, so that
// the caller may lose it by overwriting that; nullopt: it does not.
std::optional<AccessPath> owned_global_of_new(const Facts &facts,
                                              const infer::Outcome &outcome,
                                              std::size_t n);

class Relevance {
public:
  Relevance(const Facts &facts, ProcedureId procedure);

  // The outcomes of a callee, as far as they matter.
  std::span<const infer::Outcome> outcomes(ProcedureId callee);

private:
  void note_reads(const infer::Outcome &outcome);
  void note_read(const AccessPath &path);
  bool matters(const infer::Effect &effect) const;
  bool names_object(const infer::Term &value) const;

  const Facts &facts_;
  // Globals that the body mentions, or that own what a callee makes.
  std::set<std::uint32_t> named_;
  std::set<std::uint32_t> read_; // globals that callees look at
  std::map<ProcedureId, std::vector<infer::Outcome>> known_;
};

} // namespace wt::sat
