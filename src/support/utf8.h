// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which character starts here?
//
// File names and source text are bytes; most of them are UTF-8, and some are
// not.
//
// Tested by tests/unit/support/utf8_test.cpp.

#pragma once

#include <cstdint>
#include <string_view>

namespace wt {

struct DecodedUtf8 {
  std::uint32_t code = 0;
  std::size_t length = 0; // 0: no valid UTF-8 here
};

// The first character of a text that is not empty.
inline DecodedUtf8 decode_utf8(std::string_view text) {
  unsigned char first = text[0];
  std::size_t length = first < 0x80   ? 1
                       : first < 0xc2 ? 0
                       : first < 0xe0 ? 2
                       : first < 0xf0 ? 3
                       : first < 0xf5 ? 4
                                      : 0;
  if (length == 0 || length > text.size())
    return {};
  constexpr unsigned char kFirstBits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
  std::uint32_t code = first & kFirstBits[length];
  for (std::size_t i = 1; i < length; ++i) {
    unsigned char next = text[i];
    if ((next & 0xc0) != 0x80)
      return {};
    code = code << 6 | (next & 0x3f);
  }
  constexpr std::uint32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  bool is_surrogate = code >= 0xd800 && code < 0xe000;
  if (code < kSmallest[length] || code > 0x10ffff || is_surrogate)
    return {};
  return {code, length};
}

} // namespace wt
