// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What did the user ask for?
//
// The struct and the parser are made from one table, options.def.  Everything
// behind `--` is kept apart: compiler flags for `check`, the build command for
// `run`.
//
// Tested by tests/unit/driver/options_test.cpp.

#pragma once

#include "driver/engines.h"
#include "support/result.h"

#include <set>
#include <span>
#include <string>
#include <vector>

namespace wt::driver {

enum class Command : std::uint8_t {
  kCheck,
  kRun,
  kQuery,
  kProve,
  kExplain,
  kSpecs,
  kBaseline,
  kFix,
  kLsp,
  kMan,
  kCompletion,
  kStore,
  kInit,
  kIr,
  kCallgraph,
  kCapture,
  kVersion,
  kHelp, // print `help_text` and stop
};

struct Options {
  Command command = Command::kHelp;
  std::vector<std::string> words;        // FILE..., FUNCTION, FILE:LINE NAME
  std::vector<std::string> after_dashes; // behind `--`
  bool has_dashes = false;
  std::string help_text;
  std::string action;      // of `baseline` and `store`: what to do
  std::string fingerprint; // `explain`: the beginning of a finding's
  std::set<std::string, std::less<>> named; // keys of the options in words
  std::set<std::string, std::less<>> given; // these and the environment's

#define FLAG(field, names, help, group) bool field = false;
#define TEXT(field, names, preset, value, help, group)                         \
  std::string field = preset;
#define LIST(field, names, value, help, group) std::vector<std::string> field;
#define CHOICE(field, names, preset, choices, help, group)                     \
  std::string field = preset;
#define NUMBER(field, names, preset, low, high, value, help, group)            \
  unsigned field = preset;
#include "driver/options.def"
#undef FLAG
#undef TEXT
#undef LIST
#undef CHOICE
#undef NUMBER
};

// `arguments` without the program's own name.
// `engines` are named by --help.
Result<Options> parse_options(std::span<const std::string> arguments,
                              EngineTable engines);

} // namespace wt::driver
