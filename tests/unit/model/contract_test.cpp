// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A contract and a unit in, the body out; and who keeps its own body.

#include "model/contract.h"

#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "model/models.h"
#include "model/spec_parser.h"

#include <gtest/gtest.h>

#include <sstream>

namespace wt::model {
namespace {

// Box<int, Del> has a pointer in a base, Two two fields of one name.
constexpr const char *kUnit = R"ir(watertight-ir 1
unit c++ "a.cpp" lines 1
record %"Base<int>" size 8 {
  0: held ptr<i32>
}
record %"Box<int, Del>" size 16 {
  0: "" %"Base<int>" base
  8: count i32
}
record %Del size 1 {
}
record %Two size 16 {
  0: a %"Base<int>"
  8: b %"Base<int>"
}

function @del name "Del::operator()" type fn(ptr<const %Del>, ptr<i32>) -> void result void parent %Del
function @last name "Box<int, Del>::last" type fn(ptr<%"Box<int, Del>">) -> void result void parent %"Box<int, Del>"
function @reset name "Box<int>::reset" method type fn(ptr<%"Box<int, Del>">, ptr<i32>) -> void result void parent %"Box<int, Del>" {
  var $0 this ptr<%"Box<int, Del>"> param promoted
  var $1 p ptr<i32> param promoted
  %0 = param ptr<%"Box<int, Del>"> $0
  %1 = param ptr<i32> $1
b0:
  %2 = return
}
function @take name "Box<int>::take" method type fn(ptr<%"Box<int, Del>">) -> ptr<i32> result ptr<i32> parent %"Box<int, Del>" {
  var $0 this ptr<%"Box<int, Del>"> param promoted
  %0 = param ptr<%"Box<int, Del>"> $0
  %1 = null ptr<i32>
b0:
  %2 = return %1
}
function @drop name "Box<int>::drop" method type fn(ptr<%"Box<int, Del>">) -> void result void parent %"Box<int, Del>" {
  var $0 this ptr<%"Box<int, Del>"> param promoted
  %0 = param ptr<%"Box<int, Del>"> $0
b0:
  %1 = return
}
function @add name "add" type fn(ptr<i32>, i32) -> i32 result i32 {
  var $0 at ptr<i32> param promoted
  var $1 by i32 param promoted
  %0 = param ptr<i32> $0
  %1 = param i32 $1
b0:
  %2 = return %1
}
function @use name "use" type fn(ptr<i32>) -> i32 result i32 {
  var $0 at ptr<i32> param promoted
  %0 = param ptr<i32> $0
  %1 = function ptr<fn(ptr<i32>, i32) -> i32> @add
  %2 = int i32 -1
b0:
  %3 = call i32 %1(%0, %2) type fn(ptr<i32>, i32) -> i32
  %4 = call i32 %1(%0, %3) unwind throws type fn(ptr<i32>, i32) -> i32 -> b1, b2
b1:
  %5 = return %4
b2:
  %6 = landing cleanup ptr<unknown>
  %7 = rethrow %6
}
function @clear name "Two::clear" method type fn(ptr<%Two>) -> void result void parent %Two {
  var $0 this ptr<%Two> param promoted
  %0 = param ptr<%Two> $0
b0:
  %1 = return
}
)ir";

constexpr const char *kContracts = R"spec(
type T, D;
void Box<T, D>::reset(Box<T, D> *this, own T *p)
  where { this->held becomes p; this->held given to D };
T *Box<T, D>::take(Box<T, D> *this)
  where { result is this->held; this->held becomes null };
void Box<T, D>::drop(Box<T, D> *this)
  where { this released at this->count by last };
void Two::clear(Two *this) where { this->held becomes null };
)spec";

class ContractTest : public testing::Test {
protected:
  ContractTest() {
    Result<ir::Unit> unit = ir::parse_unit(kUnit, "a.ir");
    EXPECT_TRUE(unit) << unit.error().text();
    if (unit)
      unit_ = std::move(*unit);
  }
  std::size_t apply(const char *text) {
    Result<SpecFile> file = parse_spec(text, "a.spec");
    EXPECT_TRUE(file) << file.error().text();
    Contracts contracts;
    for (const SpecFunction &function : file->functions)
      if (is_contract(function))
        EXPECT_TRUE(contracts.add(*file, function));
    std::size_t count = contracts.apply(unit_);
    for (const std::string &message : ir::verify(unit_))
      ADD_FAILURE() << message;
    return count;
  }
  // Operations of the body, in order.
  std::string ops(const std::string &link_name) const {
    std::string out;
    for (const ir::Function &function : unit_.functions)
      if (unit_.text(function.link_name) == link_name)
        for (const ir::Block &block : function.blocks)
          for (ir::ValueId value : block.insts)
            out += (out.empty() ? "" : " ") +
                   std::string(name_of(function.insts[value].op));
    return out;
  }
  ir::Unit unit_;
};

