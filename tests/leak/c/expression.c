// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ternaries, commas, short circuits, macros with hidden returns, _Generic.

#include "../leak.h"

// DRIVE: ternary_ok(0); ternary_ok(1)
void ternary_ok(int large) {
  char *p = large ? malloc(100) : malloc(1);
  free(p);
}

// DRIVE: ternary_bad(1)
void ternary_bad(int large) {
  char *p = large ? malloc(100) : NULL; // LEAK
  large ? (void)0 : free(p);
}

// DRIVE: comma_ok()
int comma_ok(void) {
  char *p;
  return (p = malloc(10), free(p), 0);
}

// DRIVE: comma_bad()
int comma_bad(void) {
  char *p;
  return (p = malloc(10), p = NULL, 0); // LEAK
}

// DRIVE: short_circuit_ok()
int short_circuit_ok(void) {
  char *a = NULL, *b = NULL;
  int good = (a = malloc(1)) && (b = malloc(2));
  free(b);
  free(a);
  return good;
}

// DRIVE: short_circuit_bad()
int short_circuit_bad(void) {
  char *a, *b;
  if ((a = malloc(1)) && (b = malloc(2))) { // LEAK
    free(b);
    free(a);
    return 0;
  }
  return -1;
}

// DRIVE: or_chain_bad()
int or_chain_bad(void) {
  FILE *in = NULL, *out = NULL;
  if (!(in = fopen("/dev/null", "r")) || // LEAK
      !(out = fopen("/dev/null", "w")))
    return -1;
  fclose(in);
  fclose(out);
  return 0;
}

// DRIVE: elvis_ok("x"); elvis_ok(NULL)
void elvis_ok(const char *s) {
  char *p = s ? strdup(s) : NULL;
  char *q = p ?: strdup("default");
  free(q);
}

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition))                                                          \
      return -1;                                                               \
  } while (0)

// DRIVE: hidden_return_bad(0)
int hidden_return_bad(int good) {
  char *p = malloc(10); // LEAK
  CHECK(p);
  CHECK(good);
  free(p);
  return 0;
}

// DRIVE: hidden_return_ok(0); hidden_return_ok(1)
int hidden_return_ok(int good) {
  char *p;
  CHECK(good);
  p = malloc(10);
  CHECK(p);
  free(p);
  return 0;
}

#define NEW(type) ((type *)malloc(sizeof(type)))
struct point {
  int x, y;
};

// DRIVE: macro_new_bad()
int macro_new_bad(void) {
  struct point *p = NEW(struct point); // LEAK
  return p != NULL;
}

#define DUPLICATE(x) _Generic((x), char *: strdup, const char *: strdup)(x)

// DRIVE: generic_ok("x")
void generic_ok(const char *s) { free(DUPLICATE(s)); }

// DRIVE: generic_bad("x")
int generic_bad(const char *s) {
  char *p = DUPLICATE(s); // LEAK
  return p != NULL;
}

// DRIVE: statement_expression_ok()
void statement_expression_ok(void) {
  char *p = ({
    char *q = malloc(10);
    q;
  });
  free(p);
}

// DRIVE: self_assignment_ok()
void self_assignment_ok(void) {
  char *p = malloc(10);
  p = p;
  free(p);
}
