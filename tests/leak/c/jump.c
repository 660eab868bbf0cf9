// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// setjmp and longjmp, computed goto.

#include "../leak.h"
#include <setjmp.h>

static jmp_buf escape;

static void may_jump(int bad) {
  if (bad)
    longjmp(escape, 1);
}

// DRIVE: jump_over_free_bad(1)
int jump_over_free_bad(int bad) {
  if (setjmp(escape))
    return -1;
  char *p = malloc(10); // LEAK missed-by(sat, fused, absint, valueflow): longjmp is not followed
  may_jump(bad);
  free(p);
  return 0;
}

// DRIVE: volatile_freed_ok(0); volatile_freed_ok(1)
int volatile_freed_ok(int bad) {
  char *volatile p = NULL;
  if (setjmp(escape)) {
    free(p);
    return -1;
  }
  p = malloc(10);
  may_jump(bad);
  free(p);
  return 0;
}

// DRIVE: no_jump_ok()
int no_jump_ok(void) {
  char *p;
  if (setjmp(escape))
    return -1;
  p = malloc(10);
  free(p);
  return 0;
}

// DRIVE: computed_ok(0); computed_ok(1)
void computed_ok(int which) {
  static const void *const labels[] = {&&quiet, &&loud};
  char *p = malloc(10);
  goto *labels[which];
loud:
  puts("loud");
quiet:
  free(p);
}

// DRIVE: computed_bad(1)
void computed_bad(int which) {
  static const void *const labels[] = {&&done, &&out};
  char *p = malloc(10); // LEAK
  goto *labels[which];
done:
  free(p);
out:
  return;
}
