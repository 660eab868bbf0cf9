// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which arguments does code without a body only borrow?
//
// Such code may keep every pointer it is given.  The program around it often
// shows that it does not:
//
//   draw(s); if (early) return 1; free(s);   the same function frees it later:
//                                            draw() did not take it there
//   parse(a); free(a);                       in three callers: parse() takes
//                                            nothing from anybody
//   show(const char *)                       text that is only read
//   log(const char *, ...)                   format(printf, 1, 2)
//   if (hook) hook(p); free(p);              in a function that frees what it
//   is
//                                            given: the hook is told of blocks
//                                            that go, and owns none
//
// A free after the call counts only if it does not depend on what the call may
// have done: a test of its result, of what it was given or could write, and
// another call with the object or with one of the other arguments in between
// say nothing (`if (put(list, p) < 0) free(p)`, `remove(list, p); free(p)`).
//
// These are beliefs (Engler and others, "Bugs as deviant behavior", SOSP 2001;
// Kremenek and others, "From uncertainty to belief", OSDI 2006).  They say who
// holds an object, and so what is lost; they support no proof, and no body is
// overruled.  What a borrowed argument reaches may be kept all the same.
//
// Tested by tests/leak/c/borrowed_*.c, taken_by_outside.c, format_attribute.c,
// told_hooks.c.

#pragma once

#include "model/model.h"
#include "program/program.h"
#include "summary/behaviour.h"
#include "summary/named_cell.h"

#include <map>

namespace wt::infer {

// Why an argument is believed to be borrowed.
struct Borrow {
  enum class Reason : std::uint8_t {
    kFormat,      // it is formatted as text: by an attribute
    kConst,       // it is `const char *`
    kFreedAfter,  // the caller frees it afterwards, elsewhere
    kManyCallers, // several callers free it afterwards
    kToldOfFrees, // a hook that is told of blocks before they are freed
  };
  Reason reason = Reason::kConst;
  std::size_t callers = 0; // kManyCallers: how many
};

// Callers of which each frees what it gave, before all are believed to.
inline constexpr std::size_t kMinCallers = 3;

class Borrowed {
public:
  // What `caller` may expect of code without a body: it keeps all but what is
  // borrowed.  Null: nothing is believed.
  const Behaviour *of(ProcedureId caller, ProcedureId callee) const;
  // Why; null: it is not believed.
  const Borrow *why(ProcedureId caller, ProcedureId callee,
                    std::uint32_t argument) const;
  // The same of a call through a pointer in a field or global, of which nobody
  // knows where it leads.
  Arguments through_hook(const Program &program, ProcedureId caller,
                         ir::ValueId call) const;

private:
  friend class BorrowedFinder;
  friend Borrowed find_borrowed(const Program &, const model::ModelSet &);
  void add(ProcedureId caller, ProcedureId callee, std::uint32_t argument,
           Borrow borrow);
  void add_rest(ProcedureId callee, std::uint32_t first, Borrow borrow);

  // Invalid caller: whoever calls it.
  using Key = std::pair<ProcedureId, ProcedureId>; // callee, caller
  struct Known {
    Behaviour behaviour;
    std::map<std::uint32_t, Borrow> reasons;
    std::uint32_t rest = UINT32_MAX; // the first of those behind the dots
  };
  Known &known(ProcedureId caller, ProcedureId callee);
  const Known *find(ProcedureId caller, ProcedureId callee) const;
  std::map<Key, Known> known_;
  std::map<NamedCell, Arguments> hooks_;
};

Borrowed find_borrowed(const Program &program, const model::ModelSet &models);
// Where the pointer lies through which is called; none: nothing has that name,
// or some of the functions that may be there are known.
std::optional<NamedCell> hook_at(const Program &program, ProcedureId caller,
                                 ir::ValueId call);

// One sentence for readers: "'show()' has no body here and is taken not to keep
// 's': it is declared const char *".
std::string sentence(const Borrow &borrow, const std::string &callee,
                     const std::string &argument);

} // namespace wt::infer
