// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Digests with libxxhash; see digest.h.

#include "support/digest.h"

#include <fmt/format.h>
#include <xxhash.h>

namespace wt {

namespace {

void append(std::string &out, std::uint64_t word) {
  char bytes[8];
  for (int i = 0; i < 8; ++i)
    bytes[i] = static_cast<char>(word >> (56 - 8 * i));
  out.append(bytes, sizeof bytes);
}

std::uint64_t word_at(std::string_view bytes, std::size_t offset) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < 8; ++i)
    word = word << 8 | static_cast<unsigned char>(bytes[offset + i]);
  return word;
}

} // namespace

std::string Digest::bytes() const {
  std::string out;
  append(out, high);
  append(out, low);
  return out;
}

std::string Digest::hex() const {
  return fmt::format("{:016x}{:016x}", high, low);
}

Digest Digest::from_bytes(std::string_view bytes) {
  if (bytes.size() != 16)
    return {};
  return {word_at(bytes, 0), word_at(bytes, 8)};
}

Digest digest_of(std::string_view bytes) {
  XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.high64, hash.low64};
}

DigestBuilder &DigestBuilder::add(std::string_view field) {
  append(buffer_, field.size());
  buffer_ += field;
  return *this;
}

DigestBuilder &DigestBuilder::add(std::uint64_t field) {
  append(buffer_, field);
  return *this;
}

DigestBuilder &DigestBuilder::add(const Digest &field) {
  return add(field.high).add(field.low);
}

Digest unit_key(std::string_view main_file, std::string_view directory,
                std::span<const std::string> flags, std::string_view version) {
  DigestBuilder builder;
  builder.add(version).add(main_file).add(directory).add(flags.size());
  for (const std::string &flag : flags)
    builder.add(flag);
  return builder.finish();
}

} // namespace wt
