// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// FLAGS: -pthread
//
// Threads, futures, promises, locks: who deletes what is handed to another
// thread.

#include "../leak.h"
#include <future>
#include <memory>
#include <mutex>
#include <thread>

// DRIVE: thread_ok()
void thread_ok() {
  int *p = new int(1);
  std::thread t([p] { delete p; });
  t.join();
}

// DRIVE: thread_bad()
void thread_bad() {
  int *p = new int(1); // LEAK
  std::thread t([p] { *p = 2; });
  t.join();
}

// DRIVE: read_and_deleted_ok()
int read_and_deleted_ok() {
  int *p = new int(1);
  std::thread t([p] { *p = 2; });
  t.join();
  int n = *p;
  delete p;
  return n;
}

// DRIVE: owner_in_thread_ok()
void owner_in_thread_ok() {
  std::thread t([p = std::make_unique<int>(1)] { *p = 2; });
  t.join();
}

// DRIVE: heap_thread_bad()
void heap_thread_bad() {
  std::thread *t = new std::thread([] { puts("a"); }); // LEAK
  t->join();
}

// DRIVE: heap_thread_ok()
void heap_thread_ok() {
  std::thread *t = new std::thread([] { puts("a"); });
  t->join();
  delete t;
}

// DRIVE: future_ok()
int future_ok() {
  auto f = std::async(std::launch::deferred, [] { return new int(1); });
  int *p = f.get();
  int n = *p;
  delete p;
  return n;
}

// DRIVE: future_bad()
int future_bad() {
  auto f = std::async(std::launch::deferred, [] { return new int(1); }); // LEAK(one-of future) missed-by(fused): what a future holds is out of danger
  int *p = f.get(); // LEAK(one-of future)
  return *p;
}

// DRIVE: promise_ok()
void promise_ok() {
  std::promise<int *> promise;
  auto f = promise.get_future();
  promise.set_value(new int(1));
  delete f.get();
}

// DRIVE: promise_bad()
bool promise_bad() {
  std::promise<int *> promise;
  auto f = promise.get_future();
  promise.set_value(new int(1)); // LEAK missed-by(fused): what a promise holds is out of danger
  return f.valid();
}

static std::mutex lock;
static int shared_number;

// DRIVE: locked_ok(1); locked_ok(0)
int locked_ok(int n) {
  char *s = strdup("a");
  std::lock_guard<std::mutex> guard(lock);
  shared_number += n;
  free(s);
  return shared_number;
}

// DRIVE: locked_bad(0)
int locked_bad(int n) {
  char *s = strdup("a"); // LEAK
  std::unique_lock<std::mutex> guard(lock);
  if (n == 0)
    return -1;
  shared_number += n;
  guard.unlock();
  free(s);
  return shared_number;
}

static std::once_flag once;
static char *table;

// DRIVE: once_ok(); once_ok()
char once_ok() {
  std::call_once(once, [] { table = strdup("table"); });
  return table ? table[0] : ' ';
}
