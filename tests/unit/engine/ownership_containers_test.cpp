// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Do containers own their elements, each instance for itself?  The stack of
// Heine and Lam 2006 (Figures 1, 2, 5), and what can go wrong with it.

#include "engine/ownership/ownership.h"

#include "finding/walker.h"
#include "program_text.h"

namespace wt::ownership {
namespace {

// Figure 5.
constexpr const char *kStack = R"(
type T;
container stack<T> { own T *elem; };
own stack<T> *stack_alloc();
void stack_push(ref stack<T> *s, T e);
T stack_pop(ref stack<T> *s);
void stack_free(own stack<T> *s) where { ref_type(T) };
void stack_free_all(own stack<T> *s, void (*f)(T));
)";

struct Row {
  const char *name;
  const char *program;
  const char *findings; // "function kind %site" per line
};
void PrintTo(const Row &row, std::ostream *out) { *out << row.name; }

// A program with the interfaces and findings of its functions.
class Analysed {
public:
  explicit Analysed(const char *program) : text(program) {
    model::ModelSetBuilder builder;
    EXPECT_TRUE(builder.add_shipped());
    EXPECT_TRUE(builder.add_spec(kStack, "stack.spec"));
    models = builder.build();
    behaviours = infer::infer(*text.program, *models, {.threads = 1});
    Facts facts{*text.program, *models, behaviours};
    engine = make_engine(facts, {}, {});
    run = std::make_unique<test::BottomUp>(*text.program, *engine);
  }

  std::string findings() const {
    std::string out;
    for (const Verdict &verdict : run->verdicts) {
      if (verdict.answer != Verdict::Answer::kLeaks)
        continue;
      std::string function(
          text.program->procedures()[verdict.site.procedure].name);
      out += function + " " + name_of(verdict.kind) + " " +
             text.name(function, verdict.site.value) + "\n";
      for (const Witness &witness : verdict.witnesses)
        EXPECT_NE(replay(*text.program, *models, verdict, witness).outcome,
                  Replay::Outcome::kContradicted);
    }
    return out;
  }

  std::string interface_of(const char *function) const {
    const Summary *summary = run->find(*text.program->find(function));
    std::ostringstream out;
    if (summary)
      summary->print(out);
    return out.str();
  }

  test::ProgramText text;
  std::unique_ptr<const model::ModelSet> models;
  infer::Behaviours behaviours;
  std::unique_ptr<Engine> engine;
  std::unique_ptr<test::BottomUp> run;
};

class OwnershipContainers : public testing::TestWithParam<Row> {};

TEST_P(OwnershipContainers, Finds) {
  EXPECT_EQ(Analysed(GetParam().program).findings(), GetParam().findings);
}

const Row kRows[] = {
    {"nested stacks of Figure 2", R"(
function @f() result void {
b0:
  %s = call ptr<i8> @stack_alloc() type unknown
  %p = call ptr<i8> @malloc(#4) type unknown
  call void @stack_push(%s, %p) type unknown
  %t = call ptr<i8> @stack_alloc() type unknown
  call void @stack_push(%t, %s) type unknown
  call void @stack_free_all(%t, @stack_free) type unknown
  call void @free(%p) type unknown
  return
}
)",
     ""},
    {"owned elements of a stack that frees none", R"(
function @f() result void {
b0:
  %s = call ptr<i8> @stack_alloc() type unknown
  %p = call ptr<i8> @malloc(#4) type unknown
  call void @stack_push(%s, %p) type unknown
  call void @stack_free(%s) type unknown
  return
}
)",
     "f leak p\n"},
    {"elements freed by the callback", R"(
function @f() result void {
b0:
  %s = call ptr<i8> @stack_alloc() type unknown
  %p = call ptr<i8> @malloc(#4) type unknown
  call void @stack_push(%s, %p) type unknown
  call void @stack_free_all(%s, @free) type unknown
  return
}
)",
     ""},
    {"freed by the callback and again by hand", R"(
function @f() result void {
b0:
  %s = call ptr<i8> @stack_alloc() type unknown
  %p = call ptr<i8> @malloc(#4) type unknown
  call void @stack_push(%s, %p) type unknown
  call void @stack_free_all(%s, @free) type unknown
  call void @free(%p) type unknown
  return
}
)",
     "f double-free p\n"},
    {"two stacks, one owns and one does not", R"(
function @f() result void {
b0:
  %owner = call ptr<i8> @stack_alloc() type unknown
  %viewer = call ptr<i8> @stack_alloc() type unknown
  %p = call ptr<i8> @malloc(#4) type unknown
  call void @stack_push(%viewer, %p) type unknown
  call void @stack_free(%viewer) type unknown
  %q = call ptr<i8> @malloc(#4) type unknown
  call void @stack_push(%owner, %q) type unknown
  call void @stack_free_all(%owner, @free) type unknown
  call void @free(%p) type unknown
  return
}
)",
     ""},
    {"released by a function of the program", R"(
function @done(%s ptr<i8>) result void {
b0:
  call void @stack_free_all(%s, @free) type unknown
  return
}
function @f() result void {
b0:
  %s = call ptr<i8> @stack_alloc() type unknown
  %p = call ptr<i8> @malloc(#4) type unknown
  call void @stack_push(%s, %p) type unknown
  call void @done(%s) type unknown
  return
}
)",
     ""},
    {"the container itself is lost", R"(
function @f() result void {
b0:
  %s = call ptr<i8> @stack_alloc() type unknown
  return
}
)",
     "f leak s\n"},
};

INSTANTIATE_TEST_SUITE_P(Rules, OwnershipContainers, testing::ValuesIn(kRows),
                         [](const auto &info) {
                           std::string out;
                           for (char c : std::string(info.param.name))
                             if (std::isalnum(c) || c == ' ')
                               out += c == ' ' ? '_' : c;
                           return out;
                         });

TEST(OwnershipInterface, IsWrittenInTheSpecificationLanguage) {
  Analysed run(R"(
function @add(%s ptr<i8>, %n i32) result void {
b0:
  %p = call ptr<i8> @malloc(%n) type unknown
  call void @stack_push(%s, %p) type unknown
  return
}
function @done(%s ptr<i8>) result void {
b0:
  call void @stack_free_all(%s, @free) type unknown
  return
}
function @release(%p ptr<i8>) result void {
b0:
  call void @free(%p) type unknown
  return
}
)");
  EXPECT_EQ(run.interface_of("add"),
            "void add(ref stack<own void *> *s, int n);\n");
  EXPECT_EQ(run.interface_of("done"),
            "void done(own stack<own void *> *s);\n");
  EXPECT_EQ(run.interface_of("release"), "void release(own char *p);\n");
}

} // namespace
} // namespace wt::ownership
