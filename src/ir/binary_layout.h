// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which bits mean what in a stored unit?  Shared by the writer and the
// reader.  Private to ir/; the interface is ir/binary.h.

#pragma once

#include "ir/print_words.h"
#include "ir/unit.h"

namespace wt::ir {

inline constexpr std::size_t kFixedTypes = 2; // unknown and void

// The first byte of an instruction: five bits of Op and these.
inline constexpr unsigned kOpMask = 0x1f;
inline constexpr unsigned kVolatileBit = 0x20;
inline constexpr unsigned kSamePosBit = 0x40;   // as the position before
inline constexpr unsigned kSameMacroBit = 0x80; // as the instruction before
static_assert(kOpCount <= kOpMask + 1);

// `extra` is written as it is.
constexpr bool has_plain_extra(Op op) {
  return has_variable(op) || has_text(op) || op == Op::kGlobal ||
         op == Op::kFunction || op == Op::kElement || op == Op::kBinop;
}

// Flags as bits, in the order of these lists.
inline constexpr bool Type::*kTypeFlags[] = {
    &Type::is_signed, &Type::const_pointee, &Type::is_union, &Type::is_complete,
    &Type::is_variadic};
inline constexpr bool Global::*kGlobalFlags[] = {
    &Global::is_definition, &Global::is_constant, &Global::is_thread_local,
    &Global::init_is_complete};

template <class T, std::size_t N>
std::uint8_t flags_of(const T &item, bool T::*const (&flags)[N]) {
  unsigned bits = 0;
  for (std::size_t i = 0; i < N; ++i)
    bits |= unsigned(item.*flags[i]) << i;
  return static_cast<std::uint8_t>(bits);
}

template <class T, std::size_t N>
void set_flags(T &item, bool T::*const (&flags)[N], unsigned bits) {
  for (std::size_t i = 0; i < N; ++i)
    item.*flags[i] = bits >> i & 1;
}

inline unsigned function_flags(const Function &f) {
  unsigned bits = 0;
  for (std::size_t i = 0; i < std::size(kFunctionFlags); ++i)
    bits |= unsigned(f.*kFunctionFlags[i].member) << i;
  return bits;
}

} // namespace wt::ir
