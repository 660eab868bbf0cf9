// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that call each other, few and many.

#include "ir/parse.h"
#include "model/infer/infer.h"
#include "model/models.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace wt::infer {
namespace {

std::unique_ptr<const Program> program_of(const std::string &functions) {
  std::string text = "watertight-ir 1\nunit c \"/a.c\" lines 1\n"
                     "function @free type fn(ptr<void>) -> void\n" +
                     functions;
  Result<ir::Unit> unit = ir::parse_unit(text, "a.ir");
  EXPECT_TRUE(unit) << unit.error().text();
  std::vector<std::unique_ptr<const ir::Unit>> units;
  units.push_back(std::make_unique<const ir::Unit>(std::move(*unit)));
  return link(std::move(units));
}

// f<i>(p, n) { if (n == 0) free(p); else f<next>(p, n - 1); }
std::string one_of_ring(std::size_t i, std::size_t next) {
  return fmt::format(R"(
function @f{} type fn(ptr<void>, i32) -> void result void {{
  var $0 p ptr<void> param promoted
  var $1 n i32 param promoted
  %0 = param ptr<void> $0
  %1 = param i32 $1
  %2 = int i32 0
  %3 = int i32 1
  %4 = function ptr<fn(ptr<void>) -> void> @free
  %5 = function ptr<fn(ptr<void>, i32) -> void> @f{}
b0:
  %6 = compare eq u1 %1, %2
  %7 = branch %6 "n == 0" -> b1, b2
b1:
  %8 = call void %4(%0) type fn(ptr<void>) -> void
  %9 = return
b2:
  %10 = binop sub i32 %1, %3
  %11 = call void %5(%0, %10) type fn(ptr<void>, i32) -> void
  %12 = return
}}
)",
                     i, next);
}

Behaviours inferred(std::size_t ring, const Program *&out) {
  static std::unique_ptr<const Program> program;
  std::string text;
  for (std::size_t i = 0; i < ring; ++i)
    text += one_of_ring(i, (i + 1) % ring);
  program = program_of(text);
  out = program.get();
  auto models = model::load_models();
  return infer(*program, **models, {.threads = 1});
}

TEST(Recursion, ASmallOneIsSolved) {
  const Program *program = nullptr;
  Behaviours all = inferred(3, program);
  for (const char *name : {"f0", "f1", "f2"})
    EXPECT_EQ(frees(all.of(*program->find(name)), AccessPath::parameter(0)),
              Extent::kAlways)
        << name;
}

TEST(Recursion, TwoThousandFunctionsAreApproximated) {
  const Program *program = nullptr;
  Behaviours all = inferred(2000, program);
  EXPECT_TRUE(all.over_budget().empty());
  for (ProcedureId p : program->procedures().ids()) {
    if (!program->procedures()[p].has_body)
      continue;
    EXPECT_TRUE(all.of(p).is_known());
    EXPECT_FALSE(all.of(p).never_returns());
    EXPECT_NE(frees(all.of(p), AccessPath::parameter(0)), Extent::kNever);
  }
}

// Many functions that call each other, and one of them also itself, through a
// pointer whose only known value it is.
TEST(Recursion, AHookAmongManyAddsNothing) {
  // f0(p, n) { if (n) { hook(p, n); } else { f1(NULL, n); free(p); } }
  std::string text = R"(
type #1 = fn(ptr<void>, i32) -> void
type #2 = ptr<#1>
global @hook internal definition complete type #2 size 8 {
  0: function @f0
}
function @set type fn(#2) -> void result void {
  var $0 f #2 param promoted
  %0 = param #2 $0
  %1 = global ptr<#2> @hook
b0:
  %2 = store %1, %0
  %3 = return
}
function @f0 address_taken type fn(ptr<void>, i32) -> void result void {
  var $0 p ptr<void> param promoted
  var $1 n i32 param promoted
  %0 = param ptr<void> $0
  %1 = param i32 $1
  %2 = int i32 0
  %3 = null ptr<void>
  %4 = function ptr<fn(ptr<void>) -> void> @free
  %5 = function ptr<fn(ptr<void>, i32) -> void> @f1
  %6 = global ptr<#2> @hook
b0:
  %7 = compare ne u1 %1, %2
  %8 = branch %7 "n" -> b1, b2
b1:
  %9 = load #2 %6
  %10 = call void %9(%0, %1) type fn(ptr<void>, i32) -> void
  %11 = return
b2:
  %12 = call void %5(%3, %1) type fn(ptr<void>, i32) -> void
  %13 = call void %4(%0) type fn(ptr<void>) -> void
  %14 = return
}
)";
  for (std::size_t i = 1; i < 40; ++i)
    text += one_of_ring(i, (i + 1) % 40);
  auto program = program_of(text);
  auto models = model::load_models();
  Behaviours all = infer(*program, **models, {.threads = 1});
  EXPECT_EQ(frees(all.of(*program->find("f0")), AccessPath::parameter(0)),
            Extent::kAlways);
}

