// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which values of a body may be objects that the body acquired?
//
// A search looks for a way from a lost reference to an acquiring call.  Where
// no such object can have got to, in whatever order things happen, there is
// nothing to look for: most variables hold what callers passed.
//
//   s = xmalloc(8);  p->name = s;     s and all cells of the region of p->name
//   t = p->name;                      so t may be it
//   u = strchr(line, ':');            u is not
//
// An over-approximation without order and paths; regions tell cells apart.
//
// Tested by tests/leak/: a miss here is a miss there.

#pragma once

#include "engine/contradiction/probe.h"

#include <set>

namespace wt::contradiction {

class FreshValues {
public:
  FreshValues(Workspace &workspace, ProcedureId procedure);

  // Can what the probe says to be lost have been acquired in the body?
  bool may_be_lost(const Probe &probe) const;

private:
  void start();
  bool pass(ir::ValueId v);
  bool pass_call(ir::ValueId call);
  bool is_fresh_load(RegionSetId regions) const;
  bool add(ir::ValueId v);
  bool add_regions(RegionSetId regions);

  Workspace &workspace_;
  FunctionView &view_;
  std::vector<bool> fresh_;     // by value
  std::set<RegionId> holding_;  // regions with such pointers
  std::set<RegionId> assigned_; // promoted variables that held one
  bool is_anywhere_ = false;    // memory as a whole may hold one
};

} // namespace wt::contradiction
