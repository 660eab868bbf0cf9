// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which bytes are known to be zero, or parts of a known number?
//
// A record that was cleared is one cell of many bytes until somebody writes
// into it, which cuts the cell: cells that are told apart never overlap.
//
//   memset(s, 0, 64)     s+0: zeros, 64 bytes
//   s->n = 3             s+0: zeros, 16 bytes   s+16: 3   s+20: zeros, 44 bytes
//
// Bytes are little-endian, which all supported targets are.
//
// Tested by tests/leak/c/cleared.c and tests/leak/c/dead_returns.c.

#pragma once

#include "memory/state.h"
#include "number/fold.h"

namespace wt::infer {

using CellEntry = std::pair<Cell, Content>;

inline constexpr std::int64_t kMaxBlock = 248; // bytes of one cell

inline bool is_zero(const Content &content) {
  return content.value == number(0);
}
inline bool is_block(const Content &content) { return content.bytes > 8; }

inline std::int64_t end_of(const CellEntry &entry) {
  return entry.first.offset + entry.second.bytes;
}

// Are its bytes known one by one?
inline bool is_known(const Content &content) {
  return is_zero(content) || (is_number(content.value) &&
                              !content.value.is_inside && !is_block(content));
}

inline CellEntry zeros(BaseId base, std::int64_t begin, std::int64_t end) {
  return {Cell{base, begin, false},
          Content{number(0), static_cast<std::uint8_t>(end - begin)}};
}

// Some bytes of a known cell.
inline CellEntry part(const CellEntry &entry, std::int64_t begin,
                      std::int64_t end) {
  if (is_zero(entry.second))
    return zeros(entry.first.base, begin, end);
  std::int64_t below = 8 * (begin - entry.first.offset);
  std::int64_t n = cut(entry.second.value.offset >> below,
                       static_cast<unsigned>(8 * (end - begin)));
  return {Cell{entry.first.base, begin, false},
          Content{number(n), static_cast<std::uint8_t>(end - begin)}};
}

} // namespace wt::infer
