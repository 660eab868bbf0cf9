// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does a class keep its promise about the pointers in it?
//
// Between two calls of its public methods an object of a class owns what its
// destructor frees, and each pointer is in one object only (Heine and Lam 2006,
// section 2.1).  Constructors, assignments and the destructor can be held to
// that without anybody who uses the class:
//
//   ~Text() { free(data_); }
//   Text(const Text &o) : data_(o.data_) {}   both own it: freed twice
//   void set(char *s) { data_ = strdup(s); }   the old one is lost
//
// The second only if every constructor makes an object for the member, and no
// other method ever frees it: else there may be an order in which methods are
// called.  A member that nobody frees is found by forgotten.h, an assignment
// that looks at what it overwrites is a path like others (path_search.h).  A
// member that the destructor frees on some paths only, as a counted one,
// promises nothing.
//
// Tested by tests/leak/cxx/member_invariants.cpp.

#pragma once

#include "engine/engine.h"
#include "summary/owned_cells.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace wt::ownership {

class Members {
public:
  explicit Members(const Facts &facts);

  // What a constructor or an assignment does against the promise of its class.
  std::vector<Verdict> faults(ProcedureId procedure) const;

private:
  using Record = std::string; // as NamedCell writes it

  Record record_of(ProcedureId procedure) const; // of a method
  // Does the destructor free the member there, whenever there is something?
  bool is_released(const Record &record, std::int64_t offset) const;
  void add_shared(ProcedureId procedure, std::vector<Verdict> &out) const;
  void add_overwritten(ProcedureId procedure, std::vector<Verdict> &out) const;
  // Is there an object between calls of methods, whatever was called before?
  bool is_always_there(const Record &record, std::int64_t offset) const;

  Facts facts_;
  // With a body that somebody wrote.
  std::map<Record, std::vector<ProcedureId>> destructors_;
  std::map<Record, std::vector<ProcedureId>> methods_; // the others
  // Members that a method looks at before it stores something there.
  std::map<Record, std::set<std::int64_t>> taken_out_;
};

} // namespace wt::ownership
