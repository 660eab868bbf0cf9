// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How does the analysis name values and cells?
//
// By expressions over the roots of access paths (path/access_path.h), as the
// paper has them (Section 4):
//
//   n          a number, null is 0
//   a          the address of a variable, a global or a function
//   v          a value of the IR: a register that is written once
//   e + 8      a field or element of what e points to
//   *e         what the cell at e holds
//   e0 op e1   a number computed from others: conditions are such
//
//   s->next    with s = %0:   *(%0 + 8)
//   x          a variable:    *$2         until its last assignment is known
//
// Expressions are kept once, so that equal ones have equal numbers.  Every
// load knows the regions that its address may lie in.  Offsets that end an
// expression do not matter to the question "does it point to this object?":
// strip() takes them off.
//
// Tested by tests/unit/engine/contradiction_transfer_test.cpp.

#pragma once

#include "engine/contradiction/region_table.h"
#include "path/place.h"

#include <functional>
#include <optional>
#include <unordered_map>

namespace wt::contradiction {

using ExprId = Id<struct ExprTag>;

// What numbers are computed by.  Comparisons are made of three: a <= b is
// not(b < a).
enum class Operation : std::uint8_t {
  kEqual,
  kLess, // signed
  kLessUnsigned,
  kNot,    // of a condition; the second operand is 0
  kWiden,  // zero filled; the second operand is the width before
  kCut,    // to the width
  kAnswer, // of a function that only looks; instead of a width: which one
  kAdd,    // from here on as ir::BinaryOp
  kSub,
  kMul,
  kSDiv,
  kUDiv,
  kSRem,
  kURem,
  kShl,
  kLShr,
  kAShr,
  kAnd,
  kOr,
  kXor
};
Operation operation_of(ir::BinaryOp op);

struct Expr {
  enum class Kind : std::uint8_t {
    kNumber,
    kRoot,
    kOffset,
    kElement,
    kLoad,
    kOperation
  };
  Kind kind = Kind::kNumber;
  bool is_invalid = false; // loads from a number: no execution does that
  bool has_load = false;   // it, or what it is made of
  bool has_answer = false; // likewise
  bool has_value = false;  // likewise: a register
  std::uint8_t loads = 0;  // nested ones
  std::uint8_t depth = 0;  // of operations
  std::uint32_t size = 1;  // written out in full
  std::uint64_t roots = 0; // a bit for each that occurs; some share one
  PathRoot root;           // kRoot; kSite: the value of that number
  ExprId base;             // kOffset, kElement, kLoad; kOperation: the first
  ExprId index;            // kElement; kOperation: the second
  std::int64_t number = 0; // kNumber; kOffset: bytes; kElement: stride;
                           // kOperation: which, and the width
  RegionSetId regions;     // kLoad: of the address
};

// Who knows more about values than their regions: a new object is none of
// those that were there before, and no variable.
class Distinctness {
public:
  virtual ~Distinctness() = default;
  virtual bool are_distinct(ExprId a, ExprId b) const = 0;
};

class Expressions {
public:
  explicit Expressions(RegionTable &regions) : regions_(regions) {}

  // Of the body that is looked at now.
  const Distinctness *distinctness = nullptr;

  static constexpr std::uint8_t kMaxLoads = AccessPath::kMaxSteps;
  static constexpr std::uint8_t kMaxDepth = 6;
  static constexpr std::uint32_t kMaxSize = 64;

  ExprId number(std::int64_t number);
  ExprId null() { return number(0); }
  ExprId root(PathRoot root);
  ExprId value(ir::ValueId v) { return root({PathRoot::Kind::kSite, v.value}); }
  ExprId address(ir::VariableId variable) {
    return root({PathRoot::Kind::kSlot, variable.value});
  }
  ExprId offset(ExprId base, std::int64_t bytes);
  ExprId element(ExprId base, ExprId index, std::int64_t stride);
  // The stride of an address that was computed like a number: `p & ~7`.
  static constexpr std::int64_t kSomehow = 0;
  // nullopt: too many loads.  The first to load from `base` says where.
  std::optional<ExprId> load(ExprId base, RegionSetId regions);
  // The load from `base` that somebody has asked for.

