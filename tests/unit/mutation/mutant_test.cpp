// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which calls can be dropped, which of them make a leak for certain, and what
// remains of a function without the call?

#include "maker.h"

#include "ir/print.h"

namespace wt::mutation::test {
namespace {

struct Row {
  const char *name;
  const char *program;
  const char *mutants; // "function: callee: why not" or "... a", per line
};

class MutantTest : public testing::TestWithParam<Row> {};

TEST_P(MutantTest, Rows) {
  Small small(GetParam().program);
  MutantMaker maker(*small.text.program, *small.models);
  std::string found;
  for (ProcedureId p : small.text.program->procedures().ids()) {
    const Procedure &procedure = small.text.program->procedures()[p];
    if (!procedure.has_body)
      continue;
    for (const Mutant &mutant : maker.in(p)) {
      const Procedure &callee =
          small.text.program->procedures()[mutant.dropped.callee];
      found += std::string(procedure.name) + ": " + std::string(callee.name) +
               ": " + (mutant.is_class_a() ? "a" : mutant.why_not) + "\n";
      // Every mutant is a good program.
      ir::Function without =
          without_call(small.text.program->body(p), mutant.dropped.call);
      EXPECT_EQ(without.insts[mutant.dropped.call].block.valid(),
                without.insts[mutant.dropped.call].op == ir::Op::kUnknown);
    }
  }
  EXPECT_EQ(found, GetParam().mutants);
}

// Of class (c), or why not, call by call.
std::string elsewhere(const char *program) {
  Small small(program, R"(record %node size 16 {
  0: name ptr<i8>
  8: count i32
}
)");
  std::string out;
  for (const Mutant &mutant :
       MutantMaker(*small.text.program, *small.models).in(small.procedure("f")))
    out += (mutant.is_class_c() ? "c" : mutant.why_not_c) + "\n";
  return out;
}

TEST(Elsewhere, ADestroyerFreesItsParameter) {
  EXPECT_EQ(elsewhere(R"(function @f(%p ptr<i8>) result void {
b0:
  call void @free(%p)
  return
}
)"),
            "c\n");
}

TEST(Elsewhere, WhatIsFreedTwiceIsNotCertain) {
  EXPECT_EQ(elsewhere(R"(function @f(%p ptr<i8>, %n i1) result void {
b0:
  branch %n -> b1, b2
b1:
  call void @free(%p)
  branch -> b3
b2:
  call void @free(%p)
  branch -> b3
b3:
  return
}
)"),
            "freed again\nfreed again\n");
}

// `free(p->name);`, and what comes then.
std::string after_name(const std::string &rest) {
  return elsewhere(("function @f(%p ptr<%node>) result void {\nb0:\n"
                    "  %c = field ptr<ptr<i8>> %p (%node, 0) +0\n"
                    "  %n = load ptr<i8> %c\n"
                    "  call void @free(%n)\n" +
                    rest + "  return\n}\n")
                       .c_str());
}

TEST(Elsewhere, TheRecordGoesOrTheFieldIsOverwritten) {
  EXPECT_EQ(after_name("  call void @free(%p)\n"), "c\nc\n");
  EXPECT_EQ(after_name("  store %c, null\n"), "c\n");
  EXPECT_EQ(after_name(""), "it can still be found\n");
  EXPECT_EQ(after_name("  %d = field ptr<i32> %p (%node, 1) +8\n"
                       "  store %d, #0\n"),
            "it can still be found\n");
}

INSTANTIATE_TEST_SUITE_P(
    Rules, MutantTest,
    testing::Values(
        Row{"Plain", R"(function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8)
  call void @free(%p)
  return
}
)",
            "f: free: a\n"},
        Row{"Parameter", R"(function @f(%p ptr<i8>) result void {
b0:
  call void @free(%p)
  return
}
)",
            "f: free: not acquired here: a parameter\n"},
        Row{"EitherOfTwo", R"(function @f(%c u1, %s ptr<i8>) result void {
b0:
  branch %c -> b1, b2
b1:
  %p = call ptr<i8> @malloc(#8)
  branch -> b3
b2:
  %q = call ptr<i8> @strdup(%s)
  branch -> b3
b3:
  %r = phi ptr<i8> [b1: %p], [b2: %q]
  call void @free(%r)
  return
}
)",
            "f: free: a\n"},
        Row{"OrAParameter", R"(function @f(%c u1, %s ptr<i8>) result void {
b0:
  branch %c -> b1, b2
b1:
  %p = call ptr<i8> @malloc(#8)
  branch -> b2
b2:
  %r = phi ptr<i8> [b0: %s], [b1: %p]
  call void @free(%r)
  return
}
)",
            "f: free: not acquired here: a parameter\n"},
        Row{"OutParameter", R"(function @f(%s ptr<i8>) result void {
  var $1 x ptr<i8>
b0:
  %x = slot ptr<ptr<i8>> $1
  call i32 @asprintf(%x, %s)
  %p = load ptr<i8> %x
  call void @free(%p)
  return
}
)",
            "f: free: a\n"},
        Row{"VariableOfAStranger", R"(function @f() result void {
  var $0 x ptr<i8>
b0:
  %x = slot ptr<ptr<i8>> $0
  call i32 @stranger(%x)
  %p = load ptr<i8> %x
  call void @free(%p)
  return
}
)",
            "f: free: its variable is passed to a call\n"},
        Row{"ProcessEnds", R"(function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8)
  call void @free(%p)
  call void @exit(#0)
  return
}
)",
            "f: free: freed again or the process ends\n"},
        Row{"ProcessEndsInABody", R"(function @die() result void {
b0:
  call void @exit(#0)
  return
}
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8)
  call void @free(%p)
  call void @die()
  return
}
)",
            "f: free: freed again or the process ends\n"},
        Row{"Main", R"(function @main() result void {
b0:
  %p = call ptr<i8> @malloc(#8)
  call void @free(%p)
  return
}
)",
            "main: free: in main\n"},
        Row{"ReallocIsNoDeallocation", R"(function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8)
  %q = call ptr<i8> @realloc(%p, #9)
  call void @free(%q)
  return
}
)",
            "f: free: a\n"},
        Row{"Wrappers", R"(function @fresh() result ptr<i8> {
b0:
  %p = call ptr<i8> @malloc(#8)
  %t = compare eq u1 %p, null
  branch %t -> b1, b2
b1:
  call void @abort()
  unreachable
b2:
  return %p
}
function @release(%p ptr<i8>) result void {
b0:
  %t = compare ne u1 %p, null
  branch %t -> b1, b2
b1:
  call void @free(%p)
  branch -> b2
b2:
  return
}
function @f() result void {
b0:
  %p = call ptr<i8> @fresh()
  call void @release(%p)
  return
}
)",
            "release: free: not acquired here: a parameter\n"
            "f: release: a\n"},
        Row{"FreesSometimes",
            R"(function @maybe(%p ptr<i8>, %c u1) result void {
b0:
  branch %c -> b1, b2
b1:
  call void @free(%p)
  branch -> b2
b2:
  return
}
function @f(%c u1) result void {
b0:
  %p = call ptr<i8> @malloc(#8)
  call void @maybe(%p, %c)
  return
}
)",
            "maybe: free: not acquired here: a parameter\n"},
        Row{"WrapperThatKeeps",
            R"(function @fresh(%q ptr<ptr<i8>>) result ptr<i8> {
b0:
  %p = call ptr<i8> @malloc(#8)
  store %q, %p
  return %p
}
function @f(%q ptr<ptr<i8>>) result void {
b0:
  %p = call ptr<i8> @fresh(%q)
  call void @free(%p)
  return
}
)",
            "f: free: not acquired here: result of a call\n"}),
    plain_name);

