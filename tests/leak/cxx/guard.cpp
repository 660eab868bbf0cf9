// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RAII guards of streams, static initialisation, goto-free cleanup.

#include "../leak.h"

class File {
public:
  explicit File(const char *name) : f_(fopen(name, "r")) {}
  ~File() {
    if (f_)
      fclose(f_);
  }
  File(const File &) = delete;
  FILE *get() const { return f_; }
  FILE *release() {
    FILE *f = f_;
    f_ = nullptr;
    return f;
  }

private:
  FILE *f_;
};

// DRIVE: guarded_ok("/dev/null")
int guarded_ok(const char *name) {
  File f(name);
  if (!f.get())
    return -1;
  return fgetc(f.get());
}

// DRIVE: guard_released_bad("/dev/null")
int guard_released_bad(const char *name) {
  File f(name); // LEAK(one-of guard)
  FILE *raw = f.release(); // LEAK(one-of guard)
  return raw ? fgetc(raw) : -1;
}

// DRIVE: guard_on_heap_bad("/dev/null")
bool guard_on_heap_bad(const char *name) {
  File *f = new File(name); // LEAK
  return f->get() != nullptr;
}

template <class F> class Defer {
public:
  explicit Defer(F f) : f_(f) {}
  ~Defer() { f_(); }

private:
  F f_;
};

// DRIVE: deferred_ok("x", 0); deferred_ok("x", 1)
int deferred_ok(const char *s, int bad) {
  char *p = strdup(s);
  Defer done([&] { free(p); });
  if (bad)
    return -1;
  return 0;
}

// DRIVE: deferred_too_late_bad("x", 1)
int deferred_too_late_bad(const char *s, int bad) {
  char *p = strdup(s); // LEAK
  if (bad)
    return -1;
  Defer done([&] { free(p); });
  return 0;
}

static int *const table = new int[10];

// DRIVE: static_table_ok()
int static_table_ok() { return table != nullptr; }

// DRIVE: static_local_ok(); static_local_ok()
int *static_local_ok() {
  static int *instance = new int(1);
  return instance;
}

struct Settings {
  static Settings &instance() {
    static Settings *s = new Settings;
    return *s;
  }
  int value = 0;
};

// DRIVE: immortal_ok()
int immortal_ok() { return Settings::instance().value; }
