// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What held before a statement, if the error cell is the object of one call of
// the probed function and no memory but its homes ever holds it?  See walking.h
// and whereabouts.h.
//
// Whatever is not given the object or the address of a home changes other
// memory at most: what was known of that is forgotten.  Callees that are given
// it are entered, or do what their models say.  Code that nobody knows may free
// or keep the object, and then it is not lost; so the case that matters is that
// it leaves the object as it is.  The call that puts the object into a home is
// entered in the manner of any proof.

#include "engine/contradiction/one_outcome.h"
#include "engine/contradiction/walking.h"

#include <algorithm>

namespace wt::contradiction {

// Whatever is known only through memory that may have changed; nullopt: all of
// it.
void Walk::forget_memory(Lane &lane,
                         const std::optional<RegionSetId> &changed) {
  auto is_lost = [&](ExprId e) {
    return !is_left_alone(workspace_, e, changed);
  };
  std::erase_if(lane.at.cell.misses, is_lost);
  std::erase_if(lane.at.cell.known,
                [&](const Known &known) { return is_lost(known.value); });
}

// Past something that does not have the object.
bool Walk::pass_by(Lane &lane, ValueId v) {
  const ir::Function &function = view(lane).function;
  std::optional<RegionSetId> changed;
  if (function.insts[v].op == ir::Op::kCall) {
    CallTargets targets =
        workspace_.facts.program.targets(lane.at.procedure, v);
    if (targets.certainty == CallTargets::Certainty::kExact &&
        targets.procedures.size() == 1) {
      ProcedureId callee = targets.procedures.front();
      changed = workspace_.modified(callee);
      if (workspace_.facts.behaviours.of(callee).never_returns())
        return false;
    }
  }
  if (!transfer_.define(lane.at.cell, view(lane).value(v), std::nullopt))
    return false;
  forget_memory(lane, changed);
  return true;
}

bool Walk::is_home(RegionSetId regions) const {
  return std::ranges::any_of(workspace_.regions[regions],
                             [&](RegionId r) { return is_home(r); });
}

// What is written.  A number that was computed from the address of the object
// (`end - start`) is no reference to it, though it is made of one: not known.
ExprId Walk::reference_or_number(const Lane &lane, ValueId v) {
  FunctionView &body = view(lane);
  bool is_number =
      body.unit.types[body.function.insts[v].type].kind == ir::TypeKind::kInt &&
      !object_->may_be(lane.at.procedure, v);
  ExprId value = body.expr(v);
  return is_number && transfer_.cells.is_hit(lane.at.cell, value) ? ExprId()
                                                                  : value;
}

// No other memory holds it.
void Walk::keep_to_homes(Lane &lane) const {
  std::erase_if(lane.at.cell.holders, [&](const Holder &holder) {
    return !workspace_.regions.is_private(holder.region) &&
           !is_home(holder.region);
  });
}

// A cell that is no home does not hold it, and a store there changes no home.
bool Walk::store_for_one(Lane &lane, const Assignment &to) {
  Assignment by = to;
  ErrorCell &cell = lane.at.cell;
  by.may_hold = is_home(by.written);
  if (!by.may_hold && by.value.valid() &&
      !transfer_.cells.add_miss(cell, by.value))
    return false;
  ErrorCell post = cell;
  if (!transfer_.assign(cell, by))
    return false;
  if (by.may_hold) {
    keep_to_homes(lane);
    return true;
  }
  cell.holders = post.holders;
  return std::ranges::all_of(
      post.hits, [&](ExprId e) { return transfer_.cells.add_hit(cell, e); });
}

// A home is overwritten, or a part of it, by what is no reference to the
// object.
bool Walk::block_for_one(Lane &lane, ValueId v) {
  forget_memory(lane, std::nullopt);
  FunctionView &body = view(lane);
  ValueId address = body.function.operand(v, 0);
  ExprId to = body.expr(address);
  const Expr &length = exprs_[body.expr(body.function.operand(v, 2))];
  ErrorCell &cell = lane.at.cell;
  for (const Whereabouts::Target &target :
       object_->targets(lane.at.procedure, address))
    for (std::int64_t offset : object_->homes()[target.home].cells) {
      RegionSetId written =
          body.regions(address, ir::TypeId(), offset - target.offset);
      auto reads = [&](ExprId e) { return !exprs_.is_disjoint(e, written); };
      for (ExprId e : cell.hits)
        if (exprs_[e].kind == Expr::Kind::kLoad &&
            length.kind == Expr::Kind::kNumber &&
            exprs_.distance(to, exprs_[e].base) &&
            lies_in_block(exprs_[e].base, to, length.number))
          return false;
      std::erase_if(cell.hits, reads);
      std::erase_if(cell.misses, reads);
      std::erase_if(cell.known,
                    [&](const Known &known) { return reads(known.value); });
      for (RegionId region : workspace_.regions[written])
        if (is_home(region))
          transfer_.cells.add_holder(cell, region, ExprId());
    }
  return true;
}

// Can the error cell be what this call has given just now?
bool Walk::is_made_by(const Lane &lane, ValueId call) {
  if (lane.at.found || lane.at.context != kNone || !object_->is_result() ||
      !object_->is_made_by(lane.at.procedure, call))
    return false;
  ExprId result = view(lane).value(call);
  return std::ranges::all_of(
      lane.at.cell.hits, [&](ExprId e) { return exprs_.contains(e, result); });
}

// Can it be what this call has put into a home?  Then all that is known to
// point to it is read from there.
bool Walk::is_put_by(const Lane &lane, ValueId call) {
  return lane.at.context == kNone && !object_->is_result() &&
         object_->is_made_by(lane.at.procedure, call) &&
         std::ranges::all_of(lane.at.cell.hits,
                             [&](ExprId e) { return exprs_[e].has_load; });
}

// If the call has given the object back, it was the argument that may be it.
// False: a contradiction.
bool Walk::give_back(Lane &lane, ValueId v) {
  FunctionView &body = view(lane);
  if (!transfer_.cells.is_hit(lane.at.cell, body.value(v)))
    return true;
  std::set<ExprId> given;
  for (ValueId argument : body.function.arguments(v))
    if (object_->may_be(lane.at.procedure, argument))
      given.insert(body.expr(argument));
  return given.size() != 1 ||
         transfer_.cells.add_hit(lane.at.cell, *given.begin());
}

// The call has neither freed nor kept it.
void Walk::leave_as_it_is(Lane lane, ValueId v) {
  if (give_back(lane, v) && pass_by(lane, v))
    lanes_.push_back(std::move(lane));
}

bool Walk::call_for_one(Lane &lane, ValueId v) {
  FunctionView &body = view(lane);
  lane.at.exceptional = false;
  if (is_made_by(lane, v)) {
    infer::FreshPlace made;
    made.call = v;
    made.place = AccessPath::result();
    // A descriptor that was made is not negative.
    if (object_->is_handle() &&
        !transfer_.cells.add_known(lane.at.cell, body.value(v),
                                   NumberClass::where(ir::Predicate::kSGe, 0)))
      return false;
    return add_found(lane, v, made) && pass_by(lane, v);
  }
  if (lane.at.found)
    return pass_by(lane, v);
  if (transfer_.cells.is_hit(lane.at.cell, body.value(v)) &&
      !(object_->is_given(lane.at.procedure, v) &&
        object_->may_be(lane.at.procedure, v)))
    return false; // the object of another call
  if (!object_->is_given(lane.at.procedure, v))
    return pass_by(lane, v);
  CallTargets targets = workspace_.facts.program.targets(lane.at.procedure, v);
  if (targets.certainty != CallTargets::Certainty::kExact ||
      targets.procedures.empty()) {
    leave_as_it_is(std::move(lane), v);
    return false;
  }
  std::vector<ProcedureId> models;
  for (ProcedureId callee : targets.procedures) {
    const infer::Behaviour &behaviour = workspace_.facts.behaviours.of(callee);
    if (is_entered(workspace_.facts, callee)) {
      bool matters = object_->enters(callee) &&
                     (object_->frees(callee) ||
                      object_->is_given_home(lane.at.procedure, v));
      if (matters)
        ask(lane, v, callee, is_put_by(lane, v));
      else
        leave_as_it_is(lane, v);
    } else if (!behaviour.is_known() || behaviour.keeps_all) {
      leave_as_it_is(lane, v);
    } else if (object_->is_given_home(lane.at.procedure, v)) {
      change_homes(lane, v, callee);
    } else {
      models.push_back(callee);
    }
  }
  return give_to_models(lane, v, models);
}

// Homes that a library function writes: in each outcome they hold something
// else than before, which it may have freed.  Always false: the ways are handed
// on.
bool Walk::change_homes(const Lane &lane, ValueId v, ProcedureId callee) {
  using Kind = infer::Effect::Kind;
  FunctionView &body = view(lane);
  std::span<const ValueId> arguments = body.function.arguments(v);
  // Of cells of homes that a path of the callee may mean.
  auto cells_of = [&](const infer::Effect &effect) {
    std::vector<RegionId> out;
    const AccessPath &path = effect.path;
    if (path.root().kind != PathRoot::Kind::kParameter ||
        path.root().index >= arguments.size())
      return out;
    for (const Whereabouts::Target &target :
         object_->targets(lane.at.procedure, arguments[path.root().index]))
      for (std::int64_t cell : object_->homes()[target.home].cells)
        if (effect.kind == Kind::kForget || path.length() != 1 ||
            path.steps()[0].any_element ||
            target.offset + path.steps()[0].offset == cell)
          for (RegionId region :
               workspace_
                   .regions[body.regions(arguments[path.root().index],
                                         ir::TypeId(), cell - target.offset)])
            out.push_back(region);
    return out;
  };
  bool is_put = is_put_by(lane, v);
  for (const infer::Outcome &outcome :
       workspace_.facts.behaviours.of(callee).outcomes) {
    if (outcome.throws || transfer_.cells.known_of(lane.at.cell, body.value(v))
                              .meet(outcome.result)
                              .is_none())
      continue;
    Lane way = lane;
    ErrorCell &cell = way.at.cell;
    bool is_new = false;
    for (const infer::Effect &effect : outcome.effects) {
      if (effect.kind != Kind::kWrite && effect.kind != Kind::kForget)
        continue;
      std::vector<RegionId> changed = cells_of(effect);
      RegionSetId written = workspace_.regions.add(changed);
      auto reads = [&](ExprId e) { return !exprs_.is_disjoint(e, written); };
      is_new |= !changed.empty() && effect.kind == Kind::kWrite &&
                effect.value.is_new();
      std::erase_if(cell.hits, reads);
      std::erase_if(cell.misses, reads);
      std::erase_if(cell.known,
                    [&](const Known &known) { return reads(known.value); });
      for (RegionId region : changed)
        transfer_.cells.add_holder(cell, region, ExprId());
    }
    if (is_put && is_new) {
      infer::FreshPlace made;
      made.call = v;
      Lane found = way;
      if (add_found(found, v, made) && pass_by(found, v))
        lanes_.push_back(std::move(found));
    }
    if (transfer_.cells.is_hit(cell, body.value(v)) && outcome.value.is_new())
      continue; // another object
    if (pass_by(way, v))
      lanes_.push_back(std::move(way));
  }
  return false;
}

// Each outcome is a way of its own.  Always false: they are handed on.
bool Walk::give_to_models(const Lane &lane, ValueId v,
                          std::span<const ProcedureId> callees) {
  FunctionView &body = view(lane);
  Lane known = lane;
  forget_memory(known, std::nullopt);
  for (ProcedureId callee : callees)
    for (const infer::Outcome &outcome :
         workspace_.facts.behaviours.of(callee).outcomes) {
      Lane way = known;
      if (outcome.throws)
        continue;
      if (outcome.value.is_new() &&
          transfer_.cells.is_hit(way.at.cell, body.value(v)))
        continue; // that is another object
      if (outcome.value.kind == infer::Term::Kind::kUnknown &&
          !give_back(way, v))
        continue;
      // What stops other proofs is about what else is freed with an object.
      std::optional<BeforeCall> before =
          OneOutcome(workspace_, body, transfer_, true, v, callee, outcome)
              .back(way.at.cell);
      if (!before)
        continue;
      if (!before->made) {
        way.at.cell = std::move(before->cell);
      } else if (!way.at.cell.hits.empty() ||
                 !transfer_.define(way.at.cell, body.value(v), std::nullopt)) {
        continue; // another object
      }
      keep_to_homes(way);
      forget_memory(way, std::nullopt);
      lanes_.push_back(std::move(way));
    }
  return false;
}

} // namespace wt::contradiction
