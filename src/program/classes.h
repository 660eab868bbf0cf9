// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does a handler of one type catch an object of another?
//
// By the type information that units define (`_ZTI5Fatal` leads to that of its
// bases), or, where only the library has it, by the bases of the record.
//
// Tested by tests/leak/cxx/handlers.cpp.

#pragma once

#include "ir/unit.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace wt {

class Classes {
public:
  explicit Classes(std::span<ir::Unit *const> units);

  // Both by the link names of type information; nullopt: nobody knows.
  std::optional<bool> catches(const std::string &handler,
                              const std::string &thrown) const;

private:
  std::optional<bool> derives(const std::string &derived,
                              const std::string &base, int depth) const;

  // By plain names: `std::logic_error` has `std::exception`.
  std::map<std::string, std::vector<std::string>> bases_;
};

} // namespace wt
