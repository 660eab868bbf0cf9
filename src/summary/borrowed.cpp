// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Beliefs about code without a body: see borrowed.h.

#include "summary/borrowed.h"

#include "model/model_of.h"
#include "summary/argument_list.h"
#include "summary/followed.h"
#include "summary/freed_after.h"

#include <set>

namespace wt::infer {

using ir::Op;
using ir::ValueId;

const Borrowed::Known *Borrowed::find(ProcedureId caller,
                                      ProcedureId callee) const {
  ReadLog::note(Read::Kind::kBelief, caller.value, callee.value);
  auto at = known_.find({callee, caller});
  if (at == known_.end())
    at = known_.find({callee, ProcedureId()});
  return at == known_.end() ? nullptr : &at->second;
}

const Behaviour *Borrowed::of(ProcedureId caller, ProcedureId callee) const {
  const Known *known = find(caller, callee);
  return known ? &known->behaviour : nullptr;
}

const Borrow *Borrowed::why(ProcedureId caller, ProcedureId callee,
                            std::uint32_t argument) const {
  const Known *known = find(caller, callee);
  if (!known)
    return nullptr;
  auto at = known->reasons.find(std::min(argument, known->rest));
  return at == known->reasons.end() ? nullptr : &at->second;
}

Arguments Borrowed::through_hook(const Program &program, ProcedureId caller,
                                 ir::ValueId call) const {
  ReadLog::note(Read::Kind::kBelief, caller.value);
  if (hooks_.empty())
    return {};
  std::optional<NamedCell> hook = hook_at(program, caller, call);
  auto at = hook ? hooks_.find(*hook) : hooks_.end();
  return at == hooks_.end() ? Arguments() : at->second;
}

std::optional<NamedCell> hook_at(const Program &program, ProcedureId caller,
                                 ir::ValueId call) {
  const ir::Function &f = program.body(caller);
  ValueId called = f.callee(call);
  while (f.insts[called].op == Op::kCast)
    called = f.operand(called, 0);
  if (f.insts[called].op != Op::kLoad ||
      !followed(program, caller, call).empty())
    return std::nullopt;
  return cell_at(program, caller, f.operand(called, 0));
}

// What one caller believes includes what all do.
Borrowed::Known &Borrowed::known(ProcedureId caller, ProcedureId callee) {
  auto at = known_.find({callee, caller});
  if (at != known_.end())
    return at->second;
  Known fresh;
  if (auto all = known_.find({callee, ProcedureId()}); all != known_.end())
    fresh = all->second;
  fresh.behaviour.source = Behaviour::Source::kModel;
  fresh.behaviour.keeps_all = true;
  fresh.behaviour.outcomes.resize(1);
  return known_[{callee, caller}] = std::move(fresh);
}

void Borrowed::add(ProcedureId caller, ProcedureId callee,
                   std::uint32_t argument, Borrow borrow) {
  Known &one = known(caller, callee);
  one.behaviour.spared.add(argument);
  one.reasons.try_emplace(argument, borrow);
}

void Borrowed::add_rest(ProcedureId callee, std::uint32_t first,
                        Borrow borrow) {
  add({}, callee, first, borrow);
  Known &one = known({}, callee);
  one.behaviour.spared.add_from(first);
  one.rest = first;
}

class BorrowedFinder {
public:
  BorrowedFinder(const Program &program, const model::ModelSet &models)
      : program_(program), models_(models) {}

  Borrowed run() {
    for (ProcedureId p : program_.procedures().ids())
      if (is_outside(p))
        add_declared(p);
    collect();
    add_callers();
    return std::move(out_);
  }

private:
  // One argument of code without a body.
  using Parameter = std::pair<ProcedureId, std::uint32_t>;
  struct Seen {
    std::set<ProcedureId> freed_anyhow, given_away;
  };

  bool is_outside(ProcedureId p) const {
    return !program_.procedures()[p].has_body &&
           !program_.body(p).does_not_return &&
           !model::model_of(program_, models_, p);
  }

  // By the declaration.
  void add_declared(ProcedureId p) {
    const ir::Function &f = program_.body(p);
    const ir::TypeTable &types = program_.unit_of(p).types;
    for (const ir::DeclAttribute &attribute : f.attributes) {
      if (attribute.kind != ir::DeclAttribute::Kind::kFormat)
        continue;
      std::uint32_t hidden =
          (f.is_method ? 1 : 0) + (f.returns_by_slot ? 1 : 0);
      out_.add({}, p, attribute.args[0] + hidden, {Borrow::Reason::kFormat});
      if (attribute.args.size() > 1)
        out_.add_rest(p, attribute.args[1] + hidden, {Borrow::Reason::kFormat});
      else
        add_lists(p);
    }
    if (!f.type.valid() || types[f.type].kind != ir::TypeKind::kFunction)
      return;
    const auto &params = types[f.type].params;
    for (std::uint32_t i = 0; i < params.size(); ++i)
      if (is_const_text(types, params[i]))
        out_.add({}, p, i, {Borrow::Reason::kConst});
  }

