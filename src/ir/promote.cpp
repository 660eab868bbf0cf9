// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Promotion of slots to values; see ir/promote.h for what it does.  The steps,
// each linear in the function or in the blocks where a variable is live:
//
//   candidates   which variables may be promoted
//   accesses     the blocks that define a variable, or use it first
//   placement    where phis are needed, one variable after the other
//   renaming     down the dominator tree, each load gets its value
//   simplify     phis whose operands are all the same go away
//   rewrite      operands are replaced, promoted instructions taken out

#include "ir/promote.h"

#include "ir/cfg.h"
#include "ir/compact.h"
#include "ir/dominators.h"
#include "ir/phi_placement.h"
#include "ir/phi_simplify.h"

#include <algorithm>

namespace wt::ir {

namespace {

// Decides which variables may be promoted, and with which type.
class Candidates {
public:
  Candidates(const TypeTable &types, const Function &function)
      : types_(types), function_(function),
        access_type_(function.variables.size()),
        has_slot_(function.variables.size(), false),
        rejected_(function.variables.size(), false) {
    for (const Block &block : function.blocks)
      for (ValueId v : block.insts)
        look_at(v);
  }

  bool contains(VariableId v) const { return has_slot_[v] && !rejected_[v]; }

  // The declared type, or the type of the accesses when none is known.
  TypeId type_of(VariableId v) const {
    TypeId declared = function_.variables[v].type;
    bool known = declared.valid() && declared != TypeTable::unknown();
    return known || !access_type_[v] ? declared : access_type_[v];
  }

private:
  void look_at(ValueId user) {
    const Inst &inst = function_.insts[user];
    std::span<const ValueId> operands = function_.operands_of(user);
    if (inst.op == Op::kSlot) {
      VariableId v(inst.extra);
      has_slot_[v] = true;
      if (inst.operand_count != 0 || !is_scalar(function_.variables[v].type))
        rejected_[v] = true;
    }
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const Inst &operand = function_.insts[operands[i]];
      if (operand.op != Op::kSlot)
        continue;
      VariableId v(operand.extra);
      if (i != 0 || inst.is_volatile)
        rejected_[v] = true;
      else if (inst.op == Op::kLoad)
        note_access(v, inst.type);
      else if (inst.op == Op::kStore)
        note_access(v, function_.insts[operands[1]].type);
      else
        rejected_[v] = true;
    }
  }

  void note_access(VariableId v, TypeId type) {
    TypeId declared = function_.variables[v].type;
    bool known = declared.valid() && declared != TypeTable::unknown();
    if (known && !are_compatible(declared, type))
      rejected_[v] = true;
    else if (!access_type_[v])
      access_type_[v] = type;
    else if (!are_compatible(access_type_[v], type))
      rejected_[v] = true;
  }

  bool is_scalar(TypeId id) const {
    if (!id.valid())
      return true;
    switch (types_[id].kind) {
    case TypeKind::kUnknown:
    case TypeKind::kInt:
    case TypeKind::kFloat:
    case TypeKind::kPointer:
      return true;
    default:
      return false;
    }
  }

  bool are_compatible(TypeId a, TypeId b) const {
    if (a == b)
      return is_scalar(a);
    if (!a.valid() || !b.valid())
      return false;
    const Type &x = types_[a], &y = types_[b];
    return x.kind == y.kind && x.size == y.size && is_scalar(a);
  }

  const TypeTable &types_;
  const Function &function_;
  IdMap<VariableId, TypeId> access_type_;
  IdMap<VariableId, char> has_slot_, rejected_;
};

class Promotion {
public:
  Promotion(const Unit &unit, Function &function)
      : function_(function), candidates_(unit.types, function),
        preds_(function), dominators_(function, preds_),
        replaced_(function.insts.size()),
        dropped_(function.insts.size(), false),
        current_(function.variables.size()) {}

