// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How do file names pass through a reader that wants UTF-8?
//
// A name is bytes.  Those that are no UTF-8 are put into characters of a
// private range (U+EF80 to U+EFFF) before reading, and taken out again
// afterwards.
//
// Tested by tests/unit/support/utf8_test.cpp.

#pragma once

#include "support/utf8.h"

#include <string>

namespace wt {

inline bool has_broken_utf8(std::string_view text) {
  while (!text.empty()) {
    std::size_t length = decode_utf8(text).length;
    if (!length)
      return true;
    text.remove_prefix(length);
  }
  return false;
}

inline std::string hide_broken_utf8(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    std::size_t length = decode_utf8(text).length;
    if (length) {
      out += text.substr(0, length);
    } else { // 0x80 to 0xff as U+EF80 to U+EFFF
      auto byte = static_cast<unsigned char>(text[0]);
      out += '\xee';
      out += static_cast<char>(0xbc | (byte >> 6 & 3));
      out += static_cast<char>(0x80 | (byte & 0x3f));
    }
    text.remove_prefix(length ? length : 1);
  }
  return out;
}

inline std::string show_broken_utf8(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    DecodedUtf8 next = decode_utf8(text);
    std::size_t length = next.length ? next.length : 1;
    if (next.code >= 0xef80 && next.code <= 0xefff)
      out += static_cast<char>(next.code & 0xff);
    else
      out += text.substr(0, length);
    text.remove_prefix(length);
  }
  return out;
}

} // namespace wt
