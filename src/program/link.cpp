// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How do units become a program?
//
// In a flat list of steps, each in its own file: sort the units, resolve names
// (symbols.h), find what is never written (written.h) and whose address is
// taken (signatures.h), build the call graph (call_graph.h), number its
// components (scc.h).  Units that come from one file are ordered by content,
// so that nothing depends on the order in which they were given.
//
// Tested by tests/unit/program/.

#include "program/call_graph.h"
#include "program/program.h"
#include "program/scc.h"
#include "program/signatures.h"
#include "program/symbols.h"
#include "program/unit_order.h"
#include "program/written.h"
#include "support/escape.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace wt {

namespace {

using Units = IdMap<UnitId, std::unique_ptr<const ir::Unit>>;

class LinkedProgram final : public Program {
public:
  LinkedProgram(std::vector<std::unique_ptr<const ir::Unit>> units,
                std::vector<LinkPlaces> places) {
    places.resize(units.size()); // none are known of the rest
    order_units(units, places);
    for (std::unique_ptr<const ir::Unit> &unit : units)
      units_.push(std::move(unit));
    resolve_names(std::move(places));
    find_address_taken();
    graph_ = CallGraph(*this);
    sccs_ = components(graph_.edges());
    for (SccId scc : sccs_.ids())
      for (ProcedureId p : sccs_[scc])
        procedures_[p].scc = scc;
    index_names();
  }

  const Units &units() const override { return units_; }
  const IdMap<ProcedureId, Procedure> &procedures() const override {
    return procedures_;
  }
  const IdMap<ProgramVariableId, ProgramVariable> &variables() const override {
    return variables_;
  }
  ProcedureId procedure(UnitId unit, ir::FunctionId id) const override {
    ReadLog::note(Read::Kind::kProcedure, functions_[unit][id.value]);
    return ProcedureId(functions_[unit][id.value]);
  }
  ProgramVariableId variable(UnitId unit, ir::GlobalId id) const override {
    ReadLog::note(Read::Kind::kVariable, globals_[unit][id.value]);
    return ProgramVariableId(globals_[unit][id.value]);
  }
  CallTargets targets(ProcedureId caller, ir::ValueId call) const override {
    ReadLog::note(Read::Kind::kTargets, caller.value);
    return graph_.targets(caller, call);
  }
  std::span<const ProcedureId> callees(ProcedureId p) const override {
    ReadLog::note(Read::Kind::kCallees, p.value);
    return graph_.callees(p);
  }
  std::span<const ProcedureId> callers(ProcedureId p) const override {
    ReadLog::note(Read::Kind::kCallers, p.value);
    return graph_.callers(p);
  }
  const IdMap<SccId, std::vector<ProcedureId>> &sccs() const override {
    ReadLog::note(Read::Kind::kComponents);
    return sccs_;
  }
  std::optional<ProcedureId> find(std::string_view name) const override {
    ReadLog::note(Read::Kind::kNames);
    auto found = by_name_.find(name);
    if (found == by_name_.end())
      return std::nullopt;
    return found->second;
  }
  std::span<const std::string> notes() const override { return notes_; }

private:
  void resolve_names(std::vector<LinkPlaces> places) {
    UnitPlaces places_of;
    IdMap<UnitId, std::vector<Symbol>> functions, globals;
    for (const std::unique_ptr<const ir::Unit> &unit : units_) {
      places_of.push({unit->main_file, std::move(places[places_of.size()])});
      functions.push(function_symbols(*unit));
      globals.push(global_symbols(*unit));
    }
    Resolution f = resolve(functions, places_of, "function");
    Resolution g = resolve(globals, places_of, "variable");
    for (const Entity &entity : f.entities)
      procedures_.push(procedure_of(entity));
    for (const Entity &entity : g.entities)
      variables_.push(variable_of(entity));
    functions_ = std::move(f.entity_of);
    globals_ = std::move(g.entity_of);
    std::vector<bool> never = never_written(*this, g);
    for (ProgramVariableId v : variables_.ids())
      variables_[v].is_never_written = never[v.value];
    add_notes(f, g);
  }

