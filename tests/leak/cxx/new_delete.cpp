// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The forms of new, and the deletes that belong to them.

#include "../leak.h"
#include <new>

struct Point {
  int x = 0, y = 0;
};
struct Named {
  char *name;
  Named() : name(strdup("n")) {}
  ~Named() { free(name); }
};

// DRIVE: single_ok()
void single_ok() {
  Point *p = new Point;
  delete p;
}

// DRIVE: single_bad(true)
int single_bad(bool early) {
  Point *p = new Point; // LEAK
  if (early)
    return -1;
  delete p;
  return 0;
}

// DRIVE: array_ok(3)
void array_ok(int n) {
  Point *p = new Point[n];
  delete[] p;
}

// DRIVE: array_bad(3)
int array_bad(int n) {
  Point *p = new Point[n]; // LEAK
  return p[0].x;
}

// DRIVE: scalar_delete_bad(3)
void scalar_delete_bad(int n) {
  int *p = new int[n];
  delete p; // MISMATCHED-FREE
}

// DRIVE: array_delete_bad()
void array_delete_bad() {
  int *p = new int;
  delete[] p; // MISMATCHED-FREE
}

// DRIVE: free_of_new_bad()
void free_of_new_bad() {
  int *p = new int;
  free(p); // MISMATCHED-FREE
}

// DRIVE: delete_of_malloc_bad()
void delete_of_malloc_bad() {
  int *p = static_cast<int *>(malloc(sizeof(int)));
  delete p; // MISMATCHED-FREE
}

// DRIVE: nothrow_ok()
int nothrow_ok() {
  int *p = new (std::nothrow) int;
  if (!p)
    return -1;
  delete p;
  return 0;
}

// DRIVE: nothrow_bad()
int nothrow_bad() {
  int *p = new (std::nothrow) int; // LEAK
  if (!p)
    return -1;
  return 0;
}

// DRIVE: placement_ok()
void placement_ok() {
  alignas(Named) char place[sizeof(Named)];
  Named *p = new (place) Named;
  p->~Named();
}

// DRIVE: placement_bad()
void placement_bad() {
  alignas(Named) char place[sizeof(Named)];
  Named *p = new (place) Named; // LEAK
  (void)p;
}

// DRIVE: placement_on_heap_ok()
void placement_on_heap_ok() {
  void *place = malloc(sizeof(Named));
  if (!place)
    return;
  Named *p = new (place) Named;
  p->~Named();
  free(place);
}

// DRIVE: twice_bad()
void twice_bad() {
  Point *p = new Point;
  delete p;
  delete p; // DOUBLE-FREE
}

// DRIVE: null_ok()
void null_ok() {
  Point *p = nullptr;
  delete p;
}

// DRIVE: raw_operator_ok()
void raw_operator_ok() {
  void *p = ::operator new(10);
  ::operator delete(p);
}

// DRIVE: used_after_bad()
int used_after_bad() {
  Point *p = new Point;
  delete p;
  return p->x; // USE-AFTER-FREE missed-by(absint): late uses are not looked for
}

// DRIVE: dropped_bad()
void dropped_bad() {
  new Point; // LEAK
}

// DRIVE: overwritten_bad()
void overwritten_bad() {
  Point *p = new Point; // LEAK
  p = new Point;
  delete p;
}
