// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which nodes are known to be equal beforehand, and which are not?

#include "pointer/value_numbers.h"

#include <gtest/gtest.h>

#include <set>

namespace wt::pointer {
namespace {

std::set<std::pair<std::uint32_t, std::uint32_t>> equal(const Constraints &c) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> out;
  for (EqualNodes nodes : find_equal_nodes(c))
    out.insert({nodes.first.value, nodes.second.value});
  return out;
}

TEST(EqualNodes, CopiesAndSameLoads) {
  Constraints c;
  NodeId open = c.add_node();
  NodeId copy = c.add_closed_node(), load = c.add_closed_node();
  NodeId again = c.add_closed_node(), other = c.add_closed_node();
  c.copy(copy, open);
  c.load(load, open, 8);
  c.load(again, copy, 8);
  c.load(other, copy, 16);
  EXPECT_EQ(equal(c).size(), 2u);
  EXPECT_TRUE(equal(c).contains({open.value, copy.value}));
  EXPECT_TRUE(equal(c).contains({load.value, again.value}));
}

TEST(EqualNodes, OpenNodesStayApart) {
  Constraints c;
  NodeId a = c.add_node(), b = c.add_node();
  c.copy(b, a);
  EXPECT_TRUE(equal(c).empty());
}

TEST(EqualNodes, JoinsOfTheSame) {
  Constraints c;
  NodeId a = c.add_node(), b = c.add_node();
  NodeId one = c.add_closed_node(), two = c.add_closed_node();
  NodeId three = c.add_closed_node(), nothing = c.add_closed_node();
  for (NodeId join : {one, two}) {
    c.copy(join, a);
    c.copy(join, b);
  }
  c.copy(two, nothing); // adds nothing
  c.copy(three, a);
  c.copy(three, b, 8);
  EXPECT_EQ(equal(c).size(), 1u);
  EXPECT_TRUE(equal(c).contains({one.value, two.value}));
}

TEST(EqualNodes, CyclesAreNotGuessed) {
  Constraints c;
  NodeId a = c.add_node();
  NodeId one = c.add_closed_node(), two = c.add_closed_node();
  for (NodeId list : {one, two}) {
    c.copy(list, a);
    c.load(list, list, 8);
  }
  EXPECT_TRUE(equal(c).empty());
}

} // namespace
} // namespace wt::pointer
