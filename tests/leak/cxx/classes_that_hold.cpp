// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Classes that hold something for others: pimpl, flags set later, counts in a
// template, AddRef and Release, C interfaces, children that register themselves.

#include "../leak.h"
#include <memory>
#include <vector>

class Window {
public:
  Window();
  ~Window();
  int width() const;

private:
  struct Impl;
  Impl *d;
};
struct Window::Impl {
  int width = 3;
  char *title = nullptr;
};
Window::Window() : d(new Impl) { d->title = strdup("w"); }
Window::~Window() {
  free(d->title);
  delete d;
}
int Window::width() const { return d->width; }

// DRIVE: pimpl_ok()
int pimpl_ok() {
  Window w;
  return w.width();
}

// DRIVE: pimpl_bad()
int pimpl_bad() {
  Window *w = new Window; // LEAK
  return w->width();
}

class Slot {
public:
  Slot() {}
  Slot(const Slot &) = delete;
  ~Slot() { clear(); }
  void set(int *p, bool own) {
    clear();
    p_ = p;
    own_ = own;
  }
  void clear() {
    if (own_)
      delete p_;
    p_ = nullptr;
  }
  int *get() const { return p_; }

private:
  int *p_ = nullptr;
  bool own_ = false;
};

// DRIVE: own_later_ok()
int own_later_ok() {
  int local = 2;
  Slot s;
  s.set(new int(1), true);
  s.set(&local, false);
  return *s.get();
}

// DRIVE: own_later_bad()
int own_later_bad() {
  Slot s;
  s.set(new int(1), false); // LEAK
  return *s.get();
}

struct Counted {
  int refs = 0;
  virtual ~Counted() {}
};
struct Image : Counted {
  int pixels = 1;
};
template <class T> class Ref {
public:
  Ref(T *p) : p_(p) { add(); }
  Ref(const Ref &o) : p_(o.p_) { add(); }
  Ref &operator=(const Ref &) = delete;
  ~Ref() {
    if (p_ && --p_->refs == 0)
      delete p_;
  }
  T *operator->() const { return p_; }

private:
  void add() {
    if (p_)
      ++p_->refs;
  }
  T *p_;
};

// DRIVE: counted_ok()
int counted_ok() {
  Ref<Image> a(new Image);
  Ref<Image> b(a);
  return a->pixels + b->pixels;
}

// DRIVE: counted_bad()
int counted_bad() {
  Ref<Image> a(new Image); // LEAK
  a->refs++;
  return a->pixels;
}

struct Unknown {
  virtual unsigned AddRef() = 0;
  virtual unsigned Release() = 0;

protected:
  ~Unknown() {}
};
class Thing final : public Unknown {
public:
  unsigned AddRef() override { return ++refs_; }
  unsigned Release() override {
    unsigned left = --refs_;
    if (left == 0)
      delete this;
    return left;
  }

private:
  unsigned refs_ = 1;
};
static bool create(Unknown **out) {
  *out = new Thing;
  return true;
}

// DRIVE: released_ok()
void released_ok() {
  Unknown *u = nullptr;
  if (create(&u))
    u->Release();
}

// DRIVE: released_bad()
bool released_bad() {
  Unknown *u = nullptr;
  return create(&u); // LEAK
}

// DRIVE: referenced_twice_ok()
void referenced_twice_ok() {
  Unknown *u = nullptr;
  if (!create(&u))
    return;
  u->AddRef();
  u->Release();
  u->Release();
}

// DRIVE: referenced_twice_bad()
void referenced_twice_bad() {
  Unknown *u = nullptr;
  if (!create(&u)) // LEAK
    return;
  u->AddRef();
  u->Release();
}

class Stream {
public:
  explicit Stream(const char *name) : file_(fopen(name, "r")) {}
  Stream(const Stream &) = delete;
  ~Stream() {
    if (file_)
      fclose(file_);
  }
  explicit operator bool() const { return file_ != nullptr; }
  FILE *release() {
    FILE *f = file_;
    file_ = nullptr;
    return f;
  }

private:
  FILE *file_;
};

// DRIVE: stream_ok("/dev/null")
bool stream_ok(const char *name) {
  Stream s(name);
  return static_cast<bool>(s);
}

// DRIVE: stream_released_ok("/dev/null")
void stream_released_ok(const char *name) {
  Stream s(name);
  FILE *f = s.release();
  if (f)
    fclose(f);
}

// DRIVE: stream_released_bad("/dev/null")
bool stream_released_bad(const char *name) {
  Stream s(name); // LEAK(one-of stream)
  FILE *f = s.release(); // LEAK(one-of stream)
  return f != nullptr;
}
