// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A global that is filled by whoever needs it first, while it is null.

#include "../leak.h"

static FILE *terminal;

static void need_terminal(void) {
  if (!terminal)
    terminal = fopen("/dev/null", "r");
  if (!terminal)
    exit(1);
}

static char *answered(void) {
  char line[8];
  need_terminal();
  return fgets(line, sizeof line, terminal) ? strdup(line) : NULL;
}

// DRIVE: both_open_ok(); fclose(terminal); terminal = NULL
int both_open_ok(void) {
  if (!terminal && !(terminal = fopen("/dev/null", "r")))
    return -1;
  free(answered());
  return 0;
}

static FILE *journal;

static int begun_anew(void) {
  journal = fopen("/dev/null", "r");
  return journal ? 0 : -1;
}

// DRIVE: opened_over_bad(); if (journal) fclose(journal); journal = NULL
int opened_over_bad(void) {
  if (!journal && !(journal = fopen("/dev/null", "r"))) // LEAK missed-by(valueflow): a sink that is only possible counts
    return -1;
  return begun_anew();
}

static char *cache;

static const char *cached(const char *text) {
  if (!cache)
    cache = strdup(text);
  return cache;
}

// DRIVE: kept_ok("x"); free(cache); cache = NULL
int kept_ok(const char *text) {
  cache = strdup(text);
  return cached("y") != NULL;
}

// DRIVE: emptied_bad("x"); free(cache); cache = NULL
int emptied_bad(const char *text) {
  cache = strdup(text); // LEAK
  if (!cache)
    return -1;
  cache = NULL;
  return cached("y") != NULL;
}
