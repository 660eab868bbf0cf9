// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random structured functions over numbers of 3 bits, and their executions.
//
// Statements: if, while, do-while, break, continue, early return; tests of
// parameters, of flags that remember a branch (phis), and, if asked for, of
// values that are new each time (`unknown`), as loops have them.

#pragma once

#include "ir/unit.h"

#include <gtest/gtest.h>

#include <optional>
#include <random>

namespace wt::logic::test {

using ir::BlockId;
using ir::Op;
using ir::ValueId;

class RandomFunction {
public:
  static constexpr std::uint32_t kParams = 2;
  static constexpr std::uint32_t kWidth = 3;

  RandomFunction(std::mt19937 &random, bool with_loops, bool with_unknowns)
      : random_(random), with_loops_(with_loops),
        with_unknowns_(with_unknowns) {
    number_ = unit.types.int_type(kWidth, true);
    bit_ = unit.types.int_type(1, false);
    function.result_type = ir::TypeTable::void_type();
    function.type = ir::TypeTable::unknown();
    function.param_count = kParams;
    for (std::uint32_t i = 0; i < kParams; ++i) {
      function.variables.push({});
      known_.push_back(
          function.add({.op = Op::kParam, .type = number_, .extra = i}, {}));
    }
    BlockId end = statements(block(), 3);
    if (end)
      leave(end);
  }

  ir::Unit unit;
  ir::Function function;

private:
  BlockId block() { return function.blocks.push({}); }
  bool chance(unsigned one_in) { return random_() % one_in == 0; }

  void jump(BlockId from, BlockId to) {
    function.append(from, {.op = Op::kBranch, .type = void_type()}, {});
    function.blocks[from].successors = {to};
  }
  void leave(BlockId from) {
    function.append(from, {.op = Op::kReturn, .type = void_type()}, {});
  }
  static ir::TypeId void_type() { return ir::TypeTable::void_type(); }

  ValueId operand(BlockId at) {
    if (with_unknowns_ && chance(2))
      return function.append(at, {.op = Op::kUnknown, .type = number_}, {});
    return known_[random_() % known_.size()];
  }
  ValueId constant() {
    return function.int_constant(std::int64_t(random_() % 8) - 4, number_);
  }
  void branch(BlockId from, BlockId yes, BlockId no) {
    if (chance(5) && yes != no) {
      std::int64_t first = std::int64_t(random_() % 7) - 4;
      function.switches.push_back({{first, first + 1}, {}});
      ValueId selector = operand(from);
      function.append(from,
                      {.op = Op::kSwitch,
                       .type = void_type(),
                       .extra = std::uint32_t(function.switches.size() - 1)},
                      {selector});
      function.blocks[from].successors = {no, yes, chance(2) ? yes : no};
      return;
    }
    ValueId a = operand(from), b = chance(4) ? operand(from) : constant();
    ValueId test = function.append(from,
                                   {.op = Op::kCompare,
                                    .code = std::uint8_t(random_() % 10),
                                    .type = bit_},
                                   {a, b});
    function.append(from, {.op = Op::kBranch, .type = void_type()}, {test});
    function.blocks[from].successors = {yes, no};
  }

  // Each may end the way: then there is no block to go on with.
  BlockId statements(BlockId at, int depth) {
    for (int n = 1 + random_() % 3; n > 0 && at; --n)
      at = depth == 0 || function.blocks.size() > 25 ? at
                                                     : statement(at, depth - 1);
    return at;
  }

  BlockId statement(BlockId at, int depth) {
    switch (random_() % (with_loops_ ? 6 : 3)) {
    case 0:
    case 1:
      return if_else(at, depth);
    case 2: {
      BlockId out = block(), on = block();
      branch(at, out, on);
      leave(out);
      return on;
    }
    case 3:
      return while_loop(at, depth);
    case 4:
      return do_loop(at, depth);
    default:
      if (loops_.empty())
        return if_else(at, depth);
      BlockId on = block();
      BlockId to = chance(2) ? loops_.back().first : loops_.back().second;
      branch(at, to, on);
      return on;
    }
  }

