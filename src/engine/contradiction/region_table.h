// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which sets of regions does an analysis talk about, and which of them meet?
//
// A division of memory (pointer/regions.h) gives the regions of addresses.  To
// these come private ones: a variable that was promoted has no address, so
// nothing but its own assignments changes it.  Sets are kept once and compared
// by number.
//
//   unknown   where an address points was not asked: a cell that only the
//             behaviour of a callee mentions
//
// Tested by tests/unit/engine/contradiction_transfer_test.cpp.

#pragma once

#include "pointer/regions.h"

#include <map>
#include <vector>

namespace wt::contradiction {

using pointer::RegionId;
using RegionSetId = Id<struct RegionSetTag>;

class RegionTable {
public:
  explicit RegionTable(const pointer::Regions &division);

  static constexpr RegionSetId unknown() { return RegionSetId(0); }

  RegionSetId add(std::vector<RegionId> regions);
  const std::vector<RegionId> &operator[](RegionSetId id) const {
    return sets_[id];
  }
  RegionId private_region(ProcedureId procedure, ir::VariableId variable);
  bool is_private(RegionId region) const {
    return region.value >= division_.region_count();
  }
  bool is_private_of(RegionId region, ProcedureId procedure) const;

  bool overlap(RegionId a, RegionId b) const;
  // Sets whose regions are not known overlap nothing.
  bool overlap(RegionSetId a, RegionSetId b) const;

  const pointer::Regions &division() const { return division_; }

private:
  const pointer::Regions &division_;
  IdMap<RegionSetId, std::vector<RegionId>> sets_;
  std::map<std::vector<RegionId>, RegionSetId> numbers_;
  std::map<std::pair<ProcedureId, ir::VariableId>, RegionId> private_;
  std::vector<ProcedureId> owners_; // of the private regions, in order
  mutable std::map<std::pair<RegionSetId, RegionSetId>, bool> overlaps_;
};

} // namespace wt::contradiction
