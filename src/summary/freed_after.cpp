// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What happens to an argument after a call: see freed_after.h.

#include "summary/freed_after.h"

#include "ir/dominators.h"
#include "model/model_of.h"

#include <algorithm>
#include <map>

namespace wt::infer {

using ir::BlockId;
using ir::Op;
using ir::ValueId;

namespace {

ValueId stripped(const ir::Function &f, ValueId v) {
  while (f.insts[v].op == Op::kCast)
    v = f.operand(v, 0);
  return v;
}

bool is_null_test(const ir::Function &f, ValueId condition, ValueId tested) {
  const ir::Inst &inst = f.insts[condition];
  if (inst.op != Op::kCompare)
    return false;
  auto is = [&](std::uint32_t i, Op op) {
    return f.insts[f.operand(condition, i)].op == op;
  };
  return (stripped(f, f.operand(condition, 0)) == tested && is(1, Op::kNull)) ||
         (stripped(f, f.operand(condition, 1)) == tested && is(0, Op::kNull));
}

// The successor that is taken for null.
BlockId null_side(const ir::Function &f, BlockId block) {
  const ir::Block &b = f.blocks[block];
  ValueId condition = f.operand(b.insts.back(), 0);
  bool on_equal =
      static_cast<ir::Predicate>(f.insts[condition].code) == ir::Predicate::kEq;
  return b.successors[on_equal ? 0 : 1];
}

bool is_two_way(const ir::Function &f, BlockId block) {
  return f.blocks[block].successors.size() == 2 &&
         f.insts[f.blocks[block].insts.back()].op == Op::kBranch;
}

// Can the function be left without a call of one of `frees`, `parameter` not
// being null?
bool can_leave_without(const ir::Function &f, ValueId parameter,
                       const std::set<ValueId> &frees) {
  std::vector<BlockId> todo{BlockId(0)};
  std::set<BlockId> seen{BlockId(0)};
  while (!todo.empty()) {
    BlockId block = todo.back();
    todo.pop_back();
    const ir::Block &b = f.blocks[block];
    if (std::ranges::any_of(b.insts,
                            [&](ValueId v) { return frees.contains(v); }))
      continue;
    if (f.insts[b.insts.back()].op == Op::kReturn)
      return true;
    BlockId skipped;
    if (is_two_way(f, block) &&
        is_null_test(f, f.operand(b.insts.back(), 0), parameter))
      skipped = null_side(f, block);
    for (BlockId next : b.successors)
      if (next != skipped && seen.insert(next).second)
        todo.push_back(next);
  }
  return false;
}

} // namespace

Releasers::Releasers(const Program &program, const model::ModelSet &models) {
  std::vector<ProcedureId> todo;
  for (ProcedureId p : program.procedures().ids())
    if (const model::FunctionModel *model = model::model_of(program, models, p))
      for (const model::Effect &effect : model->effects)
        if (effect.kind == model::Effect::Kind::kFree &&
            effect.place.root == model::Place::Root::kArgument &&
            effect.place.dereferences == 0 &&
            effect.when.kind == model::ResultTest::Kind::kAlways &&
            !effect.given && !effect.may_skip)
          if (freed_.insert({p, effect.place.argument}).second)
            todo.push_back(p);
  auto look_at = [&](ProcedureId p) {
    const ir::Function &f = program.body(p);
    std::map<std::uint32_t, std::set<ValueId>> frees;
    for (const ir::Block &block : f.blocks)
      for (ValueId v : block.insts) {
        if (f.insts[v].op != Op::kCall)
          continue;
        auto targets = program.targets(p, v).procedures;
        auto arguments = f.arguments(v);
        for (std::uint32_t i = 0; i < arguments.size(); ++i) {
          ValueId given = stripped(f, arguments[i]);
          if (targets.size() == 1 && given.value < f.param_count &&
              this->frees(targets[0], i))
            frees[given.value].insert(v);
        }
      }
    for (const auto &[parameter, calls] : frees)
      if (!can_leave_without(f, ValueId(parameter), calls))
        if (freed_.insert({p, parameter}).second)
          todo.push_back(p);
  };
  while (!todo.empty()) {
    ProcedureId p = todo.back();
    todo.pop_back();
    for (ProcedureId caller : program.callers(p))
      if (program.procedures()[caller].has_body &&
          !model::model_of(program, models, caller))
        look_at(caller);
  }
}

namespace {

class Search {
public:
  Search(const Program &program, const model::ModelSet &models,
         const Releasers &releasers, ProcedureId caller, ValueId call,
         std::uint32_t argument)
      : program_(program), models_(models), releasers_(releasers),
        caller_(caller), call_(call), f_(program.body(caller)) {
    object_ = home(f_.arguments(call)[argument]);
    for (ValueId other : f_.arguments(call)) {
      ValueId at = stripped(f_, other);
      if (home(other) != object_ && !is_constant(at))
        others_.insert(at);
    }
  }

