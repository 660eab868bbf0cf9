// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How are two sets united cheaply?  What is added is usually much smaller than
// the set it is added to: each of its chunks is searched, and only if one is
// missing are the arrays merged, from the back, in place.
//
// Tested by tests/unit/pointer/solver_point_set_test.cpp.

#include "pointer/point_set.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace wt::pointer {

namespace {

// The first chunk in [from, end) whose index is not less, by doubling steps.
template <class Chunk>
Chunk *seek(Chunk *from, Chunk *end, std::uint32_t index) {
  std::ptrdiff_t step = 1;
  while (step < end - from && from[step].index < index) {
    from += step;
    step *= 2;
  }
  Chunk *limit = step < end - from ? from + step : end;
  return std::lower_bound(from, limit, index,
                          [](const auto &chunk, std::uint32_t wanted) {
                            return chunk.index < wanted;
                          });
}

} // namespace

PointSet &PointSet::operator=(const PointSet &other) {
  if (this == &other)
    return *this;
  count_ = 0;
  reserve(other.count_);
  std::memcpy(data(), other.data(), other.count_ * sizeof(Chunk));
  count_ = other.count_;
  return *this;
}

void PointSet::swap(PointSet &other) noexcept {
  static_assert(sizeof(Chunk) >= sizeof(Chunk *));
  std::swap(one_, other.one_); // the larger member, whichever is in use
  std::swap(count_, other.count_);
  std::swap(capacity_, other.capacity_);
}

void PointSet::release() {
  if (capacity_ > 1)
    delete[] many_;
}

void PointSet::reserve(std::uint32_t capacity) {
  if (capacity <= capacity_)
    return;
  capacity = std::max(capacity, capacity_ < 4 ? 4 : capacity_ * 3 / 2);
  Chunk *bigger = new Chunk[capacity];
  std::memcpy(bigger, data(), count_ * sizeof(Chunk));
  release();
  many_ = bigger;
  capacity_ = capacity;
}

void PointSet::append(Chunk chunk) {
  reserve(count_ + 1);
  data()[count_++] = chunk;
}

void PointSet::append(LocationId id) {
  if (count_ == 0 || data()[count_ - 1].index != id.value / 32)
    append(Chunk{id.value / 32, 0});
  data()[count_ - 1].bits |= 1u << (id.value % 32);
}

std::size_t PointSet::size() const {
  std::size_t size = 0;
  for (const Chunk &chunk : chunks())
    size += static_cast<std::size_t>(std::popcount(chunk.bits));
  return size;
}

bool PointSet::contains(LocationId id) const {
  const Chunk *end = data() + count_;
  const Chunk *at = seek(data(), end, id.value / 32);
  return at != end && at->index == id.value / 32 &&
         (at->bits >> (id.value % 32) & 1);
}

bool PointSet::operator==(const PointSet &other) const {
  return std::ranges::equal(chunks(), other.chunks());
}

bool PointSet::insert(LocationId id) {
  PointSet single;
  single.append({id.value / 32, 1u << (id.value % 32)});
  return insert(single);
}

bool PointSet::insert(const PointSet &other) {
  Chunk *at = data(), *end = data() + count_;
  std::uint32_t missing = 0;
  bool grew = false;
  for (const Chunk &chunk : other.chunks()) {
    at = seek(at, end, chunk.index);
    if (at == end || at->index != chunk.index) {
      ++missing;
      continue;
    }
    grew |= (chunk.bits & ~at->bits) != 0;
    at->bits |= chunk.bits;
  }
  if (missing > 0)
    merge(other, missing);
  return grew || missing > 0;
}

bool PointSet::insert(const PointSet &other, PointSet &fresh) {
  Chunk *at = data(), *end = data() + count_;
  PointSet added;
  std::uint32_t missing = 0;
  for (const Chunk &chunk : other.chunks()) {
    at = seek(at, end, chunk.index);
    bool is_missing = at == end || at->index != chunk.index;
    std::uint32_t bits = is_missing ? chunk.bits : chunk.bits & ~at->bits;
    missing += is_missing;
    if (bits == 0)
      continue;
    added.append({chunk.index, bits});
    if (!is_missing)
      at->bits |= bits;
  }
  if (missing > 0)
    merge(other, missing);
  bool grew = !added.empty();
  if (fresh.empty())
    fresh = std::move(added);
  else if (grew)
    fresh.insert(added);
  return grew;
}

// Makes room for the chunks that are only in `other`; the bits of chunks in
// both are united already.
void PointSet::merge(const PointSet &other, std::uint32_t missing) {
  reserve(count_ + missing);
  Chunk *out = data() + count_ + missing;
  const Chunk *mine = data() + count_;
  const Chunk *theirs = other.data() + other.count_;
  while (theirs != other.data()) {
    if (mine != data() && mine[-1].index >= theirs[-1].index) {
      if (mine[-1].index == theirs[-1].index)
        --theirs;
      *--out = *--mine;
    } else {
      *--out = *--theirs;
    }
  }
  count_ += missing;
}

void PointSet::subtract(const PointSet &other) {
  const Chunk *at = other.data(), *end = at + other.count_;
  Chunk *out = data();
  for (const Chunk &chunk : chunks()) {
    at = seek(at, end, chunk.index);
    bool is_common = at != end && at->index == chunk.index;
    std::uint32_t bits = is_common ? chunk.bits & ~at->bits : chunk.bits;
    if (bits != 0)
      *out++ = {chunk.index, bits};
  }
  count_ = static_cast<std::uint32_t>(out - data());
}

bool PointSet::meets(const PointSet &other) const {
  const Chunk *at = other.data(), *end = at + other.count_;
  for (const Chunk &chunk : chunks()) {
    at = seek(at, end, chunk.index);
    if (at == end)
      return false;
    if (at->index == chunk.index && (at->bits & chunk.bits) != 0)
      return true;
  }
  return false;
}

bool PointSet::meets(std::span<const std::uint32_t> words) const {
  for (const Chunk &chunk : chunks())
    if (chunk.index < words.size() && (chunk.bits & words[chunk.index]) != 0)
      return true;
  return false;
}

void PointSet::subtract(std::span<const std::uint32_t> words) {
  Chunk *out = data();
  for (const Chunk &chunk : chunks()) {
    std::uint32_t bits = chunk.index < words.size()
                             ? chunk.bits & ~words[chunk.index]
                             : chunk.bits;
    if (bits != 0)
      *out++ = {chunk.index, bits};
  }
  count_ = static_cast<std::uint32_t>(out - data());
}

} // namespace wt::pointer
