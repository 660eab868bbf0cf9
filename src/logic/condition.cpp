// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The constructors of conditions and their simplification rules.

#include "logic/condition.h"

#include <algorithm>
#include <ostream>
#include <unordered_map>
#include <utility>

namespace wt::logic {

Cond Conditions::atom() {
  nodes_.push_back({kYes, kYes, true});
  return {static_cast<std::uint32_t>(nodes_.size() - 1) << 1};
}

// Rules for both(a, b) that look into `b`; called with both orders.
// Post-condition of true: `out` is equivalent to both(a, b).
bool Conditions::simplify(Cond a, Cond b, Cond &out) {
  if (!is_and(b))
    return false;
  Cond l = left(b.node()), r = right(b.node());
  if (!b.negated()) {
    if (a == l || a == r)
      return out = b, true;
    if (a == !l || a == !r)
      return out = kNo, true;
    if (is_and(a) && !a.negated()) { // (x & y) & (!x & z)
      Cond al = left(a.node()), ar = right(a.node());
      if (al == !l || al == !r || ar == !l || ar == !r)
        return out = kNo, true;
    }
    return false;
  }
  // b = !(l & r)
  if (a == !l || a == !r)
    return out = a, true;
  if (a == l)
    return out = both(a, !r), true;
  if (a == r)
    return out = both(a, !l), true;
  if (!is_and(a))
    return false;
  Cond al = left(a.node()), ar = right(a.node());
  if (!a.negated()) {
    if (al == !l || al == !r || ar == !l || ar == !r)
      return out = a, true; // (x & y) & !(!x & z)
    if ((al == l && ar == r) || (al == r && ar == l))
      return out = kNo, true;
    return false;
  }
  // !(g & c) & !(g & !c) = !g
  if ((al == l && ar == !r) || (al == r && ar == !l))
    return out = !al, true;
  if ((ar == l && al == !r) || (ar == r && al == !l))
    return out = !ar, true;
  return false;
}

Cond Conditions::both(Cond a, Cond b) {
  if (a.is_no() || b.is_no() || a == !b)
    return kNo;
  if (a.is_yes() || a == b)
    return b;
  if (b.is_yes())
    return a;
  Cond out;
  if (simplify(a, b, out) || simplify(b, a, out))
    return out;
  if (b < a)
    std::swap(a, b);
  std::size_t mask = index_.size() - 1;
  std::size_t place = hash(a, b) & mask;
  for (; index_[place]; place = (place + 1) & mask) {
    const Node &node = nodes_[index_[place]];
    if (node.left == a && node.right == b)
      return {index_[place] << 1};
  }
  std::uint32_t made = static_cast<std::uint32_t>(nodes_.size());
  index_[place] = made;
  nodes_.push_back({a, b, false});
  if (++conjunctions_ * 2 > index_.size())
    grow_index();
  return {made << 1};
}

bool Conditions::Parts::contains(Cond c) const {
  return std::find(all.begin(), all.begin() + count, c) != all.begin() + count;
}

Conditions::Parts Conditions::parts_of(Cond c) const {
  Parts out;
  std::array<Cond, Parts::kMax> todo;
  std::size_t left_to_do = 1;
  todo[0] = c;
  while (left_to_do > 0) {
    Cond next = todo[--left_to_do];
    bool is_split = is_and(next) && !next.negated();
    if (is_split && left_to_do + 2 <= Parts::kMax) {
      todo[left_to_do++] = left(next.node());
      todo[left_to_do++] = right(next.node());
      continue;
    }
    out.is_whole &= !is_split;
    if (out.count == Parts::kMax) {
      out.is_whole = false;
      break;
    }
    out.all[out.count++] = next;
  }
  return out;
}

// Can `c` not hold where all the parts do?
bool Conditions::refutes(const Parts &parts, Cond c) const {
  if (parts.contains(!c))
    return true;
  if (!is_and(c) || !c.negated())
    return false;
  return parts.contains(left(c.node())) && parts.contains(right(c.node()));
}

bool Conditions::surely_exclude(Cond a, Cond b) const {
  if (a.is_no() || b.is_no() || a == !b)
    return true;
  if (a.is_yes() || b.is_yes() || a == b)
    return false;
  Parts of_a = parts_of(a), of_b = parts_of(b);
  for (std::size_t i = 0; i < of_b.count; ++i)
    if (refutes(of_a, of_b.all[i]))
      return true;
  for (std::size_t i = 0; i < of_a.count; ++i)
    if (refutes(of_b, of_a.all[i]))
      return true;
  return false;
}

bool Conditions::surely_implies(Cond a, Cond b) const {
  if (a.is_no() || b.is_yes() || a == b)
    return true;
  if (a.is_yes() || b.is_no())
    return false;
  Parts of_a = parts_of(a), of_b = parts_of(b);
  if (!of_b.is_whole)
    return false;
  for (std::size_t i = 0; i < of_b.count; ++i)
    if (!refutes(of_a, !of_b.all[i]))
      return false;
  return true;
}

void Conditions::grow_index() {
  index_.assign(index_.size() * 4, 0);
  std::size_t mask = index_.size() - 1;
  for (std::uint32_t node = 1; node < nodes_.size(); ++node) {
    if (nodes_[node].is_atom)
      continue;
    std::size_t place = hash(nodes_[node].left, nodes_[node].right) & mask;
    while (index_[place])
      place = (place + 1) & mask;
    index_[place] = node;
  }
}

Cond Conditions::differ(Cond a, Cond b) {
  return either(both(a, !b), both(!a, b));
}

Cond Conditions::choose(Cond test, Cond then, Cond otherwise) {
  if (test.is_yes() || then == otherwise)
    return then;
  if (test.is_no())
    return otherwise;
  return either(both(test, then), both(!test, otherwise));
}

Cond Conditions::all(std::span<const Cond> parts) {
  Cond out = kYes;
  for (Cond part : parts)
    out = both(out, part);
  return out;
}

Cond Conditions::any(std::span<const Cond> parts) {
  Cond out = kNo;
  for (Cond part : parts)
    out = either(out, part);
  return out;
}

std::vector<std::uint32_t> Conditions::atoms_of(Cond c) const {
  std::vector<std::uint32_t> out, work{c.node()};
  visited_.resize(nodes_.size());
  ++walks_;
  while (!work.empty()) {
    std::uint32_t node = work.back();
    work.pop_back();
    if (node == 0 || visited_[node] == walks_)
      continue;
    visited_[node] = walks_;
    if (nodes_[node].is_atom) {
      out.push_back(node);
      continue;
    }
    work.push_back(nodes_[node].left.node());
    work.push_back(nodes_[node].right.node());
  }
  std::ranges::sort(out);
  return out;
}

bool Conditions::evaluate(
    Cond c, const std::function<bool(std::uint32_t)> &atom_value) const {
  std::unordered_map<std::uint32_t, bool> known{{0, true}};
  std::vector<std::uint32_t> work{c.node()};
  while (!work.empty()) {
    std::uint32_t node = work.back();
    if (known.contains(node)) {
      work.pop_back();
      continue;
    }
    if (nodes_[node].is_atom) {
      known[node] = atom_value(node);
      continue;
    }
    Cond l = nodes_[node].left, r = nodes_[node].right;
    auto kl = known.find(l.node()), kr = known.find(r.node());
    if (kl != known.end() && kr != known.end()) {
      bool value = (kl->second != l.negated()) && (kr->second != r.negated());
      known[node] = value;
      continue;
    }
    if (kl == known.end())
      work.push_back(l.node());
    if (kr == known.end())
      work.push_back(r.node());
  }
  return known[c.node()] != c.negated();
}

void Conditions::print(std::ostream &out, Cond c) const {
  if (c.is_yes() || c.is_no()) {
    out << (c.is_yes() ? "yes" : "no");
    return;
  }
  if (c.negated())
    out << '!';
  if (nodes_[c.node()].is_atom) {
    out << 'a' << c.node();
    return;
  }
  out << '(';
  print(out, left(c.node()));
  out << " & ";
  print(out, right(c.node()));
  out << ')';
}

} // namespace wt::logic
