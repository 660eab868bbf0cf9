// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is everything in range and in its place?  The shape layer of ir/verify.h.
//
// Every check runs in constant time per item and allocates nothing but one
// byte array per function, because this is on the way of every stored unit.

#include "ir/print_words.h"
#include "ir/verify_checks.h"

#include <limits>

namespace wt::ir {

namespace {

constexpr std::uint32_t kMany = std::numeric_limits<std::uint32_t>::max();

// How many operands an operation has.
struct Arity {
  std::uint32_t least, most;
};

constexpr Arity arity_of(Op op) {
  switch (op) {
  case Op::kParam:
  case Op::kInt:
  case Op::kNull:
  case Op::kGlobal:
  case Op::kFunction:
  case Op::kUndef:
  case Op::kOpaque:
  case Op::kLanding:
  case Op::kScopeEnd:
  case Op::kUnreachable:
    return {0, 0};
  case Op::kSlot:
  case Op::kBranch:
  case Op::kReturn:
    return {0, 1};
  case Op::kField:
  case Op::kLoad:
  case Op::kCast:
  case Op::kAssign:
  case Op::kSwitch:
  case Op::kRethrow:
    return {1, 1};
  case Op::kElement:
  case Op::kStore:
  case Op::kBinop:
  case Op::kCompare:
    return {2, 2};
  case Op::kMemCopy:
  case Op::kMemFill:
  case Op::kSelect:
    return {3, 3};
  case Op::kCall:
    return {1, kMany};
  case Op::kPhi:
  case Op::kUnknown:
    return {0, kMany};
  }
  return {0, 0};
}

class Shape {
public:
  Shape(const Unit &unit, const Function &f, Complaints &out)
      : unit_(unit), f_(f), out_(out) {}

  void check() {
    check_head();
    for (ValueId v : f_.insts.ids())
      check_inst(v, f_.insts[v]);
    check_params();
    check_blocks();
  }

private:
  bool string(StrId id) const { return id.value < unit_.strings.size(); }
  bool type(TypeId id) const { return id.value < unit_.types.size(); }
  bool position(const SourcePos &pos) const {
    return !pos.file.valid() || unit_.files.contains(pos.file);
  }

  void check_head() {
    if (!string(f_.link_name) || !string(f_.name) || !string(f_.alias_of))
      out_.add("name is not in the string table");
    if (!type(f_.type) || !type(f_.result_type) ||
        (f_.parent.valid() && !type(f_.parent)))
      out_.add("type is not in the type table");
    if (!position(f_.pos) || !position(f_.end))
      out_.add("position is in an unknown file");
    if (unsigned(f_.linkage) >= kLinkageCount)
      out_.add("linkage is not known");
    if (unsigned(f_.access) >= kAccessCount)
      out_.add("access is not known");
    for (const DeclAttribute &a : f_.attributes)
      if (unsigned(a.kind) >= kAttributeCount || !string(a.text))
        out_.add("attribute is not known");
    for (const Variable &v : f_.variables)
      if (!string(v.name) || !type(v.type) || !position(v.pos))
        out_.add("variable has a bad name, type or position");
  }

  void check_inst(ValueId v, const Inst &inst) {
    if (unsigned(inst.op) >= kOpCount)
      return out_.add(v, "operation is not known");
    if (inst.code >= code_count(inst.op))
      out_.add(v, "code does not fit the operation");
    if (!type(inst.type))
      out_.add(v, "type is not in the type table");
    if (!position(inst.pos))
      out_.add(v, "position is in an unknown file");
    if (!string(inst.macro))
      out_.add(v, "macro is not in the string table");
    if (is_leaf(inst.op) && inst.block.valid())
      out_.add(v, "leaf is in a block");
    if (!is_leaf(inst.op) && !f_.blocks.contains(inst.block))
      out_.add(v, "instruction is in no block");
    check_operands(v, inst);
    check_extra(v, inst);
  }

  void check_operands(ValueId v, const Inst &inst) {
    if (std::uint64_t(inst.first_operand) + inst.operand_count >
        f_.operands.size())
      return out_.add(v, "operands lie outside of the operand table");
    for (ValueId operand : f_.operands_of(v))
      if (!f_.insts.contains(operand))
        out_.add(v, "operand is not a value of the function");
    Arity arity = arity_of(inst.op);
    if (inst.operand_count < arity.least || inst.operand_count > arity.most)
      out_.add(v, std::string(name_of(inst.op)) + " cannot have " +
                      std::to_string(inst.operand_count) + " operands");
  }

  void check_extra(ValueId v, const Inst &inst) {
    std::uint32_t extra = inst.extra;
    auto within = [&](std::size_t size, const char *what) {
      if (extra < size)
        return true;
      out_.add(v, std::string(what) + " is out of range");
      return false;
    };
    if (has_variable(inst.op))
      within(f_.variables.size(), "variable");
    else if (has_text(inst.op))
      within(unit_.strings.size(), "text");
    else if (inst.op == Op::kInt)
      within(f_.ints.size(), "integer");
    else if (inst.op == Op::kGlobal)
      within(unit_.globals.size(), "global");
    else if (inst.op == Op::kFunction)
      within(unit_.functions.size(), "function");
    else if (inst.op == Op::kField && within(f_.fields.size(), "field"))
      check_field(v, f_.fields[extra]);
    else if (inst.op == Op::kCall && within(f_.calls.size(), "call"))
      check_call(v, f_.calls[extra]);
    else if (inst.op == Op::kSwitch && within(f_.switches.size(), "switch"))
      check_switch(v, f_.switches[extra]);
    else if (inst.op == Op::kPhi && within(f_.phi_blocks.size(), "phi"))
      check_phi(v, f_.phi_blocks[extra]);
    else if (inst.op == Op::kBinop)
      within(2, "overflow");
  }

