// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// unique_ptr and shared_ptr: safe, and the ways to defeat them.

#include "../leak.h"
#include <memory>
#include <utility>

struct Item {
  int value = 0;
  std::shared_ptr<Item> peer;
};

// DRIVE: unique_ok(true)
int unique_ok(bool early) {
  std::unique_ptr<Item> p(new Item);
  if (early)
    return -1;
  return p->value;
}

// DRIVE: released_bad()
int released_bad() {
  std::unique_ptr<Item> p(new Item); // LEAK(one-of released)
  Item *raw = p.release(); // LEAK(one-of released)
  return raw->value;
}

// DRIVE: released_ok()
void released_ok() {
  auto p = std::make_unique<Item>();
  Item *raw = p.release();
  delete raw;
}

// DRIVE: release_ignored_bad()
void release_ignored_bad() {
  auto p = std::make_unique<Item>(); // LEAK(one-of ignored)
  p.release(); // LEAK(one-of ignored)
}

// DRIVE: reset_ok()
void reset_ok() {
  std::unique_ptr<Item> p(new Item);
  p.reset(new Item);
  p.reset();
}

// DRIVE: moved_ok()
int moved_ok() {
  auto p = std::make_unique<Item>();
  auto q = std::move(p);
  return q->value;
}

// DRIVE: delete made_for_caller_ok()
Item *made_for_caller_ok() {
  auto p = std::make_unique<Item>();
  p->value = 1;
  return p.release();
}

// DRIVE: made_for_caller_lost_bad()
int made_for_caller_lost_bad() {
  Item *p = made_for_caller_ok(); // LEAK
  return p->value;
}

// DRIVE: got_ok()
int got_ok() {
  auto p = std::make_unique<Item>();
  Item *raw = p.get();
  return raw->value;
}

// DRIVE: got_and_deleted_bad()
void got_and_deleted_bad() {
  auto p = std::make_unique<int>(1);
  delete p.get();
} // DOUBLE-FREE

// DRIVE: shared_ok()
int shared_ok() {
  auto p = std::make_shared<Item>();
  auto q = p;
  return q->value;
}

// DRIVE: shared_cycle_bad()
void shared_cycle_bad() {
  auto a = std::make_shared<Item>(); // LEAK(one-of cycle) missed-by(sat, fused, absint, valueflow): reference counts are not followed
  auto b = std::make_shared<Item>(); // LEAK(one-of cycle)
  a->peer = b;
  b->peer = a;
}

struct FreeDeleter {
  void operator()(void *p) const { free(p); }
};

// DRIVE: deleter_ok("x")
bool deleter_ok(const char *s) {
  std::unique_ptr<char, FreeDeleter> p(strdup(s));
  return p != nullptr;
}

// DRIVE: default_deleter_bad("x")
bool default_deleter_bad(const char *s) {
  std::unique_ptr<char> p(strdup(s));
  return p != nullptr;
} // MISMATCHED-FREE

// DRIVE: file_deleter_ok("/dev/null")
int file_deleter_ok(const char *name) {
  std::unique_ptr<FILE, int (*)(FILE *)> f(fopen(name, "r"), fclose);
  return f ? fgetc(f.get()) : -1;
}

static void take(std::unique_ptr<Item> p) { p->value++; }

// DRIVE: taken_ok()
void taken_ok() {
  auto p = std::make_unique<Item>();
  take(std::move(p));
}

// DRIVE: owned_twice_bad()
void owned_twice_bad() {
  int *raw = new int(1);
  std::unique_ptr<int> p(raw);
  std::unique_ptr<int> q(raw);
} // DOUBLE-FREE

struct Link {
  std::unique_ptr<Link> next;
  std::shared_ptr<Link> other;
};

// DRIVE: linked_ok()
void linked_ok() {
  Link first;
  first.next = std::make_unique<Link>();
  first.next->other.reset(new Link);
  first.other.reset(new Link);
}

// DRIVE: linked_bad(1)
int linked_bad(int early) {
  Link *first = new Link; // LEAK
  if (early)
    return 1;
  delete first;
  return 0;
}
