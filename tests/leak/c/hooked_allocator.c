// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An allocator that users of the library may replace: the pointers start with
// the library's own functions, and what replaces an allocator allocates.

#include "../leak.h"

typedef void *(*malloc_fn)(size_t, const char *, int);
typedef void *(*realloc_fn)(void *, size_t, const char *, int);
typedef void (*free_fn)(void *, const char *, int);

void *lib_malloc(size_t n, const char *file, int line);
void *lib_realloc(void *p, size_t n, const char *file, int line);
void lib_free(void *p, const char *file, int line);

static malloc_fn malloc_impl = lib_malloc;
static realloc_fn realloc_impl = lib_realloc;
static free_fn free_impl = lib_free;

int set_mem_functions(malloc_fn m, realloc_fn r, free_fn f) {
  if (m != NULL)
    malloc_impl = m;
  if (r != NULL)
    realloc_impl = r;
  if (f != NULL)
    free_impl = f;
  return 1;
}

void *lib_malloc(size_t n, const char *file, int line) {
  if (malloc_impl != lib_malloc)
    return malloc_impl(n, file, line);
  if (n == 0)
    return NULL;
  return malloc(n);
}

void lib_free(void *p, const char *file, int line) {
  if (free_impl != lib_free) {
    free_impl(p, file, line);
    return;
  }
  free(p);
}

void *lib_realloc(void *p, size_t n, const char *file, int line) {
  if (realloc_impl != lib_realloc)
    return realloc_impl(p, n, file, line);
  if (p == NULL)
    return lib_malloc(n, file, line);
  if (n == 0) {
    lib_free(p, file, line);
    return NULL;
  }
  return realloc(p, n);
}

void *lib_zalloc(size_t n, const char *file, int line) {
  void *p = lib_malloc(n, file, line);
  if (p != NULL)
    memset(p, 0, n);
  return p;
}

#define NEW(n) lib_malloc(n, __FILE__, __LINE__)
#define NEW_ZERO(n) lib_zalloc(n, __FILE__, __LINE__)
#define RESIZE(p, n) lib_realloc(p, n, __FILE__, __LINE__)
#define DONE(p) lib_free(p, __FILE__, __LINE__)

struct pair {
  char *first, *second;
};

// DRIVE: two_bad(1)
int two_bad(int fail) {
  char *a = NEW(10); // LEAK
  if (a == NULL)
    return -1;
  if (fail)
    return -1;
  DONE(a);
  return 0;
}

// DRIVE: two_ok(1)
int two_ok(int fail) {
  char *a = NEW(10);
  if (a == NULL)
    return -1;
  if (fail) {
    DONE(a);
    return -1;
  }
  DONE(a);
  return 0;
}

// DRIVE: { struct pair *p = pair_bad(); if (p) { DONE(p->first); DONE(p->second); DONE(p); } }
struct pair *pair_bad(void) {
  struct pair *p = NEW_ZERO(sizeof *p); // LEAK
  if (p == NULL)
    return NULL;
  p->first = NEW(4);
  if (p->first == NULL)
    return NULL;
  return p;
}

// DRIVE: { struct pair *p = pair_ok(); if (p) { DONE(p->first); DONE(p->second); DONE(p); } }
struct pair *pair_ok(void) {
  struct pair *p = NEW_ZERO(sizeof *p);
  if (p == NULL)
    return NULL;
  p->first = NEW(4);
  p->second = NEW(4);
  if (p->first == NULL || p->second == NULL) {
    DONE(p->first);
    DONE(p->second);
    DONE(p);
    return NULL;
  }
  return p;
}

// DRIVE: grow_bad(99)
int grow_bad(size_t n) {
  char *p = NEW(10); // LEAK
  if (p == NULL)
    return -1;
  p = RESIZE(p, n + 1);
  if (p == NULL)
    return -1;
  DONE(p);
  return 0;
}

// DRIVE: grow_ok(99)
int grow_ok(size_t n) {
  char *p = NEW(10), *q;
  if (p == NULL)
    return -1;
  q = RESIZE(p, n + 1);
  if (q == NULL) {
    DONE(p);
    return -1;
  }
  DONE(q);
  return 0;
}
