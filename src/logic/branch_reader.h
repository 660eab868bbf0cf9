// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which atoms does a value of the IR test?  Private to logic/; the interface
// is logic/guards.h.
//
// Comparisons, their combinations in one bit, and phis whose edges are known.
// A value is seen from a block: from outside a loop it is the one of the last
// iteration (`version` 1 for one loop left, 2 for two, ...), which is not that
// of the first.

#pragma once

#include "ir/cfg.h"
#include "ir/unit.h"
#include "logic/branch_atoms.h"

namespace wt::logic {

class BranchReader {
public:
  // The condition under which control comes to a phi's block by this edge,
  // once it comes there; nothing when that is not known.
  using Arrival =
      std::function<std::optional<Cond>(ir::BlockId from, ir::BlockId to)>;

  BranchReader(const ir::Unit &unit, const ir::Function &function,
               const ir::Loops &loops, BranchAtoms &atoms,
               std::function<bool(ir::ValueId)> is_fresh,
               std::function<bool(ir::ValueId, ir::ValueId)> is_older,
               Arrival arrival)
      : unit_(unit), function_(function), loops_(loops), atoms_(atoms),
        is_fresh_(std::move(is_fresh)), is_older_(std::move(is_older)),
        arrival_(std::move(arrival)) {}

  // `value` is not zero.
  Cond truth(ir::ValueId value, ir::BlockId seen_from);
  // `a predicate b`.
  Cond compare(ir::Predicate predicate, ir::ValueId a, ir::ValueId b,
               ir::BlockId seen_from);
  Cond compare(ir::Predicate predicate, ir::ValueId value,
               std::int64_t constant, ir::BlockId seen_from);
  Cond equals(ir::ValueId value, std::int64_t constant, ir::BlockId seen_from);

  bool is_in_loop(std::uint32_t loop, ir::BlockId block) const;
  ir::ValueId value_of(BranchAtoms::Value number) const {
    return values_[number].value;
  }

private:
  struct Seen {
    ir::ValueId value;
    std::uint32_t version;
    auto operator<=>(const Seen &) const = default;
  };
  // A test of a phi: against a number, or against another value on its right
  // or left.
  struct PhiTest {
    enum class Against : std::uint8_t { kNumber, kRight, kLeft };
    ir::ValueId phi;
    std::uint32_t loop; // innermost around the block it is seen from
    ir::Predicate predicate;
    Against against;
    std::int64_t other;
    auto operator<=>(const PhiTest &) const = default;
  };
  // Phis inside each other share operands: what was read once is kept.  What
  // was cut short for its depth is good only for places as deep.
  struct ReadPhi {
    std::optional<Cond> holds;
    std::uint32_t depth = 0;
    bool is_cut = false;
  };
  template <class Test>
  std::optional<Cond> over_phi(const PhiTest &key, ir::BlockId seen_from,
                               Test test);
  template <class Test>
  std::optional<Cond> read_phi(ir::ValueId phi, Test test);
  std::optional<Cond> bit_formula(ir::ValueId value, ir::BlockId seen_from);
  std::optional<bool> are_equal_addresses(ir::ValueId a, ir::ValueId b) const;
  std::optional<std::int64_t> constant(ir::ValueId value) const;
  std::uint32_t loop_around(ir::BlockId block) const {
    return block ? loops_.innermost[block] : ir::Loop::kNone;
  }
  ir::ValueId without_bitcasts(ir::ValueId value) const;
  ir::ValueId widened_from(ir::ValueId value, std::int64_t number) const;
  std::uint32_t width(ir::ValueId value) const; // 0: not to be compared
  std::uint32_t version(ir::ValueId value, ir::BlockId seen_from) const;
  BranchAtoms::Value number_of(ir::ValueId value, ir::BlockId seen_from);

  const ir::Unit &unit_;
  const ir::Function &function_;
  const ir::Loops &loops_;
  BranchAtoms &atoms_;
  std::function<bool(ir::ValueId)> is_fresh_;
  std::function<bool(ir::ValueId, ir::ValueId)> is_older_;
  Arrival arrival_;
  std::map<Seen, BranchAtoms::Value> numbers_;
  std::vector<Seen> values_;
  std::map<PhiTest, ReadPhi> read_;
  std::uint32_t depth_ = 0; // of phis and bits inside each other
  bool is_cut_ = false;     // something was too deep
};

} // namespace wt::logic
