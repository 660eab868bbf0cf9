// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects that fail while they are being built: who undoes the first steps?

#include "../leak.h"

struct engine {
  char *fuel, *spark;
};

struct car {
  struct engine engine;
  char *plate;
  char *wheels[4];
};

static void engine_clear(struct engine *e) {
  free(e->fuel);
  free(e->spark);
}

// Leaves nothing behind when it fails.
static int engine_init(struct engine *e) {
  e->fuel = malloc(10);
  if (!e->fuel)
    return -1;
  e->spark = malloc(10);
  if (e->spark)
    return 0;
  free(e->fuel);
  return -1;
}

// DRIVE: struct engine e; if (init_keeps_half_bad(&e) == 0) engine_clear(&e)
int init_keeps_half_bad(struct engine *e) {
  char *fuel = malloc(10); // LEAK
  char *spark = malloc(10);
  if (!fuel || !spark) {
    free(spark);
    return -1;
  }
  e->fuel = fuel;
  e->spark = spark;
  return 0;
}

// DRIVE: struct car *c = third_step_ok("x"); if (c) { engine_clear(&c->engine); free(c->plate); free(c); }
struct car *third_step_ok(const char *plate) {
  struct car *c = calloc(1, sizeof *c);
  if (!c)
    return NULL;
  if (engine_init(&c->engine) < 0) {
    free(c);
    return NULL;
  }
  c->plate = strdup(plate);
  if (!c->plate) {
    engine_clear(&c->engine);
    free(c);
    return NULL;
  }
  return c;
}

// DRIVE: struct car *c = third_step_bad("x"); if (c) { engine_clear(&c->engine); free(c->plate); free(c); }
struct car *third_step_bad(const char *plate) {
  struct car *c = calloc(1, sizeof *c);
  if (!c)
    return NULL;
  if (engine_init(&c->engine) < 0) { // LEAK
    free(c);
    return NULL;
  }
  c->plate = strdup(plate);
  if (!c->plate) {
    free(c);
    return NULL;
  }
  return c;
}

// The callee has undone its own half already.
// DRIVE: struct car c = {0}; undone_twice_bad(&c)
int undone_twice_bad(struct car *c) {
  if (engine_init(&c->engine) == 0) {
    engine_clear(&c->engine);
    return 0;
  }
  free(c->engine.spark);
  free(c->engine.fuel); // DOUBLE-FREE missed-by(sat, fused, absint): what a callee stored, freed and left behind is not followed
  return -1;
}

static int wheels_add(struct car *c) {
  for (int i = 0; i < 4; i++)
    if (!(c->wheels[i] = malloc(10)))
      return i;
  return 4;
}

static void wheels_drop(struct car *c, int count) {
  while (count-- > 0)
    free(c->wheels[count]);
}

// DRIVE: wheel_by_wheel_ok()
int wheel_by_wheel_ok(void) {
  struct car c = {0};
  int count = wheels_add(&c);
  wheels_drop(&c, count);
  return count == 4 ? 0 : -1;
}

// DRIVE: wheel_by_wheel_bad()
int wheel_by_wheel_bad(void) {
  struct car c = {0};
  int count = wheels_add(&c); // LEAK missed-by(sat, fused, valueflow, absint): what a loop in a callee makes is out of danger
  if (count < 4)
    return -1;
  wheels_drop(&c, count);
  return 0;
}

// All fields start as null, so one destroyer serves every failure.
// DRIVE: destroy_from_null_ok("x")
int destroy_from_null_ok(const char *plate) {
  struct car *c = calloc(1, sizeof *c);
  int status = -1;
  if (c && (c->plate = strdup(plate)) && (c->wheels[0] = malloc(10)))
    status = 0;
  if (c) {
    free(c->wheels[0]);
    free(c->plate);
  }
  free(c);
  return status;
}

// DRIVE: destroy_skipped_bad("x")
int destroy_skipped_bad(const char *plate) {
  struct car *c = calloc(1, sizeof *c); // LEAK
  if (!c || !(c->plate = strdup(plate))) // LEAK(indirect)
    return -1;
  if (!(c->wheels[0] = malloc(10)))
    return -1;
  free(c->wheels[0]);
  free(c->plate);
  free(c);
  return 0;
}
