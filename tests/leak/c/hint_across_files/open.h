// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Declarations with hints for compilers.  `malloc` only says that nothing else
// points to the result; the bodies say where it comes from.

#pragma once
#include "../../leak.h"

#include <dirent.h>

__attribute__((malloc)) DIR *open_folder(const char *name);
__attribute__((malloc)) char *first_free_cell(void);
__attribute__((malloc)) char *copy_of(const char *text);
