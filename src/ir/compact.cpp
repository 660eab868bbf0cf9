// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dead values and the gaps they leave; see ir/compact.h.
//
// The function is rebuilt in two walks over its blocks: one hands out the new
// numbers, one copies.  Side-table rows are moved, not copied; a row that two
// instructions share (a pass cloned one of them) is moved for the first and
// copied for the second.

#include "ir/compact.h"

#include <bit>

namespace wt::ir {

namespace {

bool is_pure(const Function &function, ValueId v) {
  switch (function.insts[v].op) {
  case Op::kSlot:
  case Op::kField:
  case Op::kElement:
  case Op::kCast:
  case Op::kBinop:
  case Op::kCompare:
  case Op::kPhi:
  case Op::kSelect:
    return true;
  default:
    return false;
  }
}

} // namespace

void remove_dead_values(Function &function) {
  IdMap<ValueId, char> is_live(function.insts.size(), false);
  std::vector<ValueId> work;
  auto use_operands = [&](ValueId user) {
    for (ValueId v : function.operands_of(user))
      if (!is_live[v]) {
        is_live[v] = true;
        if (function.insts[v].operand_count)
          work.push_back(v);
      }
  };
  for (const Block &block : function.blocks)
    for (ValueId v : block.insts)
      if (!is_live[v] && !is_pure(function, v)) {
        is_live[v] = true;
        use_operands(v);
      }
  while (!work.empty()) {
    ValueId v = work.back();
    work.pop_back();
    use_operands(v);
  }
  for (Block &block : function.blocks)
    std::erase_if(block.insts, [&](ValueId v) {
      if (is_live[v])
        return false;
      function.insts[v].block = BlockId();
      return true;
    });
}

namespace {

// Finds a leaf that means the same as one met before.
class LeafTable {
public:
  LeafTable(const Function &function, std::size_t leaves)
      : function_(function), slots_(std::bit_ceil(leaves * 2 + 2)) {}

  // The first leaf equal to `v` that was asked for, perhaps `v` itself.
  ValueId canonical(ValueId v) {
    std::size_t mask = slots_.size() - 1;
    for (std::size_t i = hash(v) & mask;; i = (i + 1) & mask) {
      if (!slots_[i].valid())
        return slots_[i] = v;
      if (same(slots_[i], v))
        return slots_[i];
    }
  }

private:
  std::int64_t payload(ValueId v) const {
    const Inst &inst = function_.insts[v];
    return inst.op == Op::kInt ? function_.ints[inst.extra] : inst.extra;
  }

  std::size_t hash(ValueId v) const {
    const Inst &inst = function_.insts[v];
    std::uint64_t h = static_cast<std::uint64_t>(payload(v)) * 31 +
                      inst.type.value * 7 + static_cast<std::uint64_t>(inst.op);
    h *= 0x9E3779B97F4A7C15ull;
    return h >> 32;
  }

  bool same(ValueId a, ValueId b) const {
    const Inst &x = function_.insts[a], &y = function_.insts[b];
    return x.op == y.op && x.code == y.code && x.type == y.type &&
           x.pos == y.pos && x.macro == y.macro && payload(a) == payload(b);
  }

  const Function &function_;
  std::vector<ValueId> slots_;
};

// Moves the rows of one side table into a new one, in the order asked for.
template <class Row> class Rows {
public:
  explicit Rows(std::vector<Row> &table)
      : table_(table), moved_(table.size(), kNone) {}
  ~Rows() { table_ = std::move(kept_); }

  std::uint32_t keep(std::uint32_t row) {
    std::uint32_t now = static_cast<std::uint32_t>(kept_.size());
    if (moved_[row] == kNone) {
      moved_[row] = now;
      kept_.push_back(std::move(table_[row]));
    } else {
      Row copy = kept_[moved_[row]];
      kept_.push_back(std::move(copy));
    }
    return now;
  }

private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  std::vector<Row> &table_;
  std::vector<Row> kept_;
  std::vector<std::uint32_t> moved_; // old row to new one
};

class Compaction {
public:
  explicit Compaction(Function &function)
      : function_(function), renamed_(function.insts.size()),
        ints_(function.ints), fields_(function.fields), calls_(function.calls),
        switches_(function.switches), phi_blocks_(function.phi_blocks) {}

  void run() {
    number_leaves();
    for (BlockId b : function_.blocks.ids())
      for (ValueId v : function_.blocks[b].insts)
        number(v);
    insts_.reserve(order_.size());
    operands_.reserve(operand_count_);
    for (ValueId v : order_)
      insts_.push(moved(v));
    for (BlockId b : function_.blocks.ids())
      for (ValueId &v : function_.blocks[b].insts) {
        v = renamed_[v];
        insts_[v].block = b;
      }
    function_.insts = std::move(insts_);
    function_.operands = std::move(operands_);
  }

private:
  void number(ValueId v) {
    renamed_[v] = ValueId(order_.size());
    order_.push_back(v);
    operand_count_ += function_.insts[v].operand_count;
  }

  void number_leaves() {
    std::size_t leaves = 0;
    for (const Inst &inst : function_.insts)
      leaves += is_leaf(inst.op);
    LeafTable table(function_, leaves);
    for (std::uint32_t i = 0; i < function_.param_count; ++i)
      number(ValueId(i));
    for (const Block &block : function_.blocks)
      for (ValueId user : block.insts)
        for (ValueId v : function_.operands_of(user)) {
          if (renamed_[v].valid() || !is_leaf(function_.insts[v].op))
            continue;
          ValueId same = table.canonical(v);
          if (same == v)
            number(v);
          else
            renamed_[v] = renamed_[same];
        }
  }

  Inst moved(ValueId v) {
    Inst inst = function_.insts[v];
    std::uint32_t first = static_cast<std::uint32_t>(operands_.size());
    for (ValueId operand : function_.operands_of(v)) {
      assert(renamed_[operand].valid() && "operand is in no block");
      operands_.push_back(renamed_[operand]);
    }
    inst.first_operand = first;
    switch (inst.op) {
    case Op::kInt:
      inst.extra = ints_.keep(inst.extra);
      break;
    case Op::kField:
      inst.extra = fields_.keep(inst.extra);
      break;
    case Op::kCall:
      inst.extra = calls_.keep(inst.extra);
      break;
    case Op::kSwitch:
      inst.extra = switches_.keep(inst.extra);
      break;
    case Op::kPhi:
      inst.extra = phi_blocks_.keep(inst.extra);
      break;
    default:
      break;
    }
    return inst;
  }

  Function &function_;
  IdMap<ValueId, ValueId> renamed_;
  std::vector<ValueId> order_; // old ids in the new order
  std::size_t operand_count_ = 0;
  IdMap<ValueId, Inst> insts_;
  std::vector<ValueId> operands_;
  Rows<std::int64_t> ints_;
  Rows<FieldRef> fields_;
  Rows<CallInfo> calls_;
  Rows<SwitchInfo> switches_;
  Rows<std::vector<BlockId>> phi_blocks_;
};

} // namespace

void compact(Function &function) { Compaction(function).run(); }

} // namespace wt::ir
