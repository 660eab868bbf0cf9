// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Do paths read like the program?

#include "ir/parse.h"
#include "path/path_text.h"
#include "path/readable_path.h"

#include <gtest/gtest.h>

namespace wt::test {
namespace {

constexpr const char *kText = R"(watertight-ir 1
unit c "/a.c" lines 1
file 0 "/a.c"
record %pair size 16 {
  0: key ptr<i8>
  8: value ptr<i8>
}
record %opaque
record %base size 8 {
  0: vtable ptr<void>
}
union %either size 8 {
  0: number i64
  0: text ptr<i8>
}
record %node size 80 {
  0: base %base base
  8: next ptr<%node>
  16: data ptr<void>
  24: inner %pair
  40: slots [2 x ptr<i8>]
  56: one %either
  64: names ptr<ptr<i8>>
  72: other ptr<%opaque>
}
global @head internal definition name "head" type %node size 80
global @names internal definition name "names" type [4 x ptr<i8>] size 32
global @table internal definition name "table" type [4 x %pair] size 64
global @cur internal definition name "cur" type ptr<%node> size 8
function @f type unknown result ptr<%node> {
  var $0 p ptr<%node> param
  var $1 out ptr<ptr<%node>> param
  var $2 v ptr<ptr<i8>> param
  var $3 raw unknown param
  var $4 local %pair
  var $5 pairs ptr<%pair> param
  %0 = param ptr<%node> $0
  %1 = param ptr<ptr<%node>> $1
  %2 = param ptr<ptr<i8>> $2
  %3 = param unknown $3
  %4 = param ptr<%pair> $5
  %5 = null ptr<%node>
b0:
  %6 = return %5
}
)";

struct Case {
  const char *path, *text;
};
const Case kCases[] = {
    {"arg0", "p"},
    {"arg0[+8]", "p->next"},
    {"arg0[+8][+16]", "p->next->data"},
    {"arg0[+0]", "p->vtable"}, // of the base class
    {"arg0[+24]", "p->inner.key"},
    {"arg0[+32]", "p->inner.value"},
    {"arg0[+48]", "p->slots[1]"},
    {"arg0[+56]", "p->one.text"},
    {"arg0[+64][*+0]", "p->names[]"},
    {"arg0[+64][+0]", "*p->names"},
    {"arg0[+64][+8]", "p->names[1]"},
    {"arg0[+72][+8]", "p->other->[+8]"},
    {"arg0[+72][+8][+16]", "p->other->[+8]->[+16]"},
    {"arg0[+12]", "p->[+12]"},
    {"arg0[-8]", "p->[-8]"},
    {"arg0[+88]", "p[1].next"},
    {"arg0[*+8][+16]", "p[].next->data"},
    {"arg1[+0]", "*out"},
    {"arg1[+0][+8]", "(*out)->next"},
    {"arg1[+0][+8]...", "(*out)->next->..."},
    {"arg1[+0]...", "(*out)->..."},
    {"arg0...", "p->..."},
    {"arg2[*+0]", "v[]"},
    {"arg2[*+0][+0]", "*v[]"},
    {"arg3[+8]", "raw->[+8]"},
    {"arg3[+0]", "*raw"},
    {"arg3[+0][+0]", "**raw"},
    {"arg4[*+8]", "pairs[].value"},
    {"arg9[+0]", "*arg9"},
    {"result[+8]", "result->next"},
    {"slot4[+8]", "local.value"},
    {"slot4", "&local"},
    {"&slot4[+8]", "&local.value"},
    {"&arg0[+8]", "&p->next"},
    {"&arg0[+24]", "&p->inner.key"},
    {"&arg2[*+0]", "&v[]"},
    {"site3[+8]", "object3->[+8]"},
    {"slot77[+0]", "local77"},
};

class ReadablePath : public ::testing::Test {
protected:
  void SetUp() override {
    Result<ir::Unit> unit = ir::parse_unit(kText, "test");
    ASSERT_TRUE(unit) << unit.error().text();
    std::vector<std::unique_ptr<const ir::Unit>> units;
    units.push_back(std::make_unique<const ir::Unit>(std::move(*unit)));
    program_ = link(std::move(units));
  }
  std::string global(std::string_view name, std::string_view steps) const {
    for (ProgramVariableId v : program_->variables().ids())
      if (program_->variables()[v].link_name == name)
        return readable(*program_, *program_->find("f"),
                        *parse_place("global" + std::to_string(v.value) +
                                     std::string(steps)));
    return "no such global";
  }
  std::unique_ptr<const Program> program_;
};

TEST_F(ReadablePath, OfParametersResultAndLocals) {
  for (const Case &c : kCases)
    EXPECT_EQ(readable(*program_, *program_->find("f"), *parse_place(c.path)),
              c.text)
        << c.path;
}

TEST_F(ReadablePath, OfGlobals) {
  EXPECT_EQ(global("head", ""), "&head");
  EXPECT_EQ(global("head", "[+8]"), "head.next");
  EXPECT_EQ(global("head", "[+8][+16]"), "head.next->data");
  EXPECT_EQ(global("head", "[+24]"), "head.inner.key");
  EXPECT_EQ(global("head", "..."), "head...");
  EXPECT_EQ(global("names", "[*+0]"), "names[]");
  EXPECT_EQ(global("names", "[+16]"), "names[2]");
  EXPECT_EQ(global("names", "[*+0][+0]"), "*names[]");
  EXPECT_EQ(global("table", "[*+8]"), "table[].value");
  EXPECT_EQ(global("table", "[+24]"), "table[1].value");
  EXPECT_EQ(global("cur", "[+0]"), "cur");
  EXPECT_EQ(global("cur", "[+0][+8]"), "cur->next");
  EXPECT_EQ(global("cur", "[+8]"), "cur.[+8]");
}

} // namespace
} // namespace wt::test
