// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which assumptions about the error cell have been refuted already?
//
// Probes of one function lead back over the same blocks with much the same
// cells: a variable goes out of scope at ten returns.  When all ways of a probe
// have ended, every cell that it met is refuted at its place, and so is every
// cell that says more.  For searches: what a probe met is kept while its
// function is looked at.
//
// Tested by tests/leak/.

#pragma once

#include "engine/contradiction/error_cell.h"

#include <map>

namespace wt::contradiction {

// How the ways from a cell ended.
struct Ends {
  bool elsewhere = false;  // the object was not made in the function
  bool lost = false;       // nothing certain was known any more
  bool assumption = false; // code may have kept it

  void add(const Ends &other) {
    elsewhere |= other.elsewhere;
    lost |= other.lost;
    assumption |= other.assumption;
  }
};

class Refutations {
public:
  struct Place {
    ir::BlockId block;
    bool exceptional = false;
    auto operator<=>(const Place &) const = default;
  };

  // Of a refuted cell that says no more than this one; null: there is none.
  const Ends *find(const Cells &cells, const Place &at,
                   const ErrorCell &cell) const {
    auto here = places_.find(at);
    if (here == places_.end())
      return nullptr;
    for (const auto &[refuted, ends] : here->second)
      if (cells.is_below(cell, refuted))
        return &ends;
    return nullptr;
  }
  void add(const Place &at, const ErrorCell &cell, const Ends &ends) {
    auto &here = places_[at];
    if (here.size() < kMostOfPlace)
      here.push_back({cell, ends});
  }

private:
  static constexpr std::size_t kMostOfPlace = 24;
  std::map<Place, std::vector<std::pair<ErrorCell, Ends>>> places_;
};

} // namespace wt::contradiction
