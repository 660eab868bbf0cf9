// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line parser: see options.h.  CLI11 reports errors by exceptions;
// they end here and become Results.

#include "driver/options.h"

#include "driver/first_steps.h"
#include "driver/option_table.h"
#include "support/nearest.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <algorithm>
#include <filesystem>
#include <type_traits>

namespace wt::driver {

namespace {

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

// One command's options, from the rows of the table.
void add_options(CLI::App &app, Options &options, const CommandRow &command) {
  for (const OptionRow &row : option_table()) {
    if (!command.takes(row))
      continue;
    std::string names(row.names), help(row.help);
    if (row.is_choice)
      help += " (default: " + std::string(row.preset) + ")";
    if (row.is_number() && row.preset != "0")
      help += " (default: " + std::string(row.preset) + ")";
    CLI::Option *option = std::visit(
        [&](auto field) {
          using Field = std::remove_cvref_t<decltype(options.*field)>;
          if constexpr (std::is_same_v<Field, bool>)
            return app.add_flag(names, options.*field, help);
          else
            return app.add_option(names, options.*field, help);
        },
        row.field);
    option->group(std::string(row.group));
    if (row.is_flag())
      continue;
    option->option_text(std::string(row.value));
    if (row.is_list())
      option->allow_extra_args(false)->take_all();
    else
      option->take_last();
    if (row.is_choice)
      option->check(CLI::IsMember(row.choices()));
    if (row.is_number())
      option->check(CLI::Range(row.low, row.high));
  }
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
  for (const CommandRow &row : command_table()) {
    CLI::App *sub = app.add_subcommand(row.name, row.help);
    sub->set_help_flag("-h,--help", "print this help");
    sub->formatter(std::make_shared<UsageFormatter>(row));
    add_options(*sub, options, row);
    if (row.command == Command::kCheck || row.command == Command::kRun ||
        row.command == Command::kExplain || row.command == Command::kBaseline ||
        row.command == Command::kFix)
      sub->footer(engine_help(engines));
    if (row.most != 0)
      sub->add_option(row.word, options.words, row.words)
          ->option_text(row.words)
          ->expected(row.fewest, row.most < 0 ? 1 << 20 : row.most)
          ->required(row.fewest > 0);
    sub->callback([&options, &row] { options.command = row.command; });
  }
}

// The keys of the options that the user named.
std::set<std::string, std::less<>> given_in(const CLI::App &command) {
  std::set<std::string, std::less<>> keys;
  for (const OptionRow &row : option_table()) {
    std::string name = "--" + std::string(row.key());
    const CLI::Option *option = command.get_option_no_throw(name);
    if (option && option->count())
      keys.emplace(row.key());
  }
  return keys;
}

// The error, and which option may be meant.
std::string explain_error(const std::string &what,
                          const std::vector<std::string> &words) {
  std::string message = what;
  std::replace(message.begin(), message.end(), '\n', ' ');
  std::vector<std::string> known;
  for (const OptionRow &row : option_table())
    known.push_back("--" + std::string(row.key()));
  for (const std::string &word : words) {
    std::string name = word.substr(0, word.find('='));
    bool is_unknown = name.starts_with("--") && message.contains(name) &&
                      std::ranges::find(known, name) == known.end();
    std::string meant = is_unknown ? did_you_mean(name, known) : "";
    if (!meant.empty())
      return message + meant;
  }
  return message + " (see watertight --help)";
}

// CLI11 parses words from the back.
Result<Options> parse(CLI::App &app, Options &options,
                      const std::vector<std::string> &words) {
  std::vector<std::string> backwards(words.rbegin(), words.rend());
  try {
    app.parse(backwards);
  } catch (const CLI::CallForHelp &) {
    options.command = Command::kHelp;
    std::vector<CLI::App *> chosen = app.get_subcommands();
    options.help_text = chosen.empty() ? app.help() : chosen[0]->help();
  } catch (const CLI::CallForAllHelp &) {
    options.command = Command::kHelp;
    options.help_text = app.help("", CLI::AppFormatMode::All);
  } catch (const CLI::Error &e) {
    return fail(explain_error(e.what(), words));
  }
  for (const CLI::App *command : app.get_subcommands())
    options.named = options.given = given_in(*command);
  return std::move(options);
}

// "chekc", "a.c": what is not a command.
std::unexpected<Error> not_a_command(const std::string &word) {
  std::vector<std::string> known;
  for (const CommandRow &row : command_table())
    known.emplace_back(row.name);
  std::error_code ignored;
  if (std::filesystem::is_regular_file(word, ignored))
    return fail("unknown command '" + word +
                "'; did you mean 'watertight check " + word + "'?");
  std::string meant = did_you_mean(word, known);
  return fail("unknown command '" + word + "'" +
              (meant.empty() ? " (see watertight --help)" : meant));
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
    return fail("no command given\n" + first_steps("."));
  bool is_command =
      std::ranges::any_of(command_table(), [&](const CommandRow &row) {
        return words[0] == row.name;
      });
  if (!is_command && !words[0].starts_with("-"))
    return not_a_command(words[0]);
  return parse(app, options, words);
}

} // namespace wt::driver
