// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What did the project and the environment ask for?
//
// Every option of the command line is also a key of watertight.toml
// (`min-confidence = "high"`) and a variable of the environment
// (WATERTIGHT_MIN_CONFIDENCE).  The command line goes before the environment,
// and that before the file, for each option as a whole.
//
// The file comes with the analysed code, so it is not trusted: its paths lead
// nowhere outside the folder that it lies in, links included, and what it has
// written lies in `.watertight/reports`.
//
// Tested by tests/cli/test_settings.py.

#pragma once

#include "driver/options.h"

#include <functional>
#include <optional>

namespace wt::driver {

inline constexpr const char *kSettingsFile = "watertight.toml";

// The nearest `name` in `folder` or above it.
std::optional<std::string> find_upwards(const std::string &folder,
                                        const char *name);

// Value of an environment variable, or null.
using Environment = std::function<const char *(const char *name)>;

// Sets the options that the command line left alone.
Status apply_settings(Options &options, EngineTable engines,
                      const Environment &environment);

// The text that `init` writes: every setting with its help and default, in
// comments.
std::string settings_template();

} // namespace wt::driver
