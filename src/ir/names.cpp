// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The words of the text form, in the order of the enums of ir/inst.h, and what
// is known of predicates.

#include "ir/inst.h"

#include <iterator>

namespace wt::ir {

namespace {

template <class Enum, std::size_t N>
const char *pick(const char *const (&names)[N], Enum e) {
  auto i = static_cast<std::size_t>(e);
  assert(i < N && "enumerator without a name");
  return names[i];
}

} // namespace

const char *name_of(Op op) {
  static const char *const kNames[] = {
      "param",   "int",     "null",   "global",  "function",   "undef",
      "opaque",  "slot",    "field",  "element", "load",       "store",
      "memcopy", "memfill", "cast",   "binop",   "compare",    "phi",
      "select",  "unknown", "call",   "landing", "assign",     "scope_end",
      "branch",  "switch",  "return", "rethrow", "unreachable"};
  static_assert(std::size(kNames) ==
                static_cast<std::size_t>(Op::kUnreachable) + 1);
  return pick(kNames, op);
}

const char *name_of(BinaryOp op) {
  static const char *const kNames[] = {"add",  "sub",  "mul", "sdiv", "udiv",
                                       "srem", "urem", "shl", "lshr", "ashr",
                                       "and",  "or",   "xor"};
  static_assert(std::size(kNames) ==
                static_cast<std::size_t>(BinaryOp::kXor) + 1);
  return pick(kNames, op);
}

const char *name_of(Predicate predicate) {
  static const char *const kNames[] = {"eq",  "ne",  "slt", "sle", "sgt",
                                       "sge", "ult", "ule", "ugt", "uge"};
  static_assert(std::size(kNames) ==
                static_cast<std::size_t>(Predicate::kUGe) + 1);
  return pick(kNames, predicate);
}

const char *name_of(CastKind kind) {
  static const char *const kNames[] = {
      "bitcast", "zext", "sext", "trunc", "ptrtoint", "inttoptr", "numeric"};
  static_assert(std::size(kNames) ==
                static_cast<std::size_t>(CastKind::kNumeric) + 1);
  return pick(kNames, kind);
}

const char *name_of(LandingKind kind) {
  static const char *const kNames[] = {"cleanup", "catch", "catch_all"};
  static_assert(std::size(kNames) ==
                static_cast<std::size_t>(LandingKind::kCatchAll) + 1);
  return pick(kNames, kind);
}

Predicate inverse(Predicate p) {
  switch (p) {
  case Predicate::kEq:
    return Predicate::kNe;
  case Predicate::kNe:
    return Predicate::kEq;
  case Predicate::kSLt:
    return Predicate::kSGe;
  case Predicate::kSLe:
    return Predicate::kSGt;
  case Predicate::kSGt:
    return Predicate::kSLe;
  case Predicate::kSGe:
    return Predicate::kSLt;
  case Predicate::kULt:
    return Predicate::kUGe;
  case Predicate::kULe:
    return Predicate::kUGt;
  case Predicate::kUGt:
    return Predicate::kULe;
  case Predicate::kUGe:
    return Predicate::kULt;
  }
  return p;
}

Predicate mirrored(Predicate p) {
  switch (p) {
  case Predicate::kSLt:
    return Predicate::kSGt;
  case Predicate::kSLe:
    return Predicate::kSGe;
  case Predicate::kSGt:
    return Predicate::kSLt;
  case Predicate::kSGe:
    return Predicate::kSLe;
  case Predicate::kULt:
    return Predicate::kUGt;
  case Predicate::kULe:
    return Predicate::kUGe;
  case Predicate::kUGt:
    return Predicate::kULt;
  case Predicate::kUGe:
    return Predicate::kULe;
  case Predicate::kEq:
  case Predicate::kNe:
    break;
  }
  return p;
}

} // namespace wt::ir
