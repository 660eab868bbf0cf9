// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which facts did a computation ask for?
//
// A result may be kept and used again while everything that it was made from is
// the same.  Nobody lists by hand what an analysis reads: the few places where
// shared facts are handed out (Program, Behaviours, ...) note what is asked
// for, and while a ReadLog is open on this thread it collects that:
//
//   ReadLog log;
//   { ReadLog::Open open(log); result = analyse(f); }
//   log.reads()          the body of f, behaviours of its callees, ...
//
// Without an open log a note costs one test.  What a Read means, and how it is
// compared with another run, is decided by memo/.
//
// Tested by tests/unit/support/reads_test.cpp.

#pragma once

#include <compare>
#include <cstdint>
#include <unordered_set>
#include <vector>

namespace wt {

struct Read {
  // Written to disk: never reuse a number.
  enum class Kind : std::uint8_t {
    kBody = 1,       // a: procedure.  The body, its unit's types, its globals
    kProcedure = 2,  // a: what the program knows of it besides the body
    kVariable = 3,   // a: a global variable with its initial value; b: not the
                     // variable, but what an engine knows of it
    kTargets = 4,    // a: whom the calls in its body may reach
    kCallers = 5,    // a
    kCallees = 6,    // a
    kComponents = 7, // all components of the call graph
    kNames = 8,      // a look-up by name: anything may have the answer
    kBehaviour = 9,  // a: what the procedure does
    kBelief = 10,    // a: caller, or nobody; b: callee without a body; no b:
                     // what its calls through unknown pointers borrow
    kFresh = 11,     // a: where its body acquires objects
    kOwned = 12,     // the cells that own what they hold
    kPassed = 13,    // a: the bits that every caller passes
    kSummary = 14,   // a: what the same engine says of a callee
    kPointers = 16,  // any answer about pointers
    kSuspects = 17,  // a: what its body may lose
  };
  Kind kind = Kind::kBody;
  std::uint32_t a = UINT32_MAX, b = UINT32_MAX;

  auto operator<=>(const Read &) const = default;
};

class ReadLog {
public:
  // While it lives, what this thread asks for is noted in `log`, and in no
  // other.
  class Open {
  public:
    explicit Open(ReadLog &log) : before_(current_) { current_ = &log; }
    ~Open() { current_ = before_; }
    Open(const Open &) = delete;
    Open &operator=(const Open &) = delete;

  private:
    ReadLog *before_;
  };

  static void note(Read::Kind kind, std::uint32_t a = UINT32_MAX,
                   std::uint32_t b = UINT32_MAX) {
    if (current_) [[unlikely]]
      current_->add({kind, a, b});
  }

  // In the order of the first time.
  const std::vector<Read> &reads() const { return reads_; }

private:
  struct Hash {
    std::size_t operator()(const Read &read) const noexcept {
      std::uint64_t key =
          (std::uint64_t(read.a) << 32 | read.b) * 0x9E3779B97F4A7C15u;
      return static_cast<std::size_t>((key ^ key >> 29) +
                                      std::uint64_t(read.kind));
    }
  };

  void add(const Read &read) {
    if (!reads_.empty() && read == last_)
      return;
    last_ = read;
    if (known_.insert(read).second)
      reads_.push_back(read);
  }

  static inline thread_local ReadLog *current_ = nullptr;

  std::vector<Read> reads_;
  std::unordered_set<Read, Hash> known_;
  Read last_;
};

} // namespace wt
