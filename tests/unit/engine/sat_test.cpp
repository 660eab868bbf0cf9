// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One row per rule of the sat engine: a small program, its findings, and where
// the summaries matter, those too.  Every witness is replayed.

#include "engine/sat/sat.h"

#include "finding/walker.h"
#include "program_text.h"

namespace wt::sat {
namespace {

std::unique_ptr<const model::ModelSet> models() {
  model::ModelSetBuilder builder;
  Status status = builder.add_shipped();
  EXPECT_TRUE(status) << status.error().text();
  return builder.build();
}

// Facts of one test: the behaviours live until the next one.
Facts facts(const Program &program, const model::ModelSet &models) {
  static std::unique_ptr<const infer::Behaviours> behaviours;
  behaviours = std::make_unique<const infer::Behaviours>(
      infer::infer(program, models, {.threads = 1}));
  return {program, models, *behaviours};
}

struct Row {
  const char *name;
  const char *program;
  const char *findings; // "function kind %site lost at op" per line
};

std::string findings_of(const test::ProgramText &text,
                        const test::BottomUp &run) {
  std::string out;
  for (const Verdict &verdict : run.verdicts) {
    std::string function(
        text.program->procedures()[verdict.site.procedure].name);
    const ir::Function &body = text.program->body(verdict.site.procedure);
    std::string line = function + " " + name_of(verdict.kind) + " " +
                       text.name(function, verdict.site.value);
    if (verdict.answer == Verdict::Answer::kUnknown)
      out += line + " unknown\n";
    if (verdict.answer != Verdict::Answer::kLeaks)
      continue;
    for (ir::ValueId at : verdict.losing) {
      std::string op = ir::name_of(body.insts[at].op);
      line += " " + op;
    }
    out += line + (verdict.is_at_exit ? " at exit" : "") + "\n";
  }
  return out;
}

void check_witnesses(const test::ProgramText &text,
                     const model::ModelSet &models, const test::BottomUp &run) {
  for (const Verdict &verdict : run.verdicts)
    for (const Witness &witness : verdict.witnesses) {
      Replay result = replay(*text.program, models, verdict, witness);
      EXPECT_NE(result.outcome, Replay::Outcome::kContradicted)
          << result.why << "\n"
          << text.source;
    }
}

const auto plain_name = [](const auto &info) {
  std::string out;
  for (char c : std::string(info.param.name))
    if (std::isalnum(c) || c == ' ')
      out += c == ' ' ? '_' : c;
  return out;
};

class Sat : public testing::TestWithParam<Row> {};

TEST_P(Sat, Finds) {
  static const std::unique_ptr<const model::ModelSet> all = models();
  test::ProgramText text(GetParam().program,
                         "global @g type ptr<i8> size 8 definition\n");
  ASSERT_TRUE(text.program);
  auto engine = make_engine(facts(*text.program, *all), {}, {});
  test::BottomUp run(*text.program, *engine);
  EXPECT_EQ(findings_of(text, run), GetParam().findings) << text.source;
  check_witnesses(text, *all, run);
}

const Row kRows[] = {
    {"never freed", R"(
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  return
}
)",
     "f leak p return\n"},
    {"freed", R"(
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @free(%p) type unknown
  return
}
)",
     ""},
    {"returned", R"(
function @f() result ptr<i8> {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  return %p
}
)",
     ""},
    {"freed if not null", R"(
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  %t = compare ne u1 %p, null
  branch %t -> b1, b2
b1:
  call void @free(%p) type unknown
  branch -> b2
b2:
  return
}
)",
     ""},
    {"lost on the error path only", R"(
function @f(%n i32) result ptr<i8> {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  %t = compare slt u1 %n, #0
  branch %t -> b1, b2
b1:
  return null
b2:
  return %p
}
)",
     "f leak p return\n"},
    {"two tests of one number agree", R"(
function @f(%n i32) result void {
b0:
  %t = compare sgt u1 %n, #9
  branch %t -> b1, b2
b1:
  %p = call ptr<i8> @malloc(#8) type unknown
  branch -> b3
b2:
  branch -> b3
b3:
  %q = phi ptr<i8> [b1: %p], [b2: null]
  %u = compare sge u1 %n, #10
  branch %u -> b4, b5
b4:
  call void @free(%q) type unknown
  branch -> b5
b5:
  return
}
)",
     ""},
    {"two tests of one number disagree", R"(
function @f(%n i32) result void {
b0:
  %t = compare sgt u1 %n, #9
  branch %t -> b1, b2
b1:
  %p = call ptr<i8> @malloc(#8) type unknown
  branch -> b3
b2:
  branch -> b3
b3:
  %q = phi ptr<i8> [b1: %p], [b2: null]
  %u = compare sgt u1 %n, #10
  branch %u -> b4, b5
b4:
  call void @free(%q) type unknown
  branch -> b5
b5:
  return
}
)",
     "f leak p return\n"},
    {"a buffer on the stack or on the heap", R"(
function @f(%n i32) result void {
  var $1 buffer [10 x i8]
b0:
  %s = slot ptr<i8> $1
  %t = compare slt u1 %n, #10
  branch %t -> b1, b2
b1:
  branch -> b3
b2:
  %p = call ptr<i8> @malloc(%n) type unknown
  branch -> b3
b3:
  %q = phi ptr<i8> [b1: %s], [b2: %p]
  %u = compare ne u1 %q, %s
  branch %u -> b4, b5
b4:
  call void @free(%q) type unknown
  branch -> b5
b5:
  return
}
)",
     ""},
    {"stored in a global, a parameter's field, a local", R"(
function @f(%out ptr<i8>) result void {
  var $1 local ptr<i8>
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  store @@g, %p
  %q = call ptr<i8> @malloc(#8) type unknown
  %at = field ptr<ptr<i8>> %out (unknown) +16
  store %at, %q
  %r = call ptr<i8> @malloc(#8) type unknown
  %l = slot ptr<ptr<i8>> $1
  store %l, %r
  return
}
)",
     "f leak r return\n"},
    {"freed through memory", R"(
function @f() result void {
  var $0 local ptr<i8>
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  %l = slot ptr<ptr<i8>> $0
  store %l, %p
  %q = load ptr<i8> %l
  call void @free(%q) type unknown
  return
}
)",
     ""},
    {"given to unknown code", R"(
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @mystery(%p) type unknown
  return
}
)",
     ""},
    {"only read by a known function", R"(
function @f() result void {
b0:
  %p = call ptr<i8> @strdup(null) type unknown
  %n = call u64 @strlen(%p) type unknown
  return
}
)",
     "f leak p return\n"},
    {"the owner is freed, its field is not", R"(
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  %q = call ptr<i8> @malloc(#8) type unknown
  store %p, %q
  call void @free(%p) type unknown
  return
}
)",
     "f leak q call\n"},
    {"a cycle is lost", R"(
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  %q = call ptr<i8> @malloc(#8) type unknown
  store %p, %q
  store %q, %p
  return
}
)",
     "f leak p return\nf leak q return\n"},
    {"a chain hangs on the result", R"(
function @f() result ptr<i8> {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  %q = call ptr<i8> @malloc(#8) type unknown
  store %p, %q
  return %p
}
)",
     ""},
    {"an interior pointer holds the object", R"(
function @f() result ptr<i8> {
b0:
  %p = call ptr<i8> @malloc(#32) type unknown
  %q = field ptr<i8> %p (unknown) +8
  return %q
}
)",
     ""},
    {"a tagged pointer holds the object", R"(
function @f() result u64 {
b0:
  %p = call ptr<i8> @malloc(#32) type unknown
  %n = cast ptrtoint u64 %p
  %one = cast zext u64 #1
  %m = binop or u64 %n, %one
  return %m
}
)",
     ""},
    {"overwritten by realloc", R"(
function @f(%n i32) result void {
  var $1 p ptr<i8>
b0:
  %p = call ptr<i8> @malloc(%n) type unknown
  assign $1, %p
  %q = call ptr<i8> @realloc(%p, %n) type unknown
  assign $1, %q
  call void @free(%q) type unknown
  return
}
)",
     "f leak p assign\n"},
    {"realloc handled", R"(
function @f(%n i32) result void {
b0:
  %p = call ptr<i8> @malloc(%n) type unknown
  %q = call ptr<i8> @realloc(%p, %n) type unknown
  %t = compare eq u1 %q, null
  branch %t -> b1, b2
b1:
  call void @free(%p) type unknown
  return
b2:
  call void @free(%q) type unknown
  return
}
)",
     ""},
    {"what a grown array held", R"(
function @f(%n i32) result ptr<i8> {
b0:
  %p = call ptr<i8> @malloc(%n) type unknown
  %x = call ptr<i8> @malloc(#8) type unknown
  store %p, %x
  %q = call ptr<i8> @realloc(%p, %n) type unknown
  %t = compare eq u1 %q, null
  branch %t -> b1, b2
b1:
  %y = load ptr<i8> %p
  call void @free(%y) type unknown
  call void @free(%p) type unknown
  return null
b2:
  return %q
}
)",
     ""},
    {"the process ends", R"(
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @exit(#1) noreturn type unknown
  unreachable
}
)",
     ""},
    {"main holds it to the end", R"(
function @main() result i32 {
  var $0 p ptr<i8>
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  assign $0, %p
  return #0
}
)",
     ""},
    {"main loses it before", R"(
function @main() result i32 {
  var $0 p ptr<i8>
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  assign $0, %p
  assign $0, null
  return #0
}
)",
     "main leak p assign\n"},
    {"a dereference proves it was not null", R"(
function @f(%s ptr<i8>) result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  store %s, #0
  %t = compare eq u1 %s, null
  branch %t -> b1, b2
b1:
  return
b2:
  call void @free(%p) type unknown
  return
}
)",
     ""},
};

