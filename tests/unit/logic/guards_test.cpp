// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Do guards describe the executions?  Idioms by hand; then random functions
// without loops, against all executions; then loops, against random ones.

#include "logic/guards.h"

#include "ir/parse.h"
#include "ir/verify.h"
#include "random_cfg.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace wt::logic::test {
namespace {

// A function @f of one unit, with guards.
struct Example {
  explicit Example(const std::string &body, GuardOptions options = {}) {
    Result<ir::Unit> parsed =
        ir::parse_unit("watertight-ir 1\nunit c \"/a.c\" lines 1\n"
                       "file 0 \"/a.c\"\n"
                       "function @malloc type unknown result ptr<i8>\n"
                       "function @f type unknown result void {\n"
                       "  var $0 n i32 param\n  var $1 p ptr<i8> param\n"
                       "  var $2 buf [256 x i8]\n"
                       "  %0 = param i32 $0\n  %1 = param ptr<i8> $1\n"
                       "  %2 = int i32 256\n  %3 = int i32 0\n"
                       "  %4 = null ptr<i8>\n  %5 = int i32 1\n"
                       "  %6 = function ptr<i8> @malloc\n" +
                           body + "}\n",
                       "test");
    if (!parsed) {
      ADD_FAILURE() << parsed.error().text();
      return;
    }
    unit = std::make_unique<ir::Unit>(std::move(*parsed));
    for (const std::string &problem : ir::verify(*unit))
      ADD_FAILURE() << problem;
    guards = std::make_unique<Guards>(*unit, unit->functions[ir::FunctionId(1)],
                                      atoms, std::move(options));
  }
  Cond guard(std::uint32_t block) {
    return guards->guard(BlockId(block)).value();
  }
  std::string text(std::uint32_t block) {
    return atoms.text(guard(block), [&](std::uint32_t v) {
      return "%" + std::to_string(guards->value_of(v).value);
    });
  }
  Answer covers(std::uint32_t from, std::vector<std::uint32_t> blocks) {
    std::vector<BlockId> ids;
    for (std::uint32_t b : blocks)
      ids.push_back(BlockId(b));
    return guards->covers(BlockId(from), ids);
  }

  Conditions table;
  BranchAtoms atoms{table};
  std::unique_ptr<ir::Unit> unit;
  std::unique_ptr<Guards> guards;
};

// if (n > 256) malloc; ...; if (n > 256) free
TEST(Guards, TheSameTestTwice) {
  Example e(R"(b0:
  %7 = compare sgt u1 %0, %2
  %8 = branch %7 -> b1, b2
b1:
  %9 = branch -> b2
b2:
  %10 = compare sle u1 %0, %2
  %11 = branch %10 -> b4, b3
b3:
  %12 = branch -> b4
b4:
  %13 = return
)");
  EXPECT_EQ(e.text(1), "%0 > 256");
  EXPECT_EQ(e.guard(1), e.guard(3));
  EXPECT_EQ(e.guard(2), kYes);
  EXPECT_EQ(e.guard(4), kYes);
  EXPECT_EQ(e.covers(1, {3}), Answer::kYes); // n > 256 still holds
  EXPECT_EQ(e.covers(0, {3}), Answer::kNo);
  EXPECT_EQ(e.covers(0, {4}), Answer::kYes);
}

// p = n < 256 ? buf : malloc(); ...; if (p != buf) free(p)
constexpr const char *kSmallBuffer = R"(b0:
  %7 = slot ptr<i8> $2
  %8 = compare slt u1 %0, %2
  %9 = branch %8 -> b2, b1
b1:
  %10 = call ptr<i8> %6(%0)
  %11 = branch -> b2
b2:
  %12 = phi ptr<i8> [b0: %7], [b1: %10]
  %13 = compare ne u1 %12, %7
  %14 = branch %13 -> b3, b4
b3:
  %15 = branch -> b4
b4:
  %16 = return
)";

TEST(Guards, SmallBuffer) {
  GuardOptions options;
  options.is_fresh = [](ValueId v) { return v == ValueId(10); };
  Example e(kSmallBuffer, options);
  EXPECT_EQ(e.text(1), "%0 > 255");
  EXPECT_EQ(e.guard(3), e.guard(1));
  EXPECT_EQ(e.covers(1, {3}), Answer::kYes);
  // Without knowing that malloc returns something new it cannot be said.
  Example unknown(kSmallBuffer);
  EXPECT_NE(unknown.guard(3), unknown.guard(1));
}

