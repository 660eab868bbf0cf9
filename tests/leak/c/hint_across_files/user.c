// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A body in another file says more than the attribute of the declaration.

#include "open.h"

// DRIVE: closed_ok("/")
int closed_ok(const char *name) {
  DIR *folder = open_folder(name);
  if (!folder)
    return -1;
  closedir(folder);
  return 0;
}

// DRIVE: not_closed_bad("/")
int not_closed_bad(const char *name) {
  DIR *folder = open_folder(name); // LEAK
  return folder ? 0 : -1;
}

// DRIVE: static_cell_ok()
int static_cell_ok(void) {
  char *cell = first_free_cell();
  if (!cell)
    return -1;
  strcpy(cell, "taken");
  return 0;
}

// DRIVE: copied_ok("a")
size_t copied_ok(const char *text) {
  char *copy = copy_of(text);
  size_t n = copy ? strlen(copy) : 0;
  free(copy);
  return n;
}

// DRIVE: copied_bad("a")
size_t copied_bad(const char *text) {
  char *copy = copy_of(text); // LEAK
  return copy ? strlen(copy) : 0;
}
