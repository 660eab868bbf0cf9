// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is this body the same as in another run?
//
// The digest of a body covers all that an analysis can read from it and from
// the tables of its unit that it leads to: instructions, local variables, types
// with everything they are made of, the functions and globals it names as its
// unit declares them.  Ids of the unit, which move when something is declared
// before, are replaced by what they stand for; places in the source are told
// from the line of the function.
//
// Not in it: what the program knows of the functions and globals that are named
// (FactDigests), where in its file the function is.
//
// Tested by tests/unit/memo/fact_digests_test.cpp.

#pragma once

#include "memo/names.h"

namespace wt::memo {

// Of one unit; used by one thread.
class UnitDigests {
public:
  UnitDigests(const Program &program, const Names &names, UnitId unit);

  Digest body(ir::FunctionId function) const;
  Digest header(ir::FunctionId function) const; // its declaration
  Digest global(ir::GlobalId global) const;
  // All types in their order, by their numbers.
  Digest types() const;

private:
  std::uint64_t text(StrId id) const;
  std::uint64_t type(ir::TypeId id) const;
  void add_header(DigestBuilder &out, const ir::Function &function) const;
  void add_inst(DigestBuilder &out, const ir::Function &function,
                ir::ValueId v) const;
  void add_extra(DigestBuilder &out, const ir::Function &function,
                 ir::ValueId v) const;
  void add_pos(DigestBuilder &out, const ir::Function &function,
               const SourcePos &pos) const;
  void find_types();

  const Program &program_;
  const Names &names_;
  UnitId id_;
  const ir::Unit &unit_;
  IdMap<StrId, std::uint64_t> texts_;
  IdMap<ir::TypeId, std::uint64_t> types_; // with all that they are made of
  Digest all_types_;
};

} // namespace wt::memo
