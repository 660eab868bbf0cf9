// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commands that fit a folder: see first_steps.h.

#include "driver/first_steps.h"

#include "driver/input.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <vector>

namespace wt::driver {

namespace {

namespace fs = std::filesystem;

// The first source file by name; "" if there is none.
std::string find_source(const std::string &folder) {
  constexpr std::array kEndings = {".c", ".cc", ".cpp", ".cxx", ".C"};
  std::string first;
  std::error_code ignored;
  for (const auto &entry : fs::directory_iterator(folder, ignored)) {
    std::string ending = entry.path().extension().string();
    std::string name = entry.path().filename().string();
    bool is_source = std::ranges::find(kEndings, ending) != kEndings.end();
    if (is_source && (first.empty() || name < first))
      first = name;
  }
  return first;
}

std::vector<std::string> commands_for(const std::string &folder) {
  std::error_code ignored;
  auto has = [&](const char *name) {
    return fs::exists(fs::path(folder) / name, ignored);
  };
  std::vector<std::string> out;
  if (find_database(std::array{folder}))
    out.push_back("watertight check");
  if (has("CMakeLists.txt")) {
    out.push_back("cmake -S . -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON");
    out.push_back("watertight check -p build");
  }
  if (has("meson.build")) {
    out.push_back("meson setup build");
    out.push_back("watertight check -p build");
  }
  if (has("configure") && !has("Makefile"))
    out.push_back("./configure");
  if (has("Makefile") || has("makefile") || has("GNUmakefile") ||
      has("configure"))
    out.push_back("watertight run -- make -j8");
  if (std::string source = find_source(folder); out.empty() && !source.empty())
    out.push_back("watertight check " + source);
  if (out.empty())
    out = {"watertight run -- make -j8", "watertight check -p BUILD-FOLDER",
           "watertight check FILE.c"};
  return out;
}

} // namespace

std::string first_steps(const std::string &folder) {
  std::string out = "To find leaks here:\n";
  for (const std::string &command : commands_for(folder))
    out += "    " + command + "\n";
  return out + "All commands: watertight --help";
}

} // namespace wt::driver
