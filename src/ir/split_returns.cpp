// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One kReturn per return statement; see ir/split_returns.h.

#include "ir/split_returns.h"

#include "ir/cfg.h"

#include <algorithm>

namespace wt::ir {

namespace {

class ReturnSplitter {
public:
  ReturnSplitter(Function &function, std::size_t max_insts)
      : function_(function), max_insts_(max_insts), preds_(function),
        copy_(function.insts.size()) {
    for (const Block &block : function.blocks)
      inst_count_ += block.insts.size();
    find_escaping_values();
  }

  void run() {
    for (BlockId b : function_.blocks.ids())
      if (is_tail(b))
        work_.push_back(b);
    for (std::size_t i = 0; i < work_.size(); ++i)
      split(work_[i]);
    for (BlockId b : function_.blocks.ids())
      settle(b);
  }

private:
  static constexpr std::size_t kMaxTail = 32; // instructions worth copying

  void find_escaping_values() {
    escapes_ = IdMap<BlockId, char>(function_.blocks.size(), false);
    for (BlockId b : function_.blocks.ids())
      for (ValueId user : function_.blocks[b].insts)
        for (ValueId v : function_.operands_of(user)) {
          BlockId home = function_.insts[v].block;
          if (home.valid() && home != b)
            escapes_[home] = true;
        }
  }

  bool is_tail(BlockId b) const {
    const std::vector<ValueId> &insts = function_.blocks[b].insts;
    if (escapes_[b] || insts.empty() || insts.size() > kMaxTail ||
        function_.insts[insts.back()].op != Op::kReturn)
      return false;
    return std::all_of(insts.begin(), insts.end() - 1,
                       [&](ValueId v) { return may_copy(b, v); });
  }

  bool may_copy(BlockId b, ValueId v) const {
    const Inst &inst = function_.insts[v];
    switch (inst.op) {
    case Op::kPhi:
    case Op::kScopeEnd:
    case Op::kCast:
      return true;
    case Op::kLoad:
      return !inst.is_volatile;
    case Op::kField:
    case Op::kMemCopy: // of a record to where the result goes
      return is_closing_brace(inst.pos);
    case Op::kCall:
      return is_at_closing_brace(b, inst);
    default:
      return false;
    }
  }

  // The compiler writes destructor calls where the scope is closed.
  bool is_at_closing_brace(BlockId b, const Inst &call) const {
    if (!call.pos.known())
      return false;
    if (call.pos == function_.end)
      return true;
    for (ValueId v : function_.blocks[b].insts)
      if (function_.insts[v].op == Op::kScopeEnd &&
          function_.insts[v].pos == call.pos)
        return true;
    return false;
  }

  void split(BlockId tail) {
    for (BlockId p : preds_[tail]) {
      if (p == tail || !jumps_only_to(p, tail))
        continue;
      std::size_t grows = function_.blocks[tail].insts.size() - 1;
      if (inst_count_ + grows > max_insts_)
        return;
      inst_count_ += grows;
      append_copy(tail, p);
      drop_phi_operands(function_, tail, p);
      if (is_tail(p))
        work_.push_back(p);
    }
  }

  bool jumps_only_to(BlockId from, BlockId to) const {
    const Block &block = function_.blocks[from];
    return block.successors.size() == 1 && block.successors[0] == to &&
           function_.insts[block.insts.back()].op == Op::kBranch;
  }

  // The position of the statement that jumps from `from`, or no position when
  // control just falls out of the last statement there.
  SourcePos jump_position(BlockId from) const {
    SourcePos pos = function_.insts[function_.terminator(from)].pos;
    if (is_closing_brace(pos))
      if (SourcePos statement = return_statement(from); statement.known())
        return statement;
    for (ValueId v : function_.blocks[from].insts)
      if (function_.insts[v].op == Op::kCall && function_.insts[v].pos == pos)
        return SourcePos();
    return pos;
  }

