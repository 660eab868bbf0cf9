// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does the text form say everything, and is it read back as it was?

#include "ir/parse.h"
#include "ir/verify.h"
#include "mutations.h"
#include "sample_unit.h"

#include <gtest/gtest.h>

#include <fstream>

namespace wt::ir {
namespace {

using test::sample_unit;
using test::text_of;

// Parses and prints again; the error text when it cannot be parsed.
std::string again(std::string_view text) {
  Result<Unit> unit = parse_unit(text, "t");
  return unit ? text_of(*unit) : unit.error().text();
}

TEST(PrintParse, EveryOperationReadsBack) {
  Unit unit = sample_unit();
  std::string text = text_of(unit);
  for (unsigned op = 0; op <= unsigned(Op::kUnreachable); ++op)
    EXPECT_NE(text.find(std::string(" = ") + name_of(Op(op))),
              std::string::npos)
        << name_of(Op(op));
  EXPECT_EQ(text, again(text));
}

TEST(PrintParse, IdsAndTablesAreTheSame) {
  Unit unit = sample_unit();
  Result<Unit> read = parse_unit(text_of(unit), "t");
  ASSERT_TRUE(read) << read.error().text();
  const Function &a = unit.functions[FunctionId(1)];
  const Function &b = read->functions[FunctionId(1)];
  EXPECT_EQ(a.operands, b.operands);
  EXPECT_EQ(a.blocks, b.blocks);
  EXPECT_EQ(a.ints, b.ints);
  EXPECT_EQ(a.phi_blocks, b.phi_blocks);
  EXPECT_EQ(a.param_count, b.param_count);
  ASSERT_EQ(a.insts.size(), b.insts.size());
  for (ValueId v : a.insts.ids()) {
    EXPECT_EQ(a.insts[v].op, b.insts[v].op);
    EXPECT_EQ(a.insts[v].block, b.insts[v].block);
    EXPECT_EQ(a.insts[v].first_operand, b.insts[v].first_operand);
    EXPECT_EQ(a.insts[v].pos, b.insts[v].pos);
  }
}

TEST(PrintParse, EveryFieldShowsAndReadsBack) {
  std::string original = text_of(sample_unit());
  for (const test::Mutation &mutation : test::kMutations) {
    Unit unit = sample_unit();
    mutation.apply(unit);
    std::string text = text_of(unit);
    EXPECT_NE(text, original) << mutation.name;
    EXPECT_EQ(text, again(text)) << mutation.name;
  }
}

// Text written by hand, and what it is printed as.
struct Case {
  const char *in;
  const char *out;
};

constexpr const char *kHead = "watertight-ir 1\nunit c \"a.c\" lines 0\n";

const Case kCases[] = {
    {"", ""},
    {"\n; nothing\n\n", ""},
    {"file 0 \"a.c\"  ; the file\r\n", "file 0 \"a.c\"\n"},
    {"suppress \"// x\"", "suppress \"// x\"\n"},
    {"record %a#b\nunion %c::d", "record %a#b\nunion %c::d\n"},
    // A record is used before its line.
    {"record %a size 8 {\n  0: n ptr<%b>\n}\nrecord %b",
     "record %a size 8 {\n  0: n ptr<%b>\n}\nrecord %b\n"},
    {"type #5 = ptr<i8>\nglobal @g type #5", "global @g type ptr<i8> size 0\n"},
    {"global @g type fn(...) -> void",
     "global @g type fn(...) -> void size 0\n"},
    {"global @g type fn(i8,ptr<const u8>,...)->[3 x f80] size 4",
     "global @g type fn(i8, ptr<const u8>, ...) -> [3 x f80] size 4\n"},
    {"global @\"a b\" {\n 0: int 8 -1\n 4: global @g +3\n}\nglobal @g",
     "global @\"a b\" type unknown size 0 {\n  0: int 8 -1\n"
     "  4: global @g +3\n}\nglobal @g type unknown size 0\n"},
    {"function @f", "\nfunction @f type unknown result unknown\n"},
    // Numbers may be left out, positions given in any order.
    {"function @f result i32 {\nvar $0 x i32 param\nparam i32 $0\n"
     "int i32 42\nb0:\nbinop add i32 %0, %1\nreturn %2 !m\"M\" !-:3:4\n}",
     "\nfunction @f type unknown result i32 {\n  var $0 x i32 param\n"
     "  %0 = param i32 $0\n  %1 = int i32 42\nb0:\n"
     "  %2 = binop add i32 %0, %1\n  %3 = return %2 !-:3:4 !m\"M\"\n}\n"},
    // The order of the text decides places in blocks, not numbers.
    {"function @f {\nb0:\n%1 = undef i8\n%0 = unreachable\n}",
     "\nfunction @f type unknown result unknown {\nb0:\n"
     "  %1 = undef i8\n  %0 = unreachable\n}\n"},
    {"function @f {\nb0: -> b1\nb1:\nunreachable -> b0\n}",
     "\nfunction @f type unknown result unknown {\nb0: -> b1\nb1:\n"
     "  %0 = unreachable -> b0\n}\n"},
    {"global @x type ptr<i8>\nfunction @x {\nglobal unknown @x\n"
     "function unknown @#0\n}",
     "global @x type ptr<i8> size 0\n\nfunction @x type unknown result "
     "unknown {\n  %0 = global unknown @x\n  %1 = function unknown @x\n}\n"},
    {"global @s name \"\\x00\\\\\\\"\"",
     "global @s name \"\\x00\\\\\\\"\" type unknown size 0\n"},
};

TEST(PrintParse, TextInTextOut) {
  for (const Case &c : kCases)
    EXPECT_EQ(again(std::string(kHead) + c.in), std::string(kHead) + c.out)
        << c.in;
}

// What is wrong with a text, and where: lines count from behind kHead.
const Case kErrors[] = {
    {"junk", "1:1: expected a declaration, found 'junk'"},
    {"file 1 \"x\"", "1:6: files are numbered in order: expected 0"},
    {"file x", "1:6: expected number of the file, found 'x'"},
    {"file 0 x", "1:8: expected path of the file, found 'x'"},
    {"file 0 \"x\" y", "1:12: expected end of line, found 'y'"},
    {"file 0 \"x", "1:8: string without closing quote"},
    {"file 0 \"\\q\"", "1:9: unknown escape sequence"},
    {"file 0 \"\\xg0\"", "1:9: expected two hexadecimal digits behind \\x"},
    {"suppress \"x\" !7:1:1", "1:15: position in an unknown file"},
    {"record x", "1:8: expected '%', found 'x'"},
    {"record %a\nunion %a", "2:7: record is declared twice"},
    {"record %a size 4 {\n  x\n}",
     "2:3: expected offset of a field or '}', found 'x'"},
    {"record %a size 4 {",
     "1:19: expected offset of a field or '}', found end of text"},
    {"global @g type %b", "1:16: record is declared nowhere"},
    {"global @g type #1", "1:16: type is not defined yet"},
    {"type #1 = i8\ntype #1 = i8", "2:6: type is defined twice"},
    {"global @g type i", "1:16: expected a type, found 'i'"},
    {"global @g type i99999999", "1:16: expected a type, found 'i99999999'"},
    {"global @g type ptr<i8", "1:22: expected '>', found end of text"},
    {"global @g type [4 i8]", "1:19: expected 'x', found 'i8'"},
    {"global @g type fn(i8", "1:21: expected ',', found end of text"},
    {"global @g type fn() i8", "1:21: expected '->', found 'i8'"},
    {"global @g size 99999999999999999999", "1:16: size is too large"},
    {"global @g colour", "1:11: expected a property of a global, found "
                         "'colour'"},
    {"global @g {\n 0: real 4\n}",
     "2:5: expected 'int', 'global' or 'function', found 'real'"},
    {"global @g {\n 0: global @h\n}", "2:12: global is declared nowhere"},
    {"global @g {\n 0: function @g\n}", "2:14: function is declared nowhere"},
    {"initialiser @f", "1:13: function is declared nowhere"},
    {"finaliser @#0", "1:11: function is declared nowhere"},
    {"function @f colour",
     "1:13: expected a property of a function, found 'colour'"},
    {"function @f attribute shiny",
     "1:23: expected name of an attribute, found 'shiny'"},
    {"function @f {", "1:14: expected '}', found end of text"},
    {"function @f {\nvar $1 x i8\n}",
     "2:5: variables are numbered in order: expected $0"},
    {"function @f {\nb1:\n}", "2:1: blocks are numbered in order: expected b0"},
    {"function @f {\n jump\n}",
     "2:2: expected an operation, a label or '}', found 'jump'"},
    {"function @f {\n %4294967295 = null i8\n}",
     "2:3: number of a value is too large"},
    {"function @f {\n%1 = null ptr<i8>\n}",
     "2:1: values are numbered from %0 without gaps"},
    {"function @f {\n%0 = undef i8\n%0 = undef i8\n}",
     "3:1: value is defined twice"},
    {"function @f {\nb0:\nreturn %3\n}", "3:1: operand %3 is defined "
                                         "nowhere"},
    {"function @f {\nb0:\nbranch -> b1\n}", "3:11: block is defined nowhere"},
    {"function @f {\nb0:\nbranch -> 1\n}", "3:11: expected a block, found '1'"},
    {"function @f {\nb0: -> b0\nbranch -> b0\n}",
     "3:11: block has its successors already"},
    {"function @f {\nundef i8 -> b0\n}", "2:13: successors outside of a block"},
    {"function @f {\nb0:\nscope_end $0\n}",
     "3:11: variable is declared nowhere"},
    {"function @f {\nint i8 x\n}", "2:8: expected an integer, found 'x'"},
    {"function @f {\nint i8 99999999999999999999\n}",
     "2:8: an integer is too large"},
    {"function @f {\nb0:\nbinop pow i8 %0, %0\n}",
     "3:7: expected a kind of binop, found 'pow'"},
    {"function @f {\nb0:\nelement ptr<i8> %0, %0\n}",
     "3:23: expected 'x' and the stride, found end of line"},
    {"function @f {\nb0:\nfield i8 %0 8\n}", "3:13: expected '(', found '8'"},
    {"function @f {\nb0:\nphi i8 [b0 %0]\n}", "3:12: expected ':', found '%'"},
    {"function @f {\nb0:\nswitch %0\n}",
     "3:10: expected '[', found end of line"},
    {"function @f {\nb0:\ncall void %0\n}",
     "3:13: expected '(', found end of line"},
    {"function @f {\nb0:\ncall void %0() virtual \"x\"\n}",
     "3:27: expected '+', found end of line"},
    {"function @f {\nglobal i8 @g\n}", "2:11: global is declared nowhere"},
    {"function @f {\nb0:\nreturn wow\n}",
     "3:8: expected end of line, found 'wow'"},
    {"function @f {\nb0:\nreturn !m3\n}",
     "3:10: expected name of a macro, found '3'"},
    {"function @f {\nb0:\nreturn !0.3\n}", "3:10: expected ':', found '.3'"},
};

TEST(PrintParse, ErrorsSayWhereAndWhatWasExpected) {
  std::string head = "watertight-ir 1\nunit c \"a.c\"\n";
  for (const Case &c : kErrors) {
    Result<Unit> unit = parse_unit(head + c.in, "");
    ASSERT_FALSE(unit) << c.in;
    const Error &e = unit.error();
    EXPECT_EQ(std::to_string(e.line - 2) + ":" + std::to_string(e.column) +
                  ": " + e.message,
              c.out)
        << c.in;
  }
}

// The example in docs/dev/ir.md is printed as it stands there, and is right.
TEST(PrintParse, DocumentedExample) {
  std::ifstream file(WT_SOURCE_DIR "/docs/dev/ir.md");
  std::stringstream page;
  page << file.rdbuf();
  std::string text = page.str();
  std::size_t start = text.find("```\nfunction @");
  ASSERT_NE(start, std::string::npos);
  start += 4;
  std::string example = text.substr(start, text.find("```", start) - start);
  Result<Unit> unit =
      parse_unit(std::string(kHead) +
                     "file 0 \"a.c\"\nrecord %node size 16 {\n"
                     "0: next ptr<%node>\n8: data ptr<void>\n}\n"
                     "function @malloc\n" +
                     example,
                 "docs/dev/ir.md");
  ASSERT_TRUE(unit) << unit.error().text();
  EXPECT_EQ(verify(*unit), std::vector<std::string>());
  std::ostringstream out;
  print(out, *unit, unit->functions[FunctionId(1)]);
  EXPECT_EQ(out.str(), example);
}

TEST(PrintParse, HeaderErrors) {
  EXPECT_EQ(again(""), "t:1:1: expected 'watertight-ir 1', found end of text");
  EXPECT_EQ(again("watertight-ir 2"),
            "t:1:1: expected 'watertight-ir 1', found 'watertight'");
  EXPECT_EQ(again("watertight-ir 1\n"),
            "t:2:1: expected 'unit', found end of text");
  EXPECT_EQ(again("watertight-ir 1\nunit d"),
            "t:2:6: expected 'c' or 'c++', found 'd'");
  EXPECT_EQ(again("watertight-ir 1\nunit c"),
            "t:2:7: expected path of the main file, found end of text");
}

TEST(PrintParse, EveryPrefixGivesAUnitOrAnError) {
  std::string text = text_of(sample_unit());
  for (std::size_t n = 0; n < text.size(); ++n)
    again(std::string_view(text).substr(0, n));
}

TEST(PrintParse, DeepTypesAreRefused) {
  std::string deep = kHead + std::string("global @g type ");
  for (int i = 0; i < 100000; ++i)
    deep += "ptr<";
  EXPECT_NE(again(deep).find("type is nested too deeply"), std::string::npos);
}

// Types that share their parts: full text would have 2^60 characters.
TEST(PrintParse, SharedTypesStaySmall) {
  Unit unit;
  TypeId t = unit.types.int_type(8, true);
  for (int i = 0; i < 60; ++i)
    t = unit.types.function(t, {t, t}, false);
  unit.globals.push(Global{.type = t});
  std::string text = text_of(unit);
  EXPECT_LT(text.size(), 20000u);
  EXPECT_EQ(text, again(text));
}

TEST(PrintParse, BrokenFunctionsArePrintable) {
  Unit unit = sample_unit();
  Function f = unit.functions[FunctionId(1)];
  for (Inst &i : f.insts) {
    i.extra = 1000000;
    i.code = 200;
    i.type = TypeId(77777);
    i.macro = StrId(88888);
  }
  f.blocks[BlockId(0)].insts.push_back(ValueId(5555));
  f.blocks[BlockId(0)].successors = {BlockId()};
  (f.insts.begin() + 9)->first_operand = 99999;
  f.link_name = StrId();
  std::ostringstream out;
  print(out, unit, f);
  EXPECT_NE(out.str().find("%5555"), std::string::npos);
}

} // namespace
} // namespace wt::ir
