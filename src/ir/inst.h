// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What are the words of the language that every engine reads?
//
// One Inst is one node of a function: a leaf (parameter, constant, address of
// a global) or an instruction inside a block.  Both are named by a ValueId,
// so an engine keeps per-value facts in one dense array.  docs/dev/ir.md gives
// the meaning of each operation as an equation.
//
// What an Inst does not hold itself (call details, field references, switch
// cases, integer constants) sits in side tables of its Function, at `extra`.

#pragma once

#include "ir/type.h"
#include "support/source.h"

namespace wt::ir {

using ValueId = Id<struct ValueTag>;
using BlockId = Id<struct BlockTag>;
using VariableId = Id<struct VariableTag>;
using GlobalId = Id<struct GlobalTag>;
using FunctionId = Id<struct FunctionTag>;

enum class Op : std::uint8_t {
  // Leaves: belong to no block, are available everywhere in the function.
  kParam,    // extra: VariableId.  In order, the first values of a function
  kInt,      // extra: index into Function::ints
  kNull,     // the null pointer
  kGlobal,   // address of a global.  extra: GlobalId
  kFunction, // address of a function.  extra: FunctionId
  kUndef,    // any value
  kOpaque,   // a constant that is not modelled (floating point, > 64 bits)

  // Memory.
  kSlot,    // address of a local.  extra: VariableId; operand: count if a VLA
  kField,   // address of a field.  (p); extra: index into Function::fields
  kElement, // p + index * stride.  (p, index); extra: stride in bytes
  kLoad,    // (p); type: what is loaded
  kStore,   // (p, v)
  kMemCopy, // (to, from, length)
  kMemFill, // (to, byte, length)

  // Values.
  kCast,    // (v); code: CastKind
  kBinop,   // (a, b); code: BinaryOp; extra: 1 if signed overflow is undefined
  kCompare, // (a, b); code: Predicate; type i1
  kPhi,     // one operand per incoming block; extra: index into phi_blocks
  kSelect,  // (condition, a, b)
  kUnknown, // any value, may depend on and keep the operands.  extra: StrId why

  // Calls.
  kCall,    // (callee, arguments...); extra: index into Function::calls
  kLanding, // the exception just caught by this block; code: LandingKind

  // Markers left by promotion and by scopes.  They compute nothing.
  kAssign,   // (v): variable `extra` now has the value v
  kScopeEnd, // variable `extra` ends here

  // Terminators.  Targets are Block::successors.
  kBranch,      // () -> target, or (condition) -> then, else; extra: StrId text
  kSwitch,      // (v) -> default, case...; extra: index into Function::switches
  kReturn,      // () or (v)
  kRethrow,     // (exception): leaves through the exceptional exit
  kUnreachable, // never reached (after a call that does not return)
};
// A kCall is a terminator too when CallInfo::has_unwind: successors are then
// the normal and the exceptional one.

enum class BinaryOp : std::uint8_t {
  kAdd,
  kSub,
  kMul,
  kSDiv,
  kUDiv,
  kSRem,
  kURem,
  kShl,
  kLShr,
  kAShr,
  kAnd,
  kOr,
  kXor
};

enum class Predicate : std::uint8_t {
  kEq,
  kNe,
  kSLt,
  kSLe,
  kSGt,
  kSGe,
  kULt,
  kULe,
  kUGt,
  kUGe
};

enum class CastKind : std::uint8_t {
  kBitcast, // pointer to pointer, or same-width reinterpretation
  kZext,    // wider, zero filled
  kSext,    // wider, sign filled
  kTrunc,   // narrower
  kPtrToInt,
  kIntToPtr,
  kNumeric // to or from floating point
};

enum class LandingKind : std::uint8_t {
  kCleanup, // runs destructors, then goes on unwinding
  kCatch,   // has handlers for some types
  kCatchAll // nothing passes it
};

struct Inst {
  Op op = Op::kUndef;
  std::uint8_t code = 0;    // BinaryOp, Predicate, CastKind or LandingKind
  bool is_volatile = false; // load, store
  BlockId block;            // invalid for leaves
  TypeId type;              // of the result; void when there is none
  std::uint32_t first_operand = 0; // into Function::operands
  std::uint32_t operand_count = 0;
  std::uint32_t extra = 0; // meaning depends on op, see above
  SourcePos pos;
  StrId macro = StringTable::empty(); // outermost one it was written in, or ""

  bool operator==(const Inst &) const = default;
};

// `field p, (record, path), offset`.  The record is unknown when only the
// offset could be found out.  The path has one field index per nesting level.
struct FieldRef {
  TypeId record;
  std::vector<std::uint32_t> path;
  std::int64_t offset = 0; // bytes

  bool operator==(const FieldRef &) const = default;
};

struct CallInfo {
  bool has_unwind = false; // terminator: successors are normal, exceptional
  bool may_throw = false;  // an exception may leave through it
  bool does_not_return = false;
  // Virtual call: type id of the static class, or "".
  StrId virtual_class = StringTable::empty();
  std::uint32_t virtual_offset = 0; // bytes behind the vtable address point
  TypeId function_type;             // as called; unknown when not declared

  bool operator==(const CallInfo &) const = default;
};

struct SwitchInfo {
  std::vector<std::int64_t> cases;   // successors[1 + i] is taken for cases[i]
  StrId text = StringTable::empty(); // source text of the selector

  bool operator==(const SwitchInfo &) const = default;
};

// A named local, a parameter, or a temporary of the compiler (empty name).
struct Variable {
  StrId name = StringTable::empty();
  TypeId type;
  SourcePos pos;
  bool is_param = false;
  bool is_promoted = false; // has no slot any more, only markers

  bool operator==(const Variable &) const = default;
};

// Holds exactly when `p` does not.
Predicate inverse(Predicate p);
// `a p b` is `b mirrored(p) a`.
Predicate mirrored(Predicate p);

const char *name_of(Op op);
const char *name_of(BinaryOp op);
const char *name_of(Predicate predicate);
const char *name_of(CastKind kind);
const char *name_of(LandingKind kind);

} // namespace wt::ir
