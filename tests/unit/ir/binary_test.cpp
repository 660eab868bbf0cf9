// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is a stored unit read back as it was, and is a damaged one refused?

#include "ir/binary.h"

#include "mutations.h"
#include "sample_unit.h"
#include "support/bytes.h"

#include <gtest/gtest.h>

#include <random>

namespace wt::ir {
namespace {

using test::sample_unit;
using test::text_of;

std::string message_of(std::string_view bytes) {
  Result<Unit> unit = read_unit(bytes);
  return unit ? "" : unit.error().message;
}

TEST(Binary, EveryFieldReadsBack) {
  for (const test::Mutation &mutation : test::kMutations) {
    Unit unit = sample_unit();
    mutation.apply(unit);
    Result<Unit> read = read_unit(write_unit(unit));
    ASSERT_TRUE(read) << mutation.name << ": " << read.error().text();
    EXPECT_EQ(text_of(unit), text_of(*read)) << mutation.name;
    EXPECT_TRUE(unit.functions == read->functions) << mutation.name;
    EXPECT_TRUE(unit.globals == read->globals) << mutation.name;
    EXPECT_EQ(unit.types.size(), read->types.size()) << mutation.name;
    EXPECT_EQ(unit.strings.size(), read->strings.size()) << mutation.name;
    for (TypeId t : unit.types.ids())
      EXPECT_TRUE(unit.types[t] == read->types[t]) << mutation.name;
    EXPECT_EQ(write_unit(*read), write_unit(unit)) << mutation.name;
  }
}

TEST(Binary, EmptyUnit) {
  Result<Unit> read = read_unit(write_unit(Unit()));
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(text_of(*read), text_of(Unit()));
}

// Compressed so well that it is stored as it is.
TEST(Binary, VeryRegularUnit) {
  Unit unit;
  Global g{.type = TypeTable::unknown()};
  for (unsigned i = 0; i < 100000; ++i)
    g.init.push_back({.offset = i * 8, .width = 8});
  unit.globals.push(g);
  Result<Unit> read = read_unit(write_unit(unit));
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_TRUE(read->globals == unit.globals);
}

TEST(Binary, EveryFlippedByteIsAnError) {
  std::string good = write_unit(sample_unit());
  for (std::size_t n = 0; n < good.size(); ++n)
    for (unsigned bit = 0; bit < 8; ++bit) {
      std::string bad = good;
      bad[n] = static_cast<char>(bad[n] ^ 1 << bit);
      EXPECT_NE(message_of(bad), "") << n;
    }
}

TEST(Binary, EveryTruncationIsAnError) {
  std::string good = write_unit(sample_unit());
  for (std::size_t n = 0; n < good.size(); ++n)
    EXPECT_NE(message_of(good.substr(0, n)), "") << n;
  EXPECT_NE(message_of(good + "x"), "");
}

TEST(Binary, MessagesSayWhatIsWrong) {
  std::string good = write_unit(sample_unit());
  EXPECT_EQ(message_of(""), "not a stored unit");
  EXPECT_EQ(message_of("SQLite format 3"), "not a stored unit");
  EXPECT_EQ(message_of(good.substr(0, 20)), "stored unit is cut off");
  std::string other = good;
  other[8] = 99;
  EXPECT_EQ(message_of(other),
            "stored unit has format 99, this program reads format " +
                std::to_string(kUnitFormat));
  other = good;
  other.back() ^= 1;
  EXPECT_EQ(message_of(other), "stored unit is damaged: its checksum is wrong");
}

// Without the checksum: no change and no cut may do harm, whatever it gives.
TEST(Binary, HostilePayloads) {
  std::string good = write_payload(sample_unit());
  EXPECT_EQ(text_of(*read_payload(good)), text_of(sample_unit()));
  std::size_t accepted = 0;
  for (std::size_t n = 0; n < good.size(); ++n) {
    EXPECT_FALSE(read_payload(good.substr(0, n))) << n;
    for (unsigned value : {0u, 1u, 2u, 0x1fu, 0x7fu, 0x80u, 0xffu}) {
      std::string bad = good;
      bad[n] = static_cast<char>(value);
      if (Result<Unit> unit = read_payload(bad)) {
        ++accepted;
        EXPECT_EQ(text_of(*read_payload(write_payload(*unit))), text_of(*unit));
      }
    }
  }
  EXPECT_GT(accepted, 0u); // texts and positions may be anything
}

TEST(Binary, CountsAreNotBelieved) {
  ByteWriter out;
  out.number(0); // strings
  out.string("x"), out.byte(0), out.number(0);
  out.number(UINT32_MAX); // files, of which there is none
  EXPECT_FALSE(read_payload(out.take()));
}

TEST(Bytes, NumbersReadBack) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 10000; ++i) {
    std::uint64_t n = random() >> (random() % 64);
    ByteWriter out;
    out.number(n);
    out.signed_number(static_cast<std::int64_t>(n));
    out.signed_number(-static_cast<std::int64_t>(n >> 1));
    std::string bytes = out.take();
    ByteReader in(bytes);
    EXPECT_EQ(in.number(), n);
    EXPECT_EQ(in.signed_number(), static_cast<std::int64_t>(n));
    EXPECT_EQ(in.signed_number(), -static_cast<std::int64_t>(n >> 1));
    EXPECT_EQ(in.left(), 0u);
    EXPECT_FALSE(in.failed());
    EXPECT_EQ(in.byte(), 0);
    EXPECT_TRUE(in.failed());
  }
}

TEST(Bytes, OverlongNumbersFail) {
  std::string bytes(12, '\xff');
  ByteReader in(bytes);
  in.number();
  EXPECT_TRUE(in.failed());
}

} // namespace
} // namespace wt::ir
