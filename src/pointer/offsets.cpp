// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How is offset arithmetic done without listing every element?  A move
// forwards has one result.  A move backwards over `n` elements of an array
// differs for the first `n` of them only; the others stay inside.
//
// Tested by tests/unit/pointer/solver_offsets_test.cpp.

#include "pointer/offsets.h"

#include <algorithm>
#include <numeric>

namespace wt::pointer {

namespace {

constexpr std::size_t kMostPlaces = 64;   // of one move or copied cell
constexpr std::size_t kMostElements = 16; // listed instead of folded

void tidy(std::vector<std::uint32_t> &offsets) {
  std::sort(offsets.begin(), offsets.end());
  offsets.erase(std::unique(offsets.begin(), offsets.end()), offsets.end());
}

// Elements that hold no pointer are bytes, whatever is inside them.
std::vector<Array> usable(const std::vector<Array> &arrays) {
  std::vector<Array> out;
  for (Array array : arrays) {
    if (array.stride == 0 || array.begin >= array.end)
      continue;
    if (array.stride < kPointerSize)
      array.stride = 1;
    bool is_in_bytes = std::ranges::any_of(out, [&](const Array &outer) {
      return outer.stride == 1 && outer.begin <= array.begin &&
             array.begin < outer.end;
    });
    if (!is_in_bytes)
      out.push_back(array);
  }
  return out;
}

// All places that the elements around one offset lead to, backwards.
class BackwardMove {
public:
  BackwardMove(std::vector<Array> levels, std::uint32_t offset,
               std::int64_t delta)
      : levels_(std::move(levels)), offset_(offset), delta_(delta) {}

  // False: too many.
  bool run() { return choose(0, 0); }
  const std::vector<std::int64_t> &results() const { return results_; }

private:
  // `shift`: how far the elements chosen so far are from the first ones.
  bool choose(std::size_t level, std::int64_t shift) {
    if (level == levels_.size()) {
      std::int64_t result = offset_ + shift + delta_;
      if (is_right(result))
        results_.push_back(result);
      return ++tried_ <= kMostPlaces * 4;
    }
    const Array &array = levels_[level];
    std::int64_t last = (array.end - 1 - offset_) / array.stride;
    if (array.stride >= kPointerSize) {
      std::int64_t beyond = (-delta_ + array.stride - 1) / array.stride;
      for (std::int64_t i = 0; i <= std::min(last, beyond); ++i)
        if (!take(level, shift, i))
          return false;
      return true;
    }
    // Bytes: the first one, and the first one that stays inside.
    std::int64_t inside = array.begin - (offset_ + delta_);
    if (!take(level, shift, 0))
      return false;
    return inside <= 0 || inside > last || take(level, shift, inside);
  }

  bool take(std::size_t level, std::int64_t shift, std::int64_t element) {
    taken_.push_back({element, shift});
    bool is_fine = choose(level + 1, shift + element * levels_[level].stride);
    taken_.pop_back();
    return is_fine;
  }

  bool is_right(std::int64_t result) const {
    if (result < 0)
      return false;
    for (std::size_t i = 0; i < levels_.size(); ++i) {
      if (taken_[i].element == 0)
        continue;
      std::int64_t in_first = result - taken_[i].outer_shift;
      if (in_first >= levels_[i].end ||
          (in_first < levels_[i].begin && levels_[i].stride < kPointerSize))
        return false;
    }
    return true;
  }

