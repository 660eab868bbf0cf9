// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See fixing.h.

#include "driver/fixing.h"

#include "driver/interrupt.h"
#include "fix/apply.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace wt::driver {

namespace {

constexpr std::size_t kMostRuns = 200; // analyses of changed programs

// A proposal for one finding of the result.
struct Trial {
  std::size_t finding;
  std::size_t proposal;
};
using Trials = std::vector<Trial>;

bool is_leak(FindingKind kind) {
  return kind == FindingKind::kLeak || kind == FindingKind::kResourceLeak;
}

// The changed files of one run: texts, what is new, and where the old bytes
// are.
class Change {
public:
  Change(std::span<const Fix *const> fixes, SourceText &source) {
    std::optional<std::vector<Edit>> edits = fix::united(fixes);
    is_possible_ = edits.has_value();
    if (!is_possible_)
      return;
    edits_ = fix::by_file(*edits);
    for (const auto &[file, list] : edits_) {
      std::string_view old = source.text(file);
      is_possible_ &= !list.empty() && list.back().end <= old.size();
      if (!is_possible_)
        return;
      texts_[file] = fix::edited(old, list);
      old_.emplace(file, fix::SourceFile(file, std::string(old)));
      new_.emplace(file, fix::SourceFile(file, texts_[file]));
      note_written(file, list);
    }
  }

  bool is_possible() const { return is_possible_; }
  const std::map<std::string, std::string> &texts() const { return texts_; }
  std::span<const fix::Written> written() const { return written_; }
  const Edit &edit_of(std::size_t written) const { return origin_[written]; }

  // Where the place of the old text is in the new one.
  Location moved(const Location &at) const {
    auto changed = old_.find(at.file);
    if (changed == old_.end() || !at.line || !at.column)
      return at;
    std::optional<std::size_t> token = changed->second.token_at(at);
    if (!token)
      return at;
    std::uint32_t begin = changed->second.tokens()[*token].begin;
    std::uint32_t offset = begin;
    for (const Edit &edit : edits_.at(at.file))
      if (edit.end <= begin)
        offset += edit.text.size() - (edit.end - edit.begin);
    const fix::SourceFile &now = new_.at(at.file);
    return {at.file, now.line_of(offset), offset - now.line_begin(offset) + 1};
  }

private:
  // Braces around what was there are not code of their own.
  void note_written(const std::string &file, const std::vector<Edit> &list) {
    std::uint32_t shift = 0; // modulo 2^32
    for (const Edit &edit : list) {
      auto size = static_cast<std::uint32_t>(edit.text.size());
      std::uint32_t begin = edit.begin + shift;
      shift += size - (edit.end - edit.begin);
      if (edit.text.find(';') == std::string::npos &&
          edit.text.find('(') == std::string::npos)
        continue;
      written_.push_back({file, begin, begin + size});
      origin_.push_back(edit);
    }
  }

  bool is_possible_ = true;
  std::map<std::string, std::vector<Edit>> edits_;
  std::map<std::string, std::string> texts_;
  std::map<std::string, fix::SourceFile> old_, new_;
  std::vector<fix::Written> written_;
  std::vector<Edit> origin_;
};

class Verification {
public:
  Verification(const Subject &subject, CheckResult &result, Console &console)
      : subject_(subject), result_(result), console_(console) {}

  void run();

private:
  Finding &finding(const Trial &trial) {
    return result_.findings[trial.finding];
  }
  const Fix &fix(const Trial &trial) {
    return finding(trial).proposals[trial.proposal];
  }
  Trials next(std::size_t proposal);
  void verify(Trials trials);
  bool judge(const Trials &trials, std::set<std::size_t> &at_fault);
  void compare(const Trials &trials, const Change &change,
               const CheckResult &now, std::set<std::size_t> &at_fault);
  void unite_neighbours();
  void unite(const std::vector<std::size_t> &group);
  void blame(const Trials &trials, const Location &at,
             const std::string &function, std::set<std::size_t> &at_fault);

  const Subject &subject_;
  CheckResult &result_;
  Console &console_;
  SourceText source_;
  std::set<std::size_t> wanted_; // findings
  std::size_t runs_ = 0, done_ = 0;
  bool is_clean_ = true; // of the run at hand
};

// The next proposals to be tried together: one for each function.
Trials Verification::next(std::size_t proposal) {
  Trials trials;
  for (std::size_t i : wanted_)
    if (!result_.findings[i].fix &&
        proposal < result_.findings[i].proposals.size())
      trials.push_back({i, proposal});
  return trials;
}

// Those of the function are at fault; if there are none, the run is not clean.
void Verification::blame(const Trials &trials, const Location &at,
                         const std::string &function,
                         std::set<std::size_t> &at_fault) {
  is_clean_ = false;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    const Finding &f = finding(trials[i]);
    if (f.at.file == at.file && f.function == function)
      at_fault.insert(i);
  }
}

void Verification::compare(const Trials &trials, const Change &change,
                           const CheckResult &now,
                           std::set<std::size_t> &at_fault) {
  using Key = std::pair<FindingKind, Location>;
  std::map<Key, Confidence> known;
  std::set<Location> to_be_gone;
  for (const Finding &f : result_.findings)
    known[{f.kind, change.moved(f.at)}] = f.confidence;
  for (const Trial &trial : trials)
    to_be_gone.insert(change.moved(finding(trial).at));
  for (const Finding &f : now.findings) {
    auto before = known.find({f.kind, f.at});
    bool is_there_still = is_leak(f.kind) && to_be_gone.contains(f.at);
    if (is_there_still || before == known.end() ||
        before->second < f.confidence)
      blame(trials, f.at, f.function, at_fault);
  }
  std::set<std::pair<std::string, std::string>> left_out;
  for (const report::NotAnalysed &n : result_.not_analysed)
    left_out.insert({n.at.file, n.function});
  for (const report::NotAnalysed &n : now.not_analysed)
    if (!left_out.contains({n.at.file, n.function}))
      blame(trials, n.at, n.function, at_fault);
  is_clean_ &= now.undecided <= result_.undecided;
}

