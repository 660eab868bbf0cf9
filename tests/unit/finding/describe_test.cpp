// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From verdicts to findings: sentences, traces, merging, fingerprints.

#include "finding/describe.h"

#include "finding/merge.h"
#include "finding/names.h"
#include "program_text.h"
#include "verdict/fuse.h"

namespace wt {
namespace {

using namespace test;

const char *kText = R"(
function @f result void !0:3:5 end !0:30:1 {
  var $0 bad i32 param !0:3:9
  var $1 p ptr<void> promoted !0:4:9
  var $2 box %pair !0:5:9
  var $3 fd i32 promoted !0:12:7
  %0 = param i32 $0
  %1 = int u64 8
  %2 = function unknown @malloc
  %3 = function unknown @free
  %4 = null ptr<void>
  %5 = int i32 0
  %6 = function unknown @open
b0:
  %7 = slot ptr<%pair> $2
  %8 = call ptr<void> %2(%1) !0:4:13
  %9 = assign $1, %8 !0:4:9
  %10 = compare ne u1 %8, %4 !0:5:7
  %11 = branch %10 "p" !0:5:7 -> b1, b4
b1:
  %12 = compare ne u1 %0, %5 !0:6:7
  %13 = branch %12 "bad   >\n 0" !0:6:7 -> b2, b3
b2:
  %14 = return !0:7:5
b3:
  %15 = call ptr<void> %2(%1) !0:8:3
  %16 = field ptr<ptr<i8>> %7 (%pair, 1) +8 !0:9:3
  %17 = call ptr<void> %2(%1) !0:9:16
  %18 = store %16, %17 !0:9:14
  %19 = store %16, %4 !0:10:14
  %20 = assign $1, %4 !0:11:5
  %21 = call i32 %6(%4, %5) !0:12:12
  %27 = assign $3, %21 !0:12:7
  %22 = call void %3(%8) !0:13:3
  %23 = call void %3(%8) !0:14:3
  %24 = scope_end $1 !0:15:1
  %25 = return !0:16:5
b4:
  %26 = return !0:17:5
}
)";

class Describe : public testing::Test {
protected:
  Finding of(unsigned site, std::vector<WitnessStep> steps, unsigned last,
             FindingKind kind = FindingKind::kLeak,
             const char *family = "malloc") {
    Verdict v = leak(p.call_site("f", site), std::move(steps), last);
    v.kind = kind;
    v.site.family = p.models->find_family(family).value();
    return describe(*p.program, *p.models, v);
  }
  TestProgram p = make_program(kText);
};

TEST_F(Describe, ALeakAtAReturn) {
  Finding f = of(8, {to_block(1), to_block(2)}, 14);
  EXPECT_EQ(f.message, "memory allocated here by malloc() is lost: not freed "
                       "when the function returns at line 7");
  EXPECT_EQ(f.at, (Location{"/p/a.c", 4, 13}));
  EXPECT_EQ(f.variable, "p");
  EXPECT_EQ(f.function, "f");
  EXPECT_EQ(f.lost, (std::vector<Location>{{"/p/a.c", 7, 5}}));
  std::vector<std::string> steps;
  for (const TraceStep &step : f.trace)
    steps.push_back(std::to_string(step.at.line) + " " + step.message);
  EXPECT_EQ(steps,
            (std::vector<std::string>{
                "4 allocated here by malloc(), held by 'p'",
                "5 assuming 'p' is not null", "6 assuming 'bad > 0' is true",
                "7 lost here: the function returns without freeing 'p'"}));
}

TEST_F(Describe, Sentences) {
  auto says = [&](unsigned site, unsigned last) {
    std::string message = of(site, {to_block(1), to_block(3)}, last).message;
    return message.substr(message.find(": ") + 2);
  };
  EXPECT_EQ(says(15, 15), "the result is ignored");
  EXPECT_EQ(says(17, 19), "its last reference, 'box.second', is overwritten at "
                          "line 10");
  EXPECT_EQ(says(8, 20), "its last reference, 'p', is overwritten at line 11");
  EXPECT_EQ(says(8, 22), "its last reference is inside an object that is freed "
                         "at line 13");
  EXPECT_EQ(says(8, 24), "its last reference, 'p', goes out of scope at line "
                         "15");
}

TEST_F(Describe, AnIgnoredResultIsLostAtOnce) {
  Finding f = of(15, {to_block(1), to_block(3)}, 25);
  EXPECT_EQ(f.message, "memory allocated here by malloc() is lost at once: the "
                       "result is ignored");
  EXPECT_EQ(f.lost, (std::vector<Location>{{"/p/a.c", 8, 3}}));
  EXPECT_EQ(f.trace.back().message, "lost here at once: the result is ignored");
  EXPECT_EQ(f.trace.back().at.line, 8u);
}

// What a branch on a pointer says: the test of the text, or null.
TEST_F(Describe, PointersAreNullAndTestsAreTrue) {
  struct Row {
    const char *text;
    const char *says; // when the pointer is not null
  };
  const Row rows[] = {
      {"p", "not null"},
      {"x->name", "not null"},
      {"find(a == b, !c)", "not null"},
      {"p = malloc(8)", "not null"},
      {"table[i > 0 && j]", "not null"},
      {"get<int>(s)", "not null"},
      {"strchr(s, '!')", "not null"},
      {"s + (a == 1)", "true"},
      {"p != NULL", "true"},
      {"x->name != 0", "true"},
      {"(p = malloc(8)) != NULL", "true"},
      {"(p != NULL)", "true"},
      {"!!p", "true"},
  };
  for (const Row &row : rows) {
    std::string text = R"(
function @g result void !0:3:5 end !0:30:1 {
  %0 = int u64 8
  %1 = function unknown @malloc
  %2 = null ptr<void>
b0:
  %3 = call ptr<void> %1(%0) !0:4:13
  %4 = compare ne u1 %3, %2 !0:5:7
  %5 = branch %4 ")";
    TestProgram q = make_program(text + row.text + R"(" !0:5:7 -> b1, b2
b1:
  %6 = return !0:6:5
b2:
  %7 = return !0:7:5
}
)");
    Verdict v = leak(q.call_site("g", 3), {to_block(1)}, 6);
    Finding f = describe(*q.program, *q.models, v);
    ASSERT_EQ(f.trace.size(), 3u) << row.text;
    EXPECT_EQ(f.trace[1].message,
              std::string("assuming '") + row.text + "' is " + row.says);
  }
}

TEST_F(Describe, ResourcesAreOpenedAndClosed) {
  Finding f =
      of(21, {to_block(1), to_block(3)}, 25, FindingKind::kResourceLeak, "fd");
  EXPECT_EQ(f.message, "file descriptor opened here by open() is lost: not "
                       "closed when the function returns at line 16");
}

TEST_F(Describe, ADoubleFreeIsAtTheSecondFree) {
  Finding f = of(8, {to_block(1), to_block(3)}, 23, FindingKind::kDoubleFree);
  EXPECT_EQ(f.at.line, 14u);
  EXPECT_EQ(f.message, "memory freed here by free() was already freed at line "
                       "13");
  ASSERT_GE(f.trace.size(), 2u);
  EXPECT_EQ(f.trace.back().message, "freed again here");
  EXPECT_EQ(f.trace[f.trace.size() - 2].message, "freed here first");
  ASSERT_TRUE(f.alloc);
  EXPECT_EQ(f.alloc->line, 4u);
}

// Under another name, as a destructor does: the engine says where.
TEST_F(Describe, TheFreeBeforeIsWhereTheEngineSays) {
  Verdict v = leak(p.call_site("f", 8), {to_block(1), to_block(3)}, 23);
  v.kind = FindingKind::kDoubleFree;
  v.freed_before = ir::ValueId(21);
  Finding f = describe(*p.program, *p.models, v);
  EXPECT_EQ(f.trace[f.trace.size() - 2].at.line, 12u);
  EXPECT_EQ(f.trace[f.trace.size() - 2].message, "freed here first");
  std::string told = "memory freed here by free() was already freed at line 12";
  EXPECT_EQ(f.message, told);
  v.witnesses.clear(); // without a path, too
  f = describe(*p.program, *p.models, v);
  ASSERT_EQ(f.trace.size(), 3u);
  EXPECT_EQ(f.trace[1].message, "freed here first");
  EXPECT_EQ(f.message, told);
}

TEST_F(Describe, SeveralLosingPlaces) {
  Verdict v = leak(p.call_site("f", 8), {to_block(1), to_block(2)}, 14);
  v.losing.push_back(ir::ValueId(20));
  Finding f = describe(*p.program, *p.models, v);
  EXPECT_EQ(f.lost.size(), 2u);
  EXPECT_TRUE(f.message.ends_with("at line 7 (and at 1 more place)"))
      << f.message;
}

TEST_F(Describe, ALineIsOneLosingPlace) {
  TestProgram q = make_program(R"(
function @g result void !0:3:5 end !0:30:1 {
  %0 = int u64 8
  %1 = function unknown @malloc
  %2 = null ptr<void>
b0:
  %3 = call ptr<void> %1(%0) !0:4:13
  %4 = compare ne u1 %3, %2 !0:5:7
  %5 = branch %4 "p" !0:5:7 -> b1, b2
b1:
  %6 = return !0:14:5
b2:
  %7 = compare ne u1 %3, %2 !0:6:7
  %8 = branch %7 "p" !0:6:7 -> b3, b4
b3:
  %9 = return !0:14:20
b4:
  %10 = return !0:15:1
}
)");
  Verdict v = leak(q.call_site("g", 3), {to_block(1)}, 6);
  v.losing.push_back(ir::ValueId(9));
  Finding f = describe(*q.program, *q.models, v);
  EXPECT_EQ(f.lost.size(), 1u);
  EXPECT_TRUE(f.message.ends_with("at line 14")) << f.message;
  EXPECT_EQ(f.trace.back().message,
            "lost here: the function returns without freeing it");
  v.losing.push_back(ir::ValueId(10));
  f = describe(*q.program, *q.models, v);
  EXPECT_EQ(f.lost.size(), 2u);
  EXPECT_TRUE(f.message.ends_with("(and at 1 more place)")) << f.message;
}

// A `throw` ends its block as exit() does, but the program goes on.
TEST_F(Describe, AThrowIsNoEndOfTheProgram) {
  auto says = [](const char *callee, const char *flags, unsigned last) {
    TestProgram q = make_program(std::string("function @") + callee +
                                 " result void\n" + R"(
function @g result void !0:3:5 end !0:30:1 {
  var $0 p ptr<void> promoted !0:4:9
  %0 = int u64 8
  %1 = function unknown @malloc
  %2 = function unknown @)" + callee +
                                 R"(
b0:
  %3 = call ptr<void> %1(%0) !0:4:13
  %4 = assign $0, %3 !0:4:9
  %5 = call void %2())" + flags + R"( !0:5:3
  %6 = unreachable !0:5:3
}
)");
    Verdict v = leak(q.call_site("g", 3), {}, last);
    std::string message = describe(*q.program, *q.models, v).message;
    return message.substr(message.find("not freed"));
  };
  for (unsigned last : {5, 6}) { // the call, or the end behind it
    EXPECT_EQ(says("__cxa_throw", " throws noreturn", last),
              "not freed when an exception leaves the function at line 5");
    EXPECT_EQ(says("exit", " noreturn", last),
              "not freed when the program ends at line 5");
  }
}

