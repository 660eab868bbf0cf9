// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Greedy minimisation of a Sketch; see shrink.h.

#include "shrink.h"

namespace wt::agree {

namespace {

using Kind = Statement::Kind;
using List = std::vector<Statement>;

// The statement number `index` in pre-order, as its list and place in it.
struct Spot {
  List *list = nullptr;
  std::size_t at = 0;
};

bool find(List &list, std::size_t &index, Spot &spot) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (index == 0) {
      spot = {&list, i};
      return true;
    }
    --index;
    if (find(list[i].body, index, spot) || find(list[i].other, index, spot))
      return true;
  }
  return false;
}

bool find(Sketch &sketch, std::size_t index, Spot &spot) {
  for (SketchFunction &function : sketch.functions)
    if (find(function.body, index, spot) || find(function.tail, index, spot))
      return true;
  return false;
}

void replace(Spot spot, List with) {
  auto place = spot.list->begin() + spot.at;
  place = spot.list->erase(place);
  spot.list->insert(place, with.begin(), with.end());
}

constexpr int kWays = 5;

// Applies simplification `way` at the spot; false when it changes nothing.
bool simplify(Spot spot, int way) {
  Statement &s = (*spot.list)[spot.at];
  bool is_compound = s.kind == Kind::kIf || s.kind == Kind::kLoop;
  switch (way) {
  case 0:
    replace(spot, {});
    return true;
  case 1:
    if (!is_compound)
      return false;
    replace(spot, List(s.body));
    return true;
  case 2:
    if (s.kind != Kind::kIf || s.other.empty())
      return false;
    replace(spot, List(s.other));
    return true;
  case 3:
    if (s.other.empty())
      return false;
    s.other.clear();
    return true;
  default:
    if (s.kind != Kind::kIf || s.condition.kind == Condition::Kind::kNumber)
      return false;
    s.condition = {Condition::Kind::kNumber, 0, 0};
    return true;
  }
}

bool is_called(const List &list, std::uint8_t callee) {
  for (const Statement &s : list)
    if ((s.kind == Kind::kCall && s.callee == callee) ||
        is_called(s.body, callee) || is_called(s.other, callee))
      return true;
  return false;
}

void renumber(List &list, std::uint8_t removed) {
  for (Statement &s : list) {
    if (s.kind == Kind::kCall && s.callee > removed)
      --s.callee;
    renumber(s.body, removed);
    renumber(s.other, removed);
  }
}

void drop_unused_helpers(Sketch &sketch) {
  for (std::size_t i = sketch.functions.size() - 1; i-- > 0;) {
    bool used = false;
    for (const SketchFunction &f : sketch.functions)
      used |= is_called(f.body, i) || is_called(f.tail, i);
    if (used)
      continue;
    sketch.functions.erase(sketch.functions.begin() + i);
    for (SketchFunction &f : sketch.functions) {
      renumber(f.body, i);
      renumber(f.tail, i);
    }
  }
}

} // namespace

Sketch shrink(Sketch best, const StillFails &still_fails) {
  for (bool changed = true; changed;) {
    changed = false;
    Sketch fewer = best;
    drop_unused_helpers(fewer);
    if (fewer.functions.size() < best.functions.size() && still_fails(fewer))
      best = std::move(fewer);
    Spot spot;
    for (std::size_t index = 0; find(best, index, spot); ++index)
      for (int way = 0; way < kWays; ++way) {
        Sketch candidate = best;
        if (find(candidate, index, spot) && simplify(spot, way) &&
            still_fails(candidate)) {
          best = std::move(candidate);
          changed = true;
          way = -1; // again at the same place
          if (!find(best, index, spot))
            break;
        }
      }
  }
  render_c(best);
  return best;
}

} // namespace wt::agree
