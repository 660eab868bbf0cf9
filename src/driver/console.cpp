// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Progress and messages: see console.h.

#include "driver/console.h"

#include "support/escape.h"

#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
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

bool wants_colour(int descriptor, std::string_view choice) {
  if (choice != "auto")
    return choice == "always";
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
  if (is_quiet_)
    return;
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
  if (!is_terminal_ && !is_quiet_)
    put(fmt::format("watertight: {} {} {}\n", verb, total, noun_));
}

void Console::done(std::size_t count, std::size_t findings) {
  if (!is_terminal_ || is_quiet_)
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

void Console::table(const std::string &text) {
  if (is_quiet_)
    return;
  std::lock_guard lock(mutex_);
  clear_line();
  put(text);
}

} // namespace wt::driver
