// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which handler catches?
//
// Where the types of what is thrown decide, the tests are constants already
// (program/handlers.h).  A landing asks one handler after the other, "is the
// selector the number of this type?", and where the answer is unknown, each of
// them may catch.  Who wrote handlers knows what is thrown, so one of them
// does: the way past the last one, out of the function, is not taken.
//
//   selector == typeid(A) ? handler of A
//   : selector == typeid(B) ? handler of B   the last one: taken to catch
//   : clean up, resume                       not followed
//
// Where `catch (...)` of an outer block comes next, both ways are followed.

#include "engine/sat/evaluate.h"

#include <algorithm>

namespace wt::sat {

using ir::Op;
using ir::ValueId;

namespace {
constexpr std::string_view kSelector = "exception selector";
constexpr std::string_view kTypeNumber = "llvm.eh.typeid.for";
} // namespace

// Handlers: the selector of the landing and the numbers of types.  Only one
// thrown type is known, that of an allocation that fails
// (Question::oom_throws); its handlers, and those of its base, have the
// number 1.
Value Evaluation::evaluate_selector(ValueId v) {
  const std::string &why = unit.text(StrId(function.insts[v].extra));
  if (why == kSelector) {
    const auto &edges = graph.nodes[point_.node].predecessors;
    bool is_bad_alloc = std::ranges::all_of(edges, [&](const auto &edge) {
      return edge_guards[edge.from][edge.which].is_no() ||
             failing_allocations_.contains(edge.from);
    });
    if (is_bad_alloc)
      return integer(1, shape(v).width);
  }
  if (why == kTypeNumber && function.insts[v].operand_count > 0) {
    ValueId type = function.operand(v, 0);
    if (function.insts[type].op == Op::kGlobal) {
      const std::string &name =
          unit.text(unit.globals[function.global(type)].link_name);
      if (name == "_ZTISt9bad_alloc" || name == "_ZTISt9exception")
        return integer(1, shape(v).width);
    }
  }
  return heap.unknown(shape(v), v.value);
}

// branch (selector == number of a type)
bool Evaluation::is_handler_test(ValueId branch) const {
  const ir::Inst &inst = function.insts[branch];
  if (inst.op != Op::kBranch || inst.operand_count == 0)
    return false;
  ValueId compare = function.operand(branch, 0);
  const ir::Inst &test = function.insts[compare];
  if (test.op != Op::kCompare ||
      static_cast<ir::Predicate>(test.code) != ir::Predicate::kEq)
    return false;
  const ir::Inst &type = function.insts[function.operand(compare, 1)];
  return type.op == Op::kUnknown && unit.text(StrId(type.extra)) == kTypeNumber;
}

bool Evaluation::begins_catch(ValueId v) const {
  if (function.insts[v].op != Op::kCall)
    return false;
  ValueId callee = function.callee(v);
  return function.insts[callee].op == Op::kFunction &&
         unit.text(unit.functions[function.function(callee)].link_name) ==
             "__cxa_begin_catch";
}

// Does an exception go on from here to the callers, past all handlers?
bool Evaluation::leads_out(ir::BlockId from) const {
  std::set<ir::BlockId> seen{from};
  std::vector<ir::BlockId> work{from};
  bool is_resumed = false;
  while (!work.empty()) {
    const ir::Block &block = function.blocks[work.back()];
    work.pop_back();
    ValueId last = block.insts.back();
    if (is_handler_test(last) ||
        std::ranges::any_of(block.insts,
                            [&](ValueId v) { return begins_catch(v); }))
      return false;
    is_resumed |= function.insts[last].op == Op::kRethrow;
    bool unwinds = function.insts[last].op == Op::kCall;
    for (std::size_t i = 0; i < block.successors.size(); ++i)
      if (!(unwinds && i == 1) && seen.insert(block.successors[i]).second)
        work.push_back(block.successors[i]);
  }
  return is_resumed;
}

// A selector that is known decides by itself.
bool Evaluation::is_last_handler(ValueId branch) {
  if (!is_handler_test(branch))
    return false;
  ValueId selector = function.operand(function.operand(branch, 0), 0);
  if (constant_of(value(point_.node, selector)))
    return false;
  return leads_out(
      function.blocks[graph.nodes[point_.node].block].successors[1]);
}

} // namespace wt::sat