TEST_F(Describe, AThrowIsNotAssumed) {
  auto says = [](const std::string &callee) {
    TestProgram q = make_program("function @" + callee + " result void\n" + R"(
function @g result void !0:3:5 end !0:30:1 {
  var $0 p ptr<void> promoted !0:4:9
  %0 = int u64 8
  %1 = function unknown @malloc
  %2 = function unknown @)" + callee +
                                 R"(
b0:
  %3 = call ptr<void> %1(%0) !0:4:13
  %4 = assign $0, %3 !0:4:9
  %5 = call void %2() unwind throws !0:5:3 -> b1, b2
b1:
  %6 = return !0:6:3
b2:
  %7 = return !0:7:3
}
)");
    Verdict v = leak(q.call_site("g", 3), {to_block(2)}, 7);
    return describe(*q.program, *q.models, v).trace.at(1).message;
  };
  EXPECT_EQ(says("__cxa_rethrow"), "an exception is thrown here");
  EXPECT_EQ(says("work"), "assuming work() throws");
}

TEST_F(Describe, AnExceptionIsShownAtTheCallThatThrows) {
  TestProgram q = make_program(R"(
function @work result void
function @g result void !0:3:5 end !0:30:1 {
  var $0 p ptr<void> promoted !0:4:9
  %0 = int u64 8
  %1 = function unknown @malloc
  %2 = function unknown @work
b0:
  %3 = call ptr<void> %1(%0) !0:4:13
  %4 = assign $0, %3 !0:4:9
  %5 = call void %2() unwind throws !0:5:3 -> b1, b2
b1:
  %6 = return !0:6:3
b2:
  %7 = landing cleanup unknown !0:30:1
  %8 = rethrow %7 !0:30:1
}
)");
  Verdict v = leak(q.call_site("g", 3), {to_block(2)}, 8);
  Finding f = describe(*q.program, *q.models, v);
  EXPECT_EQ(f.message, "memory allocated here by malloc() is lost: not freed "
                       "when work() throws at line 5");
  EXPECT_EQ(f.lost, (std::vector<Location>{{"/p/a.c", 5, 3}}));
  v.witnesses.clear(); // nothing shows which call throws
  f = describe(*q.program, *q.models, v);
  EXPECT_EQ(f.message, "memory allocated here by malloc() is lost: not freed "
                       "when an exception leaves the function at line 30");
  EXPECT_EQ(f.lost, (std::vector<Location>{{"/p/a.c", 30, 1}}));
}