// p = 0; if (n) p = malloc(); if (p) free(p)
TEST(Guards, AFlagRemembersTheBranch) {
  Example e(R"(b0:
  %7 = compare ne u1 %0, %3
  %8 = branch %7 -> b1, b2
b1:
  %9 = branch -> b2
b2:
  %10 = phi i32 [b0: %3], [b1: %5]
  %11 = branch -> b3
b3:
  %12 = compare ne u1 %10, %3
  %13 = branch %12 -> b4, b5
b4:
  %14 = branch -> b5
b5:
  %15 = return
)");
  EXPECT_EQ(e.guard(4), e.guard(1));
  EXPECT_EQ(e.text(4), "%0 != 0");
}

TEST(Guards, Switch) {
  Example e(R"(b0:
  %7 = switch %0 [1, 2, 3] -> b1, b2, b3, b3
b1:
  %8 = branch -> b4
b2:
  %9 = branch -> b4
b3:
  %10 = branch -> b4
b4:
  %11 = return
)");
  EXPECT_EQ(e.text(2), "%0 == 1");
  Decider decide(e.atoms);
  EXPECT_EQ(decide.contradict(e.guard(2), e.guard(3)), Answer::kYes);
  EXPECT_EQ(decide.contradict(e.guard(1), e.guard(3)), Answer::kYes);
  EXPECT_EQ(decide.are_equivalent(e.guard(4), kYes), Answer::kYes);
  EXPECT_EQ(e.covers(0, {1, 2, 3}), Answer::kYes);
  EXPECT_EQ(e.covers(0, {1, 2}), Answer::kNo);
}

// for (k = 0; k < 256; ++k) if (n != 0) ... else return;   free
TEST(Guards, ExitConditionOfALoopIsDropped) {
  Example e(R"(b0:
  %7 = branch -> b1
b1:
  %8 = phi i32 [b0: %3], [b3: %12]
  %9 = compare slt u1 %8, %2
  %10 = branch %9 -> b2, b5
b2:
  %11 = compare ne u1 %0, %3
  %13 = branch %11 -> b3, b4
b3:
  %12 = binop add i32 %8, %5
  %14 = branch -> b1
b4:
  %15 = return
b5:
  %16 = return
)");
  // Not C1, or C1 and C2.
  Conditions &t = e.table;
  Cond c1 = e.guards->edge(BlockId(1), BlockId(2)),
       c2 = e.guards->edge(BlockId(2), BlockId(3));
  Decider decide(e.atoms);
  EXPECT_EQ(decide.are_equivalent(e.guard(5), t.either(!c1, t.both(c1, c2))),
            Answer::kYes);
  EXPECT_EQ(e.guard(4), t.both(c1, !c2));
  EXPECT_EQ(e.covers(0, {4, 5}), Answer::kYes);
  EXPECT_EQ(e.covers(0, {5}), Answer::kNo);
  EXPECT_EQ(e.covers(3, {5}), Answer::kYes); // n does not change
  EXPECT_EQ(e.covers(2, {5}), Answer::kNo);
  EXPECT_EQ(e.covers(0, {1}), Answer::kYes);
}

// do p = malloc(); while (!p);   if (p) free(p);
TEST(Guards, WhatTheExitTestedIsKnownBehindTheLoop) {
  Example e(R"(b0:
  %7 = branch -> b1
b1:
  %8 = call ptr<i8> %6(%0)
  %9 = compare eq u1 %8, %4
  %10 = branch %9 -> b1, b2
b2:
  %11 = compare ne u1 %8, %4
  %12 = branch %11 -> b3, b4
b3:
  %13 = branch -> b4
b4:
  %14 = return
)");
  EXPECT_EQ(e.covers(0, {3}), Answer::kYes);
  EXPECT_EQ(e.covers(1, {3}), Answer::kYes);
}

