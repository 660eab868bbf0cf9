// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Do calls by pointer reach what is stored where the pointer comes from?
//
// The programs are in the text form of the IR.  All have the handlers @one to
// @four, whose addresses are taken, and the same small types.

#include "ir/parse.h"
#include "ir/verify.h"
#include "unit_builder.h"

#include <gtest/gtest.h>

namespace wt::test {
namespace {

constexpr const char *kTypes = R"(
type #1 = fn(ptr<void>) -> void
type #2 = ptr<#1>
record %ops size 16 {
  0: read #2
  8: write #2
}
record %other size 16 {
  0: read #2
  8: write #2
}
union %choice size 16 {
  0: f #2
  0: g ptr<fn() -> void>
  0: ops %ops
}
record %outer size 80 {
  0: x i32
  8: ops %ops
  24: list [3 x #2]
  48: u %choice
  64: next ptr<%outer>
}
)";

std::string handlers() {
  std::string out;
  for (const char *name : {"one", "two", "three", "four"})
    out += std::string("function @") + name +
           " internal address_taken type #1 result void {\n"
           "  var $0 p ptr<void> param\n"
           "  %0 = param ptr<void> $0\n"
           "b0:\n"
           "  %1 = return\n"
           "}\n";
  return out;
}

std::unique_ptr<const ir::Unit> unit(const std::string &file,
                                     const std::string &text) {
  std::string source =
      "watertight-ir 1\nunit c \"" + file + "\" lines 0\n" + kTypes + text;
  Result<ir::Unit> parsed = ir::parse_unit(source, "test");
  if (!parsed) {
    ADD_FAILURE() << parsed.error().text() << "\n" << source;
    return std::make_unique<ir::Unit>();
  }
  for (const std::string &problem : ir::verify(*parsed))
    ADD_FAILURE() << problem << "\n" << source;
  return std::make_unique<const ir::Unit>(std::move(*parsed));
}

// A function whose body is `leaves` and, in its only block, `insts`.
std::string function(const std::string &name, const std::string &leaves,
                     const std::string &insts,
                     const std::string &properties = "") {
  return "function @" + name + " type unknown result void " + properties +
         "{\n" + leaves + "b0:\n" + insts + "  return\n}\n";
}

// For the first call by pointer of `caller`.
std::string reached(std::vector<std::unique_ptr<const ir::Unit>> units,
                    std::string_view caller = "run") {
  auto program = link(std::move(units));
  ProcedureId p = *program->find(caller);
  const ir::Function &f = program->body(p);
  for (ValueId v : f.insts.ids()) {
    if (f.insts[v].op != Op::kCall || f.insts[f.callee(v)].op == Op::kFunction)
      continue;
    CallTargets found = program->targets(p, v);
    const char *words[] = {"exact ", "stored ", "by type "};
    return words[static_cast<int>(found.certainty)] +
           names(*program, found.procedures);
  }
  return "no call";
}

std::string reached(const std::string &text) {
  std::vector<std::unique_ptr<const ir::Unit>> units;
  units.push_back(unit("/p/a.c", handlers() + text));
  return reached(std::move(units));
}

constexpr const char *kByType = "by type a.c:one a.c:two a.c:three a.c:four";

// run(p): p->FIELD(p) of a record.
std::string run_field(const std::string &record, const std::string &field) {
  return function("run",
                  "  var $0 p ptr<%" + record + "> param\n" +
                      "  %0 = param ptr<%" + record + "> $0\n",
                  "  %1 = field ptr<#2> %0 (%" + record + ", " + field +
                      "\n  %2 = load #2 %1\n"
                      "  %3 = call void %2(%0) type #1\n");
}

// NAME(p): p->FIELD = @handler
std::string store_field(const std::string &name, const std::string &record,
                        const std::string &field, const std::string &handler) {
  return function(name,
                  "  var $0 p ptr<%" + record + "> param\n" +
                      "  %0 = param ptr<%" + record + "> $0\n" +
                      "  %1 = function #2 @" + handler + "\n",
                  "  %2 = field ptr<#2> %0 (%" + record + ", " + field +
                      "\n  %3 = store %2, %1\n");
}

TEST(StoredFunctions, StaticTableReachedThroughAPointer) {
  const char *table = "global @table internal definition constant complete "
                      "type [2 x %ops] size 32 {\n"
                      "  0: function @one\n"
                      "  8: function @two\n"
                      "  24: function @three\n"
                      "}\n";
  EXPECT_EQ(reached(table + run_field("ops", "1) +8")),
            "stored a.c:two a.c:three");
  EXPECT_EQ(reached(table + run_field("ops", "0) +0")), "stored a.c:one");
}

TEST(StoredFunctions, AssignedAtRunTime) {
  EXPECT_EQ(reached(store_field("set1", "ops", "0) +0", "one") +
                    store_field("set2", "ops", "0) +0", "two") +
                    store_field("set3", "ops", "1) +8", "three") +
                    run_field("ops", "0) +0")),
            "stored a.c:one a.c:two");
}

TEST(StoredFunctions, EqualSignaturesInTwoRecords) {
  std::string set = store_field("set1", "ops", "0) +0", "one") +
                    store_field("set2", "other", "0) +0", "two");
  EXPECT_EQ(reached(set + run_field("ops", "0) +0")), "stored a.c:one");
  EXPECT_EQ(reached(set + run_field("other", "0) +0")), "stored a.c:two");
}

TEST(StoredFunctions, NothingStoredIsByType) {
  EXPECT_EQ(reached(store_field("set", "ops", "0) +0", "one") +
                    run_field("ops", "1) +8")),
            kByType);
}

TEST(StoredFunctions, NestedRecordsAreTheInnermost) {
  EXPECT_EQ(reached(store_field("set1", "outer", "1, 1) +16", "one") +
                    store_field("set2", "ops", "1) +8", "two") +
                    run_field("ops", "1) +8")),
            "stored a.c:one a.c:two");
  EXPECT_EQ(reached(store_field("set1", "ops", "1) +8", "one") +
                    run_field("outer", "1, 1) +16")),
            "stored a.c:one");
}

// Only the offset is known, and the type of the pointer.
TEST(StoredFunctions, FieldByOffset) {
  std::string run = function("run",
                             "  var $0 p ptr<%outer> param\n"
                             "  %0 = param ptr<%outer> $0\n",
                             "  %1 = field ptr<#2> %0 (unknown) +16\n"
                             "  %2 = load #2 %1\n"
                             "  %3 = call void %2(%0) type #1\n");
  EXPECT_EQ(reached(store_field("set1", "ops", "1) +8", "one") +
                    store_field("set2", "ops", "0) +0", "two") + run),
            "stored a.c:one");
}

// A pointer to a union stands for all members at its first byte.
TEST(StoredFunctions, UnionsByOffset) {
  std::string run = function("run",
                             "  var $0 p ptr<%outer> param\n"
                             "  %0 = param ptr<%outer> $0\n",
                             "  %1 = field ptr<%choice> %0 (%outer, 3) +48\n"
                             "  %2 = load #2 %1\n"
                             "  %3 = call void %2(%0) type #1\n");
  EXPECT_EQ(reached(store_field("set1", "choice", "0) +0", "one") +
                    store_field("set2", "choice", "1) +0", "two") +
                    store_field("set3", "ops", "0) +0", "three") +
                    store_field("set4", "ops", "1) +8", "four") + run),
            "stored a.c:one a.c:two a.c:three");
}

TEST(StoredFunctions, ArrayInARecord) {
  std::string run = function("run",
                             "  var $0 p ptr<%outer> param\n"
                             "  var $1 i i64 param\n"
                             "  %0 = param ptr<%outer> $0\n"
                             "  %1 = param i64 $1\n",
                             "  %2 = field ptr<[3 x #2]> %0 (%outer, 2) +24\n"
                             "  %3 = element ptr<#2> %2, %1 x 8\n"
                             "  %4 = load #2 %3\n"
                             "  %5 = call void %4(%0) type #1\n");
  EXPECT_EQ(reached("global @it internal definition complete type %outer "
                    "size 80 {\n"
                    "  32: function @three\n"
                    "}\n" +
                    store_field("set1", "outer", "2) +24", "one") +
                    store_field("set2", "ops", "0) +0", "two") + run),
            "stored a.c:one a.c:three");
}

constexpr const char *kHook =
    "global @hook internal definition complete type #2 size 8\n";

std::string run_hook() {
  return function("run", "  %0 = global ptr<#2> @hook\n  %1 = null ptr<void>\n",
                  "  %2 = load #2 %0\n"
                  "  %3 = call void %2(%1) type #1\n");
}

// NAME(f): hook = f
std::string set_hook(const std::string &properties = "") {
  return function("set_hook",
                  "  var $0 f #2 param\n"
                  "  %0 = param #2 $0\n"
                  "  %1 = global ptr<#2> @hook\n",
                  "  %2 = store %1, %0\n", properties);
}

std::string call_setter(const std::string &name, const std::string &handler) {
  return function(name,
                  "  %0 = function ptr<fn(#2) -> void> @set_hook\n"
                  "  %1 = function #2 @" +
                      handler + "\n",
                  "  %2 = call void %0(%1) type fn(#2) -> void\n");
}

TEST(StoredFunctions, GlobalHookWithASetter) {
  std::string calls =
      call_setter("init1", "two") + call_setter("init2", "four");
  EXPECT_EQ(reached(kHook + set_hook() + calls + run_hook()),
            "stored a.c:two a.c:four");
}

// The setter is also called by pointer, with arguments that are not seen.
TEST(StoredFunctions, SetterWhoseAddressIsTaken) {
  std::string hook = "global @hook internal definition complete type #2 size 8 "
                     "{\n  0: function @one\n}\n";
  std::string rest = call_setter("init", "two") + run_hook();
  EXPECT_EQ(reached(hook + set_hook() + rest), "stored a.c:one a.c:two");
  EXPECT_EQ(reached(hook + set_hook("address_taken ") + rest),
            "by type a.c:one a.c:two a.c:three a.c:four a.c:set_hook");
}

// hook = *where(): memory that is no holder.
TEST(StoredFunctions, ReadFromUnknownMemory) {
  std::string init = "function @where type fn() -> ptr<#2> result ptr<#2>\n" +
                     function("init",
                              "  %0 = function ptr<fn() -> ptr<#2>> @where\n"
                              "  %1 = global ptr<#2> @hook\n",
                              "  %2 = call ptr<#2> %0() type fn() -> ptr<#2>\n"
                              "  %3 = load #2 %2\n"
                              "  %4 = store %1, %3\n");
  EXPECT_EQ(reached(kHook + set_hook() + call_setter("set", "two") + init +
                    run_hook()),
            kByType);
}

// f(cb) { g(cb); }  g(cb) { p->read = cb; }
TEST(StoredFunctions, CallbackPassedOnAndStored) {
  std::string g = function("g",
                           "  var $0 p ptr<%ops> param\n"
                           "  var $1 cb #2 param\n"
                           "  %0 = param ptr<%ops> $0\n"
                           "  %1 = param #2 $1\n",
                           "  %2 = field ptr<#2> %0 (%ops, 0) +0\n"
                           "  %3 = store %2, %1\n");
  std::string f =
      function("f",
               "  var $0 cb #2 param\n"
               "  %0 = param #2 $0\n"
               "  %1 = function ptr<fn(ptr<%ops>, #2) -> void> @g\n"
               "  %2 = null ptr<%ops>\n",
               "  %3 = call void %1(%2, %0) type fn(ptr<%ops>, #2) -> void\n");
  std::string use = function("use",
                             "  %0 = function ptr<fn(#2) -> void> @f\n"
                             "  %1 = function #2 @three\n",
                             "  %2 = call void %0(%1) type fn(#2) -> void\n");
  EXPECT_EQ(reached(g + f + use + run_field("ops", "0) +0")),
            "stored a.c:three");
}

TEST(StoredFunctions, ParameterThatIsCalled) {
  std::string run = function("run",
                             "  var $0 f #2 param\n"
                             "  %0 = param #2 $0\n"
                             "  %1 = null ptr<void>\n",
                             "  %2 = call void %0(%1) type #1\n");
  std::string use = function("use",
                             "  %0 = function ptr<fn(#2) -> void> @run\n"
                             "  %1 = function #2 @two\n",
                             "  %2 = call void %0(%1) type fn(#2) -> void\n");
  EXPECT_EQ(reached(run + use), "stored a.c:two");
}

// hook = choose(); choose() { return c ? one : hook2; }, hook2 = three
TEST(StoredFunctions, ResultsAndSelects) {
  std::string choose = "function @choose type unknown result #2 {\n"
                       "  %0 = function #2 @one\n"
                       "  %1 = global ptr<#2> @hook2\n"
                       "  %2 = int u1 1\n"
                       "b0:\n"
                       "  %3 = load #2 %1\n"
                       "  %4 = select #2 %2, %0, %3\n"
                       "  %5 = cast bitcast #2 %4\n"
                       "  %6 = return %5\n"
                       "}\n";
  std::string init = function("init",
                              "  %0 = function ptr<fn() -> #2> @choose\n"
                              "  %1 = global ptr<#2> @hook\n",
                              "  %2 = call #2 %0() type fn() -> #2\n"
                              "  %3 = store %1, %2\n");
  EXPECT_EQ(reached(std::string(kHook) +
                    "global @hook2 internal definition complete type #2 size 8 "
                    "{\n  0: function @three\n}\n" +
                    choose + init + run_hook()),
            "stored a.c:one a.c:three");
}

// hook = dlsym(): something that is not understood.
TEST(StoredFunctions, UnknownValueIsByType) {
  std::string init = "function @find type fn() -> #2 result #2\n" +
                     function("init",
                              "  %0 = function ptr<fn() -> #2> @find\n"
                              "  %1 = null ptr<%ops>\n",
                              "  %2 = call #2 %0() type fn() -> #2\n"
                              "  %3 = field ptr<#2> %1 (%ops, 0) +0\n"
                              "  %4 = store %3, %2\n");
  std::string known = store_field("set1", "ops", "0) +0", "one") +
                      store_field("set2", "ops", "1) +8", "two");
  EXPECT_EQ(reached(known + init + run_field("ops", "0) +0")), kByType);
  EXPECT_EQ(reached(known + init + run_field("ops", "1) +8")),
            "stored a.c:two");
}

// A field that holds functions or tables, told apart by the program: a pointer
// to a record is not called.
TEST(StoredFunctions, DataIsNoFunction) {
  std::string init =
      "function @make type fn() -> ptr<%ops> result ptr<%ops>\n" +
      function("init", "  %0 = function ptr<fn() -> ptr<%ops>> @make\n",
               "  %1 = call ptr<%ops> %0() type fn() -> ptr<%ops>\n"
               "  %2 = field ptr<#2> %1 (%ops, 0) +0\n"
               "  %3 = store %2, %1\n");
  EXPECT_EQ(reached(store_field("set", "ops", "0) +0", "one") + init +
                    run_field("ops", "0) +0")),
            "stored a.c:one");
}

// unknown_fn(&p->read)
TEST(StoredFunctions, AddressOfTheFieldGivenAway) {
  std::string known = store_field("set1", "ops", "0) +0", "one") +
                      store_field("set2", "ops", "1) +8", "two");
  std::string give =
      "function @fill type fn(ptr<#2>) -> void result void\n" +
      function("give",
               "  %0 = function ptr<fn(ptr<#2>) -> void> @fill\n"
               "  %1 = null ptr<%ops>\n",
               "  %2 = field ptr<#2> %1 (%ops, 0) +0\n"
               "  %3 = call void %0(%2) type fn(ptr<#2>) -> void\n");
  EXPECT_EQ(reached(known + give + run_field("ops", "0) +0")), kByType);
  EXPECT_EQ(reached(known + give + run_field("ops", "1) +8")),
            "stored a.c:two");
}

// { "name", &hook } in a table
TEST(StoredFunctions, AddressOfAVariableInATable) {
  std::string table = "global @places internal definition complete type "
                      "[1 x ptr<#2>] size 8 {\n  0: global @hook\n}\n";
  std::string set = set_hook() + call_setter("init", "two");
  EXPECT_EQ(reached(kHook + table + set + run_hook()), kByType);
}

// fill(&f) with a body that writes and may keep the address.
TEST(StoredFunctions, FilledThroughAParameter) {
  auto filled_by = [&](const std::string &insts) {
    return reached(function("fill",
                            "  var $0 out ptr<#2> param\n"
                            "  %0 = param ptr<#2> $0\n"
                            "  %1 = function #2 @one\n"
                            "  %2 = null ptr<ptr<#2>>\n",
                            insts) +
                   function("run",
                            "  var $0 f #2\n"
                            "  %0 = function ptr<fn(ptr<#2>) -> void> @fill\n"
                            "  %1 = null ptr<void>\n",
                            "  %2 = slot ptr<#2> $0\n"
                            "  %3 = call void %0(%2) type fn(ptr<#2>) -> void\n"
                            "  %4 = load #2 %2\n"
                            "  %5 = call void %4(%1) type #1\n"));
  };
  std::string write = "  %3 = store %0, %1\n", keep = "  %4 = store %2, %0\n";
  EXPECT_EQ(filled_by(write), "stored a.c:one");
  EXPECT_EQ(filled_by(write + keep), kByType);
}

// run(in) { (*in)(); } given the address of a variable, and an unknown one.
TEST(StoredFunctions, ReadThroughAParameter) {
  std::string run = function("run",
                             "  var $0 in ptr<#2> param\n"
                             "  %0 = param ptr<#2> $0\n"
                             "  %1 = null ptr<void>\n",
                             "  %2 = load #2 %0\n"
                             "  %3 = call void %2(%1) type #1\n");
  std::string known =
      function("known",
               "  %0 = function ptr<fn(ptr<#2>) -> void> @run\n"
               "  %1 = global ptr<#2> @hook\n",
               "  %2 = call void %0(%1) type fn(ptr<#2>) -> void\n");
  std::string unknown =
      function("unknown",
               "  %0 = function ptr<fn(ptr<#2>) -> void> @run\n"
               "  %1 = null ptr<ptr<#2>>\n",
               "  %2 = load ptr<#2> %1\n"
               "  %3 = call void %0(%2) type fn(ptr<#2>) -> void\n");
  std::string set = kHook + set_hook() + call_setter("set", "two");
  EXPECT_EQ(reached(set + run + known), "stored a.c:two");
  EXPECT_EQ(reached(set + run + known + unknown), kByType);
}

// memcpy(local, p->list, sizeof local)
TEST(StoredFunctions, ArrayCopiedFromAField) {
  std::string run = function("run",
                             "  var $0 list [3 x #2]\n"
                             "  var $1 p ptr<%outer> param\n"
                             "  %0 = param ptr<%outer> $1\n"
                             "  %1 = int i64 24\n",
                             "  %2 = slot ptr<[3 x #2]> $0\n"
                             "  %3 = field ptr<[3 x #2]> %0 (%outer, 2) +24\n"
                             "  %4 = memcopy %2, %3, %1\n"
                             "  %5 = element ptr<#2> %2, %1 x 8\n"
                             "  %6 = load #2 %5\n"
                             "  %7 = call void %6(%0) type #1\n");
  EXPECT_EQ(reached(store_field("set", "outer", "2) +24", "three") + run),
            "stored a.c:three");
}

// fp local[2] = {one, two}: copied from a constant with poorer types.
TEST(StoredFunctions, LocalArrayWithInitialValue) {
  std::string text =
      "global @init internal definition constant complete type "
      "[2 x ptr<unknown>] size 16 {\n  0: function @one\n  8: function @two\n"
      "}\n" +
      function("run",
               "  var $0 list [2 x #2]\n"
               "  var $1 i i64 param\n"
               "  %0 = param i64 $1\n"
               "  %1 = global ptr<[2 x ptr<unknown>]> @init\n"
               "  %2 = int i64 16\n"
               "  %3 = null ptr<void>\n",
               "  %4 = slot ptr<[2 x #2]> $0\n"
               "  %5 = memcopy %4, %1, %2\n"
               "  %6 = element ptr<#2> %4, %0 x 8\n"
               "  %7 = load #2 %6\n"
               "  %8 = call void %7(%3) type #1\n");
  EXPECT_EQ(reached(text), "stored a.c:one a.c:two");
}

// A constant of the compiler's own type copied into a record.
TEST(StoredFunctions, RecordWithInitialValue) {
  std::string text =
      "global @init internal definition constant complete type unknown size 16 "
      "{\n  0: function @one\n  8: function @two\n}\n" +
      function("make",
               "  var $0 p ptr<%ops> param\n"
               "  %0 = param ptr<%ops> $0\n"
               "  %1 = global ptr<unknown> @init\n"
               "  %2 = int i64 16\n",
               "  %3 = memcopy %0, %1, %2\n") +
      run_field("ops", "1) +8");
  EXPECT_EQ(reached(text), "stored a.c:two");
}

// a->read = b->write; b->write = a->read; and `one` into the first.
TEST(StoredFunctions, HoldersCopiedInACircle) {
  auto copy = [](const std::string &name, const std::string &from,
                 const std::string &to) {
    return function(name,
                    "  var $0 p ptr<%ops> param\n"
                    "  %0 = param ptr<%ops> $0\n",
                    "  %1 = field ptr<#2> %0 (%ops, " + from +
                        "\n  %2 = load #2 %1\n"
                        "  %3 = field ptr<#2> %0 (%ops, " +
                        to + "\n  %4 = store %3, %2\n");
  };
  EXPECT_EQ(reached(copy("c1", "0) +0", "1) +8") +
                    copy("c2", "1) +8", "0) +0") +
                    store_field("set1", "ops", "0) +0", "one") +
                    store_field("set2", "ops", "1) +8", "four") +
                    run_field("ops", "0) +0")),
            "stored a.c:one a.c:four");
}

TEST(StoredFunctions, PhiOfFieldsInALoop) {
  std::string run = "function @run type unknown result void {\n"
                    "  var $0 p ptr<%ops> param\n"
                    "  %0 = param ptr<%ops> $0\n"
                    "  %1 = function #2 @four\n"
                    "  %2 = int u1 1\n"
                    "b0: -> b1\n"
                    "  %3 = field ptr<#2> %0 (%ops, 0) +0\n"
                    "  %4 = load #2 %3\n"
                    "  %5 = branch\n"
                    "b1: -> b1, b2\n"
                    "  %6 = phi #2 [b0: %4], [b1: %7]\n"
                    "  %7 = select #2 %2, %6, %1\n"
                    "  %8 = call void %6(%0) type #1\n"
                    "  %9 = branch %2 \"\"\n"
                    "b2:\n"
                    "  %10 = return\n"
                    "}\n";
  EXPECT_EQ(reached(store_field("set", "ops", "0) +0", "two") + run),
            "stored a.c:two a.c:four");
}

TEST(StoredFunctions, NeedsNoMoreArgumentsThanArePassed) {
  std::string more = "function @more internal address_taken type unknown "
                     "result void {\n"
                     "  var $0 p ptr<void> param\n"
                     "  var $1 q ptr<void> param\n"
                     "  %0 = param ptr<void> $0\n"
                     "  %1 = param ptr<void> $1\n"
                     "b0:\n  %2 = return\n}\n"
                     "function @less internal address_taken type unknown "
                     "result void {\nb0:\n  %0 = return\n}\n";
  EXPECT_EQ(reached(more + store_field("set1", "ops", "0) +0", "more") +
                    store_field("set2", "ops", "0) +0", "less") +
                    store_field("set3", "ops", "0) +0", "one") +
                    run_field("ops", "0) +0")),
            "stored a.c:one a.c:less");
}

// One record in two units, and a variable that both see.
TEST(StoredFunctions, AcrossUnits) {
  auto two_units = [](const std::string &a, const std::string &b) {
    std::vector<std::unique_ptr<const ir::Unit>> units;
    units.push_back(unit("/p/a.c", handlers() + a));
    units.push_back(unit("/p/b.c", handlers() + b));
    return reached(std::move(units));
  };
  EXPECT_EQ(two_units(store_field("set1", "ops", "0) +0", "one"),
                      store_field("set2", "ops", "0) +0", "two") +
                          run_field("ops", "0) +0")),
            "stored a.c:one b.c:two");
  EXPECT_EQ(two_units("global @hook definition complete type #2 size 8 {\n"
                      "  0: function @one\n}\n" +
                          set_hook() + call_setter("init", "two"),
                      "global @hook type #2 size 8\n" + run_hook()),
            "stored a.c:one a.c:two");
}

// Equal names, told apart by the discriminator.
TEST(StoredFunctions, RecordsOfOneNameInTwoScopes) {
  std::string types = "record %state#a size 8 {\n  0: f #2\n}\n"
                      "record %state#b size 8 {\n  0: f #2\n}\n";
  EXPECT_EQ(reached(types + store_field("set1", "state#a", "0) +0", "one") +
                    store_field("set2", "state#b", "0) +0", "two") +
                    run_field("state#b", "0) +0")),
            "stored a.c:two");
}

} // namespace
} // namespace wt::test
