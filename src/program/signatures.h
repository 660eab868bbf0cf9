// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which functions could an unknown function pointer be, judging by its type?
//
// Those whose address is taken somewhere and that have as many parameters,
// of the same classes (pointer, integer of a width, floating point of a
// width), as the call passes arguments, and the same class of result.  What
// has no known type fits everything.  Types themselves are not compared:
// `void *` handlers called as `struct s *` handlers are too common in C.
//
// Tested by tests/unit/program/call_graph_test.cpp.

#pragma once

#include "program/program.h"

#include <unordered_map>

namespace wt {

class Signatures {
public:
  explicit Signatures(const Program &program);

  // Sorted.  Equal calls share one answer.
  const std::vector<ProcedureId> &matching(ProcedureId caller,
                                           ir::ValueId call);

private:
  // One letter per result and parameter, e.g. "v" "pi" for void(char *, int).
  struct Candidate {
    ProcedureId procedure;
    std::string classes; // result first
    bool is_variadic = false;
    bool is_known = false;
  };
  const Program &program_;
  std::vector<Candidate> candidates_;
  std::unordered_map<std::string, std::vector<ProcedureId>> answers_;
};

// For every procedure: is its address taken other than to be called or to be
// put into a vtable?
std::vector<bool> address_taken(const Program &program);

} // namespace wt
