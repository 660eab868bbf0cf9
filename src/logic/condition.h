// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Under which circumstances does something happen?
//
// A Cond is a boolean formula over atoms, kept as a hash-consed and-inverter
// graph: equal formulas built in equal ways are equal numbers, negation is one
// bit, and every constructor simplifies what two levels of the graph show:
//
//   both(x, !x) = no        both(x, both(x, y)) = both(x, y)
//   either(both(g, c), both(g, !c)) = g       (a branch that joins again)
//
// so most questions never reach the solver (logic/solver.h).  The guards of
// Saturn (Xie and Aiken, Section 2) are such formulas; where they simplify
// guards with BDDs, the rules above do the work here.
//
// Tested by tests/unit/logic/condition_test.cpp.

#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <span>
#include <vector>

namespace wt::logic {

// A formula of one Conditions table: twice the node, plus one if negated.
struct Cond {
  std::uint32_t code = 0;

  constexpr std::uint32_t node() const { return code >> 1; }
  constexpr bool negated() const { return code & 1; }
  constexpr Cond operator!() const { return {code ^ 1}; }
  constexpr bool is_yes() const { return code == 0; }
  constexpr bool is_no() const { return code == 1; }
  constexpr auto operator<=>(const Cond &) const = default;
};

inline constexpr Cond kYes{0};
inline constexpr Cond kNo{1};

class Conditions {
public:
  Conditions() { nodes_.push_back({kYes, kYes, false}); }

  Cond atom(); // a new one, independent of all others
  Cond both(Cond a, Cond b);
  Cond either(Cond a, Cond b) { return !both(!a, !b); }
  Cond implies(Cond a, Cond b) { return !both(a, !b); }
  Cond differ(Cond a, Cond b); // exclusive or
  Cond same(Cond a, Cond b) { return !differ(a, b); }
  Cond choose(Cond test, Cond then, Cond otherwise);
  Cond all(std::span<const Cond> parts);
  Cond any(std::span<const Cond> parts);

  // What the graph alone shows; false means "cannot tell".  Adds no nodes.
  bool surely_exclude(Cond a, Cond b) const;
  bool surely_implies(Cond a, Cond b) const;

  bool is_atom(std::uint32_t node) const { return nodes_[node].is_atom; }
  Cond left(std::uint32_t node) const { return nodes_[node].left; }
  Cond right(std::uint32_t node) const { return nodes_[node].right; }
  std::size_t size() const { return nodes_.size(); }

  // The atoms under `c`, ascending.
  std::vector<std::uint32_t> atoms_of(Cond c) const;
  // The value of `c` when `atom_value` gives those of the atoms.
  bool evaluate(Cond c,
                const std::function<bool(std::uint32_t)> &atom_value) const;
  void print(std::ostream &out, Cond c) const;

private:
  struct Node {
    Cond left, right; // of a conjunction
    bool is_atom;
  };
  bool is_and(Cond c) const { return c.node() && !nodes_[c.node()].is_atom; }
  // The conjuncts of a condition, as far as a few steps show them.
  struct Parts {
    static constexpr std::size_t kMax = 16;
    std::array<Cond, kMax> all;
    std::size_t count = 0;
    bool is_whole = true; // these are all
    bool contains(Cond c) const;
  };
  Parts parts_of(Cond c) const;
  bool refutes(const Parts &parts, Cond c) const;
  bool simplify(Cond a, Cond b, Cond &out);

  void grow_index();
  static std::size_t hash(Cond a, Cond b) {
    std::uint64_t key = std::uint64_t(a.code) << 32 | b.code;
    key ^= key >> 32; // every bit reaches every other, or probes grow long
    key *= 0xD6E8FEB86659FD93;
    key ^= key >> 32;
    key *= 0xD6E8FEB86659FD93;
    return key ^ key >> 32;
  }

  std::vector<Node> nodes_; // node 0 is "yes"
  // Conjunctions by their parts: open addressing, 0 is free.
  std::vector<std::uint32_t> index_ = std::vector<std::uint32_t>(256);
  std::size_t conjunctions_ = 0;
  mutable std::vector<std::uint32_t> visited_; // by node: number of the walk
  mutable std::uint32_t walks_ = 0;
};

} // namespace wt::logic
