// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is a pointer of inlined_flow.h?  An object by number and an offset into
// it, in one word: sets of them are sorted vectors of words.
//
// Tested with inlined_flow.h.

#pragma once

#include <cstdint>
#include <optional>

namespace wt::ownership {

inline constexpr std::uint32_t kOutside = 0; // the object of that number
inline constexpr std::int32_t kAnywhere = INT32_MIN;

inline std::uint64_t pointer(std::uint32_t object, std::int32_t offset) {
  return std::uint64_t(object) << 32 | static_cast<std::uint32_t>(offset);
}
inline std::uint32_t object_of(std::uint64_t p) {
  return static_cast<std::uint32_t>(p >> 32);
}
inline std::int32_t offset_of(std::uint64_t p) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(p));
}
inline std::uint64_t moved(std::uint64_t p, std::optional<std::int64_t> by) {
  std::int32_t offset = offset_of(p);
  if (object_of(p) == kOutside || offset == kAnywhere)
    return p;
  std::int64_t sum = by ? offset + *by : INT64_MAX;
  bool is_near = sum > -100'000 && sum < 100'000;
  return pointer(object_of(p),
                 is_near ? static_cast<std::int32_t>(sum) : kAnywhere);
}

} // namespace wt::ownership