  Afterwards run() {
    Afterwards out;
    if (!object_.valid())
      return out;
    Op op = f_.insts[object_].op;
    bool can_be_freed = op == Op::kCall || op == Op::kParam || op == Op::kPhi ||
                        op == Op::kSlot || op == Op::kSelect;
    if (!can_be_freed)
      return out;
    out.is_made_here = op == Op::kCall || op == Op::kSlot;
    for (const ir::Block &block : f_.blocks)
      for (ValueId v : block.insts)
        out.is_freed |= is_free(v);
    if (!out.is_freed)
      return out;
    BlockId block = f_.insts[call_].block;
    const auto &insts = f_.blocks[block].insts;
    auto next = std::ranges::find(insts, call_) + 1;
    before_ = blocks_before(block);
    Answer here = look_through(std::span(next, insts.end()));
    if (here == Answer::kGoesOn)
      here = behind(block);
    out.is_freed_anyhow = here == Answer::kFreed;
    return out;
  }

private:
  enum class Answer { kFreed, kNot, kEnds, kGoesOn };

  // One name for a pointer: a local whose address is taken is its slot.
  ValueId home(ValueId v) const {
    v = stripped(f_, v);
    if (f_.insts[v].op == Op::kLoad) {
      ValueId from = stripped(f_, f_.operand(v, 0));
      if (f_.insts[from].op == Op::kSlot)
        return first_slot(from);
    }
    return f_.insts[v].op == Op::kSlot ? ValueId() : v;
  }

  // Slots have an instruction in each block that uses them.
  ValueId first_slot(ValueId slot) const {
    for (const ir::Block &block : f_.blocks)
      for (ValueId v : block.insts)
        if (f_.insts[v].op == Op::kSlot &&
            f_.insts[v].extra == f_.insts[slot].extra)
          return v;
    return slot;
  }

  bool is_object_slot(ValueId address) const {
    ValueId at = stripped(f_, address);
    return object_.valid() && f_.insts[object_].op == Op::kSlot &&
           f_.insts[at].op == Op::kSlot &&
           f_.insts[at].extra == f_.insts[object_].extra;
  }

  bool is_constant(ValueId v) const {
    Op op = f_.insts[v].op;
    return op == Op::kInt || op == Op::kNull || op == Op::kGlobal ||
           op == Op::kFunction;
  }

  const model::FunctionModel *model_at(ValueId call) const {
    auto targets = program_.targets(caller_, call).procedures;
    const model::FunctionModel *model =
        targets.size() == 1 ? model::model_of(program_, models_, targets[0])
                            : nullptr;
    return model && !model->keeps_all ? model : nullptr;
  }

  bool is_free(ValueId v) const {
    if (f_.insts[v].op != Op::kCall || v == call_)
      return false;
    auto targets = program_.targets(caller_, v).procedures;
    auto arguments = f_.arguments(v);
    for (std::uint32_t i = 0; i < arguments.size(); ++i)
      if (targets.size() == 1 && home(arguments[i]) == object_ &&
          releasers_.frees(targets[0], i))
        return true;
    return false;
  }

  // Another call with the object, or with what else was given: it may take the
  // object back.  The library does nothing of that kind, but it may free.
  bool disturbs(ValueId v) const {
    if (f_.insts[v].op == Op::kStore)
      return is_object_slot(f_.operand(v, 0));
    if (f_.insts[v].op != Op::kCall)
      return false;
    const model::FunctionModel *model = model_at(v);
    bool frees = model && std::ranges::any_of(model->effects, [](auto &effect) {
                   return effect.kind == model::Effect::Kind::kFree;
                 });
    for (ValueId argument : f_.arguments(v)) {
      if (is_object_slot(argument))
        return true;
      bool is_given =
          home(argument) == object_ || others_.contains(stripped(f_, argument));
      if (is_given && (!model || frees))
        return true;
    }
    return false;
  }