TEST_F(ContractTest, WritesBodies) {
  EXPECT_EQ(apply(kContracts), 3u);
  EXPECT_EQ(ops("reset"), "field load store compare branch call branch return");
  EXPECT_EQ(ops("take"), "field load store return");
  EXPECT_EQ(ops("drop"),
            "field load binop store compare branch call branch return");
}

TEST_F(ContractTest, LeavesWhatLooksDifferent) {
  apply(kContracts);
  EXPECT_EQ(ops("clear"), "return"); // two fields of that name
  EXPECT_EQ(apply("type T, D; void Box<T, D>::reset(Box<T, D> *this) "
                  "where { this->held becomes null };"),
            0u); // one parameter too few
  EXPECT_EQ(apply("type T, D; void Box<T, D>::drop(Box<T, D> *this) "
                  "where { this->held given to nobody };"),
            0u);
  EXPECT_EQ(apply("type T, D; void Box<T, D>::drop(Box<T, D> *this) "
                  "where { this->other becomes null };"),
            0u);
}

TEST_F(ContractTest, WritesSumsIntoCallers) {
  EXPECT_EQ(apply("int add(int *at, int by) "
                  "where { result is *at; *at becomes *at + by };"),
            1u);
  EXPECT_EQ(ops("add"), "load binop store return");
  EXPECT_EQ(ops("use"), "load binop store load binop store branch return");
}

TEST_F(ContractTest, TheLastContractCounts) {
  EXPECT_EQ(apply("type T, D;"
                  "void Box<T, D>::drop(Box<T, D> *this) "
                  "  where { this->held becomes null };"
                  "void Box<T, D>::drop(Box<T, D> *this) "
                  "  where { this acquired at this->count };"),
            1u);
  EXPECT_EQ(ops("drop"), "field load binop store return");
}

TEST(Contract, NamesWithoutTemplateArguments) {
  EXPECT_EQ(without_template_arguments("A<B<int>, C>::f<D>"), "A::f");
  EXPECT_EQ(without_template_arguments("A<int>::operator->"), "A::operator->");
  EXPECT_EQ(without_template_arguments("A<int>::operator=<B<int>>"),
            "A::operator=");
  EXPECT_EQ(without_template_arguments("A<int>::operator bool"),
            "A::operator bool");
  EXPECT_EQ(without_template_arguments("A<int>::operator<"), "A::operator<");
}

TEST(Contract, TemplateArgumentsOfTheClass) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(template_arguments("A<int, B<C, D> >"), (Names{"int", "B<C, D>"}));
  EXPECT_EQ(template_arguments("A<int>::B<T>"), (Names{"T"}));
  EXPECT_EQ(template_arguments("A<int (*)(X, Y), D>"),
            (Names{"int (*)(X, Y)", "D"}));
  EXPECT_EQ(class_of_method("n::A<T, B::C<D>>::f<U>"), "n::A<T, B::C<D>>");
  EXPECT_EQ(class_of_method("A<T>::operator->"), "A<T>");
  EXPECT_EQ(template_arguments("f"), Names{});
}

TEST(Contract, Errors) {
  struct Row {
    const char *text, *message;
  };
  const Row rows[] = {
      {"void A::f(A *this) where { this->x becomes y };",
       "a.spec:1:44: found 'y', expected a parameter of 'A::f'"},
      {"void A::f(A *this) where { this->x becomes null; this kept };",
       "a.spec:1:50: found a clause about objects beside one about cells, "
       "expected 'is', 'becomes', 'given to', 'acquired at' or 'released at'"},
      {"void A::f(A *this) where { this->x becomes null maybe };",
       "a.spec:1:28: found a condition in a contract of cells, expected none"},
  };
  for (const Row &row : rows) {
    ModelSetBuilder builder;
    Status status = builder.add_spec(row.text, "a.spec");
    ASSERT_FALSE(status) << row.text;
    EXPECT_EQ(status.error().text(), row.message);
  }
}

} // namespace
} // namespace wt::model
