// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Do values come before their uses, and do types fit?  The flow layer of
// ir/verify.h.  Needs a function without shape errors.
//
// A use is in order when its definition is a leaf, or stands earlier in the
// same block, or in a block that dominates it; the operand of a phi is used at
// the end of its incoming block.  The result of a call with an exceptional
// successor exists behind its normal edge only.  Blocks that are never reached
// are not looked at.

#include "ir/dominators.h"
#include "ir/print.h"
#include "ir/print_words.h"
#include "ir/verify_checks.h"

#include <algorithm>

namespace wt::ir {

namespace {

class Flow {
public:
  Flow(const Unit &unit, const Function &f, Complaints &out)
      : unit_(unit), f_(f), out_(out), preds_(f), dominators_(f, preds_),
        index_(f.insts.size()) {}

  void check() {
    for (const Block &block : f_.blocks)
      for (std::uint32_t n = 0; n < block.insts.size(); ++n)
        index_[block.insts[n]] = n;
    for (ValueId v : f_.insts.ids())
      check_type(v, f_.insts[v]);
    for (BlockId b : dominators_.order())
      for (ValueId v : f_.blocks[b].insts)
        check_uses(v, f_.insts[v]);
  }

private:
  // --- uses ---

  void check_uses(ValueId v, const Inst &inst) {
    if (inst.op == Op::kPhi)
      return check_phi(v, inst);
    for (ValueId operand : f_.operands_of(v))
      check_operand(v, operand);
  }

  void check_operand(ValueId v, ValueId operand) {
    const Inst &use = f_.insts[v], &def = f_.insts[operand];
    if (has_no_result(def.op))
      return out_.add(v, name(operand) + " has no value");
    if (is_leaf(def.op))
      return;
    bool is_before = def.block == use.block ? index_[operand] < index_[v]
                                            : reaches(operand, use.block);
    if (!is_before)
      out_.add(v, "uses " + name(operand) + " where it is not defined");
  }

  bool dominates(BlockId a, BlockId b) const {
    return dominators_.is_reachable(a) && dominators_.dominates(a, b);
  }

  // Is `def`, defined in another block, known at the start of `b`?
  bool reaches(ValueId def, BlockId b) const {
    BlockId from = f_.insts[def].block;
    if (!dominates(from, b))
      return false;
    if (f_.insts[def].op != Op::kCall || !f_.call(def).has_unwind)
      return true;
    // Every way into the normal successor is its own loop or this edge.
    BlockId normal = f_.blocks[from].successors[0];
    if (normal == f_.blocks[from].successors[1] || !dominates(normal, b))
      return false;
    return std::ranges::all_of(preds_[normal], [&](BlockId p) {
      return p == from || !dominators_.is_reachable(p) || dominates(normal, p);
    });
  }

  void check_phi(ValueId v, const Inst &inst) {
    std::span<const BlockId> from = f_.incoming(v);
    std::span<const BlockId> preds = preds_[inst.block];
    for (std::size_t n = 0; n < from.size(); ++n) {
      if (!std::binary_search(preds.begin(), preds.end(), from[n]))
        out_.add(v, "phi has an operand for " + name(from[n]) +
                        ", which is no predecessor");
      if (dominators_.is_reachable(from[n]))
        check_phi_operand(v, f_.operand(v, n), from[n]);
    }
    std::vector<BlockId> sorted(from.begin(), from.end());
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
      out_.add(v, "phi has two operands for one block");
    for (BlockId p : preds)
      if (dominators_.is_reachable(p) &&
          !std::binary_search(sorted.begin(), sorted.end(), p))
        out_.add(v, "phi has no operand for " + name(p));
  }

  void check_phi_operand(ValueId v, ValueId operand, BlockId from) {
    const Inst &def = f_.insts[operand];
    if (has_no_result(def.op))
      return out_.add(v, name(operand) + " has no value");
    if (is_leaf(def.op))
      return;
    bool is_known = reaches(operand, from);
    if (def.block == from) // at its end, and on the way to the phi
      is_known = def.op != Op::kCall || !f_.call(operand).has_unwind ||
                 f_.blocks[from].successors[1] != f_.insts[v].block;
    if (!is_known)
      out_.add(v, "uses " + name(operand) + " where it is not defined");
  }

  // --- types; unknown fits everywhere ---

  TypeKind kind(TypeId id) const { return unit_.types[id].kind; }
  bool is_unknown(TypeId id) const { return id == TypeTable::unknown(); }

  void check_type(ValueId v, const Inst &inst) {
    if (has_no_result(inst.op) && inst.type != TypeTable::void_type())
      out_.add(v, std::string(name_of(inst.op)) + " must have type void");
    if (is_unknown(inst.type))
      return check_return(v, inst);
    bool is_void = inst.type == TypeTable::void_type();
    if (is_void && !has_no_result(inst.op) && inst.op != Op::kCall &&
        inst.op != Op::kUnknown)
      out_.add(v, std::string(name_of(inst.op)) + " cannot have type void");
    else if (is_address(inst.op) && !unit_.types.is_pointer(inst.type))
      out_.add(v, std::string(name_of(inst.op)) +
                      " must have a pointer type, not " +
                      type_text(unit_, inst.type));
    if (inst.op == Op::kCompare && unit_.types[inst.type].width != 1)
      out_.add(v, "compare must give an integer of one bit");
    if (inst.op == Op::kInt && !unit_.types.is_int(inst.type))
      out_.add(v, "int must have an integer type");
    check_return(v, inst);
  }

  // Makes an address, whatever its operands are.
  static bool is_address(Op op) {
    return op == Op::kNull || op == Op::kGlobal || op == Op::kFunction ||
           op == Op::kSlot || op == Op::kField || op == Op::kElement;
  }

  void check_return(ValueId v, const Inst &inst) {
    if (inst.op != Op::kReturn || is_unknown(f_.result_type))
      return;
    bool is_void = f_.result_type == TypeTable::void_type();
    if (is_void && inst.operand_count == 1)
      out_.add(v, "returns a value from a function without result");
    if (!is_void && inst.operand_count == 0)
      out_.add(v, "returns no value from a function with a result");
  }

  static std::string name(ValueId v) { return "%" + std::to_string(v.value); }
  static std::string name(BlockId b) { return "b" + std::to_string(b.value); }

  const Unit &unit_;
  const Function &f_;
  Complaints &out_;
  Predecessors preds_;
  Dominators dominators_;
  IdMap<ValueId, std::uint32_t> index_; // place in its block
};

} // namespace

void check_flow(const Unit &unit, const Function &function, Complaints &out) {
  if (!function.is_declaration())
    Flow(unit, function, out).check();
}

} // namespace wt::ir
