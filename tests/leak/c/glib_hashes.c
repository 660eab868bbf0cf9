// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hash tables of GLib with and without destroy functions, what goes in and what
// comes out again.  The bodies are for execution; the shipped specification
// stands for them.

#include "../leak.h"

typedef void (*GDestroyNotify)(void *);
typedef struct GHashTable {
  void *keys[8], *values[8];
  unsigned count;
  GDestroyNotify free_key, free_value;
} GHashTable;

GHashTable *g_hash_table_new_full(void *hash, void *equal, GDestroyNotify k,
                                  GDestroyNotify v) {
  GHashTable *table = calloc(1, sizeof *table);
  if (!table)
    exit(0);
  table->free_key = k;
  table->free_value = v;
  return table;
}
GHashTable *g_hash_table_new(void *hash, void *equal) {
  return g_hash_table_new_full(hash, equal, NULL, NULL);
}
int g_hash_table_insert(GHashTable *table, void *key, void *value) {
  table->keys[table->count] = key;
  table->values[table->count++] = value;
  return 1;
}
void *g_hash_table_lookup(GHashTable *table, const void *key) {
  for (unsigned i = 0; i < table->count; i++)
    if (table->keys[i] && !strcmp(table->keys[i], key))
      return table->values[i];
  return NULL;
}
unsigned g_hash_table_size(GHashTable *table) { return table->count; }
void g_hash_table_destroy(GHashTable *table) {
  for (unsigned i = 0; i < table->count; i++) {
    if (table->free_key)
      table->free_key(table->keys[i]);
    if (table->free_value)
      table->free_value(table->values[i]);
  }
  free(table);
}
char *g_strdup(const char *s) { return s ? strdup(s) : NULL; }
void g_free(void *p) { free(p); }

// DRIVE: values_freed_ok()
void values_freed_ok(void) {
  GHashTable *t = g_hash_table_new_full(NULL, NULL, NULL, g_free);
  g_hash_table_insert(t, "a", g_strdup("x"));
  g_hash_table_destroy(t);
}

// DRIVE: values_kept_bad()
void values_kept_bad(void) {
  GHashTable *t = g_hash_table_new(NULL, NULL);
  g_hash_table_insert(t, "a", g_strdup("x")); // LEAK missed-by(sat, valueflow, absint, contradiction): what a container keeps is out of danger
  g_hash_table_destroy(t);
}

// DRIVE: keys_and_values_ok()
void keys_and_values_ok(void) {
  GHashTable *t = g_hash_table_new_full(NULL, NULL, g_free, g_free);
  g_hash_table_insert(t, g_strdup("a"), g_strdup("x"));
  g_hash_table_destroy(t);
}

// DRIVE: keys_forgotten_bad()
void keys_forgotten_bad(void) {
  GHashTable *t = g_hash_table_new_full(NULL, NULL, NULL, g_free);
  g_hash_table_insert(t, g_strdup("a"), g_strdup("x")); // LEAK missed-by(sat, valueflow, absint, contradiction): what a container keeps is out of danger
  g_hash_table_destroy(t);
}

// DRIVE: lent_values_ok()
void lent_values_ok(void) {
  GHashTable *t = g_hash_table_new(NULL, NULL);
  char *x = g_strdup("x");
  g_hash_table_insert(t, "a", x);
  g_hash_table_destroy(t);
  g_free(x);
}

// DRIVE: freed_by_both_bad()
void freed_by_both_bad(void) {
  GHashTable *t = g_hash_table_new_full(NULL, NULL, NULL, g_free);
  char *x = g_strdup("x");
  g_hash_table_insert(t, "a", x);
  g_hash_table_destroy(t);
  g_free(x); // DOUBLE-FREE missed-by(sat, absint, contradiction): what a container keeps is out of danger
}

// DRIVE: table_lost_bad()
unsigned table_lost_bad(void) {
  GHashTable *t = g_hash_table_new(NULL, NULL); // LEAK
  g_hash_table_insert(t, "a", "b");
  return g_hash_table_size(t);
}

// DRIVE: only_when_asked_bad(0); only_when_asked_bad(1)
void only_when_asked_bad(int quiet) {
  GHashTable *t = g_hash_table_new(NULL, NULL); // LEAK
  if (quiet)
    return;
  g_hash_table_destroy(t);
}

// DRIVE: looked_up_ok()
int looked_up_ok(void) {
  GHashTable *t = g_hash_table_new_full(NULL, NULL, NULL, g_free);
  g_hash_table_insert(t, "a", g_strdup("x"));
  const char *x = g_hash_table_lookup(t, "a");
  int first = x ? x[0] : 0;
  g_hash_table_destroy(t);
  return first;
}

struct registry {
  GHashTable *names;
};

// DRIVE: registry_bad()
void registry_bad(void) {
  struct registry *r = malloc(sizeof *r);
  if (!r)
    return;
  r->names = g_hash_table_new(NULL, NULL); // LEAK
  free(r);
}

// DRIVE: registry_ok()
void registry_ok(void) {
  struct registry *r = malloc(sizeof *r);
  if (!r)
    return;
  r->names = g_hash_table_new(NULL, NULL);
  g_hash_table_destroy(r->names);
  free(r);
}
