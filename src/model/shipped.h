// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which specifications come with the program?
//
// The files of models/ at the root of the sources, in the order in which they
// are loaded, embedded at build time (embed.cmake): the program needs no file
// at run time.

#pragma once

#include <span>
#include <string_view>

namespace wt::model {

struct ShippedSpec {
  std::string_view name; // "models/c.spec"
  std::string_view text;
};

std::span<const ShippedSpec> shipped_specs();

} // namespace wt::model
