// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An anonymous file in memory.

#include "driver/shared_memory.h"

#include "driver/destination.h"

#include <sys/mman.h>
#include <unistd.h>

namespace wt::driver {

SharedMemory::SharedMemory()
    : descriptor_(memfd_create("watertight", MFD_CLOEXEC)) {}

SharedMemory::~SharedMemory() {
  if (descriptor_ >= 0)
    close(descriptor_);
}

bool SharedMemory::write(const std::string &bytes) const {
  return descriptor_ >= 0 && ftruncate(descriptor_, 0) == 0 &&
         lseek(descriptor_, 0, SEEK_SET) == 0 &&
         write_all(descriptor_, bytes, "memory").has_value();
}

std::string SharedMemory::read() const {
  off_t size = descriptor_ < 0 ? 0 : lseek(descriptor_, 0, SEEK_END);
  std::string bytes(size > 0 ? static_cast<std::size_t>(size) : 0, '\0');
  std::size_t at = 0;
  while (at < bytes.size()) {
    ssize_t n = pread(descriptor_, bytes.data() + at, bytes.size() - at,
                      static_cast<off_t>(at));
    if (n <= 0)
      return "";
    at += static_cast<std::size_t>(n);
  }
  return bytes;
}

} // namespace wt::driver
