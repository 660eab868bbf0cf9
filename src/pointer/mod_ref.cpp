// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How mod/ref sets are computed.  See mod_ref.h.

#include "pointer/mod_ref.h"

#include "pointer/layout.h"
#include "program/scc.h"

#include <algorithm>

namespace wt::pointer {

using ir::Op;
using ir::ValueId;

namespace {

LocationId as_bit(ObjectId object) { return LocationId(object.value); }

} // namespace

std::vector<ObjectId> CellSet::objects() const {
  std::vector<ObjectId> out;
  for (LocationId id : objects_)
    out.push_back(ObjectId(id.value));
  return out;
}

// What is being collected for one procedure or one call.
struct Effects {
  CellSet modified, referenced;
};

class ModRefBuilder {
public:
  ModRefBuilder(ModRef &out, std::size_t most_locations)
      : out_(out), facts_(out.facts_), program_(out.facts_.program()),
        outside_(out.facts_.program().procedures().size()),
        most_(most_locations) {}

  void run() {
    keep({}); // number 0: nothing
    out_.modified_.resize(outside_.value + 1, 0);
    out_.referenced_.resize(outside_.value + 1, 0);
    Adjacency<ProcedureId, ProcedureId> calls = call_graph();
    for (const std::vector<ProcedureId> &scc : components(calls))
      component(scc, calls);
  }

  // The effects of one call, callees being known.
  void add_call(ProcedureId p, ValueId call, Effects &to) {
    if (facts_.may_call_outside(p, call))
      add_outside(to);
    for (ProcedureId callee : facts_.known_targets(p, call)) {
      if (facts_.model_of(callee))
        add_model(p, call, callee, to);
      else
        add_procedure(callee, to);
    }
    for (ProcedureId callee : facts_.called_back(p, call))
      add_procedure(callee, to);
  }

private:
  Adjacency<ProcedureId, ProcedureId> call_graph() const {
    Adjacency<ProcedureId, ProcedureId> out;
    for (ProcedureId p : program_.procedures().ids()) {
      std::vector<ProcedureId> callees;
      if (program_.procedures()[p].has_body) {
        const ir::Function &f = program_.body(p);
        for (ValueId v : f.insts.ids()) {
          if (!f.insts[v].block.valid())
            continue;
          if (is_done_outside(program_.unit_of(p), f, v))
            callees.push_back(outside_);
          if (f.insts[v].op != Op::kCall)
            continue;
          if (facts_.may_call_outside(p, v))
            callees.push_back(outside_);
          std::ranges::copy(facts_.known_targets(p, v),
                            std::back_inserter(callees));
          std::ranges::copy(facts_.called_back(p, v),
                            std::back_inserter(callees));
        }
      }
      std::ranges::sort(callees);
      auto rest = std::ranges::unique(callees);
      callees.erase(rest.begin(), rest.end());
      for (ProcedureId callee : callees)
        out.add(callee);
      out.end_node();
    }
    for (ProcedureId callee : facts_.called_from_elsewhere())
      out.add(callee);
    out.end_node();
    return out;
  }

  // Members of a component call each other: they share one answer.
  void component(const std::vector<ProcedureId> &scc,
                 const Adjacency<ProcedureId, ProcedureId> &calls) {
    Effects effects;
    bool has_body = false;
    for (ProcedureId p : scc)
      if (p == outside_) {
        effects.modified.is_outside_ = effects.referenced.is_outside_ = true;
        for (ProcedureId callee : calls[p])
          add_procedure(callee, effects);
        has_body = true;
      } else if (program_.procedures()[p].has_body) {
        add_body(p, effects);
        has_body = true;
      }
    if (!has_body)
      return;
    if (scc.size() == 1 && scc[0] != outside_ &&
        !std::ranges::binary_search(calls[scc[0]], scc[0])) {
      drop_slots(scc[0], effects.modified);
      drop_slots(scc[0], effects.referenced);
    }
    ModRef::SetNumber modified = keep(bounded(std::move(effects.modified)));
    ModRef::SetNumber referenced = keep(bounded(std::move(effects.referenced)));
    for (ProcedureId p : scc) {
      out_.modified_[p] = modified;
      out_.referenced_[p] = referenced;
    }
  }