// A loop with another one inside; the object is from the second round.
TEST_F(Describe, RoundsOfLoopsAreNamed) {
  TestProgram q = make_program(R"(
function @g result void !0:3:5 end !0:30:1 {
  var $0 n i32 param !0:3:9
  var $1 p ptr<void> promoted !0:5:9
  %0 = param i32 $0
  %1 = int u64 8
  %2 = function unknown @malloc
  %3 = int i32 0
b0:
  %4 = branch !0:4:3 -> b1
b1:
  %5 = compare ne u1 %0, %3 !0:4:7
  %6 = branch %5 "more" !0:4:7 -> b2, b5
b2:
  %7 = call ptr<void> %2(%1) !0:5:13
  %16 = assign $1, %7 !0:5:9
  %8 = branch !0:6:3 -> b3
b3:
  %9 = compare ne u1 %0, %3 !0:6:7
  %10 = branch %9 "inner" !0:6:7 -> b3, b4
b4:
  %11 = compare ne u1 %0, %3 !0:7:7
  %12 = branch %11 "bad" !0:7:7 -> b5, b1
b5:
  %13 = compare ne u1 %0, %3 !0:8:7
  %14 = branch %13 "last" !0:8:7 -> b6, b6
b6:
  %15 = return !0:9:5
}
)");
  auto trace = [&](std::vector<unsigned> blocks, unsigned passing) {
    std::vector<WitnessStep> steps;
    for (unsigned block : blocks)
      steps.push_back(to_block(block));
    Verdict v = leak(q.call_site("g", 7), std::move(steps), 15);
    v.witnesses[0].passing = passing;
    std::vector<std::string> out;
    for (const TraceStep &step : describe(*q.program, *q.models, v).trace)
      out.push_back(step.message);
    return out;
  };
  using Lines = std::vector<std::string>;
  const std::string site = "allocated here by malloc(), held by 'p'";
  const std::string second = " in the second round of the loop";
  const std::string lost =
      "lost here: the function returns without freeing 'p'";
  EXPECT_EQ(trace({1, 2, 3, 4, 5, 6}, 0),
            (Lines{"assuming 'more' is true", site, "assuming 'inner' is false",
                   "assuming 'bad' is true", lost}));
  Lines rounds{"assuming 'more' is true",
               "assuming 'inner' is true",
               "assuming 'inner' is false after one round of the loop",
               "assuming 'bad' is false",
               "assuming 'more' is true" + second,
               site + second,
               "assuming 'inner' is false" + second,
               "assuming 'bad' is false" + second,
               "assuming 'more' is false after two rounds of the loop",
               lost};
  std::vector<unsigned> twice{1, 2, 3, 3, 4, 1, 2, 3, 4, 1, 5, 6};
  EXPECT_EQ(trace(twice, 0), rounds);
  EXPECT_EQ(trace(twice, 2), rounds);
  rounds.erase(rounds.begin() + 5);
  rounds.insert(rounds.begin() + 1, site);
  rounds.back() = "lost here: the function returns without freeing it";
  EXPECT_EQ(trace(twice, 1), rounds);
}

