// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The confidence rule, as a table.

#include "verdict/confidence.h"

#include <gtest/gtest.h>

namespace wt {
namespace {

using Outcome = Replay::Outcome;
using Strength = Verdict::Strength;

struct Row {
  const char *name;
  Evidence evidence;
  Confidence confidence;
  std::vector<std::string> refuted_by = {};
};

Evidence::Claim claim(const char *engine, std::optional<Outcome> replay) {
  return {engine, replay, false, false};
}
Evidence::Claim guess(const char *engine, std::optional<Outcome> replay) {
  return {engine, replay, true, false};
}
Evidence::Claim cycle(const char *engine, std::optional<Outcome> replay) {
  return {engine, replay, false, true};
}

Evidence::Claim proposal(const char *engine, std::optional<Outcome> replay) {
  return {engine, replay, false, false, false, true};
}
Evidence::Claim at_exit(const char *engine, std::optional<Outcome> replay) {
  return {engine, replay, false, false, false, false, true};
}

constexpr auto kYes = Outcome::kConfirmed;
constexpr auto kNo = Outcome::kContradicted;
constexpr auto kOpen = Outcome::kUndecided;
constexpr auto kHigh = Confidence::kHigh;
constexpr auto kMedium = Confidence::kMedium;
constexpr auto kLow = Confidence::kLow;

const Row kRows[] = {
    {"sat with a path that replays",
     {{claim("sat", kYes)}, {}, false},
     kMedium},
    {"sat, replay undecided", {{claim("sat", kOpen)}, {}, false}, kMedium},
    {"sat, replay contradicts", {{claim("sat", kNo)}, {}, false}, kLow},
    {"another engine alone", {{claim("absint", kYes)}, {}, false}, kMedium},
    {"without a witness",
     {{claim("valueflow", std::nullopt)}, {}, false},
     kMedium},
    {"two engines, one replays",
     {{claim("absint", kYes), claim("valueflow", std::nullopt)}, {}, false},
     kHigh},
    {"two engines, nothing replays",
     {{claim("absint", kOpen), claim("valueflow", std::nullopt)}, {}, false},
     kMedium},
    {"one contradicted, another replays",
     {{claim("sat", kYes), claim("absint", kNo)}, {}, false},
     kHigh},
    {"the engine the user named, replays",
     {{claim("absint", kYes)}, {}, true},
     kHigh},
    {"the engine the user named, undecided",
     {{claim("absint", kOpen)}, {}, true},
     kMedium},
    {"a bounded safe lowers high to medium",
     {{claim("absint", kYes), claim("valueflow", kYes)},
      {{"sat", Strength::kBounded, true}},
      false},
     kMedium},
    {"a bounded safe lowers medium to low",
     {{claim("absint", kYes)}, {{"sat", Strength::kBounded, true}}, false},
     kLow},
    {"a bounded safe says nothing of what another function loses",
     {{{"ownership", std::nullopt, false, false, true}},
      {{"sat", Strength::kBounded, true}},
      false},
     kMedium},
    {"a heuristic safe changes nothing",
     {{claim("sat", kYes)},
      {{"contradiction", Strength::kHeuristic, true}},
      false},
     kMedium},
    {"a proof refutes",
     {{claim("sat", kYes), claim("absint", kYes)},
      {{"ownership", Strength::kProved, false}},
      false},
     kLow,
     {"ownership"}},
    {"a proof about references says nothing about cycles",
     {{cycle("sat", kYes)}, {{"ownership", Strength::kProved, false}}, false},
     kMedium},
    {"a proof about cycles does",
     {{cycle("sat", kYes)}, {{"absint", Strength::kProved, true}}, false},
     kLow,
     {"absint"}},
    {"a proof says nothing about the end of the process",
     {{at_exit("sat", kYes)}, {{"contradiction", Strength::kProved, true}}},
     kMedium},
    {"a proposal without a confirmed path",
     {{proposal("valueflow", kOpen), proposal("contradiction", kOpen)}, {}},
     kLow},
    {"a proposal that replays", {{proposal("valueflow", kYes)}, {}}, kMedium},
    {"a proposal that another engine shares",
     {{proposal("valueflow", kOpen), claim("absint", kOpen)}, {}},
     kMedium},
    {"the search has looked at this path",
     {{claim("absint", kYes), claim("ownership", kYes)},
      {{"sat", Strength::kBounded, true}},
      false,
      true},
     kLow},
    {"nothing shows the first free",
     {{claim("absint", kOpen), claim("ownership", kOpen)},
      {},
      false,
      false,
      false},
     kLow},
    {"at the mercy of an unmodelled call",
     {{guess("sat", kYes)}, {}, false},
     kLow},
    {"only one of two is",
     {{guess("sat", kYes), claim("absint", kYes)}, {}, false},
     kHigh},
};

TEST(Confidence, Rule) {
  for (const Row &row : kRows) {
    Rating rating = rate(row.evidence, {}); // nothing is measured
    EXPECT_STREQ(name_of(rating.confidence), name_of(row.confidence))
        << row.name;
    EXPECT_EQ(rating.refuted_by, row.refuted_by) << row.name;
    if (!rating.refuted_by.empty())
      EXPECT_EQ(rating.confidence, kLow) << row.name;
  }
}

TEST(Confidence, TheFinestMeasuredRowDecides) {
  Evidence one{{claim("sat", kYes)}, {}};
  EXPECT_EQ(rate(one, {}).evidence, "sat, confirmed");
  const MeasuredRow kRows[] = {{"sat alone", 10, 10},
                               {"sat alone, confirmed", 15, 5},
                               {"absint+sat, confirmed", 20, 0},
                               {"several others, denied", 25, 5}};
  EXPECT_EQ(rate(one, kRows).confidence, kMedium);
  EXPECT_EQ(rate({{claim("sat", kOpen)}, {}}, kRows).confidence, kLow);
  Evidence two{{claim("sat", kYes), claim("absint", kNo)}, {}};
  EXPECT_EQ(rate(two, kRows).confidence, kHigh);
  Evidence denied{{claim("absint", kOpen), claim("ownership", std::nullopt)},
                  {{"sat", Strength::kBounded, true}}};
  EXPECT_EQ(rate(denied, kRows).evidence,
            "absint+ownership, undecided, denied");
  EXPECT_EQ(rate(denied, kRows).confidence, kMedium);
}

} // namespace
} // namespace wt
