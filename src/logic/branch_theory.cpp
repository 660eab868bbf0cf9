// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Consistency of comparisons: sets for single values, a closed matrix of
// order relations for pairs, then a small search for numbers.

#include "logic/branch_theory.h"

#include "logic/bits.h"

#include <algorithm>

namespace wt::logic {
namespace {

using ir::Predicate;
using Kind = BranchAtom::Kind;

// Beyond these, relations between values are given up: *cannot tell*.
constexpr std::size_t kMostRelated = 24;
constexpr std::uint32_t kMostTries = 2000;

class Consistency {
public:
  explicit Consistency(std::span<const Literal> literals)
      : literals_(literals) {}

  Answer answer() {
    collect_values();
    if (!apply_constants())
      return Answer::kNo;
    if (pairs_.empty())
      return Answer::kYes;
    if (related_.size() > kMostRelated)
      return Answer::kUnknown;
    relate();
    if (!close() || !narrow())
      return Answer::kNo;
    chosen_.assign(sets_.size(), 0);
    is_chosen_.assign(sets_.size(), false);
    return choose(0) ? Answer::kYes : Answer::kUnknown;
  }

private:
  struct Key {
    std::uint32_t value, width;
    auto operator<=>(const Key &) const = default;
  };
  struct Pair {
    std::uint32_t a, b; // indices of values
    const BranchAtom *atom;
    bool is_true;
  };
  enum Relation : std::uint8_t { kNothing, kAtMost, kLess };

  std::uint32_t index_of(std::uint32_t value, std::uint32_t width) const {
    auto at = std::ranges::lower_bound(keys_, Key{value, width});
    return static_cast<std::uint32_t>(at - keys_.begin());
  }

  void collect_values() {
    for (const Literal &literal : literals_) {
      keys_.push_back({literal.atom->value, literal.atom->width});
      if (literal.atom->is_about_two())
        keys_.push_back({literal.atom->other, literal.atom->width});
    }
    std::ranges::sort(keys_);
    keys_.erase(std::ranges::unique(keys_).begin(), keys_.end());
    for (const Key &key : keys_)
      sets_.push_back(ValueSet(key.width));
    for (const Literal &literal : literals_)
      if (const BranchAtom &atom = *literal.atom; atom.is_about_two())
        pairs_.push_back({index_of(atom.value, atom.width),
                          index_of(atom.other, atom.width), &atom,
                          literal.is_true});
    for (const Pair &pair : pairs_)
      related_.insert(related_.end(), {pair.a, pair.b});
    std::ranges::sort(related_);
    related_.erase(std::ranges::unique(related_).begin(), related_.end());
  }

  bool apply_constants() {
    for (const Literal &literal : literals_) {
      const BranchAtom &atom = *literal.atom;
      if (atom.is_about_two())
        continue;
      ValueSet &set = sets_[index_of(atom.value, atom.width)];
      set.intersect_with(literal.is_true ? atom.set()
                                         : atom.set().complement());
      if (set.is_empty())
        return false;
    }
    return true;
  }

  std::uint32_t related_index(std::uint32_t value) const {
    auto at = std::ranges::lower_bound(related_, value);
    return static_cast<std::uint32_t>(at - related_.begin());
  }
  Relation &relation(bool is_signed, std::size_t i, std::size_t j) {
    return relations_[is_signed][i * related_.size() + j];
  }
  void at_least(bool is_signed, std::size_t i, std::size_t j, Relation r) {
    relation(is_signed, i, j) = std::max(relation(is_signed, i, j), r);
  }

  // The pairs as a matrix: a true `x <= y`, a false one is `y < x`.
  void relate() {
    std::size_t n = related_.size();
    for (bool is_signed : {false, true})
      relations_[is_signed].assign(n * n, kNothing);
    differ_.assign(n * n, false);
    for (const Pair &pair : pairs_) {
      std::size_t i = related_index(pair.a), j = related_index(pair.b);
      if (pair.atom->kind == Kind::kAtMost) {
        if (pair.is_true)
          at_least(pair.atom->is_signed, i, j, kAtMost);
        else
          at_least(pair.atom->is_signed, j, i, kLess);
      } else if (pair.is_true) {
        make_equal(i, j);
      } else {
        differ_[i * n + j] = differ_[j * n + i] = true;
      }
    }
  }

  void make_equal(std::size_t i, std::size_t j) {
    for (bool is_signed : {false, true}) {
      at_least(is_signed, i, j, kAtMost);
      at_least(is_signed, j, i, kAtMost);
    }
  }

