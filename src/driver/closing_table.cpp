// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table at the end: see closing_table.h.

#include "driver/closing_table.h"

#include "driver/option_table.h"
#include "support/escape.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace wt::driver {

namespace {

constexpr std::size_t kMany = 5; // findings, for which a browser is better

std::string row(const char *name, const std::string &value,
                const std::string &remark) {
  return fmt::format("  {:<10}{:>8}{}\n", name, value,
                     remark.empty() ? "" : "   (" + remark + ")");
}

// "3 failed, 2 from the store"
class Remark {
public:
  void add(std::size_t count, const char *what) {
    if (count)
      text_ += fmt::format("{}{} {}", text_.empty() ? "" : ", ", count, what);
  }
  const std::string &text() const { return text_; }

private:
  std::string text_;
};

std::size_t count_not_analysed(const report::Report &report) {
  std::set<std::pair<Location, std::string>> functions; // not function x engine
  for (const report::NotAnalysed &item : report.not_analysed)
    functions.emplace(item.at, item.function);
  return functions.size();
}

// A word as a shell reads it.
std::string quoted(const std::string &word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
      "_-+=./,:@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos)
    return word;
  std::string out = "'";
  for (char c : escape_for_terminal(word))
    out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// The options of the command line that the other command takes, too.
std::string options_for(Command command, const Options &options) {
  auto to = std::ranges::find_if(command_table(), [&](const CommandRow &c) {
    return c.command == command;
  });
  std::string out;
  for (const OptionRow &option : option_table()) {
    if (!options.named.contains(option.key()) || !to->takes(option) ||
        option.group == "Messages")
      continue;
    std::string name = " --" + std::string(option.key());
    if (const auto *flag = std::get_if<bool Options::*>(&option.field))
      out += options.**flag ? name : "";
    if (const auto *text = std::get_if<std::string Options::*>(&option.field))
      out += name + " " + quoted(options.**text);
    if (const auto *number = std::get_if<unsigned Options::*>(&option.field))
      out += name + " " + std::to_string(options.**number);
    if (option.is_list())
      for (const std::string &text :
           options.*std::get<std::vector<std::string> Options::*>(option.field))
        out += name + " " + quoted(text);
  }
  return out;
}

std::string words_of(const Options &options) {
  std::string out;
  for (const std::string &word : options.words)
    out += " " + quoted(word);
  if (options.has_dashes && options.command == Command::kCheck) {
    out += " --";
    for (const std::string &word : options.after_dashes)
      out += " " + quoted(word);
  }
  return out;
}

} // namespace

std::string closing_table(const report::Report &report,
                          const RunFigures &figures, const Options &options) {
  const report::Totals &t = report.totals;
  Remark units, hidden, functions;
  units.add(figures.from_store, "from the store");
  units.add(t.units_failed, "failed");
  hidden.add(t.below_confidence, "below the confidence asked for");
  hidden.add(t.suppressed, "suppressed");
  hidden.add(t.in_baseline, "in the baseline");
  hidden.add(t.deselected, "in other files");
  functions.add(count_not_analysed(report), "not fully analysed, see above");
  std::string levels = fmt::format("{} high, {} medium, {} low", t.shown[2],
                                   t.shown[1], t.shown[0]);
  if (t.roots < report.findings.size())
    levels += fmt::format("; {} root causes", t.roots);
  if (t.notes)
    levels += fmt::format("; {} of them notes", t.notes);
  std::string table =
      row("units", fmt::format("{}", t.units), units.text()) +
      row("functions", fmt::format("{}", t.functions), functions.text()) +
      row("findings", fmt::format("{}", report.findings.size()), levels);
  if (!hidden.text().empty())
    table += row("hidden",
                 fmt::format("{}", t.below_confidence + t.suppressed +
                                       t.in_baseline + t.deselected),
                 hidden.text());
  if (t.undecided)
    table += row("undecided", fmt::format("{}", t.undecided),
                 "objects that no engine could decide; 'watertight specs' "
                 "lists unknown functions to describe");
  table += row("time", fmt::format("{:.1f} s", figures.seconds), "");
  std::string next = next_command(report, options);
  return next.empty() ? table : table + "  next        " + next + "\n";
}

std::string next_command(const report::Report &report, const Options &options) {
  std::string check =
      "watertight check" + options_for(Command::kCheck, options);
  bool has_html = std::ranges::any_of(options.formats, [](const auto &format) {
    return format.starts_with("html");
  });
  if (report.findings.size() >= kMany && options.formats.empty())
    return check + " --format html=watertight-report" + words_of(options);
  if (!report.findings.empty() && !has_html)
    return "watertight explain" + options_for(Command::kExplain, options) +
           " " + report.findings[0].fingerprint.substr(0, 8) +
           words_of(options);
  bool is_low_hidden = report.findings.empty() &&
                       report.totals.below_confidence &&
                       !options.named.contains("min-confidence");
  if (is_low_hidden)
    return check + " --min-confidence low" + words_of(options);
  return "";
}

} // namespace wt::driver
