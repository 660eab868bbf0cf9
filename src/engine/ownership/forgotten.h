// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which new objects does nobody free, although what holds them is destroyed?
//
//   Reader() : block_(new char[4096]) {}    ~Reader() {}       block_ is lost
//   r->name = strdup(s);                    free(r);           so is name
//
// A class owns what its destructor frees (Heine and Lam 2006, section 2.1); of
// what is new, held by a field and freed by nobody it promises too much.  The
// pointer is followed through all bodies at once, without order: into fields,
// which are told apart by record and offset, into callees and back to callers.
// It is forgotten if it comes to fields alone, if nothing that is read there is
// freed, kept by the library or given to code without a description, and if the
// program destroys objects of all these records.  Cells of a list may also hold
// each other, and the field or global that has the first one may be walked off
// (walked_off.h) instead of destroyed.
// A container that a field has, or points to, is such a field for its elements:
// all that comes out of it is followed, whether by its routines or by hand.
// Records whose bytes are looked at as numbers or as another record are left
// out, and so are those in unions, and those that a global variable has: it may
// live for ever.
//
// Tested by tests/leak/cxx/member_invariants.cpp, cxx/forgotten_members.cpp,
// cxx/member_containers.cpp, c/glib_records.c, c/forgotten_*.c.

#pragma once

#include "engine/engine.h"
#include "ir/uses.h"
#include "summary/owned_cells.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace wt::ownership {

class Forgotten {
public:
  explicit Forgotten(const Facts &facts);

  // What the procedure makes and puts into such fields.
  std::vector<Verdict> in(ProcedureId procedure) const;

private:
  using Record = std::string; // as NamedCell writes it
  struct Place {              // a value of a body
    ProcedureId procedure;
    ir::ValueId value;

    auto operator<=>(const Place &) const = default;
  };
  using UserLists = std::map<ProcedureId, ir::Users>; // as far as asked for
  class Search;

  void look_at_globals();
  void look_at_unions();
  void look_at_body(ProcedureId procedure);
  void look_at_call(ProcedureId procedure, ir::ValueId call);
  std::optional<infer::NamedCell> cell_of_address(ProcedureId procedure,
                                                  ir::ValueId address) const;
  void look_at_address(const infer::NamedCell &cell, ProcedureId procedure,
                       ir::ValueId address, ir::ValueId user);
  bool note_container(const infer::NamedCell &cell, ProcedureId procedure,
                      ir::ValueId address, ir::ValueId call);
  void note_copy(const ir::Unit &unit, ir::TypeId to, ir::TypeId from);
  void note_conversion(const ir::Unit &unit, ir::TypeId from, ir::TypeId to);
  // With the records inside it.
  void add_record(const ir::Unit &unit, ir::TypeId type,
                  std::set<Record> &to) const;

  Facts facts_;
  std::map<infer::NamedCell, std::vector<Place>> loads_;
  std::set<infer::NamedCell> spoiled_; // the address is used in another way
  // Fields that are containers: calls of their routines, and fields that
  // something else is done to.
  struct ContainerCall {
    Place call;
    std::uint32_t argument = 0;
  };
  std::map<infer::NamedCell, std::vector<ContainerCall>> container_calls_;
  std::set<infer::NamedCell> exposed_;
  std::set<infer::NamedCell> walked_off_;           // see walked_off.h
  std::map<ProcedureId, std::vector<Place>> calls_; // by callee
  std::map<Record, std::set<Record>> copies_; // to records of another name
  std::set<Record> moved_;                    // copied as a whole
  std::set<Record> destroyed_;
  std::set<Record> destructors_; // with one that somebody wrote
  std::set<Record> left_out_;
};

} // namespace wt::ownership
