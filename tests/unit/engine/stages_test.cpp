// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Are facts built when they are asked for, and once?

#include "engine/stages.h"

#include "sat_rows.h"

namespace wt {
namespace {

constexpr const char *kProgram = R"(
function @f() result ptr<i8> {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  store @@g, %p
  return %p
}
)";

TEST(Stages, PointersAreBuiltOnce) {
  test::ProgramText text(kProgram, sat::kDeclarations);
  auto models = sat::models();
  FactStages stages(sat::facts(*text.program, *models));
  const PointerFacts &facts = stages.pointers();
  EXPECT_EQ(&facts, &stages.pointers());
  ASSERT_TRUE(facts.points_to.is_complete());
  ProcedureId f = *text.program->find("f");
  ir::ValueId call = text.program->body(f).blocks[ir::BlockId(0)].insts[0];
  EXPECT_FALSE(facts.points_to.targets(f, call).empty());
  EXPECT_FALSE(facts.mod_ref.modified(f).empty());
}

TEST(Stages, ASmallerProgramTakesThemFromTheLarger) {
  test::ProgramText text(kProgram, sat::kDeclarations);
  auto models = sat::models();
  Facts facts = sat::facts(*text.program, *models);
  FactStages larger(facts);
  FactStages smaller(facts, larger);
  EXPECT_EQ(&smaller.pointers().points_to, &larger.pointers().points_to);
}

TEST(Stages, NoFactsFromACancelledRun) {
  test::ProgramText text(kProgram, sat::kDeclarations);
  auto models = sat::models();
  std::atomic<bool> cancelled = true;
  FactStages stages(sat::facts(*text.program, *models), &cancelled);
  EXPECT_FALSE(stages.pointers().points_to.is_complete());
}

} // namespace
} // namespace wt
