// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How is work in flight written down so that a crash cannot lose it?
//
// One 64-bit cell per entry, claimed by compare-and-swap from 0:
//
//   bits 0-31 procedure   32-47 stage   48 crashed   63 in use
//
// The signal handler touches only a thread-local pointer and one cell, both
// safe at any moment.
//
// Tested by tests/unit/program/in_flight_test.cpp.

#include "program/in_flight.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <memory>
#include <new>
#include <sys/mman.h>

namespace wt {

namespace {

using Cell = std::atomic<std::uint64_t>;
static_assert(Cell::is_always_lock_free, "shared between processes");

constexpr std::uint64_t kInUse = std::uint64_t(1) << 63;
constexpr std::uint64_t kCrashed = std::uint64_t(1) << 48;
constexpr std::size_t kCells = 4096;
constexpr std::size_t kAlternateStack = 64 << 10;

// The innermost entry of this thread.
thread_local Cell *innermost = nullptr;
std::atomic<bool> handlers_installed = false;

std::uint64_t encode(ProcedureId procedure, std::uint16_t stage) {
  return kInUse | std::uint64_t(stage) << 32 | procedure.value;
}

// A stack for the handler: the thread's own may be what overflowed.
struct AlternateStack {
  std::unique_ptr<char[]> memory;

  void ensure() {
    if (memory || !handlers_installed.load(std::memory_order_relaxed))
      return;
    stack_t old{};
    if (sigaltstack(nullptr, &old) == 0 && !(old.ss_flags & SS_DISABLE))
      return; // somebody else (a sanitizer) has made one
    memory.reset(new (std::nothrow) char[kAlternateStack]);
    stack_t stack{};
    stack.ss_sp = memory.get();
    stack.ss_size = kAlternateStack;
    if (memory)
      sigaltstack(&stack, nullptr);
  }
  ~AlternateStack() {
    if (!memory)
      return;
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
  }
};
thread_local AlternateStack alternate_stack;

void mark_and_die(int signal) {
  InFlight::blame_this_thread();
  // SA_RESETHAND has restored the default: the process dies of the signal.
  raise(signal);
}

} // namespace

struct InFlight::Page {
  Cell cells[kCells];
};

Result<InFlight> InFlight::create() {
  void *memory = mmap(nullptr, sizeof(Page), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return fail(std::string("cannot share memory with the analysis process: ") +
                std::strerror(errno));
  return InFlight(new (memory) Page{});
}

InFlight::~InFlight() {
  if (page_)
    munmap(page_, sizeof(Page));
}

InFlight::InFlight(InFlight &&other) noexcept
    : page_(std::exchange(other.page_, nullptr)) {}

InFlight &InFlight::operator=(InFlight &&other) noexcept {
  std::swap(page_, other.page_);
  return *this;
}

InFlight::Entry::Entry(InFlight &in_flight, ProcedureId procedure,
                       std::uint16_t stage)
    : cell_(nullptr), outer_(innermost) {
  alternate_stack.ensure();
  // Threads begin their search at different cells.
  auto start = reinterpret_cast<std::uintptr_t>(&innermost) >> 12;
  for (std::size_t i = 0; i < kCells && !cell_; ++i) {
    Cell &cell = in_flight.page_->cells[(start + i) % kCells];
    std::uint64_t free = 0;
    if (cell.load(std::memory_order_relaxed) == 0 &&
        cell.compare_exchange_strong(free, encode(procedure, stage)))
      cell_ = &cell;
  }
  innermost = cell_ ? cell_ : outer_;
}

InFlight::Entry::~Entry() {
  innermost = outer_;
  if (cell_)
    cell_->store(0, std::memory_order_release);
}

std::vector<InFlight::Record> InFlight::records() const {
  std::vector<Record> found;
  for (const Cell &cell : page_->cells) {
    std::uint64_t value = cell.load(std::memory_order_acquire);
    if (value & kInUse)
      found.push_back({ProcedureId(value & UINT32_MAX),
                       static_cast<std::uint16_t>(value >> 32),
                       (value & kCrashed) != 0});
  }
  auto key = [](const Record &r) {
    return std::tuple(r.procedure, r.stage, r.has_crashed);
  };
  std::sort(found.begin(), found.end(),
            [&](const Record &a, const Record &b) { return key(a) < key(b); });
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::vector<InFlight::Record> InFlight::suspects() const {
  std::vector<Record> all = records();
  std::vector<Record> crashed;
  std::copy_if(all.begin(), all.end(), std::back_inserter(crashed),
               [](const Record &r) { return r.has_crashed; });
  return crashed.empty() ? all : crashed;
}

void InFlight::clear() {
  for (Cell &cell : page_->cells)
    cell.store(0, std::memory_order_relaxed);
}

bool InFlight::blame_this_thread() {
  if (!innermost)
    return false;
  innermost->fetch_or(kCrashed, std::memory_order_relaxed);
  return true;
}

void InFlight::catch_crashes() {
  handlers_installed = true;
  struct sigaction action{};
  action.sa_handler = mark_and_die;
  action.sa_flags = static_cast<int>(SA_ONSTACK | SA_RESETHAND);
  sigemptyset(&action.sa_mask);
  for (int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT})
    sigaction(signal, &action, nullptr);
}

} // namespace wt
