// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which bits of a number does every caller pass?
//
// Where all callers of a function are known, its parameters are what they pass:
//
//   redirect(list, ACTIVE);   redirect(list, ACTIVE | UNDO);
//
// `flags` has the bit ACTIVE in `redirect`, and in what it hands `flags` on to.
// All callers are known of a static function whose address nobody takes, and of
// any other such function when the program has a `main`, as in written.h.
//
// The greatest solution over the call graph, so recursion adds nothing.
//
// Tested by tests/unit/program/passed_bits_test.cpp.

#pragma once

#include "number/known_bits.h"
#include "program/program.h"

namespace wt {

class PassedBits {
public:
  explicit PassedBits(const Program &program);

  KnownBits of(ProcedureId procedure, std::uint32_t parameter) const {
    ReadLog::note(Read::Kind::kPassed, procedure.value);
    std::size_t first = first_[procedure];
    return first == kOpen ? KnownBits{} : bits_[first + parameter];
  }

private:
  friend class PassedBitsSolver;
  static constexpr std::size_t kOpen = -1; // not all callers are known

  IdMap<ProcedureId, std::size_t> first_; // where its parameters begin
  std::vector<KnownBits> bits_;
};

} // namespace wt
