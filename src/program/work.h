// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How much work are these functions, about?

#pragma once

#include "program/program.h"

#include <span>

namespace wt {

// The instructions of their bodies.
std::uint64_t work_of(const Program &program,
                      std::span<const ProcedureId> procedures);

} // namespace wt
