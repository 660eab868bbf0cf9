// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects and the logs of their contents (see heap.h).

#include "engine/sat/heap.h"

#include <algorithm>

namespace wt::sat {

using Kind = Object::Kind;

namespace {
constexpr std::int64_t kPointerBytes = 8;
constexpr Offset kFromStart{INT64_MIN / 2, 0}; // wherever that is
} // namespace

Heap::Heap(Conditions &t, const Graph &graph, ObjectKeys &keys, Budget &budget,
           const Program &program)
    : table(t), graph_(graph), keys_(keys), budget_(budget), program_(program) {
  make({.kind = Kind::kAddresses}, int(Kind::kAddresses), 0, {}, 0);
}

bool Heap::spend(std::uint64_t steps) {
  if (!budget_.spend(steps))
    exhausted_ = true;
  return !exhausted_;
}

ObjectId Heap::make(Object object, int kind, std::uint32_t name,
                    ObjectId parent, std::int64_t offset) {
  std::uint32_t parent_key = parent.valid() ? objects[parent].key : 0;
  object.key = keys_
                   .try_emplace({kind, name, parent_key, offset},
                                static_cast<std::uint32_t>(keys_.size() + 1))
                   .first->second;
  object.name = name;
  object.parent = parent;
  logs_.push({});
  held_.push({});
  return objects.push(std::move(object));
}

ObjectId Heap::slot(std::uint32_t variable) {
  ObjectId &root = roots_[{int(Kind::kSlot), variable}];
  if (!root.valid())
    root = make({.kind = Kind::kSlot}, int(Kind::kSlot), variable, {}, 0);
  return root;
}

ObjectId Heap::variable(std::uint32_t variable) {
  ObjectId &root = roots_[{int(Kind::kVariable), variable}];
  if (!root.valid())
    root =
        make({.kind = Kind::kVariable}, int(Kind::kVariable), variable, {}, 0);
  return root;
}

ObjectId Heap::global(ProgramVariableId id) {
  ObjectId &root = roots_[{int(Kind::kGlobal), id.value}];
  if (!root.valid())
    root = make({.kind = Kind::kGlobal, .global = id}, int(Kind::kGlobal),
                id.value, {}, 0);
  return root;
}

ObjectId Heap::function(std::uint32_t id) {
  ObjectId &root = roots_[{int(Kind::kFunction), id}];
  if (!root.valid())
    root = make({.kind = Kind::kFunction}, int(Kind::kFunction), id, {}, 0);
  return root;
}

ObjectId Heap::parameter(std::uint32_t number) {
  return make({.kind = Kind::kEntry}, int(Kind::kEntry), number, {}, 0);
}

ObjectId Heap::unknown_object(std::uint32_t name, ObjectId parent) {
  return make({.kind = Kind::kUnknown}, int(Kind::kUnknown), name, parent, 0);
}

ObjectId Heap::fresh(const Point &at, const model::Place &place,
                     model::FamilyId family, Cond valid, bool is_zeroed) {
  std::int64_t where =
      place.root == model::Place::Root::kResult ? 0
      : place.root == model::Place::Root::kGlobal
          ? -1 - std::int64_t(place.argument)
          : 1 + place.argument * 64 + place.element * 8 + place.dereferences;
  ObjectId object = make({.kind = Kind::kFresh,
                          .born = at,
                          .place = place,
                          .family = family,
                          .valid = valid},
                         int(Kind::kFresh), at.inst.value, {}, where);
  if (is_zeroed)
    zero({kYes, object, kFromStart}, -1, at);
  return object;
}

// What a cell held before the function, or after the havoc of `epoch`.
Value Heap::initial(ObjectId object, Offset offset, Shape shape,
                    std::uint32_t epoch) {
  if (offset.symbol == Offset::kAny)
    return unknown(shape, object.value);
  CellKey key{object, offset, shape.is_pointer, shape.width, epoch};
  if (auto found = initial_.find(key); found != initial_.end())
    return found->second;
  Value value;
  Kind kind = objects[object].kind;
  std::optional<Value> known;
  if (kind == Kind::kGlobal && epoch == 0)
    known = initialised(objects[object], offset, shape);
  if (known) {
    value = std::move(*known);
  } else if (!shape.is_pointer) {
    value = integer(logic::unknown(table, shape.width));
  } else {
    Cond is_null = unknown_null();
    bool at_entry =
        epoch == 0 && (kind == Kind::kEntry || kind == Kind::kGlobal);
    Kind child_kind = at_entry ? Kind::kEntry : Kind::kUnknown;
    ObjectId child = make({.kind = child_kind, .offset = offset},
                          int(child_kind), epoch ? 1 + epoch : 0, object,
                          offset.base ^ std::int64_t(offset.symbol) << 40);
    objects[child].present = !is_null;
    value = {true, {{is_null, kAddresses, {}}, {!is_null, child, {}}}, {}};
  }
  initial_.emplace(key, value);
  return value;
}

ObjectId Heap::held_at_entry(ObjectId holder, Offset offset) const {
  auto found = initial_.find({holder, offset, true, kPointerShape.width, 0});
  if (found == initial_.end())
    return {};
  for (const Target &target : found->second.targets)
    if (objects[target.object].kind == Kind::kEntry &&
        objects[target.object].parent == holder)
      return target.object;
  return {};
}

bool Heap::follow(ObjectId holder, Offset offset, const Point &at,
                  model::FamilyId family) {
  ObjectId id = held_at_entry(holder, offset);
  if (!id.valid() || objects[id].is_followed)
    return false;
  objects[id].is_followed = true;
  objects[id].born = at;
  objects[id].family = family;
  for (; objects[id].parent.valid(); id = objects[id].parent) {
    std::vector<ObjectId> &inherited = objects[objects[id].parent].inherited;
    if (std::ranges::find(inherited, id) != inherited.end())
      break;
    inherited.push_back(id);
    exposed_.push_back(objects[id].parent);
  }
  return true;
}

// The value of a global that nobody writes.
std::optional<Value> Heap::initialised(const Object &object, Offset offset,
                                       Shape shape) {
  if (!offset.is_known())
    return std::nullopt;
  const ProgramVariable &variable = program_.variables()[object.global];
  const ir::Global &global =
      program_.units()[variable.unit]->globals[variable.global];
  if (!global.is_constant && !variable.is_never_written)
    return std::nullopt;
  for (const ir::InitCell &cell : global.init) {
    if (std::int64_t(cell.offset) != offset.base)
      continue;
    switch (cell.kind) {
    case ir::InitCell::Kind::kInt:
      if (cell.width != shape.width)
        return std::nullopt;
      return converted(integer(cell.value, cell.width), shape);
    case ir::InitCell::Kind::kGlobal:
      return pointer_to(
          this->global(program_.variable(variable.unit, cell.global)),
          {cell.value, 0});
    case ir::InitCell::Kind::kFunction:
      return pointer_to(
          function(program_.procedure(variable.unit, cell.function).value));
    }
  }
  return std::nullopt;
}

Value Heap::from_write(const Write &write, ObjectId object, Offset offset,
                       Shape shape) {
  switch (write.kind) {
  case Write::Kind::kValue:
    return converted(write.value, shape);
  case Write::Kind::kForget:
  case Write::Kind::kForgetNumbers:
    return initial(object, offset, shape, write.epoch);
  case Write::Kind::kZero:
    return shape.is_pointer ? null_pointer() : integer(0, shape.width);
  case Write::Kind::kCopy:
    break;
  }
  Offset there = write.from_offset;
  if (offset.symbol != write.offset.symbol)
    there = kSomewhere;
  else
    there.base += offset.base - write.offset.base;
  return load(write.from, there, shape, write.at, write.from_size);
}

bool Heap::may_precede(const Write &write, const Point &at) const {
  return graph_.reaches(write.at.node, at.node) &&
         !table.surely_exclude(write.at.guard, at.guard);
}

Value Heap::load(ObjectId object, Offset offset, Shape shape, const Point &at,
                 std::size_t log_size) {
  std::vector<std::pair<Cond, Value>> choices;
  std::size_t i = std::min(log_size, logs_[object].size());
  bool covered = false;
  while (i-- > 0 && !covered) {
    if (!spend())
      break;
    Write &write = logs_[object][i]; // stays: loading makes only objects
    if (write.kind == Write::Kind::kForgetNumbers && shape.is_pointer)
      continue;
    Overlap common = overlap(offset, shape.bytes(), write.offset, write.size);
    if (common == Overlap::kNone || !may_precede(write, at) ||
        are_apart(offset, shape.bytes(), write.offset, write.size))
      continue;
    bool whole = write.kind != Write::Kind::kValue;
    if (common == Overlap::kExact || (whole && common == Overlap::kInside)) {
      choices.push_back(
          {write.at.guard, from_write(write, object, offset, shape)});
      covered = table.surely_implies(at.guard, write.at.guard);
      continue;
    }
    give_away_contents(write);
    // Two loads of one cell agree on it.
    MaybeKey key{object, i, offset, shape.is_pointer, shape.width};
    auto known = perhaps_.find(key);
    if (known == perhaps_.end()) {
      std::optional<Cond> same = meets(write, offset, shape);
      bool is_open = !same && (!shape.is_pointer || common != Overlap::kMaybe);
      Value some = is_open ? unknown(shape, object.value)
                           : converted(write.value, shape);
      known =
          perhaps_.emplace(key, std::pair(same ? *same : table.atom(), some))
              .first;
    }
    bool says_nothing = shape.is_pointer && common == Overlap::kMaybe &&
                        write.value.targets.empty();
    if (!says_nothing)
      choices.push_back({table.both(write.at.guard, known->second.first),
                         known->second.second});
  }
  if (!covered)
    choices.push_back({kYes, initial(object, offset, shape, 0)});
  return merged(choices, shape);
}

// When is a cell that is read at an index the one that was written at another?
std::optional<Cond> Heap::meets(const Write &write, Offset offset,
                                Shape shape) {
  if (write.kind != Write::Kind::kValue || write.value.shape() != shape)
    return std::nullopt;
  return same_offset(write.offset, offset);
}

std::size_t Heap::writes_before(ObjectId object, const Point &at) {
  std::size_t count = logs_[object].size();
  for (; count > 0 && spend(); --count)
    if (may_precede(logs_[object][count - 1], at))
      break;
  return count;
}

// Perhaps these bytes were read, perhaps not, perhaps some: what was written
// may be what is used from here on, in ways that cannot be followed.
void Heap::give_away_contents(Write &write) {
  if (write.is_given_away)
    return;
  write.is_given_away = true;
  escape(write.value.targets, write.at.guard);
  for (const Target &target : write.value.targets) {
    Cond &blurred = objects[target.object].blurred;
    blurred = table.either(blurred, table.both(write.at.guard, target.guard));
  }
  if (write.kind == Write::Kind::kCopy)
    escape_contents(write.from, write.at.guard);
}

void Heap::add(ObjectId object, Write write) {
  if (write.at.guard.is_no() || !spend())
    return;
  if (objects[object].is_outside() && logs_[object].empty())
    exposed_.push_back(object);
  logs_[object].push_back(std::move(write));
}

void Heap::store(const Target &target, const Value &value, const Point &at) {
  if (target.object == kAddresses)
    return;
  Point here = at;
  here.guard = table.both(at.guard, target.guard);
  // Somewhere in an array: a local one loses it when it ends.
  bool is_local = objects[target.object].kind == Kind::kSlot;
  if (target.offset.symbol == Offset::kAny)
    escape(value.targets, here.guard,
           is_local ? Keeper::kContainer : Keeper::kAnyone);
  add(target.object, {.at = here,
                      .offset = target.offset,
                      .size = value.shape().bytes(),
                      .value = value});
}

void Heap::forget(ObjectId object, Cond guard, const Point &at,
                  bool numbers_only, std::optional<Bounds> where) {
  if (object == kAddresses || objects[object].kind == Kind::kFunction)
    return;
  Point here = at;
  here.guard = table.both(at.guard, guard);
  add(object, {.kind = numbers_only ? Write::Kind::kForgetNumbers
                                    : Write::Kind::kForget,
               .at = here,
               .offset = where ? Offset{where->begin, 0} : kFromStart,
               .size = where ? where->end - where->begin : -1,
               .epoch = ++epochs_});
}

void Heap::forget_cell(ObjectId object, Offset offset, std::int64_t size,
                       Cond guard, const Point &at) {
  if (object == kAddresses)
    return;
  Point here = at;
  here.guard = table.both(at.guard, guard);
  add(object, {.kind = Write::Kind::kForget,
               .at = here,
               .offset = offset,
               .size = size,
               .epoch = ++epochs_});
}

void Heap::zero(const Target &target, std::int64_t size, const Point &at) {
  if (target.object == kAddresses)
    return;
  Point here = at;
  here.guard = table.both(at.guard, target.guard);
  add(target.object, {.kind = Write::Kind::kZero,
                      .at = here,
                      .offset = target.offset,
                      .size = size});
}

void Heap::copy(const Target &to, const Target &from, std::int64_t size,
                const Point &at) {
  if (to.object == kAddresses || from.object == kAddresses)
    return;
  Point here = at;
  here.guard = table.both(at.guard, table.both(to.guard, from.guard));
  Write write{.kind = Write::Kind::kCopy,
              .at = here,
              .offset = to.offset,
              .size = size,
              .from = from.object,
              .from_offset = from.offset,
              .from_size = logs_[from.object].size()};
  for (Held one : held(from.object)) {
    if (overlap(one.at, kPointerBytes, from.offset, size) == Overlap::kNone)
      continue;
    one.at = one.at.symbol == from.offset.symbol
                 ? to.offset.plus(one.at.base - from.offset.base)
                 : kSomewhere;
    write.moved.push_back(one);
  }
  add(to.object, std::move(write));
}

// Brings `list` up to date with the next write to its object.
void Heap::note_held(std::vector<Held> &list, ObjectId object,
                     std::size_t entry) {
  const Write &write = logs_[object][entry];
  if (write.kind != Write::Kind::kForgetNumbers)
    for (Held &one : list) {
      Overlap common = overlap(one.at, kPointerBytes, write.offset, write.size);
      if (common == Overlap::kExact || common == Overlap::kInside)
        one.guard = table.both(one.guard, !write.at.guard);
    }
  std::erase_if(list, [](const Held &one) { return one.guard.is_no(); });
  for (const Target &target : write.value.targets) {
    Cond guard = table.both(target.guard, write.at.guard);
    if (target.object != kAddresses && !guard.is_no())
      list.push_back({guard, target, write.offset, entry});
  }
  for (const Held &moved : write.moved) {
    Cond guard = table.both(moved.guard, write.at.guard);
    // What comes from several places that had it from one is one.
    auto same = std::ranges::find_if(list, [&](const Held &one) {
      return one.at == moved.at && one.target.object == moved.target.object &&
             one.target.offset == moved.target.offset;
    });
    if (same != list.end())
      same->guard = table.either(same->guard, guard);
    else if (!guard.is_no())
      list.push_back({guard, moved.target, moved.at, entry});
  }
  spend(list.size());
}

// What it held from the start, as far as the writes left it there; those that
// only forget may have.
void Heap::add_inherited(std::vector<Held> &list, ObjectId object,
                         std::size_t log_size) {
  for (ObjectId inherited : objects[object].inherited) {
    Held one{objects[inherited].present, {}, objects[inherited].offset};
    one.target = {one.guard, inherited, {}};
    for (std::size_t i = 0; i < log_size && !one.guard.is_no(); ++i) {
      const Write &write = logs_[object][i];
      if (write.kind == Write::Kind::kForgetNumbers ||
          write.kind == Write::Kind::kForget)
        continue;
      Overlap common = overlap(one.at, kPointerBytes, write.offset, write.size);
      if (common == Overlap::kExact || common == Overlap::kInside)
        one.guard = table.both(one.guard, !write.at.guard);
    }
    if (!one.guard.is_no())
      list.push_back(one);
  }
}

std::vector<Held> Heap::held(ObjectId object) {
  HeldList &list = held_[object];
  for (; list.seen < logs_[object].size(); ++list.seen)
    note_held(list.all, object, list.seen);
  std::vector<Held> out = list.all;
  add_inherited(out, object, logs_[object].size());
  return out;
}

std::vector<Held> Heap::held_at(ObjectId object, std::size_t log_size) {
  std::vector<Held> out;
  for (std::size_t i = 0; i < log_size; ++i)
    note_held(out, object, i);
  add_inherited(out, object, log_size);
  return out;
}

} // namespace wt::sat
