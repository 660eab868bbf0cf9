// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How do behaviours come back in the next run?
//
// What one look of the inference made of a component, or of a member of a large
// one, is kept with what it read (kept_results.h).  Of a callee it read the
// behaviour as that was at this moment: in a recursion the first round reads
// something else than the second.
//
// Tested by tests/capture/test_edits.py.

#pragma once

#include "driver/kept_results.h"
#include "model/infer/infer.h"

namespace wt::driver {

class KeptBehaviours : public infer::KeptBehaviours {
public:
  explicit KeptBehaviours(KeptResults &kept) : kept_(kept) {}

  void start(const infer::Borrowed &borrowed) override {
    kept_.facts().add(borrowed);
  }
  Digest digest(const infer::Behaviour &behaviour) const override;
  void repeat(Look &look, const DigestSeen &seen,
              const std::function<void(Look &)> &work) override;

private:
  Digest key_of(const Look &look) const;

  KeptResults &kept_;
};

} // namespace wt::driver
