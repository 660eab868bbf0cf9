// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The header, the checksum and the compression of stored units; see
// ir/binary.h.  The checksum covers the packed bytes, so nothing damaged ever
// reaches the decompressor.

#include "ir/binary.h"

#include <xxhash.h>
#include <zstd.h>

#include <cstring>
#include <memory>

namespace wt::ir {

namespace {

constexpr std::string_view kMagic = "WTUNIT\r\n";
constexpr std::size_t kHeaderSize = 40;
constexpr int kLevel = 3;
constexpr std::uint32_t kAsItIs = 0, kZstd = 1;
// A payload that would shrink more than this is kept as it is, and one that
// claims to have shrunk more is refused: a small file must stay small.
constexpr std::uint64_t kMaxRatio = 32;

void put_number(std::string &out, std::uint64_t n, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i)
    out += static_cast<char>(n >> (8 * i));
}

std::uint64_t get_number(std::string_view in, std::size_t at, unsigned bytes) {
  std::uint64_t n = 0;
  for (unsigned i = 0; i < bytes; ++i)
    n |= static_cast<std::uint64_t>(static_cast<unsigned char>(in[at + i]))
         << (8 * i);
  return n;
}

// Of the two header fields behind the version and of the packed bytes.
std::string checksum(std::string_view fields, std::string_view packed) {
  // The state holds 64-byte aligned buffers, hence not on the stack.
  std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t *)> state(
      XXH3_createState(), XXH3_freeState);
  XXH3_128bits_reset(state.get());
  XXH3_128bits_update(state.get(), fields.data(), fields.size());
  XXH3_128bits_update(state.get(), packed.data(), packed.size());
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(state.get()));
  return std::string(reinterpret_cast<const char *>(canonical.digest),
                     sizeof canonical.digest);
}

// The payload compressed, or empty when that is not worth it.
std::string compress(std::string_view payload) {
  std::string packed(ZSTD_compressBound(payload.size()), '\0');
  std::size_t size = ZSTD_compress(packed.data(), packed.size(), payload.data(),
                                   payload.size(), kLevel);
  if (ZSTD_isError(size) || size >= payload.size() ||
      payload.size() / kMaxRatio > size)
    return {};
  packed.resize(size);
  return packed;
}

} // namespace

std::string write_unit(const Unit &unit) {
  std::string payload = write_payload(unit);
  std::string packed = compress(payload);
  std::string fields;
  put_number(fields, packed.empty() ? kAsItIs : kZstd, 4);
  put_number(fields, payload.size(), 8);
  if (packed.empty())
    packed = std::move(payload);
  std::string out(kMagic);
  put_number(out, kUnitFormat, 4);
  out.reserve(kHeaderSize + packed.size());
  out += fields;
  out += checksum(fields, packed);
  out += packed;
  return out;
}

Result<Unit> read_unit(std::string_view bytes) {
  if (!bytes.starts_with(kMagic))
    return fail("not a stored unit");
  if (bytes.size() < kHeaderSize)
    return fail("stored unit is cut off");
  std::uint64_t version = get_number(bytes, 8, 4);
  if (version != kUnitFormat)
    return fail("stored unit has format " + std::to_string(version) +
                ", this program reads format " + std::to_string(kUnitFormat));
  std::string_view fields = bytes.substr(12, 12);
  std::string_view packed = bytes.substr(kHeaderSize);
  if (checksum(fields, packed) != bytes.substr(24, 16))
    return fail("stored unit is damaged: its checksum is wrong");
  std::uint64_t method = get_number(bytes, 12, 4);
  std::uint64_t size = get_number(bytes, 16, 8);
  if (method == kAsItIs && size == packed.size())
    return read_payload(packed);
  if (method != kZstd || size / kMaxRatio > packed.size())
    return fail("stored unit is damaged: its sizes do not fit");
  std::unique_ptr<char[]> payload(new char[size]); // not filled first
  std::size_t got =
      ZSTD_decompress(payload.get(), size, packed.data(), packed.size());
  if (ZSTD_isError(got) || got != size)
    return fail("stored unit is damaged: it cannot be unpacked");
  return read_payload({payload.get(), size});
}

} // namespace wt::ir