  void add_body(ProcedureId p, Effects &to) {
    const ir::Function &f = program_.body(p);
    for (ValueId v : f.insts.ids()) {
      if (!f.insts[v].block.valid())
        continue;
      switch (f.insts[v].op) {
      case Op::kLoad:
        add_places(facts_.targets(p, f.operand(v, 0)), to.referenced);
        break;
      case Op::kStore:
        add_places(facts_.targets(p, f.operand(v, 0)), to.modified);
        break;
      case Op::kMemCopy:
        add_whole(facts_.targets(p, f.operand(v, 1)), to.referenced);
        [[fallthrough]];
      case Op::kMemFill:
        add_whole(facts_.targets(p, f.operand(v, 0)), to.modified);
        break;
      case Op::kUnknown:
        if (is_done_outside(program_.unit_of(p), f, v))
          add_outside(to);
        else if (program_.unit_of(p).text(StrId(f.insts[v].extra)) == kVaStart)
          add_whole(facts_.targets(p, f.operand(v, 0)), to.modified);
        break;
      case Op::kCall:
        add_call(p, v, to);
        break;
      default:
        break;
      }
    }
  }

  void add_places(const PointSet &places, CellSet &to) {
    to.locations_.insert(places);
    to.is_outside_ |= facts_.holds_outside(places);
  }
  void add_whole(const PointSet &places, CellSet &to) {
    for (LocationId id : places)
      to.objects_.insert(as_bit(facts_.location(id).object));
    to.is_outside_ |= facts_.holds_outside(places);
  }
  void add_outside(Effects &to) {
    to.modified.is_outside_ = to.referenced.is_outside_ = true;
    add_procedure(outside_, to);
  }

  void add_procedure(ProcedureId callee, Effects &to) {
    add(out_.modified(callee), to.modified);
    add(out_.referenced(callee), to.referenced);
  }
  void add(const CellSet &from, CellSet &to) {
    to.locations_.insert(from.locations_);
    to.objects_.insert(from.objects_);
    to.is_outside_ |= from.is_outside_;
  }

  // A modelled function looks at what its arguments point to, and changes
  // what its model allows.
  void add_model(ProcedureId p, ValueId call, ProcedureId callee, Effects &to) {
    const model::FunctionModel &model = *facts_.model_of(callee);
    const ir::Function &f = program_.body(p);
    std::span<const ValueId> arguments = f.arguments(call);
    std::uint32_t hidden = program_.body(callee).returns_by_slot ? 1 : 0;
    for (std::uint32_t i = 0; i < arguments.size(); ++i) {
      const PointSet &places = facts_.targets(p, arguments[i]);
      add_whole(places, to.referenced);
      if (i < hidden || may_write(model, i - hidden))
        add_whole(places, to.modified);
    }
    for (const model::Effect &effect : model.effects)
      add_deep_places(effect, hidden, p, arguments, to);
    if (model.keeps_all)
      to.modified.is_outside_ = to.referenced.is_outside_ = true;
  }

  static bool may_write(const model::FunctionModel &model, std::uint32_t i) {
    return !model.has_shape || i >= model.shape.params.size() ||
           std::ranges::find(model.written, i) != model.written.end() ||
           std::ranges::any_of(model.effects, [&](const model::Effect &e) {
             return e.place.root == model::Place::Root::kArgument &&
                    e.place.argument == i &&
                    e.kind != model::Effect::Kind::kAlias &&
                    e.kind != model::Effect::Kind::kKeep &&
                    e.kind != model::Effect::Kind::kCall;
           });
  }

  // `**argument` of an effect is two objects away.
  void add_deep_places(const model::Effect &effect, std::uint32_t hidden,
                       ProcedureId p, std::span<const ValueId> arguments,
                       Effects &to) {
    const model::Place &place = effect.place;
    if (place.root != model::Place::Root::kArgument ||
        place.dereferences == 0 || place.argument + hidden >= arguments.size())
      return;
    PointSet at = facts_.targets(p, arguments[place.argument + hidden]);
    for (std::uint32_t i = 0; i < place.dereferences; ++i) {
      PointSet next;
      for (LocationId id : at)
        next.insert(facts_.contents(id));
      at = std::move(next);
      add_whole(at, to.referenced);
      add_whole(at, to.modified);
    }
  }

