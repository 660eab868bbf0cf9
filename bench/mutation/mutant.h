// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which deallocation calls can be dropped, and for which of them is it certain
// that dropping makes a leak?
//
// A mutant is the program without one deallocation call.  It is of class (a)
// when the object freed there
//
//   - was acquired in the same function: the freed value, followed back through
//     casts, phis and locals, is the result or out-parameter of acquiring calls
//     (or null, or the address of a variable), and
//   - stays in it (mutation/fate.h): nobody else can free it, and
//   - is lost: control can leave the function behind the call without another
//     deallocation of that value, and without ending the process.
//
// It is of class (c) when the object was acquired elsewhere and is a parameter,
// or was in a field or global where nobody finds it any more
// (mutation/elsewhere.h).
//
// All decided by looking, without an engine.  `main` is left out: what it still
// holds at its end is no leak.
//
// Tested by tests/unit/mutation/mutant_test.cpp.

#pragma once

#include "mutation/roles.h"

#include <set>

namespace wt::mutation {

struct Mutant {
  ProcedureId procedure;
  Deallocation dropped;
  std::vector<Origin> origins; // where the freed object was acquired
  std::string why_not;         // not of class (a) because; "": it is
  std::string why_not_c;       // likewise

  bool is_class_a() const { return why_not.empty(); }
  bool is_class_c() const { return why_not_c.empty() && !is_class_a(); }
};

class MutantMaker {
public:
  MutantMaker(const Program &program, const model::ModelSet &models)
      : calls_(program, models), fates_(calls_), roles_(calls_, fates_) {}

  // One per place in the source, by file, line and column.
  std::vector<Mutant> all();
  std::vector<Mutant> in(ProcedureId procedure);

private:
  Mutant judged(ProcedureId procedure, const Deallocation &deallocation);
  std::string trace(ProcedureId procedure, ir::ValueId value,
                    std::set<ir::ValueId> &seen, std::set<Origin> &origins);
  std::string trace_slot(ProcedureId procedure, ir::ValueId address,
                         std::set<ir::ValueId> &seen,
                         std::set<Origin> &origins);
  bool is_lost(ProcedureId procedure, const Deallocation &deallocation);

  Calls calls_;
  Fates fates_;
  Roles roles_;
};

// The function without that call.  Its values keep their numbers; a result that
// is used becomes unknown, an exception no longer comes from it.
ir::Function without_call(const ir::Function &function, ir::ValueId call);

} // namespace wt::mutation
