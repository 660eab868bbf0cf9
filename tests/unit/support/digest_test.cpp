// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Are digests stable and do they tell fields apart?

#include "support/digest.h"

#include <gtest/gtest.h>

#include <vector>

namespace wt {
namespace {

TEST(Digest, IsTheSameOnEveryMachine) {
  // XXH3-128 of the empty input, from the specification's test vectors.
  EXPECT_EQ(digest_of("").hex(), "99aa06d3014798d86001c324468d497f");
}

TEST(Digest, BytesReadBack) {
  Digest digest = digest_of("some text");
  EXPECT_EQ(Digest::from_bytes(digest.bytes()), digest);
  EXPECT_EQ(digest.bytes().size(), 16u);
  EXPECT_EQ(Digest::from_bytes("short"), Digest());
}

TEST(Digest, FieldsAreKeptApart) {
  EXPECT_NE(DigestBuilder().add("ab").add("c").finish(),
            DigestBuilder().add("a").add("bc").finish());
  EXPECT_NE(DigestBuilder().add("").finish(), DigestBuilder().finish());
}

TEST(Digest, UnitKeyDependsOnEverything) {
  using Flags = std::vector<std::string>;
  Flags flags = {"-O2", "-DX"};
  Digest key = unit_key("/a.c", "/d", flags, "1");
  EXPECT_EQ(key, unit_key("/a.c", "/d", flags, "1"));
  EXPECT_NE(key, unit_key("/b.c", "/d", flags, "1"));
  EXPECT_NE(key, unit_key("/a.c", "/e", flags, "1"));
  EXPECT_NE(key, unit_key("/a.c", "/d", Flags{"-DX", "-O2"}, "1"));
  EXPECT_NE(key, unit_key("/a.c", "/d", Flags{"-O2 -DX"}, "1"));
  EXPECT_NE(key, unit_key("/a.c", "/d", flags, "2"));
}

} // namespace
} // namespace wt
