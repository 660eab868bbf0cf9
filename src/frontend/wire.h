// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What do the tool and its workers say to each other?
//
// A message is a list of byte strings: a 32-bit count, then for each its 64-bit
// length and its bytes.  Both ends are ours and on one machine; a message
// that breaks off means that the worker died while writing it, and one with
// absurd numbers that something else wrote to the pipe.
//
//   request:  directory, file, "c" or "c++" driver, how many texts, (file,
//             its text)..., argument...
//   reply:    unit bytes ("" when it failed), diagnostics, input file..., "",
//             path where a header was looked for in vain...
//
// Tested by tests/unit/frontend/wire_test.cpp.

#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace wt::frontend {

using Message = std::vector<std::string>;

constexpr std::uint32_t kMaxParts = 1u << 24;
constexpr std::uint64_t kMaxPartBytes = std::uint64_t(4) << 30;

// How a worker ends when it cannot even say what went wrong.
constexpr int kOutOfMemoryStatus = 70;
constexpr int kFatalErrorStatus = 71;

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

// Puts a message together from pieces of any size, looking at each byte once.
class MessageReader {
public:
  // Takes bytes until a message is complete; returns how many it took.
  std::size_t feed(std::string_view bytes) {
    std::size_t taken = 0;
    while (!is_complete_ && !is_damaged_) {
      if (in_part_)
        taken += take_part(bytes.substr(taken));
      else
        taken += take_number(bytes.substr(taken));
      if (taken == bytes.size())
        break;
    }
    return taken;
  }

  bool is_empty() const { return !has_count_ && number_.empty(); }
  bool is_complete() const { return is_complete_; }
  bool is_damaged() const { return is_damaged_; } // can never be complete

  // The complete message; the reader is then ready for the next.
  Message take() { return std::exchange(*this, MessageReader()).parts_; }

private:
  std::size_t take_number(std::string_view bytes) {
    std::size_t size = has_count_ ? sizeof length_ : sizeof count_;
    std::size_t taken = std::min(bytes.size(), size - number_.size());
    number_ += bytes.substr(0, taken);
    if (number_.size() < size)
      return taken;
    if (has_count_) {
      std::memcpy(&length_, number_.data(), size);
      begin_part();
    } else {
      std::memcpy(&count_, number_.data(), size);
      has_count_ = true;
      is_damaged_ = count_ > kMaxParts;
      is_complete_ = count_ == 0;
    }
    number_.clear();
    return taken;
  }

  void begin_part() {
    is_damaged_ = length_ > kMaxPartBytes;
    if (is_damaged_)
      return;
    parts_.emplace_back();
    end_part_if_full();
  }

  std::size_t take_part(std::string_view bytes) {
    std::size_t taken =
        std::min<std::size_t>(bytes.size(), length_ - parts_.back().size());
    parts_.back() += bytes.substr(0, taken);
    end_part_if_full();
    return taken;
  }

  void end_part_if_full() {
    in_part_ = parts_.back().size() < length_;
    is_complete_ = !in_part_ && parts_.size() == count_;
  }

  Message parts_;
  std::string number_; // the bytes of a number so far
  std::uint32_t count_ = 0;
  std::uint64_t length_ = 0; // of the current part
  bool has_count_ = false;
  bool in_part_ = false; // the next byte belongs to parts_.back()
  bool is_complete_ = false;
  bool is_damaged_ = false;
};

} // namespace wt::frontend
