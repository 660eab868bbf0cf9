// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The frame of constraint generation: which objects there are, what globals
// hold from the start, and who is called by nobody.  See generate.h.

#include "pointer/generate.h"

#include "model/model_of.h"
#include "pointer/generator.h"
#include "pointer/layout.h"
#include "program/constants.h"

#include <algorithm>

namespace wt::pointer {

namespace {

// Makes an object and is given nothing that it could put into it: whoever
// manages a heap of his own hands out objects like malloc all the same.
bool is_allocator(const model::FunctionModel &model, const ir::Unit &unit,
                  const ir::Function &f) {
  using Kind = model::Effect::Kind;
  auto makes = [](const model::Effect &effect) {
    return effect.kind == Kind::kFresh && effect.place == model::Place{};
  };
  if (std::ranges::none_of(model.effects, makes))
    return false;
  for (std::uint32_t i = 0; i < f.param_count; ++i) {
    ir::TypeId type = f.insts[ir::ValueId(i)].type;
    bool is_freed =
        std::ranges::any_of(model.effects, [&](const model::Effect &effect) {
          return effect.kind == Kind::kFree && effect.place.argument == i;
        });
    if (unit.types.is_pointer(type) && !is_freed &&
        pointee_of(unit.types, type) != Pointee::kPlain)
      return false;
  }
  return true;
}

bool has_other_callers(const Program &program, ProcedureId p) {
  return std::ranges::any_of(program.callers(p),
                             [&](ProcedureId caller) { return caller != p; });
}

bool is_visible_outside(ir::Linkage linkage) {
  return linkage != ir::Linkage::kInternal;
}

} // namespace

Generator::Generator(const Program &program, const model::ModelSet &models,
                     const infer::FreshPlaces &fresh,
                     const PointsToLimits &limits, bool is_outside_used)
    : program_(program), models_(models), is_outside_used_(is_outside_used),
      global_nodes_(program.variables().size()),
      function_nodes_(program.procedures().size()) {
  system_.models.resize(program.procedures().size(), nullptr);
  system_.globals.resize(program.variables().size());
  system_.functions.resize(program.procedures().size());
  choose_models(models);
  std::vector<bool> replaced(program.procedures().size());
  for (ProcedureId p : program.procedures().ids())
    replaced[p.value] = system_.models[p] != nullptr;
  clones_ =
      std::make_unique<ClonePlan>(program, fresh, replaced, limits.clones);
}

// A body knows more than a model of the library, but for allocation.
void Generator::choose_models(const model::ModelSet &models) {
  for (ProcedureId p : program_.procedures().ids()) {
    const model::FunctionModel *model = model::model_of(program_, models, p);
    if (model && (!program_.procedures()[p].has_body ||
                  model->origin == model::FunctionModel::Origin::kUser ||
                  is_allocator(*model, program_.unit_of(p), program_.body(p))))
      system_.models[p] = model;
  }
}

// The solver adds objects of its own in between.
ObjectId Generator::add_object(Object layout, ObjectInfo info) {
  ObjectId object = constraints_.add_object(std::move(layout));
  system_.objects.resize(object.value + 1);
  system_.objects[object] = info;
  return object;
}

NodeId Generator::pointer_to(ObjectId object, std::uint32_t offset) {
  NodeId node = constraints_.add_closed_node();
  constraints_.address_of(node, object, offset);
  return node;
}

// String literals are one object: nobody writes to them or frees them.
bool Generator::is_literal(ProgramVariableId v) const {
  const ProgramVariable &variable = program_.variables()[v];
  if (!variable.is_defined)
    return false;
  const ir::Unit &unit = *program_.units()[variable.unit];
  const ir::Global &global = unit.globals[variable.global];
  return global.is_constant && global.name == StringTable::empty() &&
         global.init.empty() && global.vtable.empty() &&
         !is_visible_outside(global.linkage);
}

void Generator::add_globals() {
  literals_ = add_object({.is_one_location = true, .holds_nothing = true},
                         {.kind = ObjectKind::kLiterals});
  literals_node_ = pointer_to(literals_);
  for (ProgramVariableId v : program_.variables().ids()) {
    if (is_literal(v)) {
      system_.globals[v] = literals_;
      continue;
    }
    const ProgramVariable &variable = program_.variables()[v];
    const ir::Unit &unit = *program_.units()[variable.unit];
    const ir::Global &global = unit.globals[variable.global];
    Object layout = layout_of(unit.types, global.type, global.size);
    if (!variable.is_defined)
      layout.size = kUnknownSize;
    system_.globals[v] = add_object(std::move(layout),
                                    {.kind = ObjectKind::kGlobal, .global = v});
  }
}

NodeId Generator::global_node(ProgramVariableId v) {
  NodeId &node = global_nodes_[v];
  if (!node.valid())
    node = system_.globals[v] == literals_ ? literals_node_
                                           : pointer_to(system_.globals[v]);
  return node;
}

void Generator::add_initial_value(ProgramVariableId v) {
  if (!program_.variables()[v].is_defined) { // someone else has written it
    if (is_outside_used_)
      return copy(escaped_, global_node(v));
    copy(library_, global_node(v));
    constraints_.store(global_node(v), library_);
    constraints_.store_all(global_node(v), library_);
    return;
  }
  const ir::Global &global = initial_value(program_, v);
  UnitId unit = program_.variables()[v].unit;
  for (const ir::InitCell &cell : global.init) {
    NodeId value;
    if (cell.kind == ir::InitCell::Kind::kFunction) {
      value = function_node(program_.procedure(unit, cell.function));
    } else if (cell.kind == ir::InitCell::Kind::kGlobal) {
      ProgramVariableId to = program_.variable(unit, cell.global);
      value = global_node(to);
      if (cell.value != 0 && system_.globals[to] != literals_) {
        value = constraints_.add_closed_node();
        copy(value, global_node(to), static_cast<std::int32_t>(cell.value));
      }
    }
    if (value.valid())
      constraints_.store(global_node(v), value,
                         static_cast<std::int32_t>(cell.offset));
  }
}

void Generator::add_functions() {
  for (ProcedureId p : program_.procedures().ids())
    system_.functions[p] = add_object(
        {.is_one_location = true, .is_function = true, .holds_nothing = true},
        {.kind = ObjectKind::kFunction, .procedure = p});
}

NodeId Generator::function_node(ProcedureId p) {
  NodeId &node = function_nodes_[p];
  if (!node.valid())
    node = pointer_to(system_.functions[p]);
  return node;
}

NodeId Generator::nowhere(ProcedureId p) {
  NodeId node =
      pointer_to(add_object({.is_one_location = true},
                            {.kind = ObjectKind::kNowhere, .procedure = p}));
  constraints_.store(node, node);
  return node;
}

// main, what nobody calls, and without a main what can be linked to.
bool Generator::is_entry_point(ProcedureId p) const {
  const Procedure &procedure = program_.procedures()[p];
  return procedure.has_body &&
         (procedure.link_name == "main" ||
          (!has_other_callers(program_, p) && !procedure.address_taken) ||
          (!has_main_ && is_visible_outside(program_.body(p).linkage)));
}

void Generator::add_entry_points() {
  for (ProcedureId p : program_.procedures().ids())
    if (is_entry_point(p))
      call_from(program_.procedures()[p].link_name == "main" ? arguments_
                : is_whole_                                  ? nowhere(p)
                                                             : outside_,
                p);
  for (ProgramVariableId v : program_.variables().ids()) {
    const ProgramVariable &variable = program_.variables()[v];
    const ir::Unit &unit = *program_.units()[variable.unit];
    if (!has_main_ && variable.is_defined && system_.globals[v] != literals_ &&
        is_visible_outside(unit.globals[variable.global].linkage))
      constraints_.address_of(escaped_, system_.globals[v]);
  }
}

// Procedures of which every call has its copy need no constraints themselves.
void Generator::find_called_themselves() {
  for (const Procedure &procedure : program_.procedures())
    has_main_ |= procedure.has_body && procedure.link_name == "main";
  is_whole_ = is_whole_program();
  is_outside_used_ |= !is_whole_ || has_unknown_code();
  is_called_itself_.assign(program_.procedures().size(), false);
  for (ProcedureId p : program_.procedures().ids()) {
    if (is_entry_point(p) || program_.procedures()[p].address_taken)
      is_called_itself_[p.value] = true;
    if (!program_.procedures()[p].has_body)
      continue;
    const ir::Function &f = program_.body(p);
    for (ir::ValueId v : f.insts.ids())
      if (f.insts[v].op == ir::Op::kCall && f.insts[v].block.valid() &&
          !clones_->clone_of(p, v).valid())
        for (ProcedureId callee : program_.targets(p, v).procedures)
          is_called_itself_[callee.value] = true;
  }
  for (ProgramVariableId v : program_.variables().ids()) {
    const ProgramVariable &variable = program_.variables()[v];
    if (variable.is_defined)
      for (const ir::InitCell &cell : initial_value(program_, v).init)
        if (cell.kind == ir::InitCell::Kind::kFunction)
          is_called_itself_[program_.procedure(variable.unit, cell.function)
                                .value] = true;
  }
}

void Generator::generate() {
  find_called_themselves();
  add_outside();
  add_globals();
  add_functions();
  for (ProcedureId p : program_.procedures().ids())
    add_context(p, ContextId(), ir::ValueId());
  for (ProgramVariableId v : program_.variables().ids())
    if (system_.globals[v] != literals_)
      add_initial_value(v);
  // Copies of procedures are contexts added on the way.
  for (std::size_t i = 0; i < system_.contexts.size(); ++i)
    generate(ContextId(i));
  add_entry_points();
}

System Generator::solve(Budget &budget, const Limits &limits) {
  system_.solution = pointer::solve(constraints_, *this, budget, limits);
  system_.layouts = constraints_.objects();
  system_.objects.resize(system_.layouts.size());
  add_plain_slots();
  for (IndirectSite &site : system_.indirect_sites)
    std::ranges::sort(site.targets);
  std::ranges::sort(system_.called_back);
  auto rest = std::ranges::unique(system_.called_back);
  system_.called_back.erase(rest.begin(), rest.end());
  return std::move(system_);
}

System generate_and_solve(const Program &program, const model::ModelSet &models,
                          const infer::FreshPlaces &fresh, Budget &budget,
                          const PointsToLimits &limits) {
  bool is_known_too_much = limits.library_steps_per_node == 0;
  if (!is_known_too_much) {
    Generator generator(program, models, fresh, limits, false);
    generator.generate();
    if (generator.is_outside_used())
      return generator.solve(budget, limits.solver);
    Limits share = limits.solver;
    share.steps = limits.library_steps_per_node * generator.node_count();
    System system = generator.solve(budget, share);
    if (system.solution.is_complete() || budget.exhausted())
      return system;
  }
  Generator united(program, models, fresh, limits, true);
  united.generate();
  System system = united.solve(budget, limits.solver);
  system.is_library_too_much = true;
  return system;
}

} // namespace wt::pointer
