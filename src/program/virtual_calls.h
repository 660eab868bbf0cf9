// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which functions may a virtual call run?
//
// Every vtable says at which byte the functions of which class begin; a class
// derived from C has, in its vtable, an entry for C.  So a call through C at
// `virtual_offset` may run what lies that many bytes behind each entry for C:
//
//   vtable of D:  [0] offset, [8] typeinfo, [16] D::f   entries C@16, D@16
//   vtable of C:  [0] offset, [8] typeinfo, [16] C::f   entries C@16
//   call C +0     {C::f, D::f}
//
// These are the type entries that whole-program devirtualisation in compilers
// reads too.  Classes of libraries that are not in the program are not seen,
// so the answer is exact only for classes of an anonymous namespace, which
// nobody else can derive from.
//
// Tested by tests/unit/program/virtual_calls_test.cpp.

#pragma once

#include "program/program.h"

#include <unordered_map>

namespace wt {

// Stands in a vtable for a function that does not exist.
bool is_placeholder(const Procedure &procedure);

class VirtualCalls {
public:
  explicit VirtualCalls(const Program &program);

  // Sorted, without doubles and without pure virtual functions.
  std::vector<ProcedureId> targets(UnitId unit, std::string_view type_id,
                                   std::uint64_t offset) const;
  static bool is_closed(std::string_view type_id);

private:
  struct Entry {
    ProgramVariableId vtable;
    std::uint64_t offset;
  };
  const Program &program_;
  std::unordered_map<std::string_view, std::vector<Entry>> by_class_;
};

} // namespace wt
