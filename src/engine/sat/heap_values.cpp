// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that need objects or fresh atoms: unknowns, conversions between
// pointers and integers, merges (Saturn, Figure 3), equality, attributes.

#include "engine/sat/heap.h"

#include <algorithm>

namespace wt::sat {

using Kind = Object::Kind;

namespace {

constexpr std::size_t kMaxTargets = 24; // at exact places, of one pointer
constexpr std::size_t kMaxMerged = 96;  // of all pointers that meet
constexpr std::size_t kMaxPairs = 576;  // of targets in a comparison

} // namespace

Cond Heap::unknown_null() {
  Cond is_null = table.atom();
  beliefs.note_unknown(is_null);
  return is_null;
}

Value Heap::unknown(Shape shape, std::uint32_t name) {
  if (!shape.is_pointer)
    return integer(logic::unknown(table, shape.width));
  Cond is_null = unknown_null();
  ObjectId object = unknown_object(name);
  return {true, {{is_null, kAddresses, {}}, {!is_null, object, {}}}, {}};
}

Value Heap::converted(const Value &value, Shape shape) {
  if (value.shape() == shape)
    return value;
  if (!shape.is_pointer && !value.is_pointer) {
    Value out = value;
    out.bits = logic::resized(value.bits, shape.width, false);
    // More bytes than were written; a truth value is zero or one in memory.
    for (std::size_t i = value.bits.size(); i < shape.width; ++i)
      out.bits[i] = value.bits.size() == 1 ? kNo : table.atom();
    return out;
  }
  if (!shape.is_pointer) {
    Value out{false, value.targets, {}};
    if (auto number = constant_of(value)) {
      out.bits = logic::constant(*number, shape.width);
      out.targets.clear();
      return out;
    }
    // Any address, but zero just when it is null.
    Cond not_null = !null_guard(table, value);
    out.bits = logic::unknown(table, shape.width);
    for (Cond &bit : out.bits)
      bit = table.both(bit, not_null);
    if (shape.width > 12)
      out.bits[12] = not_null;
    return out;
  }
  Value out{true, value.targets, {}};
  Cond rest = kYes;
  for (const Target &target : value.targets)
    rest = table.both(rest, !target.guard);
  if (rest.is_no())
    return out;
  if (auto number = constant_of(value)) {
    add_target(table, out.targets, {rest, kAddresses, {*number, 0}});
    return out;
  }
  Bits zero = logic::constant(0, value.bits.size());
  Cond is_zero = logic::equal(table, value.bits, zero);
  add_target(table, out.targets, {table.both(rest, is_zero), kAddresses, {}});
  Cond elsewhere = table.both(rest, !is_zero);
  if (!elsewhere.is_no())
    add_target(table, out.targets, {elsewhere, unknown_object(0), {}});
  return out;
}

// A cursor that may stand at several places of an object stands somewhere in
// it.
void Heap::collapse(std::vector<Target> &targets) {
  std::map<ObjectId, std::size_t> places;
  for (const Target &target : targets)
    ++places[target.object];
  std::vector<Target> out;
  for (Target target : targets) {
    if (target.object != kAddresses && places[target.object] > 1)
      target.offset = kSomewhere;
    add_target(table, out, target);
  }
  targets = std::move(out);
}

// Too many to tell apart: what it may be is out of danger.
std::vector<Target>
Heap::give_up(std::span<const std::pair<Cond, Value>> choices,
              bool is_pointer) {
  Cond is_null = kNo;
  for (const auto &[guard, value] : choices) {
    escape(value.targets, guard);
    blur(value.targets);
    for (const Target &target : value.targets)
      objects[target.object].is_given_up = true;
    is_null =
        table.either(is_null, table.both(guard, null_guard(table, value)));
  }
  if (!is_pointer)
    return {};
  return {{is_null, kAddresses, {}}, {!is_null, unknown_object(0), {}}};
}

Value Heap::merged(std::span<const std::pair<Cond, Value>> choices,
                   Shape shape) {
  if (choices.size() == 1)
    return converted(choices[0].second, shape);
  Value out{shape.is_pointer, {}, {}};
  Cond left = kYes; // none of the earlier choices
  std::vector<std::pair<Cond, Value>> kept;
  for (const auto &[guard, value] : choices) {
    Cond now = table.both(left, guard);
    left = table.both(left, !guard);
    if (!now.is_no())
      kept.push_back({now, converted(value, shape)});
  }
  if (kept.empty())
    return unknown(shape, 0);
  if (std::ranges::all_of(
          kept, [&](const auto &k) { return k.second == kept[0].second; }))
    return kept[0].second;
  std::size_t all = 0;
  for (const auto &[guard, value] : kept)
    all += value.targets.size();
  if (all > kMaxMerged) {
    out.targets = give_up(kept, shape.is_pointer);
  } else {
    for (const auto &[guard, value] : kept)
      for (const Target &target : guarded(table, guard, value.targets))
        add_target(table, out.targets, target);
    if (out.targets.size() > kMaxTargets)
      collapse(out.targets);
  }
  if (!shape.is_pointer) {
    out.bits = kept.back().second.bits;
    for (std::size_t i = kept.size() - 1; i-- > 0;)
      out.bits =
          logic::choose(table, kept[i].first, kept[i].second.bits, out.bits);
  }
  spend(out.targets.size() + 1);
  return out;
}

// The offset as a number of bytes.
std::optional<Bits> Heap::number_of(Offset offset) {
  if (offset.symbol == Offset::kAny)
    return std::nullopt;
  Bits out = logic::constant(offset.base, 64);
  for (std::uint32_t id = offset.symbol; id; id = symbols_[id - 1].onto) {
    const Symbol &symbol = symbols_[id - 1];
    Bits index = logic::resized(symbol.index, 64, true);
    out = logic::add(table, out, logic::times(table, index, symbol.stride));
  }
  return out;
}

// When are they the same number of bytes?  nullopt: nobody knows.
std::optional<Cond> Heap::same_offset(Offset a, Offset b) {
  std::optional<Bits> x = number_of(a), y = number_of(b);
  return x && y ? std::optional(logic::equal(table, *x, *y)) : std::nullopt;
}

// When do two targets denote one address?  Saturn takes objects with
// different access paths to be different; a test in the program that compares
// them is left open here.
Cond Heap::same_place(const Target &a, const Target &b) {
  if (a.object == b.object && a.offset.symbol == b.offset.symbol &&
      a.offset.symbol != Offset::kAny)
    return a.offset.base == b.offset.base ? kYes : kNo;
  if (a.object == b.object)
    if (std::optional<Cond> same = same_offset(a.offset, b.offset))
      return *same;
  if (a.object != b.object) {
    const Object &x = objects[a.object], &y = objects[b.object];
    auto may_meet = [](const Object &one, const Object &other) {
      if (one.kind == Kind::kUnknown)
        return other.kind != Kind::kAddresses;
      return one.kind == Kind::kEntry &&
             (other.kind == Kind::kEntry || other.kind == Kind::kGlobal ||
              other.kind == Kind::kFunction);
    };
    if (!may_meet(x, y) && !may_meet(y, x))
      return kNo;
    // Nobody else can have what nobody else was given.
    auto is_private = [](const Object &one) {
      return one.kind == Kind::kFresh && one.escaped.is_no();
    };
    if (is_private(x) || is_private(y))
      return kNo;
  }
  if (b.object < a.object)
    return same_place(b, a);
  auto [found, is_new] =
      same_.try_emplace({a.object, a.offset, b.object, b.offset});
  if (is_new)
    found->second = table.atom();
  return found->second;
}

Cond Heap::equal(const Value &a, const Value &b) {
  if (!a.is_pointer && !b.is_pointer) {
    std::uint32_t width = std::max(a.bits.size(), b.bits.size());
    return logic::equal(table, logic::resized(a.bits, width, false),
                        logic::resized(b.bits, width, false));
  }
  if (a == b)
    return kYes;
  Value x = converted(a, kPointerShape), y = converted(b, kPointerShape);
  if (x.targets.size() * y.targets.size() > kMaxPairs)
    return table.atom(); // left open
  Cond out = kNo;
  for (const Target &s : x.targets)
    for (const Target &t : y.targets) {
      spend();
      Cond both = table.both(s.guard, t.guard);
      if (!both.is_no())
        out = table.either(out, table.both(both, same_place(s, t)));
    }
  return out;
}

// Which of two addresses is lower?  In one object their offsets say it.
Cond Heap::below(const Target &a, const Target &b) {
  if (a.offset.symbol == Offset::kAny || b.offset.symbol == Offset::kAny)
    return table.atom();
  if (a.object == b.object && a.offset.symbol == b.offset.symbol)
    return a.offset.base < b.offset.base ? kYes : kNo;
  if (a.object == b.object)
    return logic::less(table, *number_of(a.offset), *number_of(b.offset), true);
  if (a.is_null() || b.is_null())
    return a.is_null() ? kYes : kNo;
  if (b.object < a.object)
    return table.both(!below(b, a), !same_place(b, a));
  auto [found, is_new] =
      below_.try_emplace({a.object, a.offset, b.object, b.offset});
  if (is_new)
    found->second = table.both(table.atom(), !same_place(a, b));
  return found->second;
}

Cond Heap::below(const Value &a, const Value &b) {
  if (a == b)
    return kNo;
  Value x = converted(a, kPointerShape), y = converted(b, kPointerShape);
  if (x.targets.size() * y.targets.size() > kMaxPairs)
    return table.atom(); // left open
  Cond out = kNo;
  for (const Target &s : x.targets)
    for (const Target &t : y.targets) {
      spend();
      Cond both = table.both(s.guard, t.guard);
      if (!both.is_no())
        out = table.either(out, table.both(both, below(s, t)));
    }
  return out;
}

Bits Heap::uninterpreted(std::uint32_t operation, const Bits &a, const Bits &b,
                         std::uint32_t width) {
  std::vector<std::uint32_t> key{operation, width};
  for (Cond bit : a)
    key.push_back(bit.code);
  key.push_back(UINT32_MAX);
  for (Cond bit : b)
    key.push_back(bit.code);
  auto [found, is_new] = uninterpreted_.try_emplace(std::move(key));
  if (is_new)
    found->second = logic::unknown(table, width);
  return found->second;
}

Offset Heap::scaled(Offset offset, const Bits &index, std::int64_t stride,
                    std::optional<Bounds> bounds) {
  if (auto number = logic::constant_value(index))
    return offset.plus(logic::sign_extended(*number, index.size()) * stride);
  if (offset.symbol == Offset::kAny)
    return offset;
  std::vector<std::uint32_t> key{offset.symbol,
                                 static_cast<std::uint32_t>(stride)};
  for (Cond bit : index)
    key.push_back(bit.code);
  if (bounds)
    for (std::int64_t edge : {bounds->begin, bounds->end})
      key.push_back(static_cast<std::uint32_t>(edge));
  auto [found, is_new] = symbol_ids_.try_emplace(
      std::move(key), static_cast<std::uint32_t>(symbols_.size() + 1));
  if (is_new)
    symbols_.push_back({offset.symbol, stride, index, bounds});
  return {offset.base, found->second};
}

std::optional<Heap::Bounds> Heap::bounds_of(Offset offset,
                                            std::int64_t size) const {
  if (offset.symbol == Offset::kAny || size < 0)
    return std::nullopt;
  if (offset.is_known())
    return Bounds{offset.base, offset.base + size};
  return symbols_[offset.symbol - 1].bounds;
}

// Indices stay in their arrays.
bool Heap::are_apart(Offset a, std::int64_t size_a, Offset b,
                     std::int64_t size_b) const {
  if (a.is_known() == b.is_known())
    return false;
  std::optional<Bounds> x = bounds_of(a, size_a), y = bounds_of(b, size_b);
  return x && y && (x->end <= y->begin || y->end <= x->begin);
}

void Heap::mark_freed(const Target &target, model::FamilyId family,
                      const Point &at) {
  Object &object = objects[target.object];
  bool is_parameter = object.kind == Kind::kEntry && !object.parent.valid();
  if (is_indifferent(target.object) && !is_parameter)
    return;
  Point here = at;
  here.guard = table.both(at.guard, target.guard);
  if (here.guard.is_no())
    return;
  has_freed_ = true;
  object.frees.push_back({here, object.freed, family});
  object.freed = table.either(object.freed, here.guard);
  given_away.push_back({this->here, target.object});
}

void Heap::set_escaped(ObjectId id, Cond guard) {
  Object &object = objects[id];
  object.escaped = table.either(object.escaped, guard);
  object.escaped_for_good = table.either(object.escaped_for_good, guard);
}

void Heap::mark_in_container(std::span<const Target> targets) {
  for (const Target &target : targets)
    if (objects[target.object].kind == Kind::kUnknown) {
      objects[target.object].is_in_container = true;
      has_containers_ = true;
    }
}

void Heap::escape(std::span<const Target> targets, Cond guard, Keeper keeper) {
  bool is_for_good = keeper != Keeper::kContainer;
  std::vector<std::pair<ObjectId, Cond>> work;
  std::map<ObjectId, int> visits;
  for (const Target &target : targets)
    if (!is_indifferent(target.object))
      work.push_back({target.object, table.both(guard, target.guard)});
  while (!work.empty() && spend()) {
    auto [id, when] = work.back();
    work.pop_back();
    if (when.is_no())
      continue;
    Object &object = objects[id];
    if (logs_[id].empty() && object.inherited.empty() &&
        table.surely_implies(when, is_for_good ? object.escaped_for_good
                                               : object.escaped))
      continue;
    if (is_for_good) {
      set_escaped(id, when);
    } else {
      object.escaped = table.either(object.escaped, when);
      has_containers_ = true;
    }
    given_away.push_back({here, id});
    if (++visits[id] > 4) // cycles end here
      continue;
    for (const Held &one : held(id))
      if (!is_indifferent(one.target.object))
        work.push_back({one.target.object, table.both(when, one.guard)});
  }
}

void Heap::blur(std::span<const Target> targets) {
  for (const Target &target : targets)
    objects[target.object].blurred = kYes;
}

// Nothing that was acquired or is followed here is or hangs on it.
bool Heap::is_indifferent(ObjectId id) const {
  const Object &object = objects[id];
  return id == kAddresses || (object.is_outside() && logs_[id].empty() &&
                              !object.is_followed && object.inherited.empty());
}

bool Heap::was_read(ObjectId object, Offset offset) const {
  auto at = initial_.lower_bound({object, offset, false, 0, 0});
  return at != initial_.end() && std::get<0>(at->first) == object &&
         std::get<1>(at->first) == offset;
}

void Heap::escape_contents(ObjectId object, Cond guard, Keeper keeper) {
  std::vector<Target> targets;
  for (const Held &one : held(object))
    targets.push_back({one.guard, one.target.object, one.target.offset});
  escape(targets, guard, keeper);
}

void Heap::escape_inherited(ObjectId object, Offset offset, std::int64_t size,
                            Cond guard) {
  const std::vector<ObjectId> inherited = objects[object].inherited;
  for (ObjectId child : inherited)
    if (overlap(objects[child].offset, 8, offset, size) != Overlap::kNone) {
      Target target{kYes, child, {}};
      escape(std::span(&target, 1), guard);
    }
}

void Heap::escape_cell(ObjectId object, Offset offset, std::int64_t size,
                       Cond guard) {
  for (std::size_t i = logs_[object].size(); i-- > 0 && spend();) {
    const Write &write = logs_[object][i];
    bool matters = write.kind == Write::Kind::kCopy ||
                   std::ranges::any_of(write.value.targets, [&](auto &target) {
                     return !is_indifferent(target.object);
                   });
    if (!matters ||
        overlap(offset, size, write.offset, write.size) == Overlap::kNone ||
        table.surely_exclude(guard, write.at.guard))
      continue;
    Cond when = table.both(guard, write.at.guard);
    escape(write.value.targets, when);
    if (write.kind == Write::Kind::kCopy)
      escape_contents(write.from, when);
  }
}

void Heap::escape_exposed(Cond guard) {
  for (std::size_t i = 0; i < exposed_.size(); ++i)
    escape_contents(exposed_[i], guard,
                    objects[exposed_[i]].is_in_container ? Keeper::kContainer
                                                         : Keeper::kAnyone);
}

} // namespace wt::sat
