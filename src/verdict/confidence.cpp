// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The confidence rule: see confidence.h.

#include "verdict/confidence.h"

#include "verdict/confidence_table.h"

#include <algorithm>
#include <set>

namespace wt {

namespace {

using Strength = Verdict::Strength;
using Outcome = Replay::Outcome;

// In percent of the judged findings of a row.
constexpr unsigned kHighFrom = 90, kMediumFrom = 60;

Confidence one_step_down(Confidence c) {
  return c == Confidence::kHigh ? Confidence::kMedium : Confidence::kLow;
}

class Rater {
public:
  Rater(const Evidence &evidence, std::span<const MeasuredRow> measured)
      : evidence_(evidence), measured_(measured) {
    for (const Evidence::Claim &claim : evidence.claims)
      engines_.insert(claim.engine);
    look_at_denials();
  }

  Rating run() {
    rating_.evidence = joined_engines() + ", " + replay() + flags();
    rating_.confidence = is_low()                     ? Confidence::kLow
                         : evidence_.is_single_engine ? of_one_engine()
                                                      : measured();
    return std::move(rating_);
  }

private:
  template <class Test> bool any(Test test) const {
    return std::ranges::any_of(evidence_.claims, test);
  }
  template <class Test> bool all(Test test) const {
    return std::ranges::all_of(evidence_.claims, test);
  }
  bool any_replay(Outcome outcome) const {
    return any([&](const auto &claim) { return claim.replay == outcome; });
  }
  bool replays() const { return any_replay(Outcome::kConfirmed); }
  bool is_belief() const {
    return all([](const auto &c) { return c.rests_on_unmodelled_call; });
  }

  // Proofs refute; the bounded search over the paths of one function denies,
  // but knows nothing of what another function loses.
  void look_at_denials() {
    bool all_cycles = all([](const auto &c) { return c.is_cycle; });
    bool all_elsewhere = all([](const auto &c) { return c.is_lost_elsewhere; });
    bool all_at_exit = all([](const auto &c) { return c.is_at_exit; });
    for (const Evidence::Denial &denial : evidence_.denials) {
      bool in_scope = denial.covers_cycles || !all_cycles;
      if (denial.strength == Strength::kProved && in_scope && !all_at_exit)
        rating_.refuted_by.push_back(denial.engine);
      is_denied_ |= denial.strength == Strength::kBounded &&
                    denial.engine == kPathFinder && in_scope && !all_elsewhere;
    }
  }

  bool is_low() const {
    bool is_contradicted = any_replay(Outcome::kContradicted) && !replays();
    bool is_proposal = all([](const auto &c) { return c.is_proposal; });
    return !rating_.refuted_by.empty() || is_contradicted ||
           (!evidence_.shows_event && !replays()) ||
           (is_proposal && !replays() && !evidence_.is_single_engine);
  }

  Confidence of_one_engine() const {
    if (is_belief())
      return Confidence::kLow;
    return replays() ? Confidence::kHigh : Confidence::kMedium;
  }

  std::string joined_engines() const {
    std::string out;
    for (const std::string &engine : engines_)
      out += (out.empty() ? "" : "+") + engine;
    return out;
  }
  std::string replay() const {
    bool has_path = any([](const auto &c) { return c.replay.has_value(); });
    if (!has_path)
      return "no path";
    if (replays())
      return name_of(Outcome::kConfirmed);
    return name_of(any_replay(Outcome::kUndecided) ? Outcome::kUndecided
                                                   : Outcome::kContradicted);
  }
  std::string flags() const {
    return std::string(evidence_.is_excluded ? ", excluded"
                       : is_denied_          ? ", denied"
                                             : "") +
           (is_belief() ? ", belief" : "");
  }
  std::string group() const {
    bool has_path_finder = engines_.contains(std::string(kPathFinder));
    std::string path_finder(kPathFinder);
    if (engines_.size() == 1)
      return has_path_finder ? path_finder + " alone" : "one other engine";
    return has_path_finder ? path_finder + " and others" : "several others";
  }

  // From the finest row to the coarsest.
  Confidence measured() const {
    std::vector<std::string> rows = {rating_.evidence,
                                     group() + ", " + replay() + flags(),
                                     group() + flags()};
    if (!flags().empty())
      rows.push_back("any" + flags());
    for (const std::string &row : rows)
      for (const MeasuredRow &known : measured_)
        if (known.evidence == row)
          return level_of(known);
    return by_rule();
  }
  Confidence level_of(const MeasuredRow &row) const {
    unsigned percent = 100 * row.are_true / (row.are_true + row.are_false);
    if (percent >= kHighFrom && replays())
      return Confidence::kHigh;
    return percent >= kMediumFrom ? Confidence::kMedium : Confidence::kLow;
  }

  Confidence by_rule() const {
    if (is_belief() || evidence_.is_excluded)
      return Confidence::kLow;
    Confidence confidence = replays() && engines_.size() > 1
                                ? Confidence::kHigh
                                : Confidence::kMedium;
    return is_denied_ ? one_step_down(confidence) : confidence;
  }

  const Evidence &evidence_;
  std::span<const MeasuredRow> measured_;
  std::set<std::string> engines_;
  bool is_denied_ = false;
  Rating rating_;
};

} // namespace

Rating rate(const Evidence &evidence, std::span<const MeasuredRow> measured) {
  return Rater(evidence, measured).run();
}

Rating rate(const Evidence &evidence) { return rate(evidence, kMeasuredRows); }

} // namespace wt
