// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does a pointer to outside mean what it should?
//
// Random systems with an outside: against its definition, rule by rule
// (naive_solver.h), and against the same system with everything that has
// escaped written out.

#include "random_system.h"

namespace wt::pointer::test {
namespace {

using Points = NaiveSolver::Points;

constexpr NaiveSolver::Point at_start(ObjectId object) {
  return {object.value, 0};
}

// As usual, every memory copy through a hub, early folds.
constexpr Limits kLimits[] = {
    {}, {.pairs_per_memcopy = 0}, {.locations_per_object = 2}};

constexpr std::uint32_t kOutside = UINT32_MAX; // payload of the object
constexpr std::uint32_t kFromOutside = 99;     // token of its calls

// Values come from `source` and are given to `escaped`, in calls as well.
void add_traffic(RandomSystem &system, std::uint32_t seed, NodeId source,
                 NodeId escaped) {
  std::mt19937 random(seed);
  Constraints &c = system.constraints;
  auto any = [&] { return NodeId(random() % system.nodes); };
  for (std::uint32_t i = 0; i <= random() % 3; ++i)
    c.store(any(), source);
  c.copy(NodeId(0), source); // open: may be a parameter
  for (std::uint32_t i = 0; i <= random() % 3; ++i)
    c.copy(escaped, any());
  system.table.functions[kOutside] = {escaped, source};
  system.table.calls[kFromOutside] = {source, escaped};
  c.indirect_call(escaped, kFromOutside);
}

RandomSystem with_outside(std::uint32_t seed) {
  RandomSystem system = SystemGenerator(seed).make();
  Constraints &c = system.constraints;
  NodeId escaped = c.add_node(), source = c.add_node();
  c.set_outside(
      c.add_object(
          {.is_one_location = true, .is_function = true, .payload = kOutside}),
      escaped);
  c.address_of(source, c.outside());
  add_traffic(system, seed, source, escaped);
  return system;
}

// The same, but every pointer from outside points to each escaped object, and
// every escaped cell holds all that has escaped.
RandomSystem written_out(std::uint32_t seed) {
  RandomSystem system = SystemGenerator(seed).make();
  Constraints &c = system.constraints;
  NodeId escaped = c.add_node();
  c.address_of(escaped, c.add_object({.is_one_location = true,
                                      .is_function = true,
                                      .payload = kOutside}));
  c.load_all(escaped, escaped);
  c.store_all(escaped, escaped);
  add_traffic(system, seed, escaped, escaped);
  return system;
}

// Are the points in the set, or meant by it?
bool covers(const Solution &solution, const PointSet &set,
            const Points &points) {
  bool is_open = set.contains(solution.outside());
  Points listed = translated(solution, set);
  return std::ranges::all_of(points, [&](NaiveSolver::Point point) {
    return listed.contains(point) ||
           (is_open && solution.is_escaped(ObjectId(point.first)));
  });
}

// All objects that a set means.
std::set<std::uint32_t> objects(const Solution &solution, PointSet set) {
  if (set.contains(solution.outside()))
    set.insert(solution.escaped());
  std::set<std::uint32_t> out;
  for (LocationId id : set)
    out.insert(solution.location(id).object.value);
  return out;
}

// A set without what it means in any case.
Points shortened(NaiveSolver &naive, ObjectId outside, Points points) {
  if (points.contains(at_start(outside)))
    std::erase_if(points, [&](NaiveSolver::Point point) {
      return point.first != outside.value && naive.is_escaped(point.first);
    });
  return points;
}

bool has_memcopy(const Constraints &constraints) {
  return std::ranges::any_of(constraints.list(), [](const Constraint &c) {
    return c.kind == Constraint::Kind::kMemcopy;
  });
}

// What was copied out of an object, or taken from all of it, before it escapes
// with cells that nobody has named.
TEST(SolverOutside, MemoryThatEscapesLate) {
  Constraints c;
  NodeId escaped = c.add_node(), late = c.add_node();
  ObjectId outside = c.add_object({.is_one_location = true});
  c.set_outside(outside, escaped);
  auto pointer = [&](ObjectId object) {
    NodeId node = c.add_node();
    c.address_of(node, object);
    return node;
  };
  NodeId from = pointer(c.add_object({.size = 16}));
  NodeId to = pointer(c.add_object({.size = 16}));
  NodeId way = pointer(c.add_object({.size = 8}));
  NodeId second = c.add_node(), anything = c.add_node();
  c.memcopy(to, from, 16);
  c.load(second, to, 8);
  c.load_all(anything, from);
  c.store(way, from);
  c.load(late, way);
  c.copy(escaped, late);
  RandomSystem none;
  TableClient client(none);
  Budget budget(10'000);
  Solution solution = solve(c, client, budget);
  ASSERT_TRUE(solution.is_complete());
  EXPECT_TRUE(solution.points_to(second).contains(solution.outside()));
  EXPECT_TRUE(solution.points_to(anything).contains(solution.outside()));
  EXPECT_FALSE(solution.points_to(to).contains(solution.outside()));
}

TEST(SolverOutside, AgreesWithTheDefinition) {
  int exact = 0, escaped = 0, open_sets = 0;
  for (std::uint32_t seed = 0; seed < 6000 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomSystem system = with_outside(seed);
    ObjectId outside = system.constraints.outside();
    NaiveSolver naive(system.constraints, system.table);
    if (!naive.run())
      continue;
    TableClient client(system);
    Budget budget(1'000'000);
    Solution solution =
        solve(system.constraints, client, budget, kLimits[seed % 3]);
    ASSERT_TRUE(solution.is_complete());
    bool is_exact = solution.statistics().folded_objects == 0 &&
                    solution.statistics().growing_cycles == 0 &&
                    !system.is_vague && !has_memcopy(system.constraints);
    exact += is_exact;
    auto check = [&](const PointSet &found, const Points &right) {
      open_sets += found.contains(solution.outside());
      EXPECT_TRUE(covers(solution, found, folded(solution, right)));
      if (is_exact)
        EXPECT_EQ(translated(solution, found),
                  shortened(naive, outside, right));
    };
    for (std::uint32_t i = 0; i < system.nodes; ++i) {
      SCOPED_TRACE("node " + std::to_string(i));
      check(solution.points_to(NodeId(i)), naive.points_to(NodeId(i)));
    }
    for (const auto &[cell, points] : naive.contents())
      if (auto id = solution.find(ObjectId(cell.first),
                                  static_cast<std::uint32_t>(cell.second)))
        check(solution.points_to(solution.contents(*id)), points);
    for (LocationId id : solution.escaped()) {
      bool is_right = naive.is_escaped(solution.location(id).object.value);
      escaped += is_right;
      EXPECT_TRUE(is_right || !is_exact);
    }
  }
  EXPECT_GT(exact, 1000);
  EXPECT_GT(escaped, 10'000);
  EXPECT_GT(open_sets, 10'000);
}

TEST(SolverOutside, MeansWhatIsWrittenOut) {
  int equal = 0, larger = 0;
  for (std::uint32_t seed = 0; seed < 3000 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomSystem system = with_outside(seed), other = written_out(seed);
    NaiveSolver naive(other.constraints, other.table);
    if (!naive.run())
      continue;
    TableClient client(system);
    Budget budget(1'000'000);
    Solution solution = solve(system.constraints, client, budget);
    ASSERT_TRUE(solution.is_complete());
    for (std::uint32_t i = 0; i < system.nodes; ++i) {
      SCOPED_TRACE("node " + std::to_string(i));
      auto found = objects(solution, solution.points_to(NodeId(i)));
      std::set<std::uint32_t> right;
      for (NaiveSolver::Point point : naive.points_to(NodeId(i)))
        right.insert(point.first);
      EXPECT_TRUE(std::ranges::includes(found, right));
      (found == right ? equal : larger) += 1;
    }
  }
  // Larger: moves beyond the end of every escaped object, and folded ones.
  EXPECT_GT(equal, 50 * larger);
}

} // namespace
} // namespace wt::pointer::test
