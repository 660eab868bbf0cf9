// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See manual.h.

#include "driver/manual.h"

#include "driver/option_table.h"

namespace wt::driver {

namespace {

// Text for troff: no line begins with a request, hyphens stay hyphens.
std::string troff(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  bool is_request = out.starts_with('.') || out.starts_with('\'');
  return (is_request ? "\\&" : "") + out;
}

// "-o", "--output"
std::vector<std::string> names_of(const OptionRow &row) {
  std::vector<std::string> names;
  std::string_view all = row.names;
  while (!all.empty()) {
    std::size_t comma = all.find(',');
    names.emplace_back(all.substr(0, comma));
    all = comma == std::string_view::npos ? "" : all.substr(comma + 1);
  }
  return names;
}

std::string option_entry(const OptionRow &row) {
  std::string out = ".TP\n";
  std::string head;
  for (const std::string &name : names_of(row))
    head += (head.empty() ? "" : ", ") + ("\\fB" + troff(name) + "\\fR");
  if (!row.is_flag())
    head += " \\fI" + troff(row.value) + "\\fR";
  out += head + "\n" + troff(row.help);
  bool has_default = (row.is_choice || row.is_number()) && row.preset != "0";
  if (has_default)
    out += " (default: " + troff(row.preset) + ")";
  return out + "\n";
}

// Words that may follow a command.
std::string words_of(const CommandRow &command) {
  std::string_view first = command.words;
  first = first.substr(0, first.find(' '));
  std::string out;
  bool is_choice = first.contains('|') && first[0] >= 'a' && first[0] <= 'z';
  for (char c : is_choice ? first : std::string_view())
    out += c == '|' ? ' ' : c;
  return out;
}

std::string bash_completion() {
  std::string commands, cases, values;
  for (const CommandRow &command : command_table()) {
    commands += (commands.empty() ? "" : " ") + std::string(command.name);
    std::string words = words_of(command);
    for (const OptionRow &row : option_table())
      if (command.takes(row))
        for (const std::string &name : names_of(row))
          words += (words.empty() ? "" : " ") + name;
    cases +=
        "    " + std::string(command.name) + ") words=\"" + words + "\" ;;\n";
  }
  for (const OptionRow &row : option_table()) {
    std::string last = names_of(row).back(), choices;
    if (row.is_choice)
      for (const std::string &choice : row.choices())
        choices += (choices.empty() ? "" : " ") + choice;
    if (!choices.empty())
      values += "    " + last + ") COMPREPLY=($(compgen -W \"" + choices +
                "\" -- \"$current\")); return ;;\n";
  }
  return "# bash completion for watertight\n"
         "_watertight() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]}\n"
         "  local previous=${COMP_WORDS[COMP_CWORD-1]} words\n"
         "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
         "    COMPREPLY=($(compgen -W \"" +
         commands +
         "\" -- \"$current\"))\n"
         "    return\n"
         "  fi\n"
         "  case $previous in\n" +
         values +
         "  esac\n"
         "  case ${COMP_WORDS[1]} in\n" +
         cases +
         "  esac\n"
         "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
         "}\n"
         "complete -o default -F _watertight watertight\n";
}

std::string quoted(std::string_view text) {
  std::string out = "'";
  for (char c : text)
    out += c == '\'' ? "\\'" : std::string(1, c);
  return out + "'";
}

std::string fish_completion() {
  std::string out = "# fish completion for watertight\n";
  for (const CommandRow &command : command_table())
    out += "complete -c watertight -n __fish_use_subcommand -a " +
           std::string(command.name) + " -d " + quoted(command.help) + "\n";
  for (const CommandRow &command : command_table()) {
    std::string within = "complete -c watertight -n "
                         "'__fish_seen_subcommand_from " +
                         std::string(command.name) + "'";
    if (std::string words = words_of(command); !words.empty())
      out += within + " -a " + quoted(words) + "\n";
    for (const OptionRow &row : option_table()) {
      if (!command.takes(row))
        continue;
      std::string line = within;
      for (const std::string &name : names_of(row))
        line += name.starts_with("--") ? " -l " + name.substr(2)
                                       : " -s " + name.substr(1);
      if (!row.is_flag())
        line += " -r";
      if (row.is_choice) {
        std::string choices;
        for (const std::string &choice : row.choices())
          choices += (choices.empty() ? "" : " ") + choice;
        line += " -f -a " + quoted(choices);
      }
      out += line + " -d " + quoted(row.help) + "\n";
    }
  }
  return out;
}

} // namespace

std::string manual_page(const std::string &version) {
  std::string out = ".TH WATERTIGHT 1 \"\" \"watertight " + version + "\"\n" +
                    ".SH NAME\nwatertight \\- find memory leaks and double "
                    "frees in C and C++\n.SH SYNOPSIS\n";
  for (const CommandRow &command : command_table()) {
    out += ".B watertight " + std::string(command.name) + "\n";
    std::string rest = command.groups ? "[OPTIONS]" : "";
    if (*command.words)
      rest += (rest.empty() ? "" : " ") + std::string(command.words);
    if (command.command == Command::kRun)
      rest += " -- BUILD-COMMAND";
    out += (rest.empty() ? "" : troff(rest) + "\n") + std::string(".br\n");
  }
  out += ".SH COMMANDS\n";
  for (const CommandRow &command : command_table())
    out += ".TP\n.B " + std::string(command.name) + "\n" + troff(command.help) +
           "\n";
  out += ".SH OPTIONS\nWhich command takes which is said by\n"
         ".BR \"watertight COMMAND \\-\\-help\" .\n";
  std::string_view group;
  for (const OptionRow &row : option_table()) {
    if (row.group != group)
      out += ".SS " + std::string(row.group) + "\n";
    group = row.group;
    out += option_entry(row);
  }
  out += ".SH EXIT STATUS\n"
         ".TP\n0\nno finding of severity warning\n"
         ".TP\n1\nsuch a finding is shown\n"
         ".TP\n2\ncould not do the job\n"
         ".TP\n3\nquery and prove: unknown\n"
         ".TP\n130\ninterrupted\n"
         ".SH FILES\n"
         ".TP\n.I watertight.toml\nsettings, each of them an option\n"
         ".TP\n.I .watertight/\nwhat is kept between runs\n";
  return out;
}

std::optional<std::string> completion_for(const std::string &shell) {
  if (shell == "bash")
    return bash_completion();
  if (shell == "fish")
    return fish_completion();
  return std::nullopt;
}

} // namespace wt::driver
