// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does a function free what it gave to a call, whatever the call did?
//
//   draw(s); if (early) return 1; free(s);       yes: `early` is no news
//   if (put(list, s) < 0) free(s);               no: the result decides
//   add(list, s); if (list->full) free(s);       no: it may have written that
//   add(list, s); remove(list, s); free(s);      no: another call with both
//   give(s, copies); if (copies) free(s);        no: it decided by that too
//
// The blocks behind the call are searched: one where a test that the call had
// no part in goes another way will do, where it may have had a part all ways
// must come to a free.
//
// Tested by tests/leak/c/borrowed_by_outside.c and taken_by_outside.c.

#pragma once

#include "model/model.h"
#include "program/program.h"

#include <set>

namespace wt::infer {

// Parameters that functions surely free, unless they are null: by models, and
// by bodies that pass them on.
class Releasers {
public:
  Releasers(const Program &program, const model::ModelSet &models);
  bool frees(ProcedureId procedure, std::uint32_t argument) const {
    return freed_.contains({procedure, argument});
  }

private:
  using Parameter = std::pair<ProcedureId, std::uint32_t>;
  std::set<Parameter> freed_;
};

// What of a call's argument the function can be seen to do.
struct Afterwards {
  bool is_freed_anyhow = false; // whatever the call did
  bool is_freed = false;        // somewhere in the function
  bool is_made_here = false;    // it is the result of another call
};
Afterwards afterwards(const Program &program, const model::ModelSet &models,
                      const Releasers &releasers, ProcedureId caller,
                      ir::ValueId call, std::uint32_t argument);

} // namespace wt::infer
