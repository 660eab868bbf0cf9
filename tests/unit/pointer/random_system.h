// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random systems of constraints, and how to compare answers to them.

#pragma once

#include "naive_solver.h"
#include "pointer/solver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace wt::pointer::test {

struct RandomSystem {
  Constraints constraints;
  CallTable table;
  std::size_t nodes = 0; // without those of memory
  bool is_vague = false; // the definition itself leaves room
};

class TableClient : public Client {
public:
  explicit TableClient(RandomSystem &system) : system_(system) {}
  void on_function(std::uint32_t token, ObjectId function) override {
    std::uint32_t payload = system_.constraints.objects()[function].payload;
    CallEnds outer = system_.table.calls.at(token);
    CallEnds inner = system_.table.functions.at(payload);
    system_.constraints.copy(inner.in, outer.in);
    system_.constraints.copy(outer.out, inner.out);
    ++calls;
  }
  int calls = 0;

private:
  RandomSystem &system_;
};

class SystemGenerator {
public:
  explicit SystemGenerator(std::uint32_t seed) : random_(seed) {}

  RandomSystem make() {
    RandomSystem system;
    int objects = 2 + pick(4), nodes = 3 + pick(9), lines = 4 + pick(24);
    bool has_wholes = pick(3) == 0, has_walks = pick(3) == 0;
    std::vector<bool> is_open;
    for (int i = 0; i < nodes; ++i)
      is_open.push_back(pick(2) == 0);
    is_open[0] = is_open[1] = is_open[2] = true; // ends of calls
    for (bool open : is_open)
      open ? system.constraints.add_node()
           : system.constraints.add_closed_node();
    system.nodes = static_cast<std::size_t>(nodes);
    for (int i = 0; i < objects; ++i)
      system.constraints.add_object(object(static_cast<std::uint32_t>(i)));
    for (int i = 0; i < objects; ++i)
      system.table.functions[static_cast<std::uint32_t>(i)] = {
          NodeId(pick(2)), NodeId(pick(nodes))};
    for (int i = 0; i < lines; ++i)
      add_line(system, nodes, objects, has_wholes, has_walks);
    system.is_vague |= is_vague(system.constraints);
    return system;
  }

private:
  int pick(int below) { return static_cast<int>(random_() % below); }

  Object object(std::uint32_t number) {
    Object out{.size = 8u * static_cast<std::uint32_t>(1 + pick(8)),
               .payload = number};
    switch (pick(8)) {
    case 0:
      out.is_function = true;
      break;
    case 1:
      out.is_one_location = pick(3) == 0;
      break;
    case 2: // all of it
      out.arrays = {{0, out.size, 8}};
      break;
    case 3: // bytes behind a head
      out.size = 8u * static_cast<std::uint32_t>(2 + pick(4));
      out.arrays = {{8u * static_cast<std::uint32_t>(pick(2)),
                     out.size - 8u * static_cast<std::uint32_t>(pick(2)), 1}};
      break;
    case 4: // records that hold an array, behind a head
      out.size = 8 + 3 * 24 + 8;
      out.arrays = {{8, 80, 24}, {16, 32, 8}};
      break;
    case 5: // records that hold bytes
      out.size = 48;
      out.arrays = {{0, 48, 16}, {8, 16, 4}};
      break;
    default:
      break;
    }
    return out;
  }

  std::int32_t offset() { return pick(3) ? 0 : 8 * (pick(9) - 3) + !pick(40); }

  void add_line(RandomSystem &system, int nodes, int objects, bool has_wholes,
                bool has_walks) {
    Constraints &c = system.constraints;
    NodeId a(pick(nodes)), b(pick(nodes));
    switch (pick(has_walks ? 16 : 15)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return c.address_of(
          a, ObjectId(pick(objects)),
          static_cast<std::uint32_t>(8 * (pick(3) ? 0 : pick(6))));
    case 4:
    case 5:
    case 6:
      return c.copy(a, b, offset());
    case 7:
    case 8:
      return c.load(a, b, offset());
    case 9:
    case 10:
      return c.store(a, b, offset());
    case 11:
      return c.memcopy(a, b,
                       pick(2) ? 8u * static_cast<std::uint32_t>(pick(8))
                               : kUnknownSize);
    case 12:
      return call(system, a, nodes);
    case 13:
      return has_wholes ? c.load_all(a, b) : c.load(a, b, offset());
    case 14:
      return has_wholes ? c.store_all(a, b) : c.store(a, b, offset());
    default: {
      constexpr std::uint32_t kStrides[] = {0, 1, 4, 8, 8, 16, 24, 48};
      return c.copy_any(a, b, kStrides[pick(8)]);
    }
    }
  }

  void call(RandomSystem &system, NodeId pointer, int nodes) {
    std::uint32_t token = static_cast<std::uint32_t>(pick(4));
    system.table.calls.clear();
    for (std::uint32_t i = 0; i < 4; ++i)
      system.table.calls[i] = {NodeId((i * 7) % nodes), NodeId(2)};
    system.constraints.indirect_call(pointer, token);
  }

  // Copies of memory without offsets, or of contents stored everywhere.
  static bool is_vague(const Constraints &constraints) {
    bool has_copy = false, has_whole = false;
    for (const Constraint &c : constraints.list()) {
      has_copy |= c.kind == Constraint::Kind::kMemcopy;
      has_whole |= c.kind == Constraint::Kind::kStoreAll;
    }
    for (const Object &object : constraints.objects())
      has_whole |= object.is_one_location;
    return has_copy && has_whole;
  }

  std::mt19937 random_;
};

// What the solution says, in terms of the naive solver.
inline NaiveSolver::Points translated(const Solution &solution,
                                      const PointSet &set) {
  NaiveSolver::Points out;
  for (LocationId id : set)
    out.insert(
        {solution.location(id).object.value, solution.location(id).offset});
  return out;
}

// The naive answer, in terms of the objects as the solver folded them.
inline NaiveSolver::Points folded(const Solution &solution,
                                  const NaiveSolver::Points &points) {
  NaiveSolver::Points out;
  for (auto [object, offset] : points) {
    auto id =
        solution.find(ObjectId(object), static_cast<std::uint32_t>(offset));
    out.insert({object, id ? solution.location(*id).offset : offset});
  }
  return out;
}

} // namespace wt::pointer::test
