// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How precise is points-to on a project?
//
// Sizes of the sets behind addresses of loads and stores, and what became of
// the calls through pointers.  Outside counts as one location, whatever it
// means: `foreign` tells how many sets hold it or the library.

#pragma once

#include "pointer/points_to.h"

#include <map>

namespace wt::bench {

// Over all loads and stores of one kind.
struct SetSizes {
  std::size_t addresses = 0;
  std::size_t locations = 0; // sum over the addresses
  std::size_t largest = 0;
  std::size_t foreign = 0; // may lie outside the program or in a library
  // Addresses by size, rounded up to 0, 1, 2 or a power of ten.
  std::map<std::size_t, std::size_t> by_size;
  double average() const {
    return addresses
               ? static_cast<double>(locations) / static_cast<double>(addresses)
               : 0;
  }
};

// `pointers`: loads and stores of pointers; else all others.
SetSizes set_sizes(const pointer::PointsTo &facts, bool pointers);

// Calls through pointers in the source, copies of a procedure counted once.
struct IndirectCalls {
  std::size_t exact = 0;   // all targets are known
  std::size_t outside = 0; // all targets here are known, others exist
  std::size_t by_type = 0; // the pointer never holds a function
  std::size_t targets = 0; // sum
  std::size_t sum() const { return exact + outside + by_type; }
};
IndirectCalls indirect_calls(const pointer::PointsTo &facts);

// Calls of functions that neither a body nor a model explains, by link name,
// and instructions that are not understood, as "unknown ...".
std::map<std::string, std::size_t>
unexplained_calls(const pointer::PointsTo &facts);

} // namespace wt::bench
