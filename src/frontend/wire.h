// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What do the tool and its workers say to each other?
//
// A message is a list of byte strings: a 32-bit count, then for each its 64-bit
// length and its bytes.  Both ends are ours and on one machine; a message
// that does not parse means that the worker died while writing it.
//
//   request:  directory, file, "c" or "c++" driver, argument...
//   reply:    unit bytes ("" when it failed), diagnostics, input file...

#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wt::frontend {

using Message = std::vector<std::string>;

inline std::string pack(const Message &parts) {
  std::string bytes;
  auto number = [&bytes](auto n) {
    bytes.append(reinterpret_cast<const char *>(&n), sizeof n);
  };
  number(static_cast<std::uint32_t>(parts.size()));
  for (const std::string &part : parts) {
    number(static_cast<std::uint64_t>(part.size()));
    bytes += part;
  }
  return bytes;
}

// The message at the start of `bytes` if it is complete; `used` is its length.
inline std::optional<Message> unpack(std::string_view bytes,
                                     std::size_t &used) {
  std::uint32_t count = 0;
  if (bytes.size() < sizeof count)
    return std::nullopt;
  std::memcpy(&count, bytes.data(), sizeof count);
  std::size_t at = sizeof count;
  Message parts;
  for (std::uint32_t i = 0; i < count; ++i) {
    std::uint64_t length = 0;
    if (bytes.size() - at < sizeof length)
      return std::nullopt;
    std::memcpy(&length, bytes.data() + at, sizeof length);
    at += sizeof length;
    if (bytes.size() - at < length)
      return std::nullopt;
    parts.emplace_back(bytes.substr(at, length));
    at += length;
  }
  used = at;
  return parts;
}

} // namespace wt::frontend
