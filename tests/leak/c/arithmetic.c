// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products, quotients, remainders and shifts by a variable amount.

#include "../leak.h"

// DRIVE: remainder_ok(16); remainder_ok(17)
void remainder_ok(unsigned bits) {
  char *rest = bits % 8 ? malloc(1) : NULL;
  unsigned bytes = bits / 8;
  if (bits & 7)
    free(rest);
  printf("%u\n", bytes);
}

// DRIVE: remainder_bad(20)
void remainder_bad(unsigned bits) {
  char *rest = bits % 8 ? malloc(1) : NULL; // LEAK
  if (bits & 3)
    free(rest);
}

// DRIVE: rounded_up_ok(16); rounded_up_ok(17)
int rounded_up_ok(unsigned short bits) {
  unsigned bytes = (bits + 7u) / 8;
  char *rest = NULL;
  if (bytes * 8 != bits && !(rest = malloc(1)))
    return -1;
  if (bytes > bits / 8u)
    free(rest);
  return 0;
}

// DRIVE: rounded_up_bad(17)
int rounded_up_bad(unsigned short bits) {
  unsigned bytes = (bits + 7u) / 8;
  char *rest = NULL;
  if (bytes * 8 != bits && !(rest = malloc(1))) // LEAK
    return -1;
  if (bytes == bits / 8u)
    free(rest);
  return 0;
}

// DRIVE: variable_bit_ok(3, 8); variable_bit_ok(3, 7)
void variable_bit_ok(unsigned bit, unsigned set) {
  if (bit > 31)
    return;
  char *member = set & (1u << bit) ? malloc(4) : NULL;
  if ((set >> bit) & 1)
    free(member);
}

// DRIVE: variable_bit_bad(3, 8)
void variable_bit_bad(unsigned bit, unsigned set) {
  if (bit > 30)
    return;
  char *member = set & (1u << bit) ? malloc(4) : NULL; // LEAK
  if ((set >> (bit + 1)) & 1)
    free(member);
}

// DRIVE: table_ok(3, 4); table_ok(0, 4); table_ok(255, 255)
int table_ok(unsigned char rows, unsigned char columns) {
  unsigned cells = (unsigned)rows * columns;
  char *table = NULL;
  if (rows > 0 && columns > 0 && !(table = malloc(cells)))
    return -1;
  if (cells > 0)
    free(table);
  return 0;
}

// Sixteen times sixteen is cut to nothing.
// DRIVE: table_bad(16, 16)
int table_bad(unsigned char rows, unsigned char columns) {
  unsigned char cells = (unsigned char)(rows * columns);
  char *table = NULL;
  if (rows > 0 && columns > 0)
    table = malloc((size_t)rows * columns); // LEAK
  if (cells > 0)
    free(table);
  return 0;
}

// DRIVE: doubled_ok(8, 20); doubled_ok(8, 8)
int doubled_ok(unsigned room, unsigned need) {
  if (room == 0 || room > 1000 || need > 4000)
    return -1;
  unsigned wanted = room;
  while (wanted < need)
    wanted *= 2;
  char *bigger = NULL;
  if (wanted != room && !(bigger = malloc(wanted)))
    return -1;
  if (need > room)
    free(bigger);
  return 0;
}

// DRIVE: other_slot_ok(0); other_slot_ok(1)
void other_slot_ok(unsigned turn) {
  char *slots[2] = {NULL, NULL};
  slots[turn % 2] = malloc(8);
  free(slots[turn & 1]);
}

// DRIVE: other_slot_bad(0)
void other_slot_bad(unsigned turn) {
  char *slots[2] = {NULL, NULL};
  slots[turn % 2] = malloc(8); // LEAK missed-by(absint, valueflow): what lies at a variable index is out of danger
  free(slots[(turn + 1) % 2]);
}
