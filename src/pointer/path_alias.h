// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which objects may an access path lead to, and may two paths meet?
//
// Summaries name objects by the way to them (path/access_path.h).  Under
// points-to a path is followed load by load, from the sets of its root, in the
// words of one procedure:
//
//   arg0            what the parameter may point to
//   arg0[+8]        the contents of byte 8 of all that
//   result          what the procedure may return
//   site            what the call acquires
//
// Tested by tests/unit/pointer/path_alias_test.cpp.

#pragma once

#include "path/access_path.h"
#include "pointer/points_to.h"

namespace wt::pointer {

// What the value at `path` may point to, at any time during `procedure`.  Deep
// paths include all that is reachable.
PointSet targets(const PointsTo &facts, ProcedureId procedure,
                 const AccessPath &path);

// The same in terms of a call: parameters are its arguments, the result is the
// value of the call.
PointSet targets_at(const PointsTo &facts, ProcedureId caller, ir::ValueId call,
                    const AccessPath &path);

// May both lead to the same object?
bool may_alias(const PointsTo &facts, ProcedureId p, const AccessPath &a,
               ProcedureId q, const AccessPath &b);

// Everything that can be reached from `from`, itself included.
PointSet reachable(const PointsTo &facts, PointSet from);

} // namespace wt::pointer
