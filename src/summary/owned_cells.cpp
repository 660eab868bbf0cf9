// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Owning cells: see owned_cells.h.

#include "summary/owned_cells.h"

#include "ir/uses.h"
#include "summary/behaviour.h"
#include "summary/followed.h"
#include "summary/fresh_places.h"

#include <algorithm>
#include <set>

namespace wt::infer {

using ir::Op;
using ir::TypeId;
using ir::ValueId;

namespace {

// What a callee does with its n-th argument.
struct Use {
  bool keeps = false, returns = false, frees = false;
  bool only_makes = true; // what it writes where the argument points is new
};

Use use_of(const Behaviour &behaviour, std::uint32_t n) {
  Use use;
  if (!behaviour.is_known() ||
      (behaviour.keeps_all && !behaviour.spared.has(n))) {
    use.keeps = true;
    return use;
  }
  AccessPath argument = AccessPath::parameter(n);
  for (const Outcome &outcome : behaviour.outcomes) {
    use.returns |= outcome.value.kind == Term::Kind::kPath &&
                   outcome.value.path == argument;
    for (const Effect &effect : outcome.effects) {
      bool is_it = effect.path == argument;
      bool is_there = effect.path.root() == argument.root();
      bool is_in_it = is_there && effect.path.length() == 1;
      switch (effect.kind) {
      case Effect::Kind::kKeep:
        use.keeps |= is_it || (is_there && effect.path.is_deep());
        use.only_makes &= !is_in_it;
        break;
      case Effect::Kind::kFree:
        use.frees |= is_it;
        break;
      case Effect::Kind::kWrite:
        use.keeps |= effect.value.kind == Term::Kind::kPath &&
                     effect.value.path == argument;
        use.only_makes &=
            !is_in_it || effect.value.is_new() ||
            (effect.value.kind == Term::Kind::kNumber && !effect.value.number);
        break;
      case Effect::Kind::kForget:
        use.only_makes &= !is_there;
        break;
      }
    }
  }
  return use;
}

} // namespace

class CellCollector {
public:
  explicit CellCollector(const CellSetting &setting) : setting_(setting) {}

  OwnedCells run() {
    const Program &program = setting_.program;
    for (ProgramVariableId id : program.variables().ids())
      look_at_initial_value(id);
    for (ProcedureId id : program.procedures().ids())
      if (program.procedures()[id].has_body)
        look_at_body(id);
    look_at_callers();
    OwnedCells out;
    for (const auto &[cell, known] : cells_)
      if (!known.is_shared && known.family.valid() &&
          (known.is_freed || is_hidden(cell)) && !copied_.contains(cell.record))
        out.cells_.emplace(cell, known.family);
    return out;
  }

private:
  struct Known {
    bool is_shared = false, is_freed = false;
    model::FamilyId family; // of what was made for it
    std::set<ProcedureId> returned_by;
  };

  // Can code outside the unit not name it?
  bool is_hidden(const NamedCell &cell) const {
    if (!cell.global.valid())
      return false;
    const ProgramVariable &variable = setting_.program.variables()[cell.global];
    const ir::Unit &unit = *setting_.program.units()[variable.unit];
    return unit.globals[variable.global].linkage == ir::Linkage::kInternal;
  }

  // Statically initialised with addresses: nobody may free those.
  void look_at_initial_value(ProgramVariableId id) {
    const ProgramVariable &variable = setting_.program.variables()[id];
    const ir::Unit &unit = *setting_.program.units()[variable.unit];
    const ir::Global &global = unit.globals[variable.global];
    bool has_addresses =
        std::ranges::any_of(global.init, [](const ir::InitCell &cell) {
          return cell.kind != ir::InitCell::Kind::kInt;
        });
    if (!variable.is_defined || has_addresses)
      cells_[{"", id, 0}].is_shared = true;
    if (has_addresses)
      note_copied(unit, global.type);
  }

  // All that is in an object of this type is somewhere else too.
  void note_copied(const ir::Unit &unit, TypeId type) {
    if (!type.valid())
      return;
    const ir::Type &what = unit.types[type];
    if (what.kind == ir::TypeKind::kArray)
      return note_copied(unit, what.element);
    if (what.kind != ir::TypeKind::kRecord ||
        !copied_.insert(record_key(unit, type)).second)
      return;
    for (const ir::FieldDecl &field : what.fields)
      note_copied(unit, field.type);
  }

