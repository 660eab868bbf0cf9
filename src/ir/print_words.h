// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which words does the text form use?  Shared by the printer and the parser,
// so that neither can know a word the other does not.  Private to ir/.

#pragma once

#include "ir/function.h"

#include <iterator>
#include <string_view>

namespace wt::ir {

inline constexpr std::string_view kTextMagic = "watertight-ir 1";

// The flags of a function, by name.
struct FunctionFlag {
  const char *name;
  bool Function::*member;
};
inline constexpr FunctionFlag kFunctionFlags[] = {
    {"variadic", &Function::is_variadic},
    {"noreturn", &Function::does_not_return},
    {"throws", &Function::may_throw},
    {"constructor", &Function::is_constructor},
    {"destructor", &Function::is_destructor},
    {"virtual", &Function::is_virtual},
    {"method", &Function::is_method},
    {"by_slot", &Function::returns_by_slot},
    {"address_taken", &Function::address_taken},
    {"implicit", &Function::is_implicit},
};

// How many enumerators a parsed or decoded number must stay below.
inline constexpr unsigned kOpCount = unsigned(Op::kUnreachable) + 1;
inline constexpr unsigned kLinkageCount = unsigned(Linkage::kAvailable) + 1;
inline constexpr unsigned kAccessCount = unsigned(Access::kPrivate) + 1;
inline constexpr unsigned kAttributeCount =
    unsigned(DeclAttribute::Kind::kFormat) + 1;

// How many values `code` of an instruction may have; 1 when it has none.
constexpr unsigned code_count(Op op) {
  switch (op) {
  case Op::kBinop:
    return unsigned(BinaryOp::kXor) + 1;
  case Op::kCompare:
    return unsigned(Predicate::kUGe) + 1;
  case Op::kCast:
    return unsigned(CastKind::kNumeric) + 1;
  case Op::kLanding:
    return unsigned(LandingKind::kCatchAll) + 1;
  default:
    return 1;
  }
}

// The word for `code`; needs code_count(op) > 1 and code < code_count(op).
inline const char *code_name(Op op, unsigned code) {
  switch (op) {
  case Op::kBinop:
    return name_of(BinaryOp(code));
  case Op::kCompare:
    return name_of(Predicate(code));
  case Op::kCast:
    return name_of(CastKind(code));
  default:
    return name_of(LandingKind(code));
  }
}

// Makes no value: its type is void and is not written.
constexpr bool has_no_result(Op op) {
  return op == Op::kStore || op == Op::kMemCopy || op == Op::kMemFill ||
         op == Op::kAssign || op == Op::kScopeEnd || op >= Op::kBranch;
}

constexpr bool has_variable(Op op) {
  return op == Op::kParam || op == Op::kSlot || op == Op::kAssign ||
         op == Op::kScopeEnd;
}

// `extra` is a StrId.
constexpr bool has_text(Op op) {
  return op == Op::kUnknown || op == Op::kBranch;
}

// Characters of a name that needs no quotes; "::" is allowed between them.
constexpr bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         c == '$' || c == '.';
}
constexpr bool is_name_char(char c) {
  return is_name_start(c) || (c >= '0' && c <= '9');
}

// The length of the unquoted name that `text` starts with, 0 if none.
constexpr std::size_t name_length(std::string_view text) {
  if (text.empty() || !is_name_start(text[0]))
    return 0;
  std::size_t n = 1;
  while (n < text.size()) {
    if (is_name_char(text[n]))
      ++n;
    else if (text.substr(n, 2) == "::" && n + 2 < text.size() &&
             is_name_start(text[n + 2]))
      n += 3;
    else
      break;
  }
  return n;
}

} // namespace wt::ir
