// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See asked_first.h.

#include "model/asked_first.h"

#include "ir/cfg.h"
#include "ir/dominators.h"
#include "model/contract.h"
#include "model/models.h"
#include "model/polymorphic.h"

#include <algorithm>

namespace wt::model {

namespace {

using ir::BlockId;
using ir::Op;
using ir::Predicate;
using ir::ValueId;

std::string_view method_of(const std::string &name) {
  auto colon = name.rfind(':');
  return colon == std::string::npos ? std::string_view(name)
                                    : std::string_view(name).substr(colon + 1);
}

// Routines that hand out elements, or lead to them, and change nothing.
bool only_leads_to_elements(const PolymorphicSpec &spec) {
  const SpecFunction &function = spec.function;
  auto is_variable = [&](const SpecType &type) {
    return std::ranges::find(spec.type_variables, type.name) !=
           spec.type_variables.end();
  };
  bool gives_address = function.result.kind == SpecType::Kind::kReference &&
                       is_variable(function.result.inner[0]);
  bool takes_element =
      std::ranges::any_of(function.params, [&](const SpecParam &parameter) {
        return !parameter.type.inner.empty() &&
               is_variable(parameter.type.inner[0]);
      });
  bool is_iterator =
      std::ranges::any_of(function.clauses, [](const SpecClause &clause) {
        return clause.kind == SpecClause::Kind::kLeadsTo;
      });
  return (gives_address && !takes_element) ||
         (is_iterator && function.params.size() == 1);
}

class Asked {
public:
  Asked(ir::Unit &unit, ir::Function &function, const ModelSet &models)
      : unit_(unit), function_(function), models_(models) {}

  std::size_t run() {
    std::vector<ValueId> calls;
    for (BlockId block : function_.blocks.ids())
      for (ValueId v : function_.blocks[block].insts)
        if (is_asked_about(v))
          calls.push_back(v);
    if (calls.empty())
      return 0;
    predecessors_.emplace(function_);
    dominators_.emplace(function_, *predecessors_);
    std::erase_if(calls, [&](ValueId v) { return !is_safe(v); });
    for (ValueId v : calls)
      drop_throw(v);
    if (!calls.empty())
      ir::remove_unreachable_blocks(function_);
    return calls.size();
  }

private:
  const ir::Function *callee(ValueId call) const {
    ValueId at = function_.callee(call);
    return function_.insts[at].op == Op::kFunction
               ? &unit_.functions[function_.function(at)]
               : nullptr;
  }

  const FunctionModel *model_of(ValueId call) const {
    const ir::Function *called = callee(call);
    return called ? models_.find_fitting(unit_.text(called->link_name),
                                         unit_.text(called->name),
                                         shape_of(unit_, *called))
                  : nullptr;
  }

  bool is_asked_about(ValueId v) const {
    if (function_.insts[v].op != Op::kCall || !function_.call(v).may_throw ||
        function_.arguments(v).size() < 2)
      return false;
    const std::vector<std::string> *methods = methods_that_tell(v);
    return methods && !methods->empty();
  }

  // Null: its specification does not speak of throwing.
  const std::vector<std::string> *methods_that_tell(ValueId call) const {
    const FunctionModel *model = model_of(call);
    return model ? model::methods_that_tell(models_, *model) : nullptr;
  }

  // Each branch that the call is behind, from the nearest one.
  bool is_safe(ValueId call) const {
    BlockId block = function_.insts[call].block;
    if (!dominators_->is_reachable(block))
      return false;
    BlockId below = block;
    for (BlockId at = dominators_->idom(block); at.valid();
         below = at, at = dominators_->idom(at)) {
      ValueId branch = function_.terminator(at);
      const auto &successors = function_.blocks[at].successors;
      if (function_.insts[branch].op != Op::kBranch || successors.size() != 2 ||
          successors[0] == successors[1])
        continue;
      for (std::size_t i = 0; i < 2; ++i)
        if (successors[i] == below && (*predecessors_)[below].size() == 1 &&
            shows(function_.operand(branch, 0), i == 0, call) &&
            (counts_from_end(call) || is_unchanged(at, below, call)))
          return true;
    }
    return false;
  }