  void enter(ProcedureId procedure) {
    procedure_ = procedure;
    unit_ = &setting_.program.unit_of(procedure);
    body_ = &setting_.program.body(procedure);
    users_ = ir::users(*body_);
    returned_ = false;
  }

  // A getter lends what it returns if the program calls it, and no caller frees
  // the result, keeps it, or returns it in turn.
  void look_at_callers() {
    std::map<ProcedureId, std::vector<NamedCell>> getters;
    std::set<ProcedureId> callers;
    for (const auto &[cell, known] : cells_)
      for (ProcedureId getter : known.returned_by)
        getters[getter].push_back(cell);
    for (auto &[getter, cells] : getters) {
      std::span<const ProcedureId> all = setting_.program.callers(getter);
      callers.insert(all.begin(), all.end());
      for (const NamedCell &cell : cells)
        cells_[cell].is_shared |=
            all.empty() || setting_.program.procedures()[getter].address_taken;
    }
    for (ProcedureId caller : callers) {
      enter(caller);
      for (const ir::Block &block : body_->blocks)
        for (ValueId v : block.insts)
          if (body_->insts[v].op == Op::kCall)
            for (ProcedureId callee :
                 setting_.program.targets(caller, v).procedures)
              if (auto getter = getters.find(callee); getter != getters.end())
                for (const NamedCell &cell : getter->second)
                  look_at_result(cell, v);
    }
  }

  void look_at_result(const NamedCell &cell, ValueId call) {
    Known looks; // what this caller does
    std::set<ValueId> met;
    returned_ = false;
    bool is_kept = goes_elsewhere(call, cell, looks, met);
    cells_[cell].is_shared |= is_kept || returned_ || looks.is_freed;
  }

  void look_at_body(ProcedureId procedure) {
    enter(procedure);
    for (ValueId v : body_->insts.ids()) {
      if (body_->insts[v].op == Op::kMemCopy)
        for (ValueId end : {body_->operand(v, 0), body_->operand(v, 1)})
          note_copied(*unit_, unit_->types.pointee(body_->insts[end].type));
      if (users_[v.value].empty())
        continue;
      if (std::optional<NamedCell> cell =
              cell_at(setting_.program, procedure, v))
        for (ValueId user : users_[v.value])
          look_at_access(*cell, cells_[*cell], v, user);
    }
  }

  void look_at_access(const NamedCell &cell, Known &known, ValueId address,
                      ValueId user) {
    switch (body_->insts[user].op) {
    case Op::kLoad: {
      std::set<ValueId> met;
      known.is_shared |= goes_elsewhere(user, cell, known, met);
      return;
    }
    case Op::kStore: {
      std::set<ValueId> met;
      known.is_shared |=
          body_->operand(user, 1) == address ||
          !is_made_for(body_->operand(user, 1), address, cell, known, met);
      return;
    }
    case Op::kCall:
      look_at_filler(known, address, user);
      return;
    case Op::kCompare:
    case Op::kMemFill:
    case Op::kAssign: // a marker; what the variable is used for is seen
      return;
    default:
      known.is_shared = true;
    }
  }

  // make(&p->name): a callee that leaves there what is new or nothing.
  void look_at_filler(Known &known, ValueId address, ValueId call) {
    auto callees = followed(setting_.program, procedure_, call);
    known.is_shared |= callees.empty();
    std::span<const ValueId> arguments = body_->arguments(call);
    for (std::uint32_t i = 0; i < arguments.size(); ++i)
      for (ProcedureId callee : callees)
        if (arguments[i] == address) {
          Use use = use_of(setting_.behaviour(callee), i);
          known.is_shared |= use.keeps || use.returns || !use.only_makes;
        }
    for (const FreshPlace &fresh : setting_.fresh(procedure_))
      if (fresh.call == call && fresh.place.length() == 1 &&
          fresh.place.root().kind == PathRoot::Kind::kParameter &&
          fresh.place.root().index < arguments.size() &&
          arguments[fresh.place.root().index] == address)
        note_family(known, fresh.family);
  }

  void note_family(Known &known, model::FamilyId family) {
    bool is_other = known.family.valid() && known.family != family;
    known.is_shared |= is_other || !setting_.models.family(family).is_memory;
    known.family = family;
  }

  // The cell of the same object, as far as can be seen.
  bool is_same_place(ValueId a, ValueId b) const {
    if (a == b)
      return true;
    return body_->insts[a].op == Op::kField &&
           body_->insts[b].op == Op::kField &&
           body_->field(a) == body_->field(b) &&
           body_->operand(a, 0) == body_->operand(b, 0);
  }

