// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What may lose a reference unseen: nothing is proved with it, and it is named.

#include "../prove.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

// ---- numbers written over pointers

struct number {
  long value, other;
};
struct either {
  union {
    struct list *cell;
    long number;
    double real;
  } u;
  int tag;
};
struct unnamed {
  int tag;
  union {
    struct list *cell;
    int number;
  };
};

// NAMED: a number is stored where a pointer may be
void number_in_union(struct either *to, long number) {
  to->u.number = number;
  to->tag = 0;
}

// NAMED: a number is stored where a pointer may be
void real_in_union(struct either *to) { to->u.real = 1; }

// NAMED: a number is stored where a pointer may be
void number_in_unnamed_union(struct unnamed *to) { to->number = 0; }

// PROVED
void number_beside_union(struct either *to) { to->tag = 2; }

// NAMED: a number is stored where a pointer may be
void half_a_pointer(struct list *cell) { *(int *)&cell->next = 0; }

// NAMED: a number is stored where a pointer may be
void one_byte(struct list *cell) { *(char *)&cell->next = 0; }

// NAMED: a number is stored where a pointer may be
void as_other_record(struct list *cell) {
  struct number *other = (struct number *)cell;
  other->other = 0;
}

// NAMED: a number is stored where a pointer may be
void through_a_void_pointer(struct list *cell) {
  void *any = cell;
  long *number = any;
  number[1] = 0;
}

// NAMED: a number is stored where a pointer may be
void byte_by_byte(struct list *cell) {
  char *bytes = (char *)cell;
  for (unsigned i = 0; i < sizeof *cell; i++)
    bytes[i] = 0;
}

// NAMED: a number is stored in memory of any type
void clear(void *at, int count) {
  char *bytes = at;
  while (count--)
    *bytes++ = 0;
}

// NAMED: a number is stored in memory of any type
void cleared(struct list *cell) { clear(cell, sizeof *cell); }

static void set(long *number) { *number = 0; }

// NAMED: a pointer is handed on as one to another type
void set_elsewhere(struct list *cell) { set((long *)&cell->next); }

// NAMED: a call may write through its further arguments
void read_in(struct list **cell) { scanf("%p", (void **)cell); }

// PROVED
void number_read_in(int *number) { scanf("%d", number); }

// PROVED
void digits(char *text, unsigned number) {
  do
    *text++ = '0' + number % 10;
  while (number /= 10);
  *text = 0;
}

// PROVED
void own_bytes(void) {
  char *text = malloc(2);
  if (!text)
    return;
  text[0] = 'a';
  text[1] = 0;
  free(text);
}

// ---- objects that are freed under another type

struct first_part {
  int count;
};
struct whole {
  struct first_part first;
  struct list *cell;
};

// NAMED: an object with pointers that are not seen is freed
void free_first_part(struct first_part *part) { free(part); }

// NAMED: an object with pointers that are not seen is freed
void free_by_first_part(struct list *cell) {
  struct whole *whole = malloc(sizeof *whole);
  if (!whole)
    return;
  whole->cell = cell;
  free_first_part(&whole->first);
}

// NAMED: a pointer is stored where numbers are
void pointer_among_bytes(void) {
  char *bytes = malloc(64);
  if (!bytes)
    return;
  *(struct list **)(bytes + 8) = malloc(sizeof(struct list));
  free(bytes);
}

// NAMED: an object with pointers that are not seen is freed
void one_of_two_types(struct whole *whole, struct first_part *part, int which) {
  struct first_part *freed = which ? &whole->first : part;
  free(freed);
}

// ---- blocks of numbers, and others

struct named {
  char name[8];
  struct list *cell;
};

// PROVED
char *copy_of(const char *text) {
  size_t size = strlen(text) + 1;
  char *copy = malloc(size);
  if (copy)
    memcpy(copy, text, size);
  return copy;
}

// NAMED: a block of memory is copied or filled
void over_a_pointer(struct named *named, const char *text) {
  memcpy(named->name, text, 16);
}

// NAMED: a block of memory is copied or filled
void over_bytes_of_a_cell(struct list *cell) {
  char *bytes = (char *)cell;
  memset(bytes, 0, sizeof *cell);
}

// NAMED: a block of memory is copied or filled
void over_anything(void *to, const void *from) {
  char *bytes = to;
  memcpy(bytes, from, 16);
}

