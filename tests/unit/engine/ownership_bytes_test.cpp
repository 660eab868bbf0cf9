// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is an interface that is read what was written?

#include "engine/ownership/interface_bytes.h"

#include <gtest/gtest.h>

namespace wt::ownership {
namespace {

Interface example() {
  Interface made;
  made.source = Interface::Source::kSpecification;
  made.result = made.add_part();
  Interface::Part element = made.add_part();
  made.parameters.push_back({made.add_part(), true});
  Interface::ShapeNode list{Shape::Kind::kContainer, "list", {element}};
  made.parameters.push_back({{0, made.add_shape(list)}, false});
  made.is_result_reference = true;
  made.moves.push_back({1, 0});
  made.is_iterator = true;
  made.demand({0, 2}, 0b1101, Priority::kMember, "a reason");
  made.filled = {1};
  return made;
}

std::string bytes_of(const Interface &interface) {
  ByteWriter out;
  write(out, interface);
  return out.take();
}

TEST(InterfaceBytes, ComeBack) {
  std::string bytes = bytes_of(example());
  ByteReader in(bytes);
  Interface back = read_interface(in);
  EXPECT_FALSE(in.failed());
  EXPECT_EQ(in.left(), 0u);
  EXPECT_EQ(bytes_of(back), bytes);
  ASSERT_EQ(back.tables.size(), 1u);
  EXPECT_STREQ(back.tables[0].reason.c_str(), "a reason");
  EXPECT_EQ(back.tables[0].owns, (std::vector<std::uint32_t>{0, 2}));
  ASSERT_EQ(back.shapes.size(), example().shapes.size());
  EXPECT_EQ(back.shapes.back().name, "list");
  EXPECT_TRUE(back.parameters[0].is_reference);
  EXPECT_EQ(back.moves[0].from, 1u);
  EXPECT_TRUE(back.is_iterator && back.is_result_reference);
}

TEST(InterfaceBytes, AnEmptyOneToo) {
  std::string bytes = bytes_of({});
  ByteReader in(bytes);
  EXPECT_EQ(bytes_of(read_interface(in)), bytes);
  EXPECT_FALSE(in.failed());
}

TEST(InterfaceBytes, NonsenseIsNoticed) {
  std::string bytes = bytes_of(example());
  for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
    ByteReader in(std::string_view(bytes).substr(0, cut));
    read_interface(in);
    EXPECT_TRUE(in.failed()) << cut;
  }
}

} // namespace
} // namespace wt::ownership
