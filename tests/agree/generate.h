// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which small programs are tried?
//
// First all of them: every sequence of up to a few statements over two
// pointers and one condition, in a fixed order, so that a small disagreement
// is found as a small program.  Then random ones of a given size, the same for
// the same seed on every machine (no standard distribution is used).
//
// Tested by generate_test.cpp.

#pragma once

#include "sketch.h"

#include <cstdint>

namespace wt::agree {

// Numbers of the same kind on every machine.
class Random {
public:
  explicit Random(std::uint64_t seed) : state_(seed * 2 + 1) {}
  std::uint32_t below(std::uint32_t n);
  bool one_in(std::uint32_t n) { return below(n) == 0; }

private:
  std::uint64_t state_;
};

// All programs of exactly `length` statements are number 0 .. count-1.
std::uint64_t tiny_count(std::uint32_t length);
Sketch tiny_program(std::uint32_t length, std::uint64_t number);

struct Shape {
  std::uint32_t statements = 8; // of the last function, roughly
  std::uint32_t helpers = 2;    // at most
  bool loops = true;
  bool nodes = true;
};

// Function names start with `prefix`.
Sketch random_program(std::uint64_t seed, const Shape &shape,
                      const std::string &prefix = "f");

} // namespace wt::agree
