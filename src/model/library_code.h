// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does a function belong to the C++ standard library, by its qualified name?
//
// Its templates come into every program, with bodies.  What they do is known by
// contract, and what they lose is not for the program's readers.
//
// Tested by tests/leak/cxx/inserted_elements.cpp.

#pragma once

#include <string_view>

namespace wt::model {

inline bool is_library_code(std::string_view name) {
  return name.starts_with("std::") || name.starts_with("__gnu_cxx::");
}

} // namespace wt::model
