// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does one analysis keep while it works?
//
// The tables of expressions and regions, the bodies it has looked at, and which
// regions callees may change.  A workspace belongs to one thread.

#pragma once

#include "engine/contradiction/beliefs.h"
#include "engine/engine.h"

#include <map>
#include <memory>

namespace wt::contradiction {

class Workspace {
public:
  Workspace(const Facts &facts, const pointer::Regions &division)
      : facts(facts), regions(division), exprs(regions) {}
  Workspace(const Workspace &) = delete;

  const Facts facts;
  RegionTable regions;
  Expressions exprs;

  FunctionView &view(ProcedureId procedure);
  Beliefs &beliefs(ProcedureId procedure);

  // The regions that a call of `procedure` may change, with all that it calls;
  // nullopt: any.
  const std::optional<RegionSetId> &modified(ProcedureId procedure);

private:
  bool add_modified(ProcedureId procedure, std::vector<RegionId> &out,
                    std::vector<ProcedureId> &todo);

  std::map<ProcedureId, std::unique_ptr<FunctionView>> views_;
  FunctionView::Names names_; // of the next body
  std::map<ProcedureId, std::unique_ptr<Beliefs>> beliefs_;
  std::map<ProcedureId, std::optional<RegionSetId>> modified_;
};

} // namespace wt::contradiction
