// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sixty-four assignments at once: see assignments.h.

#include "logic/assignments.h"

#include <bit>

namespace wt::logic {

// Nodes are numbered so that the parts of a conjunction come before it.
void Assignments::catch_up() {
  std::size_t first = words_.size();
  words_.resize(table_.size());
  for (std::size_t node = first; node < words_.size(); ++node) {
    if (node == 0)
      words_[node] = ~std::uint64_t(0);
    else if (!table_.is_atom(node))
      words_[node] = word(table_.left(node)) & word(table_.right(node));
  }
  work_ += words_.size() - first;
  for (; facts_seen_ < facts_.size(); ++facts_seen_)
    alive_ &= word(facts_[facts_seen_]);
}

void Assignments::begin() {
  catch_up();
  std::uint32_t last = current_;
  current_ = next_;
  next_ = (next_ + 1) % kSlots;
  std::uint64_t bit = std::uint64_t(1) << current_;
  for (std::size_t node = 1; node < words_.size(); ++node)
    if (table_.is_atom(node))
      words_[node] = (words_[node] & ~bit) | (words_[node] >> last & 1)
                                                 << current_;
}

void Assignments::set(std::uint32_t atom, bool value) {
  std::uint64_t bit = std::uint64_t(1) << current_;
  words_[atom] = value ? words_[atom] | bit : words_[atom] & ~bit;
}

void Assignments::end() {
  for (std::size_t node = 1; node < words_.size(); ++node)
    if (!table_.is_atom(node))
      words_[node] = word(table_.left(node)) & word(table_.right(node));
  work_ += words_.size();
  std::uint64_t bit = std::uint64_t(1) << current_;
  alive_ |= bit;
  for (Cond fact : facts_)
    if (!(word(fact) & bit))
      alive_ &= ~bit;
}

bool Assignments::find(std::span<const Cond> parts) {
  if (!alive_)
    return false;
  catch_up();
  std::uint64_t fitting = alive_;
  for (Cond part : parts)
    fitting &= word(part);
  if (!fitting)
    return false;
  // The latest: slots below next_ are younger than those above.
  std::uint64_t young = fitting & ((std::uint64_t(1) << next_) - 1);
  current_ = 63 - std::countl_zero(young ? young : fitting);
  return true;
}

bool Assignments::value(Cond c) {
  catch_up();
  return word(c) >> current_ & 1;
}

std::vector<Cond> Assignments::broken_facts() {
  std::vector<Cond> out;
  if (alive_ >> current_ & 1)
    return out;
  for (Cond fact : facts_)
    if (!value(fact))
      out.push_back(fact);
  return out;
}

} // namespace wt::logic
