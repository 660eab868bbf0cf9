// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is a function to an engine?
//
// A control-flow graph of basic blocks over a dense table of Insts.  Block 0
// is the entry.  It is left normally by kReturn, exceptionally by kRethrow or
// by a call that may throw and has no exceptional successor.  A function
// without blocks is a declaration.
//
// Tested by tests/unit/ir/.

#pragma once

#include "ir/inst.h"

#include <initializer_list>
#include <span>

namespace wt::ir {

enum class Linkage : std::uint8_t {
  kExternal,  // one strong definition in the program
  kInternal,  // static: this unit only
  kWeak,      // may be replaced by a strong one
  kOnce,      // COMDAT: every unit has the same one
  kAvailable, // a body to look at; the real one is elsewhere
};

enum class Access : std::uint8_t { kNone, kPublic, kProtected, kPrivate };

// An attribute on a declaration that means the same as a model line.
struct DeclAttribute {
  enum class Kind : std::uint8_t {
    kMalloc,           // malloc: returns fresh.  text: deallocator if given
    kOwnershipReturns, // text: family
    kOwnershipTakes,   // args: 0-based argument indices; text: family
    kOwnershipHolds,   // likewise
    kReturnsNonNull,
    kAnalyzerNoReturn,
    kPureOrConst, // reads memory at most: keeps nothing
    kFormat,      // args: of the format, then the first that it formats, if any
  };
  Kind kind = Kind::kMalloc;
  std::vector<std::uint32_t> args;
  StrId text = StringTable::empty();

  bool operator==(const DeclAttribute &) const = default;
};

struct Block {
  std::vector<ValueId> insts; // phis first, terminator last
  std::vector<BlockId> successors;

  bool operator==(const Block &) const = default;
};

struct Function {
  StrId link_name = StringTable::empty(); // what the linker sees (mangled)
  StrId name = StringTable::empty();      // plain source name, qualified in C++
  Linkage linkage = Linkage::kExternal;
  Access access = Access::kNone;
  bool is_variadic = false;
  bool does_not_return = false;
  bool may_throw = false;
  bool is_constructor = false;
  bool is_destructor = false;
  bool is_virtual = false;
  bool is_method = false;       // first parameter (after a result slot): this
  bool returns_by_slot = false; // parameter 0 is where the result is written
  bool address_taken = false;   // in this unit, other than as a callee
  bool is_implicit = false;     // written by the compiler
  // Link name of what this is another name for, or "".
  StrId alias_of = StringTable::empty();
  TypeId type;        // declared function type, or unknown
  TypeId result_type; // what kReturn carries
  TypeId parent;      // record of a method, or invalid
  SourcePos pos;      // of the name
  SourcePos end;      // closing brace
  std::vector<DeclAttribute> attributes;

  IdMap<ValueId, Inst> insts;
  IdMap<BlockId, Block> blocks;
  IdMap<VariableId, Variable> variables;
  std::uint32_t param_count = 0; // values 0 .. param_count-1 are kParam
  std::vector<ValueId> operands; // of all insts, see Inst::first_operand

  // Side tables, indexed by Inst::extra.
  std::vector<std::int64_t> ints;
  std::vector<FieldRef> fields;
  std::vector<CallInfo> calls;
  std::vector<SwitchInfo> switches;
  std::vector<std::vector<BlockId>> phi_blocks;

  bool operator==(const Function &) const = default;

  bool is_declaration() const { return blocks.empty(); }
  static constexpr BlockId entry() { return BlockId(0); }

  std::span<const ValueId> operands_of(ValueId v) const {
    const Inst &inst = insts[v];
    return {operands.data() + inst.first_operand, inst.operand_count};
  }
  std::span<ValueId> operands_of(ValueId v) {
    const Inst &inst = insts[v];
    return {operands.data() + inst.first_operand, inst.operand_count};
  }
  ValueId operand(ValueId v, std::uint32_t i) const {
    return operands_of(v)[i];
  }
  ValueId terminator(BlockId b) const { return blocks[b].insts.back(); }

  // Typed views of `extra`.  Each asserts that the op fits.
  std::int64_t int_value(ValueId v) const;
  GlobalId global(ValueId v) const;
  FunctionId function(ValueId v) const;
  VariableId variable(ValueId v) const; // kParam, kSlot, kAssign, kScopeEnd
  const FieldRef &field(ValueId v) const;
  const CallInfo &call(ValueId v) const;
  const SwitchInfo &switch_info(ValueId v) const;
  std::span<const BlockId> incoming(ValueId phi) const;
  ValueId callee(ValueId call) const { return operand(call, 0); }
  std::span<const ValueId> arguments(ValueId call) const {
    return operands_of(call).subspan(1);
  }

  // Building.  add() makes a value that is in no block yet; append() also
  // puts it at the end of `block`.
  ValueId add(Inst inst, std::span<const ValueId> operands);
  ValueId append(BlockId block, Inst inst, std::span<const ValueId> operands);
  ValueId append(BlockId block, Inst inst,
                 std::initializer_list<ValueId> operands);
  ValueId int_constant(std::int64_t value, TypeId type);
};

bool is_leaf(Op op);
bool is_marker(Op op); // kAssign, kScopeEnd
// Ends a block: kBranch .. kUnreachable, and kCall with an unwind successor.
bool is_terminator(const Function &function, ValueId v);

} // namespace wt::ir
