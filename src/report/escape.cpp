// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How is untrusted text shown on a terminal?
//
// Source text and file names come from the analysed project.  An escape
// sequence in them must not reach the terminal, and neither must a character
// that shows text in another order than it is read.
//
// Tested by tests/unit/report/report_test.cpp.

#include "report/report.h"

#include <cstdio>

namespace wt::report {

namespace {

constexpr std::uint32_t kTab = 8;

struct Decoded {
  std::uint32_t code = 0;
  std::size_t length = 0; // 0: no valid UTF-8 here
};

Decoded decode(std::string_view text) {
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
    Decoded c = decode(text.substr(i));
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

std::string relative_to(const std::string &file, const std::string &folder) {
  bool is_below = !folder.empty() && file.size() > folder.size() + 1 &&
                  file.starts_with(folder) && file[folder.size()] == '/';
  return is_below ? file.substr(folder.size() + 1) : file;
}

} // namespace wt::report