  BlockId if_else(BlockId at, int depth) {
    BlockId yes = block(), no = chance(2) ? block() : BlockId();
    BlockId join = block();
    branch(at, yes, no ? no : join);
    std::size_t scope = known_.size();
    BlockId yes_end = statements(yes, depth);
    known_.resize(scope);
    BlockId no_end = no ? statements(no, depth) : at;
    known_.resize(scope);
    if (yes_end)
      jump(yes_end, join);
    if (no && no_end)
      jump(no_end, join);
    if (!yes_end && !no_end) {
      // Nothing comes here; a block must still end.
      leave(join);
      return BlockId();
    }
    if (yes_end && no_end && yes_end != no_end && chance(2)) {
      function.phi_blocks.push_back({yes_end, no_end});
      ValueId a = chance(4) ? known_[random_() % known_.size()] : constant();
      ValueId b = constant();
      known_.push_back(function.append(
          join,
          {.op = Op::kPhi,
           .type = number_,
           .extra = std::uint32_t(function.phi_blocks.size() - 1)},
          {a, b}));
    }
    return join;
  }

  BlockId while_loop(BlockId at, int depth) {
    BlockId head = block(), body = block(), after = block();
    jump(at, head);
    branch(head, body, after);
    std::size_t scope = known_.size();
    loops_.push_back({after, head});
    BlockId end = statements(body, depth);
    loops_.pop_back();
    known_.resize(scope);
    if (end)
      jump(end, head);
    return after;
  }

  BlockId do_loop(BlockId at, int depth) {
    BlockId body = block(), test = block(), after = block();
    jump(at, body);
    std::size_t scope = known_.size();
    loops_.push_back({after, test});
    BlockId end = statements(body, depth);
    loops_.pop_back();
    known_.resize(scope);
    if (end)
      jump(end, test);
    branch(test, body, after);
    return after;
  }

  std::mt19937 &random_;
  bool with_loops_, with_unknowns_;
  ir::TypeId number_, bit_;
  std::vector<ValueId> known_; // numbers that may be tested here
  std::vector<std::pair<BlockId, BlockId>> loops_; // break, continue
};

// The blocks of one execution; nothing when it does not end in time.
inline std::optional<std::vector<BlockId>>
execution(const ir::Function &f, std::uint64_t params, std::mt19937 &random) {
  std::vector<std::uint64_t> value(f.insts.size());
  auto is_signed = [](std::uint64_t v) {
    return std::int64_t(v & 7) - (v & 4 ? 8 : 0);
  };
  for (ValueId v : f.insts.ids()) {
    if (f.insts[v].op == Op::kParam)
      value[v.value] = params >> 3 * v.value & 7;
    if (f.insts[v].op == Op::kInt)
      value[v.value] = std::uint64_t(f.int_value(v)) & 7;
  }
  std::vector<BlockId> out;
  BlockId at(0), before;
  while (out.size() < 200) {
    out.push_back(at);
    BlockId next;
    for (ValueId v : f.blocks[at].insts) {
      const ir::Inst &inst = f.insts[v];
      auto operand = [&](std::uint32_t i) {
        return value[f.operand(v, i).value];
      };
      const auto &successors = f.blocks[at].successors;
      switch (inst.op) {
      case Op::kUnknown:
        value[v.value] = random() & 7;
        break;
      case Op::kPhi:
        for (std::uint32_t i = 0; i < inst.operand_count; ++i)
          if (f.incoming(v)[i] == before)
            value[v.value] = operand(i);
        break;
      case Op::kCompare: {
        std::uint64_t a = operand(0), b = operand(1);
        std::int64_t x = is_signed(a), y = is_signed(b);
        bool results[] = {
            a == b, a != b, x<y, x <= y, x> y, x >= y, a<b, a <= b, a> b,
            a >= b};
        value[v.value] = results[inst.code];
        break;
      }
      case Op::kBranch:
        next = inst.operand_count == 0 || operand(0) ? successors[0]
                                                     : successors[1];
        break;
      case Op::kSwitch:
        next = successors[0];
        for (std::size_t i = 0; i < f.switch_info(v).cases.size(); ++i)
          if ((std::uint64_t(f.switch_info(v).cases[i]) & 7) == operand(0))
            next = successors[i + 1];
        break;
      case Op::kReturn:
        return out;
      default:
        break;
      }
    }
    before = at;
    at = next;
  }
  return std::nullopt;
}

} // namespace wt::logic::test
