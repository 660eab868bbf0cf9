// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SipHash-2-4-128: see keyed_digest.h.

#include "store/keyed_digest.h"

#include <algorithm>
#include <bit>

namespace wt {

namespace {

void append_little(std::string &out, std::uint64_t word) {
  for (int shift = 0; shift < 64; shift += 8)
    out += static_cast<char>(word >> shift);
}

std::uint64_t little_word(std::string_view bytes) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < bytes.size() && i < 8; ++i)
    word |= std::uint64_t(static_cast<unsigned char>(bytes[i])) << (8 * i);
  return word;
}

} // namespace

KeyedDigest::KeyedDigest(const StoreKey &key)
    : v0_(0x736f6d6570736575 ^ key.first),
      v1_(0x646f72616e646f6d ^ key.second ^ 0xee),
      v2_(0x6c7967656e657261 ^ key.first),
      v3_(0x7465646279746573 ^ key.second) {}

void KeyedDigest::round() {
  v0_ += v1_;
  v1_ = std::rotl(v1_, 13) ^ v0_;
  v0_ = std::rotl(v0_, 32);
  v2_ += v3_;
  v3_ = std::rotl(v3_, 16) ^ v2_;
  v0_ += v3_;
  v3_ = std::rotl(v3_, 21) ^ v0_;
  v2_ += v1_;
  v1_ = std::rotl(v1_, 17) ^ v2_;
  v2_ = std::rotl(v2_, 32);
}

void KeyedDigest::take(std::uint64_t word) {
  v3_ ^= word;
  round();
  round();
  v0_ ^= word;
}

KeyedDigest &KeyedDigest::add_raw(std::string_view bytes) {
  length_ += bytes.size();
  if (!tail_.empty()) {
    std::size_t wanted = std::min(8 - tail_.size(), bytes.size());
    tail_ += bytes.substr(0, wanted);
    bytes.remove_prefix(wanted);
    if (tail_.size() < 8)
      return *this;
    take(little_word(tail_));
    tail_.clear();
  }
  for (; bytes.size() >= 8; bytes.remove_prefix(8))
    take(little_word(bytes.substr(0, 8)));
  tail_ = bytes;
  return *this;
}

KeyedDigest &KeyedDigest::add(std::uint64_t field) {
  std::string bytes;
  append_little(bytes, field);
  return add_raw(bytes);
}

KeyedDigest &KeyedDigest::add(std::string_view field) {
  return add(static_cast<std::uint64_t>(field.size())).add_raw(field);
}

std::string KeyedDigest::finish() {
  take(little_word(tail_) | length_ << 56);
  std::string out;
  v2_ ^= 0xee;
  for (int half = 0; half < 2; ++half) {
    for (int i = 0; i < 4; ++i)
      round();
    append_little(out, v0_ ^ v1_ ^ v2_ ^ v3_);
    v1_ ^= 0xdd;
  }
  return out;
}

} // namespace wt