// do f = g() != 0; while (g());   if (f) free: f is that of the last round.
TEST(Guards, AFlagOfALoopIsThatOfTheLastRound) {
  Example e(R"(b0:
  %7 = branch -> b1
b1:
  %8 = call i32 %6()
  %9 = compare eq u1 %8, %3
  %10 = branch %9 -> b3, b2
b2:
  %11 = branch -> b3
b3:
  %12 = phi i32 [b1: %3], [b2: %5]
  %13 = call i32 %6()
  %14 = compare ne u1 %12, %3
  %15 = switch %13 [1, 2] -> b1, b4, b7
b4:
  %16 = branch %14 -> b5, b6
b5:
  %17 = branch -> b6
b6:
  %18 = return
b7:
  %19 = branch %14 -> b1, b8
b8:
  %20 = return
)");
  EXPECT_EQ(e.covers(2, {5, 8}), Answer::kNo);
  EXPECT_EQ(e.covers(2, {6, 8}), Answer::kYes);
  Decider decide(e.atoms);
  EXPECT_EQ(decide.implies(e.guard(5), e.guard(2)), Answer::kNo);
}

// while (1) { if (!g()) continue; if (g() == 1) break; }  every end is behind,
// also for those who did not come to the second test at first.
TEST(Guards, WhoLeavesLaterNeedNotPassTheExitAtFirst) {
  Example e(R"(b0:
  %7 = branch -> b1
b1:
  %8 = call i32 %6()
  %9 = compare eq u1 %8, %3
  %10 = branch %9 -> b1, b2
b2:
  %11 = call i32 %6()
  %12 = compare eq u1 %11, %5
  %13 = branch %12 -> b3, b1
b3:
  %14 = return
)");
  EXPECT_NE(e.guard(2), kYes);
  Decider decide(e.atoms);
  EXPECT_EQ(decide.are_equivalent(e.guard(3), kYes), Answer::kYes);
}

// while (k < n) ...; if (k < n) free: the last k is not the first.
TEST(Guards, TheLastIterationIsNotTheFirst) {
  Example e(R"(b0:
  %7 = branch -> b1
b1:
  %8 = phi i32 [b0: %3], [b2: %11]
  %9 = compare slt u1 %8, %0
  %10 = branch %9 -> b2, b3
b2:
  %11 = binop add i32 %8, %5
  %12 = branch -> b1
b3:
  %13 = branch %9 -> b4, b5
b4:
  %14 = branch -> b5
b5:
  %15 = return
)");
  EXPECT_EQ(e.covers(2, {4}), Answer::kNo);
  Decider decide(e.atoms);
  EXPECT_EQ(decide.contradict(e.guard(4), e.guards->known_at(BlockId(3))),
            Answer::kYes);
}

TEST(Guards, IrreducibleAndExhausted) {
  constexpr const char *kText = R"(b0:
  %7 = compare ne u1 %0, %3
  %8 = branch %7 -> b1, b2
b1:
  %9 = branch -> b2
b2:
  %10 = compare eq u1 %1, %4
  %11 = branch %10 -> b1, b3
b3:
  %12 = return
)";
  Example e(kText);
  EXPECT_EQ(e.covers(0, {3}), Answer::kUnknown);
  EXPECT_TRUE(e.guards->guard(BlockId(3)));
  Example poor(kText, {.steps = 1});
  EXPECT_FALSE(poor.guards->guard(BlockId(3)));
}

TEST(Guards, LongChainOfBranches) {
  std::string body;
  unsigned value = 7;
  constexpr unsigned kLength = 5000;
  for (unsigned i = 0; i < kLength; ++i) {
    std::string b = std::to_string(2 * i), next = std::to_string(2 * i + 2);
    body += "b" + b + ":\n  %" + std::to_string(value) +
            " = compare slt u1 "
            "%0, %2\n  %" +
            std::to_string(value + 1) + " = branch %" + std::to_string(value) +
            " -> b" + std::to_string(2 * i + 1) + ", b" + next + "\nb" +
            std::to_string(2 * i + 1) + ":\n  %" + std::to_string(value + 2) +
            " = branch -> b" + next + "\n";
    value += 3;
  }
  body += "b" + std::to_string(2 * kLength) + ":\n  %" + std::to_string(value) +
          " = return\n";
  Example e(body);
  EXPECT_EQ(e.guard(2 * kLength), kYes);
  EXPECT_EQ(e.text(2 * kLength - 1), "%0 <= 255");
}

