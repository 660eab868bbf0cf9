// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Baselines are made and compared: see baselining.h.

#include "driver/baselining.h"

#include "report/json_record.h"
#include "support/path.h"
#include "support/read_file.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

namespace wt::driver {

namespace {

namespace fs = std::filesystem;

constexpr const char *kUsualPath = "watertight-baseline.json";

// "3 findings"
std::string count_of(std::size_t number, const char *noun) {
  return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

std::string place_of(const KnownFinding &known) {
  return known.file + ":" + std::to_string(known.line);
}

Confidence least_of(const KnownFinding &known) {
  return std::min(known.confidence, Confidence::kMedium);
}

wt::report::Json record_of(const char *name, const KnownFinding &known) {
  return {{"record", name},           {"file", known.file},
          {"line", known.line},       {"function", known.function},
          {"message", known.message}, {"fingerprint", known.fingerprint}};
}

std::optional<BaselineAction> action_named(const std::string &word) {
  if (word == "write")
    return BaselineAction::kWrite;
  if (word == "update")
    return BaselineAction::kUpdate;
  if (word == "compare")
    return BaselineAction::kCompare;
  return std::nullopt;
}

// Formats are for what is reported.
Status check_destinations(const Options &options, BaselineAction action) {
  if (action != BaselineAction::kCompare) {
    for (const char *name : {"format", "output"})
      if (options.named.contains(name))
        return fail(std::string("'baseline ") + options.action +
                    "' reports nothing, so there is no --" + name +
                    "; --baseline names the file that it writes");
    return {};
  }
  Result<std::vector<Destination>> all = destinations(options);
  if (!all)
    return std::unexpected(all.error());
  bool is_good = std::ranges::all_of(*all, [](const Destination &to) {
    return to.format == Format::kText || to.format == Format::kJson;
  });
  return is_good ? Status()
                 : fail("'baseline compare' writes --format text or json");
}

bool is_there(const std::string &path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

} // namespace

Result<BaselineTask> plan_baseline(const Options &options) {
  std::optional<BaselineAction> action = action_named(options.action);
  if (!action)
    return fail("'baseline' is followed by write, update or compare, not by '" +
                options.action + "'");
  if (Status status = check_destinations(options, *action); !status)
    return std::unexpected(status.error());
  BaselineTask task;
  task.action = *action;
  task.path = options.baseline.empty() ? kUsualPath : options.baseline;
  task.folder = fs::path(absolute_path(task.path)).parent_path().string();
  bool is_new = *action == BaselineAction::kWrite && !is_there(task.path);
  if (!is_new) {
    // Also where it is replaced: a file of another kind is not.
    Result<std::string> text = read_file(task.path, "the baseline");
    if (!text)
      return std::unexpected(text.error());
    Result<std::vector<KnownFinding>> known = read_baseline(*text, task.path);
    if (!known)
      return std::unexpected(known.error());
    if (*action != BaselineAction::kWrite)
      task.known = std::move(*known);
  }
  if (*action != BaselineAction::kCompare) {
    Result<AtomicFile> file = AtomicFile::create_behind_links(task.path);
    if (!file)
      return std::unexpected(file.error());
    task.file.emplace(std::move(*file));
  }
  return task;
}

Comparison compare(const BaselineTask &task, const CheckResult &result,
                   bool has_failed_units) {
  std::map<std::string_view, const Finding *> found;
  for (const Finding &finding : result.findings)
    found.emplace(finding.fingerprint, &finding);
  std::set<std::string_view> not_analysed;
  for (const wt::report::NotAnalysed &item : result.not_analysed)
    not_analysed.insert(item.function);
  auto is_unseen = [&](const KnownFinding &known) {
    std::string path = absolute_path(known.file, task.folder);
    return has_failed_units || not_analysed.contains(known.function) ||
           (!std::ranges::binary_search(result.files, path) && is_there(path));
  };
  Comparison out;
  std::set<std::string_view> seen;
  for (const KnownFinding &known : task.known) {
    if (!seen.insert(known.fingerprint).second)
      continue;
    auto now = found.find(known.fingerprint);
    if (now != found.end() && now->second->confidence >= least_of(known))
      out.unchanged.push_back(known_finding(*now->second, task.folder));
    else
      (is_unseen(known) ? out.unseen : out.fixed).push_back(known);
  }
  return out;
}

std::string comparison_text(const Comparison &comparison, std::size_t added) {
  std::string out;
  for (const KnownFinding &known : comparison.fixed)
    out += "fixed: " + place_of(known) + ": " + known.message + " [" +
           known.kind + "]\n";
  for (const KnownFinding &known : comparison.unseen)
    out += "not analysed: " + place_of(known) + ": " + known.message + " [" +
           known.kind + "]\n";
  out += std::to_string(added) + " new, " +
         std::to_string(comparison.fixed.size()) + " fixed, " +
         std::to_string(comparison.unchanged.size()) + " unchanged";
  if (!comparison.unseen.empty())
    out += ", " + std::to_string(comparison.unseen.size()) + " not analysed";
  return out + "\n";
}

std::string comparison_json(const Comparison &comparison, std::size_t added) {
  std::string out;
  for (const KnownFinding &known : comparison.fixed)
    out += wt::report::line_of(record_of("fixed", known));
  for (const KnownFinding &known : comparison.unchanged)
    out += wt::report::line_of(record_of("unchanged", known));
  for (const KnownFinding &known : comparison.unseen)
    out += wt::report::line_of(record_of("unseen", known));
  return out + wt::report::line_of({{"record", "comparison"},
                                    {"new", added},
                                    {"fixed", comparison.fixed.size()},
                                    {"unchanged", comparison.unchanged.size()},
                                    {"unseen", comparison.unseen.size()}});
}

Result<std::string> write_new_baseline(BaselineTask &task,
                                       const Comparison &comparison,
                                       const std::vector<Finding> &shown) {
  std::vector<KnownFinding> kept;
  std::string note;
  if (task.action == BaselineAction::kWrite) {
    for (const Finding &finding : shown)
      kept.push_back(known_finding(finding, task.folder));
    note = count_of(kept.size(), "finding");
  } else {
    kept = comparison.unchanged;
    kept.insert(kept.end(), comparison.unseen.begin(), comparison.unseen.end());
    std::set<std::string_view> known;
    for (const KnownFinding &finding : task.known)
      known.insert(finding.fingerprint);
    std::size_t added = std::ranges::count_if(shown, [&](const Finding &f) {
      return !known.contains(f.fingerprint);
    });
    note = count_of(kept.size(), "finding") + " kept, " +
           std::to_string(comparison.fixed.size()) + " fixed and dropped";
    if (!comparison.unseen.empty())
      note += ", " + std::to_string(comparison.unseen.size()) +
              " of the kept were not analysed";
    if (added)
      note += "; " + count_of(added, "new finding") + " not added";
  }
  if (Status status = task.file->write(write_baseline(std::move(kept)));
      !status)
    return std::unexpected(status.error());
  return "watertight: " + task.path + ": " + note;
}

} // namespace wt::driver
