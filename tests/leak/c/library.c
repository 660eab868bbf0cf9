// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the C library hands out and takes back.

#include "../leak.h"
#include <dirent.h>
#include <unistd.h>

// DRIVE: asprintf_ok(1)
int asprintf_ok(int n) {
  char *p;
  if (asprintf(&p, "%d", n) < 0)
    return -1;
  free(p);
  return 0;
}

// DRIVE: asprintf_bad(1)
int asprintf_bad(int n) {
  char *p;
  if (asprintf(&p, "%d", n) < 0) // LEAK
    return -1;
  return p[0];
}

// DRIVE: asprintf_failed_bad(1)
int asprintf_failed_bad(int n) {
  char *p = strdup("x"); // LEAK missed-by(absint): out of danger once states are joined
  if (asprintf(&p, "%d", n) == -1)
    return -1;
  free(p);
  return 0;
}

// DRIVE: FILE *f = fopen("/etc/passwd", "r"); if (f) { getline_ok(f); fclose(f); }
int getline_ok(FILE *f) {
  char *line = NULL;
  size_t size = 0;
  int count = 0;
  while (getline(&line, &size, f) > 0)
    count++;
  free(line);
  return count;
}

// DRIVE: FILE *f = fopen("/etc/passwd", "r"); if (f) { getline_bad(f); fclose(f); }
int getline_bad(FILE *f) {
  char *line = NULL;
  size_t size = 0;
  int count = 0;
  while (getline(&line, &size, f) > 0) // LEAK missed-by(absint, valueflow): a sink that is only possible counts
    count++;
  return count;
}

// DRIVE: FILE *f = fopen("/etc/passwd", "r"); if (f) { getline_each_bad(f); fclose(f); }
void getline_each_bad(FILE *f) {
  char *line = NULL;
  size_t size = 0;
  while (getline(&line, &size, f) > 0) { // LEAK missed-by(absint, valueflow): a sink that is only possible counts
    puts(line);
    line = NULL;
    size = 0;
  }
  free(line);
}

// DRIVE: memstream_ok()
void memstream_ok(void) {
  char *text = NULL;
  size_t size;
  FILE *f = open_memstream(&text, &size);
  if (!f)
    return;
  fputs("x", f);
  fclose(f);
  free(text);
}

// DRIVE: memstream_bad()
void memstream_bad(void) {
  char *text = NULL;
  size_t size;
  FILE *f = open_memstream(&text, &size); // LEAK(elsewhere)
  if (!f)
    return;
  fputs("x", f);
  fclose(f);
}

// DRIVE: scandir_ok("/")
void scandir_ok(const char *folder) {
  struct dirent **names;
  int n = scandir(folder, &names, NULL, alphasort);
  if (n < 0)
    return;
  while (n-- > 0)
    free(names[n]);
  free(names);
}

// DRIVE: scandir_bad("/")
int scandir_bad(const char *folder) {
  struct dirent **names;
  int n = scandir(folder, &names, NULL, alphasort); // LEAK
  if (n < 0)
    return -1;
  for (int i = 0; i < n; i++)
    free(names[i]);
  return n;
}

// DRIVE: realpath_ok("/tmp"); char b[5000]; realpath_given_ok("/tmp", b)
void realpath_ok(const char *name) {
  char *p = realpath(name, NULL);
  free(p);
}
int realpath_given_ok(const char *name, char *buffer) {
  char *p = realpath(name, buffer);
  return p ? p[0] : -1;
}

// DRIVE: realpath_bad("/tmp")
int realpath_bad(const char *name) {
  char *p = realpath(name, NULL); // LEAK
  return p ? p[0] : -1;
}

// DRIVE: memalign_ok()
int memalign_ok(void) {
  void *p;
  if (posix_memalign(&p, 64, 128) != 0)
    return -1;
  free(p);
  return 0;
}

// DRIVE: memalign_bad()
int memalign_bad(void) {
  void *p;
  if (posix_memalign(&p, 64, 128) != 0) // LEAK
    return -1;
  return 0;
}
