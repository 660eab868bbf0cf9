// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does the verifier accept what is right and name what is wrong?

#include "ir/verify.h"

#include "ir/parse.h"
#include "sample_unit.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace wt::ir {
namespace {

using test::sample_unit;

// All messages, one per line, about function @f without its name.
std::string shown(const std::vector<std::string> &messages) {
  std::string out;
  const std::string prefix = "function \"f\"";
  for (const std::string &m : messages) {
    std::string rest = m.starts_with(prefix) ? m.substr(prefix.size()) : m;
    if (rest.starts_with(", ") || rest.starts_with(": "))
      rest = rest.substr(2);
    out += (out.empty() ? "" : "\n") + rest;
  }
  return out;
}

// Verifies a function with this body, and result type i32.
std::string verify_body(const std::string &body) {
  std::string text = "watertight-ir 1\nunit c \"a.c\"\n"
                     "record %r size 8 {\n0: a [2 x %s]\n}\n"
                     "record %s size 4 {\n0: b i32\n}\n"
                     "function @f result i32 {\n"
                     "var $0 x i32 param\n"
                     "%0 = param i32 $0\n%1 = undef ptr<i8>\n" +
                     body + "\n}\n";
  Result<Unit> unit = parse_unit(text, "");
  if (!unit)
    return unit.error().text();
  return shown(verify(*unit));
}

struct Case {
  const char *body;
  const char *message; // "": fine
};

TEST(Verify, SampleIsFine) {
  EXPECT_EQ(shown(verify(sample_unit())), "");
  EXPECT_EQ(shown(verify(Unit())), "");
}

const Case kShape[] = {
    {"b0:\nreturn %0", ""},
    {"b0:\n", "block b0: is empty"},
    {"b0:\nload i32 %1",
     "block b0, value %2: block does not end in a terminator"},
    {"b0:\nreturn %0\nreturn %0",
     "block b0, value %2: terminator is not the last of its block"},
    {"b0:\nundef i32\nreturn %0", "block b0, value %2: leaf is in a block"},
    {"load i32 %1\nb0:\nreturn %0", "value %2: instruction is in no block"},
    {"%2 = param i32 $0\n%3 = null ptr<i8>\n%4 = param i32 $0\nb0:\n"
     "return %0",
     "value %1: the first values must be parameters\n"
     "value %4: parameter is not among the first values"},
    // Operands.
    {"b0:\nstore %1\nreturn %0",
     "block b0, value %2: store cannot have 1 operands"},
    {"b0:\nload i32\nreturn %0",
     "block b0, value %2: load cannot have 0 operands"},
    {"b0:\nselect i32 %0, %0\nreturn %0",
     "block b0, value %2: select cannot have 2 operands"},
    {"b0:\nmemcopy %1, %1\nreturn %0",
     "block b0, value %2: memcopy cannot have 2 operands"},
    {"b0:\nbinop add i32 %0\nreturn %0",
     "block b0, value %2: binop cannot have 1 operands"},
    {"b0:\ncall void\nreturn %0",
     "block b0, value %2: call cannot have 0 operands"},
    {"b0:\nreturn %0, %0", "block b0, value %2: return cannot have 2 operands"},
    {"b0:\nunreachable %0",
     "block b0, value %2: unreachable cannot have 1 operands"},
    {"b0:\nrethrow", "block b0, value %2: rethrow cannot have 0 operands"},
    // Successors.
    {"b0:\nbranch", "block b0, value %2: branch needs 1 successors, not 0"},
    {"b0:\nbranch %0 -> b1\nb1:\nreturn %0",
     "block b0, value %2: branch needs 2 successors, not 1"},
    {"b0:\nreturn %0 -> b1\nb1:\nreturn %0",
     "block b0, value %2: return needs 0 successors, not 1"},
    {"b0:\ncall void %1() unwind -> b1\nb1:\nreturn %0",
     "block b0, value %2: call needs 2 successors, not 1"},
    {"b0:\nswitch %0 [1, 2] -> b1, b1\nb1:\nreturn %0",
     "block b0, value %2: switch needs one successor per case and a default"},
    // Phis.
    {"b0:\nbranch -> b1\nb1:\nload i32 %1\nphi i32 [b0: %0]\nreturn %0",
     "block b1, value %4: phi comes after another instruction"},
    // Fields.
    {"b0:\nfield ptr<i32> %1 (%r, 0, 0) +0\nreturn %0", ""},
    {"b0:\nfield ptr<i32> %1 (unknown) +8\nreturn %0", ""},
    {"b0:\nfield ptr<i32> %1 (%r, 1) +0\nreturn %0",
     "block b0, value %2: path leads to no field of the record"},
    {"b0:\nfield ptr<i32> %1 (%r, 0, 0, 0) +0\nreturn %0",
     "block b0, value %2: path leads to no field of the record"},
    {"b0:\nfield ptr<i32> %1 (unknown, 0) +0\nreturn %0",
     "block b0, value %2: path leads to no field of the record"},
};

TEST(Verify, Shape) {
  for (const Case &c : kShape)
    EXPECT_EQ(verify_body(c.body), c.message) << c.body;
}

const Case kFlow[] = {
    // Uses.
    {"b0:\nbinop add i32 %2, %0\nreturn %0",
     "block b0, value %2: uses %2 where it is not defined"},
    {"b0:\nbinop add i32 %3, %0\nload i32 %1\nreturn %0",
     "block b0, value %2: uses %3 where it is not defined"},
    {"b0:\nbranch %0 -> b1, b2\nb1:\n%3 = load i32 %1\nbranch -> b2\n"
     "b2:\nreturn %3",
     "block b2, value %5: uses %3 where it is not defined"},
    {"b0:\n%2 = load i32 %1\nbranch -> b1\nb1:\nreturn %2", ""},
    {"b0:\nstore %1, %0\nreturn %2", "block b0, value %3: %2 has no value"},
    // Blocks that are never reached are not looked at.
    {"b0:\nreturn %0\nb1:\nreturn %4\nb2:\nload i32 %1\nunreachable", ""},
    {"b0:\nreturn %4\nb1:\n%3 = branch -> b2\nb2:\n%4 = load i32 %1\n"
     "unreachable",
     "block b0, value %2: uses %4 where it is not defined"},
    // Phis.
    {"b0:\nbranch %0 -> b1, b1\nb1:\nphi i32 [b0: %0]\nreturn %3", ""},
    {"b0:\nbranch -> b1\nb1:\nphi i32\nreturn %3",
     "block b1, value %3: phi has no operand for b0"},
    {"b0:\nbranch -> b1\nb1:\nphi i32 [b0: %0], [b0: %0]\nreturn %3",
     "block b1, value %3: phi has two operands for one block"},
    {"b0:\nbranch -> b1\nb1:\nphi i32 [b0: %0], [b1: %0]\nreturn %3",
     "block b1, value %3: phi has an operand for b1, which is no "
     "predecessor"},
    {"b0:\nbranch -> b1\nb1:\nphi i32 [b0: %4]\nload i32 %1\nreturn %3",
     "block b1, value %3: uses %4 where it is not defined"},
    {"b0:\nbranch -> b1\nb1:\nphi i32 [b0: %0], [b1: %4]\n"
     "%4 = load i32 %1\nbranch %4 -> b1, b2\nb2:\nreturn %4",
     ""},
    {"b0:\nstore %1, %0\nbranch -> b1\nb1:\nphi i32 [b0: %2]\nreturn %4",
     "block b1, value %4: %2 has no value"},
    // The result of a call that throws exists on its normal edge only.
    {"b0:\ncall i32 %1() unwind -> b1, b2\nb1:\nreturn %2\nb2:\nreturn %0", ""},
    {"b0:\ncall i32 %1() unwind -> b1, b2\nb1:\nreturn %0\nb2:\nreturn %2",
     "block b2, value %4: uses %2 where it is not defined"},
    {"b0:\ncall i32 %1() unwind -> b1, b2\nb1:\nbranch -> b3\nb2:\n"
     "branch -> b3\nb3:\nphi i32 [b1: %2], [b2: %2]\nreturn %0",
     "block b3, value %5: uses %2 where it is not defined"},
    {"b0:\ncall i32 %1() unwind -> b1, b2\nb1:\nphi i32 [b0: %2]\n"
     "return %3\nb2:\nphi i32 [b0: %2]\nreturn %0",
     "block b2, value %5: uses %2 where it is not defined"},
    {"b0:\ncall i32 %1() unwind -> b1, b1\nb1:\nreturn %2",
     "block b1, value %3: uses %2 where it is not defined"},
    // Types.
    {"b0:\nstore <i32> %1, %0\nreturn %0",
     "block b0, value %2: store must have type void"},
    {"b0:\ncompare eq i32 %0, %0\nreturn %0",
     "block b0, value %2: compare must give an integer of one bit"},
    {"b0:\ncompare eq i1 %0, %0\nreturn %0", ""},
    {"b0:\ncompare eq unknown %0, %0\nreturn %0", ""},
    {"b0:\nslot i32 $0\nreturn %0",
     "block b0, value %2: slot must have a pointer type, not i32"},
    {"b0:\nload void %1\nreturn %0",
     "block b0, value %2: load cannot have type void"},
    {"int ptr<i8> 0\nb0:\nreturn %0",
     "value %2: int must have an integer type"},
    {"null i8\nb0:\nreturn %0",
     "value %2: null must have a pointer type, not i8"},
    {"b0:\nreturn",
     "block b0, value %2: returns no value from a function with a result"},
};

TEST(Verify, Flow) {
  for (const Case &c : kFlow)
    EXPECT_EQ(verify_body(c.body), c.message) << c.body;
}

TEST(Verify, ReturnFromFunctionWithoutResult) {
  Result<Unit> unit = parse_unit("watertight-ir 1\nunit c \"\"\n"
                                 "function @f result void {\n"
                                 "undef i8\nb0:\nreturn %0\n}\n",
                                 "");
  ASSERT_TRUE(unit);
  EXPECT_EQ(shown(verify(*unit)), "block b0, value %1: returns a value from a "
                                  "function without result");
}

// What no text can say: changes to the tables of sample_unit().
struct Broken {
  const char *message; // part of one of the messages
  void (*apply)(Unit &unit, Function &f);
};

Inst &inst(Function &f, Op op) {
  return *std::find_if(f.insts.begin(), f.insts.end(),
                       [op](const Inst &i) { return i.op == op; });
}

// clang-format off
const Broken kBroken[] = {
  {"operation is not known", [](Unit &, Function &f) { inst(f, Op::kLoad).op = Op(77); }},
  {"code does not fit", [](Unit &, Function &f) { inst(f, Op::kBinop).code = 13; }},
  {"code does not fit", [](Unit &, Function &f) { inst(f, Op::kLoad).code = 1; }},
  {"type is not in the type table", [](Unit &, Function &f) { inst(f, Op::kLoad).type = TypeId(); }},
  {"position is in an unknown file", [](Unit &, Function &f) { inst(f, Op::kLoad).pos.file = FileId(2); }},
  {"macro is not in", [](Unit &, Function &f) { inst(f, Op::kLoad).macro = StrId(); }},
  {"operands lie outside", [](Unit &, Function &f) { inst(f, Op::kLoad).first_operand = UINT32_MAX; }},
  {"operand is not a value", [](Unit &, Function &f) { f.operands[0] = ValueId(); }},
  {"variable is out of range", [](Unit &, Function &f) { inst(f, Op::kSlot).extra = 3; }},
  {"text is out of range", [](Unit &, Function &f) { inst(f, Op::kBranch).extra = 10000; }},
  {"integer is out of range", [](Unit &, Function &f) { f.ints.clear(); }},
  {"global is out of range", [](Unit &, Function &f) { inst(f, Op::kGlobal).extra = 2; }},
  {"function is out of range", [](Unit &, Function &f) { inst(f, Op::kFunction).extra = 2; }},
  {"field is out of range", [](Unit &, Function &f) { f.fields.clear(); }},
  {"record is not in the type table", [](Unit &, Function &f) { f.fields[0].record = TypeId(); }},
  {"call is out of range", [](Unit &, Function &f) { inst(f, Op::kCall).extra = 2; }},
  {"class is not in", [](Unit &, Function &f) { f.calls[0].virtual_class = StrId(); }},
  {"called type is not in", [](Unit &, Function &f) { f.calls[0].function_type = TypeId(); }},
  {"switch is out of range", [](Unit &, Function &f) { f.switches.clear(); }},
  {"text is not in the string", [](Unit &, Function &f) { f.switches[0].text = StrId(); }},
  {"phi is out of range", [](Unit &, Function &f) { f.phi_blocks.clear(); }},
  {"one operand per incoming block", [](Unit &, Function &f) { f.phi_blocks[0].pop_back(); }},
  {"incoming block is out of range", [](Unit &, Function &f) { f.phi_blocks[0][0] = BlockId(70); }},
  {"successor is out of range", [](Unit &, Function &f) { f.blocks[BlockId(0)].successors[0] = BlockId(70); }},
  {"fewer values than parameters", [](Unit &, Function &f) { f.param_count = 1000; }},
  {"first values must be parameters", [](Unit &, Function &f) { f.param_count = 2; }},
  {"not among the first values", [](Unit &, Function &f) { f.param_count = 0; }},
  {"lists a value that does not exist", [](Unit &, Function &f) { f.blocks[BlockId(0)].insts[0] = ValueId(); }},
  {"is listed twice", [](Unit &, Function &f) { auto &b = f.blocks[BlockId(0)].insts; b.insert(b.begin(), b[0]); }},
  {"belongs to another block", [](Unit &, Function &f) { inst(f, Op::kLoad).block = BlockId(1); }},
  {"is not listed in its block", [](Unit &, Function &f) { auto &b = f.blocks[BlockId(0)].insts; b.erase(b.begin()); }},
  {"instruction is in no block", [](Unit &, Function &f) { inst(f, Op::kLoad).block = BlockId(); }},
  {"name is not in", [](Unit &, Function &f) { f.name = StrId(); }},
  {"type is not in", [](Unit &, Function &f) { f.result_type = TypeId(); }},
  {"position is in an unknown", [](Unit &, Function &f) { f.end.file = FileId(9); }},
  {"linkage is not known", [](Unit &, Function &f) { f.linkage = Linkage(9); }},
  {"access is not known", [](Unit &, Function &f) { f.access = Access(9); }},
  {"attribute is not known", [](Unit &, Function &f) { f.attributes.push_back({.kind = DeclAttribute::Kind(9)}); }},
  {"variable has a bad", [](Unit &, Function &f) { f.variables[VariableId(0)].type = TypeId(); }},
  // The unit.
  {"language", [](Unit &u, Function &) { u.language = Language(9); }},
  {"path of a file", [](Unit &u, Function &) { u.files.push(StrId()); }},
  {"suppression", [](Unit &u, Function &) { u.suppressions[0].pos.file = FileId(9); }},
  {"static initialiser", [](Unit &u, Function &) { u.static_finalisers[0] = FunctionId(9); }},
  {"type 3 contains itself", [](Unit &u, Function &) { u.types.complete_record(TypeId(3), 1, {{.type = u.types.array_of(TypeId(3), 2)}}); }},
  {"field with a bad name or type", [](Unit &u, Function &) { u.types.complete_record(TypeId(3), 1, {{.type = TypeId()}}); }},
  {"made of a type that comes after", [](Unit &u, Function &) { u.types.pointer_to(TypeId()); }},
  {"parameter type that comes after", [](Unit &u, Function &) { u.types.function(TypeTable::void_type(), {TypeId(999)}, false); }},
  {"record and a union of one name", [](Unit &u, Function &) { u.types.record(u.strings.intern("Base"), StrId(0), true); }},
  {"name that is not in", [](Unit &u, Function &) { u.globals[GlobalId(0)].name = StrId(); }},
  {"unknown linkage", [](Unit &u, Function &) { u.globals[GlobalId(0)].linkage = Linkage(9); }},
  {"type that is not in", [](Unit &u, Function &) { u.globals[GlobalId(0)].type = TypeId(); }},
  {"position in an unknown", [](Unit &u, Function &) { u.globals[GlobalId(0)].pos.file = FileId(9); }},
  {"class that is not", [](Unit &u, Function &) { u.globals[GlobalId(1)].vtable[0].type_id = StrId(); }},
  {"cell of an unknown kind", [](Unit &u, Function &) { u.globals[GlobalId(1)].init[0].kind = InitCell::Kind(9); }},
  {"address of no global", [](Unit &u, Function &) { u.globals[GlobalId(1)].init[1].global = GlobalId(9); }},
  {"address of no function", [](Unit &u, Function &) { u.globals[GlobalId(1)].init[2].function = FunctionId(9); }},
};
// clang-format on

TEST(Verify, BrokenTables) {
  for (const Broken &broken : kBroken) {
    Unit unit = sample_unit();
    broken.apply(unit, unit.functions[FunctionId(1)]);
    std::string messages = shown(verify(unit));
    EXPECT_NE(messages.find(broken.message), std::string::npos)
        << broken.message << "\n"
        << messages;
    EXPECT_TRUE(first_shape_error(unit)) << broken.message;
  }
}

TEST(Verify, MessageNamesThePlace) {
  Unit unit = sample_unit();
  Function &f = unit.functions[FunctionId(1)];
  inst(f, Op::kSlot).extra = 3;
  EXPECT_EQ(verify(unit, f),
            std::vector<std::string>{"function \"_ZN4Node3getEi\", block b0, "
                                     "value %7: variable is out of range"});
}

} // namespace
} // namespace wt::ir