INSTANTIATE_TEST_SUITE_P(Rules, Sat, testing::ValuesIn(kRows), plain_name);

const Row kLoops[] = {
    {"all elements freed", R"(
function @f(%n i32, %a ptr<ptr<i8>>) result void {
  var $2 array [64 x ptr<i8>]
b0:
  %s = slot ptr<ptr<i8>> $2
  branch -> b1
b1:
  %i = phi i32 [b0: #0], [b2: %j]
  %t = compare slt u1 %i, %n
  branch %t -> b2, b3
b2:
  %p = call ptr<i8> @malloc(#8) type unknown
  %e = element ptr<ptr<i8>> %s, %i x 8
  store %e, %p
  %j = binop add i32 %i, #1
  branch -> b1
b3:
  %k = phi i32 [b1: #0], [b4: %l]
  %u = compare slt u1 %k, %n
  branch %u -> b4, b5
b4:
  %d = element ptr<ptr<i8>> %s, %k x 8
  %q = load ptr<i8> %d
  call void @free(%q) type unknown
  %l = binop add i32 %k, #1
  branch -> b3
b5:
  return
}
)",
     ""},
    {"lost in every round", R"(
function @f(%n i32) result void {
b0:
  branch -> b1
b1:
  %i = phi i32 [b0: #0], [b2: %j]
  %t = compare slt u1 %i, %n
  branch %t -> b2, b3
b2:
  %p = call ptr<i8> @malloc(#8) type unknown
  %j = binop add i32 %i, #1
  branch -> b1
b3:
  return
}
)",
     "f leak p return\n"},
    {"code after a long loop is reached", R"(
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  branch -> b1
b1:
  %i = phi i32 [b0: #0], [b2: %j]
  %t = compare slt u1 %i, #10000
  branch %t -> b2, b3
b2:
  %j = binop add i32 %i, #1
  branch -> b1
b3:
  %q = call ptr<i8> @malloc(#8) type unknown
  return
}
)",
     "f leak p return\nf leak q return\n"},
    {"freed somewhere in a long loop", R"(
function @f() result void {
  var $0 array [10000 x ptr<i8>]
b0:
  %s = slot ptr<ptr<i8>> $0
  %p = call ptr<i8> @malloc(#8) type unknown
  %at = element ptr<ptr<i8>> %s, #77 x 8
  store %at, %p
  branch -> b1
b1:
  %i = phi i32 [b0: #0], [b2: %j]
  %t = compare slt u1 %i, #10000
  branch %t -> b2, b3
b2:
  %d = element ptr<ptr<i8>> %s, %i x 8
  %q = load ptr<i8> %d
  call void @free(%q) type unknown
  %j = binop add i32 %i, #1
  branch -> b1
b3:
  return
}
)",
     ""},
    {"the last round's value is used after the loop", R"(
function @f() result ptr<i8> {
b0:
  branch -> b1
b1:
  %p = call ptr<i8> @malloc(#8) type unknown
  %n = call i32 @mystery() type unknown
  %t = compare slt u1 %n, #0
  branch %t -> b2, b3
b2:
  call void @free(%p) type unknown
  branch -> b1
b3:
  return %p
}
)",
     ""},
    {"a list is built and freed", R"(
function @f(%n i32) result void {
b0:
  branch -> b1
b1:
  %i = phi i32 [b0: #0], [b3: %j]
  %head = phi ptr<i8> [b0: null], [b3: %p]
  %t = compare slt u1 %i, %n
  branch %t -> b2, b4
b2:
  %p = call ptr<i8> @malloc(#16) type unknown
  %z = compare eq u1 %p, null
  branch %z -> b4, b3
b3:
  %at = field ptr<ptr<i8>> %p (unknown) +8
  store %at, %head
  %j = binop add i32 %i, #1
  branch -> b1
b4:
  branch -> b5
b5:
  %x = phi ptr<i8> [b4: %head], [b6: %next]
  %u = compare ne u1 %x, null
  branch %u -> b6, b7
b6:
  %nx = field ptr<ptr<i8>> %x (unknown) +8
  %next = load ptr<i8> %nx
  call void @free(%x) type unknown
  branch -> b5
b7:
  return
}
)",
     ""},
};
INSTANTIATE_TEST_SUITE_P(Loops, Sat, testing::ValuesIn(kLoops), plain_name);

const Row kOthers[] = {
    {"freed twice", R"(
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @free(%p) type unknown
  call void @free(%p) type unknown
  return
}
)",
     "f double-free p call\n"},
    {"freed on two different paths", R"(
function @f(%n i32) result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  %t = compare eq u1 %n, #0
  branch %t -> b1, b2
b1:
  call void @free(%p) type unknown
  branch -> b2
b2:
  %u = compare ne u1 %n, #0
  branch %u -> b3, b4
b3:
  call void @free(%p) type unknown
  branch -> b4
b4:
  return
}
)",
     ""},
    {"used after it was freed", R"(
function @f() result i32 {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  store %p, #1
  call void @free(%p) type unknown
  %x = load i32 %p
  return %x
}
)",
     "f use-after-free p load\n"},
    {"a parameter freed twice", R"(
function @f(%p ptr<i8>) result void {
b0:
  call void @free(%p) type unknown
  call void @free(%p) type unknown
  return
}
)",
     "f double-free p call\n"},
    {"the wrong releaser", R"(
function @f() result void {
b0:
  %p = call ptr<i8> @fopen(null, null) type unknown
  call void @free(%p) type unknown
  return
}
)",
     "f mismatched-free p call\n"},
    {"a descriptor", R"(
function @f() result i32 {
b0:
  %d = call i32 @open(null, #0) type unknown
  %t = compare slt u1 %d, #0
  branch %t -> b1, b2
b1:
  return #1
b2:
  %n = call i32 @mystery() type unknown
  %u = compare eq u1 %n, #0
  branch %u -> b3, b4
b3:
  return #2
b4:
  call i32 @close(%d) type unknown
  return #0
}
)",
     "f resource-leak d return\n"},
    {"a failed descriptor is minus one", R"(
function @f() result i32 {
b0:
  %d = call i32 @open(null, #0) type unknown
  %t = compare eq u1 %d, #-1
  branch %t -> b1, b2
b1:
  return #1
b2:
  call i32 @close(%d) type unknown
  return #0
}
)",
     ""},
};
INSTANTIATE_TEST_SUITE_P(Others, Sat, testing::ValuesIn(kOthers), plain_name);