  // Where `b` stores a result before its cleanups, if it does: the jump from
  // there to the cleanups may have lost its branch.
  SourcePos return_statement(BlockId b) const {
    if (function_.result_type == TypeTable::void_type() &&
        !function_.returns_by_slot)
      return SourcePos();
    const std::vector<ValueId> &insts = function_.blocks[b].insts;
    for (std::size_t i = insts.size() - 1; i-- > 0;) {
      const Inst &inst = function_.insts[insts[i]];
      bool is_temporary = inst.op == Op::kStore && is_nameless_slot(insts[i]);
      if (is_temporary && !is_closing_brace(inst.pos))
        return inst.pos;
      if (!is_temporary && inst.pos.known() && !may_copy(b, insts[i]))
        return SourcePos();
    }
    return SourcePos();
  }

  bool is_nameless_slot(ValueId store) const {
    const Inst &address = function_.insts[function_.operand(store, 0)];
    return address.op == Op::kSlot &&
           function_.variables[VariableId(address.extra)].name ==
               StringTable::empty();
  }

  // Returns that were never apart from their statement.
  void settle(BlockId b) {
    const std::vector<ValueId> &insts = function_.blocks[b].insts;
    if (insts.empty() || function_.insts[insts.back()].op != Op::kReturn ||
        !is_closing_brace(function_.insts[insts.back()].pos))
      return;
    SourcePos statement = return_statement(b);
    if (!statement.known())
      return;
    for (std::size_t i = insts.size(); i-- > 0;) {
      Inst &inst = function_.insts[insts[i]];
      if (inst.op == Op::kStore && inst.pos == statement)
        return;
      if ((inst.op == Op::kReturn || inst.op == Op::kScopeEnd) &&
          is_closing_brace(inst.pos))
        inst.pos = statement;
    }
  }

  bool is_closing_brace(SourcePos pos) const {
    return !pos.known() || pos == function_.end;
  }

  void append_copy(BlockId tail, BlockId to) {
    SourcePos jump = jump_position(to);
    std::vector<ValueId> &out = function_.blocks[to].insts;
    function_.insts[out.back()].block = BlockId();
    out.pop_back();
    for (ValueId v : function_.blocks[tail].insts) {
      Inst inst = function_.insts[v];
      if (inst.op == Op::kPhi) {
        copy_[v] = phi_operand(v, to);
        continue;
      }
      bool follows_jump =
          inst.op == Op::kReturn || inst.op == Op::kScopeEnd ||
          (inst.op != Op::kCall && inst.pos.known()); // of a record result
      if (follows_jump && jump.known() && is_closing_brace(inst.pos))
        inst.pos = jump;
      std::vector<ValueId> operands;
      for (ValueId operand : function_.operands_of(v))
        operands.push_back(copy_[operand] ? copy_[operand] : operand);
      ValueId copy = function_.append(to, inst, operands);
      copy_.resize(function_.insts.size());
      copy_[v] = copy;
    }
    for (ValueId v : function_.blocks[tail].insts)
      copy_[v] = ValueId();
    function_.blocks[to].successors.clear();
  }

  ValueId phi_operand(ValueId phi, BlockId from) const {
    std::span<const BlockId> blocks = function_.incoming(phi);
    auto at = std::find(blocks.begin(), blocks.end(), from) - blocks.begin();
    return function_.operand(phi, static_cast<std::uint32_t>(at));
  }

  Function &function_;
  std::size_t max_insts_;
  std::size_t inst_count_ = 0;
  Predecessors preds_; // edges only go away, so it may hold too many
  IdMap<ValueId, ValueId> copy_;
  IdMap<BlockId, char> escapes_; // some value is used in another block
  std::vector<BlockId> work_;
};

} // namespace

void split_returns(Function &function, std::size_t max_insts) {
  ReturnSplitter(function, max_insts).run();
}

} // namespace wt::ir
