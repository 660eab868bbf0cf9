// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What are the tests of branches, bit by bit?
//
// To guards a test is an atom: `n + 1 > m`, `flags & 3`.  Here the values of
// the unrolled body become circuits, and an atom the result of one.  Values
// that nothing is known of are free bits, one vector each.
//
// Tested by tests/unit/engine/valueflow_paths_test.cpp.

#pragma once

#include "engine/valueflow/body.h"
#include "logic/integers.h"

namespace wt::valueflow {

class Numbers {
public:
  explicit Numbers(Body &body) : body_(body) {}

  const logic::Bits &bits(ir::ValueId value);
  Cond belongs(const logic::Bits &bits, const infer::NumberClass &is);
  // The circuit of a branch atom.
  Cond meaning(const logic::BranchAtom &atom);

private:
  std::uint32_t width(ir::ValueId value) const;
  logic::Bits resized(ir::ValueId value, std::uint32_t width);
  logic::Bits find(ir::ValueId value);
  logic::Bits over_phi(ir::ValueId phi);
  logic::Bits cast(ir::ValueId value);
  logic::Bits free_bits(ir::ValueId value);

  Body &body_;
  std::map<ir::ValueId, logic::Bits> known_;
};

} // namespace wt::valueflow
