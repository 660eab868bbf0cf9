// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which known word did the user mean?
//
// The one with the fewest letters to change, add, drop or swap, if they are
// few: "chekc" is "check", "--min-confidnce" is "--min-confidence", "frob" is
// nothing.
//
// Tested by tests/unit/support/nearest_test.cpp.

#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wt {

// Letters to change, add, drop or swap with a neighbour.
inline std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> table(
      a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      std::size_t &here = table[i][j];
      if (i == 0 || j == 0) {
        here = i + j;
        continue;
      }
      here = std::min({table[i - 1][j] + 1, table[i][j - 1] + 1,
                       table[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        here = std::min(here, table[i - 2][j - 2] + 1);
    }
  return table[a.size()][b.size()];
}

// "": none is near.  The first of equals.
inline std::string nearest(std::string_view word,
                           std::span<const std::string> known) {
  constexpr std::size_t kLongest = 64; // nobody mistypes longer ones
  std::string best;
  std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
  if (word.size() > kLongest)
    return best;
  for (const std::string &candidate : known) {
    std::size_t distance = edit_distance(word, candidate);
    bool is_beginning = word.size() >= 3 && candidate.starts_with(word);
    if (is_beginning)
      distance = 1;
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

// ", did you mean 'check'?", or "".
inline std::string did_you_mean(std::string_view word,
                                std::span<const std::string> known) {
  std::string best = nearest(word, known);
  return best.empty() ? "" : "; did you mean '" + best + "'?";
}

} // namespace wt
