// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several small values in one word: headers, shifts, bit fields, alignment,
// a tag in the low bit of an address.

#include "../leak.h"

// DRIVE: header_kind_ok(0x35); header_kind_ok(0x53)
void header_kind_ok(unsigned header) {
  char *payload = NULL;
  if (((header >> 4) & 0xf) == 3)
    payload = malloc(64);
  if ((header & 0xf0) == 0x30)
    free(payload);
}

// DRIVE: header_kind_bad(0x35)
void header_kind_bad(unsigned header) {
  char *payload = NULL;
  if (((header >> 4) & 0xf) == 3)
    payload = malloc(64); // LEAK
  if ((header & 0xf) == 3)
    free(payload);
}

// Fewer bits are tested at the end: that includes what was asked before.
// DRIVE: wider_test_ok(0x30); wider_test_ok(0xb0)
void wider_test_ok(uint8_t header) {
  char *payload = NULL;
  if (header >> 4 == 3)
    payload = malloc(64);
  if ((header & 0x70) == 0x30)
    free(payload);
}

// DRIVE: narrower_test_bad(0xb0)
void narrower_test_bad(uint8_t header) {
  char *payload = NULL;
  if ((header & 0x70) == 0x30)
    payload = malloc(64); // LEAK
  if (header >> 4 == 3)
    free(payload);
}

// DRIVE: top_bit_ok(0x80); top_bit_ok(0x7f)
void top_bit_ok(uint8_t flags) {
  char *extension = NULL;
  if (flags & 0x80)
    extension = malloc(4);
  if ((int8_t)flags < 0)
    free(extension);
}

// DRIVE: top_bit_bad(0x80)
void top_bit_bad(uint8_t flags) {
  char *extension = NULL;
  if (flags & 0x80)
    extension = malloc(4); // LEAK
  if ((int)flags < 0)
    free(extension);
}

// DRIVE: padding_ok(8); padding_ok(16); padding_ok(17)
int padding_ok(unsigned size) {
  char *padded = NULL;
  unsigned rounded = (size + 15) & ~15u;
  if (size & 15)
    padded = calloc(1, 16);
  if (rounded != size)
    free(padded);
  return (int)(rounded - size);
}

// DRIVE: padding_bad(8)
int padding_bad(unsigned size) {
  char *padded = NULL;
  unsigned rounded = (size + 7) & ~7u;
  if (size & 15)
    padded = calloc(1, 16); // LEAK
  if (rounded != size)
    free(padded);
  return (int)(rounded - size);
}

struct packed {
  unsigned kind : 3, owned : 1, used : 4;
};

// DRIVE: bit_field_ok("a", 0); bit_field_ok("a", 1)
void bit_field_ok(char *text, int copy) {
  struct packed state = {.kind = 5, .owned = 0, .used = 15};
  if (copy) {
    text = strdup(text);
    state.owned = 1;
  }
  state.used++;
  if (state.owned)
    free(text);
}

// DRIVE: bit_field_bad("a", 2)
void bit_field_bad(char *text, unsigned copies) {
  struct packed state = {.kind = 5, .owned = 0, .used = 15};
  if (copies) {
    text = strdup(text); // LEAK
    state.owned = copies;
  }
  if (state.owned)
    free(text);
}

// DRIVE: tagged_pointer_ok(0); tagged_pointer_ok(1)
int tagged_pointer_ok(int copy) {
  static char fixed[16] __attribute__((aligned(16)));
  char *block = copy ? malloc(16) : fixed;
  if (!block)
    return -1;
  uintptr_t word = (uintptr_t)block | (copy ? 1u : 0u);
  if (word & 1)
    free((char *)(word & ~(uintptr_t)1));
  return 0;
}

// DRIVE: tagged_pointer_bad(1)
int tagged_pointer_bad(int copy) {
  static char fixed[16] __attribute__((aligned(16)));
  char *block = copy ? malloc(16) : fixed; // LEAK
  if (!block)
    return -1;
  uintptr_t word = (uintptr_t)block | (copy ? 1u : 2u);
  if (word & 2)
    free(copy ? block : NULL);
  return 0;
}
