// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options from watertight.toml and the environment: see settings.h.

#include "driver/settings.h"

#include "driver/destination.h"
#include "driver/option_table.h"
#include "driver/toml.h"
#include "support/nearest.h"
#include "support/path.h"
#include "support/read_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>

namespace wt::driver {

namespace fs = std::filesystem;

namespace {

constexpr const char *kReports = ".watertight/reports";

// What a project may not decide for its user.
bool is_setting(std::string_view key) {
  return key != "config" && key != "yes";
}

std::vector<std::string> known_keys() {
  std::vector<std::string> keys;
  for (const OptionRow &row : option_table())
    if (is_setting(row.key()))
      keys.emplace_back(row.key());
  return keys;
}

const OptionRow *row_of(std::string_view key) {
  auto row = std::ranges::find_if(option_table(), [&](const OptionRow &r) {
    return r.key() == key && is_setting(key);
  });
  return row == option_table().end() ? nullptr : &*row;
}

// What a value must be, for messages.
std::string wanted(const OptionRow &row) {
  if (row.is_flag())
    return "true or false";
  if (row.is_number())
    return "a number from " + std::to_string(row.low) + " to " +
           std::to_string(row.high);
  if (!row.is_choice)
    return row.is_list() ? "a list of texts" : "a text";
  std::string out;
  for (const std::string &choice : row.choices())
    out += (out.empty() ? "" : ", ") + choice;
  return "one of " + out;
}

// Sets the field; false if the value is not what the row wants.
bool set(Options &options, const OptionRow &row, const Setting &setting) {
  if (const auto *flag = std::get_if<bool Options::*>(&row.field)) {
    const bool *value = std::get_if<bool>(&setting.value);
    if (value)
      options.**flag = *value;
    return value;
  }
  if (const auto *number = std::get_if<unsigned Options::*>(&row.field)) {
    const auto *value = std::get_if<std::int64_t>(&setting.value);
    bool is_good = value && *value >= row.low && *value <= row.high;
    if (is_good)
      options.**number = static_cast<unsigned>(*value);
    return is_good;
  }
  const auto *value = std::get_if<std::string>(&setting.value);
  if (const auto *text = std::get_if<std::string Options::*>(&row.field)) {
    const auto *list = std::get_if<std::vector<std::string>>(&setting.value);
    if (list && row.key() == "engine") { // a list in one text
      std::string joined;
      for (const std::string &name : *list)
        joined += (joined.empty() ? "" : ",") + name;
      options.**text = joined;
      return true;
    }
    std::vector<std::string> choices = row.choices();
    if (!value ||
        (row.is_choice && std::ranges::find(choices, *value) == choices.end()))
      return false;
    options.**text = *value;
    return true;
  }
  auto field = std::get<std::vector<std::string> Options::*>(row.field);
  if (const auto *list = std::get_if<std::vector<std::string>>(&setting.value))
    options.*field = *list;
  else if (value)
    options.*field = {*value};
  else
    return false;
  return true;
}

bool is_written(std::string_view key) {
  return key == "output" || key == "apply" || key == "signatures" ||
         key == "fix-dir";
}

bool is_below(const fs::path &path, const fs::path &folder) {
  auto [end, unused] =
      std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return end == folder.end();
}

// Paths of one file of settings.
class Confinement {
public:
  explicit Confinement(const std::string &file)
      : folder_(fs::path(file).parent_path()) {}

  // The whole path; or why the file may not name it.
  Result<std::string> path(const std::string &text, bool is_written) const {
    std::string whole = absolute_path(text, folder_.string());
    std::error_code ignored;
    fs::path allowed = is_written ? folder_ / kReports : folder_;
    if (is_written)
      fs::create_directories(allowed, ignored);
    // As written, and behind links.
    fs::path real = fs::weakly_canonical(whole, ignored);
    fs::path real_folder = fs::weakly_canonical(folder_, ignored);
    fs::path real_allowed = is_written ? real_folder / kReports : real_folder;
    if (is_below(whole, allowed) && is_below(real, real_allowed))
      return whole;
    return fail("'" + text + "' is outside " +
                (is_written ? std::string(kReports) + ", where settings may "
                                                      "have files written"
                            : std::string("the folder of the settings")));
  }

