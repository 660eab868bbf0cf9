// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The walker executes witnesses over small programs written as IR text.

#include "witness/walker.h"

#include "../finding/program_text.h"

namespace wt {
namespace {

using namespace test;
using Outcome = Replay::Outcome;

// f(bad): p = malloc(8); if (!p) return; if (bad) return; free(p); return
const char *kBranches = R"(
function @f result void {
  var $0 bad i32 param
  var $1 p ptr<void> promoted
  %0 = param i32 $0
  %1 = int u64 8
  %2 = function unknown @malloc
  %3 = function unknown @free
  %4 = null ptr<void>
  %5 = int i32 0
b0:
  %6 = call ptr<void> %2(%1)
  %7 = assign $1, %6
  %8 = compare ne u1 %6, %4
  %9 = branch %8 "p" -> b1, b4
b1:
  %10 = compare ne u1 %0, %5
  %11 = branch %10 "bad" -> b2, b3
b2:
  %12 = return
b3:
  %13 = call void %3(%6)
  %14 = return
b4:
  %15 = return
}
)";

Replay run(const TestProgram &p, const Verdict &verdict) {
  return replay(*p.program, *p.models, verdict, verdict.witnesses[0]);
}

Replay walk(const char *text, unsigned site, std::vector<WitnessStep> steps,
            unsigned last) {
  TestProgram p = make_program(text);
  return run(p, leak(p.call_site("f", site), std::move(steps), last));
}

void expect(const Replay &replay, Outcome outcome, const char *why = "") {
  EXPECT_STREQ(name_of(replay.outcome), name_of(outcome)) << replay.why;
  EXPECT_NE(replay.why.find(why), std::string::npos) << replay.why;
}

TEST(Walker, ConfirmsALeakOnOneBranch) {
  expect(walk(kBranches, 6, {to_block(1), to_block(2)}, 12),
         Outcome::kConfirmed);
}

TEST(Walker, AcceptsTheEntryBlockAsAStep) {
  expect(walk(kBranches, 6, {to_block(0), to_block(1), to_block(2)}, 12),
         Outcome::kConfirmed);
}

TEST(Walker, SeesThatTheObjectIsFreed) {
  expect(walk(kBranches, 6, {to_block(1), to_block(3)}, 14),
         Outcome::kContradicted, "freed");
}

TEST(Walker, SeesThatTheAllocationFailed) {
  expect(walk(kBranches, 6, {to_block(4)}, 15), Outcome::kContradicted,
         "does not exist");
}

TEST(Walker, RefusesAnEdgeThatDoesNotExist) {
  expect(walk(kBranches, 6, {to_block(2)}, 12), Outcome::kContradicted, "edge");
  expect(walk(kBranches, 6, {to_block(99)}, 12), Outcome::kContradicted,
         "block");
}

TEST(Walker, RefusesToEndElsewhere) {
  expect(walk(kBranches, 6, {to_block(1)}, 12), Outcome::kContradicted,
         "before the losing place");
  expect(walk(kBranches, 13, {to_block(1), to_block(2)}, 12),
         Outcome::kContradicted, "does not pass");
}

// A caller of @make, whose body the walker runs by itself.
std::string caller_of(const char *make) {
  return std::string(make) + R"(
function @f result void {
  var $0 c u8 param
  %0 = param u8 $0
  %1 = function unknown @make
b0:
  %2 = call ptr<void> %1(%0)
  %3 = return
}
)";
}

Replay walk_caller(const char *make) {
  TestProgram p = make_program(caller_of(make).c_str());
  return run(p, leak(p.call_site("f", 2), {}, 3));
}

