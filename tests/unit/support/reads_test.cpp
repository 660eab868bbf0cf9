// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does an open log collect?

#include "support/reads.h"

#include <gtest/gtest.h>

#include <thread>

namespace wt {
namespace {

TEST(Reads, AreCollectedOnceInTheirOrder) {
  ReadLog log;
  ReadLog::note(Read::Kind::kBody, 1); // not open yet
  {
    ReadLog::Open open(log);
    ReadLog::note(Read::Kind::kBody, 7);
    ReadLog::note(Read::Kind::kBehaviour, 7);
    ReadLog::note(Read::Kind::kBody, 7);
    ReadLog::note(Read::Kind::kBelief, 1, 2);
  }
  ReadLog::note(Read::Kind::kBody, 2); // no longer
  EXPECT_EQ(log.reads(), (std::vector<Read>{{Read::Kind::kBody, 7},
                                            {Read::Kind::kBehaviour, 7},
                                            {Read::Kind::kBelief, 1, 2}}));
}

TEST(Reads, OfAnotherThreadAreItsOwn) {
  ReadLog mine, other;
  ReadLog::Open open(mine);
  std::thread([&] {
    ReadLog::note(Read::Kind::kBody, 1);
    ReadLog::Open inner(other);
    ReadLog::note(Read::Kind::kBody, 2);
  }).join();
  ReadLog::note(Read::Kind::kBody, 3);
  EXPECT_EQ(mine.reads(), (std::vector<Read>{{Read::Kind::kBody, 3}}));
  EXPECT_EQ(other.reads(), (std::vector<Read>{{Read::Kind::kBody, 2}}));
}

TEST(Reads, TheInnerLogHasThemAlone) {
  ReadLog outer, inner;
  ReadLog::Open open(outer);
  {
    ReadLog::Open open_inner(inner);
    ReadLog::note(Read::Kind::kFresh, 4);
  }
  ReadLog::note(Read::Kind::kFresh, 5);
  EXPECT_EQ(outer.reads(), (std::vector<Read>{{Read::Kind::kFresh, 5}}));
  EXPECT_EQ(inner.reads(), (std::vector<Read>{{Read::Kind::kFresh, 4}}));
}

} // namespace
} // namespace wt
