// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Do functions do the same before and after the passes?  Thousands of random
// ones, run on several arguments.

#include "random_function.h"

#include "ir/cfg.h"
#include "ir/compact.h"
#include "ir/dispatch.h"
#include "ir/print.h"
#include "ir/promote.h"
#include "ir/split_paths.h"
#include "ir/split_returns.h"
#include "ir/thread_cleanups.h"
#include "ir/verify.h"

#include <gtest/gtest.h>

#include <sstream>

namespace wt::ir {
namespace {

constexpr std::uint32_t kRounds = 6000;

Unit unit_with_callee() {
  Unit unit;
  StrId name = unit.strings.intern("see");
  unit.functions.push({.link_name = name,
                       .name = name,
                       .alias_of = StringTable::empty(),
                       .type = TypeTable::unknown(),
                       .result_type = TypeTable::void_type()});
  return unit;
}

std::string text(const Unit &unit, const Function &f) {
  std::ostringstream out;
  print(out, unit, f);
  return out.str();
}

std::string complaints(const Unit &unit, const Function &f) {
  std::string out;
  for (const std::string &line : verify(unit, f))
    out += line + "\n";
  return out;
}

// Nothing an outsider sees is different.  A function that runs on for ever is
// compared as far as both were followed.
void expect_same_behaviour(const Function &before, const Function &after) {
  for (std::int64_t argument = 0; argument < 5; ++argument) {
    test::Interpreter old_run(before, argument), new_run(after, argument);
    std::vector<test::Event> old_events = old_run.run(60);
    std::vector<test::Event> new_events = new_run.run(60);
    if (!old_run.has_returned() || !new_run.has_returned()) {
      std::size_t both = std::min(old_events.size(), new_events.size());
      old_events.resize(both);
      new_events.resize(both);
    }
    EXPECT_TRUE(old_events == new_events) << "argument " << argument;
  }
}

void expect_compact(const Function &f) {
  std::uint32_t next = f.param_count;
  while (next < f.insts.size() && is_leaf(f.insts[ValueId(next)].op))
    ++next;
  for (const Block &block : f.blocks)
    for (ValueId v : block.insts)
      EXPECT_EQ(v.value, next++);
  EXPECT_EQ(next, f.insts.size());
  Function again = f;
  compact(again);
  EXPECT_TRUE(again == f) << "compact changes a compact function";
}

// Some block no longer asks for the cleanup destination, the last variable,
// because every way to it knows the answer.
bool has_decided_cleanup(const Function &f) {
  VariableId destination(f.variables.size() - 1);
  for (BlockId b : f.blocks.ids())
    for (ValueId v : f.blocks[b].insts)
      if (f.insts[v].op == Op::kLoad && accessed_slot(f, v) == destination &&
          dispatch_of(f, b, destination).load != v)
        return true;
  return false;
}

TEST(RandomPasses, KeepBehaviour) {
  Unit unit = unit_with_callee();
  std::size_t threaded_count = 0, promoted_count = 0;
  for (std::uint32_t seed = 0; seed < kRounds; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Function before = test::RandomFunction(unit, seed).make();
    ASSERT_EQ(complaints(unit, before), "") << text(unit, before);

    Function threaded = before;
    thread_cleanups(unit, threaded);
    expect_compact(threaded);
    EXPECT_EQ(complaints(unit, threaded), "");
    expect_same_behaviour(before, threaded);

    Function promoted = before;
    promote(unit, promoted);
    expect_compact(promoted);
    EXPECT_EQ(complaints(unit, promoted), "");
    expect_same_behaviour(before, promoted);

    Function both = threaded;
    promote(unit, both);
    expect_compact(both);
    EXPECT_EQ(complaints(unit, both), "");
    expect_same_behaviour(before, both);

    Function again = both;
    promote(unit, again);
    EXPECT_TRUE(again == both) << "promote is not idempotent";

    EXPECT_FALSE(has_decided_cleanup(before));
    threaded_count += has_decided_cleanup(threaded);
    promoted_count += promoted.variables[VariableId(0)].is_promoted;
    if (HasFailure())
      FAIL() << "before\n"
             << text(unit, before) << "threaded\n"
             << text(unit, threaded) << "promoted\n"
             << text(unit, promoted) << "both\n"
             << text(unit, both);
  }
  // The generator must reach what it is made for.
  EXPECT_GT(threaded_count, kRounds / 3);
  EXPECT_GT(promoted_count, kRounds / 2);
}

std::size_t inst_count(const Function &f) {
  std::size_t count = 0;
  for (const Block &block : f.blocks)
    count += block.insts.size();
  return count;
}

// With little room, paths are kept apart by destination, or not at all.
TEST(RandomPasses, KeepBehaviourWithLittleRoom) {
  Unit unit = unit_with_callee();
  for (std::uint32_t seed = 0; seed < kRounds; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Function before = test::RandomFunction(unit, seed).make();
    remove_unreachable_blocks(before);
    compact(before);
    const std::size_t max_insts = inst_count(before) + seed % 40;
    Function after = before;
    for (VariableId variable : dispatch_variables(after))
      split_paths(after, variable, max_insts);
    EXPECT_LE(inst_count(after), max_insts);
    remove_unreachable_blocks(after);
    split_returns(after, max_insts);
    EXPECT_LE(inst_count(after), max_insts);
    remove_unreachable_blocks(after);
    compact(after);
    EXPECT_EQ(complaints(unit, after), "");
    expect_same_behaviour(before, after);
    if (HasFailure())
      FAIL() << text(unit, before) << text(unit, after);
  }
}

TEST(RandomPasses, AreDeterministic) {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    Unit unit_a = unit_with_callee(), unit_b = unit_with_callee();
    Function a = test::RandomFunction(unit_a, seed).make();
    Function b = test::RandomFunction(unit_b, seed).make();
    thread_cleanups(unit_a, a);
    thread_cleanups(unit_b, b);
    promote(unit_a, a);
    promote(unit_b, b);
    EXPECT_TRUE(a == b) << "seed " << seed;
  }
}

} // namespace
} // namespace wt::ir
