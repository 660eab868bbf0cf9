// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What may a variable hold, on every path at once?
//
// A pointer is a guarded set of targets (Saturn's guarded location sets,
// Section 3.1): "under g1 it points to a, under g2 to b + 8".  Null and other
// constant addresses are targets too: offset n of the object kAddresses.
// An integer is a bit vector; it may carry targets besides, when it was made
// from a pointer or is a handle such as a file descriptor.  Casts between the
// two keep the targets, which is all that Saturn's polymorphic locations
// (Section 3.2) are needed for here.
//
// Tested by tests/unit/engine/.

#pragma once

#include "ir/type.h"
#include "logic/bits.h"

namespace wt::sat {

using logic::Bits;
using logic::Cond;
using logic::Conditions;
using logic::kNo;
using logic::kYes;

using ObjectId = Id<struct ObjectTag>;
inline constexpr ObjectId kAddresses{std::size_t(0)}; // constant addresses

// Bytes from the start of an object: base + the unknown that `symbol` names.
struct Offset {
  static constexpr std::uint32_t kAny = UINT32_MAX;
  std::int64_t base = 0;
  std::uint32_t symbol = 0; // 0: none; kAny: equal to no other offset

  bool is_known() const { return symbol == 0; }
  Offset plus(std::int64_t bytes) const { return {base + bytes, symbol}; }
  auto operator<=>(const Offset &) const = default;
};
inline constexpr Offset kSomewhere{0, Offset::kAny};

// Do accesses of these sizes (bytes; < 0: unbounded) touch common bytes?
enum class Overlap : std::uint8_t { kNone, kExact, kInside, kMaybe };
// kInside: [a, a + size_a) lies in [b, b + size_b).
Overlap overlap(Offset a, std::int64_t size_a, Offset b, std::int64_t size_b);

struct Target {
  Cond guard;
  ObjectId object;
  Offset offset;

  bool is_null() const {
    return object == kAddresses && offset == Offset{0, 0};
  }
  bool operator==(const Target &) const = default;
};

// How a value is stored: what a declared type says about it.
struct Shape {
  bool is_pointer = false;
  std::uint32_t width = 64; // bits
  std::int64_t bytes() const { return (width + 7) / 8; }
  auto operator<=>(const Shape &) const = default;
};
inline constexpr Shape kPointerShape{true, 64};
inline constexpr std::uint32_t kHandleWidth = 32; // of descriptors
Shape shape_of(const ir::TypeTable &types, ir::TypeId type);

struct Value {
  bool is_pointer = false;
  std::vector<Target> targets; // of a pointer; carried by an integer
  Bits bits;                   // of an integer

  Shape shape() const {
    return is_pointer ? kPointerShape
                      : Shape{false, static_cast<std::uint32_t>(bits.size())};
  }
  bool operator==(const Value &) const = default;
};

Value null_pointer();
Value pointer_to(ObjectId object, Offset offset = {});
Value integer(std::uint64_t number, std::uint32_t width);
Value integer(Bits bits);
// The number or constant address, when it is the same on all paths.
std::optional<std::int64_t> constant_of(const Value &value);

// When the value is the null pointer; nothing is said about integers.
Cond null_guard(Conditions &table, const Value &pointer);
// When the value points to, or carries, this object.
Cond points_to(Conditions &table, const Value &value, ObjectId object);
// The same value, known only under `guard`.
std::vector<Target> guarded(Conditions &table, Cond guard,
                            const std::vector<Target> &targets);
// Adds one target; targets to the same place become one.
void add_target(Conditions &table, std::vector<Target> &targets, Target target);

} // namespace wt::sat