TEST_F(Describe, NamesOfFieldsAndCallees) {
  const ir::Unit &unit = p.program->unit_of(p.procedure("f"));
  const ir::Function &f = p.program->body(p.procedure("f"));
  EXPECT_EQ(lvalue_of(unit, f, ir::ValueId(16)), "box.second");
  EXPECT_EQ(expression_of(unit, f, ir::ValueId(8)), "p");
  EXPECT_EQ(variable_of(*p.program, p.call_site("f", 17)), "box.second");
  EXPECT_EQ(callee_name(*p.program, p.procedure("f"), ir::ValueId(22)),
            "free()");
}

TEST_F(Describe, FuseRatesAndDropsContradictedPlaces) {
  SourceText source;
  source.set("/p/a.c", "\n\n\nchar *p = malloc(8);\n");
  Verdict v = leak(p.call_site("f", 8), {to_block(1), to_block(2)}, 14);
  // A second path that frees the object.
  v.losing.push_back(ir::ValueId(25));
  v.witnesses.push_back(
      {v.site.procedure, {to_block(1), to_block(3)}, ir::ValueId(25)});
  std::vector<EngineVerdicts> answers = {{"sat", {v}}, {"absint", {v}}};
  std::vector<Finding> found = fuse(*p.program, *p.models, answers, {}, source);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].confidence, Confidence::kHigh);
  EXPECT_EQ(found[0].lost.size(), 1u);
  EXPECT_EQ(found[0].engines, (std::vector<std::string>{"sat", "absint"}));
  // Only the path that frees: contradicted, so low.
  v.losing = {ir::ValueId(25)};
  v.witnesses.erase(v.witnesses.begin());
  answers = {{"sat", {v}}};
  found = fuse(*p.program, *p.models, answers, {}, source);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].confidence, Confidence::kLow);
  EXPECT_EQ(found[0].doubt, "the object is freed on this path");
  // Nobody says leaks: nothing.
  v.answer = Verdict::Answer::kSafe;
  answers = {{"sat", {v}}};
  EXPECT_TRUE(fuse(*p.program, *p.models, answers, {}, source).empty());
  EXPECT_EQ(count_undecided(answers), 0u);
  // Nobody knows, and then somebody does.
  v.answer = Verdict::Answer::kUnknown;
  answers = {{"absint", {v}}, {"ownership", {v}}};
  EXPECT_EQ(count_undecided(answers), 1u);
  v.answer = Verdict::Answer::kSafe;
  answers.push_back({"sat", {v}});
  EXPECT_EQ(count_undecided(answers), 0u);
}

