// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What may this pointer point to?
//
// The result of Andersen's analysis over a whole Program: flow-insensitive, by
// byte offsets, heap objects by site with wrappers copied per call.  Constant
// after analyse(), and may be read by many threads.
//
//   auto facts = analyse(program, models, fresh, budget);
//   for (LocationId id : facts->targets(p, v))
//     std::cout << facts->name(id);          "main.list+8", "malloc in f"
//
// One Program is one system of constraints.  Where a tree builds several
// programs, linking has already separated what shares a name (two `main`s with
// their own `usage` each): every unit's symbols mean those of its own target.
//
// A set is complete: what a pointer can hold while the program runs is in it,
// or meant by it.  One location, *outside*, means memory of code that is not in
// the program and everything of the program that has escaped to such code:
// every cell of escaped().  A set that holds outside need not list any of that.
// So compare sets by may_meet(), and ask meaning() before looking at each
// element; all else here does so itself.
//
//   mystery(&x); p = mystery2(); q = &x;     p: {outside}   q: {x}   may alias
//
// Memory of modelled libraries is an object as any other, unless the library is
// taken for outside (generate.h).  An empty set means null, or code that never
// runs.  What is deliberately not followed: generate.h.
//
// Tested by tests/unit/pointer/ and, against execution, tests/pointer/.

#pragma once

#include "pointer/generate.h"
#include "pointer/regions.h"

#include <span>

namespace wt::pointer {

class PointsTo final : public Regions {
public:
  PointsTo(const Program &program, System system);

  // See PointsToLimits::library_steps_per_node.
  bool is_library_too_much() const { return system_.is_library_too_much; }
  // False: the budget ran out.  Sets may then be too small; use none of them.
  bool is_complete() const { return system_.solution.is_complete(); }

  // What a value of a body may point to, in all copies of the procedure.
  const PointSet &targets(ProcedureId procedure, ir::ValueId value) const;
  // What the cell at a location may point to.
  const PointSet &contents(LocationId location) const;

  LocationId outside() const { return system_.solution.outside(); }
  // What outside means: its own location, and all that code which is neither
  // here nor modelled may get hold of.
  const PointSet &escaped() const { return system_.solution.escaped(); }
  bool holds_outside(const PointSet &set) const {
    return set.contains(outside());
  }
  // The set, and what has escaped if it holds outside.
  PointSet meaning(const PointSet &set) const;
  bool means(const PointSet &set, LocationId id) const;
  // Do the sets mean a common location?
  bool may_meet(const PointSet &a, const PointSet &b) const;

  // What modelled libraries hand out.
  const PointSet &library() const;

  bool may_alias(ProcedureId p, ir::ValueId v, ProcedureId q,
                 ir::ValueId w) const;
  // As may_alias, but anywhere in the same object.
  bool may_share_object(ProcedureId p, ir::ValueId v, ProcedureId q,
                        ir::ValueId w) const;

  Location location(LocationId id) const {
    return system_.solution.location(id);
  }
  std::size_t location_count() const {
    return system_.solution.location_count();
  }
  std::optional<LocationId> find(ObjectId object, std::uint32_t offset) const {
    return system_.solution.find(object, offset);
  }
  std::span<const LocationId> cells(ObjectId object) const {
    return system_.solution.cells(object);
  }

  std::size_t object_count() const { return system_.objects.size(); }
  const ObjectInfo &object(ObjectId id) const { return system_.objects[id]; }
  const Object &layout(ObjectId id) const { return system_.layouts[id]; }
  const Context &context(ContextId id) const { return system_.contexts[id]; }
  ObjectId object_of(ProgramVariableId variable) const {
    return system_.globals[variable];
  }
  ObjectId object_of(ProcedureId function) const {
    return system_.functions[function];
  }
  // Unknown code may read and write it.
  bool is_escaped(ObjectId id) const { return system_.solution.is_escaped(id); }
  // Not an object of the program.
  bool is_foreign(ObjectId id) const {
    return object(id).kind <= ObjectKind::kNowhere;
  }
  // All slots of a procedure and its copies, sorted.
  std::span<const ObjectId> slots(ProcedureId procedure) const {
    return slots_[procedure];
  }

