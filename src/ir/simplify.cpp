// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Peepholes on boolean chains; see ir/simplify.h.

#include "ir/simplify.h"

#include "ir/cfg.h"
#include "ir/merge_blocks.h"

#include <map>
#include <optional>

namespace wt::ir {

namespace {

// `n` as an integer of `width` bits: i1 is 0 or 1, wider ones are signed.
std::int64_t wrap(std::int64_t n, std::uint32_t width) {
  if (width >= 64)
    return n;
  auto bits = static_cast<std::uint64_t>(n) & ((1ull << width) - 1);
  if (width > 1 && (bits >> (width - 1)) & 1)
    bits |= ~0ull << width;
  return static_cast<std::int64_t>(bits);
}

class Simplifier {
public:
  Simplifier(Unit &unit, Function &function)
      : unit_(unit), f_(function), same_as_(function.insts.size()) {}

  void run() {
    for (BlockId b : reverse_post_order(f_))
      for (std::size_t i = 0; i < f_.blocks[b].insts.size(); ++i)
        visit(f_.blocks[b].insts[i]);
    replace_operands();
    bool is_folded = false;
    for (BlockId b : f_.blocks.ids())
      is_folded |= fold_branch(b);
    if (!is_folded)
      return;
    remove_unreachable_blocks(f_);
    drop_single_phis();
    merge_blocks(f_);
    remove_unreachable_blocks(f_);
  }

private:
  ValueId resolve(ValueId v) const {
    while (v.value < same_as_.size() && same_as_[v].valid())
      v = same_as_[v];
    return v;
  }
  void replace_operands() {
    for (ValueId &operand : f_.operands)
      operand = resolve(operand);
  }
  ValueId input(ValueId v, std::uint32_t i) const {
    return resolve(f_.operand(v, i));
  }
  std::uint32_t width(ValueId v) const {
    const Type &type = unit_.types[f_.insts[v].type];
    return type.kind == TypeKind::kInt ? type.width : 0;
  }
  std::uint64_t size(ValueId v) const {
    return unit_.types.size_of(f_.insts[v].type);
  }
  bool is_bool(ValueId v) const { return width(v) == 1; }
  std::optional<std::int64_t> constant(ValueId v) const {
    if (f_.insts[v].op != Op::kInt)
      return std::nullopt;
    return f_.int_value(v);
  }
  bool is_cast(ValueId v, CastKind kind) const {
    return f_.insts[v].op == Op::kCast &&
           f_.insts[v].code == static_cast<std::uint8_t>(kind);
  }
  // The i1 that `v` is a zero-extended copy of, or invalid.  Once a zero is
  // in front, widening with the sign is the same.
  ValueId bool_behind(ValueId v) const {
    bool is_zero_extended = true;
    while (!is_bool(v)) {
      is_zero_extended = is_cast(v, CastKind::kZext);
      if (!is_zero_extended && !is_cast(v, CastKind::kSext))
        return ValueId();
      v = input(v, 0);
    }
    return is_zero_extended ? v : ValueId();
  }

  ValueId int_leaf(std::int64_t n, TypeId type) {
    auto [known, is_new] = ints_.try_emplace({n, type.value});
    if (is_new) {
      known->second = f_.int_constant(n, type);
      same_as_.resize(f_.insts.size());
    }
    return known->second;
  }

  // `v` becomes `compare predicate a, b` in its place.
  void become_compare(ValueId v, Predicate predicate, ValueId a, ValueId b) {
    Inst &inst = f_.insts[v];
    inst.op = Op::kCompare;
    inst.type = unit_.types.int_type(1, false);
    inst.code = static_cast<std::uint8_t>(predicate);
    inst.extra = 0;
    inst.first_operand = static_cast<std::uint32_t>(f_.operands.size());
    inst.operand_count = 2;
    f_.operands.push_back(a);
    f_.operands.push_back(b);
  }

  void become_not(ValueId v, ValueId c) {
    if (f_.insts[c].op == Op::kCompare)
      become_compare(v, inverse(static_cast<Predicate>(f_.insts[c].code)),
                     input(c, 0), input(c, 1));
    else if (auto n = constant(c))
      same_as_[v] = int_leaf(*n ? 0 : 1, f_.insts[c].type);
    else
      become_compare(v, Predicate::kEq, c, int_leaf(0, f_.insts[c].type));
  }

  void visit(ValueId v) {
    switch (f_.insts[v].op) {
    case Op::kCompare:
      return visit_compare(v);
    case Op::kCast:
      return visit_cast(v);
    case Op::kBinop:
      return visit_binop(v);
    case Op::kSelect:
      if (input(v, 1) == input(v, 2))
        same_as_[v] = input(v, 1);
      return;
    default:
      return;
    }
  }

