// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line parser: see options.h.  CLI11 reports errors by exceptions;
// they end here and become Results.

#include "driver/options.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <algorithm>
#include <array>

namespace wt::driver {

namespace {

enum Group : unsigned {
  Input = 1,
  Analysis = 2,
  Report = 4,
  All = 7,
  Specs = 8
};

struct CommandRow {
  Command command;
  const char *name;
  unsigned groups;   // of options it takes
  const char *word;  // the first word that may follow
  const char *words; // all of them, for --help
  int fewest, most;  // words; most < 0: any number
  const char *help;
};

constexpr std::array kCommands = {
    CommandRow{Command::kCheck, "check", All, "FILE", "[FILE...]", 0, -1,
               "find leaks in files, or in all of compile_commands.json"},
    CommandRow{Command::kRun, "run", All, "", "", 0, 0,
               "capture a build (run -- make -j8), then check it"},
    CommandRow{Command::kQuery, "query", All, "PLACE", "FILE:LINE [NAME]", 1, 2,
               "can this line leak (this variable)?"},
    CommandRow{Command::kProve, "prove", All, "FUNCTION", "[FUNCTION|FILE...]",
               0, -1, "prove functions free of leaks"},
    CommandRow{Command::kExplain, "explain", Input | Analysis, "FUNCTION",
               "FUNCTION [FILE...]", 1, -1,
               "what a function allocates, frees, keeps and owns"},
    CommandRow{Command::kSpecs, "specs", Input | Specs, "FILE", "[FILE...]", 0,
               -1,
               "suggest specifications for container routines"},
    CommandRow{Command::kIr, "ir", Input, "FILE", "FILE...", 1, -1,
               "print the intermediate form of files"},
    CommandRow{Command::kCallgraph, "callgraph", Input, "FILE", "[FILE...]", 0,
               -1, "print who calls whom"},
    CommandRow{Command::kCapture, "capture", Input, "FILE", "[FILE...]", 0, -1,
               "compile into the store and analyse nothing"},
    CommandRow{Command::kVersion, "version", 0, "", "", 0, 0,
               "print the version"},
};

// "Usage: watertight check [OPTIONS] [FILE...] [-- COMPILER-FLAGS]".
class UsageFormatter : public CLI::Formatter {
public:
  explicit UsageFormatter(const CommandRow &row) : row_(row) {}

  std::string make_usage(const CLI::App *, std::string) const override {
    std::string line = std::string("Usage: watertight ") + row_.name;
    if (row_.groups)
      line += " [OPTIONS]";
    if (*row_.words)
      line += std::string(" ") + row_.words;
    if (row_.command == Command::kRun)
      line += " -- BUILD-COMMAND";
    else if (*row_.words)
      line += " [-- COMPILER-FLAGS]";
    return line + "\n";
  }
  // The usage line says it all.
  std::string make_positionals(const CLI::App *) const override { return ""; }

private:
  const CommandRow &row_;
};

std::vector<std::string> split(const std::string &text, char at) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    std::size_t end = std::min(text.find(at, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

// One command's options, from the rows of the table.
void add_options(CLI::App &app, Options &options, unsigned groups) {
#define FLAG(field, names, help, group_name)                                   \
  if (groups & group_name)                                                     \
    app.add_flag(names, options.field, help)->group(#group_name);
#define TEXT(field, names, preset, value, help, group_name)                    \
  if (groups & group_name)                                                     \
    app.add_option(names, options.field, help)                                 \
        ->group(#group_name)                                                   \
        ->option_text(value)                                                   \
        ->take_last();
#define LIST(field, names, value, help, group_name)                            \
  if (groups & group_name)                                                     \
    app.add_option(names, options.field, help)                                 \
        ->group(#group_name)                                                   \
        ->option_text(value)                                                   \
        ->allow_extra_args(false)                                              \
        ->take_all();
#define CHOICE(field, names, preset, choices, help, group_name)                \
  if (groups & group_name)                                                     \
    app.add_option(names, options.field,                                       \
                   std::string(help) + " (default: " preset ")")               \
        ->group(#group_name)                                                   \
        ->option_text(choices)                                                 \
        ->take_last()                                                          \
        ->check(CLI::IsMember(split(choices, '|')));
#define NUMBER(field, names, preset, low, high, value, help, group_name)       \
  if (groups & group_name)                                                     \
    app.add_option(names, options.field, help)                                 \
        ->group(#group_name)                                                   \
        ->option_text(value)                                                   \
        ->take_last()                                                          \
        ->check(CLI::Range(low, high));
#include "driver/options.def"
#undef FLAG
#undef TEXT
#undef LIST
#undef CHOICE
#undef NUMBER
}

void set_up(CLI::App &app, Options &options, EngineTable engines) {
  app.require_subcommand(1);
  app.fallthrough(false);
  app.set_help_flag("-h,--help", "print this help");
  app.footer("Everything behind -- is for the compiler (check) or is the "
             "build command (run).\n"
             "Status: 0 no warning, 1 warnings shown (see --fail-on), 2 could "
             "not do the job, 130 interrupted.\n"
             "query and prove: 0 proved, 1 possible leak, 3 unknown.");
  for (const CommandRow &row : kCommands) {
    CLI::App *sub = app.add_subcommand(row.name, row.help);
    sub->set_help_flag("-h,--help", "print this help");
    sub->formatter(std::make_shared<UsageFormatter>(row));
    add_options(*sub, options, row.groups);
    if (row.groups & Analysis)
      sub->footer(engine_help(engines));
    if (row.most != 0)
      sub->add_option(row.word, options.words, row.words)
          ->option_text(row.words)
          ->expected(row.fewest, row.most < 0 ? 1 << 20 : row.most)
          ->required(row.fewest > 0);
    sub->callback([&options, &row] { options.command = row.command; });
  }
}

// CLI11 parses words from the back.
Result<Options> parse(CLI::App &app, Options &options,
                      std::vector<std::string> words) {
  std::reverse(words.begin(), words.end());
  try {
    app.parse(words);
  } catch (const CLI::CallForHelp &) {
    options.command = Command::kHelp;
    std::vector<CLI::App *> chosen = app.get_subcommands();
    options.help_text = chosen.empty() ? app.help() : chosen[0]->help();
  } catch (const CLI::CallForAllHelp &) {
    options.command = Command::kHelp;
    options.help_text = app.help("", CLI::AppFormatMode::All);
  } catch (const CLI::Error &e) {
    std::string message = e.what();
    std::replace(message.begin(), message.end(), '\n', ' ');
    return fail(message + " (see watertight --help)");
  }
  return std::move(options);
}

} // namespace

Result<Options> parse_options(std::span<const std::string> arguments,
                              EngineTable engines) {
  Options options;
  auto dashes = std::find(arguments.begin(), arguments.end(), "--");
  std::vector<std::string> words(arguments.begin(), dashes);
  if (dashes != arguments.end()) {
    options.has_dashes = true;
    options.after_dashes.assign(dashes + 1, arguments.end());
  }
  if (words == std::vector<std::string>{"--version"})
    words = {"version"};
  CLI::App app("Watertight finds memory leaks and double frees in C and C++.",
               "watertight");
  set_up(app, options, engines);
  if (words.empty())
    return fail("no command given\n" + app.help());
  bool is_command =
      std::any_of(kCommands.begin(), kCommands.end(),
                  [&](const CommandRow &row) { return words[0] == row.name; });
  if (!is_command && !words[0].starts_with("-"))
    return fail("unknown command '" + words[0] + "' (see watertight --help)");
  return parse(app, options, std::move(words));
}

} // namespace wt::driver
