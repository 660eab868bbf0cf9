// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What really happens when a generated program is executed?
//
// Compiled together with generated C (truth_test.cpp), whose calls of malloc,
// realloc, strdup, free and escape are macros that come here with their line.
// Every function of `programs` is called with every combination of inputs,
// and every allocation both succeeds and fails: choose() counts all answers up
// and the function is called again until all were tried.
//
// Each block has a page of its own that becomes inaccessible when it is freed,
// so any use after free is a trap.  When the function has returned, blocks that
// cannot be reached from its result, *out, the global g, its argument x or the
// escaped pointers are leaked.  One line per program is printed:
//
//   name leak 12 15 double 20 use
//
// numbers being lines of the acquiring call or of the second free.

#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef char *Program(int, int, char *, char **);
struct Entry {
  const char *name;
  Program *function;
};
extern const struct Entry programs[];
extern char *g;

enum { kPage = 4096, kBlocks = 64, kLines = 1 << 17, kChoices = 256 };

struct Block {
  int line; // 0: belongs to the caller
  int is_freed;
  int is_seen;
};

static char *arena;
static struct Block blocks[kBlocks];
static int block_count;
static char *escaped[kBlocks];
static int escaped_count;
static unsigned char chosen[kChoices], choice_of[kChoices];
static int choices, choice_at;
static sigjmp_buf stop;
static unsigned char leaked[kLines], freed_twice[kLines];
static int was_used_after_free;

static int choose(int n) {
  if (choice_at == choices) {
    if (choices == kChoices)
      abort();
    chosen[choices] = 0;
    choice_of[choices++] = (unsigned char)n;
  }
  return chosen[choice_at++];
}

static int next_run(void) {
  choice_at = 0;
  while (choices && chosen[choices - 1] + 1 == choice_of[choices - 1])
    --choices;
  if (!choices)
    return 0;
  ++chosen[choices - 1];
  return 1;
}

static char *new_block(int line) {
  if (block_count == kBlocks)
    abort();
  blocks[block_count] = (struct Block){line, 0, 0};
  return arena + (size_t)kPage * block_count++;
}

static struct Block *block_of(const char *pointer) {
  if (pointer < arena || pointer >= arena + (size_t)kPage * block_count)
    return NULL;
  return &blocks[(pointer - arena) / kPage];
}

static void protect(struct Block *block, int protection) {
  if (mprotect(arena + (size_t)kPage * (block - blocks), kPage, protection))
    abort();
}

void *run_malloc(unsigned long size, int line) {
  (void)size;
  return choose(2) ? NULL : new_block(line);
}

void run_free(void *pointer, int line) {
  if (!pointer)
    return;
  struct Block *block = block_of(pointer);
  if (!block)
    abort();
  if (block->is_freed) {
    freed_twice[line] = 1;
    siglongjmp(stop, 1);
  }
  block->is_freed = 1;
  protect(block, PROT_NONE);
}

void *run_realloc(void *old, unsigned long size, int line) {
  char *made = run_malloc(size, line);
  if (!made)
    return NULL;
  if (old && !block_of(old)->is_freed)
    memcpy(made, old, 64);
  run_free(old, line);
  return made;
}

void run_escape(char *pointer) { escaped[escaped_count++] = pointer; }

static void on_trap(int signal_number, siginfo_t *info, void *context) {
  (void)signal_number;
  (void)context;
  if (block_of(info->si_addr))
    was_used_after_free = 1;
  siglongjmp(stop, 1);
}

static void mark(const char *pointer) {
  struct Block *block = block_of(pointer);
  if (!block || block->is_seen || block->is_freed)
    return;
  block->is_seen = 1;
  char *const *words = (char *const *)(arena + (size_t)kPage * (block - blocks));
  for (int i = 0; i < 8; ++i)
    mark(words[i]);
}

static void run_once(Program *function) {
  char *out = NULL;
  block_count = escaped_count = 0;
  static const int numbers[] = {0, 1, 2, -1};
  int a = numbers[choose(4)], b = numbers[choose(4)];
  char *x = choose(2) ? new_block(0) : NULL;
  g = NULL;
  char *result = function(a, b, x, &out);
  mark(result);
  mark(out);
  mark(g);
  mark(x);
  for (int i = 0; i < escaped_count; ++i)
    mark(escaped[i]);
  for (int i = 0; i < block_count; ++i)
    if (!blocks[i].is_seen && !blocks[i].is_freed)
      leaked[blocks[i].line] = 1;
}

static void run_all(const struct Entry *program) {
  memset(leaked, 0, sizeof leaked);
  memset(freed_twice, 0, sizeof freed_twice);
  was_used_after_free = 0;
  choices = choice_at = 0;
  do {
    if (sigsetjmp(stop, 1) == 0)
      run_once(program->function);
    for (int i = 0; i < block_count; ++i) {
      if (blocks[i].is_freed)
        protect(&blocks[i], PROT_READ | PROT_WRITE);
      memset(arena + (size_t)kPage * i, 0, 64);
    }
  } while (next_run());
  printf("%s leak", program->name);
  for (int i = 1; i < kLines; ++i)
    if (leaked[i])
      printf(" %d", i);
  printf(" double");
  for (int i = 1; i < kLines; ++i)
    if (freed_twice[i])
      printf(" %d", i);
  printf("%s\n", was_used_after_free ? " use" : "");
}

int main(void) {
  arena = mmap(NULL, (size_t)kPage * kBlocks, PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (arena == MAP_FAILED)
    return 1;
  struct sigaction action = {.sa_sigaction = on_trap, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &action, NULL);
  sigaction(SIGBUS, &action, NULL);
  alarm(300); // a program that does not end is a bug of the generator
  for (const struct Entry *program = programs; program->name; ++program)
    run_all(program);
  return 0;
}
