// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The size of functions: see work.h.

#include "program/work.h"

namespace wt {

std::uint64_t work_of(const Program &program,
                      std::span<const ProcedureId> procedures) {
  std::uint64_t insts = 0;
  for (ProcedureId p : procedures)
    if (program.procedures()[p].has_body)
      insts += program.body(p).insts.size();
  return insts;
}

} // namespace wt
