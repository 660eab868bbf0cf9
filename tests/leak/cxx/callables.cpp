// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Callables and visitors: bind, captures with initialisers, functions kept for
// later, visits of variants, optionals that are emptied.

#include "../leak.h"
#include <any>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

static void destroy(int *p) { delete p; }
static int look(const int *p) { return *p; }

// DRIVE: bound_ok()
void bound_ok() {
  auto f = std::bind(destroy, new int(1));
  f();
}

// DRIVE: bound_bad()
int bound_bad() {
  auto f = std::bind(look, new int(1)); // LEAK
  return f();
}

// DRIVE: init_capture_ok()
int init_capture_ok() {
  auto p = std::make_unique<int>(1);
  auto f = [q = std::move(p)] { return *q; };
  return f();
}

// DRIVE: init_capture_bad()
int init_capture_bad() {
  auto f = [q = new int(1)] { return *q; }; // LEAK
  return f();
}

// DRIVE: factory_ok()
int factory_ok() {
  auto make = [](int n) { return new int(n); };
  int *p = make(1);
  int n = *p;
  delete p;
  return n;
}

// DRIVE: factory_bad()
int factory_bad() {
  auto make = [](int n) { return new int(n); };
  return *make(1); // LEAK
}

// DRIVE: function_factory_ok()
int function_factory_ok() {
  std::function<std::unique_ptr<int>(int)> make = [](int n) {
    return std::make_unique<int>(n);
  };
  return *make(1);
}

// DRIVE: visited_ok()
void visited_ok() {
  std::variant<int *, char *> v = new int(1);
  std::visit([](auto *p) { ::operator delete(p); }, v);
}

// DRIVE: visited_bad()
bool visited_bad() {
  std::variant<int *, double *> v = new int(1); // LEAK
  return std::visit([](auto *p) { return p != nullptr; }, v);
}

// DRIVE: cleanups_ok()
void cleanups_ok() {
  std::vector<std::function<void()>> later;
  int *p = new int(1);
  later.push_back([p] { delete p; });
  for (auto &f : later)
    f();
}

// DRIVE: value_or_ok()
int value_or_ok() {
  std::optional<int *> o = new int(1);
  int *p = o.value_or(nullptr);
  int n = p ? *p : 0;
  delete p;
  return n;
}

// DRIVE: taken_from_optional_bad()
int taken_from_optional_bad() {
  std::optional<std::unique_ptr<int>> o = std::make_unique<int>(1); // LEAK(one-of taken)
  int *p = o->release(); // LEAK(one-of taken)
  return *p;
}

// DRIVE: any_cast_ok()
void any_cast_ok() {
  std::any a = new int(1);
  int *p = std::any_cast<int *>(a);
  delete p;
}

// DRIVE: local_class_ok()
int local_class_ok() {
  struct Owner {
    int *p = new int(1);
    ~Owner() { delete p; }
  } owner;
  return *owner.p;
}

class Later {
public:
  void on_end(std::function<void()> f) { f_ = std::move(f); }
  ~Later() {
    if (f_)
      f_();
  }

private:
  std::function<void()> f_;
};

// DRIVE: on_end_ok()
void on_end_ok() {
  Later l;
  int *p = new int(1);
  l.on_end([p] { delete p; });
}

// DRIVE: each_by_pointer_ok(2)
int each_by_pointer_ok(int n) {
  int *p = new int(n);
  auto add = [&](int more) { *p += more; };
  add(1);
  add(2);
  n = *p;
  delete p;
  return n;
}