// p = malloc(8); if (c > 255) return p; free(p); return 0: no object is left,
// whatever the engine's summary of @make says.
TEST(Walker, MakesUpNoObjectThatTheCalleeDoesNotReturn) {
  expect(walk_caller(R"(
function @make result ptr<void> {
  var $0 c u8 param
  %0 = param u8 $0
  %1 = int u64 8
  %2 = function unknown @malloc
  %3 = function unknown @free
  %4 = int i32 255
  %5 = null ptr<void>
b0:
  %6 = call ptr<void> %2(%1)
  %7 = cast zext i32 %0
  %8 = compare sgt u1 %7, %4
  %9 = branch %8 "c > 255" -> b1, b2
b1:
  %10 = return %6
b2:
  %11 = call void %3(%6)
  %12 = return %5
}
)"),
         Outcome::kContradicted, "makes no object");
}

TEST(Walker, FindsTheWayThroughTheCalleeThatReturnsAnObject) {
  expect(walk_caller(R"(
function @make result ptr<void> {
  var $0 c u8 param
  %0 = param u8 $0
  %1 = int u64 8
  %2 = function unknown @malloc
  %3 = int u8 5
  %4 = null ptr<void>
b0:
  %5 = compare eq u1 %0, %3
  %6 = branch %5 "c == 5" -> b1, b2
b1:
  %7 = call ptr<void> %2(%1)
  %8 = return %7
b2:
  %9 = return %4
}
)"),
         Outcome::kConfirmed);
}

TEST(Walker, IsUndecidedAboutWhatUnknownCodeReturns) {
  expect(walk_caller(R"(
function @make result ptr<void> {
  var $0 c u8 param
  %0 = param u8 $0
  %1 = function unknown @nobody_knows
b0:
  %2 = call ptr<void> %1(%0)
  %3 = return %2
}
function @nobody_knows type fn(u8) -> ptr<void> result ptr<void>
)"),
         Outcome::kUndecided, "not seen");
}

// The callee calls itself without end: a depth limit, then undecided.
TEST(Walker, IsUndecidedAboutRecursionWithoutAnEnd) {
  expect(walk_caller(R"(
function @make result ptr<void> {
  var $0 c u8 param
  %0 = param u8 $0
  %1 = function unknown @make
b0:
  %2 = call ptr<void> %1(%0)
  %3 = return %2
}
)"),
         Outcome::kUndecided, "not seen");
}

// The path passes the call twice; the second time it makes none.  The object of
// the first time is lost all the same.
TEST(Walker, KeepsTheObjectOfAnEarlierPassWhenALaterOneMakesNone) {
  TestProgram p = make_program(R"(
function @make result ptr<void> {
  var $0 c i32 param
  %0 = param i32 $0
  %1 = int u64 8
  %2 = function unknown @malloc
  %3 = int i32 0
  %4 = null ptr<void>
b0:
  %5 = compare eq u1 %0, %3
  %6 = branch %5 "c == 0" -> b1, b2
b1:
  %7 = call ptr<void> %2(%1)
  %8 = return %7
b2:
  %9 = return %4
}
function @f result void {
  %0 = int i32 0
  %1 = int i32 1
  %2 = int i32 2
  %3 = function unknown @make
b0:
  %4 = branch -> b1
b1:
  %5 = phi i32 [b0: %0], [b1: %7]
  %6 = call ptr<void> %3(%5)
  %7 = binop add i32 %5, %1
  %8 = compare slt u1 %7, %2
  %9 = branch %8 "i < 2" -> b1, b2
b2:
  %10 = return
}
)");
  Verdict twice =
      leak(p.call_site("f", 6), {to_block(1), to_block(1), to_block(2)}, 10);
  expect(run(p, twice), Outcome::kConfirmed);
}

// The callee returns what it was given: an older object, not one of its own.
TEST(Walker, DoesNotTakeAnOlderObjectForANewOne) {
  TestProgram p = make_program(R"(
function @make result ptr<void> {
  var $0 p ptr<void> param
  %0 = param ptr<void> $0
b0:
  %1 = return %0
}
function @f result void {
  %0 = int u64 8
  %1 = function unknown @malloc
  %2 = function unknown @make
b0:
  %3 = call ptr<void> %1(%0)
  %4 = call ptr<void> %2(%3)
  %5 = return
}
)");
  expect(run(p, leak(p.call_site("f", 4), {}, 5)), Outcome::kUndecided,
         "not seen");
  expect(run(p, leak(p.call_site("f", 3), {}, 5)), Outcome::kConfirmed);
}

