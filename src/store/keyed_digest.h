// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Did we write this?
//
// SipHash-2-4 with 128 bits (Aumasson and Bernstein, 2012): whoever lacks the
// key cannot compute it, so what carries the right one was written by a holder
// of the key.  Fields are told apart: "ab","c" and "a","bc" differ.
//
// Tested by tests/unit/store/key_test.cpp.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace wt {

struct StoreKey {
  std::uint64_t first = 0, second = 0;
};

class KeyedDigest {
public:
  explicit KeyedDigest(const StoreKey &key);

  KeyedDigest &add(std::string_view field);
  KeyedDigest &add(std::uint64_t field);
  KeyedDigest &add_raw(std::string_view bytes); // without its length
  std::string finish();                         // 16 bytes; once

private:
  void take(std::uint64_t word);
  void round();

  std::uint64_t v0_, v1_, v2_, v3_;
  std::string tail_; // fewer than eight bytes
  std::uint64_t length_ = 0;
};

} // namespace wt
