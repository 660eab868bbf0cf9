// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Allocation helpers of a program of two files.

#pragma once
#include "../../leak.h"

void *get(size_t n);          // aborts when out of memory
char *join(const char *a, const char *b); // may return NULL
void put(void *p);