// make(out): *out is written on one branch only, and not by an allocation.
TEST(Walker, MakesUpNoObjectInACellThatTheCalleeDoesNotWrite) {
  const char *text = R"(
function @nobody_knows type fn() -> ptr<void> result ptr<void>
function @make result void {
  var $0 out ptr<ptr<void>> param
  var $1 c u8 param
  %0 = param ptr<ptr<void>> $0
  %1 = param u8 $1
  %2 = int u8 5
  %3 = function unknown @nobody_knows
b0:
  %4 = compare eq u1 %1, %2
  %5 = branch %4 "c == 5" -> b1, b2
b1:
  %6 = call ptr<void> %3()
  %7 = store %0, %6
  %8 = branch -> b2
b2:
  %9 = return
}
function @f result void {
  var $0 p ptr<void>
  %0 = int u8 4
  %1 = int u8 5
  %2 = function unknown @make
b0:
  %3 = slot ptr<ptr<void>> $0
  %4 = call void %2(%3, %0)
  %5 = call void %2(%3, %1)
  %6 = return
}
)";
  TestProgram p = make_program(text);
  auto out_of = [&](unsigned call) {
    Site site = p.call_site("f", call);
    site.place = {model::Place::Root::kArgument, 0, 1};
    return leak(site, {}, 6);
  };
  expect(run(p, out_of(4)), Outcome::kContradicted, "makes no object");
  expect(run(p, out_of(5)), Outcome::kUndecided, "not seen");
}

// The site is the cell s->p: what it held at entry is the site's statement;
// what it holds after unknown code is not known.
TEST(Walker, TakesFromACellOnlyWhatItHeldAtEntry) {
  TestProgram p = make_program(R"(
function @touch type fn(ptr<ptr<void>>) -> void result void
function @nobody_knows type fn() -> ptr<void> result ptr<void>
function @f result void {
  var $0 s ptr<ptr<void>> param
  %0 = param ptr<ptr<void>> $0
  %1 = function unknown @free
  %2 = function unknown @touch
  %3 = function unknown @nobody_knows
  %4 = null ptr<void>
b0:
  %5 = load ptr<void> %0
  %6 = call ptr<void> %3()
  %7 = store %0, %6
  %8 = load ptr<void> %0
  %9 = store %0, %4
  %10 = load ptr<void> %0
  %11 = call void %2(%0)
  %12 = load ptr<void> %0
  %13 = store %0, %4
  %14 = return
}
)");
  auto lost_from = [&](unsigned load, unsigned last) {
    Verdict verdict = leak(p.call_site("f", load), {}, last);
    verdict.site.kind = Site::Kind::kLoad;
    return run(p, verdict);
  };
  expect(lost_from(5, 7), Outcome::kConfirmed);
  expect(lost_from(8, 9), Outcome::kUndecided, "not seen");
  expect(lost_from(10, 13), Outcome::kContradicted, "nothing is held");
  expect(lost_from(12, 13), Outcome::kUndecided, "not seen");
}

TEST(Walker, BelievesAValueUnlessItIsImpossible) {
  WitnessStep bad;
  bad.kind = WitnessStep::Kind::kValue;
  bad.value = ir::ValueId(0);
  bad.number = 7;
  expect(walk(kBranches, 6, {bad, to_block(1), to_block(2)}, 12),
         Outcome::kConfirmed);
  // The blocks fit other values, so the path as such is not refuted.
  bad.number = 0;
  expect(walk(kBranches, 6, {bad, to_block(1), to_block(2)}, 12),
         Outcome::kUndecided, "against its condition");
  WitnessStep null = bad; // the call itself returns null
  null.value = ir::ValueId(6);
  expect(walk(kBranches, 6, {null, to_block(1), to_block(2)}, 12),
         Outcome::kUndecided, "against its condition");
  expect(walk(kBranches, 6, {bad, to_block(1), to_block(3)}, 14),
         Outcome::kContradicted, "freed");
}

