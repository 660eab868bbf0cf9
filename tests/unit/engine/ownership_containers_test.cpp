// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Do containers own their elements, each instance for itself?  The stack of
// Heine and Lam 2006 (Figures 1, 2, 4, 5), and what can go wrong with it.

#include "engine/ownership/ownership.h"

#include "model/infer/infer.h"
#include "program_text.h"
#include "witness/walker.h"

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
    {"nested stacks, the elements of the inner one are lost", R"(
function @f() result void {
b0:
  %s = call ptr<i8> @stack_alloc() type unknown
  %p = call ptr<i8> @malloc(#4) type unknown
  call void @stack_push(%s, %p) type unknown
  %t = call ptr<i8> @stack_alloc() type unknown
  call void @stack_push(%t, %s) type unknown
  call void @stack_free_all(%t, @stack_free) type unknown
  return
}
)",
     "f leak p\n"},
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

// Figure 4: the types that the specifications of Figure 5 stand for.  Equal
// variables are equal types.
TEST(OwnershipInterface, StackRoutinesHaveTheTypesOfFigure4) {
  Analysed run("");
  auto of = [&](const char *name) {
    return from_spec(
        *model::polymorphic(*run.models, *run.models->find(name, name)), 0);
  };
  auto element = [](const Interface &interface, const Interface::Part &stack) {
    const Interface::ShapeNode &node = interface.shapes[stack.shape];
    EXPECT_EQ(node.kind, Shape::Kind::kContainer);
    return node.parts.at(0);
  };
  Interface alloc = of("stack_alloc");
  EXPECT_EQ(alloc.fixed(alloc.result.own), true);
  EXPECT_FALSE(alloc.fixed(element(alloc, alloc.result).own));

  Interface push = of("stack_push");
  const Interface::Part &pushed_on = push.parameters.at(0).type;
  EXPECT_EQ(push.fixed(pushed_on.own), false);
  EXPECT_EQ(element(push, pushed_on).own, push.parameters.at(1).type.own);
  EXPECT_FALSE(push.fixed(push.parameters.at(1).type.own));

  Interface pop = of("stack_pop");
  EXPECT_EQ(element(pop, pop.parameters.at(0).type).own, pop.result.own);

  Interface free = of("stack_free"); // where ref_type(T)
  EXPECT_EQ(free.fixed(free.parameters.at(0).type.own), true);
  EXPECT_EQ(free.fixed(element(free, free.parameters.at(0).type).own), false);

  Interface all = of("stack_free_all");
  EXPECT_EQ(all.fixed(all.parameters.at(0).type.own), true);
  const Interface::ShapeNode &callback =
      all.shapes[all.parameters.at(1).type.shape];
  EXPECT_EQ(callback.kind, Shape::Kind::kFunction);
  EXPECT_EQ(callback.parts.at(0).own,
            element(all, all.parameters.at(0).type).own);
}

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
  EXPECT_EQ(run.interface_of("done"), "void done(own stack<own void *> *s);\n");
  EXPECT_EQ(run.interface_of("release"), "void release(own char *p);\n");
}

} // namespace
} // namespace wt::ownership
