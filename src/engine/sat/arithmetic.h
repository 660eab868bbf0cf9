// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What do the operations of the IR compute?  See arithmetic.cpp.

#pragma once

#include "engine/sat/heap.h"
#include "ir/inst.h"

namespace wt::sat {

Value binary(Heap &heap, ir::BinaryOp op, const Value &a, const Value &b,
             std::uint32_t width);
// `is_float`: the operands are no integers, only equal operands compare alike.
Cond compare(Heap &heap, ir::Predicate predicate, const Value &a,
             const Value &b, bool is_float);
Value cast(Heap &heap, ir::CastKind kind, const Value &value, Shape to);

} // namespace wt::sat
