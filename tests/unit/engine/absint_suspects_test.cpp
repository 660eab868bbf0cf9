// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does the interpreter suspect in small bodies, and what remains of it on
// single paths?

#include "engine/absint/absint.h"
#include "model/infer/infer.h"
#include "program_text.h"

#include <algorithm>
#include <sstream>

namespace wt::absint {
namespace {

struct Row {
  const char *name;
  const char *body;                    // of @f(%n i32, %q ptr<i8>)
  int leaks, double_frees, mismatched; // suspects
  int found;                           // that a path shows
};

void PrintTo(const Row &row, std::ostream *out) { *out << row.name; }

class AbsintSuspects : public testing::TestWithParam<Row> {};

TEST_P(AbsintSuspects, AreNoted) {
  auto models = model::load_models();
  ASSERT_TRUE(models);
  test::ProgramText text(std::string("function @f(%n i32, %q ptr<i8>) result "
                                     "void {\n") +
                         GetParam().body + "}\n");
  ASSERT_TRUE(text.program);
  infer::Behaviours behaviours =
      infer::infer(*text.program, **models, {.threads = 1});
  int count[3] = {};
  for (ProcedureId p : text.program->procedures().ids())
    for (const infer::Suspect &suspect : behaviours.suspects(p))
      ++count[static_cast<int>(suspect.kind)];
  EXPECT_EQ(count[0], GetParam().leaks);
  EXPECT_EQ(count[1], GetParam().double_frees);
  EXPECT_EQ(count[2], GetParam().mismatched);
  auto engine = make_engine({*text.program, **models, behaviours}, {}, {});
  test::BottomUp run(*text.program, *engine);
  EXPECT_EQ(std::ranges::count(run.verdicts, Verdict::Answer::kLeaks,
                               &Verdict::answer),
            GetParam().found);
}

const Row kRows[] = {
    {"lost", R"(b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  return
)",
     1, 0, 0, 1},
    {"freed", R"(b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @free(%p) type unknown
  return
)",
     0, 0, 0, 0},
    {"freed twice", R"(b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @free(%p) type unknown
  call void @free(%p) type unknown
  return
)",
     0, 1, 0, 1},
    {"a parameter freed twice", R"(b0:
  call void @free(%q) type unknown
  call void @free(%q) type unknown
  return
)",
     0, 1, 0, 1},
    {"closed as a stream", R"(b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  %r = call i32 @fclose(%p) type unknown
  return
)",
     0, 0, 1, 1},
    {"stored where the caller looks", R"(b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  store %q, %p
  return
)",
     0, 0, 0, 0},
    {"the same test twice", R"(b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  %t = compare sgt u1 %n, #0
  branch %t -> b1, b2
b1:
  call void @free(%p) type unknown
  branch -> b2
b2:
  %u = compare sgt u1 %n, #0
  branch %u -> b4, b3
b3:
  call void @free(%p) type unknown
  branch -> b4
b4:
  return
)",
     0, 0, 0, 0},
    {"lost in every round but the last", R"(b0:
  branch -> b1
b1:
  %i = phi i32 [b0: #0], [b1: %j]
  %old = phi ptr<i8> [b0: null], [b1: %p]
  %p = call ptr<i8> @malloc(#8) type unknown
  %j = binop add i32 %i, #1
  %more = compare slt u1 %j, %n
  branch %more -> b1, b2
b2:
  call void @free(%p) type unknown
  return
)",
     1, 0, 0, 1},
};

INSTANTIATE_TEST_SUITE_P(Bodies, AbsintSuspects, testing::ValuesIn(kRows),
                         [](const auto &info) {
                           std::string out;
                           for (char c : std::string(info.param.name))
                             out += c == ' ' ? '_' : c;
                           return out;
                         });

} // namespace
} // namespace wt::absint
