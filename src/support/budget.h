// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How is work bounded so that results are the same on every machine?
//
// A Budget counts steps, never seconds.  An analysis calls spend() once per
// unit of work and stops with an *unknown* answer when it returns false.
// `cancelled` is the outer guard (Ctrl-C, wall time); what it stops is listed.

#pragma once

#include <atomic>
#include <cstdint>

namespace wt {

class Budget {
public:
  explicit Budget(std::uint64_t steps,
                  const std::atomic<bool> *cancelled = nullptr)
      : left_(steps), cancelled_(cancelled) {}

  // False once the steps are used up or the run was cancelled.
  bool spend(std::uint64_t steps = 1) {
    if (left_ < steps || is_cancelled()) {
      left_ = 0;
      return false;
    }
    left_ -= steps;
    return true;
  }
  bool exhausted() const { return left_ == 0; }
  std::uint64_t left() const { return left_; }
  bool is_cancelled() const {
    return cancelled_ && cancelled_->load(std::memory_order_relaxed);
  }

private:
  std::uint64_t left_;
  const std::atomic<bool> *cancelled_;
};

} // namespace wt
