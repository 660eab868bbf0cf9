// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FLAGS: -std=gnu89 -Wno-everything
// K&R definitions and implicit int.

#include "../leak.h"

/* DRIVE marks work as everywhere. */
// DRIVE: knr_bad("x", 1)
knr_bad(s, bad)
char *s;
int bad;
{
  char *p;
  p = strdup(s); // LEAK
  if (bad)
    return -1;
  free(p);
  return 0;
}

// DRIVE: knr_ok("x", 0); knr_ok("x", 1)
int knr_ok(s, bad)
char *s;
int bad;
{
  char *p;
  p = strdup(s);
  if (bad) {
    free(p);
    return -1;
  }
  free(p);
  return 0;
}

char *save();

// DRIVE: undeclared_arguments_ok("x")
int undeclared_arguments_ok(s)
char *s;
{
  char *p = save(s, 2);
  if (p == 0)
    return 1;
  free(p);
  return 0;
}

// DRIVE: undeclared_arguments_bad("x")
int undeclared_arguments_bad(s)
char *s;
{
  char *p = save(s, 2); // LEAK
  if (p == 0)
    return 1;
  return 0;
}

char *save(s, extra)
char *s;
int extra;
{
  char *p = malloc(strlen(s) + extra);
  if (p)
    strcpy(p, s);
  return p;
}
