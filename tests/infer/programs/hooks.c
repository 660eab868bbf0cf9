// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that can be replaced: a pointer that starts with a known function
// and is otherwise set from outside.

#include <stdlib.h>
#include <string.h>

typedef void *(*malloc_fn)(size_t);
typedef void (*free_fn)(void *);

// Replaced by the user of the library, tested against the default.
void *hooked_malloc(size_t n);
void hooked_free(void *p);
static malloc_fn malloc_impl = hooked_malloc;
static free_fn free_impl = hooked_free;

void set_functions(malloc_fn m, free_fn f) {
  if (m)
    malloc_impl = m;
  if (f)
    free_impl = f;
}

//= result is new malloc, may fail
void *hooked_malloc(size_t n) {
  if (malloc_impl != hooked_malloc)
    return malloc_impl(n);
  if (n == 0)
    return NULL;
  return malloc(n);
}

//= frees p
void hooked_free(void *p) {
  if (free_impl != hooked_free) {
    free_impl(p);
    return;
  }
  free(p);
}

//= result is new malloc, may fail
char *hooked_copy(const char *s) {
  char *p = hooked_malloc(strlen(s) + 1);
  if (p)
    strcpy(p, s);
  return p;
}

// Called through the pointer always.
static malloc_fn plain_impl = malloc;
void set_plain(malloc_fn m) { plain_impl = m; }

//= result is new malloc, may fail
void *plain_malloc(size_t n) { return plain_impl(n); }

// Replaced in the program too: all that it can be does the same.
void *counted_malloc(size_t n);
static malloc_fn counted_impl = counted_malloc;
static int calls;
static void *counting(size_t n) {
  ++calls;
  return malloc(n);
}
void count_calls(void) { counted_impl = counting; }

//= result is new malloc, may fail
void *counted_malloc(size_t n) {
  if (counted_impl != counted_malloc)
    return counted_impl(n);
  return malloc(n);
}

// One that is no default but a null pointer: nothing is known of it.
static free_fn on_free;
void set_on_free(free_fn f) { on_free = f; }

//= frees p on some paths
//= may keep p
void observed_free(void *p) {
  if (on_free)
    on_free(p);
  else
    free(p);
}