TEST(MutantMaker, WhatAlsoAcquiresIsNoDeallocation) {
  Small small(R"(function @f(%p ptr<i8>) result void {
b0:
  %q = call ptr<i8> @exchange(%p)
  %r = call ptr<i8> @dispose(%q)
  return
}
)");
  model::ModelSetBuilder builder;
  ASSERT_TRUE(builder.add_shipped());
  Status added = builder.add_spec("own void *exchange(own(malloc) void *p);\n"
                                  "int dispose(own(malloc) void *p);\n",
                                  "test");
  ASSERT_TRUE(added) << added.error().text();
  std::unique_ptr<const model::ModelSet> models = builder.build();
  std::vector<Mutant> found =
      MutantMaker(*small.text.program, *models).in(small.procedure("f"));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(small.text.name("f", found[0].dropped.call), "r");
}

TEST(MutantMaker, OneMutantPerPlaceInTheSource) {
  Small small(R"(function @f(%p ptr<i8>) result void {
b0:
  call void @free(%p) !0:9:3
  call void @free(%p) !0:2:3
  return
}
function @copy_of_f(%p ptr<i8>) result void {
b0:
  call void @free(%p) !0:9:3
  return
}
function @nowhere(%p ptr<i8>) result void {
b0:
  call void @free(%p)
  return
}
)");
  std::string found;
  for (const Mutant &mutant :
       MutantMaker(*small.text.program, *small.models).all())
    found += std::to_string(small.text.program->body(mutant.procedure)
                                .insts[mutant.dropped.call]
                                .pos.line) +
             " ";
  EXPECT_EQ(found, "2 9 ");
}

// The text of f without its call of that name; it must be a good function.
std::string dropped(const std::string &program, const std::string &value) {
  Small small(program);
  ProcedureId p = small.procedure("f");
  Result<ir::Unit> unit = ir::parse_unit(small.text.source, "test");
  EXPECT_TRUE(unit);
  ir::Function &function =
      unit->functions[small.text.program->procedures()[p].function];
  function = without_call(function, small.value("f", value));
  for (const std::string &problem : ir::verify(*unit))
    ADD_FAILURE() << problem;
  std::ostringstream out;
  for (const ir::Block &block : function.blocks) {
    for (ir::ValueId v : block.insts)
      out << ir::name_of(function.insts[v].op) << " ";
    out << "; ";
  }
  return std::move(out).str();
}

TEST(WithoutCall, UnusedResultsVanish) {
  EXPECT_EQ(dropped(R"(function @f(%p ptr<i8>) result void {
b0:
  %c = call void @free(%p)
  return
}
)",
                    "c"),
            "return ; ");
}

TEST(WithoutCall, UsedResultsAreUnknown) {
  EXPECT_EQ(dropped(R"(function @f(%p ptr<i8>) result i32 {
b0:
  %c = call i32 @fclose(%p)
  return %c
}
)",
                    "c"),
            "unknown return ; ");
}

TEST(WithoutCall, NoExceptionComesFromIt) {
  EXPECT_EQ(dropped(R"(function @f(%p ptr<i8>) result i32 {
b0:
  %c = call i32 @fclose(%p) unwind -> b1, b2
b1:
  branch -> b3
b2:
  %e = landing catch_all ptr<i8>
  branch -> b3
b3:
  %r = phi i32 [b1: #1], [b2: #2]
  return %r
}
)",
                    "c"),
            "branch ; branch ; phi return ; ");
}

} // namespace
} // namespace wt::mutation::test
