// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How does the result of a child get to its parent?
//
// Through memory that both have: the child writes before it ends, the parent
// reads afterwards.
//
// Tested by tests/unit/driver/child_test.cpp.

#pragma once

#include <string>

namespace wt::driver {

class SharedMemory {
public:
  SharedMemory();
  ~SharedMemory();
  SharedMemory(const SharedMemory &) = delete;
  SharedMemory &operator=(const SharedMemory &) = delete;

  // False: there is no memory for them.
  bool write(const std::string &bytes) const;
  std::string read() const; // "" when nothing was written

private:
  int descriptor_;
};

} // namespace wt::driver