// if (bad) { p = malloc } ... if (bad) free(p): the same test twice.
TEST(Walker, RefusesOppositeAnswersToOneQuestion) {
  const char *text = R"(
function @f result void {
  var $0 n i32 param
  %0 = param i32 $0
  %1 = int u64 8
  %2 = function unknown @malloc
  %3 = function unknown @free
  %4 = int i32 3
  %5 = int i32 10
b0:
  %6 = call ptr<void> %2(%1)
  %7 = compare sgt u1 %0, %4
  %8 = branch %7 "n > 3" -> b1, b2
b1:
  %9 = call void %3(%6)
  %10 = branch -> b2
b2:
  %11 = compare sgt u1 %0, %5
  %12 = branch %11 "n > 10" -> b3, b4
b3:
  %13 = return
b4:
  %14 = return
}
)";
  expect(walk(text, 6, {to_block(2), to_block(3)}, 13), Outcome::kContradicted,
         "against its condition");
  expect(walk(text, 6, {to_block(2), to_block(4)}, 14), Outcome::kConfirmed);
}

TEST(Walker, SeesWhatIsReachable) {
  const char *text = R"(
function @f result ptr<void> {
  var $0 out ptr<ptr<void>> param
  var $1 how i32 param
  var $2 box %pair
  %0 = param ptr<ptr<void>> $0
  %1 = param i32 $1
  %2 = int u64 8
  %3 = function unknown @malloc
  %4 = global ptr<ptr<i8>> @keeper
  %5 = null ptr<void>
b0:
  %6 = slot ptr<%pair> $2
  %7 = call ptr<void> %3(%2)
  %8 = field ptr<ptr<i8>> %6 (%pair, 1) +8
  %9 = store %8, %7
  %10 = switch %1 [1, 2, 3] "how" -> b1, b2, b3, b4
b1:
  %11 = return %5
b2:
  %12 = load ptr<i8> %8
  %13 = store %0, %12
  %14 = return %5
b3:
  %15 = load ptr<i8> %8
  %16 = store %4, %15
  %17 = return %5
b4:
  %18 = load ptr<i8> %8
  %19 = return %18
}
)";
  expect(walk(text, 7, {to_block(1)}, 11), Outcome::kConfirmed);
  expect(walk(text, 7, {to_block(2)}, 14), Outcome::kContradicted, "reached");
  expect(walk(text, 7, {to_block(3)}, 17), Outcome::kContradicted, "reached");
  expect(walk(text, 7, {to_block(4)}, 19), Outcome::kContradicted, "reached");
}

TEST(Walker, OverwritingIsLosingUnlessALocalStillHoldsIt) {
  const char *text = R"(
function @f result void {
  %0 = int u64 8
  %1 = function unknown @malloc
  %2 = function unknown @free
  %3 = global ptr<ptr<i8>> @keeper
  %4 = null ptr<i8>
b0:
  %5 = call ptr<void> %1(%0)
  %6 = store %3, %5
  %7 = store %3, %4
  %8 = call ptr<void> %1(%0)
  %9 = store %3, %8
  %10 = store %3, %4
  %11 = call void %2(%8)
  %12 = return
}
)";
  expect(walk(text, 5, {}, 7), Outcome::kConfirmed);
  expect(walk(text, 5, {}, 6), Outcome::kContradicted, "reached");
  expect(walk(text, 8, {}, 10), Outcome::kContradicted, "reached");
}

TEST(Walker, ReallocFreesOnlyWhenItSucceeds) {
  const char *text = R"(
function @f result void {
  %0 = int u64 8
  %1 = function unknown @malloc
  %2 = function unknown @realloc
  %3 = function unknown @free
  %4 = null ptr<void>
b0:
  %5 = call ptr<void> %1(%0)
  %6 = call ptr<void> %2(%5, %0)
  %7 = compare eq u1 %6, %4
  %8 = branch %7 "!q" -> b1, b2
b1:
  %9 = return
b2:
  %10 = call void %3(%6)
  %11 = return
}
)";
  expect(walk(text, 5, {to_block(1)}, 9), Outcome::kConfirmed);
  expect(walk(text, 5, {to_block(2)}, 11), Outcome::kContradicted, "freed");
  expect(walk(text, 6, {to_block(2)}, 11), Outcome::kContradicted, "freed");
}

