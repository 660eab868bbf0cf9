// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes on declarations become models.

#include "model/describe.h"
#include "model/models.h"

#include <gtest/gtest.h>

namespace wt::model {
namespace {

using Kind = ir::DeclAttribute::Kind;

struct Attribute {
  Kind kind;
  const char *text = "";
  std::vector<std::uint32_t> args = {};
};

ir::Unit unit_with(const std::string &name, std::vector<Attribute> attributes,
                   bool has_body = false) {
  ir::Unit unit;
  ir::Function function;
  function.link_name = function.name = unit.strings.intern(name);
  for (const Attribute &attribute : attributes)
    function.attributes.push_back(
        {attribute.kind, attribute.args, unit.strings.intern(attribute.text)});
  if (has_body)
    function.blocks.push({});
  unit.functions.push(std::move(function));
  return unit;
}

std::string described(const ir::Unit &unit, const std::string &name) {
  const ir::Unit *units[] = {&unit};
  auto models = load_models({}, units);
  if (!models)
    return models.error().text();
  const FunctionModel *model = (*models)->find(name, name);
  return model ? describe(*model, **models) : "no model";
}

TEST(Attributes, Malloc) {
  EXPECT_EQ(described(unit_with("f", {{Kind::kMalloc}}), "f"),
            "fresh result as malloc, may fail\n");
  EXPECT_EQ(
      described(unit_with("f", {{Kind::kMalloc}, {Kind::kReturnsNonNull}}),
                "f"),
      "fresh result as malloc\n");
}

TEST(Attributes, MallocWithItsDeallocator) {
  ir::Unit known = unit_with("f", {{Kind::kMalloc}, {Kind::kMalloc, "fclose"}});
  EXPECT_EQ(described(known, "f"), "fresh result as FILE, may fail\n");
  ir::Unit own = unit_with("f", {{Kind::kMalloc, "f_free"}});
  EXPECT_EQ(described(own, "f"), "fresh result as f_free, may fail\n");
  EXPECT_EQ(described(own, "f_free"), "free argument 0 as f_free\n");
  ir::Unit second = unit_with("f", {{Kind::kMalloc, "f_free", {1}}});
  EXPECT_EQ(described(second, "f_free"), "free argument 1 as f_free\n");
}

TEST(Attributes, SeveralDeallocatorsAreOneFamily) {
  ir::Unit unit =
      unit_with("f", {{Kind::kMalloc, "f_free"}, {Kind::kMalloc, "f_close"}});
  const ir::Unit *units[] = {&unit};
  auto models = load_models({}, units);
  ASSERT_TRUE(models);
  const Family &family =
      (*models)->family((*models)->find("f", "f")->effects[0].family);
  EXPECT_EQ(family.releasers, (std::vector<std::string>{"f_free", "f_close"}));
}

TEST(Attributes, Ownership) {
  ir::Unit unit = unit_with("f", {{Kind::kOwnershipReturns, "pool"},
                                  {Kind::kOwnershipTakes, "pool", {0, 2}},
                                  {Kind::kOwnershipHolds, "pool", {1}}});
  EXPECT_EQ(described(unit, "f"), "free argument 0 as pool\n"
                                  "free argument 2 as pool\n"
                                  "keep argument 1\n"
                                  "fresh result as pool, may fail\n");
}

TEST(Attributes, ReadsOnlyAndNoReturn) {
  EXPECT_EQ(described(unit_with("f", {{Kind::kPureOrConst}}), "f"),
            "reads only\n");
  EXPECT_EQ(described(unit_with("f", {{Kind::kAnalyzerNoReturn}}), "f"),
            "does not return\n");
  // Says nothing about the arguments, so it is no model.
  EXPECT_EQ(described(unit_with("f", {{Kind::kReturnsNonNull}}), "f"),
            "no model");
}

TEST(Attributes, ABodyKnowsBetterThanAHint) {
  EXPECT_EQ(described(unit_with("f", {{Kind::kMalloc}}, true), "f"),
            "no model");
  EXPECT_EQ(described(unit_with("f", {{Kind::kPureOrConst}}, true), "f"),
            "no model");
  EXPECT_EQ(
      described(unit_with("f", {{Kind::kOwnershipTakes, "malloc", {0}}}, true),
                "f"),
      "free argument 0 as malloc\n");
}

TEST(Attributes, AWrittenModelWins) {
  EXPECT_EQ(described(unit_with("strlen", {{Kind::kMalloc}}), "strlen"),
            "reads only\n");
  ir::Unit unit = unit_with("f", {{Kind::kMalloc}});
  ModelSetBuilder builder;
  ASSERT_TRUE(builder.add_shipped());
  builder.add_attributes(unit);
  ASSERT_TRUE(builder.add_spec("void f(int n);", "a.spec"));
  std::unique_ptr<const ModelSet> models = builder.build();
  EXPECT_EQ(models->find("f", "f")->origin, FunctionModel::Origin::kUser);
}

TEST(Attributes, RememberTheirOrigin) {
  ir::Unit unit = unit_with("f", {{Kind::kMalloc}});
  const ir::Unit *units[] = {&unit};
  auto models = load_models({}, units);
  ASSERT_TRUE(models);
  const FunctionModel *model = (*models)->find("f", "f");
  EXPECT_EQ(model->origin, FunctionModel::Origin::kAttribute);
  EXPECT_FALSE(model->has_shape);
}

} // namespace
} // namespace wt::model