const Row kCalls[] = {
    {"a function pointer chosen on the way", R"(
function @ignore(%p ptr<i8>) result void {
b0:
  return
}
function @f(%n i32) result void {
b0:
  %t = compare eq u1 %n, #0
  %d = select ptr<i8> %t, @ignore, @free
  %p = call ptr<i8> @malloc(#8) type unknown
  call void %d(%p) type unknown
  return
}
)",
     "f leak p return\n"},
    {"both choices free", R"(
function @loud(%p ptr<i8>) result void {
b0:
  call void @free(%p) type unknown
  return
}
function @f(%n i32) result void {
b0:
  %t = compare eq u1 %n, #0
  %d = select ptr<i8> %t, @loud, @free
  %p = call ptr<i8> @malloc(#8) type unknown
  call void %d(%p) type unknown
  return
}
)",
     ""},
    {"an exception leaves before the free", R"(
function @risky(%n i32) result void {
b0:
  %t = compare eq u1 %n, #0
  branch %t -> b1, b2
b1:
  return
b2:
  call void @__cxa_throw(null, null, null) throws noreturn type unknown
  unreachable
}
function @f(%n i32) result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @risky(%n) throws type unknown
  call void @free(%p) type unknown
  return
}
)",
     "f leak p call\n"},
    {"a landing frees", R"(
function @risky(%n i32) result void {
b0:
  call void @__cxa_throw(null, null, null) throws noreturn type unknown
  unreachable
}
function @f(%n i32) result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @risky(%n) unwind throws type unknown -> b1, b2
b1:
  call void @free(%p) type unknown
  return
b2:
  %e = landing cleanup ptr<i8>
  call void @free(%p) type unknown
  rethrow %e
}
)",
     ""},
    {"the last typed handler catches", R"(
function @risky(%n i32) result void {
b0:
  call void @__cxa_throw(null, null, null) throws noreturn type unknown
  unreachable
}
function @f(%n i32) result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @risky(%n) unwind throws type unknown -> b1, b2
b1:
  call void @free(%p) type unknown
  return
b2:
  %e = landing catch ptr<i8>
  %s = unknown i32 "exception selector"
  %t = unknown i32 "llvm.eh.typeid.for"
  %c = compare eq u1 %s, %t
  branch %c -> b3, b4
b3:
  %x = call ptr<i8> @__cxa_begin_catch(%e) type unknown
  call void @__cxa_end_catch() throws type unknown
  branch -> b1
b4:
  rethrow %e
}
)",
     ""},
    {"past a typed handler to one for all", R"(
function @risky(%n i32) result void {
b0:
  call void @__cxa_throw(null, null, null) throws noreturn type unknown
  unreachable
}
function @f(%n i32) result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @risky(%n) unwind throws type unknown -> b1, b2
b1:
  call void @free(%p) type unknown
  return
b2:
  %e = landing catch ptr<i8>
  %s = unknown i32 "exception selector"
  %t = unknown i32 "llvm.eh.typeid.for"
  %c = compare eq u1 %s, %t
  branch %c -> b3, b4
b3:
  %x = call ptr<i8> @__cxa_begin_catch(%e) type unknown
  call void @__cxa_end_catch() throws type unknown
  branch -> b1
b4:
  %y = call ptr<i8> @__cxa_begin_catch(%e) type unknown
  call void @__cxa_end_catch() throws type unknown
  return
}
)",
     "f leak p return\n"},
    {"an unknown function is not taken to throw", R"(
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @mystery() throws type unknown
  call void @free(%p) type unknown
  return
}
)",
     ""},
    {"blocks of memory are copied", R"(
function @f(%out ptr<i8>) result void {
  var $1 local [16 x i8]
b0:
  %l = slot ptr<i8> $1
  %p = call ptr<i8> @malloc(#8) type unknown
  %at = field ptr<ptr<i8>> %l (unknown) +8
  store %at, %p
  memcopy %out, %l, #16
  return
}
function @k(%out ptr<i8>) result void {
  var $1 local [16 x i8]
b0:
  %l = slot ptr<i8> $1
  %p = call ptr<i8> @malloc(#8) type unknown
  %at = field ptr<ptr<i8>> %l (unknown) +8
  store %at, %p
  memcopy %out, %l, #8
  return
}
)",
     "k leak p return\n"},
    {"an index that is the same both times", R"(
function @f(%n i32) result void {
  var $1 array [64 x ptr<i8>]
b0:
  %s = slot ptr<ptr<i8>> $1
  %p = call ptr<i8> @malloc(#8) type unknown
  %a = element ptr<ptr<i8>> %s, %n x 8
  store %a, %p
  %b = element ptr<ptr<i8>> %s, %n x 8
  %q = load ptr<i8> %b
  call void @free(%q) type unknown
  return
}
)",
     ""},
    {"an index that may be another", R"(
function @f(%n i32, %m i32) result void {
  var $2 array [64 x ptr<i8>]
b0:
  %s = slot ptr<ptr<i8>> $2
  %p = call ptr<i8> @malloc(#8) type unknown
  %a = element ptr<ptr<i8>> %s, %n x 8
  store %a, %p
  %b = element ptr<ptr<i8>> %s, %m x 8
  %q = load ptr<i8> %b
  call void @free(%q) type unknown
  return
}
)",
     ""},
    {"nothing comes after the use of null", R"(
function @f(%n i32) result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  %x = load i8 null
  return
}
)",
     ""},
    {"nor after a callee uses it", R"(
function @s(%p ptr<i8>) result void {
b0:
  %x = load i8 %p
  return
}
function @f(%n i32) result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @s(null) type unknown
  return
}
)",
     ""},
    {"a modelled function reads its argument", R"(
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @free(%p) type unknown
  %n = call u64 @strlen(%p) type unknown
  return
}
)",
     "f use-after-free p call\n"},
};
INSTANTIATE_TEST_SUITE_P(Calls, Sat, testing::ValuesIn(kCalls), plain_name);

