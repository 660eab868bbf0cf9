// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A list and its count, in two variables: the count says whether there is a
// list at all.

#include "../leak.h"

// One word per letter that is not a colon.
static void split(const char *text, char ***words, unsigned *count) {
  *words = NULL;
  *count = 0;
  for (const char *at = text; *at != '\0'; at++) {
    if (*at == ':')
      continue;
    char *word = strndup(at, 1);
    if (word == NULL)
      exit(1);
    *words = reallocarray(*words, *count + 1, sizeof **words);
    if (*words == NULL)
      exit(1);
    (*words)[(*count)++] = word;
  }
}

// DRIVE: first_word_ok("a:b:c")
// DRIVE: first_word_ok(":")
int first_word_ok(const char *text) {
  char **words;
  unsigned count;
  split(text, &words, &count); // false-alarm(contradiction): numbers behind
  if (count == 0)              // pointers are not known on the way back
    return 0;
  char *first = words[0];
  for (unsigned i = 1; i < count; i++)
    free(words[i]);
  free(words);
  int letter = first[0];
  free(first);
  return letter;
}

// DRIVE: first_letter_bad("a")
int first_letter_bad(const char *text) {
  char **words;
  unsigned count;
  split(text, &words, &count); // LEAK missed-by(valueflow): which way out made it is not seen
  if (count == 0)
    return 0;
  int letter = words[0][0];
  free(words[0]);
  if (letter == 'a')
    return letter;
  for (unsigned i = 1; i < count; i++)
    free(words[i]);
  free(words);
  return letter;
}

static char **copied(int count, char **words) {
  if (count == 0)
    return NULL;
  char **copy = calloc((size_t)count, sizeof *copy);
  if (copy == NULL)
    exit(1);
  for (int i = 0; i < count; i++)
    copy[i] = strdup(words[i]);
  return copy;
}

static void drop(int count, char **words) {
  if (count == 0)
    return;
  for (int i = 0; i < count; i++)
    free(words[i]);
  free(words);
}

// DRIVE: char *w[] = {"a", "b"}; copied_words_ok(2, w)
// DRIVE: copied_words_ok(0, NULL)
int copied_words_ok(int count, char **words) {
  char **copy = copied(count, words);
  int letter = count > 0 && copy[0] != NULL ? copy[0][0] : 0;
  drop(count, copy);
  return letter;
}

// DRIVE: char *w[] = {"a", "b"}; dropped_too_early_bad(2, w)
int dropped_too_early_bad(int count, char **words) {
  char **copy = copied(count, words); // LEAK
  if (count > 1)
    return count;
  drop(count, copy);
  return 0;
}
