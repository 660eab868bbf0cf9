// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C handles behind classes: the destructor closes, release() and a forgotten
// close do not; private implementations behind one pointer.

#include "../leak.h"
#include <memory>
#include <utility>

namespace {

class File {
public:
  File(const char *name, const char *mode) : f_(fopen(name, mode)) {}
  File(const File &) = delete;
  File &operator=(const File &) = delete;
  File(File &&other) noexcept : f_(std::exchange(other.f_, nullptr)) {}
  File &operator=(File &&other) noexcept {
    if (this != &other) {
      close();
      f_ = std::exchange(other.f_, nullptr);
    }
    return *this;
  }
  ~File() { close(); }
  explicit operator bool() const { return f_ != nullptr; }
  int get() { return f_ ? fgetc(f_) : -1; }
  FILE *release() { return std::exchange(f_, nullptr); }
  void close() {
    if (f_)
      fclose(f_);
    f_ = nullptr;
  }

private:
  FILE *f_;
};

class Careless {
public:
  explicit Careless(const char *name) : f_(fopen(name, "r")) {}
  Careless(const Careless &) = delete;
  Careless &operator=(Careless &&other) noexcept {
    f_ = std::exchange(other.f_, nullptr); // LEAK(one-of careless)
    return *this;
  }
  ~Careless() {
    if (f_)
      fclose(f_);
  }
  int get() { return f_ ? fgetc(f_) : -1; }

private:
  FILE *f_;
};

} // namespace

// DRIVE: read_ok("/etc/passwd"); read_ok("/nonexistent")
int read_ok(const char *name) {
  File f(name, "r");
  if (!f)
    return -1;
  return f.get();
}

// DRIVE: moved_ok("/etc/passwd")
int moved_ok(const char *name) {
  File f(name, "r");
  File g(std::move(f));
  f = File(name, "r");
  return g.get() + f.get();
}

// DRIVE: released_bad("/etc/passwd")
int released_bad(const char *name) {
  File f(name, "r"); // LEAK
  FILE *raw = f.release();
  return raw ? fgetc(raw) : -1;
}

// DRIVE: released_ok("/etc/passwd")
int released_ok(const char *name) {
  File f(name, "r");
  FILE *raw = f.release();
  if (!raw)
    return -1;
  int c = fgetc(raw);
  fclose(raw);
  return c;
}

// DRIVE: assigned_bad("/etc/passwd")
int assigned_bad(const char *name) {
  Careless f(name); // LEAK(one-of careless) missed-by(contradiction): what a class owns is followed only in part
  f = Careless(name);
  return f.get();
}

// DRIVE: once_ok("/etc/passwd")
int once_ok(const char *name) {
  Careless f(name);
  return f.get();
}

namespace {

class Window {
public:
  Window();
  Window(const Window &) = delete;
  ~Window();
  int width() const;
  void resize(int width);

private:
  struct Impl;
  Impl *impl_;
};

struct Window::Impl {
  int width = 0;
  int *pixels = nullptr;
};

Window::Window() : impl_(new Impl) {}
Window::~Window() {
  delete[] impl_->pixels;
  delete impl_;
}
int Window::width() const { return impl_->width; }
void Window::resize(int width) {
  delete[] impl_->pixels;
  impl_->pixels = new int[(unsigned)width]();
  impl_->width = width;
}

class Door {
public:
  Door();
  Door(const Door &) = delete;
  ~Door();
  int width() const;

private:
  struct Impl;
  Impl *impl_;
};

struct Door::Impl {
  int width = 0;
  int *pixels = new int[4](); // LEAK(one-of door)
};

Door::Door() : impl_(new Impl) {} // LEAK(one-of door)
Door::~Door() { delete impl_; }
int Door::width() const { return impl_->pixels[0] + impl_->width; }

} // namespace

// DRIVE: window_ok(5)
int window_ok(int width) {
  Window w;
  w.resize(width);
  w.resize(width + 1);
  return w.width();
}

// DRIVE: door_bad()
int door_bad() {
  Door d; // LEAK(one-of door) missed-by(valueflow, contradiction): what holds it is destroyed elsewhere
  return d.width();
}
