// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A global table that a function fills, and that another one empties when
// something fails: what hangs on its records goes with it, or is left behind.

#include "../leak.h"

struct name {
  char *text;
  char **words;
};

static struct name *names;
static size_t names_count;

static void empty_names(void) {
  if (!names)
    return;
  for (size_t i = 0; i < names_count; i++) {
    free(names[i].text);
    free(names[i].words);
  }
  free(names);
  names = NULL;
  names_count = 0;
}

// DRIVE: fill_names_ok("x", 2); empty_names()
int fill_names_ok(const char *text, size_t n) {
  empty_names();
  names = calloc(n, sizeof *names);
  if (!names)
    return -1;
  names_count = n;
  for (size_t i = 0; i < names_count; i++) {
    struct name *name = names + i;
    name->text = strdup(text);
    if (!name->text)
      goto failed;
    name->words = calloc(n, sizeof *name->words);
    if (!name->words)
      goto failed;
  }
  return 0;
failed:
  empty_names();
  return -1;
}

struct setup {
  char *host, *user;
};

static struct setup *setup;

static void drop_setup(void) {
  if (!setup)
    return;
  free(setup->host);
  free(setup->user);
  free(setup);
  setup = NULL;
}

// DRIVE: begin_setup_ok("h"); drop_setup()
int begin_setup_ok(const char *host) {
  drop_setup();
  if (!(setup = calloc(1, sizeof *setup)))
    return -1;
  setup->host = strdup(host);
  if (!setup->host) {
    drop_setup();
    return -1;
  }
  setup->user = strdup("nobody");
  if (!setup->user) {
    drop_setup();
    return -1;
  }
  return 0;
}

static struct setup *shallow;

static void drop_shallow(void) {
  free(shallow);
  shallow = NULL;
}

// DRIVE: begin_shallow_bad("h"); if (shallow) { free(shallow->host); free(shallow->user); } drop_shallow()
int begin_shallow_bad(const char *host) {
  drop_shallow();
  if (!(shallow = calloc(1, sizeof *shallow)))
    return -1;
  shallow->host = strdup(host); // LEAK missed-by(valueflow): parts of what a global holds
  if (!shallow->host)
    return -1;
  shallow->user = strdup("nobody");
  if (!shallow->user) {
    drop_shallow();
    return -1;
  }
  return 0;
}
