// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What became of a witness when it was executed in an earlier run?
//
// The walker runs a path and the functions that it calls.  While none of what
// it read has changed, nor the path, the outcome is the same.
//
// Tested by tests/capture/test_edits.py.

#pragma once

#include "driver/kept_results.h"
#include "witness/walker.h"

namespace wt::driver {

class KeptReplays {
public:
  explicit KeptReplays(KeptResults &kept);

  // As known, or what `work` makes.  A witness that took the place of this one
  // is put there.
  Replay repeat(const Verdict &verdict, Witness &witness,
                const std::function<Replay(Witness &)> &work);
  void save();

private:
  KeptResults &kept_;
  memo::Notebook notebook_;
};

} // namespace wt::driver
