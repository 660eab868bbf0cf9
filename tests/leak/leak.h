// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every annotated program includes: the system's own headers, so that the
// same file can be analysed and executed.

#pragma once

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