  // nullopt: too deep.  Computed where both are numbers.
  std::optional<ExprId> operation(Operation operation, std::uint32_t width,
                                  ExprId a, ExprId b);
  std::optional<ExprId> compare(ir::Predicate predicate, ExprId a, ExprId b);
  // What a function answers that only looks at its arguments and what they
  // point to: the same when it is asked again and nothing was written there.
  std::optional<ExprId> answer(ProcedureId function,
                               std::span<const ExprId> arguments);
  // Does it load from the object, or does such a function look at it?
  bool reads(ExprId e, ExprId object) const;
  // Does such a function look at what is behind the pointer?
  bool looks_behind(ExprId e, ExprId pointer) const;
  Operation operation_of(ExprId e) const {
    return static_cast<Operation>(exprs_[e].number & 0xff);
  }
  std::uint32_t width_of(ExprId e) const {
    return static_cast<std::uint32_t>(exprs_[e].number >> 8);
  }

  const Expr &operator[](ExprId id) const { return exprs_[id]; }
  std::size_t size() const { return exprs_.size(); }

  // Without the offsets that it ends with: what object is pointed to?
  ExprId strip(ExprId e) const;
  // Bytes from one address to another in the same object, if they are known.
  std::optional<std::int64_t> distance(ExprId from, ExprId to) const;
  bool is_number(ExprId e, std::int64_t n) const {
    return exprs_[e].kind == Expr::Kind::kNumber && exprs_[e].number == n;
  }
  bool is_value(ExprId e) const {
    return exprs_[e].kind == Expr::Kind::kRoot &&
           exprs_[e].root.kind == PathRoot::Kind::kSite;
  }
  bool is_function(ExprId e) const {
    return exprs_[e].kind == Expr::Kind::kRoot &&
           exprs_[e].root.kind == PathRoot::Kind::kFunction &&
           exprs_[e].root.index != UINT32_MAX;
  }
  // The address of something that is no heap cell, or inside it.
  bool is_symbolic_address(ExprId e) const;
  // A field or an element: not null, since what it lies in is not.
  bool is_part(ExprId e) const {
    return exprs_[e].kind == Expr::Kind::kOffset ||
           (exprs_[e].kind == Expr::Kind::kElement &&
            exprs_[e].number != kSomehow);
  }
  bool contains(ExprId e, ExprId part) const;
  // `from`, wherever it occurs, by `to`.  nullopt: too long.
  std::optional<ExprId> substitute(ExprId e, ExprId from, ExprId to);
  // All roots at once: nullopt from `change` means that the expression has no
  // meaning on the other side.
  using RootChange = std::function<std::optional<ExprId>(PathRoot)>;
  std::optional<ExprId> rewrite(ExprId e, const RootChange &change);
  bool any_root(ExprId e, const std::function<bool(PathRoot)> &test) const;

  // No load reads more bytes.
  static constexpr std::int64_t kLargestCell = 8;
  // Can the cells at these addresses be one?  Going by values alone.
  bool may_be_same(ExprId address, ExprId other) const;
  // e # w: no cell that the expression reads can be one of `written`, except
  // the cell that is `but`.  `address`: where it is written, if known.
  bool is_disjoint(ExprId e, RegionSetId written, ExprId but = {},
                   ExprId address = {}) const;

  // For people and tests: "*(%0+8)".
  std::string text(ExprId e) const;
  RegionTable &regions() const { return regions_; }

private:
  ExprId add(const Expr &expr);
  std::optional<ExprId> masked(std::uint32_t width, ExprId e,
                               std::int64_t mask);
  std::optional<ExprId> combine(const Expr &like, ExprId base, ExprId index);

  RegionTable &regions_;
  IdMap<ExprId, Expr> exprs_;
  struct Key {
    Expr::Kind kind;
    PathRoot root;
    ExprId base, index;
    std::int64_t number;
    bool operator==(const Key &) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key &key) const noexcept;
  };
  std::unordered_map<Key, ExprId, Hash> numbers_;
};

} // namespace wt::contradiction
