// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small programs that are edited between two looks.

#pragma once

#include "ir/parse.h"
#include "program/program.h"

#include <gtest/gtest.h>

namespace wt::memo {

inline const std::string kCaller = R"(
function @caller type fn() -> i32 result i32 {
  %0 = function ptr<fn() -> i32> @callee
b0:
  %1 = call i32 %0() type fn() -> i32
  %2 = return %1
}
)";

// Returns `result`.
inline std::string callee(int result) {
  return R"(
function @callee type fn() -> i32 result i32 {
  %0 = int i32 )" +
         std::to_string(result) + R"(
b0:
  %1 = return %0
}
)";
}

// One unit in `folder`.
inline std::unique_ptr<const Program>
program_of(const std::string &functions, const std::string &folder = "/x") {
  std::string text =
      "watertight-ir 1\nunit c \"" + folder + "/a.c\" lines 1\n" + functions;
  Result<ir::Unit> unit = ir::parse_unit(text, "a.ir");
  EXPECT_TRUE(unit) << (unit ? "" : unit.error().text());
  std::vector<std::unique_ptr<const ir::Unit>> units;
  units.push_back(std::make_unique<const ir::Unit>(std::move(*unit)));
  return link(std::move(units));
}

} // namespace wt::memo