  ValueId without_casts(ValueId v) const {
    while (function_.insts[v].op == Op::kCast)
      v = function_.operand(v, 0);
    return v;
  }

  std::optional<std::int64_t> number(ValueId v) const {
    v = without_casts(v);
    if (function_.insts[v].op == Op::kInt)
      return function_.int_value(v);
    return std::nullopt;
  }

  // Does the condition, if it came out like this, say that the call is safe?
  bool shows(ValueId condition, bool holds, ValueId call) const {
    condition = without_casts(condition);
    const ir::Inst &inst = function_.insts[condition];
    if (inst.op == Op::kCall)
      return answers(condition, holds ? Predicate::kNe : Predicate::kEq, 0,
                     call);
    if (inst.op != Op::kCompare)
      return false;
    auto predicate = Predicate(inst.code);
    if (!holds)
      predicate = ir::inverse(predicate);
    ValueId a = without_casts(function_.operand(condition, 0));
    ValueId b = without_casts(function_.operand(condition, 1));
    if (number(a)) {
      std::swap(a, b);
      predicate = ir::mirrored(predicate);
    }
    if (auto n = number(b))
      return shows_against_number(a, predicate, *n, call);
    if (function_.insts[a].op == Op::kCall && !is_index(a, call)) {
      std::swap(a, b);
      predicate = ir::mirrored(predicate);
    }
    // `i < size()`
    bool is_below = predicate == Predicate::kULt ||
                    (predicate == Predicate::kSLt && counts_from_zero(a));
    return is_below && (is_index(a, call) || is_index_from_end(a, call)) &&
           is_question(b, call, 1) && !is_bool(b);
  }

  // `empty() == 0` asks again what a condition says.
  bool shows_against_number(ValueId a, Predicate predicate, std::int64_t n,
                            ValueId call) const {
    if (function_.insts[a].op == Op::kCall)
      return answers(a, predicate, n, call);
    bool is_truth =
        n == 0 && (predicate == Predicate::kNe || predicate == Predicate::kEq);
    return is_truth && shows(a, predicate == Predicate::kNe, call);
  }

  // The answer `predicate` n.
  bool answers(ValueId question, Predicate predicate, std::int64_t n,
               ValueId call) const {
    bool is_some =
        (predicate == Predicate::kNe && n == 0) ||
        ((predicate == Predicate::kUGt || predicate == Predicate::kSGt) &&
         n >= 0) ||
        ((predicate == Predicate::kUGe || predicate == Predicate::kSGe) &&
         n >= 1) ||
        (predicate == Predicate::kEq && n >= 1);
    bool is_none = predicate == Predicate::kEq && n == 0;
    if (is_question(question, call, function_.arguments(call).size()))
      return is_some;
    std::optional<std::int64_t> index = number(function_.arguments(call)[1]);
    if (!index && counts_from_end(call))
      index = less(function_.arguments(call)[1])->second - 1;
    if (!index || *index < 0 || !is_question(question, call, 1))
      return false;
    if (is_bool(question)) // is it empty?
      return is_none && *index == 0;
    bool is_more = predicate == Predicate::kUGt || predicate == Predicate::kSGt;
    bool is_least = predicate == Predicate::kUGe ||
                    predicate == Predicate::kSGe || predicate == Predicate::kEq;
    return (is_some && *index == 0) || (is_more && n >= *index) ||
           (is_least && n > *index);
  }

  bool is_bool(ValueId call) const {
    const ir::Type &type = unit_.types[function_.insts[call].type];
    return type.kind == ir::TypeKind::kInt && type.width <= 8;
  }

