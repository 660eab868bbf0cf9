// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which calls acquire an object, and which give one back?
//
// Those whose written model says so, and calls of plain wrappers around them,
// found in bodies:
//
//   releases its parameter   every path to a return passes a call that frees
//                            it, or the branch on which it is null
//   hands out an object      all it returns are objects acquired in it (or
//                            null) that nobody else keeps
//
// Deliberately small: counted references, functions that free sometimes and
// objects in out-parameters of bodies are not recognised.
//
// Tested by tests/unit/mutation/mutant_test.cpp.

#pragma once

#include "mutation/fate.h"

#include <optional>

namespace wt::mutation {

struct Deallocation {
  ir::ValueId call;
  ProcedureId callee;
  ir::ValueId freed; // the argument
  model::FamilyId family;
};

class Roles {
public:
  Roles(Calls &calls, Fates &fates) : calls_(calls), fates_(fates) {}

  // Frees one of its arguments, always, and acquires nothing.
  std::optional<Deallocation> deallocation(ProcedureId caller,
                                           ir::ValueId call);
  // The family of the object that the call returns.
  std::optional<model::FamilyId> fresh_result(ProcedureId caller,
                                              ir::ValueId call);
  // Likewise for what it leaves at the address in argument number `index`.
  std::optional<model::FamilyId> fresh_at(ProcedureId caller, ir::ValueId call,
                                          std::uint32_t index);

private:
  struct Released {
    std::uint32_t parameter = 0;
    model::FamilyId family;
  };
  std::optional<Released> releases(ProcedureId procedure);
  std::optional<Released> releases_in_body(ProcedureId procedure);
  bool is_always_released(ProcedureId procedure, std::uint32_t parameter,
                          const std::vector<ir::ValueId> &frees);
  std::optional<model::FamilyId> hands_out(ProcedureId procedure);
  bool collect_handed_out(ProcedureId procedure, ir::ValueId value,
                          std::vector<ir::ValueId> &seen,
                          std::optional<model::FamilyId> &family);

  Calls &calls_;
  Fates &fates_;
  // Answers about bodies; what is being asked for has none yet.
  std::map<ProcedureId, std::optional<Released>> released_;
  std::map<ProcedureId, std::optional<model::FamilyId>> handed_out_;
};

} // namespace wt::mutation