  void drop_slots(ProcedureId p, CellSet &set) {
    PointSet cells, objects;
    for (ObjectId slot : facts_.slots(p)) {
      objects.insert(as_bit(slot));
      for (LocationId id : facts_.cells(slot))
        cells.insert(id);
    }
    set.locations_.subtract(cells);
    set.objects_.subtract(objects);
  }

  // Cells of objects that are in the set as a whole say nothing more, nor does
  // what has escaped beside outside.
  CellSet bounded(CellSet set) {
    if (set.is_outside_) {
      set.locations_.subtract(facts_.escaped());
      PointSet rest;
      for (LocationId object : set.objects_)
        if (!facts_.is_escaped(ObjectId(object.value)))
          rest.append(object);
      set.objects_ = std::move(rest);
    }
    if (set.locations_.empty())
      return set;
    bool all = set.locations_.size() > most_;
    PointSet rest;
    for (LocationId id : set.locations_) {
      LocationId object = as_bit(facts_.location(id).object);
      if (all)
        set.objects_.insert(object);
      else if (!set.objects_.contains(object))
        rest.insert(id);
    }
    set.locations_ = std::move(rest);
    return set;
  }

  ModRef::SetNumber keep(CellSet set) {
    std::size_t hash = set.is_outside_;
    for (const PointSet *part : {&set.locations_, &set.objects_})
      for (LocationId id : *part)
        hash = hash * 1'000'003 + id.value;
    for (ModRef::SetNumber number : by_hash_[hash])
      if (*out_.sets_[number] == set)
        return number;
    auto number = static_cast<ModRef::SetNumber>(out_.sets_.size());
    out_.sets_.push_back(std::make_unique<const CellSet>(std::move(set)));
    by_hash_[hash].push_back(number);
    return number;
  }

  ModRef &out_;
  const PointsTo &facts_;
  const Program &program_;
  ProcedureId outside_; // stands for the code there, and all that it calls
  std::size_t most_;
  std::unordered_map<std::size_t, std::vector<ModRef::SetNumber>> by_hash_;
};

ModRef::ModRef(const PointsTo &facts, std::size_t most_locations)
    : facts_(facts) {
  ModRefBuilder(*this, most_locations).run();
}

CellSet ModRef::modified_by(ProcedureId caller, ValueId call) const {
  Effects effects;
  ModRefBuilder(const_cast<ModRef &>(*this), 0).add_call(caller, call, effects);
  return std::move(effects.modified);
}

CellSet ModRef::referenced_by(ProcedureId caller, ValueId call) const {
  Effects effects;
  ModRefBuilder(const_cast<ModRef &>(*this), 0).add_call(caller, call, effects);
  return std::move(effects.referenced);
}

bool ModRef::may_modify(ProcedureId caller, ValueId call,
                        LocationId cell) const {
  return contains(modified_by(caller, call), cell);
}

bool ModRef::may_reference(ProcedureId caller, ValueId call,
                           LocationId cell) const {
  return contains(referenced_by(caller, call), cell);
}

bool ModRef::contains(const CellSet &set, LocationId cell) const {
  LocationId object = as_bit(facts_.location(cell).object);
  return set.locations_.contains(cell) || set.objects_.contains(object) ||
         (set.is_outside_ && facts_.escaped().contains(cell));
}

std::string ModRef::names(const CellSet &set) const {
  std::string out;
  auto add = [&](const std::string &text) {
    out += (out.empty() ? "" : ", ") + text;
  };
  for (LocationId id : set.locations())
    add(facts_.name(id));
  for (ObjectId object : set.objects())
    add("all of " + facts_.name(object));
  if (set.is_outside())
    add("outside");
  return "{" + out + "}";
}

} // namespace wt::pointer