// NOT PROVED
void number_that_is_read(void) {
  int number = 1;
  char *text = malloc(8);
  scanf("%d", &number);
  if (number)
    free(text);
}

// NOT PROVED
void number_that_is_filled(void) {
  int number = 1;
  char *text = malloc(8);
  memset(&number, 0, sizeof number);
  if (number)
    free(text);
}

// ---- records of the library

// WHOLLY PROVED
int first_character(const char *name) {
  FILE *file = fopen(name, "r");
  if (!file)
    return -1;
  int character = fgetc(file);
  fclose(file);
  return character;
}

// NOT PROVED
int never_closed(const char *name) {
  FILE *file = fopen(name, "r");
  return file ? fgetc(file) : -1;
}

// NAMED: what an object of the library keeps is not seen
void kept_by_a_stream(const char *name) {
  FILE *file = fopen(name, "r");
  if (!file)
    return;
  setvbuf(file, malloc(100), _IOFBF, 100);
  fclose(file);
}

// NOT PROVED
void cell_that_is_read(FILE *file, struct list *cell) {
  fread(cell, sizeof *cell, 1, file);
}

// ---- blocks that are moved with what they hold

// NAMED: a block that holds pointers is moved or cut short
struct list *cut_short(struct list *cell) {
  struct list *moved = realloc(cell, 8);
  return moved ? moved : cell;
}

// NAMED: a block that holds pointers is moved or cut short
struct list *cut_to_nothing(struct list *cell) { return realloc(cell, 0); }

// NAMED: a block that holds pointers is moved or cut short
struct list *of_any_size(struct list *cell, unsigned long size) {
  struct list *moved = realloc(cell, size);
  return moved ? moved : cell;
}

// NAMED: a block that holds pointers is moved or cut short
void moved_and_freed(struct list *cell) {
  struct list *moved = realloc(cell, 4 * sizeof *cell);
  free(moved ? moved : cell);
}

// NAMED: a block that holds pointers is moved or cut short
struct list *known_by_another_type(void *any) {
  struct list *cell = any;
  cell->next = malloc(sizeof *cell);
  void *moved = realloc(any, 8);
  return moved ? moved : any;
}

// PROVED
char *bytes_cut_short(char *text) {
  char *moved = realloc(text, 8);
  return moved ? moved : text;
}

// PROVED
struct number *numbers_cut_short(struct number *numbers) {
  struct number *moved = realloc(numbers, sizeof(long));
  return moved ? moved : numbers;
}

// ---- ways out of the function

static jmp_buf outside;

// NAMED: a call may jump out of the function
void jumps(void) {
  struct list *cell = malloc(sizeof *cell);
  if (cell)
    longjmp(outside, 1);
  free(cell);
}

static void give_up(void) { longjmp(outside, 1); }

// NAMED: it calls give_up(), which is not proved
void callee_jumps(int count) {
  char *text = malloc(8);
  if (count < 0)
    give_up();
  free(text);
}

_Noreturn void stop_somehow(void);

// NAMED: a call may jump out of the function
void stops_somehow(int count) {
  char *text = malloc(8);
  if (count < 0)
    stop_somehow();
  free(text);
}

// PROVED
void ends_the_program(int count) {
  char *text = malloc(8);
  if (count < 0)
    exit(1);
  free(text);
}

// ---- callers and functions elsewhere

// POSSIBLE
void put_new(struct list **cell) { *cell = malloc(sizeof **cell); }

void puts_new_once(void) {
  struct list *cell = NULL;
  put_new(&cell);
  free(cell);
}

// PROVED
static void put_new_here(struct list **cell) { *cell = malloc(sizeof **cell); }

void puts_new_here(void) {
  struct list *cell = NULL;
  put_new_here(&cell);
  free(cell);
}

__attribute__((weak)) struct list *some_cell(void) { return NULL; }

// NAMED: a weak function is called, which another may replace
void drops_some_cell(void) { some_cell(); }

static void *loses(void *argument) {
  argument = malloc(1);
  return NULL;
}

// NAMED: it calls loses(), which is not proved
void starts_a_thread(pthread_t *thread) {
  pthread_create(thread, NULL, loses, NULL);
}

static void say_goodbye(void) { puts("goodbye"); }

// PROVED: say_goodbye
int says_goodbye(void) { return atexit(say_goodbye); }

// NAMED: it has a function called that is not known
int does_something(void (*something)(void)) { return atexit(something); }