TEST(Walker, OutParametersAreFreshWhenTheResultSaysSo) {
  const char *text = R"(
function @f result void {
  var $0 s ptr<i8>
  %0 = function unknown @asprintf
  %1 = null ptr<i8>
  %2 = int i32 0
b0:
  %3 = slot ptr<ptr<i8>> $0
  %4 = call i32 %0(%3, %1)
  %5 = compare slt u1 %4, %2
  %6 = branch %5 "n < 0" -> b1, b2
b1:
  %7 = return
b2:
  %8 = return
}
)";
  TestProgram p = make_program(text);
  model::Place out{model::Place::Root::kArgument, 0, 1};
  Site site = p.call_site("f", 4, out);
  expect(run(p, leak(site, {to_block(2)}, 8)), Outcome::kConfirmed);
  expect(run(p, leak(site, {to_block(1)}, 7)), Outcome::kContradicted,
         "does not exist");
}

// make() returns malloc(8); f enters it, and loses the result.
const char *kWrapper = R"(
function @make result ptr<void> {
  %0 = int u64 8
  %1 = function unknown @malloc
b0:
  %2 = call ptr<void> %1(%0)
  %3 = return %2
}
function @look result void {
  var $0 p ptr<void> param
  %0 = param ptr<void> $0
  %1 = function unknown @puts
b0:
  %2 = call i32 %1(%0)
  %3 = return
}
function @f result void {
  %0 = function unknown @make
  %1 = function unknown @look
  %2 = function unknown @mystery
b0:
  %3 = call ptr<void> %0()
  %4 = call void %1(%3)
  %5 = branch -> b1
b1:
  %6 = call void %2(%3)
  %7 = return
}
)";

TEST(Walker, FollowsACallThatIsEntered) {
  TestProgram p = make_program(kWrapper);
  WitnessStep enter, leave;
  enter.kind = WitnessStep::Kind::kEnter;
  enter.value = ir::ValueId(3);
  enter.callee = p.procedure("make");
  leave.kind = WitnessStep::Kind::kLeave;
  Site site = p.call_site("f", 3);
  // Still used by look() after the call, no longer after look().
  expect(run(p, leak(site, {enter, leave}, 4)), Outcome::kContradicted,
         "reached");
  expect(run(p, leak(site, {enter, leave, to_block(1)}, 7)),
         Outcome::kUndecided, "mystery");
  enter.callee = p.procedure("look");
  expect(run(p, leak(site, {enter, leave}, 4)), Outcome::kContradicted,
         "does not lead");
}

TEST(Walker, LooksIntoBodiesThatAreNotEntered) {
  // look() only reads, drop() frees.
  const char *text = R"(
function @look result void {
  var $0 p ptr<void> param
  %0 = param ptr<void> $0
  %1 = function unknown @puts
b0:
  %2 = call i32 %1(%0)
  %3 = return
}
function @drop result void {
  var $0 p ptr<void> param
  %0 = param ptr<void> $0
  %1 = function unknown @free
b0:
  %2 = call void %1(%0)
  %3 = return
}
function @f result void {
  %0 = int u64 8
  %1 = function unknown @malloc
  %2 = function unknown @look
  %3 = function unknown @drop
b0:
  %4 = call ptr<void> %1(%0)
  %5 = call void %2(%4)
  %6 = call ptr<void> %1(%0)
  %7 = call void %3(%6)
  %8 = return
}
)";
  expect(walk(text, 4, {}, 8), Outcome::kConfirmed);
  expect(walk(text, 6, {}, 8), Outcome::kContradicted, "freed");
}