  Answer look_through(std::span<const ValueId> insts) const {
    for (ValueId v : insts) {
      if (is_free(v))
        return Answer::kFreed;
      if (disturbs(v))
        return Answer::kNot;
      Op op = f_.insts[v].op;
      if (op == Op::kReturn || op == Op::kRethrow)
        return Answer::kNot;
      if (op == Op::kUnreachable)
        return Answer::kEnds;
    }
    return Answer::kGoesOn;
  }

  // Blocks that are surely left before the call.
  std::set<BlockId> blocks_before(BlockId block) const {
    ir::Dominators dominators(f_, ir::Predecessors(f_));
    std::set<BlockId> out;
    for (BlockId b = dominators.idom(block); b.valid(); b = dominators.idom(b))
      out.insert(b);
    return out;
  }

  bool is_before(ValueId v) const {
    BlockId block = f_.insts[v].block;
    if (!block.valid())
      return true;
    if (block != f_.insts[call_].block)
      return before_.contains(block);
    const auto &insts = f_.blocks[block].insts;
    return std::ranges::find(insts, v) < std::ranges::find(insts, call_);
  }

  // Could the call have no part in this value?
  bool is_no_news(ValueId v, int depth = 0) const {
    constexpr int kDeepest = 6;
    if (v == call_ || others_.contains(v) || depth > kDeepest)
      return false;
    const ir::Inst &inst = f_.insts[v];
    auto operands_are = [&] {
      return std::ranges::all_of(f_.operands_of(v), [&](ValueId operand) {
        return is_no_news(operand, depth + 1);
      });
    };
    switch (inst.op) {
    case Op::kInt:
    case Op::kNull:
    case Op::kGlobal:
    case Op::kFunction:
    case Op::kParam:
    case Op::kSlot:
      return true;
    case Op::kCast:
    case Op::kBinop:
    case Op::kCompare:
    case Op::kSelect:
      return operands_are();
    case Op::kLoad: {
      ValueId from = stripped(f_, f_.operand(v, 0));
      return is_before(v) || is_object_slot(from);
    }
    case Op::kCall: { // asked of something else
      auto arguments = f_.arguments(v);
      bool is_apart = !arguments.empty() && !disturbs(v) &&
                      std::ranges::none_of(arguments, [&](ValueId argument) {
                        return others_.contains(stripped(f_, argument));
                      });
      return is_before(v) || is_apart;
    }
    default:
      return is_before(v);
    }
  }

  Answer block_answer(BlockId block) {
    auto [at, is_new] = answers_.try_emplace(block, Answer::kNot);
    if (!is_new)
      return at->second; // a way round again comes to no free
    Answer here = look_through(f_.blocks[block].insts);
    if (here == Answer::kGoesOn)
      here = behind(block);
    return answers_[block] = here;
  }

  // What comes after the block.
  Answer behind(BlockId block) {
    const ir::Block &b = f_.blocks[block];
    ValueId last = b.insts.back();
    bool any_may_do = b.successors.size() > 1 &&
                      (f_.insts[last].op == Op::kBranch ||
                       f_.insts[last].op == Op::kSwitch) &&
                      is_no_news(f_.operand(last, 0));
    bool is_freed = false, is_not = false;
    for (BlockId next : b.successors) {
      if (f_.insts[last].op == Op::kCall && next != b.successors[0])
        continue; // exceptions show nothing
      Answer there = block_answer(next);
      is_freed |= there == Answer::kFreed;
      is_not |= there == Answer::kNot;
    }
    if (is_freed && (any_may_do || !is_not))
      return Answer::kFreed;
    return is_not || b.successors.empty() ? Answer::kNot : Answer::kEnds;
  }

  const Program &program_;
  const model::ModelSet &models_;
  const Releasers &releasers_;
  ProcedureId caller_;
  ValueId call_;
  const ir::Function &f_;
  ValueId object_;
  std::set<ValueId> others_; // given to the call as well
  std::set<BlockId> before_;
  std::map<BlockId, Answer> answers_;
};

} // namespace

Afterwards afterwards(const Program &program, const model::ModelSet &models,
                      const Releasers &releasers, ProcedureId caller,
                      ValueId call, std::uint32_t argument) {
  return Search(program, models, releasers, caller, call, argument).run();
}

} // namespace wt::infer
