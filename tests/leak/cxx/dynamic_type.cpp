// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The type of an object that is made in sight is known: only its override runs.

#include "../leak.h"
#include <memory>

struct Writer {
  virtual ~Writer() {}
  virtual bool start(FILE *file) = 0;
  virtual void take(char *text) = 0;
};
struct Keeps : Writer {
  FILE *file_ = nullptr;
  char *text_ = nullptr;
  ~Keeps() override {
    if (file_)
      fclose(file_);
    free(text_);
  }
  bool start(FILE *file) override {
    file_ = file;
    return true;
  }
  void take(char *text) override {
    free(text_);
    text_ = text;
  }
};
struct Looks : Writer {
  long place_ = 0;
  int letters_ = 0;
  bool start(FILE *file) override {
    place_ = ftell(file);
    return place_ == 0;
  }
  void take(char *text) override { letters_ += text ? text[0] : 0; }
};

// DRIVE: made_here_ok()
void made_here_ok() {
  Writer *w = new Keeps;
  w->take(strdup("a"));
  delete w;
}

// DRIVE: made_here_bad()
void made_here_bad() {
  Writer *w = new Looks;
  w->take(strdup("a")); // LEAK
  delete w;
}

// DRIVE: owned_ok()
void owned_ok() {
  std::unique_ptr<Writer> w = std::make_unique<Looks>();
  char *text = strdup("a");
  w->take(text);
  free(text);
}

// DRIVE: owned_bad()
void owned_bad() {
  std::unique_ptr<Writer> w = std::make_unique<Looks>();
  char *text = strdup("a"); // LEAK
  w->take(text);
}

// DRIVE: owned_twice_bad()
void owned_twice_bad() {
  std::unique_ptr<Writer> w = std::make_unique<Keeps>();
  char *text = strdup("a");
  w->take(text);
  free(text);
} // DOUBLE-FREE missed-by(fused): two virtual calls for one object

// DRIVE: shared_ok("/dev/null")
bool shared_ok(const char *name) {
  std::shared_ptr<Writer> w = std::make_shared<Looks>();
  FILE *f = fopen(name, "r");
  if (!f)
    return false;
  bool ok = w->start(f);
  fclose(f);
  return ok;
}

// DRIVE: shared_bad("/dev/null")
bool shared_bad(const char *name) {
  std::shared_ptr<Writer> w = std::make_shared<Looks>();
  FILE *f = fopen(name, "r"); // LEAK
  return f && w->start(f);
}

static std::unique_ptr<Writer> make_writer(int kind) {
  if (kind == 1)
    return std::make_unique<Looks>();
  return nullptr;
}

// DRIVE: from_factory_ok("/dev/null", 1)
bool from_factory_ok(const char *name, int kind) {
  auto w = make_writer(kind);
  if (!w)
    return false;
  FILE *f = fopen(name, "r");
  if (!f)
    return false;
  bool ok = w->start(f);
  fclose(f);
  return ok;
}

// DRIVE: local_ok("/dev/null")
bool local_ok(const char *name) {
  Looks looks;
  Writer &w = looks;
  FILE *f = fopen(name, "r");
  if (!f)
    return false;
  bool ok = w.start(f);
  fclose(f);
  return ok;
}

static bool save(Writer &w, const char *name) {
  FILE *f = fopen(name, "r");
  if (!f)
    return false;
  return w.start(f); // the writer may keep it
}

// DRIVE: lent_ok("/dev/null")
bool lent_ok(const char *name) {
  Keeps keeps;
  return save(keeps, name);
}
