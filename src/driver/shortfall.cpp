// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What was left out: see shortfall.h.

#include "driver/shortfall.h"

#include "support/escape.h"

#include <algorithm>

namespace wt::driver {

void tell_of_missing_units(const std::vector<frontend::CapturedUnit> &units,
                           const std::vector<frontend::SkippedEntry> &skipped,
                           Console &console) {
  for (const frontend::SkippedEntry &entry : skipped)
    console.warning(escape_for_terminal(entry.file) +
                    ": skipped: " + entry.reason);
  std::vector<std::string> failed;
  for (const frontend::CapturedUnit &unit : units)
    if (!unit.unit)
      failed.push_back(escape_for_terminal(unit.job.file) +
                       ": not analysed: " + unit.failure);
  std::sort(failed.begin(), failed.end());
  for (const std::string &message : failed)
    console.warning(message);
}

std::string why_nothing(const std::vector<frontend::CapturedUnit> &units,
                        const std::vector<frontend::SkippedEntry> &skipped) {
  if (std::ranges::any_of(units, [](const auto &u) { return !!u.unit; }))
    return "";
  if (skipped.empty())
    return "nothing could be analysed: all units failed";
  if (units.empty())
    return "nothing could be analysed: all inputs were skipped";
  return "nothing could be analysed: all units failed or were skipped";
}

std::vector<std::string> notes_on_functions(const report::Report &report,
                                            const std::string &folder,
                                            bool is_verbose) {
  const std::size_t most = is_verbose ? report.not_analysed.size() : 10;
  std::size_t all = report.not_analysed.size();
  std::vector<std::string> notes;
  for (std::size_t i = 0; i < std::min(all, most); ++i) {
    const report::NotAnalysed &item = report.not_analysed[i];
    std::string place;
    if (!item.at.file.empty())
      place = report::relative_to(item.at.file, folder) + ":" +
              std::to_string(item.at.line) + ": ";
    notes.push_back(place + "note: '" + item.function +
                    "' was not fully analysed: " + item.reason);
  }
  if (all > most)
    notes.push_back("note: and " + std::to_string(all - most) +
                    " more not fully analysed (--verbose names them all)");
  return notes;
}

std::vector<std::string> notes_on_program(std::vector<std::string> notes,
                                          bool is_verbose) {
  constexpr std::size_t kMost = 3;
  if (!is_verbose && notes.size() > kMost)
    return {"note: " + std::to_string(notes.size()) +
            " notes about files compiled more than once and names defined in "
            "several files (--verbose lists them)"};
  for (std::string &note : notes)
    note = "note: " + note;
  return notes;
}

std::string note_on_flags(const std::set<std::string> &dropped,
                          bool is_verbose) {
  const std::size_t most = is_verbose ? dropped.size() : 5;
  std::string list;
  std::size_t told = 0;
  for (const std::string &flag : dropped)
    if (told < most)
      list += (told++ ? ", " : "") + flag;
  if (list.empty())
    return "";
  if (dropped.size() > told)
    list += " and " + std::to_string(dropped.size() - told) +
            " more (--verbose names them)";
  return "note: compiler flags that Clang was not given: " + list;
}

} // namespace wt::driver