  void run() {
    place_phis();
    rename();
    simplify_phis(function_, replaced_,
                  [this](TypeId type) { return undef(type); });
    rewrite();
    for (VariableId v : function_.variables.ids())
      if (candidates_.contains(v))
        function_.variables[v].is_promoted = true;
  }

private:
  // The variable whose slot a load or store goes to, if it is promoted.
  VariableId accessed(ValueId v) const {
    const Inst &address = function_.insts[function_.operand(v, 0)];
    if (address.op != Op::kSlot)
      return VariableId();
    VariableId variable(address.extra);
    return candidates_.contains(variable) ? variable : VariableId();
  }

  // The promoted variable that v reads or writes, and how.
  enum class Touch { kNothing, kRead, kWrite, kEnd };
  Touch touch(ValueId v, VariableId &variable) const {
    const Inst &inst = function_.insts[v];
    switch (inst.op) {
    case Op::kLoad:
      variable = accessed(v);
      return variable ? Touch::kRead : Touch::kNothing;
    case Op::kStore:
      variable = accessed(v);
      return variable ? Touch::kWrite : Touch::kNothing;
    case Op::kScopeEnd:
      variable = VariableId(inst.extra);
      return candidates_.contains(variable) ? Touch::kEnd : Touch::kNothing;
    default:
      return Touch::kNothing;
    }
  }

  void place_phis() {
    PhiPlacement placement(function_, preds_, dominators_);
    IdMap<VariableId, BlockId> last_use(function_.variables.size());
    IdMap<VariableId, BlockId> last_def(function_.variables.size());
    for (BlockId b : function_.blocks.ids())
      for (ValueId v : function_.blocks[b].insts) {
        VariableId variable;
        Touch how = touch(v, variable);
        if (how == Touch::kNothing)
          continue;
        if (how == Touch::kRead) {
          if (last_def[variable] != b && last_use[variable] != b)
            placement.add_use(variable, b);
          last_use[variable] = b;
        } else {
          if (last_def[variable] != b)
            placement.add_def(variable, b);
          last_def[variable] = b;
        }
      }
    wanted_ = placement.run();
    first_phi_.assign(function_.blocks.size() + 1, 0);
    for (const PhiPlacement::Phi &phi : wanted_)
      ++first_phi_[phi.block.value + 1];
    for (std::size_t i = 1; i < first_phi_.size(); ++i)
      first_phi_[i] += first_phi_[i - 1];
    for (const PhiPlacement::Phi &phi : wanted_)
      phis_.push_back(make_phi(phi));
  }

  ValueId make_phi(const PhiPlacement::Phi &phi) {
    std::span<const BlockId> from = preds_[phi.block];
    function_.phi_blocks.emplace_back(from.begin(), from.end());
    std::vector<ValueId> operands(from.size());
    ValueId first = function_.blocks[phi.block].insts.front();
    return function_.add(Inst{.op = Op::kPhi,
                              .block = phi.block,
                              .type = candidates_.type_of(phi.variable),
                              .extra = static_cast<std::uint32_t>(
                                  function_.phi_blocks.size() - 1),
                              .pos = function_.insts[first].pos},
                         operands);
  }

  // Walks the dominator tree; `log` restores what current_ was.
  void rename() {
    replaced_.resize(function_.insts.size());
    dropped_.resize(function_.insts.size(), false);
    struct Visit {
      BlockId block;
      std::uint32_t next_child;
      std::size_t log_size;
    };
    std::vector<Visit> stack{{Function::entry(), 0, 0}};
    rename_block(Function::entry());
    while (!stack.empty()) {
      Visit &top = stack.back();
      std::span<const BlockId> children = dominators_.children(top.block);
      if (top.next_child < children.size()) {
        BlockId child = children[top.next_child++];
        stack.push_back({child, 0, log_.size()});
        rename_block(child);
        continue;
      }
      for (std::size_t keep = top.log_size; log_.size() > keep; log_.pop_back())
        current_[log_.back().variable] = log_.back().before;
      stack.pop_back();
    }
  }

  void set_current(VariableId variable, ValueId value) {
    log_.push_back({variable, current_[variable]});
    current_[variable] = value;
  }

