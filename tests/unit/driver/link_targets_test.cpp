// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where do units end up?  Targets are numbered by the names of their files.

#include "driver/link_targets.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace wt::driver {
namespace {

using Outputs = std::vector<std::vector<std::string>>;
constexpr LinkKind kProgram = LinkKind::kProgram, kShared = LinkKind::kShared,
                   kArchive = LinkKind::kArchive, kObject = LinkKind::kObject;

// "0@0 1@2 2@1-": target and position, "-" for outside, of one unit.
std::string places(const LinkRecord &record, std::vector<std::string> outputs) {
  std::string text;
  std::vector<LinkPlaces> found = link_places(record, {std::move(outputs)});
  for (const LinkPlace &place : found[0])
    text += (text.empty() ? "" : " ") + std::to_string(place.target) + "@" +
            std::to_string(place.position) + (place.is_inside ? "" : "-");
  return text;
}

TEST(LinkTargets, ObjectsOfPrograms) {
  LinkRecord record = {{"/a", {kProgram, {"/x.o", "/y.o"}}},
                       {"/b", {kProgram, {"/y.o"}}}};
  EXPECT_EQ(places(record, {"/x.o"}), "0@0");
  EXPECT_EQ(places(record, {"/y.o"}), "0@0 1@0");
  EXPECT_EQ(places(record, {"/z.o"}), "");
  EXPECT_EQ(places(record, {}), "");
  // Compiled twice to different files, or linked at once.
  EXPECT_EQ(places(record, {"/z.o", "/x.o", "/y.o"}), "0@0 1@0");
  EXPECT_EQ(places(record, {"/b"}), "1@0");
}

TEST(LinkTargets, ArchivesAreAskedInOrder) {
  LinkRecord record = {{"/a", {kProgram, {"/1.a", "/x.o", "/2.a", "/1.a"}}},
                       {"/1.a", {kArchive, {"/p.o", "/x.o"}}},
                       {"/2.a", {kArchive, {"/q.o", "/3.a"}}},
                       {"/3.a", {kArchive, {"/r.o"}}}};
  EXPECT_EQ(places(record, {"/p.o"}), "0@1");
  EXPECT_EQ(places(record, {"/q.o"}), "0@2");
  EXPECT_EQ(places(record, {"/r.o"}), "0@2");
  EXPECT_EQ(places(record, {"/x.o"}), "0@0"); // named itself, too
}

TEST(LinkTargets, ObjectsOfObjectsAreTheirParts) {
  LinkRecord record = {{"/a", {kProgram, {"/1.a", "/all.o"}}},
                       {"/all.o", {kObject, {"/x.o", "/more.o"}}},
                       {"/more.o", {kObject, {"/y.o"}}},
                       {"/1.a", {kArchive, {"/z.o"}}}};
  EXPECT_EQ(places(record, {"/x.o"}), "0@0");
  EXPECT_EQ(places(record, {"/y.o"}), "0@0");
  EXPECT_EQ(places(record, {"/z.o"}), "0@1");
}

TEST(LinkTargets, SharedLibrariesAreTargetsAndParts) {
  LinkRecord record = {
      {"/a", {kProgram, {"/x.o", "/l.so"}}},
      {"/l.so", {kShared, {"/y.o", "/1.a", "/m.so"}}},
      {"/m.so", {kShared, {"/z.o"}}},
      {"/1.a", {kArchive, {"/w.o"}}}}; // targets: /a, /l.so, /m.so
  EXPECT_EQ(places(record, {"/x.o"}), "0@0");
  EXPECT_EQ(places(record, {"/y.o"}), "0@1- 1@0");
  EXPECT_EQ(places(record, {"/w.o"}), "0@1- 1@1");
  EXPECT_EQ(places(record, {"/z.o"}), "0@2- 1@2- 2@0");
  // Linked into the program as well, it belongs to it.
  record["/a"].inputs.push_back("/2.a");
  record["/2.a"] = {kArchive, {"/z.o", "/twin.o"}};
  EXPECT_EQ(places(record, {"/z.o"}), "0@2 1@2- 2@0");
  EXPECT_EQ(places(record, {"/y.o", "/twin.o"}), "0@2 1@0");
}

TEST(LinkTargets, PartsThatNobodyUsesAreTargets) {
  LinkRecord record = {{"/1.a", {kArchive, {"/x.o"}}},
                       {"/m.ko", {kObject, {"/y.o"}}}};
  EXPECT_EQ(places(record, {"/x.o"}), "0@0");
  EXPECT_EQ(places(record, {"/y.o"}), "1@0");
}

TEST(LinkTargets, CirclesEnd) {
  LinkRecord record = {{"/a", {kProgram, {"/1.a"}}},
                       {"/b", {kProgram, {"/b", "/a"}}},
                       {"/1.a", {kArchive, {"/2.a", "/x.o"}}},
                       {"/2.a", {kArchive, {"/1.a"}}}};
  EXPECT_EQ(places(record, {"/x.o"}), "0@1 1@1-");
}

TEST(LinkTargets, DeepChainsEnd) {
  LinkRecord record = {{"/a", {kProgram, {"/0"}}}};
  for (int i = 0; i < 100000; ++i)
    record["/" + std::to_string(i)] = {kObject, {"/" + std::to_string(i + 1)}};
  EXPECT_EQ(places(record, {"/100000"}), "0@0");
}

TEST(LinkTargets, FoldersOfCMakeWithoutARecord) {
  Outputs outputs = {{"/b/CMakeFiles/x.dir/a.c.o"},
                     {"/b/CMakeFiles/x.dir/sub/b.c.o"},
                     {"/b/CMakeFiles/y.dir/a.c.o"},
                     {"/b/lib/CMakeFiles/x.dir/a.c.o"},
                     {"/b/CMakeFiles/x.dir"},
                     {"/b/CMakeFiles/x/a.c.o"},
                     {"/b/a.o"},
                     {}};
  std::vector<LinkPlaces> found = link_places({}, outputs);
  ASSERT_EQ(found.size(), outputs.size());
  for (std::size_t i = 0; i < 4; ++i)
    ASSERT_EQ(found[i].size(), 1u) << i;
  for (std::size_t i = 4; i < outputs.size(); ++i)
    EXPECT_TRUE(found[i].empty()) << i;
  EXPECT_EQ(found[0], found[1]);
  EXPECT_NE(found[0], found[2]);
  EXPECT_NE(found[0], found[3]);
  EXPECT_NE(found[2], found[3]);
  // A record knows better.
  LinkRecord record = {{"/p", {kProgram, {"/b/a.o"}}}};
  EXPECT_TRUE(link_places(record, outputs)[0].empty());
}

} // namespace
} // namespace wt::driver
