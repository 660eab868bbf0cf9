// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which model is found, and what the shipped ones say exactly.

#include "model/describe.h"
#include "model/models.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>
#include <thread>

namespace wt::model {
namespace {

std::unique_ptr<const ModelSet> with(std::vector<std::string> specs,
                                     bool shipped = true) {
  ModelSetBuilder builder;
  if (shipped) {
    Status status = builder.add_shipped();
    EXPECT_TRUE(status) << status.error().text();
  }
  for (std::size_t i = 0; i < specs.size(); ++i) {
    Status status =
        builder.add_spec(specs[i], "user" + std::to_string(i) + ".spec");
    EXPECT_TRUE(status) << status.error().text();
  }
  return builder.build();
}

std::string described(const ModelSet &models, std::string_view name) {
  const FunctionModel *model = models.find(name, name);
  return model ? describe(*model, models) : "no model\n";
}

struct Row {
  const char *name;
  const char *effects;
};

class Shipped : public testing::TestWithParam<Row> {};

TEST_P(Shipped, SaysExactly) {
  static const std::unique_ptr<const ModelSet> models = with({});
  EXPECT_EQ(described(*models, GetParam().name), GetParam().effects);
}

const Row kRows[] = {
    {"malloc", "fresh result as malloc, may fail\n"},
    {"calloc", "fresh result as malloc, may fail\n"},
    {"free", "free argument 0 as malloc\n"},
    {"realloc", "free argument 0 as malloc when result != 0\n"
                "fresh result as malloc, may fail\n"},
    {"reallocarray", "free argument 0 as malloc when result != 0\n"
                     "fresh result as malloc, may fail\n"},
    {"strdup", "fresh result as malloc, may fail\n"},
    {"strlen", "reads only\n"},
    {"strcpy", "result is argument 0\n"},
    {"strchr", "result in argument 0, or null\n"},
    {"strtol", "store argument 0 in argument 1\n"},
    {"strsep", "result is *argument 0, or null\n"
               "store *argument 0 in argument 0\n"},
    {"asprintf", "fresh *argument 0 as malloc when result >= 0\n"},
    {"__asprintf_chk", "fresh *argument 0 as malloc when result >= 0\n"},
    {"getline", "free *argument 0 as malloc\n"
                "fresh *argument 0 as malloc, may fail\n"},
    {"posix_memalign", "fresh *argument 0 as malloc when result == 0\n"},
    {"fopen", "fresh result as FILE, may fail\n"},
    {"fopen64", "fresh result as FILE, may fail\n"},
    {"fclose", "free argument 0 as FILE\n"},
    {"freopen", "result is argument 2, or null\n"
                "free argument 2 as FILE when result == 0\n"},
    {"fdopen", "keep argument 0 as fd when result != 0\n"
               "fresh result as FILE, may fail\n"},
    {"popen", "fresh result as pipe, may fail\n"},
    {"pclose", "free argument 0 as pipe\n"},
    {"open", "fresh result as fd, may fail\n"},
    {"close", "free argument 0 as fd\n"},
    {"pipe", "fresh *argument 0 x2 as fd when result == 0\n"},
    {"fcntl", "fresh result as fd when argument 1 == 0, may fail\n"
              "fresh result as fd when argument 1 == 1030, may fail\n"},
    {"opendir", "fresh result as DIR, may fail\n"},
    {"scandir", "call argument 2(_)\ncall argument 3(_, _)\n"
                "fresh *argument 1 as malloc when result >= 0\n"},
    {"getaddrinfo", "fresh *argument 3 as addrinfo when result == 0\n"},
    {"freeaddrinfo", "free argument 0 as addrinfo\n"},
    {"regcomp", "fresh *argument 0 as regex_t when result == 0\n"},
    {"regfree", "free *argument 0 as regex_t\n"},
    {"mmap", "fresh result as mapping, may fail\n"},
    {"munmap", "free argument 0 as mapping\n"},
    {"newlocale", "free argument 2 as locale_t when result != 0\n"
                  "fresh result as locale_t, may fail\n"},
    {"getcwd", "result is argument 0 when argument 0 != 0, or null\n"
               "fresh result as malloc when argument 0 == 0, may fail\n"},
    {"getenv", "reads only\n"},
    {"putenv", "keep argument 0\n"},
    {"setenv", "reads only\n"},
    {"setvbuf", "keep argument 1\n"},
    {"pthread_create", "keep argument 3 when result == 0\n"
                       "call argument 2(argument 3) when result == 0\n"},
    {"exit", "does not return\n"},
    {"error", "does not return when argument 0 != 0\n"},
    {"__errno_location", "reads only\n"},
    {"__assert_fail", "does not return\n"},
    {"_Znwm", "fresh result as new\nmay throw\n"},
    {"_Znam", "fresh result as new[]\nmay throw\n"},
    {"_ZnwmRKSt9nothrow_t", "fresh result as new, may fail\n"},
    {"_ZnwmPv", "result is argument 1\n"},
    {"_ZdlPv", "free argument 0 as new\n"},
    {"_ZdaPvm", "free argument 0 as new[]\n"},
    {"_ZdlPvS_", "reads only\n"},
    {"__cxa_throw", "free argument 0 as exception\n"
                    "does not return\nmay throw\n"},
    {"_Unwind_Resume", "does not return\nmay throw\n"},
    {"std::__throw_length_error", "does not return\n"},
    {"_ZSt20__throw_length_errorPKc", "does not return\n"},
    {"no_such_function", "no model\n"},
};
INSTANTIATE_TEST_SUITE_P(Table, Shipped, testing::ValuesIn(kRows));

TEST(Models, ShippedFamilies) {
  auto models = with({});
  struct {
    const char *name;
    std::int64_t no_object;
    bool is_memory, is_handle;
  } rows[] = {{"malloc", 0, true, false},    {"new", 0, true, false},
              {"new[]", 0, true, false},     {"FILE", 0, false, false},
              {"DIR", 0, false, false},      {"fd", -1, false, true},
              {"mapping", -1, false, false}, {"addrinfo", 0, true, false}};
  for (const auto &row : rows) {
    std::optional<FamilyId> id = models->find_family(row.name);
    ASSERT_TRUE(id) << row.name;
    const Family &family = models->family(*id);
    EXPECT_EQ(family.no_object, row.no_object) << row.name;
    EXPECT_EQ(family.is_memory, row.is_memory) << row.name;
    EXPECT_EQ(family.is_handle, row.is_handle) << row.name;
    EXPECT_FALSE(family.releasers.empty()) << row.name;
  }
  EXPECT_FALSE(models->find_family("no such family"));
}

// What takes an object by its own type must be able to release it.
TEST(Models, ShippedReleasersHaveModelsThatFree) {
  auto models = with({});
  for (std::size_t i = 0; i < models->family_count(); ++i)
    for (const std::string &name : models->family(FamilyId(i)).releasers) {
      const FunctionModel *model = models->find(name, name);
      ASSERT_TRUE(model) << name;
      EXPECT_TRUE(std::ranges::any_of(model->effects, [&](const Effect &e) {
        return e.kind == Effect::Kind::kFree && e.family == FamilyId(i);
      })) << name;
    }
}

TEST(Models, LaterFilesOverrideEarlierOnes) {
  auto models = with({"own char *strlen(ref const char *s);\n"
                      "void mine(own void *p);",
                      "void mine(ref void *p);"});
  EXPECT_EQ(described(*models, "strlen"), "fresh result as malloc, may fail\n");
  EXPECT_EQ(described(*models, "mine"), "reads only\n");
  EXPECT_EQ(models->find("mine", "mine")->file, "user1.spec");
  EXPECT_EQ(models->find("mine", "mine")->line, 1u);
}

TEST(Models, LinkNameThenSourceNameThenPatterns) {
  auto models = with({"void a::f() where { noreturn };\n"
                      "void _ZN1a1fEi() where { throws };\n"
                      "void *::f(...);\n"
                      "void \"a::g*\"(...);\n"
                      "void \"a::*\"(...) where { noreturn };"},
                     false);
  auto name_of = [&](const char *link, const char *source) {
    const FunctionModel *model = models->find(link, source);
    return model ? model->name : "none";
  };
  EXPECT_EQ(name_of("_ZN1a1fEi", "a::f"), "_ZN1a1fEi");
  EXPECT_EQ(name_of("_ZN1a1fEv", "a::f"), "a::f");
  EXPECT_EQ(name_of("_ZN1b1fEv", "b::f"), "*::f");
  // Of two patterns the later one wins.
  EXPECT_EQ(name_of("_ZN1a2ggEv", "a::gg"), "a::*");
  EXPECT_EQ(name_of("f", "f"), "none");
}

TEST(Models, OverloadsAreToldApartByShape) {
  auto models = with({"void S::put(ref S *this, own T *p);\n"
                      "void S::put(ref S *this, int n);\n"
                      "void S::put(ref S *this, int n, int m);"},
                     false);
  using enum ParamKind;
  auto effects = [&](std::vector<ParamKind> params) {
    const FunctionModel *model =
        models->find_fitting("_Z", "S::put", {std::move(params), false});
    return model ? describe(*model, *models) : "no model\n";
  };
  EXPECT_EQ(effects({kPointer, kPointer}), "free argument 1\n");
  EXPECT_EQ(effects({kPointer, kScalar}), "reads only\n");
  EXPECT_EQ(effects({kPointer, kScalar, kScalar}), "reads only\n");
  EXPECT_EQ(effects({kPointer}), "no model\n");
}

TEST(Models, NamesakesOfTheLibraryAreNotTheLibrary) {
  auto models = with({"void mine(own T *p);"});
  using enum ParamKind;
  // int getline(char *, int) of an old textbook.
  EXPECT_FALSE(
      models->find_fitting("getline", "getline", {{kPointer, kScalar}, false}));
  EXPECT_TRUE(models->find_fitting("getline", "getline",
                                   {{kPointer, kPointer, kPointer}, false}));
  // A C++ function called close.
  EXPECT_FALSE(models->find("_Z5closei", "close"));
  EXPECT_TRUE(models->find("close", "close"));
  EXPECT_TRUE(models->find("_Z4mineP1T", "mine"));
}

TEST(Models, AliasesShareAModel) {
  auto models = with({"void a(own T *p);\nalias b, \"c::d\" = a;"}, false);
  EXPECT_EQ(described(*models, "b"), "free argument 0\n");
  EXPECT_EQ(described(*models, "c::d"), "free argument 0\n");
}

TEST(Models, ShapeOfAFunction) {
  ir::Unit unit;
  ir::TypeId i32 = unit.types.int_type(32, true);
  ir::TypeId pointer = unit.types.pointer_to(i32);
  ir::Function function;
  function.type = unit.types.function(i32, {pointer, i32}, true);
  function.is_variadic = true;
  using enum ParamKind;
  EXPECT_EQ(shape_of(unit, function), (CallShape{{kPointer, kScalar}, true}));
  function.param_count = 2;
  for (ir::TypeId type : {pointer, pointer}) {
    ir::Inst inst;
    inst.op = ir::Op::kParam;
    inst.type = type;
    function.insts.push(inst);
  }
  function.returns_by_slot = true;
  EXPECT_EQ(shape_of(unit, function), (CallShape{{kPointer}, true}));
}

TEST(Models, FilesThatCannotBeReadOrParsed) {
  std::string missing[] = {"/no/such/file.spec"};
  auto models = load_models(missing);
  ASSERT_FALSE(models);
  EXPECT_EQ(models.error().text(), "/no/such/file.spec: cannot read the "
                                   "specification: No such file or directory");

  std::string path = testing::TempDir() + "wt_models_test.spec";
  std::ofstream(path) << "void f(\n  own *;\n";
  std::string broken[] = {path};
  models = load_models(broken);
  ASSERT_FALSE(models);
  EXPECT_EQ(models.error().text(), path + ":2:7: found '*', expected a type");

  std::ofstream(path) << "void f(own T *p);\n";
  models = load_models(broken);
  ASSERT_TRUE(models) << models.error().text();
  EXPECT_EQ((*models)->find("f", "f")->origin, FunctionModel::Origin::kUser);
  std::remove(path.c_str());
}

// Every ```c block of the documentation is a correct specification.
TEST(Models, ExamplesOfTheDocumentationLoad) {
  std::ifstream in(WT_SOURCE_DIR "/docs/user/specifications.md");
  ASSERT_TRUE(in);
  std::string line, block;
  bool inside = false;
  int blocks = 0;
  for (int number = 1; std::getline(in, line); ++number) {
    if (!inside && line == "```c") {
      inside = true;
      block.assign(number, '\n');
    } else if (inside && line == "```") {
      inside = false;
      ++blocks;
      ModelSetBuilder builder;
      ASSERT_TRUE(builder.add_shipped());
      Status status = builder.add_spec(block, "docs/user/specifications.md");
      EXPECT_TRUE(status) << status.error().text();
    } else if (inside) {
      block += line + "\n";
    }
  }
  EXPECT_GE(blocks, 7);
}

TEST(Models, ManyThreadsMayLookUp) {
  auto models = with({});
  std::vector<std::string> names = model_names(*models);
  ASSERT_GT(names.size(), 2500u);
  auto look = [&] {
    for (const std::string &name : names)
      ASSERT_TRUE(models->find(name, name)) << name;
  };
  std::thread other(look);
  look();
  other.join();
}

} // namespace
} // namespace wt::model
