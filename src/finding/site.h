// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where did the losing function get the object from?
//
// The one definition of Site that all engines and tests use: a call whose
// result or out-parameter is fresh (behind a wrapper: the call of the wrapper),
// a parameter it owns, or a load from memory when it loses what was stored
// there before.  A finding is reported at its site.

#pragma once

#include "ir/inst.h"
#include "model/model.h"
#include "program/program.h"

namespace wt {

struct Site {
  enum class Kind : std::uint8_t { kCall, kParameter, kLoad };
  ProcedureId procedure;
  Kind kind = Kind::kCall;
  ir::ValueId value;      // the call, kParam or kLoad
  model::Place place;     // kCall: which of the call's places is fresh
  model::FamilyId family; // invalid when not known

  bool operator==(const Site &o) const {
    return procedure == o.procedure && kind == o.kind && value == o.value &&
           place == o.place;
  }
};

} // namespace wt
