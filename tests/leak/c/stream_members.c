// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A record holds a block of memory and a stream side by side: what is lost is
// called what it is.

#include "../leak.h"

#include <stdio.h>

struct journal {
  char *name;
  FILE *file;
};

static struct journal *open_journal(const char *path) {
  struct journal *journal = malloc(sizeof *journal);
  if (!journal)
    return NULL;
  journal->name = malloc(3);
  journal->file = fopen(path, "r");
  return journal;
}

static void free_name(struct journal *journal) {
  free(journal->name);
  free(journal);
}

static void close_file(struct journal *journal) {
  if (journal->file)
    fclose(journal->file);
  free(journal);
}

// DRIVE: stream_bad("/dev/null")
void stream_bad(const char *path) {
  struct journal *journal = open_journal(path); // LEAK: stream
  if (journal)
    free_name(journal);
}

// DRIVE: memory_bad("/dev/null")
void memory_bad(const char *path) {
  struct journal *journal = open_journal(path); // LEAK: memory
  if (journal)
    close_file(journal);
}

// DRIVE: both_ok("/dev/null")
void both_ok(const char *path) {
  struct journal *journal = open_journal(path);
  if (!journal)
    return;
  if (journal->file)
    fclose(journal->file);
  free_name(journal);
}
