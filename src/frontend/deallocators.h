// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which functions does a declaration name as its deallocators?
//
//   struct pool *pool_new(void) __attribute__((malloc(pool_free, 1)));
//
// is GCC's way to say that pool_free() frees, by its first argument, what
// pool_new() returns.  Clang 19 knows `malloc` without arguments only and
// drops it, so the text of the declaration is read instead.
//
// Deliberately not seen: an attribute behind a macro (`OWNED_BY(pool_free)`),
// and one on a declaration of several functions at once.
//
// Tested by tests/unit/frontend/deallocators_test.cpp.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wt::frontend {

struct Deallocator {
  std::string name;
  std::uint32_t argument = 0; // the one that is freed, from 0

  bool operator==(const Deallocator &) const = default;
};

// `text` begins with a declaration and may go on after its end.
std::vector<Deallocator> deallocators_in(std::string_view text);

} // namespace wt::frontend
