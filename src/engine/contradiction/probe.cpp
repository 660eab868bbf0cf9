// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All probing points of a body.  See probe.h.

#include "engine/contradiction/probe.h"

#include "finding/names.h"
#include "model/infer/followed.h"

#include <algorithm>
#include <functional>

namespace wt::contradiction {

namespace {

using ir::BlockId;
using ir::Op;
using ir::ValueId;
using ir::VariableId;

class Finder {
public:
  Finder(Workspace &workspace, ProcedureId procedure,
         const ProbeOptions &options)
      : workspace_(workspace), exprs_(workspace.exprs), cells_(exprs_),
        view_(workspace.view(procedure)), function_(view_.function),
        options_(options), uses_(function_.insts.size()) {
    for (ValueId v : function_.insts.ids())
      if (function_.insts[v].block.valid())
        for (ValueId operand : function_.operands_of(v))
          uses_[operand].push_back(v);
  }

  std::vector<Probe> run() {
    for (BlockId block : function_.blocks.ids()) {
      const auto &insts = function_.blocks[block].insts;
      for (std::size_t i = 0; i < insts.size(); ++i)
        look_at(block, i, insts[i]);
    }
    return std::move(out_);
  }

private:
  bool is_wanted(ir::TypeId type) const {
    const ir::Type &info = view_.unit.types[type];
    return info.kind == ir::TypeKind::kPointer ||
           info.kind == ir::TypeKind::kUnknown ||
           (options_.handles && info.kind == ir::TypeKind::kInt &&
            info.width == 32);
  }

  void look_at(BlockId block, std::size_t position, ValueId v) {
    switch (function_.insts[v].op) {
    case Op::kAssign:
      overwritten_variable(block, position, v);
      break;
    case Op::kStore:
      overwritten_cell(block, position, v);
      break;
    case Op::kScopeEnd:
      out_of_scope(block, position, v, function_.variable(v));
      break;
    case Op::kReturn:
    case Op::kRethrow:
      for (VariableId variable : function_.variables.ids())
        if (function_.variables[variable].is_param)
          out_of_scope(block, position, v, variable);
      break;
    case Op::kCall:
      freed(block, position, v);
      ignored(v);
      break;
    default:
      break;
    }
  }

  // The assumption: `held`, in one of these regions, is the last reference.
  Probe probe(Probe::Kind kind, BlockId block, std::size_t position, ValueId at,
              ExprId held, RegionSetId regions, ExprId cell) {
    Probe out;
    out.kind = kind;
    out.procedure = view_.procedure;
    out.at = at;
    out.block = block;
    out.position = position;
    for (RegionId region : workspace_.regions[regions])
      out.cell.holders.push_back({region, cell});
    out.cell.hits.push_back(exprs_.strip(held));
    return out;
  }
  // Values that the block still uses: somebody has them in a register.
  void add(Probe probe) {
    const auto &insts = function_.blocks[probe.block].insts;
    bool is_possible = true;
    auto miss = [&](ValueId v) {
      if (is_wanted(function_.insts[v].type))
        is_possible &= cells_.add_miss(probe.cell, view_.expr(v));
    };
    std::size_t from = probe.position;
    if (probe.kind != Probe::Kind::kIgnored && from < insts.size() &&
        function_.insts[insts[from]].op == Op::kCall)
      ++from;
    for (std::size_t i = from; i < insts.size(); ++i)
      for (ValueId operand : function_.operands_of(insts[i]))
        miss(operand);
    for (BlockId next : function_.blocks[probe.block].successors)
      for (ValueId phi : function_.blocks[next].insts) {
        if (function_.insts[phi].op != Op::kPhi)
          break;
        std::span<const BlockId> incoming = function_.incoming(phi);
        for (std::size_t i = 0; i < incoming.size(); ++i)
          if (incoming[i] == probe.block)
            miss(function_.operand(phi, std::uint32_t(i)));
      }
    if (!is_possible)
      probe.cell.hits = {exprs_.null()}; // contradicted where it stands
    out_.push_back(std::move(probe));
  }

  void overwritten_variable(BlockId block, std::size_t position, ValueId v) {
    VariableId variable = function_.variable(v);
    if (!is_wanted(function_.variables[variable].type))
      return;
    Probe out = probe(Probe::Kind::kOverwritten, block, position, v,
                      view_.before(v), own_region(variable),
                      view_.contents(variable));
    out.variable = variable;
    add(std::move(out));
  }

  bool is_element(ExprId address) const {
    for (; exprs_[address].base.valid(); address = exprs_[address].base)
      if (exprs_[address].kind == Expr::Kind::kElement)
        return true;
    return false;
  }

  void overwritten_cell(BlockId block, std::size_t position, ValueId v) {
    ValueId address = function_.operand(v, 0);
    if (!is_wanted(function_.insts[function_.operand(v, 1)].type) ||
        (is_element(view_.expr(address)) && !options_.arrays))
      return;
    auto cell = exprs_.load(view_.expr(address), view_.regions(address));
    if (cell)
      add(probe(Probe::Kind::kOverwritten, block, position, v, *cell,
                view_.regions(address), *cell));
  }

  RegionSetId own_region(VariableId promoted) {
    return workspace_.regions.add({view_.region(promoted)});
  }

