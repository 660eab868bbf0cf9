// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The words and the quoting of the text form; see ir/print.h.

#include "ir/print.h"
#include "ir/print_words.h"

namespace wt::ir {

const char *name_of(Linkage linkage) {
  static const char *const kNames[] = {"external", "internal", "weak", "once",
                                       "available"};
  static_assert(std::size(kNames) == kLinkageCount);
  auto i = static_cast<unsigned>(linkage);
  assert(i < kLinkageCount && "linkage without a name");
  return kNames[i];
}

const char *name_of(Access access) {
  static const char *const kNames[] = {"none", "public", "protected",
                                       "private"};
  static_assert(std::size(kNames) == kAccessCount);
  auto i = static_cast<unsigned>(access);
  assert(i < kAccessCount && "access without a name");
  return kNames[i];
}

const char *name_of(DeclAttribute::Kind kind) {
  static const char *const kNames[] = {"malloc",          "ownership_returns",
                                       "ownership_takes", "ownership_holds",
                                       "returns_nonnull", "analyzer_noreturn",
                                       "pure_or_const",   "format"};
  static_assert(std::size(kNames) == kAttributeCount);
  auto i = static_cast<unsigned>(kind);
  assert(i < kAttributeCount && "attribute without a name");
  return kNames[i];
}

std::string quoted(std::string_view text) {
  static const char kHex[] = "0123456789abcdef";
  std::string out = "\"";
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (byte < 0x20 || byte >= 0x7f) {
      out += "\\x";
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    } else {
      out += c;
    }
  }
  out += '"';
  return out;
}

} // namespace wt::ir
