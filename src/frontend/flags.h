// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which compiler flags may reach Clang?
//
// Only those on an allow-list: what changes the meaning of the source (search
// paths, macros, language, target).  A build database is untrusted, so plugins,
// output files and pass-through options never pass, whatever their spelling;
// and flags that only GCC knows are dropped with the rest.
//
// Tested by tests/unit/frontend/flags_test.cpp.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace wt::frontend {

struct CleanFlags {
  std::vector<std::string> arguments; // what Clang is given
  std::string language;               // of -x, "" when not said
  // What Clang is not given and may matter: neither warnings, debugging,
  // optimisation nor outputs.
  std::vector<std::string> dropped;
};

// `words` are the words of a compile command without the compiler itself;
// input files among them are dropped.
CleanFlags clean_flags(const std::vector<std::string> &words);

enum class SourceKind { kC, kCxx, kNotForUs };
// By `language` if it is said, else by the file's extension.
SourceKind kind_of_source(std::string_view file, std::string_view language,
                          bool is_cxx_driver);

// Takes off -std=c++17 for C and -std=c11 for C++, as GCC does with a warning:
// builds give one list of flags to sources of both languages.
void drop_foreign_standards(std::vector<std::string> &arguments,
                            SourceKind kind);

} // namespace wt::frontend
