// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commands and options as data: see option_table.h.

#include "driver/option_table.h"

#include <algorithm>
#include <array>

namespace wt::driver {

namespace {

enum Group : unsigned {
  Input = 1,
  Analysis = 2,
  Report = 4,
  Specs = 8,
  Messages = 16,
  Store = 32,
  Fixes = 64,
  Check = Input | Analysis | Report | Messages,
  Show = Input | Messages,
};

constexpr unsigned bit_of(std::string_view group) {
  return group == "Input"      ? Input
         : group == "Analysis" ? Analysis
         : group == "Report"   ? Report
         : group == "Specs"    ? Specs
         : group == "Store"    ? Store
         : group == "Fixes"    ? Fixes
                               : Messages;
}

constexpr std::array kCommands = {
    CommandRow{Command::kCheck, "check", Check, "FILE", "[FILE...]", 0, -1,
               "find leaks in files, or in all of compile_commands.json"},
    CommandRow{Command::kRun, "run", Check, "", "", 0, 0,
               "capture a build (run -- make -j8), then check it"},
    CommandRow{Command::kQuery, "query", Check, "PLACE", "FILE:LINE [NAME]", 1,
               2, "can this line leak (this variable)?"},
    CommandRow{Command::kProve, "prove", Check, "FUNCTION",
               "[FUNCTION|FILE...]", 0, -1, "prove functions free of leaks"},
    CommandRow{Command::kExplain, "explain", Show | Analysis, "FUNCTION",
               "FUNCTION|KIND|FINGERPRINT [FILE...]", 1, -1,
               "what a function does to memory; a kind; one finding"},
    CommandRow{Command::kSpecs, "specs", Show | Specs, "FILE", "[FILE...]", 0,
               -1, "suggest specifications for container routines"},
    CommandRow{Command::kBaseline, "baseline", Check, "ACTION",
               "write|update|compare [FILE...]", 1, -1,
               "keep known findings apart; what is new, what is fixed"},
    CommandRow{Command::kFix, "fix", Check | Fixes, "FILE", "[FILE...]", 0, -1,
               "mend findings one by one, by changes that were checked"},
    CommandRow{Command::kLsp, "lsp", Input | Analysis | Report, "", "", 0, 0,
               "serve an editor over standard input and output"},
    CommandRow{Command::kStore, "store", Show | Store, "ACTION", "info|clean",
               1, 1, "what is kept between runs; take it away"},
    CommandRow{Command::kInit, "init", Messages, "", "", 0, 0,
               "write a watertight.toml with all settings, commented out"},
    CommandRow{Command::kIr, "ir", Show, "FILE", "FILE...", 1, -1,
               "print the intermediate form of files"},
    CommandRow{Command::kCallgraph, "callgraph", Show, "FILE", "[FILE...]", 0,
               -1, "print who calls whom"},
    CommandRow{Command::kCapture, "capture", Show, "FILE", "[FILE...]", 0, -1,
               "compile into the store and analyse nothing"},
    CommandRow{Command::kMan, "man", 0, "", "", 0, 0, "print the manual page"},
    CommandRow{Command::kCompletion, "completion", 0, "SHELL", "bash|fish", 1,
               1, "print what the shell needs to complete commands"},
    CommandRow{Command::kVersion, "version", 0, "", "", 0, 0,
               "print the version"},
};

#define FLAG(field, names, help, group)                                        \
  OptionRow{names, "", help, #group, "", 0, 0, false, &Options::field},
#define TEXT(field, names, preset, value, help, group)                         \
  OptionRow{names, value, help, #group, preset, 0, 0, false, &Options::field},
#define LIST(field, names, value, help, group)                                 \
  OptionRow{names, value, help, #group, "", 0, 0, false, &Options::field},
#define CHOICE(field, names, preset, choices, help, group)                     \
  OptionRow{names, choices, help, #group, preset, 0, 0, true, &Options::field},
#define NUMBER(field, names, preset, low, high, value, help, group)            \
  OptionRow{names, value, help,  #group,         #preset,                      \
            low,   high,  false, &Options::field},
constexpr OptionRow kOptions[] = {
#include "driver/options.def"
};
#undef FLAG
#undef TEXT
#undef LIST
#undef CHOICE
#undef NUMBER

} // namespace

std::vector<std::string> OptionRow::choices() const {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (begin <= value.size()) {
    std::size_t end = std::min(value.find('|', begin), value.size());
    parts.emplace_back(value.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

bool CommandRow::takes(const OptionRow &option) const {
  return groups & bit_of(option.group);
}

std::span<const OptionRow> option_table() { return kOptions; }
std::span<const CommandRow> command_table() { return kCommands; }

} // namespace wt::driver
