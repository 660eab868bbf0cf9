// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where may the object of one call be, if no memory but locals ever holds it?
//
// A candidate names the object that one call makes.  Most of them stay in
// variables until they are freed or returned:
//
//   s = xstrdup(name);      s may be it
//   t = s + 1;              t too
//   print(s);               the parameter of print(), if it has a body
//   asprintf(&line, ...);   `line` is its *home*: a local in memory
//   r.name = s;             so is the field of a local record
//   global = s;             it is in other memory: nothing is said
//
// An over-approximation without order and paths, over the function and the
// callees that are given the object or the address of a home.  Homes of which
// every address is followed have no other names, whatever types and arrays the
// program uses: a pointer that is no such address does not point there.  So all
// is known of where the object is, and code that is given neither it nor such
// an address cannot touch it.  Stores elsewhere, numbers made of pointers, and
// homes whose address gets into memory or to code that nobody knows end that.
//
// A callee that puts the object into other memory is like code that nobody
// knows: if it keeps the object, that is not lost when the function lets go of
// it, and if it does not, all is as it was.  It only matters that other memory
// may give the object back.
//
// Descriptors are followed in the same way: the number is the reference.
// Numbers that are computed from it are none.
//
// Tested by tests/unit/engine/contradiction_judge_test.cpp.

#pragma once

#include "engine/contradiction/workspace.h"
#include "finding/site.h"

#include <set>

namespace wt::contradiction {

class Whereabouts {
public:
  Whereabouts(const Facts &facts, const Site &site);

  // Why nothing is said; "" when it is in variables alone.
  const std::string &why_not() const { return why_not_; }
  bool is_handle() const { return is_handle_; }
  ProcedureId procedure() const { return site_.procedure; }
  // Is this the call that makes it?  (In the activation that is looked at.)
  bool is_made_by(ProcedureId procedure, ir::ValueId call) const {
    return procedure == site_.procedure && call == site_.value;
  }
  bool is_result() const { return site_.place == model::Place{}; }
  bool may_be(ProcedureId procedure, ir::ValueId v) const;
  // Is the object, or the address of a home, given to this call?
  bool is_given(ProcedureId procedure, ir::ValueId call) const;
  bool is_given_home(ProcedureId procedure, ir::ValueId call) const;
  // Is this callee looked into?
  bool enters(ProcedureId callee) const;
  // Can it, or what it calls, free the object?
  bool frees(ProcedureId callee) const { return bodies_.at(callee).frees_it; }
  // May code that keeps what it is given have put it into other memory?
  bool may_be_kept() const { return may_be_kept_; }
  // Promoted variables that may hold it.
  const std::set<ir::VariableId> &variables(ProcedureId procedure) const;
  // The function, and callees that have the address of a home: they may lose
  // it.
  std::vector<ProcedureId> losers() const;

  // ---- homes: locals of the function in memory, and the cells of them that
  // may hold the object, by offset

  struct Home {
    ir::VariableId variable;
    std::set<std::int64_t> cells;
  };
  const std::vector<Home> &homes() const { return homes_; }
  // They are the first regions of HomeRegions.
  std::size_t cell_count() const;
  // A place in a home.
  struct Target {
    std::size_t home = 0;
    std::int64_t offset = 0;
    auto operator<=>(const Target &) const = default;
  };
  using Targets = std::vector<Target>; // sorted
  const Targets &targets(ProcedureId procedure, ir::ValueId v) const;
  // The variable in memory, and where in it, that an address is known to be.
  std::optional<std::pair<ir::VariableId, std::int64_t>>
  local(ProcedureId procedure, ir::ValueId address) const;

private:
  struct Body {
    std::vector<bool> may_be;     // by value
    std::vector<Targets> targets; // likewise
    bool returns_it = false;
    Targets returns;
    bool frees_it = false;
    bool keeps_it = false;          // not looked into: it may do anything
    std::set<std::uint32_t> others; // parameters that may be no homes
    std::set<ir::VariableId> variables;
  };
  static constexpr std::size_t kMostBodies = 40, kMostTargets = 8;

  std::string begin();
  void run();
  Body *body(ProcedureId procedure);
  bool add(Body &body, ir::ValueId v);
  bool add_targets(Body &body, ir::ValueId v, const Targets &targets,
                   std::int64_t offset = 0);
  bool add_home(ir::VariableId variable, std::int64_t offset);
  bool is_wide(ProcedureId procedure, ir::ValueId v) const;
  bool pass_all(ProcedureId procedure);
  bool pass(ProcedureId procedure, ir::ValueId v);
  bool pass_load(ProcedureId procedure, ir::ValueId v);
  bool pass_store(ProcedureId procedure, ir::ValueId v);
  bool pass_block(ProcedureId procedure, ir::ValueId v);
  bool pass_on(ProcedureId procedure, ir::ValueId v);
  bool pass_computed(ProcedureId procedure, ir::ValueId v);
  bool pass_call(ProcedureId procedure, ir::ValueId call);
  bool pass_to_unknown(ProcedureId procedure, ir::ValueId call);
  bool pass_to_model(ProcedureId procedure, ir::ValueId call,
                     ProcedureId callee);
  bool pass_to_body(ProcedureId procedure, ir::ValueId call,
                    ProcedureId callee);
  bool is_surely_home(ProcedureId procedure, ir::ValueId address) const;
  void check_stores();
  bool escape(const std::string &why, ProcedureId procedure, ir::ValueId at);

  const Facts facts_;
  const Site site_;
  const bool is_handle_;
  bool may_be_kept_ = false;
  std::string why_not_;
  std::map<ProcedureId, Body> bodies_;
  std::vector<Home> homes_;
};

// The division of memory that goes with it: each cell of a home, and all else.
// Sound for any C, since the addresses of homes are all known.
class HomeRegions final : public pointer::Regions {
public:
  explicit HomeRegions(const Whereabouts &object);

  std::size_t region_count() const override { return cells_.size() + 2; }
  std::vector<RegionId> regions(ProcedureId procedure,
                                ir::ValueId value) const override {
    return behind(procedure, value, 0);
  }
  std::vector<RegionId> regions_behind(ProcedureId procedure, ir::ValueId value,
                                       ir::TypeId,
                                       std::int64_t offset) const override {
    return behind(procedure, value, offset);
  }
  RegionId region(ProgramVariableId, std::uint32_t) const override {
    return elsewhere();
  }
  std::string name(RegionId region) const override;
  // Of a cell that may hold the object?
  bool is_home(RegionId region) const { return region.value < cells_.size(); }

private:
  std::vector<RegionId> behind(ProcedureId procedure, ir::ValueId value,
                               std::int64_t offset) const;
  // Other parts of homes, which do not hold it.
  RegionId rest() const { return RegionId(cells_.size()); }
  RegionId elsewhere() const { return RegionId(cells_.size() + 1); }

  const Whereabouts &object_;
  std::vector<Whereabouts::Target> cells_; // sorted
};

} // namespace wt::contradiction