TEST(SatQuestions, AtExitIsAskedFor) {
  std::unique_ptr<const model::ModelSet> all = models();
  test::ProgramText text(R"(
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  call void @exit(#1) noreturn type unknown
  unreachable
}
)");
  auto engine = make_engine(facts(*text.program, *all), {.at_exit = true}, {});
  test::BottomUp run(*text.program, *engine);
  EXPECT_EQ(findings_of(text, run), "f leak p call at exit\n");
}

TEST(SatQuestions, AThrowingNewIsAskedFor) {
  std::unique_ptr<const model::ModelSet> all = models();
  test::ProgramText text(R"(
function @f() result void {
b0:
  %p = call ptr<i8> @_Znwm(#8) throws type unknown
  %q = call ptr<i8> @_Znwm(#8) throws type unknown
  call void @_ZdlPv(%q) type unknown
  call void @_ZdlPv(%p) type unknown
  return
}
)");
  auto silent = make_engine(facts(*text.program, *all), {}, {});
  EXPECT_EQ(findings_of(text, test::BottomUp(*text.program, *silent)), "");
  auto engine = make_engine(facts(*text.program, *all), {.oom_throws = true}, {});
  EXPECT_EQ(findings_of(text, test::BottomUp(*text.program, *engine)),
            "f leak p call\n");
}

TEST(SatBudget, AnExhaustedFunctionIsUnknownAndNamed) {
  std::unique_ptr<const model::ModelSet> all = models();
  test::ProgramText text(R"(
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  return
}
)");
  auto engine = make_engine(facts(*text.program, *all), {}, {.steps = 1});
  test::BottomUp run(*text.program, *engine);
  EXPECT_EQ(findings_of(text, run), "f leak p unknown\n");
  EXPECT_EQ(run.over_budget.size(), 1u);
  EXPECT_EQ(run.summary(*text.program->find("f")), "not understood\n");
}

struct SummaryRow {
  const char *name;
  const char *program; // the summary of @s is printed
  const char *summary;
  const char *findings;
};
class SatSummary : public testing::TestWithParam<SummaryRow> {};

TEST_P(SatSummary, Says) {
  std::unique_ptr<const model::ModelSet> all = models();
  test::ProgramText text(GetParam().program,
                         "global @g type ptr<i8> size 8 definition\n");
  ASSERT_TRUE(text.program);
  auto engine = make_engine(facts(*text.program, *all), {}, {});
  test::BottomUp run(*text.program, *engine);
  EXPECT_EQ(run.summary(*text.program->find("s")), GetParam().summary);
  EXPECT_EQ(findings_of(text, run), GetParam().findings) << text.source;
  check_witnesses(text, *all, run);
}

const SummaryRow kSummaries[] = {
    {"a wrapper of malloc", R"(
function @s(%n i32) result ptr<i8> {
b0:
  %p = call ptr<i8> @malloc(%n) type unknown
  return %p
}
function @f() result void {
b0:
  %p = call ptr<i8> @s(#8) type unknown
  return
}
)",
     "returns fresh or null\n", "f leak p return\n"},
    {"a wrapper that never fails", R"(
function @s(%n i32) result ptr<i8> {
b0:
  %p = call ptr<i8> @malloc(%n) type unknown
  %t = compare eq u1 %p, null
  branch %t -> b1, b2
b1:
  call void @abort() noreturn type unknown
  unreachable
b2:
  return %p
}
)",
     "returns fresh\n", ""},
    {"a function that only reads", R"(
function @s(%p ptr<i32>) result i32 {
b0:
  %x = load i32 %p
  return %x
}
function @f() result void {
b0:
  %p = call ptr<i32> @malloc(#8) type unknown
  %x = call i32 @s(%p) type unknown
  return
}
)",
     "needs param0\n", "f leak p return\n"},
    {"frees its argument and a field", R"(
function @s(%p ptr<i8>) result void {
b0:
  %t = compare eq u1 %p, null
  branch %t -> b1, b2
b1:
  return
b2:
  %at = field ptr<ptr<i8>> %p (unknown) +8
  %q = load ptr<i8> %at
  call void @free(%q) type unknown
  call void @free(%p) type unknown
  return
}
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#16) type unknown
  %t = compare eq u1 %p, null
  branch %t -> b1, b2
b1:
  return
b2:
  %q = call ptr<i8> @malloc(#16) type unknown
  %at = field ptr<ptr<i8>> %p (unknown) +8
  store %at, %q
  %r = call ptr<i8> @malloc(#16) type unknown
  store %p, %r
  call void @s(%p) type unknown
  return
}
)",
     "frees param0\nfrees param0->8\n", "f leak r call\n"},
    {"keeps its argument in a global", R"(
function @s(%p ptr<i8>) result void {
b0:
  store @@g, %p
  return
}
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#16) type unknown
  call void @s(%p) type unknown
  return
}
)",
     "writes global0[0] := param0\n", ""},
    {"puts its argument into another", R"(
function @s(%list ptr<i8>, %p ptr<i8>) result void {
b0:
  %at = field ptr<ptr<i8>> %list (unknown) +8
  store %at, %p
  return
}
function @f() result void {
  var $0 list [16 x i8]
b0:
  %l = slot ptr<i8> $0
  %p = call ptr<i8> @malloc(#16) type unknown
  call void @s(%l, %p) type unknown
  return
}
function @k(%l ptr<i8>) result void {
b0:
  %p = call ptr<i8> @malloc(#16) type unknown
  call void @s(%l, %p) type unknown
  return
}
)",
     "needs param0\nwrites param0[8] := param1\n", "f leak p return\n"},
    {"fresh in an out-parameter on success", R"(
function @s(%out ptr<ptr<i8>>) result i32 {
b0:
  %p = call ptr<i8> @malloc(#16) type unknown
  %t = compare eq u1 %p, null
  branch %t -> b1, b2
b1:
  return #-1
b2:
  store %out, %p
  return #0
}
function @f() result void {
  var $0 x ptr<i8>
b0:
  %x = slot ptr<ptr<i8>> $0
  %r = call i32 @s(%x) type unknown
  %t = compare ne u1 %r, #0
  branch %t -> b1, b2
b1:
  return
b2:
  %n = call i32 @mystery() type unknown
  %u = compare eq u1 %n, #0
  branch %u -> b3, b4
b3:
  return
b4:
  %p = load ptr<i8> %x
  call void @free(%p) type unknown
  return
}
)",
     "returns one of -1 0\n"
     "param0 == 0 only when result != 0\n"
     "param0 == 0 only when result < 0\n"
     "param0 == 0 only when result == -1\n"
     "writes param0[0] := fresh when result == 0 else unchanged\n",
     "f leak r return\n"},
    {"frees on failure only", R"(
function @s(%p ptr<i8>) result i32 {
b0:
  %n = call i32 @mystery() type unknown
  %t = compare eq u1 %n, #0
  branch %t -> b1, b2
b1:
  return #0
b2:
  call void @free(%p) type unknown
  return #-1
}
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#16) type unknown
  %r = call i32 @s(%p) type unknown
  %t = compare slt u1 %r, #0
  branch %t -> b1, b2
b1:
  return
b2:
  call void @free(%p) type unknown
  return
}
)",
     "returns one of -1 0\nfrees param0 when result != 0\n", ""},
    {"returns its argument", R"(
function @s(%p ptr<i8>) result ptr<i8> {
b0:
  return %p
}
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#16) type unknown
  %q = call ptr<i8> @s(%p) type unknown
  call void @free(%q) type unknown
  return
}
)",
     "returns param0\n", ""},
    {"does not return", R"(
function @s() result void {
b0:
  call void @abort() noreturn type unknown
  unreachable
}
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#16) type unknown
  call void @s() type unknown
  return
}
)",
     "does not return\n", ""},
    {"frees a list in a loop", R"(
function @s(%l ptr<i8>) result void {
b0:
  branch -> b1
b1:
  %x = phi ptr<i8> [b0: %l], [b2: %next]
  %u = compare ne u1 %x, null
  branch %u -> b2, b3
b2:
  %nx = field ptr<ptr<i8>> %x (unknown) +8
  %next = load ptr<i8> %nx
  call void @free(%x) type unknown
  branch -> b1
b3:
  return
}
function @f() result void {
b0:
  %a = call ptr<i8> @malloc(#16) type unknown
  %aa = field ptr<ptr<i8>> %a (unknown) +8
  %b = call ptr<i8> @malloc(#16) type unknown
  %bb = field ptr<ptr<i8>> %b (unknown) +8
  store %aa, %b
  %c = call ptr<i8> @malloc(#16) type unknown
  %cc = field ptr<ptr<i8>> %c (unknown) +8
  store %bb, %c
  %d = call ptr<i8> @malloc(#16) type unknown
  %dd = field ptr<ptr<i8>> %d (unknown) +8
  store %cc, %d
  store %dd, null
  call void @s(%a) type unknown
  return
}
)",
     "frees param0 with all it reaches\n"
     "frees param0->8 with all it reaches\n",
     ""},
    {"a descriptor is closed by its number", R"(
function @s(%d i32) result void {
b0:
  %x = call i32 @close(%d) type unknown
  return
}
function @f(%n ptr<i8>) result void {
b0:
  %d = call i32 @open(%n, #0) type unknown
  call void @s(%d) type unknown
  return
}
)",
     "frees param0\n", ""},
    {"a descriptor is stored", R"(
function @s(%p ptr<i32>, %d i32) result void {
b0:
  store %p, %d
  return
}
function @f(%n ptr<i8>, %p ptr<i32>) result void {
b0:
  %d = call i32 @open(%n, #0) type unknown
  call void @s(%p, %d) type unknown
  return
}
)",
     "needs param0\nkeeps param1\nwrites param0[0] := unknown\n", ""},
    {"new just when an argument is given", R"(
function @s(%out ptr<ptr<i8>>, %text ptr<i8>) result void {
b0:
  %t = compare eq u1 %text, null
  branch %t -> b1, b2
b1:
  store %out, null
  return
b2:
  %p = call ptr<i8> @malloc(#8) type unknown
  store %out, %p
  return
}
function @f(%text ptr<i8>) result void {
  var $1 p ptr<i8>
b0:
  %at = slot ptr<ptr<i8>> $1
  call void @s(%at, null) type unknown
  return
}
)",
     "needs param0\n"
     "writes param0[0] := 0 when param1 == 0 else fresh or null\n",
     ""},
    {"an old block of which nothing was asked", R"(
function @s(%p ptr<i8>, %n u64) result ptr<i8> {
b0:
  %r = call ptr<i8> @realloc(%p, %n) type unknown
  %t = compare eq u1 %r, null
  branch %t -> b1, b2
b1:
  %z = compare eq u1 %n, #0
  branch %z -> b2, b3
b2:
  return %r
b3:
  call void @abort() noreturn type unknown
  unreachable
}
function @f(%n u64) result ptr<i8> {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  %q = call ptr<i8> @s(%p, %n) type unknown
  return %q
}
)",
     "returns fresh or null\nparam1 != 0 only when result != 0\n"
     "keeps param0 when param1 == 0\nfrees param0 when result != 0\n",
     ""},
};
INSTANTIATE_TEST_SUITE_P(Calls, SatSummary, testing::ValuesIn(kSummaries),
                         plain_name);

} // namespace
} // namespace wt::sat
