// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A callee does nothing for null.  Who passes a pointer on without ever asking
// for null relies on its being there; who asks knows that it may not be.

#include "../leak.h"

struct stack {
  char *items[4];
  int count;
};

struct owner {
  struct stack *stack;
  char *name;
};

static int push(struct stack *stack, char *item) {
  if (!stack)
    return -1;
  if (stack->count == 4)
    return 0;
  stack->items[stack->count++] = item;
  return stack->count;
}

static struct stack one;
static struct owner holder = {&one, NULL};

// `push` gives -1 only without a stack.
// DRIVE: pushed_ok(&holder, "a")
int pushed_ok(struct owner *owner, const char *text) {
  char *copy = strdup(text);
  if (!copy)
    return 0;
  if (!push(owner->stack, copy)) {
    free(copy);
    return 0;
  }
  return 1;
}

// Here the function knows that there may be none.
// DRIVE: pushed_bad(NULL, "a")
int pushed_bad(struct stack *stack, const char *text) {
  char *copy = strdup(text); // LEAK
  if (!copy)
    return 0;
  if (stack && stack->count > 3) {
    free(copy);
    return 0;
  }
  return push(stack, copy) != 0;
}

// Gives back what it was given, or a new one.
static char *name_or_new(char *name) {
  if (name)
    return name;
  return calloc(1, 8);
}

static char named[8];
static struct owner with_name = {&one, named};

// DRIVE: renamed_ok(&with_name)
int renamed_ok(struct owner *owner) {
  return name_or_new(owner->name) != NULL;
}

// DRIVE: renamed_bad(&holder)
int renamed_bad(struct owner *owner) {
  if (owner->name == NULL)
    puts("no name");
  return name_or_new(owner->name) != NULL; // LEAK missed-by(valueflow): a sink that is only possible counts
}

static char *name_of(struct owner *owner) {
  return owner ? owner->name : NULL;
}

// What a getter found is relied on too.
// DRIVE: renamed_got_ok(&with_name)
int renamed_got_ok(struct owner *owner) {
  return name_or_new(name_of(owner)) != NULL; // false-alarm(absint): tests that no interval relates
}

// DRIVE: renamed_got_bad(&holder)
int renamed_got_bad(struct owner *owner) {
  if (name_of(owner) == NULL)
    puts("no name");
  return name_or_new(name_of(owner)) != NULL; // LEAK missed-by(valueflow): a sink that is only possible counts
}

// One that was there, or one that was made and is checked.
// DRIVE: struct owner o = {NULL, NULL}; pushed_first_ok(&o, "a"); if (o.stack) { free(o.stack->items[0]); free(o.stack); }
int pushed_first_ok(struct owner *owner, const char *text) {
  char *copy = strdup(text);
  if (!copy)
    return 0;
  struct stack *stack = owner->name ? owner->stack : NULL;
  if (!owner->name) {
    stack = calloc(1, sizeof *stack);
    if (!stack) {
      free(copy);
      return 0;
    }
    owner->stack = stack;
  }
  if (!push(stack, copy)) {
    free(copy);
    return 0;
  }
  return 1;
}
