// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What can be said of a function in one line each?
//
//   never returns
//   result is new malloc, may fail
//   *out is new malloc when result == 0
//   frees n->name
//   may free n->next
//   keeps s in n->name
//   result is a
//   takes a reference, counted in n->refcount
//
// Claims are what people read (`explain`), judge and test; engines use the
// outcomes themselves.
//
// Tested by tests/unit/infer/ and tests/unit/summary/.

#pragma once

#include "summary/behaviour.h"

#include <string>

namespace wt::infer {

struct Claim {
  enum class Kind : std::uint8_t {
    kNeverReturns,
    kFresh,   // hands out a new object that is the caller's
    kPool,    // hands out a new object that something else holds too
    kFree,    // of an argument or what it holds
    kMayFree, // likewise, but paths were merged and it is not certain
    kKeep,    // an argument is held by something afterwards
    kReturns, // the result is an argument
    kCount    // references
  };
  Kind kind = Kind::kFresh;
  std::string text;
  std::size_t loads = 0; // from an argument to what the claim is about

  auto operator<=>(const Claim &) const = default;
};

// In order of kinds, then of paths.
std::vector<Claim> claims(const Behaviour &behaviour,
                          const model::ModelSet &models,
                          const PathNamer &name = raw_name);

} // namespace wt::infer
