// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which values of an unrolled body are the same?
//
// A body without cycles is read once, in order.  Equal computations get one
// value, constants are folded, and a load is replaced by what was stored where
// memory SSA shows it: exactly one store, or a phi of several.  A load of
// which nobody knows what was stored is still the same as an earlier one
// from the same cell and version.  So locals whose address is taken and fields
// behave as variables afterwards:
//
//   make(&p); if (s->own) q = p;  ...  if (s->own) free(q);     one test
//
// Operands are exchanged in place; the instructions stay.  What is known of
// cells can be asked afterwards.
//
// Tested by tests/unit/engine/valueflow_paths_test.cpp.

#pragma once

#include "flow/cell_history.h"
#include "flow/unrolled_body.h"

namespace wt::flow {

// What is in a cell, for cells that the body reads.
class KnownCells {
public:
  KnownCells(const ir::Function &function, CellHistory &history)
      : function_(function), history_(history) {}

  // The version of memory that a load reads.  A load in no block stands for
  // what was in a cell on some of the ways to a phi.
  VersionId version(ir::ValueId load) const;
  // Since when the cell has had what the load finds: the load stands for all
  // that find the same, also on ways that do not pass it.
  VersionId since(ir::ValueId load) const;
  // The value of the cell before an instruction, if it has a name.
  ir::ValueId value(const Cell &cell, ir::ValueId before);
  void add(const Cell &cell, VersionId version, ir::ValueId value) {
    values_.try_emplace({cell, version}, value);
  }
  void add_load(ir::ValueId load, VersionId version) { loads_[load] = version; }
  void add_since(ir::ValueId load, VersionId version) {
    since_[load] = version;
  }

private:
  ir::ValueId value_at(const Cell &cell, VersionId version,
                       std::map<VersionId, ir::ValueId> &seen);

  const ir::Function &function_;
  CellHistory &history_;
  std::map<std::pair<Cell, VersionId>, ir::ValueId> values_;
  std::map<ir::ValueId, VersionId> loads_; // those in no block
  std::map<ir::ValueId, VersionId> since_;
};

// What is known of calls.
struct CallValues {
  // Does the call do nothing but look at its arguments?
  std::function<bool(ir::ValueId)> only_looks;
  // The argument that it always returns; invalid: none.
  std::function<ir::ValueId(ir::ValueId)> returned;
  // The argument that it always puts into a cell; invalid: none.
  std::function<ir::ValueId(ir::ValueId, const Cell &)> put;
  // Does the object that it makes hold zero there?
  std::function<bool(ir::ValueId, const Cell &)> zeroes;
};

// `cells` is filled on the way, so that effects of calls can ask it.
void number_values(const ir::Unit &unit, UnrolledBody &body,
                   CellHistory &history, KnownCells &cells,
                   const CallValues &calls);

} // namespace wt::flow
