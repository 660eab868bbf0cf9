// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether something is the object's own is told by a flag beside it.

#include <stdlib.h>
#include <string.h>

struct text {
  char *bytes;
  int is_own;
  int length;
};

//= t->bytes is new malloc on some paths
//= keeps s in t->bytes
int text_set(struct text *t, char *s, int fold, int upper) {
  t->is_own = fold != 0 || upper != 0;
  t->length = (int)strlen(s);
  if (t->is_own) {
    char *copy = strdup(s);
    if (copy == NULL)
      return -1;
    t->bytes = copy;
  } else {
    t->bytes = s;
  }
  return 0;
}

//= frees t->bytes on some paths
void text_done(struct text *t) {
  if (t->is_own)
    free(t->bytes);
}

//= nothing
int text_size(char *s, int fold, int upper) {
  struct text t;
  if (text_set(&t, s, fold, upper) != 0)
    return -1;
  int length = t.length;
  text_done(&t);
  return length;
}