TEST(Walker, GuessesTheWayThroughBodiesThatAreNotEntered) {
  // drop_some frees when n is 7; never returns when n is 8.
  const char *text = R"(
function @drop_some result void {
  var $0 p ptr<void> param
  var $1 n i32 param
  %0 = param ptr<void> $0
  %1 = param i32 $1
  %2 = function unknown @free
  %3 = int i32 7
  %4 = int i32 8
b0:
  %5 = compare eq u1 %1, %3
  %6 = branch %5 "n == 7" -> b1, b2
b1:
  %7 = call void %2(%0)
  %8 = return
b2:
  %9 = compare ne u1 %1, %4
  %10 = branch %9 "n != 8" -> b4, b3
b3:
  %11 = unreachable
b4:
  %12 = return
}
function @f result void {
  var $0 n i32 param
  %0 = param i32 $0
  %1 = int u64 8
  %2 = function unknown @malloc
  %3 = function unknown @drop_some
  %4 = int i32 7
b0:
  %5 = call ptr<void> %2(%1)
  %6 = call void %3(%5, %0)
  %7 = compare eq u1 %0, %4
  %8 = branch %7 "n == 7" -> b1, b2
b1:
  %9 = return
b2:
  %10 = return
}
)";
  expect(walk(text, 5, {to_block(2)}, 10), Outcome::kConfirmed);
  expect(walk(text, 5, {to_block(1)}, 9), Outcome::kContradicted);
}

TEST(Walker, LeavesLongBodiesAlone) {
  const char *text = R"(
function @spin result void {
  var $0 p ptr<void> param
  %0 = param ptr<void> $0
  %1 = function unknown @free
b0:
  %2 = branch -> b0
}
function @f result void {
  %0 = int u64 8
  %1 = function unknown @malloc
  %2 = function unknown @spin
b0:
  %3 = call ptr<void> %1(%0)
  %4 = call void %2(%3)
  %5 = return
}
)";
  expect(walk(text, 3, {}, 5), Outcome::kConfirmed); // spin() keeps nothing
}

// f(bad): many(); p = malloc(8); if (bad) { if (!bad) return; } return
std::string behind_many_ways() {
  std::string text = R"(
function @many result void {
  %0 = function unknown @puts
  %1 = int i32 0
  %2 = null ptr<i8>
)";
  constexpr int kBranches = 6; // 64 ways
  int value = 3;
  auto number = [&] { return "%" + std::to_string(value++); };
  for (int i = 0; i < kBranches; ++i) {
    text += "b" + std::to_string(2 * i) + ":\n";
    std::string asked = number(), tested = number();
    text += "  " + asked + " = call i32 %0(%2)\n";
    text += "  " + tested + " = compare ne u1 " + asked + ", %1\n";
    text += "  " + number() + " = branch " + tested + " \"x\" -> b" +
            std::to_string(2 * i + 1) + ", b" + std::to_string(2 * i + 2) +
            "\n";
    text += "b" + std::to_string(2 * i + 1) + ":\n  " + number() +
            " = branch -> b" + std::to_string(2 * i + 2) + "\n";
  }
  return text + "b" + std::to_string(2 * kBranches) + ":\n  " + number() +
         " = return\n}\n" + R"(
function @f result void {
  var $0 bad i32 param
  var $1 p ptr<void> promoted
  %0 = param i32 $0
  %1 = int u64 8
  %2 = function unknown @malloc
  %3 = function unknown @many
  %4 = int i32 0
b0:
  %5 = call void %3()
  %6 = call ptr<void> %2(%1)
  %7 = assign $1, %6
  %8 = compare ne u1 %0, %4
  %9 = branch %8 "bad" -> b1, b2
b1:
  %10 = compare eq u1 %0, %4
  %11 = branch %10 "!bad" -> b3, b2
b2:
  %12 = return
b3:
  %13 = return
}
)";
}

