// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exceptions between acquiring and giving back: function-try blocks, two raw
// members, loops, what an exception carries, guards.

#include "../leak.h"
#include <functional>
#include <memory>
#include <stdexcept>
#include <vector>

static int checked(int n) {
  if (n < 0)
    throw std::invalid_argument("negative");
  return n;
}

// DRIVE: function_try_bad(-1)
int function_try_bad(int n) try {
  int *p = new int(n); // LEAK
  int m = checked(n);
  delete p;
  return m;
} catch (const std::invalid_argument &) {
  return -1;
}

// DRIVE: function_try_ok(-1)
int function_try_ok(int n) try {
  auto p = std::make_unique<int>(n);
  return checked(*p);
} catch (const std::exception &) {
  return -1;
}

static int *made(int n) {
  checked(n);
  return new int(n);
}
struct Two {
  int *a;
  int *b;
  explicit Two(int n) : a(new int(n)), b(made(n)) {} // LEAK
  Two(const Two &) = delete;
  ~Two() {
    delete a;
    delete b;
  }
};
// DRIVE: two_members_bad(-1)
int two_members_bad(int n) {
  Two t(n);
  return *t.a;
}

struct TwoOwners {
  std::unique_ptr<int> a;
  std::unique_ptr<int> b;
  explicit TwoOwners(int n) : a(new int(n)), b(made(n)) {}
};
// DRIVE: two_owners_ok(-1)
int two_owners_ok(int n) {
  TwoOwners t(n);
  return *t.a;
}

// DRIVE: in_loop_bad({"a", ""})
size_t in_loop_bad(const std::vector<const char *> &names) {
  size_t n = 0;
  for (const char *name : names) {
    char *copy = strdup(name); // LEAK
    if (!*name)
      throw std::runtime_error("empty");
    n += strlen(copy);
    free(copy);
  }
  return n;
}

// DRIVE: in_loop_ok({"a", ""})
size_t in_loop_ok(const std::vector<const char *> &names) {
  size_t n = 0;
  for (const char *name : names) {
    char *copy = strdup(name);
    if (!*name) {
      free(copy);
      throw std::runtime_error("empty");
    }
    n += strlen(copy);
    free(copy);
  }
  return n;
}

// DRIVE: asked_first_ok(-1); asked_first_ok(1)
int asked_first_ok(int n) {
  if (n < 0)
    return 0;
  int *p = new int(n);
  int m = checked(n);
  delete p;
  return m;
}

struct Problem {
  char *text;
};
static void fail(const char *why) { throw Problem{strdup(why)}; }

// DRIVE: carried_ok()
void carried_ok() {
  try {
    fail("a");
  } catch (Problem &p) {
    free(p.text);
  }
}

// DRIVE: deleted_and_rethrown_ok(-1)
int deleted_and_rethrown_ok(int n) {
  int *p = new int(n);
  int m;
  try {
    m = checked(n);
  } catch (...) {
    delete p;
    throw;
  }
  delete p;
  return m;
}

// DRIVE: rethrown_bad(-1)
int rethrown_bad(int n) {
  int *p = new int(n); // LEAK
  int m;
  try {
    m = checked(n);
  } catch (const std::exception &e) {
    puts(e.what());
    throw;
  }
  delete p;
  return m;
}

struct Finally {
  std::function<void()> f;
  ~Finally() { f(); }
};

// DRIVE: guarded_ok(-1)
int guarded_ok(int n) {
  int *p = new int(n);
  Finally end{[p] { delete p; }};
  return checked(n);
}
