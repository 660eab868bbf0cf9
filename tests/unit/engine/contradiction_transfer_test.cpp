// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What holds before a statement?  One test per rule of Section 4 of the paper,
// over two regions `next` and `prev` of a list and variables x, y, z.

#include "engine/contradiction/transfer.h"

#include <gtest/gtest.h>

namespace wt::contradiction {
namespace {

constexpr RegionId kNext = RegionId(std::size_t(0));
constexpr RegionId kPrev = RegionId(std::size_t(1));

class TwoFields final : public pointer::Regions {
public:
  std::size_t region_count() const override { return 2; }
  std::vector<RegionId> regions(ProcedureId, ir::ValueId) const override {
    return {};
  }
  std::vector<RegionId> regions_behind(ProcedureId, ir::ValueId, ir::TypeId,
                                       std::int64_t) const override {
    return {};
  }
  RegionId region(ProgramVariableId, std::uint32_t) const override {
    return {};
  }
  std::string name(RegionId) const override { return ""; }
};

class ContradictionTransfer : public testing::Test {
protected:
  TwoFields division;
  RegionTable regions{division};
  Expressions exprs{regions};
  Transfer transfer{exprs};
  Cells &cells = transfer.cells;

  RegionId own(std::size_t variable) {
    return regions.private_region(ProcedureId(std::size_t(0)),
                                  ir::VariableId(variable));
  }
  RegionSetId set(RegionId region) { return regions.add({region}); }
  ExprId address(std::size_t v) { return exprs.address(ir::VariableId(v)); }
  ExprId variable(std::size_t v) {
    return *exprs.load(address(v), set(own(v)));
  }
  ExprId next_address(ExprId e) { return exprs.offset(e, 8); }
  ExprId next(ExprId e) { return *exprs.load(next_address(e), set(kNext)); }
  ExprId prev(ExprId e) { return *exprs.load(exprs.offset(e, 16), set(kPrev)); }
  ExprId x = variable(0), y = variable(1), z = variable(2);