  bool is_index(ValueId v, ValueId call) const {
    return is_same(v, without_casts(function_.arguments(call)[1]));
  }

  // What a number is subtracted from, and the number.
  std::optional<std::pair<ValueId, std::int64_t>> less(ValueId v) const {
    v = without_casts(v);
    if (function_.insts[v].op != Op::kBinop)
      return std::nullopt;
    auto op = ir::BinaryOp(function_.insts[v].code);
    std::optional<std::int64_t> n = number(function_.operand(v, 1));
    if (!n || (op != ir::BinaryOp::kSub && op != ir::BinaryOp::kAdd))
      return std::nullopt;
    return std::pair(without_casts(function_.operand(v, 0)),
                     op == ir::BinaryOp::kSub ? *n : -*n);
  }

  bool is_size(ValueId v, ValueId call) const {
    return is_question(v, call, 1) && !is_bool(v);
  }

  // `s.at(s.size() - 1)`.  Who asked whether there is something, took parts out
  // and counts from the new end knows what is left.
  bool counts_from_end(ValueId call) const {
    auto index = less(function_.arguments(call)[1]);
    return index && index->second > 0 && is_size(index->first, call);
  }

  // `s.at(s.size() - v - 1)`
  bool is_index_from_end(ValueId v, ValueId call) const {
    auto index = less(function_.arguments(call)[1]);
    if (!index || index->second != 1)
      return false;
    const ir::Inst &rest = function_.insts[index->first];
    return rest.op == Op::kBinop &&
           ir::BinaryOp(rest.code) == ir::BinaryOp::kSub &&
           is_size(without_casts(function_.operand(index->first, 0)), call) &&
           is_same(without_casts(function_.operand(index->first, 1)), v);
  }

  // `for (int i = 0; ...`
  bool counts_from_zero(ValueId v) const {
    const ir::Inst &inst = function_.insts[v];
    if (inst.op != Op::kPhi)
      return false;
    for (ValueId operand : function_.operands_of(v))
      if (auto n = number(operand); n && *n >= 0)
        return true;
    return false;
  }

  // Is it a call of one of the methods, for the same object, with the first
  // `count` arguments?
  bool is_question(ValueId v, ValueId call, std::size_t count) const {
    if (function_.insts[v].op != Op::kCall ||
        function_.arguments(v).size() != count)
      return false;
    const ir::Function *asked = callee(v), *called = callee(call);
    if (!asked || asked->parent != called->parent)
      return false;
    std::string name = without_template_arguments(unit_.text(asked->name));
    const std::vector<std::string> &methods = *methods_that_tell(call);
    if (std::ranges::find(methods, method_of(name)) == methods.end())
      return false;
    for (std::size_t i = 0; i < count; ++i)
      if (!is_same(function_.arguments(v)[i], function_.arguments(call)[i]))
        return false;
    return true;
  }

  // The same value, going by how it is computed.
  bool is_same(ValueId a, ValueId b) const {
    if (a == b)
      return true;
    const ir::Inst &x = function_.insts[a], &y = function_.insts[b];
    if (x.op != y.op)
      return false;
    if (x.op == Op::kInt)
      return function_.int_value(a) == function_.int_value(b);
    bool is_field = x.op == Op::kField &&
                    function_.field(a).offset == function_.field(b).offset;
    return (is_field || (x.op == Op::kCast && x.code == y.code)) &&
           is_same(function_.operand(a, 0), function_.operand(b, 0));
  }

  ValueId base(ValueId v) const {
    while (function_.insts[v].op == Op::kField ||
           function_.insts[v].op == Op::kCast ||
           function_.insts[v].op == Op::kElement)
      v = function_.operand(v, 0);
    return v;
  }

