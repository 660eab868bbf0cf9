// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the hints stand for: nothing is lost here.

#include "open.h"

static char cells[8][16];
static unsigned used;

DIR *open_folder(const char *name) { return opendir(name); }

char *first_free_cell(void) { return used < 8 ? cells[used++] : NULL; }

char *copy_of(const char *text) { return strdup(text); }
