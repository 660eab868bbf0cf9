// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Behaviours of functions that the shipped models describe.

#include "model/models.h"
#include "summary/claims.h"
#include "summary/fresh.h"
#include "summary/from_model.h"

#include <gtest/gtest.h>

#include <sstream>

namespace wt::infer {
namespace {

class FromModelTest : public testing::Test {
protected:
  FromModelTest() : models_(*model::load_models()) {}

  Behaviour of(const char *name) {
    const model::FunctionModel *model = models_->find(name, name);
    EXPECT_NE(model, nullptr) << name;
    return behaviour_of(*model, *models_, 0, 4);
  }
  std::string text(const char *name) {
    std::ostringstream out;
    print(out, of(name), *models_);
    return out.str();
  }

  std::unique_ptr<const model::ModelSet> models_;
};

TEST_F(FromModelTest, Allocation) {
  EXPECT_EQ(text("malloc"), "  result != 0: result is new malloc #0\n"
                            "  result == 0: nothing\n");
  EXPECT_EQ(text("free"), "  frees arg0 malloc\n");
}

TEST_F(FromModelTest, ReallocFreesWhenItSucceeds) {
  Behaviour realloc = of("realloc");
  ASSERT_EQ(realloc.outcomes.size(), 3u);
  EXPECT_EQ(frees(realloc, AccessPath::parameter(0)), Extent::kSometimes);
  for (const Outcome &outcome : realloc.outcomes) {
    bool succeeds = !outcome.result.may_be_zero();
    EXPECT_EQ(outcome.value.is_new(), succeeds);
    // Whether realloc(p, 0) frees differs between libraries.
    bool is_empty = !outcome.given.empty() && outcome.given[0].is.is_zero();
    EXPECT_EQ(outcome.effects.empty(), !succeeds && !is_empty);
    if (is_empty)
      EXPECT_FALSE(outcome.effects[0].is_certain);
  }
}

TEST_F(FromModelTest, ScanfWritesBehindTheDots) {
  Behaviour sscanf = of("sscanf");
  ASSERT_EQ(sscanf.outcomes.size(), 1u);
  std::vector<Effect> forgotten;
  for (std::uint32_t argument : {2, 3})
    forgotten.push_back(Effect::on(Effect::Kind::kForget,
                                   AccessPath::parameter(argument), false));
  EXPECT_EQ(sscanf.outcomes[0].effects, forgotten);
  EXPECT_TRUE(of("printf").outcomes[0].effects.empty());
}

TEST_F(FromModelTest, HandlesFailWithMinusOne) {
  Behaviour open = of("open");
  ASSERT_EQ(open.outcomes.size(), 2u);
  EXPECT_EQ(open.outcomes[0].result.describe(), ">= 0");
  EXPECT_EQ(open.outcomes[1].result.describe(), "== -1");
}

TEST_F(FromModelTest, OutParameterWithItsSuccess) {
  std::vector<FreshPlace> fresh = fresh_places(of("asprintf"));
  ASSERT_EQ(fresh.size(), 1u);
  EXPECT_EQ(fresh[0].place, AccessPath::parameter(0).then({}));
  EXPECT_TRUE(fresh[0].may_fail);
}

TEST_F(FromModelTest, TwoHandlesAtOnce) {
  std::vector<FreshPlace> fresh = fresh_places(of("pipe"));
  ASSERT_EQ(fresh.size(), 2u);
  EXPECT_EQ(fresh[0].place, AccessPath::parameter(0).then({0, false}));
  EXPECT_EQ(fresh[1].place, AccessPath::parameter(0).then({4, false}));
}

TEST_F(FromModelTest, EndsDependingOnAnArgument) {
  EXPECT_TRUE(of("exit").never_returns());
  Behaviour error = of("error");
  ASSERT_EQ(error.outcomes.size(), 1u);
  ASSERT_EQ(error.outcomes[0].given.size(), 1u);
  EXPECT_EQ(error.outcomes[0].given[0].path, AccessPath::parameter(0));
  EXPECT_EQ(error.outcomes[0].given[0].is, NumberClass::equals(0));
}

TEST_F(FromModelTest, ReturnsItsArgument) {
  Behaviour copy = of("strcpy");
  ASSERT_EQ(copy.outcomes.size(), 1u);
  EXPECT_EQ(copy.outcomes[0].value.path, AccessPath::parameter(0));
  EXPECT_FALSE(copy.outcomes[0].value.is_inside);
}

TEST_F(FromModelTest, EveryShippedModelHasABehaviour) {
  for (const std::string &name : model::model_names(*models_)) {
    const model::FunctionModel *model = models_->find(name, name);
    if (!model)
      continue; // a pattern
    Behaviour behaviour = behaviour_of(*model, *models_, 0, 4);
    EXPECT_TRUE(behaviour.is_known()) << name;
    EXPECT_EQ(behaviour.never_returns(), model->does_not_return) << name;
    for (const Outcome &outcome : behaviour.outcomes) {
      EXPECT_FALSE(outcome.result.is_none()) << name;
      EXPECT_TRUE(
          std::is_sorted(outcome.effects.begin(), outcome.effects.end()))
          << name;
    }
  }
}

} // namespace
} // namespace wt::infer
