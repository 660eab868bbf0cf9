// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All probing points of a body.  See probe.h.

#include "engine/contradiction/probe.h"

#include "engine/contradiction/declared_types.h"
#include "engine/contradiction/exceptions.h"
#include "engine/contradiction/object_types.h"
#include "finding/names.h"
#include "summary/followed.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

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
      if (options_.is_proof && !is_live(workspace_, view_.procedure, block))
        continue;
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
      out_of_scope(block, position, v, {function_.variable(v)});
      break;
    case Op::kReturn:
    case Op::kRethrow:
      out_of_scope(block, position, v, view_.ends_at_return());
      break;
    case Op::kCall:
      freed(block, position, v);
      ignored(v);
      break;
    case Op::kPhi:
    case Op::kSelect:
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
  // The values that are certainly used from here on: those of the block, and of
  // the blocks that must follow, and by whom.  Phis count as what they stand
  // for.  Where a block that follows computes a value again, in the next round
  // of a loop, what is used from there on is another one.
  void
  each_use_ahead(BlockId block, std::size_t from,
                 const std::function<void(ValueId, ValueId)> &found) const {
    std::map<ValueId, ValueId> stands_for; // nothing: a new value
    auto meant = [&](ValueId v) {
      auto at = stands_for.find(v);
      return at == stands_for.end() ? v : at->second;
    };
    auto use = [&](ValueId v, ValueId user) {
      if (ValueId old = meant(v); old.valid())
        found(old, user);
    };
    const BlockId first = block;
    for (std::set<BlockId> seen; seen.insert(block).second; from = 0) {
      const auto &insts = function_.blocks[block].insts;
      for (std::size_t i = from; i < insts.size(); ++i)
        if (function_.insts[insts[i]].op != Op::kPhi) {
          for (ValueId operand : function_.operands_of(insts[i]))
            use(operand, insts[i]);
          if (block != first)
            stands_for[insts[i]] = ValueId();
        }
      if (function_.blocks[block].successors.size() != 1)
        return;
      BlockId next = function_.blocks[block].successors[0];
      std::map<ValueId, ValueId> phis;
      for (ValueId phi : function_.blocks[next].insts) {
        if (function_.insts[phi].op != Op::kPhi)
          break;
        std::span<const BlockId> incoming = function_.incoming(phi);
        for (std::size_t i = 0; i < incoming.size(); ++i)
          if (incoming[i] == block)
            phis[phi] = meant(function_.operand(phi, std::uint32_t(i)));
      }
      for (const auto &[phi, value] : phis) {
        if (value.valid())
          found(value, phi);
        stands_for[phi] = value;
      }
      block = next;
    }
  }
  void add(Probe probe) {
    const auto &insts = function_.blocks[probe.block].insts;
    std::size_t from = probe.position;
    if (probe.kind != Probe::Kind::kIgnored && from < insts.size() &&
        function_.insts[insts[from]].op == Op::kCall)
      ++from;
    if (!miss_used(probe.cell, probe.block, from, probe.used_by))
      probe.cell.hits = {exprs_.null()}; // contradicted where it stands
    out_.push_back(std::move(probe));
  }

  void overwritten_variable(BlockId block, std::size_t position, ValueId v) {
    VariableId variable = function_.variable(v);
    if (!is_wanted(function_.variables[variable].type))
      return;
    Probe out =
        probe(Probe::Kind::kOverwritten, block, position, v, view_.before(v),
              own_region(variable), view_.contents(variable));
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
                    const std::vector<VariableId> &variables) {
    std::vector<Probe> ends;
    for (VariableId variable : variables)
      if (view_.is_promoted(variable))
        end_of_promoted(block, position, v, variable, ends);
      else
        end_of_slot(block, position, v, variable, ends);
    add_together(std::move(ends));
  }

  void end_of_promoted(BlockId block, std::size_t position, ValueId v,
                       VariableId variable, std::vector<Probe> &ends) {
    if (!is_wanted(function_.variables[variable].type))
      return;
    ExprId held = function_.insts[v].op == Op::kScopeEnd
                      ? view_.before(v)
                      : view_.at_end(block, variable);
    Probe out = probe(Probe::Kind::kOutOfScope, block, position, v, held,
                      own_region(variable), view_.contents(variable));
    out.variable = variable;
    ends.push_back(std::move(out));
  }

  void end_of_slot(BlockId block, std::size_t position, ValueId v,
                   VariableId variable, std::vector<Probe> &ends) {
    const ir::Variable &info = function_.variables[variable];
    ValueId slot = slot_of(variable);
    if (!slot.valid())
      return;
    each_scalar(
        view_.unit, info.type, [&](std::int64_t offset, ir::TypeId type) {
          if (!is_wanted(type) ||
              (!view_.unit.types.is_pointer(type) &&
               !is_stored(exprs_.offset(view_.expr(slot), offset))))
            return;
          RegionSetId regions = view_.unit.types.is_record(info.type)
                                    ? view_.regions(slot, info.type, offset)
                                    : view_.regions(slot);
          auto cell =
              exprs_.load(exprs_.offset(view_.expr(slot), offset), regions);
          Probe out = probe(Probe::Kind::kOutOfScope, block, position, v, *cell,
                            regions, *cell);
          out.variable = variable;
          out.field = offset;
          ends.push_back(std::move(out));
        });
  }

  // Cells that end at once: the last references may be in several of them.
  void add_together(std::vector<Probe> probes) {
    std::vector<Holder> all;
    for (const Probe &probe : probes)
      all.insert(all.end(), probe.cell.holders.begin(),
                 probe.cell.holders.end());
    for (Probe &probe : probes) {
      for (const Holder &holder : all)
        cells_.add_holder(probe.cell, holder.region, holder.only);
      add(std::move(probe));
    }
  }

  // Does the body write there?  Most numbers in records are no descriptors.
  bool is_stored(ExprId address) {
    for (ValueId v : function_.insts.ids())
      if (function_.insts[v].op == Op::kStore &&
          view_.expr(function_.operand(v, 0)) == address)
        return true;
    return false;
  }

  ValueId slot_of(VariableId variable) const {
    for (ValueId v : function_.insts.ids())
      if (function_.insts[v].op == Op::kSlot &&
          function_.variable(v) == variable &&
          function_.insts[v].operand_count == 0)
        return v;
    return {};
  }

  // What the freed object holds.
  void freed(BlockId block, std::size_t position, ValueId call) {
    for (ProcedureId callee :
         infer::followed(workspace_.facts.program, view_.procedure, call)) {
      const infer::Behaviour &behaviour =
          workspace_.facts.behaviours.of(callee);
      if (options_.is_proof &&
          behaviour.source != infer::Behaviour::Source::kModel)
        continue; // it has probes of its own
      std::span<const ValueId> arguments = function_.arguments(call);
      for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (infer::frees(behaviour, AccessPath::parameter(std::uint32_t(i))) <
            infer::Extent::kUnlessNull)
          continue;
        if (options_.is_proof &&
            closes_in_library(workspace_, view_.procedure, call, callee,
                              std::uint32_t(i)))
          continue;
        for (ir::TypeId type : view_.object_types(arguments[i]))
          freed_object(block, position, call, arguments[i], type,
                       [&](std::int64_t offset) {
                         return cares_for(behaviour, std::uint32_t(i), offset);
                       });
      }
    }
  }

  void freed_object(BlockId block, std::size_t position, ValueId call,
                    ValueId object, ir::TypeId type,
                    const std::function<bool(std::int64_t)> &is_cared_for) {
    if (!view_.unit.types.is_record(type) &&
        !(options_.is_proof && view_.unit.types.is_pointer(type)))
      return;
    std::vector<Probe> fields;
    each_scalar(view_.unit, type, [&](std::int64_t offset, ir::TypeId scalar) {
      if (!is_wanted(scalar) || is_cared_for(offset))
        return;
      RegionSetId regions = view_.regions_of_object(object, type, offset);
      auto cell =
          exprs_.load(exprs_.offset(view_.expr(object), offset), regions);
      if (!cell)
        return;
      Probe out = probe(Probe::Kind::kFreed, block, position, call, *cell,
                        regions, *cell);
      out.field = offset;
      fields.push_back(std::move(out));
    });
    add_together(std::move(fields));
  }

  // Does the callee do anything to what is there, before it frees the object?
  static bool cares_for(const infer::Behaviour &behaviour, std::uint32_t index,
                        std::int64_t offset) {
    for (const infer::Outcome &outcome : behaviour.outcomes)
      for (const infer::Effect &effect : outcome.effects) {
        const AccessPath &path = effect.path;
        bool is_here =
            path.root() == PathRoot{PathRoot::Kind::kParameter, index};
        if (is_here &&
            (path.length() == 0 ? path.is_deep()
                                : path.steps()[0].any_element ||
                                      path.steps()[0].offset == offset))
          return true;
      }
    return false;
  }

  // Everything that is done with a value, or with an address in its object;
  // nullopt: a variable, memory, another value or the caller gets it.
  std::optional<std::vector<ValueId>> passing_uses(ValueId v) const {
    std::vector<ValueId> out;
    for (ValueId use : uses_[v]) {
      Op op = function_.insts[use].op;
      if (op == Op::kAssign || op == Op::kReturn || op == Op::kPhi ||
          op == Op::kSelect ||
          (op == Op::kStore && function_.operand(use, 1) == v))
        return std::nullopt;
      if (op != Op::kCast && op != Op::kBinop && op != Op::kField &&
          op != Op::kElement) {
        out.push_back(use);
        continue;
      }
      auto further = passing_uses(use);
      if (!further)
        return std::nullopt;
      out.insert(out.end(), further->begin(), further->end());
    }
    return out;
  }

  // A value that somebody gives and that no variable gets: its passing uses.
  std::optional<std::vector<ValueId>> unheld_uses(ValueId v) {
    const ir::Inst &inst = function_.insts[v];
    if (!inst.block.valid() || !is_wanted(inst.type) ||
        (inst.op != Op::kCall && inst.op != Op::kPhi && inst.op != Op::kSelect))
      return std::nullopt;
    if (inst.op == Op::kPhi &&
        !view_.variables_with(view_.value(v), inst.block, 0).empty())
      return std::nullopt;
    auto uses = passing_uses(v);
    if (uses && uses->empty() && inst.op != Op::kCall)
      return std::nullopt;
    return uses;
  }
  bool is_in_one_block(ValueId v, const std::vector<ValueId> &uses) const {
    return std::ranges::all_of(uses, [&](ValueId use) {
      return function_.insts[use].block == function_.insts[v].block;
    });
  }

  // Nobody ever holds it: it is lost after its last use.
  void ignored(ValueId v) {
    auto uses = unheld_uses(v);
    if (!uses || !is_in_one_block(v, *uses))
      return;
    BlockId block = function_.insts[v].block;
    const auto &insts = function_.blocks[block].insts;
    ValueId last = v;
    std::size_t position = 0;
    for (std::size_t i = 0; i < insts.size(); ++i)
      if (insts[i] == v || std::ranges::find(*uses, insts[i]) != uses->end()) {
        last = insts[i];
        position = i + 1;
      }
    if (ir::is_terminator(function_, last))
      return;
    add(probe(Probe::Kind::kIgnored, block, position, last, view_.value(v),
              workspace_.regions.add({}), ExprId()));
  }

