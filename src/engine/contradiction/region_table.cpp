// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sets of regions, kept once.  See region_table.h.

#include "engine/contradiction/region_table.h"

#include <algorithm>

namespace wt::contradiction {

RegionTable::RegionTable(const pointer::Regions &division)
    : division_(division) {
  sets_.push({});
}

RegionSetId RegionTable::add(std::vector<RegionId> regions) {
  auto [at, is_new] =
      numbers_.try_emplace(std::move(regions), RegionSetId(sets_.size()));
  if (is_new)
    sets_.push(at->first);
  return at->second;
}

RegionId RegionTable::private_region(ProcedureId procedure,
                                     ir::VariableId variable) {
  RegionId next(division_.region_count() + owners_.size());
  auto [at, is_new] = private_.try_emplace({procedure, variable}, next);
  if (is_new)
    owners_.push_back(procedure);
  return at->second;
}

bool RegionTable::is_private_of(RegionId region, ProcedureId procedure) const {
  return is_private(region) &&
         owners_[region.value - division_.region_count()] == procedure;
}

bool RegionTable::overlap(RegionId a, RegionId b) const {
  if (a == b)
    return true;
  return !is_private(a) && !is_private(b) && division_.may_overlap(a, b);
}

bool RegionTable::overlap(RegionSetId a, RegionSetId b) const {
  if (a == unknown() || b == unknown())
    return false;
  if (a == b)
    return !sets_[a].empty();
  auto [at, is_new] = overlaps_.try_emplace(std::minmax(a, b), false);
  if (is_new)
    at->second = std::ranges::any_of(sets_[a], [&](RegionId x) {
      return std::ranges::any_of(sets_[b],
                                 [&](RegionId y) { return overlap(x, y); });
    });
  return at->second;
}

} // namespace wt::contradiction
