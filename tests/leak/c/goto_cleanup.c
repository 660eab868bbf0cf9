// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ladders of labels that undo what was done, and ladders with a wrong rung.

#include "../leak.h"

// DRIVE: ladder_ok(0)
// DRIVE: ladder_ok(1)
int ladder_ok(int bad) {
  int status = -1;
  char *a, *b, *c;
  a = malloc(10);
  if (!a)
    goto out;
  b = malloc(20);
  if (!b)
    goto free_a;
  c = malloc(30);
  if (!c)
    goto free_b;
  if (!bad)
    status = 0;
  free(c);
free_b:
  free(b);
free_a:
  free(a);
out:
  return status;
}

// DRIVE: ladder_bad()
int ladder_bad(void) {
  int status = -1;
  char *a, *b, *c;
  a = malloc(10);
  if (!a)
    goto out;
  b = malloc(20); // LEAK
  if (!b)
    goto free_a;
  c = malloc(30);
  if (!c)
    goto free_a;
  status = 0;
  free(c);
  free(b);
free_a:
  free(a);
out:
  return status;
}

// DRIVE: one_label_ok(0)
// DRIVE: one_label_ok(1)
int one_label_ok(int bad) {
  int status = -1;
  char *a = NULL, *b = NULL;
  FILE *f = NULL;
  a = malloc(10);
  if (!a)
    goto out;
  f = fopen("/dev/null", "r");
  if (!f || bad)
    goto out;
  b = malloc(20);
  if (!b)
    goto out;
  status = 0;
out:
  free(b);
  if (f)
    fclose(f);
  free(a);
  return status;
}

// DRIVE: one_label_bad(1)
int one_label_bad(int bad) {
  int status = -1;
  char *a = NULL;
  FILE *f = fopen("/dev/null", "r"); // LEAK
  if (!f)
    return -1;
  a = malloc(10);
  if (!a || bad)
    goto out;
  fclose(f);
  status = 0;
out:
  free(a);
  return status;
}

// DRIVE: skips_label_bad(1)
int skips_label_bad(int bad) {
  char *a = malloc(10); // LEAK
  if (!a)
    return -1;
  if (bad)
    goto fail;
  free(a);
  return 0;
fail:
  fputs("failed\n", stdout);
  return -1;
}

// DRIVE: backwards_ok(3)
int backwards_ok(int times) {
  char *p = NULL;
again:
  free(p);
  p = malloc(10);
  if (!p)
    return -1;
  if (times-- > 0)
    goto again;
  free(p);
  return 0;
}

// DRIVE: backwards_bad(2)
int backwards_bad(int times) {
  char *p;
again:
  p = malloc(10); // LEAK
  if (!p)
    return -1;
  if (times-- > 0)
    goto again;
  free(p);
  return 0;
}
