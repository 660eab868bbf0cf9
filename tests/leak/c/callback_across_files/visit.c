// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hands each visitor a fresh word; a visitor that returns 0 has taken it.

#include "visit.h"

int visit_words(const char *text, visitor visit, void *context) {
  while (*text) {
    size_t n = strcspn(text, " ");
    char *word = strndup(text, n);
    if (!word)
      return -1;
    if (visit(word, context) != 0) {
      free(word);
      return -1;
    }
    text += n;
    text += strspn(text, " ");
  }
  return 0;
}