  // Patterns mean what they would mean in the folder of the file.
  std::string pattern(const std::string &text) const {
    bool is_free =
        !text.contains('/') || text.starts_with('/') || text.starts_with("**");
    return is_free ? text : (folder_ / text).lexically_normal().string();
  }

private:
  fs::path folder_;
};

// "json=FILE" and the like.
Status confine_format(std::string &format, const Confinement &confinement) {
  std::size_t equals = format.find('=');
  std::string target =
      equals == std::string::npos ? "" : format.substr(equals + 1);
  if (target.empty() || target == "-")
    return {};
  Result<std::string> path = confinement.path(target, true);
  if (!path)
    return std::unexpected(path.error());
  format = format.substr(0, equals + 1) + *path;
  return {};
}

// Makes the paths of the row's field whole.
Status confine(Options &options, const OptionRow &row,
               const Confinement &confinement) {
  if (const auto *text = std::get_if<std::string Options::*>(&row.field)) {
    std::string &value = options.**text;
    bool is_path = row.value == "FILE" || row.value == "DIR";
    bool is_none = row.key() == "store" && value == "none";
    if (!is_path || is_none || value.empty() || value == "-")
      return {};
    Result<std::string> path = confinement.path(value, is_written(row.key()));
    if (!path)
      return std::unexpected(path.error());
    value = *path;
  }
  if (!row.is_list())
    return {};
  auto field = std::get<std::vector<std::string> Options::*>(row.field);
  for (std::string &value : options.*field) {
    if (row.value == "GLOB") {
      value = confinement.pattern(value);
    } else if (row.key() == "format") {
      if (Status status = confine_format(value, confinement); !status)
        return status;
    } else {
      Result<std::string> path = confinement.path(value, false);
      if (!path)
        return std::unexpected(path.error());
      value = *path;
    }
  }
  return {};
}

Status apply_file(Options &options, const std::string &file) {
  Result<std::string> text = read_file(file, "the settings");
  if (!text)
    return std::unexpected(text.error());
  Result<std::vector<Setting>> settings = read_toml(*text, file);
  if (!settings)
    return std::unexpected(settings.error());
  std::vector<std::string> keys = known_keys();
  Confinement confinement(file);
  for (const Setting &setting : *settings) {
    const OptionRow *row = row_of(setting.key);
    if (!row)
      return fail("unknown setting '" + setting.key + "'" +
                      did_you_mean(setting.key, keys),
                  file, setting.line);
    Options tried; // also those that the command line overrides must be right
    if (!set(tried, *row, setting))
      return fail("'" + setting.key + "' must be " + wanted(*row), file,
                  setting.line);
    if (options.given.contains(row->key()))
      continue;
    set(options, *row, setting);
    if (Status status = confine(options, *row, confinement); !status)
      return fail("'" + setting.key + "': " + status.error().message, file,
                  setting.line);
  }
  return {};
}

// "WATERTIGHT_MIN_CONFIDENCE"
std::string variable_of(const OptionRow &row) {
  std::string name = "WATERTIGHT_";
  for (char c : row.key())
    name += c == '-' ? '_' : static_cast<char>(std::toupper(c));
  return name;
}

// What a text of the environment means for the row.
Setting setting_of(const OptionRow &row, const std::string &text) {
  Setting setting{std::string(row.key()), text, 0};
  if (row.is_flag()) {
    if (text == "1" || text == "true")
      setting.value = true;
    if (text == "0" || text == "false")
      setting.value = false;
  }
  std::int64_t number = 0;
  const char *end = text.data() + text.size();
  if (row.is_number() && std::from_chars(text.data(), end, number).ptr == end)
    setting.value = number;
  if (row.is_list()) {
    std::vector<std::string> list;
    for (std::size_t begin = 0; begin <= text.size();) {
      std::size_t stop = std::min(text.find(':', begin), text.size());
      list.push_back(text.substr(begin, stop - begin));
      begin = stop + 1;
    }
    setting.value = std::move(list);
  }
  return setting;
}

Status apply_environment(Options &options, const Environment &environment) {
  for (const OptionRow &row : option_table()) {
    const char *text = environment(variable_of(row).c_str());
    if (!text || !*text || options.given.contains(row.key()))
      continue;
    if (!set(options, row, setting_of(row, text)))
      return fail("the environment variable " + variable_of(row) + " must be " +
                  wanted(row) + ", not '" + text + "'");
    options.given.emplace(row.key()); // the file has no say
  }
  return {};
}

std::string default_of(const OptionRow &row) {
  if (row.is_flag())
    return "false";
  if (row.is_number())
    return std::string(row.preset);
  if (row.is_list())
    return row.key() == "format" ? "[\"text\"]" : "[]";
  return toml_string(row.preset);
}

} // namespace

std::optional<std::string> find_upwards(const std::string &folder,
                                        const char *name) {
  fs::path at = absolute_path(folder);
  std::error_code ignored;
  while (true) {
    if (fs::is_regular_file(at / name, ignored))
      return (at / name).string();
    if (!at.has_relative_path() || at == at.parent_path())
      return std::nullopt;
    at = at.parent_path();
  }
}

Status apply_settings(Options &options, EngineTable engines,
                      const Environment &environment) {
  if (Status status = apply_environment(options, environment); !status)
    return status;
  if (options.config == "none")
    return {};
  std::string file = options.config.empty()
                         ? find_upwards(".", kSettingsFile).value_or("")
                         : absolute_path(options.config);
  if (file.empty())
    return {};
  std::error_code ignored;
  fs::path folder = fs::path(file).parent_path();
  if (!is_below(fs::weakly_canonical(file, ignored),
                fs::weakly_canonical(folder, ignored)))
    return fail("the settings are behind a link that leads elsewhere", file);
  if (Status status = apply_file(options, file); !status)
    return status;
  auto chosen = select_engines(options.engines, engines);
  if (!chosen && !options.given.contains("engine"))
    return fail(chosen.error().message, file);
  return {};
}

std::string settings_template() {
  std::string out =
      "# Settings of Watertight for this folder and those below.  Each is an\n"
      "# option of the command line; the command line and environment\n"
      "# variables (WATERTIGHT_MIN_CONFIDENCE) go before this file.\n";
  std::string_view group;
  for (const OptionRow &row : option_table()) {
    if (!is_setting(row.key()))
      continue;
    if (row.group != group)
      out += "\n# ---- " + std::string(row.group) + " ----\n";
    group = row.group;
    out += "\n# " + std::string(row.help);
    if (row.is_choice)
      out += " (" + wanted(row) + ")";
    out += "\n#" + std::string(row.key()) + " = " + default_of(row) + "\n";
  }
  return out;
}

} // namespace wt::driver