  // Blocks that are reached without passing `without`.
  std::vector<bool> reach(BlockId from, BlockId without, bool backwards) const {
    std::vector<bool> met(function_.blocks.size(), false);
    std::vector<BlockId> todo{from};
    while (!todo.empty()) {
      BlockId block = todo.back();
      todo.pop_back();
      if (met[block.value] || block == without)
        continue;
      met[block.value] = true;
      if (backwards)
        std::ranges::copy((*predecessors_)[block], std::back_inserter(todo));
      else
        std::ranges::copy(function_.blocks[block].successors,
                          std::back_inserter(todo));
    }
    return met;
  }

  bool is_unchanged(BlockId branch, BlockId first, ValueId call) const {
    BlockId last = function_.insts[call].block;
    std::vector<bool> behind = reach(first, branch, false);
    std::vector<bool> before = reach(last, branch, true);
    bool is_in_loop = std::ranges::any_of(
        function_.blocks[last].successors, [&](BlockId next) {
          return next != branch && behind[next.value] && before[next.value];
        });
    for (BlockId block : function_.blocks.ids()) {
      if (!behind[block.value] || !before[block.value])
        continue;
      for (ValueId v : function_.blocks[block].insts) {
        if (v == call && !is_in_loop)
          break;
        if (v != call && may_change(v, call))
          return false;
      }
    }
    return true;
  }

  // The container, or the key.
  bool may_change(ValueId v, ValueId call) const {
    ValueId object = base(function_.arguments(call)[0]);
    ValueId key = base(function_.arguments(call)[1]);
    const ir::Inst &inst = function_.insts[v];
    if (inst.op == Op::kStore || inst.op == Op::kMemCopy ||
        inst.op == Op::kMemFill)
      return base(function_.operand(v, 0)) == key ||
             is_same(function_.operand(v, 0), function_.arguments(call)[0]);
    if (inst.op != Op::kCall)
      return false;
    const FunctionModel *model = model_of(v);
    const PolymorphicSpec *spec =
        model ? polymorphic(models_, *model) : nullptr;
    if (spec && only_leads_to_elements(*spec))
      return false;
    std::span<const ValueId> arguments = function_.arguments(v);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      ValueId given = base(arguments[i]);
      if ((given == object || given == key) && !is_const(v, i))
        return true;
    }
    return false;
  }

  bool is_const(ValueId call, std::size_t argument) const {
    const ir::Type &type =
        unit_.types[function_.insts[function_.arguments(call)[argument]].type];
    if (type.kind != ir::TypeKind::kPointer)
      return true;
    ir::TypeId called = function_.call(call).function_type;
    if (!called.valid() ||
        unit_.types[called].kind != ir::TypeKind::kFunction ||
        argument >= unit_.types[called].params.size())
      return false;
    return unit_.types[unit_.types[called].params[argument]].const_pointee;
  }

  void drop_throw(ValueId call) {
    ir::CallInfo &info = function_.calls[function_.insts[call].extra];
    info.may_throw = false;
    if (!info.has_unwind)
      return;
    info.has_unwind = false;
    BlockId block = function_.insts[call].block;
    BlockId handler = function_.blocks[block].successors[1];
    ir::Inst branch;
    branch.op = Op::kBranch;
    branch.type = ir::TypeTable::void_type();
    branch.block = block;
    branch.pos = function_.insts[call].pos;
    branch.extra = StringTable::empty().value;
    function_.append(block, branch, {});
    function_.blocks[block].successors.resize(1);
    ir::drop_phi_operands(function_, handler, block);
  }

  ir::Unit &unit_;
  ir::Function &function_;
  const ModelSet &models_;
  std::optional<ir::Predecessors> predecessors_;
  std::optional<ir::Dominators> dominators_;
};

} // namespace

std::size_t drop_asked_throws(ir::Unit &unit, const ModelSet &models) {
  std::size_t dropped = 0;
  for (ir::FunctionId id : unit.functions.ids())
    if (!unit.functions[id].is_declaration())
      dropped += Asked(unit, unit.functions[id], models).run();
  return dropped;
}

} // namespace wt::model
