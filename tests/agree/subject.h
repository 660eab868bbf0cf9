// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How do the tests get from a program to what the oracle says about it?

#pragma once

#include "oracle.h"
#include "sketch.h"
#include "support/result.h"

#include <memory>
#include <string_view>

namespace wt::agree {

// Links one unit, promoted to values or left in memory form.
std::unique_ptr<const Program> link_unit(ir::Unit unit, bool promoted);

// From IR text; the text must parse and verify.
Result<std::unique_ptr<const Program>> read_ir(std::string_view text,
                                               bool promoted = false);

// What the oracle expects to be observed when `root` is executed.
struct Expected {
  std::set<std::uint32_t> leaked;
  std::set<std::uint32_t> freed_twice;
  bool used_after_free = false;
  std::string gave_up; // or had to cut a loop
};
Expected expect(const Program &program, const model::ModelSet &models,
                ProcedureId root);

} // namespace wt::agree