  Procedure procedure_of(const Entity &entity) const {
    const ir::Unit &unit = *units_[entity.unit];
    Procedure made;
    made.unit = entity.unit;
    made.function = ir::FunctionId(entity.index);
    const ir::Function &f = unit.functions[made.function];
    made.link_name = text_of(unit, f.link_name);
    made.name = text_of(unit, f.name);
    made.has_body = entity.is_defined;
    return made;
  }

  ProgramVariable variable_of(const Entity &entity) const {
    const ir::Unit &unit = *units_[entity.unit];
    ProgramVariable made;
    made.unit = entity.unit;
    made.global = ir::GlobalId(entity.index);
    made.link_name = text_of(unit, unit.globals[made.global].link_name);
    made.is_defined = entity.is_defined;
    return made;
  }

  void add_notes(const Resolution &functions, const Resolution &globals) {
    std::vector<UnitId> repeated = functions.repeated;
    repeated.insert(repeated.end(), globals.repeated.begin(),
                    globals.repeated.end());
    std::sort(repeated.begin(), repeated.end());
    std::string_view last;
    for (UnitId u : repeated) {
      if (units_[u]->main_file == last)
        continue;
      last = units_[u]->main_file;
      notes_.push_back(fmt::format("{} is compiled more than once, each time "
                                   "is analysed on its own",
                                   escape_for_terminal(last)));
    }
    for (const Resolution *r : {&functions, &globals})
      notes_.insert(notes_.end(), r->rivals.begin(), r->rivals.end());
  }

  void find_address_taken() {
    std::vector<bool> taken = address_taken(*this);
    for (ProcedureId p : procedures_.ids())
      procedures_[p].address_taken = taken[p.value];
  }

  // Bodies before declarations, link names before source names, then by id.
  void index_names() {
    for (bool body : {true, false})
      for (UnitId u : units_.ids())
        for (ir::FunctionId id : units_[u]->functions.ids()) {
          ProcedureId p = procedure(u, id);
          const ir::Function &f = units_[u]->functions[id];
          if (procedures_[p].has_body == body)
            by_name_.try_emplace(text_of(*units_[u], f.link_name), p);
        }
    std::unordered_map<std::string_view, ProcedureId> by_source;
    for (bool body : {true, false})
      for (ProcedureId p : procedures_.ids())
        if (procedures_[p].has_body == body)
          by_source.try_emplace(procedures_[p].name, p);
    for (auto &[name, p] : by_source) {
      auto [found, is_new] = by_name_.try_emplace(name, p);
      if (!is_new && procedures_[p].has_body &&
          !procedures_[found->second].has_body)
        found->second = p;
    }
    by_name_.erase(std::string_view());
  }

  static std::string_view text_of(const ir::Unit &unit, StrId id) {
    return id.valid() ? std::string_view(unit.text(id)) : std::string_view();
  }

  Units units_;
  IdMap<ProcedureId, Procedure> procedures_;
  IdMap<ProgramVariableId, ProgramVariable> variables_;
  // What units mean by their own ids, see Resolution::entity_of.
  IdMap<UnitId, std::vector<std::uint32_t>> functions_;
  IdMap<UnitId, std::vector<std::uint32_t>> globals_;
  CallGraph graph_;
  IdMap<SccId, std::vector<ProcedureId>> sccs_;
  std::unordered_map<std::string_view, ProcedureId> by_name_;
  std::vector<std::string> notes_;
};

} // namespace

std::unique_ptr<const Program>
link(std::vector<std::unique_ptr<const ir::Unit>> units,
     std::vector<LinkPlaces> places) {
  return std::make_unique<LinkedProgram>(std::move(units), std::move(places));
}

} // namespace wt