  ErrorCell cell(std::vector<RegionId> held, std::vector<ExprId> hits,
                 std::vector<ExprId> misses = {}) {
    ErrorCell out;
    for (RegionId region : held)
      cells.add_holder(out, region, ExprId());
    for (ExprId e : misses)
      EXPECT_TRUE(cells.add_miss(out, e));
    for (ExprId e : hits)
      EXPECT_TRUE(cells.add_hit(out, e));
    return out;
  }
  bool assign_variable(ErrorCell &at, std::size_t to, ExprId value) {
    return transfer.assign(at, {address(to), set(own(to)), value, true, {}});
  }
  bool assign_next(ErrorCell &at, ExprId of, ExprId value) {
    return transfer.assign(at, {next_address(of), set(kNext), value, true, {}});
  }
};

TEST_F(ContradictionTransfer, NumbersAndAddressesMiss) {
  ErrorCell at = cell({own(0)}, {x});
  EXPECT_TRUE(cells.is_implicit_miss(at, exprs.null()));
  EXPECT_TRUE(cells.is_implicit_miss(at, address(1)));
  EXPECT_TRUE(cells.is_implicit_miss(at, y)); // not in S
  EXPECT_FALSE(cells.is_implicit_miss(at, x));
  ExprId invalid = *exprs.load(exprs.null(), set(kNext));
  EXPECT_TRUE(cells.is_implicit_miss(at, invalid));
}

TEST_F(ContradictionTransfer, HitAndMissIsInfeasible) {
  ErrorCell at = cell({own(0)}, {x});
  EXPECT_FALSE(cells.add_miss(at, x));
  EXPECT_FALSE(cells.is_infeasible(at));
  at.misses.push_back(x);
  EXPECT_TRUE(cells.is_infeasible(at));
}

TEST_F(ContradictionTransfer, CleanUpDropsImplicitMisses) {
  ErrorCell at = cell({own(0)}, {x});
  at.misses.push_back(y);
  cells.clean_up(at);
  EXPECT_TRUE(at.misses.empty());
}

// The example of Section 4.3: after x = y only y points to the cell.
TEST_F(ContradictionTransfer, CopyOfTheOnlyReferenceIsAContradiction) {
  ErrorCell at = cell({own(1)}, {y});
  EXPECT_FALSE(assign_variable(at, 0, y));
}

TEST_F(ContradictionTransfer, Filter1KeepsWhatIsDisjoint) {
  ErrorCell at = cell({own(0), kPrev}, {prev(x)}, {x});
  EXPECT_TRUE(assign_next(at, y, z));
  EXPECT_TRUE(cells.is_hit(at, prev(x)));
  EXPECT_TRUE(cells.is_miss(at, x));
}

TEST_F(ContradictionTransfer, Filter2KeepsAHitWhenTheValueMisses) {
  ErrorCell at = cell({kNext}, {next(x)}); // y is not in S: it misses
  EXPECT_TRUE(assign_next(at, z, y));
  EXPECT_TRUE(cells.is_hit(at, next(x)));
}

TEST_F(ContradictionTransfer, AHitThatMayBeWrittenIsLost) {
  ErrorCell at = cell({kNext, own(1)}, {next(x)});
  EXPECT_TRUE(assign_next(at, z, y));
  EXPECT_FALSE(cells.is_hit(at, next(x)));
}

TEST_F(ContradictionTransfer, Filter3KeepsAMissWhenTheValueHits) {
  ErrorCell at = cell({kNext, own(1)}, {y}, {next(x)});
  EXPECT_TRUE(assign_next(at, z, y));
  EXPECT_TRUE(cells.is_miss(at, next(x)));
}

TEST_F(ContradictionTransfer, Filter4KeepsTheValueItself) {
  ErrorCell at = cell({kNext}, {next(y)});
  EXPECT_TRUE(assign_next(at, x, next(y)));
  EXPECT_TRUE(cells.is_hit(at, next(y)));
}

TEST_F(ContradictionTransfer, Subst1PutsTheValueInPlace) {
  ErrorCell at = cell({own(0), own(1)}, {x});
  EXPECT_TRUE(assign_variable(at, 0, y));
  EXPECT_TRUE(cells.is_hit(at, y));
  ErrorCell deep = cell({kNext}, {next(x)});
  EXPECT_TRUE(assign_variable(deep, 0, y));
  EXPECT_TRUE(cells.is_hit(deep, next(y)));
}

TEST_F(ContradictionTransfer, Subst2LearnsThatTheValueMisses) {
  ErrorCell at = cell({kNext}, {next(z)});
  EXPECT_TRUE(assign_variable(at, 0, next(y)));
  EXPECT_TRUE(cells.is_miss(at, next(y)));
}

TEST_F(ContradictionTransfer, RegionsGrowByWhatIsWritten) {
  ErrorCell at = cell({own(0)}, {x});
  EXPECT_TRUE(assign_next(at, y, exprs.null()));
  EXPECT_TRUE(cells.may_hold(at, set(kNext), {}));
}

TEST_F(ContradictionTransfer, Extension1NumbersDoNotMakeRegionsGrow) {
  ErrorCell at = cell({own(0)}, {x});
  EXPECT_TRUE(transfer.assign(
      at, {next_address(y), set(kNext), exprs.number(7), false, {}}));
  EXPECT_FALSE(cells.may_hold(at, set(kNext), {}));
}

// x->next = null, where x is the lost cell: a search knows of no cycles.
TEST_F(ContradictionTransfer, OwnCellsHoldNothingInASearch) {
  Transfer search(exprs, true);
  for (bool is_search : {false, true}) {
    ErrorCell at = cell({}, {});
    at.holders = {{own(0), x}};
    at.hits = {x};
    EXPECT_TRUE(
        (is_search ? search : transfer)
            .assign(at, {next_address(x), set(kNext), exprs.null(), true, {}}));
    EXPECT_EQ(cells.may_hold(at, set(kNext), ExprId()), !is_search);
  }
}

// A cell that nothing names any more is none that has a name.
TEST_F(ContradictionTransfer, NamelessCellsHoldNothingInASearch) {
  Transfer search(exprs, true);
  ErrorCell at;
  search.cells.add_holder(at, kNext, ExprId());
  EXPECT_FALSE(search.cells.may_hold(at, set(kNext), next(x)));
  transfer.cells.add_holder(at, kNext, ExprId());
  EXPECT_TRUE(transfer.cells.may_hold(at, set(kNext), next(x)));
}

// A region has few tags: in a proof, more of them are any cell of it.
TEST_F(ContradictionTransfer, ManyTagsAreAnyCell) {
  ErrorCell at;
  ExprId cell = x;
  for (int i = 0; i < 6; ++i)
    transfer.cells.add_holder(at, kNext, cell = next(cell));
  EXPECT_EQ(at.holders.size(), 1u);
  EXPECT_FALSE(at.holders[0].only.valid());
  EXPECT_TRUE(cells.may_hold(at, set(kNext), next(y)));
}

// The tag of a region that is known to miss takes the region away.
TEST_F(ContradictionTransfer, Extension2StrongUpdateRemovesARegion) {
  ErrorCell at = cell({own(0)}, {x});
  EXPECT_TRUE(assign_next(at, y, exprs.null()));
  EXPECT_TRUE(cells.may_hold(at, set(kNext), {}));
  EXPECT_TRUE(transfer.release(at, next(y)));
  cells.clean_up(at);
  EXPECT_FALSE(cells.may_hold(at, set(kNext), {}));
}

TEST_F(ContradictionTransfer, FreeOfTheCellIsAContradiction) {
  ErrorCell at = cell({own(0)}, {x});
  EXPECT_FALSE(transfer.release(at, x));
}

TEST_F(ContradictionTransfer, FreeOfAnotherOneMisses) {
  ErrorCell at = cell({own(0), own(1)}, {x});
  EXPECT_TRUE(transfer.release(at, y));
  EXPECT_TRUE(cells.is_miss(at, y));
}

TEST_F(ContradictionTransfer, Conditions) {
  ErrorCell equal = cell({own(0), own(1)}, {x});
  EXPECT_TRUE(transfer.compare(equal, x, y, true));
  EXPECT_TRUE(cells.is_hit(equal, y));
  ErrorCell unequal = cell({own(0), own(1)}, {x});
  EXPECT_TRUE(transfer.compare(unequal, x, y, false));
  EXPECT_TRUE(cells.is_miss(unequal, y));
  ErrorCell null = cell({own(0)}, {x});
  EXPECT_FALSE(transfer.compare(null, x, exprs.null(), true));
}

TEST_F(ContradictionTransfer, TestsOfNumbersContradict) {
  ErrorCell at = cell({own(0)}, {x});
  ExprId n = exprs.value(ir::ValueId(std::size_t(3)));
  ExprId test = *exprs.compare(ir::Predicate::kSGt, n, exprs.number(64));
  EXPECT_TRUE(cells.add_known(at, test, NumberClass::differs(0)));
  EXPECT_FALSE(cells.add_known(at, test, NumberClass::equals(0)));
  ExprId sum = *exprs.operation(Operation::kAdd, 32, n, exprs.number(1));
  EXPECT_FALSE(cells.add_known(at, sum, NumberClass::equals(0)));
}

TEST_F(ContradictionTransfer, ScopeBeginsWithoutTheCell) {
  ErrorCell held = cell({own(0)}, {x});
  EXPECT_FALSE(transfer.enter(held, {PathRoot::Kind::kSlot, 0}));
  ErrorCell other = cell({own(1), own(0)}, {y}, {x});
  EXPECT_TRUE(transfer.enter(other, {PathRoot::Kind::kSlot, 0}));
  EXPECT_TRUE(other.misses.empty());
}

TEST_F(ContradictionTransfer, JoinKnowsLessThanBoth) {
  ErrorCell a = cell({own(0)}, {x}), b = cell({own(0), own(1)}, {x, y});
  ErrorCell both = cells.join(a, b);
  EXPECT_TRUE(cells.is_below(a, both));
  EXPECT_TRUE(cells.is_below(b, both));
  EXPECT_EQ(both.hits, std::vector{x});
  EXPECT_FALSE(cells.is_below(b, a));
}

TEST_F(ContradictionTransfer, Extension3IndexIsWhereTheHitsAre) {
  EXPECT_EQ(cells.index(cell({kNext}, {next(x)})),
            cells.index(cell({kNext}, {next(y)})));
  EXPECT_NE(cells.index(cell({kNext}, {next(x)})),
            cells.index(cell({kPrev}, {prev(x)})));
}

} // namespace
} // namespace wt::contradiction
