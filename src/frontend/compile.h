// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How is one source file parsed?
//
// By Clang, in this process: AST and code generator both run, no LLVM pass
// does.  Code generation is that of `-O1 -Xclang -disable-llvm-passes -g`
// without __OPTIMIZE__: plain -O0 emits no lifetime markers.
//
// Runs only inside the worker program (worker_main.cpp): a crash of Clang
// loses one unit.

#pragma once

#include "ir/unit.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace wt::frontend {

struct CompileResult {
  std::unique_ptr<ir::Unit> unit;  // null when it failed
  std::string diagnostics;         // Clang's errors, empty when it succeeded
  std::vector<std::string> inputs; // every file that was read, absolute
  // Where headers were looked for in vain, absolute and sorted: while nothing
  // appears there, the same ones are found.
  std::vector<std::string> absent;
};

// `arguments` are clean compiler flags (frontend/flags.h) without the file.
// `texts`: by file, what it is taken to hold.
CompileResult compile(const std::string &directory, const std::string &file,
                      const std::vector<std::string> &arguments,
                      bool is_cxx_driver,
                      const std::map<std::string, std::string> &texts = {});

} // namespace wt::frontend