  void visit_compare(ValueId v) {
    auto predicate = static_cast<Predicate>(f_.insts[v].code);
    if (predicate != Predicate::kEq && predicate != Predicate::kNe)
      return;
    ValueId c = bool_behind(input(v, 0));
    auto n = constant(input(v, 1));
    if (n == 0 && is_only_compared(input(v, 0)))
      make_mask(input(v, 0), BinaryOp::kSRem);
    if (!c.valid() || !n || (*n != 0 && *n != 1))
      return;
    bool is_same = (predicate == Predicate::kNe) == (*n == 0);
    if (is_same)
      same_as_[v] = c;
    else if (c != input(v, 0) || f_.insts[c].op == Op::kCompare)
      become_not(v, c); // `compare eq c, 0` itself is `not c` already
  }

  void visit_cast(ValueId v) {
    auto kind = static_cast<CastKind>(f_.insts[v].code);
    ValueId from = input(v, 0);
    if (auto n = constant(from); n && width(v) && width(from)) {
      std::int64_t value = *n;
      if (kind == CastKind::kZext && width(from) < 64)
        value &= static_cast<std::int64_t>((1ull << width(from)) - 1);
      if (kind == CastKind::kSext && width(from) == 1)
        value = -value;
      if (kind == CastKind::kZext || kind == CastKind::kSext ||
          kind == CastKind::kTrunc)
        same_as_[v] = int_leaf(wrap(value, width(v)), f_.insts[v].type);
      return;
    }
    if ((kind == CastKind::kIntToPtr && is_cast(from, CastKind::kPtrToInt)) ||
        (kind == CastKind::kPtrToInt && is_cast(from, CastKind::kIntToPtr))) {
      ValueId source = input(from, 0);
      if (size(source) == size(from) && size(source) == size(v))
        same_as_[v] = source;
      return;
    }
    bool widened =
        is_cast(from, CastKind::kZext) || is_cast(from, CastKind::kSext);
    if (kind == CastKind::kTrunc && widened &&
        width(input(from, 0)) == width(v) && width(v))
      same_as_[v] = input(from, 0);
  }

  // `x % 8` becomes `x & 7`.
  void make_mask(ValueId v, BinaryOp remainder) {
    Inst &inst = f_.insts[v];
    if (inst.op != Op::kBinop || static_cast<BinaryOp>(inst.code) != remainder)
      return;
    auto n = constant(input(v, 1));
    if (!n || *n <= 0 || (*n & (*n - 1)) != 0)
      return;
    ValueId mask = int_leaf(*n - 1, f_.insts[input(v, 1)].type);
    f_.insts[v].code = static_cast<std::uint8_t>(BinaryOp::kAnd);
    f_.operands[f_.insts[v].first_operand + 1] = mask;
  }

  bool is_only_compared(ValueId v) {
    if (uses_.empty()) {
      uses_ = IdMap<ValueId, std::uint32_t>(f_.insts.size());
      for (Block &block : f_.blocks)
        for (ValueId user : block.insts)
          for (ValueId operand : f_.operands_of(user))
            ++uses_[operand];
    }
    return v.value < uses_.size() && uses_[v] == 1;
  }

  void visit_binop(ValueId v) {
    make_mask(v, BinaryOp::kURem);
    if (!is_bool(v) ||
        f_.insts[v].code != static_cast<std::uint8_t>(BinaryOp::kXor))
      return;
    if (auto n = constant(input(v, 1)); n && *n)
      become_not(v, input(v, 0));
  }

  // True when the branch that ends `b` had a constant condition.
  bool fold_branch(BlockId b) {
    ValueId v = f_.terminator(b);
    Inst &inst = f_.insts[v];
    if (inst.op != Op::kBranch || inst.operand_count != 1 ||
        StrId(inst.extra) != StringTable::empty())
      return false;
    auto n = constant(input(v, 0));
    if (!n)
      return false;
    std::vector<BlockId> &out = f_.blocks[b].successors;
    BlockId taken = out[*n ? 0 : 1], other = out[*n ? 1 : 0];
    if (other != taken)
      drop_phi_operands(f_, other, b);
    out = {taken};
    inst.operand_count = 0;
    return true;
  }

  // Phis that one predecessor is left of are that operand.
  void drop_single_phis() {
    for (Block &block : f_.blocks)
      std::erase_if(block.insts, [&](ValueId v) {
        if (f_.insts[v].op != Op::kPhi || f_.insts[v].operand_count != 1)
          return false;
        same_as_[v] = f_.operand(v, 0);
        f_.insts[v].block = BlockId();
        return true;
      });
    replace_operands();
  }

  Unit &unit_;
  Function &f_;
  IdMap<ValueId, ValueId> same_as_;    // invalid: itself
  IdMap<ValueId, std::uint32_t> uses_; // before anything was changed
  std::map<std::pair<std::int64_t, std::uint32_t>, ValueId> ints_;
};

} // namespace

void simplify(Unit &unit, Function &function) {
  if (!function.is_declaration())
    Simplifier(unit, function).run();
}

} // namespace wt::ir