// Values of atoms when the parameters are these.
bool evaluate(const BranchAtoms &atoms, const Guards &guards, Cond c,
              std::uint64_t params) {
  return atoms.table().evaluate(c, [&](std::uint32_t node) {
    const BranchAtom &atom = *atoms.find(node);
    auto number = [&](std::uint32_t v) {
      return params >> 3 * guards.value_of(v).value & 7;
    };
    std::uint64_t x = number(atom.value);
    if (!atom.is_about_two())
      return atom.set().contains(x);
    std::uint64_t y = number(atom.other);
    if (atom.kind == BranchAtom::Kind::kEqual)
      return x == y;
    std::uint64_t flip = atom.is_signed ? 4 : 0; // order of signed patterns
    return (x ^ flip) <= (y ^ flip);
  });
}

std::vector<BlockId> random_blocks(std::mt19937 &random, std::size_t count) {
  std::vector<BlockId> out;
  for (int n = 1 + random() % 3; n > 0; --n)
    out.push_back(BlockId(random() % count));
  return out;
}

bool passes(std::span<const BlockId> way, std::span<const BlockId> blocks) {
  return std::ranges::find_first_of(way, blocks) != way.end();
}

TEST(Guards, WithoutLoopsExactlyTheExecutions) {
  std::mt19937 random(1);
  int questions = 0, unknown = 0, covered = 0;
  for (int round = 0; round < 300; ++round) {
    RandomFunction made(random, false, false);
    const ir::Function &f = made.function;
    Conditions table;
    BranchAtoms atoms(table);
    Guards guards(made.unit, f, atoms);
    std::vector<std::vector<BlockId>> ways;
    for (std::uint64_t params = 0; params < 64; ++params)
      ways.push_back(execution(f, params, random).value());
    for (BlockId b : f.blocks.ids()) {
      Cond guard = guards.guard(b).value();
      for (std::uint64_t params = 0; params < 64; ++params)
        ASSERT_EQ(evaluate(atoms, guards, guard, params),
                  passes(ways[params], std::span(&b, 1)))
            << "b" << b.value << " " << atoms.text(guard);
    }
    for (int i = 0; i < 20; ++i) {
      std::vector<BlockId> blocks = random_blocks(random, f.blocks.size());
      bool expected = std::ranges::all_of(
          ways, [&](const auto &way) { return passes(way, blocks); });
      Answer answer = guards.covers(BlockId(0), blocks);
      ++questions;
      unknown += answer == Answer::kUnknown;
      covered += expected;
      if (answer != Answer::kUnknown) {
        ASSERT_EQ(answer == Answer::kYes, expected);
      }
    }
  }
  EXPECT_LE(unknown, questions / 50);
  EXPECT_GT(covered, 500);
}

TEST(Guards, WithLoopsCoveredMeansCovered) {
  std::mt19937 random(2);
  int covered = 0, refused = 0, possible = 0;
  for (int round = 0; round < 400; ++round) {
    RandomFunction made(random, true, round % 4 != 0);
    const ir::Function &f = made.function;
    Conditions table;
    BranchAtoms atoms(table);
    Guards guards(made.unit, f, atoms);
    std::vector<std::vector<BlockId>> ways;
    for (int run = 0; run < 400; ++run)
      if (auto way = execution(f, random() & 63, random))
        ways.push_back(std::move(*way));
    for (int i = 0; i < 25; ++i) {
      std::vector<BlockId> blocks = random_blocks(random, f.blocks.size());
      BlockId from(random() % 3 ? 0 : random() % f.blocks.size());
      Answer answer = guards.covers(from, blocks);
      bool seems = true, is_visited = false;
      for (const std::vector<BlockId> &way : ways)
        for (std::size_t at = 0; at < way.size(); ++at)
          if (way[at] == from) {
            is_visited = true;
            seems = seems && passes(std::span(way).subspan(at), blocks);
          }
      if (!is_visited)
        continue;
      possible += seems;
      refused += seems && answer != Answer::kYes;
      covered += answer == Answer::kYes;
      if (answer == Answer::kYes) {
        ASSERT_TRUE(seems) << "round " << round << " from b" << from.value;
      }
    }
  }
  EXPECT_GT(covered, 1000);
  // Most of what random executions suggest is shown.
  EXPECT_LT(refused, possible / 4) << "of " << possible;
}

} // namespace
} // namespace wt::logic::test
