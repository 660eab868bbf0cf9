// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Deleters of every kind: functions, classes, lambdas, and those that do not
// delete.

#include "../leak.h"
#include <dirent.h>
#include <memory>

struct Free {
  void operator()(void *p) const { free(p); }
};
struct Nothing {
  void operator()(int *) const {}
};

// DRIVE: class_ok()
void class_ok() { std::unique_ptr<char, Free> p(strdup("a")); }

// DRIVE: class_bad()
void class_bad() {
  std::unique_ptr<char, Free> p(strdup("a")); // LEAK(one-of class)
  p.release(); // LEAK(one-of class)
}

// DRIVE: nothing_bad()
int nothing_bad() {
  std::unique_ptr<int, Nothing> p(new int(1)); // LEAK
  return *p;
}

// DRIVE: nothing_ok()
int nothing_ok() {
  int n = 1;
  std::unique_ptr<int, Nothing> p(&n);
  return *p;
}

// DRIVE: function_ok("/dev/null")
int function_ok(const char *name) {
  std::unique_ptr<FILE, int (*)(FILE *)> f(fopen(name, "r"), fclose);
  return f ? fgetc(f.get()) : -1;
}

// DRIVE: function_bad("/dev/null")
int function_bad(const char *name) {
  std::unique_ptr<FILE, int (*)(FILE *)> f(fopen(name, "r"), fclose); // LEAK(one-of function)
  FILE *file = f.release(); // LEAK(one-of function)
  return file ? fgetc(file) : -1;
}

// DRIVE: lambda_ok()
int lambda_ok() {
  auto drop = [](int *p) { delete p; };
  std::unique_ptr<int, decltype(drop)> p(new int(1), drop);
  return *p;
}

// DRIVE: shared_function_ok("/")
bool shared_function_ok(const char *name) {
  DIR *d = opendir(name);
  if (!d)
    return false;
  std::shared_ptr<DIR> p(d, closedir);
  return readdir(p.get()) != nullptr;
}

// DRIVE: shared_nothing_bad()
int shared_nothing_bad() {
  std::shared_ptr<int> p(new int(1), [](int *) {}); // LEAK
  return *p;
}

// DRIVE: shared_lambda_ok()
int shared_lambda_ok() {
  std::shared_ptr<int> p(new int[2]{}, [](int *q) { delete[] q; });
  return p.get()[1];
}

// DRIVE: wrong_form_bad()
void wrong_form_bad() {
  std::unique_ptr<int> p(new int[3]);
} // MISMATCHED-FREE

// DRIVE: wrong_family_bad()
void wrong_family_bad() {
  std::unique_ptr<char> p(strdup("a"));
} // MISMATCHED-FREE

// DRIVE: array_ok(3)
int array_ok(int n) {
  std::unique_ptr<int[]> p(new int[n]());
  auto q = std::make_unique<int[]>(n);
  p[0] = q[0];
  p.reset(new int[n]());
  return p[0];
}

// DRIVE: shared_array_ok(3)
int shared_array_ok(int n) {
  std::shared_ptr<int[]> p(new int[n]());
  return p[0];
}

// DRIVE: conditional_ok(0); conditional_ok(1)
int conditional_ok(int n) {
  std::unique_ptr<int> p;
  if (n)
    p.reset(new int(n));
  return p ? *p : 0;
}

// DRIVE: aliased_ok()
int aliased_ok() {
  struct Pair {
    int a = 1, b = 2;
  };
  auto whole = std::make_shared<Pair>();
  std::shared_ptr<int> part(whole, &whole->b);
  whole.reset();
  return *part;
}

// DRIVE: both_ways_bad(1)
void both_ways_bad(int n) {
  std::unique_ptr<int> p(new int(n));
  if (n)
    delete p.get();
} // DOUBLE-FREE