  void add_lists(ProcedureId p) {
    const ir::Unit &unit = program_.unit_of(p);
    const ir::Function &f = program_.body(p);
    if (!f.type.valid() || unit.types[f.type].kind != ir::TypeKind::kFunction)
      return;
    const auto &params = unit.types[f.type].params;
    for (std::uint32_t i = 0; i < params.size(); ++i)
      if (is_argument_list(unit, params[i]))
        out_.add({}, p, i, {Borrow::Reason::kFormat});
  }

  static bool is_const_text(const ir::TypeTable &types, ir::TypeId type) {
    if (!types.is_pointer(type) || !types[type].const_pointee)
      return false;
    ir::TypeId text = types.pointee(type);
    return types.is_int(text) && types.size_of(text) == 1;
  }

  // By what callers do afterwards.
  void collect() {
    std::optional<Releasers> releasers;
    for (ProcedureId p : program_.procedures().ids()) {
      if (!program_.procedures()[p].has_body)
        continue;
      const ir::Function &f = program_.body(p);
      const ir::TypeTable &types = program_.unit_of(p).types;
      for (const ir::Block &block : f.blocks)
        for (ValueId v : block.insts) {
          if (f.insts[v].op != Op::kCall)
            continue;
          auto targets = program_.targets(p, v).procedures;
          bool is_call = targets.size() == 1 && is_outside(targets[0]);
          std::optional<NamedCell> hook;
          if (!is_call)
            hook = hook_at(program_, p, v);
          if (!is_call && !hook)
            continue;
          if (!releasers)
            releasers.emplace(program_, models_);
          if (hook) {
            note_hook(*hook, *releasers, p, v);
            continue;
          }
          for (std::uint32_t i = 0; i < f.arguments(v).size(); ++i)
            if (types.is_pointer(f.insts[f.arguments(v)[i]].type))
              note({targets[0], i}, p,
                   afterwards(program_, models_, *releasers, p, v, i));
        }
    }
  }

  // What every block goes through that is freed in this way: the hook is told,
  // and the block is freed whatever the hook did.
  void note_hook(const NamedCell &hook, const Releasers &releasers,
                 ProcedureId p, ValueId call) {
    const ir::Function &f = program_.body(p);
    for (std::uint32_t i = 0; i < f.arguments(call).size(); ++i) {
      ValueId given = f.arguments(call)[i];
      while (f.insts[given].op == Op::kCast)
        given = f.operand(given, 0);
      if (f.insts[given].op == Op::kParam &&
          afterwards(program_, models_, releasers, p, call, i).is_freed_anyhow)
        out_.hooks_[hook].add(i);
    }
  }

  void note(Parameter parameter, ProcedureId caller, const Afterwards &after) {
    if (after.is_freed_anyhow)
      seen_[parameter].freed_anyhow.insert(caller);
    else if (after.is_made_here && !after.is_freed)
      seen_[parameter].given_away.insert(caller);
  }

  void add_callers() {
    for (const auto &[parameter, seen] : seen_) {
      std::size_t count = seen.freed_anyhow.size();
      if (count >= kMinCallers && count >= 2 * seen.given_away.size())
        out_.add({}, parameter.first, parameter.second,
                 {Borrow::Reason::kManyCallers, count});
    }
    for (const auto &[parameter, seen] : seen_)
      for (ProcedureId caller : seen.freed_anyhow)
        out_.add(caller, parameter.first, parameter.second,
                 {Borrow::Reason::kFreedAfter});
  }

  const Program &program_;
  const model::ModelSet &models_;
  std::map<Parameter, Seen> seen_;
  Borrowed out_;
};

Borrowed find_borrowed(const Program &program, const model::ModelSet &models) {
  return BorrowedFinder(program, models).run();
}

std::string sentence(const Borrow &borrow, const std::string &callee,
                     const std::string &argument) {
  bool is_hook = borrow.reason == Borrow::Reason::kToldOfFrees;
  std::string out = callee +
                    (is_hook ? " may lead anywhere" : " has no body here") +
                    " and is taken not to keep " + argument + ": ";
  switch (borrow.reason) {
  case Borrow::Reason::kFormat:
    return out + "it is declared to format its arguments as printf() does";
  case Borrow::Reason::kConst:
    return out + "the parameter is declared as constant text";
  case Borrow::Reason::kFreedAfter:
    return out + "this function frees it after such a call";
  case Borrow::Reason::kManyCallers:
    return out + std::to_string(borrow.callers) +
           " callers free it after the call";
  case Borrow::Reason::kToldOfFrees:
    return out + "it is also told of blocks before they are freed";
  }
  return out;
}

} // namespace wt::infer
