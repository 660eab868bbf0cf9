// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What are the values and variables of one body as expressions?
//
// Addresses and numbers are computed by instructions that never change:
// `&p->next` is %p + 8 wherever it is used.  What is loaded, and what phis
// choose, stays a register until the walk comes to the instruction.  The value
// that a promoted variable holds at a place is the one that its last assignment
// gave it, if that is the same on all ways or a phi stands for it.
//
// Tested by tests/prove/ and tests/leak/.

#pragma once

#include "engine/contradiction/expression.h"
#include "ir/cfg.h"
#include "ir/dominators.h"
#include "summary/ignored.h"

#include <map>
#include <set>

namespace wt::contradiction {

class FunctionView final : public Distinctness {
public:
  // Numbers from which on values and variables are named: those of different
  // bodies must not be taken for each other.
  struct Names {
    std::uint32_t values = 0, variables = 0;
  };
  FunctionView(const Program &program, ProcedureId procedure,
               Expressions &exprs, Names names);

  const ProcedureId procedure;
  const ir::Unit &unit;
  const ir::Function &function;
  const ir::Predecessors predecessors;
  const infer::IgnoredResults ignored;

  // The register, and which one an expression is.
  ExprId value(ir::ValueId v) const {
    return exprs_.value(ir::ValueId(std::size_t(names_.values) + v.value));
  }
  ir::ValueId value_of(ExprId e) const {
    return ir::ValueId(exprs_[e].root.index - names_.values);
  }
  PathRoot root(ir::VariableId variable) const {
    return {PathRoot::Kind::kSlot, names_.variables + variable.value};
  }
  ExprId address(ir::VariableId variable) const {
    return exprs_.root(root(variable));
  }
  ExprId expr(ir::ValueId v);
  // Of the address `v`.
  RegionSetId regions(ir::ValueId v);
  // Of the cell `offset` bytes behind `v`, a pointer to `record`.
  RegionSetId regions(ir::ValueId v, ir::TypeId record, std::int64_t offset);

  // Of the cell `offset` bytes behind `v`, which points to a thing of `type`.
  RegionSetId regions_of_object(ir::ValueId v, ir::TypeId type,
                                std::int64_t offset) {
    return unit.types.is_record(type) ? regions(v, type, offset) : regions(v);
  }
  // What a pointer may point to, by its type and by those of the variables
  // that hold it; without void.
  std::vector<ir::TypeId> object_types(ir::ValueId v);
  // Of all cells of a variable in memory.
  RegionSetId slot_regions(ir::VariableId variable);

  // What ends when the function returns, all at once: parameters, and locals
  // whose end no marker tells (compound literals).
  const std::vector<ir::VariableId> &ends_at_return() const {
    return ends_at_return_;
  }
  bool is_promoted(ir::VariableId variable) const {
    return function.variables[variable].is_promoted;
  }
  RegionId region(ir::VariableId promoted) {
    return exprs_.regions().private_region(procedure, promoted);
  }
  // *$x, the contents of a promoted variable.
  ExprId contents(ir::VariableId promoted);
  // The variable whose contents these are.
  std::optional<ir::VariableId> variable_of(ExprId contents) const;
  // What the variable held before an `assign` or `scope_end`, and at the end of
  // a block: contents() where the value is not known.
  ExprId before(ir::ValueId marker);
  ExprId at_end(ir::BlockId block, ir::VariableId promoted);

  // Promoted variables that hold the value before an instruction of a block.
  std::vector<ir::VariableId> variables_with(ExprId value, ir::BlockId block,
                                             std::size_t position);
  // What the phis of a block are when control comes over one edge.
  struct Phis {
    std::vector<std::pair<ExprId, ExprId>> changes; // the phi, its value
    bool read_each_other = false;
  };
  const Phis &phis(ir::BlockId block, ir::BlockId from);
  // One is a new object and the other was computed before it was made, or one
  // is a local and the other another variable or a parameter.
  bool are_distinct(ExprId a, ExprId b) const override;
  // Calls whose result is always a new object, or null.
  void set_makers(std::vector<bool> makers) { makers_ = std::move(makers); }

  // Blocks from which control comes to others later: larger is later.
  std::uint32_t order(ir::BlockId block) const { return order_[block]; }

private:
  // A value, kUndefined or (invalid) not known.
  static constexpr ir::ValueId kUndefined = ir::ValueId(UINT32_MAX - 1);
  using Values = std::vector<ir::ValueId>; // by variable

  ExprId make_expr(ir::ValueId v);
  std::uint32_t width(ir::ValueId v) const; // bits
  ExprId indeterminate();
  ExprId held(ir::ValueId value, ir::VariableId variable);
  void find_object_types();
  void find_values();
  void find_ends();
  bool merge_into(ir::BlockId block, bool is_final);
  ir::ValueId merged(ir::BlockId block, std::size_t variable, bool is_final);
  void pass(ir::BlockId block);

  bool is_newer(ExprId made, ExprId other) const;
  bool is_other_local(ExprId local, ExprId other) const;

  const Program &program_;
  Expressions &exprs_;
  const Names names_;
  const ir::Dominators dominators_;
  std::vector<bool> makers_; // by value
  std::vector<ir::VariableId> ends_at_return_;
  std::vector<ir::BlockId> reverse_post_order_;
  IdMap<ir::BlockId, std::uint32_t> order_;
  IdMap<ir::ValueId, ExprId> known_exprs_;
  IdMap<ir::ValueId, RegionSetId> known_regions_; // invalid: not asked yet
  IdMap<ir::BlockId, Values> in_, out_;           // empty: not visited
  std::map<ir::ValueId, ir::ValueId> before_;     // by marker
  std::map<std::pair<ir::BlockId, ir::BlockId>, Phis> phis_; // by edge
  std::map<ExprId, std::set<ir::TypeId>> object_types_;
  bool has_object_types_ = false;
};

} // namespace wt::contradiction
