// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where an object may be that is in no memory but locals.  See whereabouts.h.

#include "engine/contradiction/whereabouts.h"

#include "engine/contradiction/walk.h"
#include "engine/sites.h"

#include <algorithm>

namespace wt::contradiction {

using ir::Op;
using ir::ValueId;

Whereabouts::Whereabouts(const Facts &facts, const Site &site)
    : facts_(facts), site_(site),
      is_handle_(site.family.valid() &&
                 facts.models.family(site.family).is_handle) {
  why_not_ = begin();
  run();
  if (why_not_.empty())
    check_stores();
}

// Where the call puts it.
std::string Whereabouts::begin() {
  if (site_.kind != Site::Kind::kCall)
    return "it is not the result of a call";
  Body &here = *body(site_.procedure);
  if (is_result()) {
    add(here, site_.value);
    return "";
  }
  const ir::Function &function = facts_.program.body(site_.procedure);
  std::span<const ValueId> arguments = function.arguments(site_.value);
  if (site_.place.root != model::Place::Root::kArgument ||
      site_.place.dereferences != 1 || site_.place.element != 0 ||
      site_.place.argument >= arguments.size())
    return "it is not put into a variable";
  auto home = local(site_.procedure, arguments[site_.place.argument]);
  if (!home)
    return "it is not put into a variable";
  // The place of a site has no offsets: it may be several objects.
  for (const infer::FreshPlace &fresh : facts_.behaviours.in(site_.procedure)) {
    if (fresh.call != site_.value || site_place(fresh.place) != site_.place)
      continue;
    PathStep step = fresh.place.steps()[0];
    if (step.any_element)
      return "it is not put into a variable";
    add_home(home->first, home->second + step.offset);
  }
  if (homes_.empty())
    return "it is not put into a variable";
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (auto other = local(site_.procedure, arguments[i]);
        i != site_.place.argument && other && other->first == home->first)
      return "two arguments point to the variable that it is put into";
  return "";
}

void Whereabouts::run() {
  for (bool changed = true; changed && why_not_.empty();) {
    changed = false;
    std::vector<ProcedureId> known; // more may come
    for (const auto &[procedure, body] : bodies_)
      known.push_back(procedure);
    for (ProcedureId procedure : known)
      changed |= pass_all(procedure);
  }
}

bool Whereabouts::may_be(ProcedureId procedure, ValueId v) const {
  auto at = bodies_.find(procedure);
  return at != bodies_.end() && at->second.may_be[v.value];
}

const Whereabouts::Targets &Whereabouts::targets(ProcedureId procedure,
                                                 ValueId v) const {
  static const Targets kNone;
  auto at = bodies_.find(procedure);
  return at == bodies_.end() ? kNone : at->second.targets[v.value];
}

bool Whereabouts::enters(ProcedureId callee) const {
  auto at = bodies_.find(callee);
  return at != bodies_.end() && !at->second.keeps_it;
}

const std::set<ir::VariableId> &
Whereabouts::variables(ProcedureId procedure) const {
  static const std::set<ir::VariableId> kNone;
  auto at = bodies_.find(procedure);
  return at == bodies_.end() ? kNone : at->second.variables;
}

std::size_t Whereabouts::cell_count() const {
  std::size_t out = 0;
  for (const Home &home : homes_)
    out += home.cells.size();
  return out;
}

std::vector<ProcedureId> Whereabouts::losers() const {
  std::vector<ProcedureId> out;
  for (const auto &[procedure, body] : bodies_) {
    std::size_t count = facts_.program.body(procedure).param_count;
    if (procedure == site_.procedure ||
        (!body.keeps_it &&
         std::ranges::any_of(std::span(body.targets).first(count),
                             [](const Targets &t) { return !t.empty(); })))
      out.push_back(procedure);
  }
  return out;
}

bool Whereabouts::is_given(ProcedureId procedure, ValueId call) const {
  return is_given_home(procedure, call) ||
         std::ranges::any_of(facts_.program.body(procedure).arguments(call),
                             [&](ValueId v) { return may_be(procedure, v); });
}

bool Whereabouts::is_given_home(ProcedureId procedure, ValueId call) const {
  return std::ranges::any_of(
      facts_.program.body(procedure).arguments(call),
      [&](ValueId v) { return !targets(procedure, v).empty(); });
}

// Null: there are too many.
Whereabouts::Body *Whereabouts::body(ProcedureId procedure) {
  auto at = bodies_.find(procedure);
  if (at != bodies_.end())
    return &at->second;
  if (bodies_.size() >= kMostBodies)
    return nullptr;
  Body &made = bodies_[procedure];
  std::size_t size = facts_.program.body(procedure).insts.size();
  made.may_be.resize(size, false);
  made.targets.resize(size);
  return &made;
}

bool Whereabouts::add(Body &body, ValueId v) {
  bool is_new = !body.may_be[v.value];
  body.may_be[v.value] = true;
  return is_new;
}

bool Whereabouts::add_targets(Body &body, ValueId v, const Targets &targets,
                              std::int64_t offset) {
  bool is_new = false;
  Targets &here = body.targets[v.value];
  for (Target target : targets) {
    target.offset += offset;
    auto at = std::ranges::lower_bound(here, target);
    if (at != here.end() && *at == target)
      continue;
    here.insert(at, target);
    is_new = true;
  }
  if (here.size() > kMostTargets)
    why_not_ = "a pointer may point to too many places";
  return is_new;
}

std::optional<std::pair<ir::VariableId, std::int64_t>>
Whereabouts::local(ProcedureId procedure, ValueId address) const {
  const ir::Function &function = facts_.program.body(procedure);
  std::int64_t offset = 0;
  for (;; address = function.operand(address, 0)) {
    const ir::Inst &inst = function.insts[address];
    if (inst.op == Op::kField)
      offset += function.field(address).offset;
    else if (inst.op == Op::kSlot && inst.operand_count == 0 &&
             !function.variables[function.variable(address)].is_promoted)
      return std::pair(function.variable(address), offset);
    else if (inst.op != Op::kCast)
      return std::nullopt;
  }
}

bool Whereabouts::add_home(ir::VariableId variable, std::int64_t offset) {
  auto at = std::ranges::find(homes_, variable, &Home::variable);
  if (at != homes_.end())
    return at->cells.insert(offset).second;
  homes_.push_back({variable, {offset}});
  const ir::Function &function = facts_.program.body(site_.procedure);
  Body &here = bodies_.at(site_.procedure);
  for (ValueId v : function.insts.ids())
    if (function.insts[v].op == Op::kSlot && function.variable(v) == variable)
      add_targets(here, v, {{homes_.size() - 1, 0}});
  return true;
}

bool Whereabouts::escape(const std::string &why, ProcedureId procedure,
                         ValueId at) {
  why_not_ = why + " at line " +
             std::to_string(facts_.program.body(procedure).insts[at].pos.line);
  return false;
}

bool Whereabouts::pass_all(ProcedureId procedure) {
  const ir::Function &function = facts_.program.body(procedure);
  bool changed = false;
  for (ValueId v : function.insts.ids())
    if (function.insts[v].block.valid() && why_not_.empty())
      changed |= pass(procedure, v);
  return changed;
}

bool Whereabouts::pass(ProcedureId procedure, ValueId v) {
  const ir::Function &function = facts_.program.body(procedure);
  Body &here = bodies_.at(procedure);
  auto matters = [&](ValueId operand) {
    return here.may_be[operand.value] || !here.targets[operand.value].empty();
  };
  if (std::ranges::none_of(function.operands_of(v), matters))
    return false;
  switch (function.insts[v].op) {
  case Op::kCompare:
  case Op::kBranch:
  case Op::kSwitch:
  case Op::kScopeEnd:
    return false;
  case Op::kLoad:
    return pass_load(procedure, v);
  case Op::kStore:
    return pass_store(procedure, v);
  case Op::kMemCopy:
  case Op::kMemFill:
    return pass_block(procedure, v);
  case Op::kAssign:
  case Op::kReturn:
  case Op::kPhi:
  case Op::kSelect:
    return pass_on(procedure, v);
  case Op::kField:
  case Op::kElement:
  case Op::kCast:
  case Op::kBinop:
    return pass_computed(procedure, v);
  case Op::kCall:
    return pass_call(procedure, v);
  default:
    return escape("something that is not modelled is done with it", procedure,
                  v);
  }
}

// Can the value be a reference, by its size?
bool Whereabouts::is_wide(ProcedureId procedure, ValueId v) const {
  const ir::TypeTable &types = facts_.program.unit_of(procedure).types;
  const ir::Type &type = types[facts_.program.body(procedure).insts[v].type];
  return type.kind != ir::TypeKind::kInt ||
         (is_handle_ ? type.width == 32 : type.width >= 64);
}

// From a home; what is loaded from the object itself is another matter.
bool Whereabouts::pass_load(ProcedureId procedure, ValueId v) {
  const ir::Function &function = facts_.program.body(procedure);
  Body &here = bodies_.at(procedure);
  return is_wide(procedure, v) &&
         std::ranges::any_of(here.targets[function.operand(v, 0).value],
                             [&](const Target &target) {
                               return homes_[target.home].cells.contains(
                                   target.offset);
                             }) &&
         add(here, v);
}

bool Whereabouts::pass_store(ProcedureId procedure, ValueId v) {
  const ir::Function &function = facts_.program.body(procedure);
  Body &here = bodies_.at(procedure);
  ValueId value = function.operand(v, 1);
  if (!here.targets[value.value].empty())
    return escape("the address of a variable that holds it is put into memory",
                  procedure, v);
  if (!here.may_be[value.value])
    return false;
  ValueId address = function.operand(v, 0);
  if (procedure == site_.procedure) {
    auto home = local(procedure, address);
    if (!home)
      return escape("it is put into memory", procedure, v);
    return add_home(home->first, home->second);
  }
  if (!is_surely_home(procedure, address))
    return !std::exchange(here.keeps_it, true);
  bool changed = false;
  for (const Target &target : here.targets[address.value])
    changed |= homes_[target.home].cells.insert(target.offset).second;
  return changed;
}

// A parameter that is one for all who call it with the object, or a field.
bool Whereabouts::is_surely_home(ProcedureId procedure, ValueId address) const {
  const ir::Function &function = facts_.program.body(procedure);
  while (function.insts[address].op == Op::kField ||
         function.insts[address].op == Op::kCast)
    address = function.operand(address, 0);
  const Body &here = bodies_.at(procedure);
  return address.value < function.param_count &&
         !here.targets[address.value].empty() &&
         !here.others.contains(address.value);
}

// Whole blocks: into homes, and without the object.
bool Whereabouts::pass_block(ProcedureId procedure, ValueId v) {
  const ir::Function &function = facts_.program.body(procedure);
  Body &here = bodies_.at(procedure);
  auto is_home = [&](std::uint32_t i) {
    return !here.targets[function.operand(v, i).value].empty();
  };
  if (function.insts[v].op == Op::kMemCopy && is_home(1))
    return escape("a variable that holds it is copied", procedure, v);
  return false;
}

// Variables, callers and other values get it as it is.
bool Whereabouts::pass_on(ProcedureId procedure, ValueId v) {
  const ir::Function &function = facts_.program.body(procedure);
  Body &here = bodies_.at(procedure);
  bool changed = false;
  for (ValueId operand : function.operands_of(v)) {
    bool is_it = here.may_be[operand.value];
    const Targets targets = here.targets[operand.value];
    if (!is_it && targets.empty())
      continue;
    switch (function.insts[v].op) {
    case Op::kAssign:
      if (is_it && !is_handle_ &&
          !facts_.program.unit_of(procedure).types.is_pointer(
              function.insts[operand].type))
        return escape("it is kept as a number", procedure, v);
      if (is_it && !is_wide(procedure, operand))
        return escape("it is kept in another size", procedure, v);
      changed |= is_it && here.variables.insert(function.variable(v)).second;
      break;
    case Op::kReturn:
      if (!targets.empty() && procedure == site_.procedure)
        return escape("the address of a local is returned", procedure, v);
      changed |= is_it && !std::exchange(here.returns_it, true);
      for (const Target &target : targets)
        if (auto at = std::ranges::lower_bound(here.returns, target);
            at == here.returns.end() || *at != target) {
          here.returns.insert(at, target);
          changed = true;
        }
      break;
    default:
      changed |= is_it && add(here, v);
      changed |= add_targets(here, v, targets);
      break;
    }
  }
  return changed;
}

// Addresses and numbers made of it.
bool Whereabouts::pass_computed(ProcedureId procedure, ValueId v) {
  const ir::Function &function = facts_.program.body(procedure);
  Body &here = bodies_.at(procedure);
  const ir::Inst &inst = function.insts[v];
  ValueId first = function.operand(v, 0);
  const Targets targets = here.targets[first.value];
  auto is_it = [&](ValueId operand) { return here.may_be[operand.value]; };
  bool is_number = inst.op == Op::kElement || inst.op == Op::kBinop;
  if (is_number &&
      std::ranges::any_of(function.operands_of(v), [&](ValueId operand) {
        return !here.targets[operand.value].empty();
      }))
    return escape("an element of a variable that holds it is used", procedure,
                  v);
  bool changed = add_targets(
      here, v, targets, inst.op == Op::kField ? function.field(v).offset : 0);
  if (is_handle_ && inst.op != Op::kCast)
    return changed; // another number
  auto is_address = [&](ValueId operand) {
    return function.insts[operand].op == Op::kCast &&
           static_cast<ir::CastKind>(function.insts[operand].code) ==
               ir::CastKind::kPtrToInt;
  };
  bool is_distance = // of two places: no pointer
      inst.op == Op::kBinop &&
      static_cast<ir::BinaryOp>(inst.code) == ir::BinaryOp::kSub &&
      is_address(first) && is_address(function.operand(v, 1));
  bool is_derived =
      !is_distance && std::ranges::any_of(function.operands_of(v), is_it);
  return (is_derived && add(here, v)) || changed;
}

bool Whereabouts::pass_call(ProcedureId procedure, ValueId call) {
  CallTargets targets = facts_.program.targets(procedure, call);
  if (targets.certainty != CallTargets::Certainty::kExact ||
      targets.procedures.empty())
    return pass_to_unknown(procedure, call);
  bool changed = false;
  for (ProcedureId callee : targets.procedures)
    if (why_not_.empty())
      changed |= is_entered(facts_, callee)
                     ? pass_to_body(procedure, call, callee)
                     : pass_to_model(procedure, call, callee);
  return changed;
}

// It may do anything.  If it frees or keeps the object, that is not lost here;
// so what matters is that it does nothing with it, or gives it back.
bool Whereabouts::pass_to_unknown(ProcedureId procedure, ValueId call) {
  if (is_given_home(procedure, call))
    return escape("the address of a variable that holds it is given to code "
                  "that is not known",
                  procedure, call);
  bool changed = !std::exchange(may_be_kept_, true);
  return (is_wide(procedure, call) && add(bodies_.at(procedure), call)) ||
         changed;
}

bool Whereabouts::pass_to_model(ProcedureId procedure, ValueId call,
                                ProcedureId callee) {
  const infer::Behaviour &behaviour = facts_.behaviours.of(callee);
  if (!behaviour.is_known() || behaviour.keeps_all)
    return pass_to_unknown(procedure, call);
  Body &here = bodies_.at(procedure);
  std::span<const ValueId> arguments =
      facts_.program.body(procedure).arguments(call);
  auto is_argument = [&](const AccessPath &path) {
    return path.root().kind == PathRoot::Kind::kParameter &&
           path.root().index < arguments.size();
  };
  // The object: given, or in the home whose address is.
  auto is_it = [&](const AccessPath &path) {
    if (!is_argument(path))
      return false;
    ValueId argument = arguments[path.root().index];
    return path.length() == 0 ? here.may_be[argument.value]
                              : !here.targets[argument.value].empty();
  };
  auto is_home = [&](const AccessPath &path) {
    return is_argument(path) && path.length() == 0 &&
           !here.targets[arguments[path.root().index].value].empty();
  };
  bool changed = false;
  for (const infer::Outcome &outcome : behaviour.outcomes) {
    for (const infer::Effect &effect : outcome.effects) {
      using Kind = infer::Effect::Kind;
      bool is_path = effect.kind == Kind::kWrite &&
                     effect.value.kind == infer::Term::Kind::kPath;
      const AccessPath &what = is_path ? effect.value.path : effect.path;
      if (effect.kind == Kind::kFree && is_it(what))
        changed |= !std::exchange(here.frees_it, true);
      if ((effect.kind == Kind::kKeep || is_path) && is_it(what))
        return escape("a call keeps it", procedure, call);
      if ((effect.kind == Kind::kKeep || effect.kind == Kind::kFree ||
           is_path) &&
          is_home(what))
        return escape("a call keeps the address of a variable that holds it",
                      procedure, call);
    }
    if (outcome.value.kind == infer::Term::Kind::kPath &&
        is_home(outcome.value.path)) {
      if (outcome.value.offset != 0 || outcome.value.is_inside)
        return escape("a call gives the address of a variable that holds it",
                      procedure, call);
      changed |= add_targets(
          here, call,
          Targets(
              here.targets[arguments[outcome.value.path.root().index].value]));
    }
    bool is_returned = outcome.value.kind == infer::Term::Kind::kUnknown ||
                       is_it(outcome.value.path);
    if (is_returned && is_wide(procedure, call))
      changed |= add(here, call);
  }
  return changed;
}

bool Whereabouts::pass_to_body(ProcedureId procedure, ValueId call,
                               ProcedureId callee) {
  Body *there = body(callee);
  if (!there || there->keeps_it)
    return pass_to_unknown(procedure, call);
  if (callee == site_.procedure && is_given_home(procedure, call))
    return escape("the function calls itself with it", procedure, call);
  const Program &program = facts_.program;
  std::span<const ValueId> arguments = program.body(procedure).arguments(call);
  Body &here = bodies_.at(procedure);
  bool changed = false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    ValueId argument = arguments[i];
    if (i >= program.body(callee).param_count) {
      bool is_given =
          here.may_be[argument.value] || !here.targets[argument.value].empty();
      if (is_given && !facts_.behaviours.of(callee).reads_rest)
        changed |= pass_to_unknown(procedure, call);
      continue;
    }
    changed |= here.may_be[argument.value] && add(*there, ValueId(i));
    changed |= here.targets[argument.value].empty() &&
               there->others.insert(std::uint32_t(i)).second;
    changed |= add_targets(*there, ValueId(i), here.targets[argument.value]);
  }
  changed |= add_targets(here, call, there->returns);
  changed |= there->frees_it && !std::exchange(here.frees_it, true);
  return (there->returns_it && add(here, call)) || changed;
}

