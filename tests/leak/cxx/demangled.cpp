// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names that the C++ runtime makes readable: in a new block, or in a buffer of
// the caller, which is not new.

#include "../leak.h"

#include <cstdio>
#include <cstring>
#include <cxxabi.h>

// DRIVE: new_name_bad("i")
void new_name_bad(const char *mangled) {
  int status;
  char *name = abi::__cxa_demangle(mangled, nullptr, nullptr, &status); // LEAK
  if (name)
    std::puts(name);
}

// DRIVE: new_name_ok("i")
void new_name_ok(const char *mangled) {
  int status;
  char *name = abi::__cxa_demangle(mangled, nullptr, nullptr, &status);
  if (status == 0)
    std::puts(name);
  std::free(name);
}

// DRIVE: own_buffer_ok("i")
void own_buffer_ok(const char *mangled) {
  char buffer[256];
  std::size_t size = sizeof(buffer);
  int status;
  char *name = abi::__cxa_demangle(mangled, buffer, &size, &status);
  if (name)
    std::puts(name);
}

// The block of the caller comes back as the name.
// DRIVE: reused_block_bad("i")
void reused_block_bad(const char *mangled) {
  std::size_t size = 64;
  char *block = static_cast<char *>(std::malloc(size)); // LEAK
  if (!block)
    return;
  int status;
  char *name = abi::__cxa_demangle(mangled, block, &size, &status);
  if (name)
    std::puts(name);
}

// DRIVE: reused_block_ok("i")
void reused_block_ok(const char *mangled) {
  std::size_t size = 64;
  char *block = static_cast<char *>(std::malloc(size));
  if (!block)
    return;
  int status;
  char *name = abi::__cxa_demangle(mangled, block, &size, &status);
  if (name)
    std::puts(name);
  std::free(name ? name : block);
}