  // Null, or new and only for this cell.
  bool is_made_for(ValueId v, ValueId address, const NamedCell &cell,
                   Known &known, std::set<ValueId> &met) {
    if (!met.insert(v).second)
      return true;
    const ir::Inst &inst = body_->insts[v];
    switch (inst.op) {
    case Op::kNull:
      return true;
    case Op::kInt:
      return body_->int_value(v) == 0;
    case Op::kCast:
      return is_made_for(body_->operand(v, 0), address, cell, known, met);
    case Op::kSelect:
      return is_made_for(body_->operand(v, 1), address, cell, known, met) &&
             is_made_for(body_->operand(v, 2), address, cell, known, met);
    case Op::kPhi:
      return std::ranges::all_of(body_->operands_of(v), [&](ValueId one) {
        return is_made_for(one, address, cell, known, met);
      });
    case Op::kLoad: // put back where it was
      return is_same_place(body_->operand(v, 0), address);
    case Op::kCall:
      for (const FreshPlace &fresh : setting_.fresh(procedure_))
        if (fresh.call == v && fresh.place == AccessPath::result()) {
          note_family(known, fresh.family);
          std::set<ValueId> seen;
          return !goes_elsewhere(v, cell, known, seen);
        }
      return false;
    default:
      return false;
    }
  }

  // Is the pointer put into other cells, returned, or kept by a callee?
  bool goes_elsewhere(ValueId v, const NamedCell &cell, Known &known,
                      std::set<ValueId> &met) {
    if (!met.insert(v).second)
      return false;
    return std::ranges::any_of(users_[v.value], [&](ValueId user) {
      return is_other_place(v, user, cell, known, met);
    });
  }

  bool is_other_place(ValueId v, ValueId user, const NamedCell &cell,
                      Known &known, std::set<ValueId> &met) {
    const ir::Inst &inst = body_->insts[user];
    switch (inst.op) {
    case Op::kField:
    case Op::kElement:
    case Op::kPhi:
    case Op::kSelect:
      return goes_elsewhere(user, cell, known, met);
    case Op::kCast:
      return unit_->types.is_pointer(inst.type) &&
             goes_elsewhere(user, cell, known, met);
    case Op::kStore:
      return body_->operand(user, 1) == v &&
             cell_at(setting_.program, procedure_, body_->operand(user, 0)) !=
                 cell;
    case Op::kCall:
      return is_kept(v, user, cell, known, met);
    case Op::kReturn:
      known.returned_by.insert(procedure_);
      returned_ = true;
      return false;
    case Op::kUnknown:
      return true;
    default:
      return false;
    }
  }

  bool is_kept(ValueId v, ValueId call, const NamedCell &cell, Known &known,
               std::set<ValueId> &met) {
    auto callees = followed(setting_.program, procedure_, call);
    std::span<const ValueId> arguments = body_->arguments(call);
    for (std::uint32_t i = 0; i < arguments.size(); ++i) {
      if (arguments[i] != v)
        continue;
      if (callees.empty())
        return true;
      for (ProcedureId callee : callees) {
        Use use = use_of(setting_.behaviour(callee), i);
        if (use.keeps ||
            (use.returns && goes_elsewhere(call, cell, known, met)))
          return true;
        known.is_freed |= use.frees;
      }
    }
    return false;
  }

  const CellSetting &setting_;
  std::map<NamedCell, Known> cells_;
  std::set<std::string> copied_; // records
  ProcedureId procedure_;
  const ir::Unit *unit_ = nullptr;
  const ir::Function *body_ = nullptr;
  ir::Users users_;
  bool returned_ = false; // by the procedure at hand
};

model::FamilyId OwnedCells::at(const Program &program, ProcedureId procedure,
                               ValueId address) const {
  if (cells_.empty())
    return {};
  std::optional<NamedCell> cell = cell_at(program, procedure, address);
  if (!cell)
    return {};
  auto found = cells_.find(*cell);
  return found == cells_.end() ? model::FamilyId() : found->second;
}

model::FamilyId OwnedCells::of(ProgramVariableId global) const {
  auto found = cells_.find(NamedCell{"", global, 0});
  return found == cells_.end() ? model::FamilyId() : found->second;
}

OwnedCells find_owned_cells(const CellSetting &setting) {
  return CellCollector(setting).run();
}

} // namespace wt::infer