// A path that comes to no block twice is one of those a bounded search saw.
TEST_F(Describe, FuseBelievesABoundedSearchAboutStraightPaths) {
  SourceText source;
  source.set("/p/a.c", "\n\n\nchar *p = malloc(8);\n");
  Verdict claim = leak(p.call_site("f", 8), {to_block(1), to_block(2)}, 14);
  Verdict safe = claim;
  safe.answer = Verdict::Answer::kSafe;
  safe.strength = Verdict::Strength::kBounded;
  auto confidence = [&](std::vector<EngineVerdicts> answers) {
    auto found = fuse(*p.program, *p.models, answers, {}, source);
    return found.size() == 1 ? std::optional(found[0].confidence)
                             : std::nullopt;
  };
  EXPECT_EQ(confidence({{"valueflow", {claim}}, {"absint", {claim}}}),
            Confidence::kHigh);
  EXPECT_EQ(confidence(
                {{"sat", {safe}}, {"valueflow", {claim}}, {"absint", {claim}}}),
            Confidence::kLow);
  // Of several objects at one place one is safe, another is lost.
  EXPECT_EQ(confidence({{"sat", {safe, claim}}, {"absint", {claim}}}),
            Confidence::kMedium);
  // Others search less than all paths.
  EXPECT_EQ(confidence({{"sat", {claim}}, {"absint", {safe}}}),
            Confidence::kMedium);
}