public:
  // Values that are still used from here on: somebody has them in a register.
  // False: a contradiction, by that user.
  bool miss_used(ErrorCell &cell, BlockId block, std::size_t from,
                 ValueId &used_by) {
    bool is_possible = true;
    each_use_ahead(block, from, [&](ValueId v, ValueId user) {
      bool is_only_read = options_.is_proof &&
                          function_.insts[v].op == Op::kLoad &&
                          passing_uses(v).has_value();
      if (is_wanted(function_.insts[v].type) && !is_only_read)
        is_possible &= cells_.add_miss(cell, view_.expr(v));
      if (!is_possible && !used_by.valid())
        used_by = user;
    });
    return is_possible;
  }

  std::vector<ValueId> unprobed() {
    std::vector<ValueId> out;
    for (ValueId v : function_.insts.ids()) {
      auto uses = unheld_uses(v);
      if (!uses)
        continue;
      bool ends_block = std::ranges::any_of(*uses, [&](ValueId use) {
        return ir::is_terminator(function_, use);
      });
      if (ends_block || !is_in_one_block(v, *uses))
        out.push_back(v);
    }
    return out;
  }

private:
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

std::vector<ValueId> unprobed_values(Workspace &workspace,
                                     ProcedureId procedure, bool handles) {
  ProbeOptions options;
  options.is_proof = true;
  options.handles = handles;
  return Finder(workspace, procedure, options).unprobed();
}

bool miss_used_after(Workspace &workspace, ProcedureId procedure, BlockId block,
                     std::size_t position, ErrorCell &cell) {
  ProbeOptions options;
  options.is_proof = true;
  ValueId by;
  return Finder(workspace, procedure, options)
      .miss_used(cell, block, position + 1, by);
}

std::vector<Probe> find_probes(Workspace &workspace, ProcedureId procedure,
                               const ProbeOptions &options) {
  return Finder(workspace, procedure, options).run();
}

} // namespace wt::contradiction
