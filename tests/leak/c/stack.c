// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that frees itself: no leak, however it is forgotten.

#include "../leak.h"
#include <alloca.h>

// DRIVE: alloca_ok(10)
int alloca_ok(size_t n) {
  char *p = alloca(n);
  memset(p, 0, n);
  return p[0];
}

// DRIVE: vla_ok(10)
int vla_ok(int n) {
  char p[n];
  memset(p, 0, n);
  return p[0];
}

// DRIVE: literal_ok()
const char *literal_ok(void) {
  const char *s = "text";
  s = "other";
  return s;
}

// DRIVE: vla_of_pointers_bad(2)
void vla_of_pointers_bad(int n) {
  char *p[n];
  for (int i = 0; i < n; i++)
    p[i] = malloc(10); // LEAK missed-by(valueflow): what lies at a variable index is out of danger
  for (int i = 1; i < n; i++)
    free(p[i]);
}

// DRIVE: vla_of_pointers_ok(2)
void vla_of_pointers_ok(int n) {
  char *p[n];
  for (int i = 0; i < n; i++)
    p[i] = malloc(10);
  for (int i = 0; i < n; i++)
    free(p[i]);
}

// DRIVE: holder_on_stack_bad()
void holder_on_stack_bad(void) {
  char **p = alloca(sizeof *p);
  *p = malloc(10); // LEAK
}

// DRIVE: inner_scope_bad(1)
void inner_scope_bad(int n) {
  if (n) {
    char *p = malloc(10); // LEAK
    if (p)
      p[0] = 0;
  }
  puts("done");
}

// DRIVE: shadowed_bad()
void shadowed_bad(void) {
  char *p = NULL;
  {
    char *p = malloc(10); // LEAK
    (void)p;
  }
  free(p);
}
