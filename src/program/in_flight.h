// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What was being analysed when the process died?
//
// Analysis runs in a child process.  Parent and child share a small page of
// memory in which every thread of the child writes down what it is working on:
//
//   InFlight in_flight = *InFlight::create();         // parent
//   if (fork() == 0) {
//     InFlight::catch_crashes();                      // child
//     ... { InFlight::Entry entry(in_flight, procedure); analyse(...); }
//   }
//   ... the child died ...
//   in_flight.suspects()      // restart without these
//
// The page belongs to the kernel, so it survives however the child ends.  When
// a signal handler could still mark the thread that crashed, only its entry is
// a suspect; after SIGKILL (no memory) all entries are.
//
// Tested by tests/unit/program/in_flight_test.cpp.

#pragma once

#include "program/program.h"
#include "support/result.h"

#include <atomic>

namespace wt {

class InFlight {
public:
  // Shared with every process forked later.
  static Result<InFlight> create();
  ~InFlight();
  InFlight(InFlight &&other) noexcept;
  InFlight &operator=(InFlight &&other) noexcept;
  InFlight(const InFlight &) = delete;
  InFlight &operator=(const InFlight &) = delete;

  // While it lives, `procedure` is in flight on this thread.  Entries nest:
  // an SCC first, then the procedure of it at hand.  `stage` is for the
  // reader: which engine or pass.
  class Entry {
  public:
    Entry(InFlight &in_flight, ProcedureId procedure, std::uint16_t stage = 0);
    ~Entry();
    Entry(const Entry &) = delete;
    Entry &operator=(const Entry &) = delete;

  private:
    std::atomic<std::uint64_t> *cell_; // null: no room, not recorded
    std::atomic<std::uint64_t> *outer_;
  };

  struct Record {
    ProcedureId procedure;
    std::uint16_t stage = 0;
    bool has_crashed = false; // its thread received the signal

    bool operator==(const Record &) const = default;
  };
  // What is in flight now, by procedure, without doubles.
  std::vector<Record> records() const;
  // The crashed ones if any is marked, else all.
  std::vector<Record> suspects() const;
  // Before a restart.
  void clear();

  // From now on a fatal signal (SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT)
  // marks the innermost entry of its thread before the process dies of it.
  // Works when the stack has overflowed, on threads that have made an Entry.
  static void catch_crashes();
  // Marks the innermost entry of this thread as if it had crashed; false when
  // there is none.  May be called from anywhere, a signal handler too.
  static bool blame_this_thread();

private:
  struct Page;
  explicit InFlight(Page *page) : page_(page) {}

  Page *page_;
};

} // namespace wt
