// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How is untrusted text shown on a terminal?
//
// Source text and file names come from the analysed project.  An escape
// sequence in them must not reach the terminal, and neither must a character
// that shows text in another order than it is read.
//
// Tested by tests/unit/report/report_test.cpp.

#include "support/escape.h"

#include "support/utf8.h"

#include <cstdio>

namespace wt {

namespace {

constexpr std::uint32_t kTab = 8;

bool is_control(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

// Directional embeddings, overrides, isolates and marks; line separators.
bool reorders_text(std::uint32_t code) {
  return (code >= 0x202a && code <= 0x202e) ||
         (code >= 0x2066 && code <= 0x2069) || code == 0x200e ||
         code == 0x200f || code == 0x061c || code == 0x2028 || code == 0x2029;
}

} // namespace

std::string escape_for_terminal(std::string_view text, std::uint32_t *column) {
  std::string out;
  std::uint32_t shown = 0;
  std::uint32_t wanted = column ? *column : 0;
  char buffer[16];
  for (std::size_t i = 0; i < text.size();) {
    if (column && i + 1 == wanted)
      *column = shown + 1;
    DecodedUtf8 c = decode_utf8(text.substr(i));
    std::size_t length = c.length ? c.length : 1;
    if (c.length && c.code == '\t') {
      std::uint32_t blanks = kTab - shown % kTab;
      out.append(blanks, ' ');
      shown += blanks;
    } else if (!c.length || (is_control(c.code) && c.code < 0x80)) {
      int n = std::snprintf(buffer, sizeof buffer, "\\x%02x",
                            static_cast<unsigned char>(text[i]));
      out += buffer;
      shown += n;
    } else if (is_control(c.code) || reorders_text(c.code)) {
      int n = std::snprintf(buffer, sizeof buffer, "<U+%04X>", c.code);
      out += buffer;
      shown += n;
    } else {
      out += text.substr(i, length);
      ++shown;
    }
    i += length;
  }
  if (column && wanted > text.size())
    *column = shown + 1;
  return out;
}

std::string escape_lines(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    std::size_t end = text.find('\n');
    out += escape_for_terminal(text.substr(0, end));
    if (end == std::string_view::npos)
      break;
    out += '\n';
    text.remove_prefix(end + 1);
  }
  return out;
}

} // namespace wt
