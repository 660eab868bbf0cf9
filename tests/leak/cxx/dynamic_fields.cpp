// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Classes with one base and different fields at the same offset: what one
// override frees or writes is no field of the other.

#include "../leak.h"
#include <memory>
#include <vector>

struct Format {
  virtual ~Format() {}
  virtual bool open(FILE *f, int n) = 0;
  virtual int finish() = 0;
};
struct State {
  int lines;
};
struct Table : Format {
  State *state; // at the offset of Plain::file
  Table() : state(new State{0}) {}
  ~Table() override { delete state; }
  bool open(FILE *f, int n) override {
    state->lines = fileno(f);
    return state->lines > n;
  }
  int finish() override { return state->lines; }
};
struct Plain : Format {
  FILE *file = nullptr;
  bool open(FILE *f, int) override {
    file = f;
    return fputs("plain\n", f) >= 0;
  }
  int finish() override { return file ? 1 : 0; }
};

// DRIVE: either_ok("/dev/null", 0); either_ok("/dev/null", 1)
bool either_ok(const char *name, int kind) {
  std::unique_ptr<Format> format;
  if (kind)
    format = std::make_unique<Table>();
  else
    format = std::make_unique<Plain>();
  FILE *f = fopen(name, "w");
  if (!f)
    return false;
  bool ok = format->open(f, kind);
  fclose(f);
  return ok;
}

// DRIVE: either_bad("/dev/null", 0); either_bad("/dev/null", 1)
bool either_bad(const char *name, int kind) {
  std::unique_ptr<Format> format;
  if (kind)
    format = std::make_unique<Table>();
  else
    format = std::make_unique<Plain>();
  FILE *f = fopen(name, "w"); // LEAK
  if (!f)
    return false;
  return format->open(f, kind) && format->finish();
}

// DRIVE: by_hand_ok("/dev/null", 0); by_hand_ok("/dev/null", 1)
int by_hand_ok(const char *name, int kind) {
  Format *format = kind ? static_cast<Format *>(new Table) : new Plain;
  int n = 0;
  if (FILE *f = fopen(name, "w")) {
    format->open(f, kind);
    n = format->finish();
    fclose(f);
  }
  delete format;
  return n;
}

// DRIVE: by_hand_bad("/dev/null", 0)
int by_hand_bad(const char *name, int kind) {
  Format *format = kind ? static_cast<Format *>(new Table) : new Plain;
  int n = 0;
  if (FILE *f = fopen(name, "w")) { // LEAK
    format->open(f, kind);
    n = format->finish();
  }
  delete format;
  return n;
}

// DRIVE: passed_ok(Plain(), "/dev/null")
bool passed_ok(Format &&format, const char *name) {
  FILE *f = fopen(name, "w");
  if (!f)
    return false;
  bool ok = format.open(f, 1);
  fclose(f);
  return ok;
}

struct Closing : Format {
  FILE *file = nullptr;
  ~Closing() override {
    if (file)
      fclose(file);
  }
  bool open(FILE *f, int) override {
    file = f;
    return true;
  }
  int finish() override { return 0; }
};

// DRIVE: closed_by_object_ok("/dev/null")
bool closed_by_object_ok(const char *name) {
  Format *format = new Closing;
  FILE *f = fopen(name, "w");
  bool ok = f && format->open(f, 0);
  delete format;
  return ok;
}

// DRIVE: closed_twice_bad("/dev/null")
bool closed_twice_bad(const char *name) {
  Format *format = new Closing;
  FILE *f = fopen(name, "w");
  bool ok = f && format->open(f, 0);
  if (f)
    fclose(f);
  delete format; // DOUBLE-FREE
  return ok;
}
