// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Helpers that return their object only if bits are what they cannot be: masks,
// shifts, remainders, bit-fields, narrow cells.  Some have a twin that can.

#include "../leak.h"

struct packed {
  unsigned kind : 3;
  unsigned is_set : 1;
  int level : 4;
  unsigned char byte;
  signed char small;
  short half;
};

static char *field_is_wide(const struct packed *s) {
  char *p = malloc(8);
  if (s->kind > 7)
    return p;
  free(p);
  return NULL;
}

// DRIVE: struct packed s = {7}; field_ok(&s)
void field_ok(const struct packed *s) { field_is_wide(s); }

static char *field_is_seven(const struct packed *s) {
  char *p = malloc(8);
  if (s->kind > 6)
    return p;
  free(p);
  return NULL;
}

// DRIVE: struct packed s = {7}; field_bad(&s)
void field_bad(const struct packed *s) { field_is_seven(s); } // LEAK

static char *signed_field(const struct packed *s) {
  char *p = malloc(8);
  if (s->level < -8 || s->level > 7)
    return p;
  free(p);
  return NULL;
}

// DRIVE: struct packed s = {0, 0, -8}; signed_field_ok(&s)
void signed_field_ok(const struct packed *s) { signed_field(s); }

static char *written_field(void) {
  struct packed s;
  s.kind = 5;
  s.is_set = 1;
  char *p = malloc(8);
  if (s.kind == 4 || !s.is_set)
    return p;
  free(p);
  return NULL;
}

// DRIVE: written_field_ok()
void written_field_ok(void) { written_field(); }

static char *narrow_cell(struct packed *s) {
  s->byte = 200;
  s->small = -3;
  s->half = -300;
  char *p = malloc(8);
  if (s->byte != 200 || s->small != -3 || s->half != -300)
    return p;
  free(p);
  return NULL;
}

// DRIVE: struct packed s = {0}; narrow_cell_ok(&s)
void narrow_cell_ok(struct packed *s) { narrow_cell(s); }

static char *narrow_cell_again(struct packed *s) {
  s->byte = 200;
  char *p = malloc(8);
  if (s->byte == 200)
    return p;
  free(p);
  return NULL;
}

// DRIVE: struct packed s = {0}; narrow_cell_bad(&s)
void narrow_cell_bad(struct packed *s) { narrow_cell_again(s); } // LEAK

static char *masked(unsigned n) {
  char *p = malloc(8);
  if ((n & 12) == 3)
    return p;
  free(p);
  return NULL;
}

// DRIVE: masked_ok(15)
void masked_ok(unsigned n) { masked(n); }

static char *masked_again(unsigned n) {
  char *p = malloc(8);
  if ((n & 12) == 8)
    return p;
  free(p);
  return NULL;
}

// DRIVE: masked_bad(11)
void masked_bad(unsigned n) { masked_again(n); } // LEAK

static char *aligned(unsigned long n) {
  char *p = malloc(8);
  if (((n + 7) & ~7ul) % 8 != 0)
    return p;
  free(p);
  return NULL;
}

// DRIVE: aligned_ok(13)
void aligned_ok(unsigned long n) { aligned(n); }

static char *remainder_of(unsigned n) {
  char *p = malloc(8);
  unsigned rest = n % 10;
  if (rest > 9 || (n >> 28) > 15)
    return p;
  free(p);
  return NULL;
}

// DRIVE: remainder_ok(4294967295u)
void remainder_ok(unsigned n) { remainder_of(n); }

static char *remainder_is_nine(unsigned n) {
  char *p = malloc(8);
  if (n % 10 > 8)
    return p;
  free(p);
  return NULL;
}

// DRIVE: remainder_bad(19)
void remainder_bad(unsigned n) { remainder_is_nine(n); } // LEAK
