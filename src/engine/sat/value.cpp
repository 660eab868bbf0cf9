// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Guarded sets of targets (Saturn, Figures 2 and 3).

#include "engine/sat/value.h"

#include <algorithm>

namespace wt::sat {

Overlap overlap(Offset a, std::int64_t size_a, Offset b, std::int64_t size_b) {
  if (a.symbol != b.symbol || a.symbol == Offset::kAny) {
    bool b_is_all = size_b < 0 && b.is_known() && b.base <= 0;
    return b_is_all ? Overlap::kInside : Overlap::kMaybe;
  }
  bool a_ends_before = size_a >= 0 && a.base + size_a <= b.base;
  bool b_ends_before = size_b >= 0 && b.base + size_b <= a.base;
  if (a_ends_before || b_ends_before)
    return Overlap::kNone;
  if (a.base == b.base && size_a == size_b)
    return Overlap::kExact;
  if (a.base >= b.base &&
      (size_b < 0 || (size_a >= 0 && a.base + size_a <= b.base + size_b)))
    return Overlap::kInside;
  return Overlap::kMaybe;
}

Shape shape_of(const ir::TypeTable &types, ir::TypeId type) {
  if (!type.valid())
    return {};
  const ir::Type &t = types[type];
  switch (t.kind) {
  case ir::TypeKind::kPointer:
  case ir::TypeKind::kFunction:
  case ir::TypeKind::kArray:
    return kPointerShape;
  case ir::TypeKind::kInt:
    return {false, t.width == 0 ? 64 : t.width};
  case ir::TypeKind::kFloat:
    return {false, t.width == 0 ? 64 : t.width};
  default:
    return {};
  }
}

Value null_pointer() { return pointer_to(kAddresses); }

Value pointer_to(ObjectId object, Offset offset) {
  return {true, {{kYes, object, offset}}, {}};
}

Value integer(std::uint64_t number, std::uint32_t width) {
  return integer(logic::constant(number, width));
}

Value integer(Bits bits) { return {false, {}, std::move(bits)}; }

std::optional<std::int64_t> constant_of(const Value &value) {
  if (!value.is_pointer) {
    auto number = logic::constant_value(value.bits);
    if (!number || value.bits.empty())
      return std::nullopt;
    return logic::sign_extended(*number, value.bits.size());
  }
  if (value.targets.size() != 1 || value.targets[0].object != kAddresses ||
      !value.targets[0].offset.is_known())
    return std::nullopt;
  return value.targets[0].offset.base;
}

Cond null_guard(Conditions &table, const Value &pointer) {
  Cond out = kNo;
  for (const Target &target : pointer.targets)
    if (target.is_null())
      out = table.either(out, target.guard);
  return out;
}

Cond points_to(Conditions &table, const Value &value, ObjectId object) {
  Cond out = kNo;
  for (const Target &target : value.targets)
    if (target.object == object)
      out = table.either(out, target.guard);
  return out;
}

std::vector<Target> guarded(Conditions &table, Cond guard,
                            const std::vector<Target> &targets) {
  std::vector<Target> out;
  for (Target target : targets) {
    target.guard = table.both(guard, target.guard);
    if (!target.guard.is_no())
      out.push_back(target);
  }
  return out;
}

void add_target(Conditions &table, std::vector<Target> &targets,
                Target target) {
  if (target.guard.is_no())
    return;
  auto found = std::ranges::find_if(targets, [&](const Target &other) {
    return other.object == target.object && other.offset == target.offset;
  });
  if (found == targets.end())
    targets.push_back(target);
  else
    found->guard = table.either(found->guard, target.guard);
}

} // namespace wt::sat
