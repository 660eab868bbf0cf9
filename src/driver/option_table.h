// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which options are there?
//
// The rows of options.def as data: for the parser of the command line
// (options.cpp), settings (settings.h), the manual page and the completion of
// shells (manual.h).
//
// Tested by tests/unit/driver/options_test.cpp.

#pragma once

#include "driver/options.h"

#include <span>
#include <string_view>
#include <variant>

namespace wt::driver {

struct OptionRow {
  std::string_view names; // "-p,--build"
  std::string_view value; // "DIR", "high|medium|low"; "": a flag
  std::string_view help;
  std::string_view group;     // "Input"
  std::string_view preset;    // of a text, choice or number
  unsigned low = 0, high = 0; // of a number
  bool is_choice = false;
  // A list is what can be given more than once.
  std::variant<bool Options::*, std::string Options::*, unsigned Options::*,
               std::vector<std::string> Options::*>
      field;

  // "min-confidence": what settings and the environment call it.
  std::string_view key() const { return names.substr(names.rfind("--") + 2); }
  bool is_flag() const {
    return std::holds_alternative<bool Options::*>(field);
  }
  bool is_number() const {
    return std::holds_alternative<unsigned Options::*>(field);
  }
  bool is_list() const {
    return std::holds_alternative<std::vector<std::string> Options::*>(field);
  }
  std::vector<std::string> choices() const; // of a choice
};

std::span<const OptionRow> option_table();

struct CommandRow {
  Command command;
  const char *name;
  unsigned groups;   // of options it takes
  const char *word;  // the first word that may follow
  const char *words; // all of them, for --help
  int fewest, most;  // words; most < 0: any number
  const char *help;

  bool takes(const OptionRow &option) const;
};

std::span<const CommandRow> command_table();

} // namespace wt::driver
