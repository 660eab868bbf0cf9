// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is analysed, compiled and ready: the units of a build or of some files.
//
// Reading a project finds its units (driver/input.h), captures what the store
// does not know, and learns from the store whether exactly this was analysed
// before (driver/known_result.h); then no unit is loaded at all.
//
// Tested by tests/capture/ and tests/cli/.

#pragma once

#include "driver/checking.h"
#include "driver/child.h"
#include "driver/input.h"
#include "driver/reanalysis.h"

namespace wt::driver {

struct Project {
  Input input;
  std::vector<frontend::CapturedUnit> units;
  std::vector<LinkPlaces> places;    // by unit
  bool has_store = false;            // that later runs can read
  std::optional<Digest> result_key;  // of a check, see known_result.h
  std::optional<CheckResult> result; // known from an earlier run: no units then
};

// Whether the user asks for changes of the source.
bool wants_fixes(const Options &options);

// What the input consists of, compiled; or the status to end with.  `check`:
// the one that the project is read for, or null.
std::expected<Project, int> read_project(const Options &options,
                                         Result<Input> input, Console &console,
                                         const CheckPlan *check = nullptr);

// Likewise of `files`, or of the build database.
std::expected<Project, int> read_project(const Options &options,
                                         std::span<const std::string> files,
                                         Console &console);

// How the process that analyses is watched.
ChildOptions child_options(Console &console);

// In the child.  A result that lacks functions at which it crashed is not kept.
std::expected<CheckResult, int> analyse_project(CheckPlan &plan,
                                                Project &project,
                                                const Attempt &attempt,
                                                Console &console);

// As verify_fixes() wants it.
Subject subject_of(const CheckPlan &plan, Project &project);

// The result for a project, from an earlier run or from a child.
std::expected<CheckResult, int> result_of(CheckPlan &plan, Project &project,
                                          Console &console);

} // namespace wt::driver
