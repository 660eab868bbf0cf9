// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does the programmer call this function?
//
// Models tell `std::vector<int>::push_back` from `std::vector<char *>::…`; a
// finding speaks of the source, where there is one `push_back`.  plain_name()
// leaves out template arguments and the parameters of enclosing functions:
//
//   ns::K<int>::m          ns::K::m
//   tmpl<char>             tmpl
//   outer(int)::Local::f   outer::Local::f
//   operator<<, operator() stay
//
// So all instantiations of a template are one function of a report.
//
// Tested by tests/unit/finding/plain_name_test.cpp.

#pragma once

#include <string>
#include <string_view>

namespace wt {

std::string plain_name(std::string_view qualified);

} // namespace wt
