// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See handlers.h.

#include "program/handlers.h"

#include "ir/cfg.h"
#include "program/classes.h"

#include <algorithm>
#include <map>

namespace wt {

namespace {

using ir::BlockId;
using ir::Op;
using ir::ValueId;

constexpr std::string_view kTypeNumber = "llvm.eh.typeid.for";
constexpr std::string_view kSelector = "exception selector";

// One function of one unit.
struct Body {
  ir::Unit *unit = nullptr;
  ir::FunctionId id;
  Thrown leaves;                  // of the function
  std::vector<std::size_t> users; // bodies that call it
  // By landing: what arrives there.
  std::map<BlockId, Thrown> arrives;

  ir::Function &function() const { return unit->functions[id]; }
};

bool add(Thrown &to, const Thrown &more) {
  Thrown before = to;
  to.is_anything |= more.is_anything;
  to.types.insert(more.types.begin(), more.types.end());
  return to != before;
}

// `selector == number of a type`: the two.
struct HandlerTest {
  ValueId selector;
  std::string type; // "": not known
};

std::optional<HandlerTest> handler_test(const ir::Unit &unit,
                                        const ir::Function &f, BlockId block) {
  ValueId branch = f.terminator(block);
  if (f.insts[branch].op != Op::kBranch || f.insts[branch].operand_count == 0)
    return std::nullopt;
  ValueId compare = f.operand(branch, 0);
  const ir::Inst &test = f.insts[compare];
  if (test.op != Op::kCompare ||
      static_cast<ir::Predicate>(test.code) != ir::Predicate::kEq)
    return std::nullopt;
  ValueId number = f.operand(compare, 1);
  if (f.insts[number].op != Op::kUnknown ||
      unit.text(StrId(f.insts[number].extra)) != kTypeNumber)
    return std::nullopt;
  HandlerTest out{f.operand(compare, 0), ""};
  if (f.insts[number].operand_count > 0) {
    ValueId type = f.operand(number, 0);
    if (f.insts[type].op == Op::kGlobal)
      out.type = unit.text(unit.globals[f.global(type)].link_name);
  }
  return out;
}

class Handlers {
public:
  Handlers(std::span<ir::Unit *const> units, const ThrownByName &said)
      : said_(said), classes_(units) {
    for (ir::Unit *unit : units)
      for (ir::FunctionId id : unit->functions.ids())
        if (!unit->functions[id].is_declaration())
          add_body(*unit, id);
  }

  std::size_t run() {
    for (std::size_t i = 0; i < bodies_.size(); ++i)
      find_users(i);
    std::vector<std::size_t> todo(bodies_.size());
    for (std::size_t i = 0; i < todo.size(); ++i)
      todo[i] = todo.size() - 1 - i;
    std::vector<bool> waits(bodies_.size(), true);
    while (!todo.empty()) {
      std::size_t i = todo.back();
      todo.pop_back();
      waits[i] = false;
      if (!look_at(bodies_[i]))
        continue;
      for (std::size_t user : bodies_[i].users)
        if (!waits[user]) {
          waits[user] = true;
          todo.push_back(user);
        }
    }
    std::size_t out = 0;
    for (Body &body : bodies_)
      out += decide_tests(body);
    return out;
  }

private:
  void add_body(ir::Unit &unit, ir::FunctionId id) {
    const ir::Function &f = unit.functions[id];
    std::size_t index = bodies_.size();
    Body &body = bodies_.emplace_back();
    body.unit = &unit;
    body.id = id;
    by_place_[{&unit, id}] = index;
    if (f.linkage != ir::Linkage::kInternal)
      by_name_[unit.text(f.link_name)].push_back(index);
  }

  // The bodies that a call reaches; empty: they are not known.
  std::vector<std::size_t> bodies_of(const Body &body, ValueId call) const {
    const ir::Function &f = body.function();
    ValueId callee = f.callee(call);
    if (f.insts[callee].op != Op::kFunction)
      return {};
    ir::FunctionId id = f.function(callee);
    if (auto here = by_place_.find({body.unit, id}); here != by_place_.end())
      return {here->second};
    auto found =
        by_name_.find(body.unit->text(body.unit->functions[id].link_name));
    return found == by_name_.end() ? std::vector<std::size_t>() : found->second;
  }

  void find_users(std::size_t index) {
    const ir::Function &f = bodies_[index].function();
    for (ValueId v : f.insts.ids())
      if (f.insts[v].op == Op::kCall && f.insts[v].block.valid())
        for (std::size_t callee : bodies_of(bodies_[index], v))
          bodies_[callee].users.push_back(index);
  }

  Thrown thrown_at(const Body &body, ValueId call) const {
    const ir::Function &f = body.function();
    const ir::CallInfo &info = f.call(call);
    if (!info.may_throw && !info.has_unwind)
      return {};
    ValueId callee = f.callee(call);
    if (f.insts[callee].op != Op::kFunction)
      return {.is_anything = true};
    const ir::Function &target = body.unit->functions[f.function(callee)];
    const std::string &link_name = body.unit->text(target.link_name);
    if (link_name == "__cxa_throw")
      return thrown_here(body, call);
    if (link_name == "__cxa_rethrow")
      return arriving_anywhere(body);
    std::vector<std::size_t> bodies = bodies_of(body, call);
    if (auto is =
            said_(link_name, body.unit->text(target.name), !bodies.empty()))
      return *is;
    Thrown out;
    for (std::size_t i : bodies)
      add(out, bodies_[i].leaves);
    if (bodies.empty()) // C does not throw
      out.is_anything = link_name.starts_with("_Z");
    return out;
  }