// Are all of them right, together?
bool Verification::judge(const Trials &trials,
                         std::set<std::size_t> &at_fault) {
  std::vector<const Fix *> fixes;
  for (const Trial &trial : trials)
    fixes.push_back(&fix(trial));
  Change change(fixes, source_);
  if (!change.is_possible())
    return false;
  ++runs_;
  std::optional<Reanalysis> now =
      reanalyse(subject_, change.texts(), change.written());
  if (!now)
    return false;
  is_clean_ = true;
  for (std::size_t i = 0; i < now->objections.size(); ++i) {
    if (now->objections[i].empty())
      continue;
    is_clean_ = false;
    for (std::size_t t = 0; t < trials.size(); ++t)
      if (std::ranges::find(fixes[t]->edits, change.edit_of(i)) !=
          fixes[t]->edits.end())
        at_fault.insert(t);
  }
  compare(trials, change, now->result, at_fault);
  return is_clean_;
}

void Verification::verify(Trials trials) {
  if (trials.empty() || runs_ >= kMostRuns || interrupted())
    return;
  std::set<std::size_t> at_fault;
  if (judge(trials, at_fault)) {
    for (const Trial &trial : trials)
      finding(trial).fix = fix(trial);
    done_ += trials.size();
    console_.done(done_);
    return;
  }
  if (trials.size() == 1)
    return;
  Trials left;
  for (std::size_t i = 0; i < trials.size(); ++i)
    if (!at_fault.contains(i))
      left.push_back(trials[i]);
  if (left.size() < trials.size()) {
    // The guilty ones once more, each alone: company may have misled.
    verify(left);
    if (trials.size() > left.size() + 1)
      for (std::size_t i : at_fault)
        verify({trials[i]});
    return;
  }
  auto middle = trials.begin() + static_cast<long>(trials.size() / 2);
  verify({trials.begin(), middle});
  verify({middle, trials.end()});
}

void Verification::run() {
  std::set<std::string> shown;
  for (const Finding &f : shown_findings(subject_.plan, result_))
    shown.insert(f.fingerprint);
  std::size_t most = 0;
  for (std::size_t i = 0; i < result_.findings.size(); ++i) {
    const Finding &f = result_.findings[i];
    bool rests_on_belief = f.evidence.contains("belief");
    if (!shown.contains(f.fingerprint) || rests_on_belief ||
        !f.refuted_by.empty() || f.proposals.empty())
      continue;
    wanted_.insert(i);
    most = std::max(most, f.proposals.size());
  }
  console_.begin("verifying", "proposals", wanted_.size());
  for (std::size_t proposal = 0; proposal < most; ++proposal) {
    // At most one for each function at a time.
    Trials left = next(proposal);
    while (!left.empty() && runs_ < kMostRuns && !interrupted()) {
      Trials now, later;
      std::set<std::pair<std::string, std::string>> functions;
      for (const Trial &trial : left) {
        const Finding &f = finding(trial);
        bool is_first = functions.insert({f.at.file, f.function}).second;
        (is_first ? now : later).push_back(trial);
      }
      verify(std::move(now));
      left = std::move(later);
    }
  }
  unite_neighbours();
  console_.end();
}

// Diffs of changes at one place would not apply one after the other: they
// become one change, if that is right as well.
void Verification::unite_neighbours() {
  std::vector<std::vector<std::size_t>> groups; // of findings
  for (std::size_t i : wanted_) {
    const std::optional<Fix> &fix = result_.findings[i].fix;
    if (!fix)
      continue;
    std::vector<std::size_t> group = {i};
    std::erase_if(groups, [&](const std::vector<std::size_t> &other) {
      bool is_near = std::ranges::any_of(other, [&](std::size_t known) {
        return fix::are_neighbours(*result_.findings[known].fix, *fix, source_);
      });
      if (is_near)
        group.insert(group.end(), other.begin(), other.end());
      return is_near;
    });
    std::ranges::sort(group);
    groups.push_back(std::move(group));
  }
  for (const std::vector<std::size_t> &group : groups)
    unite(group);
}

void Verification::unite(const std::vector<std::size_t> &group) {
  std::vector<const Fix *> parts; // each once
  for (std::size_t i : group) {
    const Fix &fix = *result_.findings[i].fix;
    bool is_new = std::ranges::none_of(
        parts, [&](const Fix *part) { return part->edits == fix.edits; });
    if (is_new)
      parts.push_back(&fix);
  }
  std::optional<std::vector<Edit>> edits = fix::united(parts);
  if (parts.size() < 2 || !edits || runs_ >= kMostRuns || interrupted())
    return;
  Fix whole{parts[0]->what, std::move(*edits)};
  for (const Fix *part : std::span(parts).subspan(1))
    whole.what += "; " + part->what;
  Trials trials;
  for (std::size_t i : group) {
    result_.findings[i].proposals.push_back(whole);
    trials.push_back({i, result_.findings[i].proposals.size() - 1});
  }
  std::set<std::size_t> at_fault;
  if (!judge(trials, at_fault))
    return;
  for (std::size_t i : group)
    result_.findings[i].fix = whole;
}

} // namespace

void verify_fixes(const Subject &subject, CheckResult &result,
                  Console &console) {
  Verification(subject, result, console).run();
}

} // namespace wt::driver