  void out_of_scope(BlockId block, std::size_t position, ValueId v,
                    VariableId variable) {
    const ir::Variable &info = function_.variables[variable];
    if (info.is_promoted) {
      if (!is_wanted(info.type))
        return;
      ExprId held = function_.insts[v].op == Op::kScopeEnd
                        ? view_.before(v)
                        : view_.at_end(block, variable);
      Probe out = probe(Probe::Kind::kOutOfScope, block, position, v, held,
                        own_region(variable), view_.contents(variable));
      out.variable = variable;
      add(std::move(out));
      return;
    }
    ValueId slot = slot_of(variable);
    if (!slot.valid())
      return;
    each_pointer(info.type, 0, [&](std::int64_t offset) {
      RegionSetId regions = view_.unit.types.is_record(info.type)
                                ? view_.regions(slot, info.type, offset)
                                : view_.regions(slot);
      auto cell = exprs_.load(exprs_.offset(view_.expr(slot), offset), regions);
      Probe out = probe(Probe::Kind::kOutOfScope, block, position, v, *cell,
                        regions, *cell);
      out.variable = variable;
      out.field = offset;
      add(std::move(out));
    });
  }

  ValueId slot_of(VariableId variable) const {
    for (ValueId v : function_.insts.ids())
      if (function_.insts[v].op == Op::kSlot &&
          function_.variable(v) == variable &&
          function_.insts[v].operand_count == 0)
        return v;
    return {};
  }

  // The pointers in a thing of this type, arrays left out.
  void each_pointer(ir::TypeId type, std::int64_t offset,
                    const std::function<void(std::int64_t)> &found) const {
    const ir::Type &info = view_.unit.types[type];
    if (is_wanted(type) && info.kind != ir::TypeKind::kUnknown)
      found(offset);
    if (info.kind == ir::TypeKind::kRecord && !info.is_union)
      for (const ir::FieldDecl &field : info.fields)
        each_pointer(field.type,
                     offset + static_cast<std::int64_t>(field.offset), found);
  }

  // What the freed object holds.
  void freed(BlockId block, std::size_t position, ValueId call) {
    for (ProcedureId callee : infer::followed(workspace_.facts.program,
                                              view_.procedure, call)) {
      const infer::Behaviour &behaviour = workspace_.facts.behaviours.of(callee);
      std::span<const ValueId> arguments = function_.arguments(call);
      for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (infer::frees(behaviour, AccessPath::parameter(std::uint32_t(i))) <
            infer::Extent::kUnlessNull)
          continue;
        ir::TypeId record =
            view_.unit.types.pointee(function_.insts[arguments[i]].type);
        if (!view_.unit.types.is_record(record))
          continue;
        each_pointer(record, 0, [&](std::int64_t offset) {
          if (cares_for(behaviour, std::uint32_t(i), offset))
            return;
          RegionSetId regions = view_.regions(arguments[i], record, offset);
          auto cell = exprs_.load(
              exprs_.offset(view_.expr(arguments[i]), offset), regions);
          if (!cell)
            return;
          Probe out = probe(Probe::Kind::kFreed, block, position, call, *cell,
                            regions, *cell);
          out.field = offset;
          add(std::move(out));
        });
      }
    }
  }

  // Does the callee do anything to what is there, before it frees the object?
  static bool cares_for(const infer::Behaviour &behaviour, std::uint32_t index,
                        std::int64_t offset) {
    for (const infer::Outcome &outcome : behaviour.outcomes)
      for (const infer::Effect &effect : outcome.effects) {
        const AccessPath &path = effect.path;
        bool is_here = path.root() ==
                       PathRoot{PathRoot::Kind::kParameter, index};
        if (is_here && (path.length() == 0
                            ? path.is_deep()
                            : path.steps()[0].any_element ||
                                  path.steps()[0].offset == offset))
          return true;
      }
    return false;
  }

  // Nobody ever holds the result: it is lost after its last use.
  void ignored(ValueId call) {
    if (!is_wanted(function_.insts[call].type))
      return;
    auto is_held = [&](ValueId use) {
      Op op = function_.insts[use].op;
      return op == Op::kAssign || op == Op::kPhi || op == Op::kSelect ||
             op == Op::kReturn || op == Op::kCast || op == Op::kBinop ||
             (op == Op::kStore && function_.operand(use, 1) == call) ||
             function_.insts[use].block != function_.insts[call].block;
    };
    if (std::ranges::any_of(uses_[call], is_held))
      return;
    BlockId block = function_.insts[call].block;
    const auto &insts = function_.blocks[block].insts;
    ValueId last = call;
    std::size_t position = 0;
    for (std::size_t i = 0; i < insts.size(); ++i)
      if (insts[i] == call ||
          std::ranges::find(uses_[call], insts[i]) != uses_[call].end()) {
        last = insts[i];
        position = i + 1;
      }
    if (ir::is_terminator(function_, last))
      return;
    add(probe(Probe::Kind::kIgnored, block, position, last,
              view_.value(call), workspace_.regions.add({}), ExprId()));
  }

  Workspace &workspace_;
  Expressions &exprs_;
  Cells cells_;
  FunctionView &view_;
  const ir::Function &function_;
  ProbeOptions options_;
  IdMap<ValueId, std::vector<ValueId>> uses_;
  std::vector<Probe> out_;
};

} // namespace

std::vector<Probe> find_probes(Workspace &workspace, ProcedureId procedure,
                               const ProbeOptions &options) {
  return Finder(workspace, procedure, options).run();
}

} // namespace wt::contradiction
