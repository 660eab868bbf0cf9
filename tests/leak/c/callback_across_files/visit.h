// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A visitor whose callback lives in another file.

#pragma once
#include "../../leak.h"

typedef int (*visitor)(char *word, void *context);
int visit_words(const char *text, visitor visit, void *context);
