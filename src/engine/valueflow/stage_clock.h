// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does each step of the engine cost?
//
// Adds the CPU time of a scope to a counter, in nanoseconds.  For benchmarks
// only: no answer depends on it.
//
// Tested by bench/valueflow.py.

#pragma once

#include <cstdint>
#include <ctime>

namespace wt::valueflow {

class StageClock {
public:
  explicit StageClock(std::uint64_t &sum) : sum_(sum), start_(now()) {}
  StageClock(const StageClock &) = delete;
  StageClock &operator=(const StageClock &) = delete;
  ~StageClock() { sum_ += now() - start_; }

private:
  static std::uint64_t now() {
    timespec at{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &at);
    return static_cast<std::uint64_t>(at.tv_sec) * 1'000'000'000 +
           static_cast<std::uint64_t>(at.tv_nsec);
  }

  std::uint64_t &sum_;
  std::uint64_t start_;
};

} // namespace wt::valueflow
