// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which fields and globals are the only owner of what they hold?
//
//   struct person { char *name; const char *title; };
//   p->name = strdup(s);   free(p->name);      name owns
//   p->title = s;                              title borrows
//
// A cell owns if the program puts nothing there but null and new objects
// that it puts nowhere else, never puts what it reads there into another
// cell or gives it to code that keeps it, never copies the cell or gives its
// address away, and frees what is read there somewhere.  Who returns it
// lends it, if callers neither free nor keep the result.  A function that
// overwrites such a cell, or frees the object that has it, loses what is
// there. A variable that one unit alone can name owns also if nobody frees
// it: the last value stays, those before it are lost.
//
// Decided from all bodies at once, without order; code outside the program is
// taken not to know the program's records.
//
// Tested by tests/unit/engine/sat_owned_test.cpp and tests/leak/c/owned_*.c.

#pragma once

#include "model/model.h"
#include "program/program.h"
#include "summary/named_cell.h"

#include <functional>
#include <map>

namespace wt::infer {

struct Behaviour;
struct FreshPlace;

class OwnedCells {
public:
  // The kind of objects that the cell owns; invalid: it is not known to.
  model::FamilyId at(const Program &program, ProcedureId procedure,
                     ir::ValueId address) const;
  model::FamilyId of(ProgramVariableId global) const;
  bool empty() const { return cells_.empty(); }
  const std::map<NamedCell, model::FamilyId> &all() const { return cells_; }

private:
  friend class CellCollector;
  std::map<NamedCell, model::FamilyId> cells_;
};

// What the collector asks about procedures.
struct CellSetting {
  const Program &program;
  const model::ModelSet &models;
  std::function<const Behaviour &(ProcedureId)> behaviour;
  std::function<std::span<const FreshPlace>(ProcedureId)> fresh;
};

OwnedCells find_owned_cells(const CellSetting &setting);

} // namespace wt::infer