  // Each step of the path is a field of the record that the step before it
  // led to.
  void check_field(ValueId v, const FieldRef &ref) {
    if (!type(ref.record))
      return out_.add(v, "record is not in the type table");
    TypeId at = ref.record;
    for (std::uint32_t step : ref.path) {
      while (type(at) && unit_.types[at].kind == TypeKind::kArray)
        at = unit_.types[at].element;
      if (!type(at) || step >= unit_.types[at].fields.size())
        return out_.add(v, "path leads to no field of the record");
      at = unit_.types[at].fields[step].type;
    }
  }

  void check_call(ValueId v, const CallInfo &info) {
    if (!string(info.virtual_class))
      out_.add(v, "class is not in the string table");
    if (!type(info.function_type))
      out_.add(v, "called type is not in the type table");
  }

  void check_switch(ValueId v, const SwitchInfo &info) {
    if (!string(info.text))
      out_.add(v, "text is not in the string table");
    const Inst &inst = f_.insts[v];
    if (f_.blocks.contains(inst.block) &&
        f_.blocks[inst.block].successors.size() != info.cases.size() + 1)
      out_.add(v, "switch needs one successor per case and a default");
  }

  void check_phi(ValueId v, const std::vector<BlockId> &from) {
    if (from.size() != f_.insts[v].operand_count)
      out_.add(v, "phi needs one operand per incoming block");
    for (BlockId b : from)
      if (!f_.blocks.contains(b))
        out_.add(v, "incoming block is out of range");
  }

  void check_params() {
    if (f_.param_count > f_.insts.size())
      return out_.add("has fewer values than parameters");
    for (ValueId v : f_.insts.ids()) {
      bool is_param = f_.insts[v].op == Op::kParam;
      if (is_param && v.value >= f_.param_count)
        out_.add(v, "parameter is not among the first values");
      if (!is_param && v.value < f_.param_count)
        out_.add(v, "the first values must be parameters");
    }
  }

  void check_blocks() {
    std::vector<bool> placed(f_.insts.size());
    for (BlockId b : f_.blocks.ids()) {
      if (f_.blocks[b].insts.empty())
        out_.add(b, "is empty");
      for (BlockId to : f_.blocks[b].successors)
        if (!f_.blocks.contains(to))
          out_.add(b, "successor is out of range");
      check_order(b, placed);
    }
    for (ValueId v : f_.insts.ids())
      if (f_.blocks.contains(f_.insts[v].block) && !placed[v.value])
        out_.add(v, "is not listed in its block");
  }

  // Phis first, one terminator, at the end; every value here and only here.
  void check_order(BlockId b, std::vector<bool> &placed) {
    bool phis_are_over = false;
    const std::vector<ValueId> &insts = f_.blocks[b].insts;
    for (std::size_t n = 0; n < insts.size(); ++n) {
      ValueId v = insts[n];
      if (!f_.insts.contains(v)) {
        out_.add(b, "lists a value that does not exist");
        continue;
      }
      if (placed[v.value])
        out_.add(v, "is listed twice");
      placed[v.value] = true;
      const Inst &inst = f_.insts[v];
      if (inst.block != b)
        out_.add(b, "lists %" + std::to_string(v.value) +
                        ", which belongs to another block or to none");
      if (inst.op == Op::kPhi && phis_are_over)
        out_.add(v, "phi comes after another instruction");
      phis_are_over = inst.op != Op::kPhi;
      bool is_last = n + 1 == insts.size();
      bool ends = ends_block(inst);
      if (is_last && !ends)
        out_.add(v, "block does not end in a terminator");
      if (!is_last && ends)
        out_.add(v, "terminator is not the last of its block");
      if (is_last && ends)
        check_successors(v, inst, f_.blocks[b].successors.size());
    }
  }

  // is_terminator for functions that may be broken.
  bool ends_block(const Inst &inst) const {
    return inst.op >= Op::kBranch ||
           (inst.op == Op::kCall && inst.extra < f_.calls.size() &&
            f_.calls[inst.extra].has_unwind);
  }

  void check_successors(ValueId v, const Inst &inst, std::size_t count) {
    std::size_t wanted = 0;
    if (inst.op == Op::kBranch)
      wanted = inst.operand_count == 0 ? 1 : 2;
    else if (inst.op == Op::kCall)
      wanted = 2;
    else if (inst.op == Op::kSwitch)
      return; // looked at in check_switch
    if (count != wanted)
      out_.add(v, std::string(name_of(inst.op)) + " needs " +
                      std::to_string(wanted) + " successors, not " +
                      std::to_string(count));
  }

  const Unit &unit_;
  const Function &f_;
  Complaints &out_;
};

} // namespace

bool check_shape(const Unit &unit, const Function &function, Complaints &out) {
  std::size_t before = out.count();
  Shape(unit, function, out).check();
  return out.count() == before;
}

} // namespace wt::ir