  static Thrown thrown_here(const Body &body, ValueId call) {
    const ir::Function &f = body.function();
    if (f.arguments(call).size() < 2 ||
        f.insts[f.arguments(call)[1]].op != Op::kGlobal)
      return {.is_anything = true};
    ir::GlobalId type = f.global(f.arguments(call)[1]);
    return {false, {body.unit->text(body.unit->globals[type].link_name)}};
  }

  static Thrown arriving_anywhere(const Body &body) {
    Thrown out;
    for (const auto &[landing, thrown] : body.arrives)
      add(out, thrown);
    return out;
  }

  // What leaves the body; true: it is more than before.
  bool look_at(Body &body) {
    const ir::Function &f = body.function();
    bool has_changed = false, is_more = true;
    while (is_more) { // a handler may throw again
      is_more = false;
      for (BlockId block : f.blocks.ids())
        for (ValueId v : f.blocks[block].insts) {
          if (f.insts[v].op == Op::kRethrow)
            has_changed |= add(body.leaves, resumed(body, block, v));
          if (f.insts[v].op != Op::kCall)
            continue;
          Thrown thrown = thrown_at(body, v);
          if (thrown.is_nothing())
            continue;
          if (f.call(v).has_unwind)
            is_more |=
                add(body.arrives[f.blocks[block].successors.back()], thrown);
          else
            has_changed |= add(body.leaves, thrown);
        }
    }
    return has_changed;
  }

  // What arrives at the landings that a value comes from.
  Thrown at_landings(const Body &body, ValueId value) const {
    const ir::Function &f = body.function();
    Thrown out;
    std::set<ValueId> seen{value};
    std::vector<ValueId> todo{value};
    while (!todo.empty()) {
      ValueId v = todo.back();
      todo.pop_back();
      if (f.insts[v].op == Op::kPhi) {
        for (ValueId operand : f.operands_of(v))
          if (seen.insert(operand).second)
            todo.push_back(operand);
        continue;
      }
      auto found = f.insts[v].block.valid()
                       ? body.arrives.find(f.insts[v].block)
                       : body.arrives.end();
      const ir::Inst &inst = f.insts[v];
      bool is_landing = inst.op == Op::kLanding ||
                        (inst.op == Op::kUnknown &&
                         body.unit->text(StrId(inst.extra)) == kSelector);
      if (is_landing && found != body.arrives.end())
        add(out, found->second);
      else if (!is_landing)
        out.is_anything = true;
    }
    return out;
  }

  // The block with the test before this one, if that is how control comes here.
  std::optional<BlockId> test_before(const Body &body, BlockId block) const {
    const ir::Function &f = body.function();
    std::optional<BlockId> out;
    for (BlockId from : f.blocks.ids())
      for (BlockId to : f.blocks[from].successors)
        if (to == block) {
          if (out)
            return std::nullopt;
          out = from;
        }
    bool is_test = out && handler_test(*body.unit, f, *out) &&
                   f.blocks[*out].successors[1] == block;
    return is_test ? out : std::nullopt;
  }

  // What comes to a block of the chain of tests, given the value that says it
  // where the chain begins.
  Thrown arriving(const Body &body, BlockId block, ValueId value) const {
    std::optional<BlockId> before = test_before(body, block);
    if (!before)
      return at_landings(body, value);
    HandlerTest test = *handler_test(*body.unit, body.function(), *before);
    Thrown out = arriving(body, *before, test.selector);
    if (!test.type.empty())
      std::erase_if(out.types, [&](const std::string &type) {
        return classes_.catches(test.type, type) == true;
      });
    return out;
  }

  Thrown resumed(const Body &body, BlockId block, ValueId rethrow) const {
    return arriving(body, block, body.function().operand(rethrow, 0));
  }

  std::size_t decide_tests(Body &body) {
    ir::Function &f = body.function();
    std::vector<std::pair<ValueId, bool>> decided; // branches
    for (BlockId block : f.blocks.ids()) {
      std::optional<HandlerTest> test = handler_test(*body.unit, f, block);
      if (!test || test->type.empty())
        continue;
      Thrown thrown = arriving(body, block, test->selector);
      if (thrown.is_anything || thrown.types.empty())
        continue;
      auto answers = [&](std::optional<bool> wanted) {
        return std::ranges::all_of(thrown.types, [&](const std::string &type) {
          return classes_.catches(test->type, type) == wanted;
        });
      };
      if (answers(true) || answers(false))
        decided.push_back({f.terminator(block), answers(true)});
    }
    ir::TypeId truth = body.unit->types.int_type(1, false);
    for (auto [branch, is_caught] : decided)
      f.operands_of(branch)[0] = f.int_constant(is_caught ? 1 : 0, truth);
    return decided.size();
  }

  const ThrownByName &said_;
  Classes classes_;
  std::vector<Body> bodies_;
  std::map<std::pair<const ir::Unit *, ir::FunctionId>, std::size_t> by_place_;
  std::map<std::string, std::vector<std::size_t>> by_name_;
};

bool has_handlers(const ir::Unit &unit) {
  return std::ranges::any_of(unit.functions, [&](const ir::Function &f) {
    return std::ranges::any_of(f.insts, [&](const ir::Inst &inst) {
      return inst.op == Op::kUnknown &&
             unit.text(StrId(inst.extra)) == kTypeNumber;
    });
  });
}

} // namespace

std::size_t resolve_handlers(std::span<ir::Unit *const> units,
                             const ThrownByName &said) {
  if (std::ranges::none_of(
          units, [](const ir::Unit *unit) { return has_handlers(*unit); }))
    return 0;
  return Handlers(units, said).run();
}

} // namespace wt
