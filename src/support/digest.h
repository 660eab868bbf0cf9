// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When are two contents the same?
//
// When their 128-bit XXH3 digests are.  Digests are the same on every machine
// and in every run.  They guard against accidents, not against an attacker:
// see keyed_digest.h.
//
// Tested by tests/unit/support/digest_test.cpp.

#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace wt {

struct Digest {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  auto operator<=>(const Digest &) const = default;
  std::string bytes() const;                        // 16, big-endian
  std::string hex() const;                          // 32 digits
  static Digest from_bytes(std::string_view bytes); // zero unless 16 bytes
};

Digest digest_of(std::string_view bytes);

// A digest of several fields.  "ab","c" and "a","bc" differ.
class DigestBuilder {
public:
  DigestBuilder &add(std::string_view field);
  DigestBuilder &add(std::uint64_t field);
  DigestBuilder &add(const Digest &field); // without its length
  Digest finish() const { return digest_of(buffer_); }

private:
  std::string buffer_;
};

// What a unit is stored under: everything that decides what the front end
// makes of unchanged inputs.  `version` names the tool and its formats.
Digest unit_key(std::string_view main_file, std::string_view directory,
                std::span<const std::string> flags, std::string_view version);

} // namespace wt

template <> struct std::hash<wt::Digest> {
  std::size_t operator()(const wt::Digest &digest) const noexcept {
    return digest.low;
  }
};
