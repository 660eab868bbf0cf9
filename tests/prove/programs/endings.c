// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables that end at once: none of them keeps what another one held.

#include "../prove.h"

static struct list *same(struct list *cell) { return cell; }

// POSSIBLE
void two_parameters_bad(struct list *first, struct list *second) {
  second = malloc(sizeof *second);
  first = second;
}

// POSSIBLE
void by_a_helper_bad(struct list *first, struct list *second) {
  first = malloc(sizeof *first);
  second = same(first);
}

// POSSIBLE
void taken_from_memory(struct list **from, struct list *first,
                       struct list *second) {
  first = *from;
  second = first;
  *from = NULL;
}

// POSSIBLE
struct list *returned_or_not_bad(struct list *first, struct list *second,
                                 int keep) {
  first = second = malloc(sizeof *first);
  return keep ? first : NULL;
}

// POSSIBLE
void parameter_and_local_bad(struct list *first) {
  struct list *second = malloc(sizeof *second);
  first = second;
}

// POSSIBLE
void inner_scope_bad(int really) {
  if (really) {
    struct list *first = malloc(sizeof *first);
    struct list *second = first;
    (void)second;
  }
}

// PROVED
void caller_has_it(struct list *first, struct list *second) { first = second; }

// PROVED
struct list *one_goes_back(struct list *first, struct list *second) {
  second = malloc(sizeof *second);
  first = second;
  return first;
}

// PROVED
void freed_by_either(struct list *first, struct list *second) {
  second = malloc(sizeof *second);
  if (!second)
    return;
  second->next = NULL;
  first = second;
  free(first);
}

// A compound literal ends with its function.

static void look(struct list **cell) {
  if (*cell)
    (*cell)->data = 1;
}

// POSSIBLE
void compound_literal_bad(void) {
  look(&(struct list *){malloc(sizeof(struct list))});
}

// POSSIBLE
void record_literal_bad(int data) {
  struct list *cell = &(struct list){data, malloc(sizeof(struct list))};
  cell->data = 1;
}
