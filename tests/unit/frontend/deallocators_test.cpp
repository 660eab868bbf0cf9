// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texts of declarations, and the deallocators they name.

#include "frontend/deallocators.h"

#include <gtest/gtest.h>

namespace wt::frontend {
namespace {

using Names = std::vector<Deallocator>;

struct Row {
  const char *text;
  Names expected;
};

const Row kRows[] = {
    {"void *f(void);", {}},
    {"void *f(void) __attribute__((malloc));", {}},
    {"void *f(void) __attribute__((malloc(g)));", {{"g", 0}}},
    {"void *f(void) __attribute__((malloc(g, 2)));", {{"g", 1}}},
    {"void *f(void) __attribute__((__malloc__ (g,1)));", {{"g", 0}}},
    {"void *f(void) __attribute((malloc(__builtin_free)));", {{"free", 0}}},
    {"__attribute__((malloc(g))) void *f(int (*)(int)) {", {{"g", 0}}},
    {"[[gnu::malloc(g, 3)]] void *f();", {{"g", 2}}},
    {"[[nodiscard]] void *f() __attribute__((pure, malloc(g), hot));",
     {{"g", 0}}},
    {"void *f(void) __attribute__((malloc(g))) __attribute__((malloc(h, 2)));",
     {{"g", 0}, {"h", 1}}},
    {"void *f(void) /* malloc(x) */ // __attribute__((malloc(y)))\n"
     " __attribute__((malloc(g), deprecated(\"malloc(z);\")));",
     {{"g", 0}}},
    // Not an attribute.
    {"void *f(void *p) { return __attribute__((malloc(g)))", {}},
    {"void *malloc(size_t g);", {}},
    {"void *f(int x[sizeof malloc(g)]);", {}},
    {"void *f(void); void *h(void) __attribute__((malloc(g)));", {}},
    {"void *f(void) __attribute__((pure)), *malloc(int);", {}},
    // Whose?
    {"void *f(void) __attribute__((malloc(g))), *h(void);", {}},
    // Broken off, or nonsense.
    {"", {}},
    {"void *f(void) __attribute__((malloc(g))", {}},
    {"void *f(void) __attribute__((malloc(", {}},
    {"void *f(void) __attribute__((malloc(g, x)));", {}},
    {"void *f(void) __attribute__((malloc(g, 0)));", {}},
    {"void *f(void) __attribute__((malloc(g, 1, 2)));", {}},
    {"void *f(void) __attribute__((malloc()));", {}},
    {")))]]] \"", {}},
    {"/*", {}},
};

TEST(Deallocators, InTheTextOfADeclaration) {
  for (const Row &row : kRows)
    EXPECT_EQ(deallocators_in(row.text), row.expected) << row.text;
}

} // namespace
} // namespace wt::frontend