TEST(Walker, APathIsImpossibleWhateverItsCalleesDo) {
  TestProgram p = make_program(behind_many_ways().c_str());
  auto is_impossible = [&](std::vector<WitnessStep> steps, unsigned last) {
    Verdict verdict = leak(p.call_site("f", 6), std::move(steps), last);
    return wt::is_impossible(*p.program, *p.models, verdict,
                             verdict.witnesses[0]);
  };
  EXPECT_TRUE(is_impossible({to_block(1), to_block(3)}, 13));
  EXPECT_FALSE(is_impossible({to_block(2)}, 12));
}

TEST(Walker, DoubleFreeNeedsTwoFrees) {
  const char *text = R"(
function @f result void {
  %0 = int u64 8
  %1 = function unknown @malloc
  %2 = function unknown @free
b0:
  %3 = call ptr<void> %1(%0)
  %4 = call void %2(%3)
  %5 = call void %2(%3)
  %6 = return
}
)";
  TestProgram p = make_program(text);
  Verdict twice = leak(p.call_site("f", 3), {}, 5);
  twice.kind = FindingKind::kDoubleFree;
  expect(run(p, twice), Outcome::kConfirmed);
  Verdict once = leak(p.call_site("f", 3), {}, 4);
  once.kind = FindingKind::kDoubleFree;
  expect(run(p, once), Outcome::kUndecided);
}

TEST(Walker, FreeingTheOwnerLosesWhatItHolds) {
  const char *text = R"(
function @f result void {
  var $0 owner ptr<%pair> param
  %0 = param ptr<%pair> $0
  %1 = int u64 8
  %2 = function unknown @malloc
  %3 = function unknown @free
b0:
  %4 = call ptr<void> %2(%1)
  %5 = field ptr<ptr<i8>> %0 (%pair, 0) +0
  %6 = store %5, %4
  %7 = call void %3(%0)
  %8 = return
}
)";
  expect(walk(text, 4, {}, 6), Outcome::kContradicted, "reached");
  expect(walk(text, 4, {}, 7), Outcome::kConfirmed);
}

TEST(Walker, LoopsMakeNewObjects) {
  // do { p = malloc(8); } while (again()); free(p)
  const char *text = R"(
function @f result void {
  var $0 n i32 param
  var $1 p ptr<void> promoted
  %0 = param i32 $0
  %1 = int u64 8
  %2 = function unknown @malloc
  %3 = function unknown @free
  %4 = int i32 0
  %5 = int i32 1
b0:
  %6 = branch -> b1
b1:
  %7 = phi i32 [b0: %0], [b1: %10]
  %8 = call ptr<void> %2(%1)
  %9 = assign $1, %8
  %10 = binop sub i32 %7, %5
  %11 = compare sgt u1 %10, %4
  %12 = branch %11 "--n > 0" -> b1, b2
b2:
  %13 = call void %3(%8)
  %14 = return
}
)";
  expect(walk(text, 8, {to_block(1), to_block(2)}, 14), Outcome::kContradicted,
         "freed");
  expect(walk(text, 8, {to_block(1), to_block(1)}, 9), Outcome::kConfirmed);
}

TEST(Walker, SurvivesNonsense) {
  TestProgram p = make_program(kBranches);
  Verdict v = leak(p.call_site("f", 6), {}, 100000);
  expect(run(p, v), Outcome::kContradicted);
  WitnessStep step;
  step.kind = WitnessStep::Kind::kEnter;
  step.value = ir::ValueId(0);
  step.callee = p.procedure("f");
  v = leak(p.call_site("f", 6), {step}, 12);
  expect(run(p, v), Outcome::kContradicted);
  step.kind = WitnessStep::Kind::kValue;
  step.value = ir::ValueId(100000);
  v = leak(p.call_site("f", 6), {step}, 12);
  expect(run(p, v), Outcome::kContradicted);
  v = leak(p.call_site("f", 6), {}, 12);
  v.witnesses[0].procedure = p.procedure("malloc");
  expect(run(p, v), Outcome::kContradicted, "no body");
}

} // namespace
} // namespace wt