  ValueId value_of(VariableId variable) {
    ValueId value = current_[variable];
    return value ? value : undef(candidates_.type_of(variable));
  }

  void rename_block(BlockId b) {
    for (std::uint32_t i = first_phi_[b.value]; i < first_phi_[b.value + 1];
         ++i)
      set_current(wanted_[i].variable, phis_[i]);
    for (ValueId v : function_.blocks[b].insts)
      rename_inst(v);
    for (BlockId s : function_.blocks[b].successors) {
      std::uint32_t first = first_phi_[s.value];
      std::uint32_t last = first_phi_[s.value + 1];
      if (first == last)
        continue;
      std::span<const BlockId> from = preds_[s];
      auto at = std::lower_bound(from.begin(), from.end(), b) - from.begin();
      for (std::uint32_t i = first; i < last; ++i) {
        ValueId value = value_of(wanted_[i].variable);
        function_.operands_of(phis_[i])[at] = value;
      }
    }
  }

  void rename_inst(ValueId v) {
    VariableId variable;
    switch (touch(v, variable)) {
    case Touch::kNothing:
      return;
    case Touch::kRead:
      replaced_[v] = value_of(variable);
      dropped_[v] = true;
      return;
    case Touch::kWrite: {
      ValueId value = resolve(replaced_, function_.operand(v, 1));
      set_current(variable, value);
      StrId name = function_.variables[variable].name;
      if (!name.valid() || name == StringTable::empty())
        dropped_[v] = true;
      else
        make_assign(function_.insts[v], variable);
      return;
    }
    case Touch::kEnd:
      if (current_[variable])
        set_current(variable, ValueId());
      return;
    }
  }

  // store (address, value) becomes assign (value), at the same place.
  static void make_assign(Inst &store, VariableId variable) {
    store.op = Op::kAssign;
    store.type = TypeTable::void_type();
    store.extra = variable.value;
    store.first_operand += 1;
    store.operand_count = 1;
  }

  // One leaf per type; there are few types, so a list is enough.
  ValueId undef(TypeId type) {
    for (const auto &[known, value] : undefs_)
      if (known == type)
        return value;
    ValueId value = function_.add(Inst{.op = Op::kUndef, .type = type}, {});
    replaced_.resize(function_.insts.size());
    dropped_.resize(function_.insts.size(), false);
    undefs_.emplace_back(type, value);
    return value;
  }

  void rewrite() {
    std::vector<ValueId> kept;
    for (BlockId b : function_.blocks.ids()) {
      kept.clear();
      for (std::uint32_t i = first_phi_[b.value]; i < first_phi_[b.value + 1];
           ++i)
        if (!replaced_[phis_[i]])
          kept.push_back(phis_[i]);
      for (ValueId v : function_.blocks[b].insts)
        if (!dropped_[v] && !replaced_[v])
          kept.push_back(v);
        else
          function_.insts[v].block = BlockId();
      for (ValueId v : kept)
        for (ValueId &operand : function_.operands_of(v))
          operand = resolve(replaced_, operand);
      function_.blocks[b].insts = kept;
    }
  }

  struct Change {
    VariableId variable;
    ValueId before;
  };

  Function &function_;
  Candidates candidates_;
  Predecessors preds_;
  Dominators dominators_;
  std::vector<PhiPlacement::Phi> wanted_; // by block, then variable
  std::vector<std::uint32_t> first_phi_;  // of a block, into wanted_ and phis_
  std::vector<ValueId> phis_;             // the instructions of wanted_
  IdMap<ValueId, ValueId> replaced_;      // by which value, if any
  IdMap<ValueId, char> dropped_;
  IdMap<VariableId, ValueId> current_; // during renaming; invalid: undef
  std::vector<Change> log_;
  std::vector<std::pair<TypeId, ValueId>> undefs_;
};

} // namespace

void promote(const Unit &unit, Function &function) {
  if (function.is_declaration())
    return;
  remove_unreachable_blocks(function);
  free_entry(function);
  Promotion(unit, function).run();
  remove_dead_values(function);
  compact(function);
}

} // namespace wt::ir
