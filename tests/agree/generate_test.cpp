// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Are generated programs well-formed, the same every time, and shrinkable?

#include "generate.h"
#include "shrink.h"
#include "small_models.h"
#include "subject.h"

#include "ir/promote.h"
#include "ir/verify.h"

#include <gtest/gtest.h>

namespace wt::agree {
namespace {

TEST(Generate, TheSameSeedGivesTheSameProgram) {
  for (std::uint64_t seed : {1, 2, 77}) {
    Sketch one = random_program(seed, {}), two = random_program(seed, {});
    EXPECT_EQ(render_c(one), render_c(two));
  }
  Sketch one = random_program(1, {}), two = random_program(2, {});
  EXPECT_NE(render_c(one), render_c(two));
}

TEST(Generate, TinyProgramsAreAllDifferent) {
  std::set<std::string> seen;
  for (std::uint64_t n = 0; n < tiny_count(2); ++n) {
    Sketch sketch = tiny_program(2, n);
    seen.insert(render_c(sketch));
  }
  EXPECT_EQ(seen.size(), tiny_count(2));
}

TEST(Generate, EveryProgramObeysTheRulesOfTheIr) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Sketch sketch = random_program(seed, {});
    std::string text = render_c(sketch);
    ir::Unit unit = lower(sketch);
    std::vector<std::string> wrong = ir::verify(unit);
    ASSERT_TRUE(wrong.empty()) << wrong.front() << "\n" << text;
    for (ir::FunctionId id : unit.functions.ids())
      if (!unit.functions[id].is_declaration())
        ir::promote(unit, unit.functions[id]);
    wrong = ir::verify(unit);
    ASSERT_TRUE(wrong.empty()) << wrong.front() << "\n" << text;
  }
}

TEST(Shrink, KeepsWhatMatters) {
  auto models = small_models();
  auto leaks = [&](Sketch &sketch) {
    render_c(sketch);
    auto program = link_unit(lower(sketch), true);
    auto root = program->find(sketch.functions.back().name);
    return !expect(*program, *models, *root).leaked.empty();
  };
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Shape shape;
    shape.statements = 12;
    Sketch sketch = random_program(seed, shape);
    if (!leaks(sketch))
      continue;
    Sketch small = shrink(sketch, leaks);
    EXPECT_TRUE(leaks(small));
    EXPECT_LE(size_of(small), 3u) << render_c(small);
  }
}

} // namespace
} // namespace wt::agree
