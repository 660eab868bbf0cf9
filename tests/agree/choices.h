// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How does a plain interpreter visit all paths?
//
// It asks choose(n) wherever the program could go on in n ways, and is run
// again from the start until next() says that every answer was tried:
//
//   Choices choices;
//   do { Machine(choices).run(); } while (choices.next());
//
// Slow, and obviously complete: the answers are counted up like an odometer
// whose wheels appear when they are first needed.

#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace wt::agree {

class Choices {
public:
  // A number below `n`; the same one when the same prefix is run again.
  std::uint32_t choose(std::uint32_t n) {
    assert(n > 0 && "nothing to choose from");
    if (at_ == taken_.size())
      taken_.push_back({0, n});
    assert(taken_[at_].of == n && "the run is not deterministic");
    return taken_[at_++].chosen;
  }

  // Prepares the next run; false when there is none.
  bool next() {
    at_ = 0;
    while (!taken_.empty() && taken_.back().chosen + 1 == taken_.back().of)
      taken_.pop_back();
    if (taken_.empty())
      return false;
    ++taken_.back().chosen;
    return true;
  }

private:
  struct Taken {
    std::uint32_t chosen;
    std::uint32_t of;
  };
  std::vector<Taken> taken_;
  std::size_t at_ = 0;
};

} // namespace wt::agree
