// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Under which condition does control get from one block to another?
//
// guard(a, b) is a formula over branch atoms (logic/branch_atoms.h): being at
// a, control comes to b.  It is computed on demand along dominance: the guard
// of a block is that of a dominator, and the way from there.  A branch that
// joins again leaves no trace in the guards behind it.
//
//   if (n > 256) p = malloc(n);   guard(malloc) = n > 256
//   ...
//   if (n > 256) free(p);         guard(free)   = n > 256
//
// A tested phi is what came in on the edge taken, so flags and pointers that
// remember a branch (`p = 0; if (c) p = malloc(..); ... if (p) free(p);`) are
// understood.
//
// Loops (Sui, Ye and Xue, "Static Memory Leak Detection Using Full-Sparse
// Value-Flow Analysis", 2012): back edges are cut, so inside a loop a guard is
// about its first iteration.  Whoever goes round leaves the loop some time,
// and its exit condition is dropped.  With several exits, a free atom per exit
// says which, and exits that contradict what the loop does not change are left
// out.  A value of a loop that is tested behind it is that of the last
// iteration and has its own atoms; what the exit tested is known of it.
//
// Without a path from a to b the guard is *no*.  Calls that leave the function
// by an exception without an edge of their own are not seen.
//
// Tested by tests/unit/logic/guards_test.cpp.

#pragma once

#include "ir/cfg.h"
#include "ir/dominators.h"
#include "ir/unit.h"
#include "logic/decide.h"

#include <memory>

namespace wt::logic {

struct GuardOptions {
  std::uint64_t steps = 200'000; // pairs of blocks, in all
  // Is this the address of a new object, different from all locals, globals
  // and functions?  (What an allocator returns; perhaps null.)
  std::function<bool(ir::ValueId)> is_fresh;
  // Was the first known before the second, a new object, was made?
  std::function<bool(ir::ValueId, ir::ValueId)> is_older;
};

class Guards {
public:
  // All three must outlive it.
  Guards(const ir::Unit &unit, const ir::Function &function, BranchAtoms &atoms,
         GuardOptions options = {});
  ~Guards();

  // Nothing when the steps are used up.
  std::optional<Cond> guard(ir::BlockId from, ir::BlockId to);
  std::optional<Cond> guard(ir::BlockId to) {
    return guard(ir::Function::entry(), to);
  }
  // That of the branch from `block` to its successor `to`.
  Cond edge(ir::BlockId block, ir::BlockId to);
  // Of a value used as a condition (not zero) in `block`.
  Cond condition(ir::ValueId value, ir::BlockId block);
  // `value predicate number`, seen in `block`.
  Cond compare(ir::Predicate predicate, ir::ValueId value, std::int64_t number,
               ir::BlockId block);
  Cond compare(ir::Predicate predicate, ir::ValueId a, ir::ValueId b,
               ir::BlockId block);
  // What holds whenever `from` leads to `to`, but is not part of the guard:
  // the tests at the exits of loops, about values of the last iteration.
  Cond known_at(ir::BlockId to);

  // Does every way from `from` to a return or rethrow pass one of `blocks`?
  // What led to `from` counts: a test that was passed before is not failed
  // behind.  *Yes* is certain.  *No*: the atoms allow a way around them, as far
  // as first iterations of loops tell; it may be impossible for other reasons.
  Answer covers(ir::BlockId from, std::span<const ir::BlockId> blocks);

  // The value behind a number of BranchAtom::value.
  ir::ValueId value_of(BranchAtoms::Value number) const;

private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace wt::logic
