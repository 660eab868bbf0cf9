// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does printed IR read back as what it was?
//
// Standard input holds one or more printed units, one after the other.  For
// each: the text is parsed, verified, printed again and compared; then the
// binary form is written, read and printed.  Every difference and every
// broken rule is a line on standard error.  Prints the number of units.
//
// Used by run.py, hostile.py and roundtrip_packages.py.

#include "ir/binary.h"
#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"

#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>

namespace {

using namespace wt;

constexpr std::string_view kFirstLine = "watertight-ir 1\n";
constexpr std::size_t kMaxMessages = 20; // of one unit

std::string text_of(const ir::Unit &unit) {
  std::ostringstream out;
  ir::print(out, unit);
  return out.str();
}

std::string without_trailing_blanks(std::string_view text) {
  std::size_t end = text.find_last_not_of(" \n");
  return std::string(text.substr(0, end == text.npos ? 0 : end + 1));
}

// The first line in which two texts differ, with its number.
std::string first_difference(const std::string &a, const std::string &b) {
  std::istringstream left(a), right(b);
  std::string x, y;
  for (unsigned line = 1;; ++line) {
    bool has_x = static_cast<bool>(std::getline(left, x));
    bool has_y = static_cast<bool>(std::getline(right, y));
    if (!has_x && !has_y)
      return "nowhere";
    if (has_x != has_y || x != y)
      return "line " + std::to_string(line) + "\n  " + (has_x ? x : "(end)") +
             "\n  " + (has_y ? y : "(end)");
  }
}

bool compare(const std::string &before, const std::string &after,
             std::string_view form, const std::string &file) {
  if (without_trailing_blanks(before) == without_trailing_blanks(after))
    return true;
  std::cerr << file << ": the " << form << " form reads back differently, "
            << first_difference(before, after) << '\n';
  return false;
}

bool check(const std::string &text) {
  Result<ir::Unit> unit = ir::parse_unit(text, "standard input");
  if (!unit) {
    std::cerr << unit.error().text() << '\n';
    return false;
  }
  std::vector<std::string> broken = ir::verify(*unit);
  for (std::size_t i = 0; i < broken.size() && i < kMaxMessages; ++i)
    std::cerr << unit->main_file << ": " << broken[i] << '\n';
  bool is_good = broken.empty();
  is_good &= compare(text, text_of(*unit), "text", unit->main_file);
  Result<ir::Unit> read = ir::read_unit(ir::write_unit(*unit));
  if (!read) {
    std::cerr << unit->main_file << ": " << read.error().text() << '\n';
    return false;
  }
  return is_good &
         compare(text_of(*unit), text_of(*read), "binary", unit->main_file);
}

} // namespace

int main() {
  std::string input(std::istreambuf_iterator<char>(std::cin), {});
  std::size_t units = 0;
  bool is_good = true;
  for (std::size_t at = 0; at < input.size();) {
    std::size_t next = input.find("\n" + std::string(kFirstLine), at);
    next = next == input.npos ? input.size() : next + 1;
    is_good &= check(input.substr(at, next - at));
    ++units;
    at = next;
  }
  std::cout << units << '\n';
  return is_good ? 0 : 1;
}
