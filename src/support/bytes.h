// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How are numbers put into bytes, and taken out of bytes that may lie?
//
// Numbers are written seven bits at a time, lowest first (small ones take one
// byte), signed ones folded so that small magnitudes stay small.  A ByteReader
// never reads outside its bytes: after the first problem it is failed() and
// answers 0 to everything.  A count of items is believed only as far as the
// bytes that are left could hold them, so no input leads to a huge allocation.
//
// Tested by tests/unit/ir/binary_test.cpp.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace wt {

class ByteWriter {
public:
  void byte(std::uint8_t b) { out_.push_back(static_cast<char>(b)); }
  void number(std::uint64_t n) {
    while (n >= 0x80) {
      byte(static_cast<std::uint8_t>(n | 0x80));
      n >>= 7;
    }
    byte(static_cast<std::uint8_t>(n));
  }
  void signed_number(std::int64_t n) {
    number((static_cast<std::uint64_t>(n) << 1) ^
           static_cast<std::uint64_t>(n >> 63));
  }
  void bytes(std::string_view text) { out_ += text; }
  void string(std::string_view text) { number(text.size()), bytes(text); }

  std::size_t size() const { return out_.size(); }
  std::string take() { return std::move(out_); }

private:
  std::string out_;
};

class ByteReader {
public:
  explicit ByteReader(std::string_view bytes)
      : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  std::uint8_t byte() {
    if (at_ == end_)
      return fail(), 0;
    return static_cast<std::uint8_t>(*at_++);
  }
  std::uint64_t number() {
    std::uint64_t n = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      std::uint8_t b = byte();
      n |= static_cast<std::uint64_t>(b & 0x7f) << shift;
      if (b < 0x80)
        return n;
    }
    return fail(), 0;
  }
  // A number that must fit 32 bits.
  std::uint32_t small_number() {
    std::uint64_t n = number();
    if (n > UINT32_MAX)
      return fail(), 0;
    return static_cast<std::uint32_t>(n);
  }
  std::int64_t signed_number() {
    std::uint64_t n = number();
    return static_cast<std::int64_t>((n >> 1) ^ (0 - (n & 1)));
  }
  // How many items follow, each of at least `least` bytes.
  std::size_t count(std::size_t least = 1) {
    std::uint64_t n = number();
    if (n > left() / least)
      return fail(), 0;
    return static_cast<std::size_t>(n);
  }
  std::string_view bytes(std::size_t n) {
    if (n > left())
      return fail(), std::string_view();
    std::string_view text(at_, n);
    at_ += n;
    return text;
  }
  std::string_view string() { return bytes(count()); }

  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }
  bool failed() const { return failed_; }
  void fail() { failed_ = true, at_ = end_; }

private:
  const char *at_;
  const char *end_;
  bool failed_ = false;
};

} // namespace wt
