// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known about the values along one path?
//
// A Term is a value of the walker: a number, an address (object, offset), a
// symbol nobody knows, or an operation on other terms.  Equal terms have equal
// ids, so testing `n > 3` twice is testing the same term twice.  Each branch
// taken is an assumption; it narrows the range of the terms it speaks about:
//
//   assume(n > 3, true)   n is in [4, max]
//   assume(n < 2, true)   false: the path contradicts itself
//
// Of two symbols that were compared the order is known, and what follows for
// differences: of i < n follow !(i >= n) and n - i - 1 < n.  Only what is
// certain is concluded.  It is no solver: a contradiction that needs other
// arithmetic over several symbols is not noticed.
//
// Tested by tests/unit/witness/terms_test.cpp.

#pragma once

#include "ir/inst.h"
#include "support/id.h"

#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

namespace wt {

using TermId = Id<struct TermTag>;
using ObjectId = Id<struct ObjectTag>;

struct Term {
  enum class Kind : std::uint8_t {
    kInt,     // number
    kAddress, // number bytes behind the start of object
    kSymbol,  // any value; number tells symbols apart
    kBinop,   // code, a, b
    kCompare, // code, a, b
    kSelect,  // a ? b : c
    kCast,    // code, a
    kBlurred, // somewhere in object; a is what the offset depends on
  };
  Kind kind = Kind::kSymbol;
  std::uint8_t code = 0;
  std::uint32_t width = 64; // bits
  std::int64_t number = 0;
  ObjectId object;
  TermId a, b, c;

  auto operator<=>(const Term &) const = default;
};

// All values from low to high, but not those excluded.
struct Range {
  std::int64_t low = INT64_MIN;
  std::int64_t high = INT64_MAX;
  std::vector<std::int64_t> excluded;

  bool is_empty() const { return low > high; }
  bool contains(std::int64_t value) const;
};

class Terms {
public:
  // Making terms; constants are folded.  Numbers are kept sign-extended from
  // their width, except that a single bit is 0 or 1.
  TermId integer(std::int64_t value, std::uint32_t width = 64);
  TermId address(ObjectId object, std::int64_t offset);
  TermId blurred(ObjectId object, TermId depends_on);
  TermId symbol(std::uint32_t width);
  TermId binop(ir::BinaryOp op, TermId a, TermId b, std::uint32_t width);
  TermId compare(ir::Predicate predicate, TermId a, TermId b,
                 std::uint32_t operand_width);
  TermId select(TermId condition, TermId a, TermId b, std::uint32_t width);
  TermId cast(ir::CastKind kind, TermId a, std::uint32_t from,
              std::uint32_t width);

  const Term &operator[](TermId id) const { return terms_[id]; }
  const Range &range(TermId id) const { return ranges_[id]; }
  // The number a term must have by now, if there is just one.
  std::optional<std::int64_t> value(TermId id) const;
  // The answer of a test (0 is false), if it is decided by now.
  std::optional<bool> truth(TermId id) const;

  // Assumptions.  False when they contradict what is known.
  [[nodiscard]] bool assume(TermId test, bool truth);
  [[nodiscard]] bool assume_between(TermId id, std::int64_t low,
                                    std::int64_t high);
  [[nodiscard]] bool assume_not(TermId id, std::int64_t value);

  // A new address may also be a negative handle.
  void widen(TermId address, std::int64_t low) { ranges_[address].low = low; }

  // Every object whose address the term was computed from.
  std::vector<ObjectId> objects_in(TermId id) const;

private:
  struct Sum {
    TermId base;
    std::int64_t offset;
  };
  Sum sum_of(TermId id) const;
  TermId intern(Term term, Range range);
  bool is_number_only(const Term &term) const;
  bool propagate(TermId id);
  bool assume_compare(const Term &compare, bool truth);
  std::optional<bool> decide(ir::Predicate predicate, TermId a, TermId b) const;
  std::optional<bool> decide_by_range(ir::Predicate predicate, TermId a,
                                      TermId b) const;
  std::optional<bool> decide_by_sum(ir::Predicate predicate, TermId a,
                                    TermId b) const;
  std::optional<bool> decide_by_order(ir::Predicate predicate, TermId a,
                                      TermId b) const;
  void note_order(ir::Predicate predicate, TermId a, TermId b);
  bool is_below(TermId a, TermId b, bool strictly, bool is_unsigned) const;
  bool is_not_zero(TermId id) const;

  IdMap<TermId, Term> terms_;
  IdMap<TermId, Range> ranges_;
  std::map<Term, TermId> index_;
  // Below, above, strictly, without a sign: what tests have shown.
  std::set<std::tuple<TermId, TermId, bool, bool>> order_;
  std::set<std::pair<TermId, TermId>> apart_; // the smaller id first
  std::int64_t symbols_ = 0;
};

// Sign-extends the low `width` bits (a single bit becomes 0 or 1).
std::int64_t wrap(std::int64_t value, std::uint32_t width);

} // namespace wt
