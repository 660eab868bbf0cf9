// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Progress and messages: see console.h.

#include "driver/console.h"

#include "support/escape.h"

#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <set>
#include <unistd.h>

namespace wt::driver {

namespace {

constexpr std::chrono::milliseconds kRefresh(100);
constexpr std::size_t kBarWidth = 24;

void put(const std::string &text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

// Line by line: a message may have several.
std::string escape_lines(const std::string &text) {
  std::string out;
  std::size_t begin = 0;
  while (begin < text.size()) {
    std::size_t end = std::min(text.find('\n', begin), text.size());
    out +=
        (out.empty() ? "" : "\n") +
        escape_for_terminal(std::string_view(text).substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

} // namespace

bool wants_colour(int descriptor) {
  const char *no = std::getenv("NO_COLOR");
  const char *term = std::getenv("TERM");
  bool is_dumb = term && std::string_view(term) == "dumb";
  return isatty(descriptor) && !(no && *no) && !is_dumb;
}

Console::Console() : is_terminal_(isatty(STDERR_FILENO)) {}

void Console::clear_line() {
  if (line_shown_)
    put("\r\x1b[K");
  line_shown_ = false;
}

void Console::error(const std::string &message) {
  std::lock_guard lock(mutex_);
  clear_line();
  put("watertight: error: " + escape_lines(message) + "\n");
}

void Console::warning(const std::string &message) {
  std::lock_guard lock(mutex_);
  clear_line();
  put("watertight: warning: " + escape_lines(message) + "\n");
}

void Console::note(const std::string &message) {
  std::lock_guard lock(mutex_);
  clear_line();
  put(escape_lines(message) + "\n");
}

void Console::begin(const std::string &verb, const std::string &noun,
                    std::size_t total) {
  std::lock_guard lock(mutex_);
  verb_ = verb;
  noun_ = total == 1 ? noun.substr(0, noun.size() - 1) : noun; // "1 unit"
  total_ = total;
  last_ = {};
  if (!is_terminal_)
    put(fmt::format("watertight: {} {} {}\n", verb, total, noun_));
}

void Console::done(std::size_t count, std::size_t findings) {
  if (!is_terminal_)
    return;
  std::unique_lock lock(mutex_, std::try_to_lock);
  auto now = std::chrono::steady_clock::now();
  if (!lock.owns_lock() || now - last_ < kRefresh)
    return; // somebody else is printing, or did just now
  last_ = now;
  std::size_t filled = total_ ? kBarWidth * count / total_ : 0;
  std::string found =
      findings ? fmt::format(", {} candidates", findings) : std::string();
  put(fmt::format("\r\x1b[K{} [{:<{}}] {}/{} {}{}", verb_,
                  std::string(filled, '='), kBarWidth, count, total_, noun_,
                  found));
  line_shown_ = true;
}

void Console::end() {
  std::lock_guard lock(mutex_);
  clear_line();
}

void Console::closing_table(const report::Report &report,
                            std::size_t from_store, double seconds) {
  const report::Totals &t = report.totals;
  std::string units, hidden;
  auto add = [](std::string &list, std::size_t count, const char *what) {
    if (count)
      list += fmt::format("{}{} {}", list.empty() ? "" : ", ", count, what);
  };
  add(units, from_store, "from the store");
  add(units, t.units_failed, "failed");
  add(hidden, t.below_confidence, "below the confidence asked for");
  add(hidden, t.suppressed, "suppressed");
  add(hidden, t.in_baseline, "in the baseline");
  add(hidden, t.deselected, "in other files");
  std::string not_analysed;
  std::set<std::pair<Location, std::string>> functions; // not function x engine
  for (const report::NotAnalysed &item : report.not_analysed)
    functions.emplace(item.at, item.function);
  add(not_analysed, functions.size(), "not analysed");
  std::size_t shown = report.findings.size();
  std::string levels = fmt::format("{} high, {} medium, {} low", t.shown[2],
                                   t.shown[1], t.shown[0]);
  if (t.roots < shown)
    levels += fmt::format("; {} root causes", t.roots);
  if (t.notes)
    levels += fmt::format("; {} of them notes", t.notes);
  auto row = [](const char *name, const std::string &value,
                const std::string &remark) {
    return fmt::format("  {:<10}{:>8}{}\n", name, value,
                       remark.empty() ? "" : "   (" + remark + ")");
  };
  std::string table =
      row("units", fmt::format("{}", t.units), units) +
      row("functions", fmt::format("{}", t.functions), not_analysed) +
      row("findings", fmt::format("{}", shown), levels);
  if (!hidden.empty())
    table += row("hidden",
                 fmt::format("{}", t.below_confidence + t.suppressed +
                                       t.in_baseline + t.deselected),
                 hidden);
  if (t.undecided)
    table += row("undecided", fmt::format("{}", t.undecided),
                 "objects of which no engine knows whether they are lost");
  table += row("time", fmt::format("{:.1f} s", seconds), "");
  std::lock_guard lock(mutex_);
  clear_line();
  put(table);
}

} // namespace wt::driver
