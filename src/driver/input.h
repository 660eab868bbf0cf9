// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does the user want to have analysed?
//
//   check                  all of the compile_commands.json found upwards,
//                          else of what an earlier `run` wrote down
//   check -p DIR           all of that one
//   check a.c b.c          those files; flags from the database if one is
//                          found upwards and lists the file, else none
//   check a.c -- -Iinclude those files with those flags
//
// Tested by tests/cli/ (class Builds).

#pragma once

#include "driver/options.h"
#include "frontend/frontend.h"

#include <optional>

namespace wt::driver {

struct Input {
  frontend::JobList jobs;
  std::string database; // compile_commands.json that was used, or ""
};

// The files are those of `words`.
Result<Input> find_input(const Options &options,
                         std::span<const std::string> words);

// The whole build that `file` is part of: what calls it is there too.  The file
// alone when no build compiles it.
Result<Input> find_program_of(const Options &options, const std::string &file);

// The compile_commands.json in one of `folders` or above, else the one that
// `run` left in `.watertight` there.
std::optional<std::string> find_database(std::span<const std::string> folders);

// Where results are kept: what --store, the environment or settings say, else
// `.watertight`
// beside watertight.toml, or beside the database (which may be in it), or here.
// "": nowhere.
std::string store_folder(const Options &options, const std::string &database);

} // namespace wt::driver
