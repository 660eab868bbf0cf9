// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which objects are still in somebody's hands when the function is left?
//
// An object escapes if its attribute says so (given to code that may keep it),
// if the result or memory of the outside points to it, or if an object that
// itself escapes and is not freed points to it (Saturn, Section 4.4).  The
// least solution is wanted: objects that only keep each other alive are lost.
// Saturn reaches it with exclusion sets; here it is computed by rounds, where
// round n knows the routes over n objects.
//
// Tested by tests/unit/engine/.

#pragma once

#include "engine/sat/evaluate.h"

namespace wt::sat {

// What counts as a hand that holds an object.
struct Hands {
  bool returns = true; // exits of these kinds
  bool throws = true;
  bool ends = false;
  // Edges back to the head of a loop that were cut: what is made in a round,
  // and nobody has when the next one begins, is lost whatever comes then.
  bool rounds = false;
  bool locals = false;    // locals of this function hold objects too (main)
  bool containers = true; // what is in a container is held
};

class Escapes {
public:
  Escapes(Evaluation &evaluation, const Hands &hands);

  Cond exit() const { return exit_; }  // some exit is taken
  Cond escaped(ObjectId object) const; // at the exit
  Cond lost(ObjectId object) const;    // acquired, and lost at the exit
  // The same of what was there before, whether or not anybody looked at it.
  Cond may_be_lost(ObjectId object) const;

private:
  struct Route {
    ObjectId holder;
    Held held;
  };
  void settle();
  Cond in_result(ObjectId object) const;
  Cond in_next_round(ObjectId object) const;
  void add_exits(std::span<const Exit> exits);
  bool is_hand(const Object &object) const;

  Evaluation &evaluation_;
  Conditions &table_;
  Hands hands_;
  Cond exit_ = kNo;
  std::vector<Route> routes_;
  std::map<ObjectId, Cond> escaped_;
};

} // namespace wt::sat