Finding at(const char *file, unsigned line, const char *function,
           Confidence confidence = Confidence::kMedium) {
  Finding f;
  f.at = {file, line, 1};
  f.function = function;
  f.confidence = confidence;
  f.engines = {confidence == Confidence::kHigh ? "sat" : "absint"};
  return f;
}

TEST(Merge, OneFindingPerSite) {
  SourceText source;
  std::vector<Finding> list = {at("/b.h", 3, "f"), at("/a.c", 9, "g"),
                               at("/b.h", 3, "f", Confidence::kHigh),
                               at("/a.c", 2, "g")};
  std::vector<Finding> merged = merge(list, source);
  ASSERT_EQ(merged.size(), 3u);
  EXPECT_EQ(merged[0].at.line, 2u);
  EXPECT_EQ(merged[1].at.line, 9u);
  EXPECT_EQ(merged[2].confidence, Confidence::kHigh);
  EXPECT_EQ(merged[2].engines, (std::vector<std::string>{"sat", "absint"}));
}

// Instantiations of a template, in whatever order they come.
TEST(Merge, TheMessageCountsAllPlaces) {
  SourceText source;
  Finding a = at("/t.h", 3, "t"), b = at("/t.h", 3, "t");
  a.message = b.message = "it is lost: at line 5";
  a.lost = {{"/t.h", 5, 1}};
  b.lost = {{"/t.h", 5, 9}, {"/t.h", 7, 1}};
  b.message += " (and at 1 more place)";
  b.alloc = Location{"/w.h", 2, 1};
  b.alloc_function = "w";
  for (const auto &list :
       {std::vector<Finding>{a, b}, std::vector<Finding>{b, a}}) {
    std::vector<Finding> merged = merge(list, source);
    ASSERT_EQ(merged.size(), 1u);
    EXPECT_EQ(merged[0].message, "it is lost: at line 5 (and at 1 more place)");
    EXPECT_EQ(merged[0].lost,
              (std::vector<Location>{{"/t.h", 5, 1}, {"/t.h", 7, 1}}));
    EXPECT_EQ(merged[0].alloc_function, "w");
  }
}

TEST(Merge, FingerprintsKeepNoPathAndNoLine) {
  SourceText source;
  source.set("/a.c", "x = malloc(1);\nx = malloc(1);\ny = malloc(2);\n");
  source.set("/c.c", "\n\n\n  x  =  malloc(1);\n");
  auto prints = [&](std::vector<Finding> list) {
    std::vector<std::string> out;
    for (const Finding &f : merge(std::move(list), source))
      out.push_back(f.fingerprint);
    return out;
  };
  std::vector<std::string> a =
      prints({at("/a.c", 1, "f"), at("/a.c", 2, "f"), at("/a.c", 3, "f")});
  EXPECT_EQ(std::set<std::string>(a.begin(), a.end()).size(), 3u);
  EXPECT_EQ(prints({at("/c.c", 4, "f")})[0], a[0]);
  EXPECT_NE(prints({at("/c.c", 4, "g")})[0], a[0]);
}

} // namespace
} // namespace wt
