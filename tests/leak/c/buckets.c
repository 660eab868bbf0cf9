// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Maps with buckets: entries put, replaced, taken out and moved to another map.

#include "../leak.h"

struct pair {
  struct pair *next;
  char *key, *value;
};
struct map {
  struct pair *buckets[8];
};

static struct pair **bucket_of(struct map *m, const char *key) {
  return &m->buckets[key[0] & 7];
}

static void pair_free(struct pair *p) {
  if (!p)
    return;
  free(p->key);
  free(p->value);
  free(p);
}

// DRIVE: struct map m = {0}; put_ok(&m, "a", "1"); pair_free(*bucket_of(&m, "a"))
int put_ok(struct map *m, const char *key, const char *value) {
  struct pair *p = calloc(1, sizeof *p), **bucket = bucket_of(m, key);
  if (!p)
    return -1;
  if (!(p->key = strdup(key)) || !(p->value = strdup(value))) {
    pair_free(p);
    return -1;
  }
  p->next = *bucket;
  *bucket = p;
  return 0;
}

// DRIVE: struct map m = {0}; put_bad(&m, "a", "1"); pair_free(*bucket_of(&m, "a"))
int put_bad(struct map *m, const char *key, const char *value) {
  struct pair *p = calloc(1, sizeof *p), **bucket = bucket_of(m, key);
  if (!p)
    return -1;
  if (!(p->key = strdup(key)) || !(p->value = strdup(value))) { // LEAK
    free(p);
    return -1;
  }
  p->next = *bucket;
  *bucket = p;
  return 0;
}

static struct pair *find(struct map *m, const char *key) {
  struct pair *p = *bucket_of(m, key);
  while (p && strcmp(p->key, key) != 0)
    p = p->next;
  return p;
}

// DRIVE: struct map m = {0}; put_ok(&m, "a", "1"); set_value_ok(&m, "a", "2"); pair_free(*bucket_of(&m, "a"))
int set_value_ok(struct map *m, const char *key, const char *value) {
  struct pair *p = find(m, key);
  char *copy = p ? strdup(value) : NULL;
  if (!copy)
    return -1;
  free(p->value);
  p->value = copy;
  return 0;
}

// DRIVE: struct map m = {0}; set_value_bad(&m, "a", "2")
int set_value_bad(struct map *m, const char *key, const char *value) {
  struct pair *p = find(m, key);
  char *copy = strdup(value); // LEAK
  if (!p || !copy)
    return -1;
  free(p->value);
  p->value = copy;
  return 0;
}

// DRIVE: struct map m = {0}; put_ok(&m, "a", "1"); set_over_bad(&m, "a", "2"); pair_free(*bucket_of(&m, "a"))
int set_over_bad(struct map *m, const char *key, const char *value) {
  struct pair *p = find(m, key);
  char *copy = p ? strdup(value) : NULL;
  if (!copy)
    return -1;
  p->value = copy; // LEAK(elsewhere) missed-by(sat, fused, absint, valueflow): what was there before the call is not followed
  return 0;
}

static struct pair *unlink_first(struct map *m, const char *key) {
  struct pair **bucket = bucket_of(m, key), *p = *bucket;
  if (p) {
    *bucket = p->next;
    p->next = NULL;
  }
  return p;
}

// DRIVE: struct map m = {0}; put_ok(&m, "a", "1"); taken_out_ok(&m, "a")
void taken_out_ok(struct map *m, const char *key) {
  pair_free(unlink_first(m, key));
}

// DRIVE: struct map m = {0}; put_ok(&m, "a", "1"); taken_out_bad(&m, "a")
int taken_out_bad(struct map *m, const char *key) {
  struct pair *p = unlink_first(m, key); // LEAK(elsewhere) missed-by(sat, fused, absint, valueflow): what was there before the call is not followed
  return p != NULL;
}

// DRIVE: struct map m = {0}, n = {0}; put_ok(&m, "a", "1"); to_other_map_ok(&m, &n, "a"); pair_free(*bucket_of(&n, "a"))
void to_other_map_ok(struct map *from, struct map *to, const char *key) {
  struct pair **bucket = bucket_of(to, key), *p = unlink_first(from, key);
  if (!p)
    return;
  p->next = *bucket;
  *bucket = p;
}

// DRIVE: local_map_ok()
void local_map_ok(void) {
  struct map m = {0};
  put_ok(&m, "a", "1");
  pair_free(unlink_first(&m, "a"));
}

// DRIVE: local_map_bad()
int local_map_bad(void) {
  struct map m = {0};
  return put_ok(&m, "a", "1"); // LEAK missed-by(sat, fused, absint, valueflow): what a callee keeps at a variable index
}