  struct Taken {
    std::int64_t element, outer_shift;
  };
  std::vector<Array> levels_;
  std::int64_t offset_, delta_;
  std::vector<Taken> taken_; // at each level, while choosing
  std::vector<std::int64_t> results_;
  std::size_t tried_ = 0;
};

} // namespace

Offsets::Offsets(const Object &object)
    : size_(object.is_function ? 0 : object.size),
      fold_(object.is_one_location ? 1 : 0), arrays_(usable(object.arrays)) {}

void Offsets::set_fold(std::uint32_t modulus) {
  assert(modulus > 0 && (fold_ == 0 || fold_ % modulus == 0));
  fold_ = modulus;
}

std::optional<std::uint32_t> Offsets::normalise(std::int64_t offset) const {
  if (fold_ == 1)
    return 0;
  if (offset < 0 || offset > size_)
    return std::nullopt;
  auto out = static_cast<std::uint32_t>(offset);
  if (fold_ != 0)
    return out % fold_;
  for (const Array &array : arrays_)
    if (array.begin <= out && out < array.end)
      out = array.begin + (out - array.begin) % array.stride;
  return out;
}

std::vector<Array> Offsets::levels(std::uint32_t offset) const {
  if (fold_ != 0)
    return {{0, size_ == kUnknownSize ? size_ : size_ + 1, fold_}};
  std::vector<Array> out;
  for (const Array &array : arrays_)
    if (array.begin <= offset && offset < array.end)
      out.push_back(array);
  return out;
}

bool Offsets::is_in_array(std::uint32_t offset) const {
  if (fold_ != 0)
    return true;
  return std::ranges::any_of(arrays_, [&](const Array &array) {
    return array.begin <= offset && offset < array.end;
  });
}

bool Offsets::move(std::uint32_t offset, std::int64_t delta,
                   std::vector<std::uint32_t> &out) const {
  out.clear();
  if (delta >= 0 || fold_ == 1 || !is_in_array(offset)) {
    if (std::optional<std::uint32_t> to = normalise(offset + delta))
      out.push_back(*to);
    return true;
  }
  BackwardMove backward(levels(offset), offset, delta);
  if (!backward.run())
    return false;
  for (std::int64_t result : backward.results())
    if (std::optional<std::uint32_t> to = normalise(result))
      out.push_back(*to);
  tidy(out);
  return out.size() <= kMostPlaces;
}

// Does a walk over this array stay in one location?  Bytes at the start of a
// larger record do not say whether they are walked, or the record is.
bool Offsets::explains(std::size_t level, const std::vector<Array> &levels,
                       std::uint32_t stride) const {
  const Array &array = levels[level];
  if (stride % array.stride != 0)
    return false;
  if (fold_ != 0 || array.stride >= kPointerSize || stride >= kPointerSize)
    return true;
  std::uint32_t begin = level > 0 ? levels[level - 1].begin : 0;
  std::uint32_t end = level > 0 ? begin + levels[level - 1].stride : size_;
  return array.begin != begin || array.end >= end;
}

Offsets::Walk Offsets::walk(std::uint32_t offset, std::uint32_t stride) const {
  if (size_ == 0 || fold_ == 1)
    return {{offset}};
  if (stride == kUnknownStride)
    return {{}, 1};
  std::vector<Array> around = levels(offset);
  for (std::size_t i = 0; i < around.size(); ++i)
    if (explains(i, around, stride))
      return {{offset}};
  if (size_ == kUnknownSize || fold_ != 0)
    return {{}, fold_for(stride)};
  std::uint32_t first = offset % stride;
  std::uint32_t count = first < size_ ? (size_ - 1 - first) / stride + 1 : 0;
  if (count > 1 && (stride < kPointerSize || count > kMostElements))
    return {{}, fold_for(stride)};
  Walk listed{{offset}};
  for (std::uint32_t i = 0; i < count; ++i)
    listed.offsets.push_back(*normalise(first + i * stride));
  tidy(listed.offsets);
  return listed;
}

// Elements of one array stay one location.
std::uint32_t Offsets::fold_for(std::uint32_t stride) const {
  std::uint32_t fold = std::gcd(stride, fold_);
  for (const Array &array : arrays_)
    fold = std::gcd(fold, array.stride);
  return fold < kPointerSize ? 1 : fold;
}

bool Offsets::distances(std::uint32_t cell, std::uint32_t from,
                        std::uint32_t size, const Offsets &target,
                        std::uint32_t to,
                        std::vector<std::uint32_t> &out) const {
  out.clear();
  if (fold_ == 1)
    return false;
  std::vector<Array> target_levels = target.levels(to);
  std::vector<std::int64_t> reached{std::int64_t{cell} - from};
  for (const Array &array : levels(cell)) {
    // One distance is enough where the target takes all for one place.
    bool is_one_enough =
        std::ranges::any_of(target_levels, [&](const Array &there) {
          return array.stride % there.stride == 0 && there.end >= target.size_;
        });
    std::vector<std::int64_t> next;
    for (std::int64_t base : reached) {
      for (std::int64_t shift = 0; cell + shift < array.end;
           shift += array.stride) {
        if (base + shift >= size)
          break;
        next.push_back(base + shift);
        if (next.size() > kMostPlaces * 4)
          return false;
        if (is_one_enough && base + shift >= 0)
          break;
      }
    }
    reached = std::move(next);
  }
  for (std::int64_t distance : reached)
    if (distance >= 0 && distance < size)
      out.push_back(static_cast<std::uint32_t>(distance));
  tidy(out);
  return out.size() <= kMostPlaces;
}

bool Offsets::may_cover(std::uint32_t from, std::uint32_t size,
                        std::uint32_t cell) const {
  if (fold_ != 0)
    return true;
  std::vector<Array> around = levels(cell);
  std::uint32_t last = around.empty() ? cell : around.front().end - 1;
  return last >= from &&
         (cell < std::uint64_t{from} + size || is_in_array(from));
}

} // namespace wt::pointer
