// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Into which parts is memory divided, and which of them can a pointer mean?
//
// A region is a set of memory cells; different regions share none but where
// may_overlap() says so.  An engine that reasons backwards over single
// expressions needs just this much: which regions an address may lie in, and
// whether a write there can change what an expression reads (Orlovich and
// Rugina, "Memory Leak Analysis by Contradiction", Section 4.1).
//
// Three divisions stand behind the same questions: points_to.h for whole
// programs; for fragments, whose callers are not known, by address-taken
// variables or by declared types (partitions.h).

#pragma once

#include "program/program.h"

#include <string>
#include <vector>

namespace wt::pointer {

using RegionId = Id<struct RegionTag>;

class Regions {
public:
  virtual ~Regions() = default;

  virtual std::size_t region_count() const = 0;
  // Where the value, used as an address in the body of `procedure`, may point;
  // ascending.  Empty: nowhere, it is null or never computed.
  virtual std::vector<RegionId> regions(ProcedureId procedure,
                                        ir::ValueId value) const = 0;
  // Where the cell `offset` bytes behind `value`, a pointer to `record`, may
  // lie.
  virtual std::vector<RegionId> regions_behind(ProcedureId procedure,
                                               ir::ValueId value,
                                               ir::TypeId record,
                                               std::int64_t offset) const = 0;
  // Where the cells of a global at `offset` lie.
  virtual RegionId region(ProgramVariableId variable,
                          std::uint32_t offset) const = 0;
  // Can a write to a cell of `a` be seen in a cell of `b`?
  virtual bool may_overlap(RegionId a, RegionId b) const { return a == b; }
  // All regions and what distinguishes them, in order, as far as they depend on
  // declarations alone.
  virtual std::string declared() const { return ""; }
  // For people: "list.next", "main.buffer", "anything else".
  virtual std::string name(RegionId region) const = 0;

  // Can a write through one be seen through the other?
  bool may_overlap(const std::vector<RegionId> &a,
                   const std::vector<RegionId> &b) const {
    for (RegionId x : a)
      for (RegionId y : b)
        if (may_overlap(x, y))
          return true;
    return false;
  }
};

} // namespace wt::pointer
