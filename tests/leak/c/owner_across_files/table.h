// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A table that takes over its keys.

#pragma once
#include "../../leak.h"

struct table;
struct table *table_new(void);
int table_add(struct table *t, char *key); // keeps key only when it returns 0
size_t table_longest(const struct table *t);
void table_free(struct table *t);
