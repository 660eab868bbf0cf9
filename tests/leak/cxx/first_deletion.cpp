// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ENGINES: fused, sat, ownership
// Of two deletions both are told, also where a destructor or a smart pointer
// makes one of them: the message names the line of the first.

#include "../leak.h"
#include <memory>

struct Holder {
  char *text;
  explicit Holder(char *t) : text(t) {}
  Holder(const Holder &) = default;
  ~Holder() { free(text); }
};

// DRIVE: before_the_destructor_bad()
void before_the_destructor_bad() {
  char *p = strdup("a");
  Holder h(p);
  free(p);
} // DOUBLE-FREE: already freed at line 20

// DRIVE: after_the_destructor_bad()
void after_the_destructor_bad() {
  char *p = strdup("a");
  {
    Holder h(p);
  }
  free(p); // DOUBLE-FREE: already freed at line 28
}

// DRIVE: smart_and_by_hand_bad()
void smart_and_by_hand_bad() {
  int *n = new int(1);
  std::unique_ptr<int> p(n);
  delete n;
} // DOUBLE-FREE: already freed at line 36

// DRIVE: through_a_copy_bad()
void through_a_copy_bad() {
  Holder a(strdup("a"));
  {
    Holder b = a;
  }
} // DOUBLE-FREE: already freed at line 44

// DRIVE: once_ok()
void once_ok() {
  Holder a(strdup("a"));
  Holder b(nullptr);
}
