// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Handlers in handlers, exceptions that go on, and what unwinding destroys.

#include "../leak.h"
#include <memory>
#include <stdexcept>
#include <string>

static void parse(int n) {
  if (n < 0)
    throw std::out_of_range("n");
  if (n == 0)
    throw 0;
}

struct Holder {
  int *value;
  explicit Holder(int n) : value(new int(n)) {}
  Holder(const Holder &) = delete;
  ~Holder() { delete value; }
};

// DRIVE: local_object_ok(-1); local_object_ok(0)
int local_object_ok(int n) {
  Holder h(n);
  parse(n);
  return *h.value;
}

// DRIVE: heap_object_bad(-1)
int heap_object_bad(int n) {
  Holder *h = new Holder(n); // LEAK(one-of heap)
  parse(n);
  n = *h->value;
  delete h;
  return n;
}

// DRIVE: outer_ok(0); outer_ok(-1)
int outer_ok(int n) {
  char *p = strdup("a");
  try {
    try {
      parse(n);
    } catch (const std::exception &) {
      n = 1;
    }
  } catch (int) {
    n = 2;
  }
  free(p);
  return n;
}

// DRIVE: goes_on_bad(-1)
int goes_on_bad(int n) {
  char *p = strdup("a"); // LEAK
  try {
    parse(n);
  } catch (const std::exception &) {
    if (n < -5)
      free(p);
    throw;
  } catch (...) {
    free(p);
    throw;
  }
  free(p);
  return n;
}

// DRIVE: goes_on_ok(-1); goes_on_ok(0)
int goes_on_ok(int n) {
  char *p = strdup("a");
  try {
    parse(n);
  } catch (const std::exception &) {
    free(p);
    throw;
  } catch (...) {
    free(p);
    throw;
  }
  free(p);
  return n;
}

// DRIVE: translated_bad(-1)
int translated_bad(int n) {
  char *p = strdup("a"); // LEAK
  try {
    parse(n);
  } catch (const std::exception &e) {
    throw std::runtime_error(e.what());
  } catch (int) {
  }
  free(p);
  return n;
}

// DRIVE: made_in_handler_bad(-1)
int made_in_handler_bad(int n) {
  try {
    parse(n);
  } catch (const std::exception &e) {
    char *copy = strdup(e.what()); // LEAK
    return copy ? (int)strlen(copy) : 0;
  } catch (int) {
  }
  return n;
}

// DRIVE: freed_by_both_bad(-1)
void freed_by_both_bad(int n) {
  char *p = strdup("a");
  try {
    parse(n);
  } catch (const std::exception &) {
    free(p);
  } catch (int) {
  }
  free(p); // DOUBLE-FREE
}

struct Restores {
  char **place;
  ~Restores() { free(*place); }
};

// DRIVE: guarded_ok(-1)
int guarded_ok(int n) {
  char *p = strdup("a");
  Restores guard{&p};
  parse(n);
  return n;
}

// DRIVE: function_try_ok(-1)
int function_try_ok(int n) try {
  auto p = std::make_unique<int>(n);
  parse(n);
  return *p;
} catch (...) {
  return -1;
}
