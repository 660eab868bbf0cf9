// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How are the edges of a large graph kept?
//
// In two flat arrays: all targets one after the other, and where the targets
// of each node begin.  A graph is filled node by node, in order of ids:
//
//   Adjacency<ProcedureId, ProcedureId> callees;
//   for (ProcedureId p : ids) { for (...) callees.add(q); callees.end_node(); }

#pragma once

#include "support/id.h"

#include <span>

namespace wt {

template <class From, class To> class Adjacency {
public:
  Adjacency() : begin_{0} {}

  void add(To to) { targets_.push_back(to); }
  // The targets added since the last call belong to the next node.
  void end_node() {
    begin_.push_back(static_cast<std::uint32_t>(targets_.size()));
  }

  std::span<const To> operator[](From from) const {
    assert(from.value + 1 < begin_.size() && "id out of range");
    return {targets_.data() + begin_[from.value],
            begin_[from.value + 1] - begin_[from.value]};
  }
  std::size_t size() const { return begin_.size() - 1; }
  std::size_t edge_count() const { return targets_.size(); }

  // Edges turned round; `nodes` of the other side.  Sources come out sorted.
  Adjacency<To, From> reversed(std::size_t nodes) const {
    std::vector<std::uint32_t> begin(nodes + 1, 0);
    for (To to : targets_)
      ++begin[to.value + 1];
    for (std::size_t i = 0; i < nodes; ++i)
      begin[i + 1] += begin[i];
    std::vector<From> sources(targets_.size());
    std::vector<std::uint32_t> next(begin.begin(), begin.end() - 1);
    for (std::uint32_t from = 0; from < size(); ++from)
      for (To to : (*this)[From(from)])
        sources[next[to.value]++] = From(from);
    return Adjacency<To, From>(std::move(begin), std::move(sources));
  }

private:
  template <class, class> friend class Adjacency;
  Adjacency(std::vector<std::uint32_t> begin, std::vector<To> targets)
      : begin_(std::move(begin)), targets_(std::move(targets)) {}

  std::vector<std::uint32_t> begin_; // one more than there are nodes
  std::vector<To> targets_;
};

} // namespace wt
