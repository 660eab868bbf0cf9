// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What became of an object that a function made?
//
// A function is asked at its end what it loses: what is live and cannot be
// reached.  Where states are joined, an object that is live on some of the ways
// only is perhaps live: nobody is told of it, but one single path may show that
// it is lost.
//
// Tested by tests/unit/memory/fate_test.cpp.

#pragma once

#include <cstdint>
#include <optional>

namespace wt::infer {

enum class Fate : std::uint8_t {
  kLive, // allocated, and ours to lose
  kFreed,
  kGone,    // out of danger: somebody else has it, or may have freed it
  kPerhaps, // live on some of the ways that were joined
  kLost,    // nobody can reach it any more
};

inline bool may_be_live(Fate fate) {
  return fate == Fate::kLive || fate == Fate::kPerhaps;
}

// Of two ways that meet; nothing: the object was not made there, so what
// happened to it on the other way is all that is to be told.
inline Fate joined(std::optional<Fate> a, std::optional<Fate> b) {
  if (a == b)
    return *a;
  if (!a || !b) {
    Fate one = a ? *a : *b;
    return one == Fate::kLive ? Fate::kPerhaps : one;
  }
  bool may_live = may_be_live(*a) || may_be_live(*b);
  return may_live ? Fate::kPerhaps : Fate::kGone;
}

// What earlier rounds of a loop made is one object; one of them was `earlier`,
// another is `later`.
inline Fate of_several(std::optional<Fate> earlier, Fate later) {
  if (earlier == Fate::kLost)
    return Fate::kLost;
  bool is_unsure = earlier == Fate::kGone || earlier == Fate::kPerhaps;
  return is_unsure && later == Fate::kLive ? *earlier : later;
}

} // namespace wt::infer
