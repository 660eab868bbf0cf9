// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A field of an object that is new on some ways and known before on others:
// what is read there is what each of them has.

#include "../leak.h"

struct part {
  char head[16];
  char *body, *mask;
};

static struct part *new_part(size_t n, int with_mask) {
  struct part *part = malloc(sizeof *part);
  char *mask = NULL;
  if (!part)
    return NULL;
  part->body = NULL;
  if (with_mask) {
    mask = malloc(n);
    if (!mask) {
      free(part);
      return NULL;
    }
  }
  part->mask = mask;
  return part;
}

static void free_part(struct part *part) {
  if (!part)
    return;
  free(part->mask);
  free(part);
}

// DRIVE: known_or_new_ok(0, "0123456789abcdef")
int known_or_new_ok(struct part *known, const char *head) {
  struct part *part = known;
  if (!part) {
    part = new_part(8, 1);
    if (!part)
      return -1;
    memcpy(part->head, head, sizeof part->head);
  }
  if (part->mask == NULL)
    return 0; // only one that was known
  part->mask[0] = 1;
  if (!known)
    free_part(part);
  return 1;
}

// DRIVE: known_or_new_bad(0)
int known_or_new_bad(struct part *known) {
  struct part *part = known;
  if (!part) {
    part = new_part(8, 0); // LEAK
    if (!part)
      return -1;
  }
  if (part->mask == NULL)
    return 0;
  if (!known)
    free_part(part);
  return 1;
}

// DRIVE: char c; char *p = &c; embedded_ok(&p, 1); embedded_ok(&p, 0)
int embedded_ok(char **value, int is_embedded) {
  char *inside;
  if (!value)
    return 0;
  if (is_embedded) {
    inside = (char *)value;
    value = &inside;
  }
  if (*value == NULL) // not if it is embedded
    *value = malloc(8);
  return *value != NULL;
}

// DRIVE: char *p = 0; embedded_bad(&p, 1)
int embedded_bad(char **value, int is_embedded) {
  char *inside;
  if (is_embedded) {
    inside = NULL;
    value = &inside;
  }
  if (*value == NULL)
    *value = malloc(8); // LEAK missed-by(absint, contradiction): two addresses
  return *value != NULL;
}

// DRIVE: asked_again_ok("-"); asked_again_ok("/dev/null")
void asked_again_ok(const char *name) {
  FILE *in;
  char *path = strdup(name), *line = NULL;
  size_t size = 0;
  if (!path)
    return;
  if (strcmp(path, "-") == 0) {
    in = stdin;
    free(path);
    if ((path = strdup("(standard input)")) == NULL)
      return;
  } else if ((in = fopen(path, "r")) == NULL) {
    free(path);
    return;
  }
  while (getline(&line, &size, in) != -1)
    puts(line);
  if (strcmp(path, "-") != 0) // as before, for a name that was opened
    fclose(in);
  free(line);
  free(path);
}

// DRIVE: asked_again_bad("/dev/null")
void asked_again_bad(const char *name) {
  FILE *in;
  if (strcmp(name, "-") == 0)
    in = stdin;
  else if ((in = fopen(name, "r")) == NULL) // LEAK
    return;
  if (strcmp(name, "-") == 0)
    fclose(in);
}
