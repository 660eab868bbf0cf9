// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a branch test?
//
// To a Conditions table all atoms are independent.  Here atoms have a meaning:
// a value compared with a constant, or with another value.  Each meaning has
// one atom, however it is written:
//
//   p == 0   !(p != 0)               one atom and its negation
//   x < 5    x <= 4    !(x >= 5)     one atom; unsigned ones are others
//   a < b    !(b <= a)               one atom
//   x <= smallest                    x == smallest
//
// What atoms about the same values have to do with each other (x == 3 implies
// x > 0; the cases of a switch exclude each other) is known to
// logic/branch_theory.h; questions about formulas go to logic/decide.h.
//
// A value is any number the caller likes: SSA values, access paths.  The same
// number with another width is another value.
//
// Tested by tests/unit/logic/branch_atoms_test.cpp.

#pragma once

#include "ir/inst.h"
#include "logic/condition.h"
#include "logic/value_set.h"

#include <map>
#include <optional>
#include <string>

namespace wt::logic {

struct BranchAtom {
  enum class Kind : std::uint8_t {
    kEqualConstant,
    kAtMostConstant, // x <= c
    kEqual,          // two values
    kAtMost,         // x <= y
  };
  Kind kind = Kind::kEqualConstant;
  bool is_signed = false; // of kAtMostConstant and kAtMost
  std::uint32_t width = 0;
  std::uint32_t value = 0;   // x
  std::uint32_t other = 0;   // y
  std::int64_t constant = 0; // c, sign-extended

  auto operator<=>(const BranchAtom &) const = default;

  bool is_about_two() const {
    return kind == Kind::kEqual || kind == Kind::kAtMost;
  }
  // One value: the numbers for which the atom holds.
  ValueSet set() const;
};

class BranchAtoms {
public:
  using Value = std::uint32_t;

  explicit BranchAtoms(Conditions &table) : table_(table) {}

  Conditions &table() { return table_; }
  const Conditions &table() const { return table_; }

  // `value predicate constant`; of the constant, `width` bits (1 to 64) count.
  Cond compare(ir::Predicate predicate, Value value, std::int64_t constant,
               std::uint32_t width);
  Cond compare_values(ir::Predicate predicate, Value a, Value b,
                      std::uint32_t width);
  Cond is_null(Value pointer) {
    return compare(ir::Predicate::kEq, pointer, 0, 64);
  }

  // The meaning of an atom; null for atoms that were made elsewhere.
  const BranchAtom *find(std::uint32_t node) const;
  // "v3 <= 4", "!(v3 == 0)", with `name` for values.
  std::string text(Cond c,
                   const std::function<std::string(Value)> &name = {}) const;

private:
  Cond made(const BranchAtom &atom);

  Conditions &table_;
  std::map<BranchAtom, std::uint32_t> nodes_;
  std::vector<BranchAtom> atoms_;
  std::vector<std::uint32_t> index_; // by node: into atoms_, plus one; 0: none
};

} // namespace wt::logic
