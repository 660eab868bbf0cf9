// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does a loss matter?  Only if an allocation fails, or in normal operation.
#include "../leak.h"

#include <fcntl.h>
#include <unistd.h>

char *second_bad(const char *s) {
  char *first = strdup(s); // LEAK(note): only if strdup() fails
  if (!first)
    return NULL;
  char *second = strdup(s);
  if (!second)
    return NULL;
  free(second);
  return first;
}
// DRIVE: free(second_bad("a"))

// The same, but the message is longer than any buffer, too.
char *too_long_bad(const char *s) {
  char *first = strdup(s); // LEAK(warning)
  if (!first)
    return NULL;
  char *second = strdup(s);
  if (!second || strlen(second) > 3) {
    free(second);
    return NULL;
  }
  free(second);
  return first;
}
// DRIVE: free(too_long_bad("abcd"))

// Whether the second one fails makes no difference.
void indifferent_bad(const char *s) {
  char *first = strdup(s); // LEAK(warning)
  char *second = malloc(9);
  if (second)
    second[0] = 'a';
  else
    puts("no second");
  free(second);
  puts(first ? first : "none");
}
// DRIVE: indifferent_bad("a")

static char *copy(const char *s) {
  size_t length = strlen(s) + 1;
  char *p = malloc(length);
  if (!p)
    return NULL;
  memcpy(p, s, length);
  return p;
}

char *behind_wrapper_bad(const char *s) {
  char *first = copy(s); // LEAK(note): only if copy() fails
  if (!first)
    return NULL;
  char *second = copy(s);
  if (!second)
    return NULL;
  free(second);
  return first;
}
// DRIVE: free(behind_wrapper_bad("a"))

// The wrapper also fails for texts that are empty.
static char *copy_some(const char *s) {
  if (!*s)
    return NULL;
  return copy(s);
}

char *choosy_wrapper_bad(const char *s, const char *t) {
  char *first = copy(s); // LEAK(warning)
  if (!first)
    return NULL;
  char *second = copy_some(t);
  if (!second)
    return NULL;
  free(second);
  return first;
}
// DRIVE: free(choosy_wrapper_bad("a", ""))

// fdopen() of a descriptor that is open fails for want of memory only.
FILE *stream_of_descriptor_bad(const char *path) {
  int fd = open(path, O_RDONLY); // LEAK(note): only if fdopen() fails
  if (fd < 0)
    return NULL;
  return fdopen(fd, "r");
}
// DRIVE: FILE *f = stream_of_descriptor_bad("/dev/null"); if (f) fclose(f)

// A file may not exist, though.
char *file_is_missing_bad(const char *path) {
  char *name = strdup(path); // LEAK(warning)
  if (!name)
    return NULL;
  FILE *f = fopen(path, "r");
  if (!f)
    return NULL;
  fclose(f);
  return name;
}
// DRIVE: free(file_is_missing_bad("/no/such/file"))

char *grown_bad(size_t n) {
  char *p = malloc(8); // LEAK(note): only if realloc() fails
  p = realloc(p, n + 16);
  return p;
}
// DRIVE: free(grown_bad(100))

// One place is a note, the other is not: the finding is about the worse.
char *two_places_bad(const char *s, int quick) {
  char *first = strdup(s); // LEAK(warning): when the function returns
  if (!first)
    return NULL;
  char *second = strdup(s);
  if (!second)
    return NULL;
  free(second);
  if (quick)
    return NULL;
  return first;
}
// DRIVE: free(two_places_bad("a", 1))

char *both_freed_ok(const char *s) {
  char *first = strdup(s);
  if (!first)
    return NULL;
  char *second = strdup(s);
  if (!second) {
    free(first);
    return NULL;
  }
  free(second);
  return first;
}
// DRIVE: free(both_freed_ok("a"))

// The program ends on one of the paths only.
void end_perhaps_bad(const char *s, int ends) {
  char *p = strdup(s); // LEAK(warning)
  p = NULL;
  if (ends)
    exit(0);
}
// DRIVE: end_perhaps_bad("a", 0)
