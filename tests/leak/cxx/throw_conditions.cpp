// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A callee throws under a condition: only callers that can fulfil it lose
// something.

#include "../leak.h"
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

static int digits(unsigned n, int base) {
  if (base != 8 && base != 10 && base != 16)
    throw std::invalid_argument("base");
  int count = 1;
  while (n /= base)
    count++;
  return count;
}

static int digits_of_all(unsigned n, int base) { return 1 + digits(n, base); }

// DRIVE: decimal_ok(77)
int decimal_ok(unsigned n) {
  int *width = new int(0);
  *width = digits(n, 10);
  int result = *width;
  delete width;
  return result;
}

// DRIVE: any_base_bad(77, 3)
int any_base_bad(unsigned n, int base) {
  int *width = new int(0); // LEAK
  *width = digits(n, base);
  int result = *width;
  delete width;
  return result;
}

// DRIVE: two_calls_ok(77)
int two_calls_ok(unsigned n) {
  char *text = new char[8];
  text[0] = (char)digits_of_all(n, 16);
  int result = text[0] + digits_of_all(n, 8);
  delete[] text;
  return result;
}

// DRIVE: two_calls_bad(77, 5)
int two_calls_bad(unsigned n, int base) {
  char *text = new char[8]; // LEAK
  text[0] = (char)digits_of_all(n, base);
  int result = text[0];
  delete[] text;
  return result;
}

static int value_of(const int *p) {
  if (!p)
    throw std::runtime_error("null");
  return *p;
}

// DRIVE: address_ok(1)
int address_ok(int n) {
  int *p = new int(n);
  int result = value_of(&n) + value_of(p);
  delete p;
  return result;
}

// DRIVE: perhaps_null_bad(nullptr)
int perhaps_null_bad(const int *q) {
  int *p = new int(1); // LEAK missed-by(fused): nobody here compares the parameter with null
  int result = *p + value_of(q);
  delete p;
  return result;
}

// DRIVE: asked_first_ok(nullptr)
int asked_first_ok(const int *q) {
  int *p = new int(1);
  int result = *p;
  if (q)
    result += value_of(q);
  delete p;
  return result;
}

enum class Shape { circle, square, line };
static const char *name_of(Shape s) {
  switch (s) {
  case Shape::circle:
    return "circle";
  case Shape::square:
    return "square";
  case Shape::line:
    return "line";
  }
  throw std::logic_error("shape");
}

// DRIVE: named_shape_ok()
size_t named_shape_ok() {
  char *text = new char[20];
  strcpy(text, name_of(Shape::square));
  size_t n = strlen(text);
  delete[] text;
  return n;
}

// DRIVE: chosen_shape_ok(0)
size_t chosen_shape_ok(int big) {
  char *text = new char[20];
  strcpy(text, name_of(big ? Shape::circle : Shape::line));
  size_t n = strlen(text);
  delete[] text;
  return n;
}

// DRIVE: foreign_shape_bad(9)
size_t foreign_shape_bad(int number) {
  char *text = new char[20]; // LEAK
  strcpy(text, name_of((Shape)number));
  size_t n = strlen(text);
  delete[] text;
  return n;
}