  // Exactly one cell at a time has this name, so that a store to it replaces
  // what was there: a global or a local of a procedure that is not recursive,
  // no element of an array.
  bool is_single(LocationId id) const;

  // Whom a call may reach.  Exact: nobody else, and no code outside.
  CallTargets call_targets(ProcedureId caller, ir::ValueId call) const;
  // Without functions that are called only because they have escaped.
  std::span<const ProcedureId> known_targets(ProcedureId caller,
                                             ir::ValueId call) const;
  // Code outside the program may be called as well.
  bool may_call_outside(ProcedureId caller, ir::ValueId call) const;
  // Functions that the model of the callee calls: the comparison of qsort.
  std::span<const ProcedureId> called_back(ProcedureId caller,
                                           ir::ValueId call) const;
  // Functions that outside or the library may call at any time; ascending.
  std::span<const ProcedureId> called_from_elsewhere() const {
    return system_.called_back;
  }
  // The model that describes a procedure at its calls, or null.
  const model::FunctionModel *model_of(ProcedureId procedure) const {
    return system_.models[procedure];
  }

  std::string name(ObjectId id) const;
  std::string name(LocationId id) const;
  std::string names(const PointSet &set) const; // "{a+8, malloc in f}"

  const Statistics &statistics() const { return system_.solution.statistics(); }
  std::span<const IndirectSite> indirect_sites() const {
    return system_.indirect_sites;
  }
  const Program &program() const { return program_; }

  // Regions are locations; that of outside overlaps what has escaped.
  std::size_t region_count() const override { return location_count(); }
  std::vector<RegionId> regions(ProcedureId procedure,
                                ir::ValueId value) const override;
  std::vector<RegionId> regions_behind(ProcedureId procedure, ir::ValueId value,
                                       ir::TypeId record,
                                       std::int64_t offset) const override;
  RegionId region(ProgramVariableId variable,
                  std::uint32_t offset) const override;
  using Regions::may_overlap;
  bool may_overlap(RegionId a, RegionId b) const override;
  std::string name(RegionId region) const override {
    return name(LocationId(region.value));
  }

private:
  static constexpr std::uint32_t kNoList = UINT32_MAX;
  struct CallFacts {
    ir::ValueId call;
    std::vector<ProcedureId> known;       // sorted
    std::uint32_t with_escaped = kNoList; // all targets, if there are more
    bool reaches_outside = false;
    bool fell_back = false;
  };

  void unite_copies();
  void collect_slots();
  void collect_calls();
  static const CallFacts *
  find_call(const IdMap<ProcedureId, std::vector<CallFacts>> &table,
            ProcedureId caller, ir::ValueId call);
  std::span<const ProcedureId> all_targets(const CallFacts &facts) const;

  const Program &program_;
  System system_;
  // Values of procedures that were copied, united; by procedure, then value.
  IdMap<ProcedureId, std::vector<PointSet>> united_;
  IdMap<ProcedureId, std::vector<ObjectId>> slots_;
  IdMap<ProcedureId, std::vector<CallFacts>> calls_;     // indirect, by value
  IdMap<ProcedureId, std::vector<CallFacts>> callbacks_; // by models
  std::vector<std::vector<ProcedureId>> lists_; // of targets, shared by calls
  std::vector<bool> is_recursive_;              // by procedure
  PointSet nothing_;
};

std::unique_ptr<const PointsTo> analyse(const Program &program,
                                        const model::ModelSet &models,
                                        const infer::FreshPlaces &fresh,
                                        Budget &budget,
                                        const PointsToLimits &limits = {});

} // namespace wt::pointer
