// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of the object that is assumed to be lost?
//
// The *error cell* of the paper (Section 4.2): a triple
//
//   S  regions that may hold pointers to it: nobody else does
//   H  expressions that point to it
//   M  expressions that do not
//
// and, beyond the paper, K: what tests on the way have shown of numbers and
// pointers.  Knowing less is higher in the lattice: S grows; H, M and K shrink.
// A cell that an expression both hits and misses does not exist: that is the
// contradiction the engine looks for.
//
// Each region of S has tags (Section 4.8): the few expressions of the region
// that may hold the pointer, or none when it may be any cell of it.
//
// Tested by tests/unit/engine/contradiction_transfer_test.cpp.

#pragma once

#include "engine/contradiction/expression.h"
#include "summary/number_class.h"

#include <optional>
#include <vector>

namespace wt::contradiction {

using infer::NumberClass;

struct Holder {
  RegionId region;
  ExprId only; // invalid: any cell of the region
  auto operator<=>(const Holder &) const = default;
};

struct Known {
  ExprId value;
  NumberClass is = NumberClass::any();
  auto operator<=>(const Known &) const = default;
};

struct ErrorCell {
  std::vector<Holder> holders;      // S, sorted
  std::vector<ExprId> hits, misses; // H and M, sorted; stripped
  std::vector<Known> known;         // K, by value

  bool operator==(const ErrorCell &) const = default;
};

// Questions about cells, and changes of them that are no transfer.
class Cells {
public:
  // `paths_are_cells`: cells with other access paths are taken to be other
  // cells.  Not sound.
  explicit Cells(Expressions &exprs, bool paths_are_cells = false)
      : exprs(exprs), paths_are_cells(paths_are_cells) {}

  Expressions &exprs;
  const bool paths_are_cells;
  // The error cell is a descriptor: it may be zero, and a number that equals it
  // need not be a reference to it.
  bool is_handle = false;
  // What a search remembers of cells: deeper ones are elements of a list that a
  // loop has passed, each of them a fact more that keeps ways apart.
  static constexpr std::uint8_t kMostLoads = 3;

  // ---- questions (Figure 2)
  bool is_hit(const ErrorCell &cell, ExprId e) const;
  bool is_implicit_miss(const ErrorCell &cell, ExprId e) const;
  bool is_miss(const ErrorCell &cell, ExprId e) const;
  bool is_infeasible(const ErrorCell &cell) const;
  // May a cell in one of these regions, known as `as`, hold a pointer to it?
  bool may_hold(const ErrorCell &cell, RegionSetId regions, ExprId as) const;
  NumberClass known_of(const ErrorCell &cell, ExprId e) const;
  // The cells that `e`, a cell that holds the pointer, can be: loads in S.
  // nullopt: itself, or any cell of some region.
  std::optional<std::vector<ExprId>> places_of(const ErrorCell &cell,
                                               ExprId e) const;

  // ---- changes; false: a contradiction
  bool add_hit(ErrorCell &cell, ExprId e) const;
  bool add_miss(ErrorCell &cell, ExprId e) const;
  // What an operation is says something of its operands (known.cpp).
  bool add_known(ErrorCell &cell, ExprId e, const NumberClass &is) const;
  // `a == b`, or not: the conditions of Section 4.3.
  bool add_equal(ErrorCell &cell, ExprId a, ExprId b, bool are_equal) const;
  // What is said of one of two equal things is said of the other.
  bool use_equalities(ErrorCell &cell) const;
  // The addresses of two cells are equal.
  bool add_same_cell(ErrorCell &cell, ExprId address, ExprId other) const;
  // `only`: the cell in it, when it is one.
  void add_holder(ErrorCell &cell, RegionId region, ExprId only) const;
  // Misses that S says anyway, and holders that are known to miss (Section 4.8,
  // second extension).
  void clean_up(ErrorCell &cell) const;

  // ---- lattice
  bool is_below(const ErrorCell &a, const ErrorCell &b) const;
  ErrorCell join(const ErrorCell &a, const ErrorCell &b) const;
  // Cells with different indices are kept apart: which regions (or values) are
  // known to hold the pointer.
  using Index = std::vector<std::uint64_t>;
  Index index(const ErrorCell &cell) const;

  std::string text(const ErrorCell &cell) const;

private:
  bool is_said_by_holders(const ErrorCell &cell, ExprId miss) const;
  bool are_unequal(const ErrorCell &cell, ExprId a, ExprId b) const;
  std::optional<bool> truth_of(const ErrorCell &cell, ExprId e) const;
  bool bits_agree(const ErrorCell &cell, ExprId masked) const;
  bool agree(ErrorCell &cell, ExprId a, ExprId b,
             const NumberClass &are_equal) const;
  bool note(ErrorCell &cell, ExprId e, const NumberClass &is) const;
  std::optional<ir::Predicate> comparison(ExprId e) const;
  bool is_possible_order(const ErrorCell &cell, ExprId e,
                         const NumberClass &is) const;
  bool add_operation(ErrorCell &cell, ExprId e, const NumberClass &is) const;
  bool add_widened(ErrorCell &cell, ExprId e, std::int64_t number) const;
  bool add_condition(ErrorCell &cell, ExprId e, bool holds) const;
  bool add_less(ErrorCell &cell, ExprId a, ExprId b, bool holds) const;
  bool add_less_unsigned(ErrorCell &cell, ExprId a, ExprId b, bool holds) const;
};

} // namespace wt::contradiction