// Stores into homes write whole cells: none changes a part of a reference.
void Whereabouts::check_stores() {
  const std::int64_t size = is_handle_ ? 4 : 8;
  for (const auto &[procedure, body] : bodies_) {
    const ir::Function &function = facts_.program.body(procedure);
    const ir::TypeTable &types = facts_.program.unit_of(procedure).types;
    for (ValueId v : function.insts.ids()) {
      if (function.insts[v].op != Op::kStore ||
          !function.insts[v].block.valid())
        continue;
      auto bytes = std::int64_t(
          types.size_of(function.insts[function.operand(v, 1)].type));
      for (const Target &at : body.targets[function.operand(v, 0).value])
        for (std::int64_t cell : homes_[at.home].cells) {
          bool is_apart = bytes > 0 && (at.offset + bytes <= cell ||
                                        cell + size <= at.offset);
          if (!is_apart && (at.offset != cell || bytes != size))
            escape("a part of a variable that holds it is written", procedure,
                   v);
        }
    }
  }
}

HomeRegions::HomeRegions(const Whereabouts &object) : object_(object) {
  for (std::size_t i = 0; i < object.homes().size(); ++i)
    for (std::int64_t cell : object.homes()[i].cells)
      cells_.push_back({i, cell});
}

std::string HomeRegions::name(RegionId region) const {
  return is_home(region)    ? "home " + std::to_string(region.value)
         : region == rest() ? "rest of homes"
                            : "anything else";
}

std::vector<RegionId> HomeRegions::behind(ProcedureId procedure, ValueId value,
                                          std::int64_t offset) const {
  std::set<RegionId> out;
  for (Whereabouts::Target target : object_.targets(procedure, value)) {
    target.offset += offset;
    auto at = std::ranges::lower_bound(cells_, target);
    bool is_cell = at != cells_.end() && *at == target;
    out.insert(is_cell ? RegionId(std::size_t(at - cells_.begin())) : rest());
  }
  // A parameter may be something else for another caller.
  if (out.empty() || !object_.local(procedure, value))
    out.insert(elsewhere());
  return {out.begin(), out.end()};
}

} // namespace wt::contradiction