TEST(Recursion, WhoNeverComesBack) {
  auto program = program_of(R"(
function @a type fn() -> void result void {
  %0 = function ptr<fn() -> void> @b
b0:
  %1 = call void %0() type fn() -> void
  %2 = return
}
function @b type fn() -> void result void {
  %0 = function ptr<fn() -> void> @a
b0:
  %1 = call void %0() type fn() -> void
  %2 = return
}
)");
  auto models = model::load_models();
  Behaviours all = infer(*program, **models, {.threads = 1});
  EXPECT_TRUE(all.of(*program->find("a")).never_returns());
  EXPECT_TRUE(all.of(*program->find("b")).never_returns());
}

TEST(Recursion, TheNumberOfThreadsDoesNotMatter) {
  std::string text;
  for (std::size_t i = 0; i < 40; ++i)
    text += one_of_ring(i, i + 1 == 40 ? 0 : i + 1);
  auto program = program_of(text);
  auto models = model::load_models();
  Behaviours one = infer(*program, **models, {.threads = 1});
  Behaviours many = infer(*program, **models, {.threads = 4});
  for (ProcedureId p : program->procedures().ids())
    EXPECT_EQ(one.of(p), many.of(p));
}

TEST(InferAgain, OnlyWhatSeesTheChange) {
  std::string helper = R"(
function @helper type fn(ptr<void>) -> void result void {
  var $0 p ptr<void> param promoted
  %0 = param ptr<void> $0
  %1 = function ptr<fn(ptr<void>) -> void> @free
b0:
  %2 = call void %1(%0) type fn(ptr<void>) -> void
  %3 = return
}
)";
  std::string caller = R"(
function @caller type fn(ptr<void>) -> void result void {
  var $0 p ptr<void> param promoted
  %0 = param ptr<void> $0
  %1 = function ptr<fn(ptr<void>) -> void> @helper
b0:
  %2 = call void %1(%0) type fn(ptr<void>) -> void
  %3 = return
}
)";
  auto program = program_of(helper + caller);
  auto models = model::load_models();
  Behaviours before = infer(*program, **models, {.threads = 1});
  ProcedureId changed = *program->find("helper");
  // The body loses its call, in place.
  auto &body = const_cast<ir::Function &>(program->body(changed));
  std::erase(body.blocks[ir::Function::entry()].insts, ir::ValueId(2));
  Behaviours after =
      infer_again(*program, **models, before, std::span(&changed, 1));
  Behaviours anew = infer(*program, **models, {.threads = 1});
  for (ProcedureId p : program->procedures().ids())
    EXPECT_EQ(after.of(p), anew.of(p));
  EXPECT_EQ(frees(after.of(*program->find("caller")), AccessPath::parameter(0)),
            Extent::kNever);
}

TEST(InferAgain, ALargeRecursionForgetsWhatItSaidBefore) {
  std::string text;
  for (std::size_t i = 0; i < 40; ++i)
    text += one_of_ring(i, (i + 1) % 40);
  auto program = program_of(text);
  auto models = model::load_models();
  Behaviours before = infer(*program, **models, {.threads = 1});
  ProcedureId changed = *program->find("f7");
  auto &body = const_cast<ir::Function &>(program->body(changed));
  std::erase(body.blocks[ir::BlockId(1)].insts, ir::ValueId(8)); // the free
  Behaviours after =
      infer_again(*program, **models, before, std::span(&changed, 1));
  Behaviours anew = infer(*program, **models, {.threads = 1});
  for (ProcedureId p : program->procedures().ids())
    EXPECT_EQ(after.of(p), anew.of(p));
}

} // namespace
} // namespace wt::infer
