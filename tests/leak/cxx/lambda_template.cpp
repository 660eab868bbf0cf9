// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lambdas, templates, references, ranges.

#include "../leak.h"
#include <functional>

// DRIVE: captured_by_value_bad()
int captured_by_value_bad() {
  int *p = new int(1); // LEAK
  auto read = [p] { return *p; };
  return read();
}

// DRIVE: captured_and_freed_ok()
void captured_and_freed_ok() {
  int *p = new int(1);
  auto done = [p] { delete p; };
  done();
}

// DRIVE: captured_by_reference_ok()
void captured_by_reference_ok() {
  int *p = nullptr;
  auto make = [&] { p = new int(1); };
  make();
  delete p;
}

// DRIVE: captured_by_reference_bad()
void captured_by_reference_bad() {
  int *p = nullptr;
  auto make = [&] { p = new int(1); }; // LEAK(one-of lambda) missed-by(valueflow): objects of constructors, exceptions and containers are followed only in part
  make(); // LEAK(one-of lambda)
  p = nullptr;
}

// DRIVE: never_called_bad()
void never_called_bad() {
  int *p = new int(1); // LEAK
  auto done = [p] { delete p; };
  (void)done;
}

static std::function<int()> kept;

// DRIVE: kept_lambda_ok()
void kept_lambda_ok() {
  int *p = new int(1);
  kept = [p] { return *p; };
}

template <class T> T *make(T value) { return new T(value); }
template <class T> void drop(T *&p) {
  delete p;
  p = nullptr;
}

// DRIVE: template_ok()
void template_ok() {
  int *p = make(1);
  drop(p);
  drop(p);
}

// DRIVE: template_bad()
int template_bad() {
  long *p = make(1L); // LEAK
  return *p == 1;
}

template <class T> class Owner {
public:
  explicit Owner(T *p) : p_(p) {}
  ~Owner() { delete p_; }
  Owner(const Owner &) = delete;
  T *steal() {
    T *p = p_;
    p_ = nullptr;
    return p;
  }

private:
  T *p_;
};

// DRIVE: owner_ok()
void owner_ok() { Owner<int> o(new int(1)); }

// DRIVE: owner_stolen_bad()
int owner_stolen_bad() {
  Owner<int> o(new int(1)); // LEAK(one-of stolen)
  int *p = o.steal(); // LEAK(one-of stolen)
  return *p;
}

static void set(int *&place) { place = new int(1); }

// DRIVE: reference_parameter_ok()
void reference_parameter_ok() {
  int *p;
  set(p);
  delete p;
}

// DRIVE: reference_parameter_bad()
int reference_parameter_bad() {
  int *p;
  set(p); // LEAK
  return *p;
}

// DRIVE: default_argument_bad()
static int read_it(int *p = new int(3)) { return *p; } // LEAK(one-of default)
int default_argument_bad() {
  return read_it(); // LEAK(one-of default)
}
