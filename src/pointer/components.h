// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which nodes of a graph reach each other?
//
// Tarjan's algorithm over dense numbers, with an own stack: chains of copies
// are longer than a thread's.  Components come out after all that they reach.

#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace wt::pointer {

struct Components {
  std::vector<std::uint32_t> members; // component by component
  std::vector<std::uint32_t> begins;  // of each component, and the end

  std::size_t size() const { return begins.size() - 1; }
};

// `successor(node, i)` is the i-th successor or kNoSuccessor; nodes for which
// `skip(node)` holds are neither roots nor successors.
constexpr std::uint32_t kNoSuccessor = UINT32_MAX;

template <class Skip, class Successor>
Components find_components(std::uint32_t nodes, Skip skip,
                           Successor successor) {
  constexpr std::uint32_t kFinished = UINT32_MAX;
  struct Frame {
    std::uint32_t node, next;
  };
  Components out{{}, {0}};
  std::vector<std::uint32_t> number(nodes, 0), low(nodes, 0), pending;
  std::vector<Frame> frames;
  std::uint32_t last = 0;
  auto open = [&](std::uint32_t node) {
    number[node] = low[node] = ++last;
    pending.push_back(node);
    frames.push_back({node, 0});
  };
  auto close = [&](std::uint32_t node) {
    frames.pop_back();
    if (!frames.empty())
      low[frames.back().node] = std::min(low[frames.back().node], low[node]);
    if (low[node] != number[node])
      return;
    std::uint32_t member;
    do {
      member = pending.back();
      pending.pop_back();
      number[member] = kFinished;
      out.members.push_back(member);
    } while (member != node);
    out.begins.push_back(static_cast<std::uint32_t>(out.members.size()));
  };
  for (std::uint32_t root = 0; root < nodes; ++root) {
    if (number[root] != 0 || skip(root))
      continue;
    open(root);
    while (!frames.empty()) {
      Frame &frame = frames.back();
      std::uint32_t next = successor(frame.node, frame.next++);
      if (next == kNoSuccessor)
        close(frame.node);
      else if (number[next] == 0)
        open(next);
      else if (number[next] != kFinished)
        low[frame.node] = std::min(low[frame.node], number[next]);
    }
  }
  return out;
}

} // namespace wt::pointer