  // Transitivity; `<=` both ways is equality in both orders; `<=` of
  // different values is `<`.  False: something is less than itself.
  bool close() {
    std::size_t n = related_.size();
    for (bool has_changed = true; has_changed;) {
      auto before = std::pair(relations_[0], relations_[1]);
      for (bool is_signed : {false, true})
        for (std::size_t k = 0; k < n; ++k)
          for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) {
              Relation a = relation(is_signed, i, k),
                       b = relation(is_signed, k, j);
              if (a != kNothing && b != kNothing)
                at_least(is_signed, i, j, std::max(a, b));
            }
      for (bool is_signed : {false, true})
        for (std::size_t i = 0; i < n; ++i)
          for (std::size_t j = 0; j < n; ++j) {
            if (i == j && relation(is_signed, i, j) == kLess)
              return false;
            if (i == j || relation(is_signed, i, j) == kNothing)
              continue;
            if (differ_[i * n + j])
              at_least(is_signed, i, j, kLess);
            if (relation(is_signed, j, i) != kNothing)
              make_equal(i, j);
          }
      has_changed = before != std::pair(relations_[0], relations_[1]);
    }
    return true;
  }

  // Bounds along the relations until nothing changes; in rounds, because a
  // chain of `<` in 64 bits could go on for long.
  bool narrow() {
    std::size_t n = related_.size();
    bool has_changed = true;
    for (std::size_t round = 0; round < 2 * n + 4 && has_changed; ++round) {
      has_changed = false;
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) {
          if (i == j)
            continue;
          ValueSet &a = sets_[related_[i]], &b = sets_[related_[j]];
          for (bool is_signed : {false, true}) {
            Relation r = relation(is_signed, i, j);
            if (r == kNothing)
              continue;
            has_changed |= bound(a, b, is_signed, r == kLess);
            if (a.is_empty() || b.is_empty())
              return false;
          }
          if (relation(false, i, j) == kAtMost &&
              relation(false, j, i) == kAtMost)
            has_changed |= a.intersect_with(b);
          if (differ_[i * n + j] && b.is_single())
            has_changed |= a.intersect_with(b.complement());
          if (a.is_empty())
            return false;
        }
    }
    return true;
  }

  // a <= b or a < b.
  static bool bound(ValueSet &a, ValueSet &b, bool is_signed, bool is_strict) {
    Predicate below = is_signed
                          ? (is_strict ? Predicate::kSLt : Predicate::kSLe)
                          : (is_strict ? Predicate::kULt : Predicate::kULe);
    Predicate above = is_signed
                          ? (is_strict ? Predicate::kSGt : Predicate::kSGe)
                          : (is_strict ? Predicate::kUGt : Predicate::kUGe);
    std::uint32_t width = a.width();
    bool changed = a.intersect_with(
        ValueSet::of(below, std::int64_t(b.greatest(is_signed)), width));
    if (a.is_empty())
      return true;
    changed |= b.intersect_with(
        ValueSet::of(above, std::int64_t(a.least(is_signed)), width));
    return changed;
  }

  // Numbers for the related values one by one.
  bool choose(std::size_t i) {
    if (i == related_.size())
      return true;
    std::uint32_t value = related_[i];
    // Copied: the sets of later values are not changed by a try.
    std::uint64_t reach = related_.size();
    for (const ValueSet::Range &range : sets_[value].ranges()) {
      std::uint64_t size = range.high - range.low;
      for (std::uint64_t k = 0; k <= size && k <= 2 * reach + 1; ++k) {
        if (++tries_ > kMostTries)
          return false;
        // From both ends of the range.
        std::uint64_t number =
            k <= reach ? range.low + k : range.high - (k - reach - 1);
        if (size <= 2 * reach + 1)
          number = range.low + k;
        chosen_[value] = number;
        is_chosen_[value] = true;
        if (fits(value) && choose(i + 1))
          return true;
        is_chosen_[value] = false;
      }
    }
    return false;
  }

  // Do all pairs of `value` with numbers chosen so far hold?
  bool fits(std::uint32_t value) const {
    for (const Pair &pair : pairs_) {
      if ((pair.a != value && pair.b != value) || !is_chosen_[pair.a] ||
          !is_chosen_[pair.b])
        continue;
      std::uint64_t a = chosen_[pair.a], b = chosen_[pair.b];
      bool holds = a == b;
      if (pair.atom->kind == Kind::kAtMost)
        holds = pair.atom->is_signed ? sign_extended(a, pair.atom->width) <=
                                           sign_extended(b, pair.atom->width)
                                     : a <= b;
      if (holds != pair.is_true)
        return false;
    }
    return true;
  }

  std::span<const Literal> literals_;
  std::vector<Key> keys_;      // values, sorted
  std::vector<ValueSet> sets_; // what they can be
  std::vector<Pair> pairs_;
  std::vector<std::uint32_t> related_; // values in pairs
  std::vector<Relation> relations_[2]; // unsigned, signed; by related index
  std::vector<bool> differ_;
  std::vector<std::uint64_t> chosen_;
  std::vector<bool> is_chosen_;
  std::uint32_t tries_ = 0;
};

} // namespace

Answer are_consistent(std::span<const Literal> literals) {
  return Consistency(literals).answer();
}

} // namespace wt::logic
