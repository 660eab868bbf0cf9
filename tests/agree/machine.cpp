// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory, inputs and reachability of the oracle's machine; see machine.h.
//
// Memory that was never written reads as an input: whatever the allocator,
// the caller or an earlier run left there.

#include "machine.h"

#include <algorithm>

namespace wt::agree {

namespace {

[[noreturn]] void undefined(std::string reason) {
  throw PathEnd{PathEnd::Why::kUndefined, std::move(reason)};
}
[[noreturn]] void give_up(std::string reason) {
  throw PathEnd{PathEnd::Why::kGaveUp, std::move(reason)};
}

// Removes the cells that touch [begin, end).
void erase_cells(Object &object, std::int64_t begin, std::int64_t end) {
  std::erase_if(object.cells, [&](const auto &item) {
    const auto &[offset, cell] = item;
    return offset < end && offset + std::int64_t(cell.size) > begin;
  });
}

std::int64_t repeat(std::uint8_t byte, std::uint32_t size) {
  std::uint64_t bits = 0;
  for (std::uint32_t i = 0; i < std::min(size, 8u); ++i)
    bits = bits << 8 | byte;
  return wrap(static_cast<std::int64_t>(bits), std::min(size, 8u) * 8);
}

} // namespace

std::int64_t wrap(std::int64_t value, std::uint32_t width) {
  if (width == 0 || width >= 64)
    return value;
  if (width == 1)
    return value & 1;
  std::uint64_t bits = static_cast<std::uint64_t>(value) << (64 - width);
  return static_cast<std::int64_t>(bits) >> (64 - width);
}

std::uint32_t size_of(const ir::TypeTable &types, ir::TypeId id) {
  const ir::Type &type = types[id];
  switch (type.kind) {
  case ir::TypeKind::kInt:
  case ir::TypeKind::kFloat:
    return std::max(1u, (type.width + 7) / 8);
  case ir::TypeKind::kArray:
    return static_cast<std::uint32_t>(type.count *
                                      size_of(types, type.element));
  case ir::TypeKind::kRecord:
    return static_cast<std::uint32_t>(type.size);
  default:
    return 8;
  }
}

ObjectId Machine::new_object(Object::Kind kind) {
  Object object;
  object.kind = kind;
  return objects_.push(std::move(object));
}

Value Machine::new_input(const ir::TypeTable &types, ir::TypeId type) {
  const ir::Type &declared = types[type];
  bool is_int = declared.kind == ir::TypeKind::kInt;
  Input input;
  input.is_pointer = declared.kind == ir::TypeKind::kPointer;
  input.width = is_int ? declared.width : 64;
  if (heap_cells_ && input.is_pointer)
    input.pointee = {&types, types.pointee(type)};
  return {.kind = Value::Kind::kInput, .input = inputs_.push(input)};
}

// None: an object that nothing else has led to so far.  Nothing leads to a cell
// that is lost.
std::vector<std::optional<ObjectId>>
Machine::targets_of(const Input &input) const {
  std::vector<std::optional<ObjectId>> out;
  std::uint32_t cells = 0;
  for (ObjectId id : objects_.ids()) {
    const Object &object = objects_[id];
    if (object.kind != Object::Kind::kOutside)
      continue;
    ++cells;
    if ((may_alias_ || heap_cells_) && !object.is_lost &&
        object.type == input.pointee)
      out.push_back(id);
  }
  if (!heap_cells_ || cells < heap_cells_)
    out.insert(out.begin(), std::nullopt);
  return out;
}

Value Machine::look(const Value &value) {
  if (!value.is_input())
    return value;
  if (inputs_[value.input].value)
    return *inputs_[value.input].value;
  const Input input = inputs_[value.input];
  Value chosen;
  if (input.is_pointer) {
    std::vector<std::optional<ObjectId>> targets = targets_of(input);
    if (std::uint32_t choice = choices_.choose(1 + targets.size())) {
      std::optional<ObjectId> target = targets[choice - 1];
      if (!target) {
        target = new_object(Object::Kind::kOutside);
        objects_[*target].type = input.pointee;
      }
      chosen = Value::pointer(*target);
    }
  } else {
    std::vector<std::int64_t> values;
    for (std::int64_t number : domain_)
      if (std::int64_t w = wrap(number, input.width);
          std::ranges::find(values, w) == values.end())
        values.push_back(w);
    chosen = Value::of(values[choices_.choose(values.size())]);
  }
  inputs_[value.input].value = chosen;
  return chosen;
}

Object &Machine::access(const Value &pointer) {
  if (pointer.kind == Value::Kind::kFunction)
    give_up("access to code");
  if (!pointer.is_pointer())
    undefined("access through a number");
  Object &object = objects_[pointer.object];
  if (object.is_handle)
    undefined("access through a handle");
  if (object.is_freed) {
    used_.push_back(pointer.object);
    if (use_traps_ || object.kind == Object::Kind::kLocal)
      undefined("use after free");
  }
  return object;
}

Value Machine::load(const Value &pointer, std::uint32_t size,
                    const ir::TypeTable &types, ir::TypeId type) {
  Object &object = access(pointer);
  std::int64_t at = pointer.number;
  auto cell = object.cells.find(at);
  if (cell != object.cells.end() && cell->second.size == size)
    return cell->second.value;
  if (cell != object.cells.end() && cell->second.size > size &&
      cell->second.value.is_number())
    return Value::of(wrap(cell->second.value.number, size * 8));
  for (const auto &[offset, other] : object.cells)
    if (offset < at + size && offset + std::int64_t(other.size) > at)
      give_up("load of a part of what was stored");
  for (std::size_t i = object.fills.size(); i-- > 0;) {
    const Fill &fill = object.fills[i];
    if (fill.begin <= at && at + size <= fill.end)
      return Value::of(repeat(fill.byte, size));
    if (fill.begin < at + size && at < fill.end)
      give_up("load of a part of what was filled");
  }
  if (heap_cells_ && object.kind == Object::Kind::kAcquired)
    undefined("load of what was never written");
  Value input = new_input(types, type);
  objects_[pointer.object].cells[at] = {input, size};
  return input;
}

void Machine::store(const Value &pointer, const Value &value,
                    std::uint32_t size) {
  access(pointer);
  settle(pointer.object, pointer.number, pointer.number + size);
  Object &object = objects_[pointer.object];
  erase_cells(object, pointer.number, pointer.number + size);
  object.cells[pointer.number] = {value, size};
}

void Machine::fill(const Value &pointer, std::uint8_t byte, std::int64_t size) {
  if (size <= 0)
    return;
  access(pointer);
  settle(pointer.object, pointer.number, pointer.number + size);
  Object &object = objects_[pointer.object];
  erase_cells(object, pointer.number, pointer.number + size);
  object.fills.push_back({pointer.number, pointer.number + size, byte});
}

void Machine::copy(const Value &to, const Value &from, std::int64_t size) {
  if (size <= 0)
    return;
  const Object source = access(from);
  access(to);
  settle(to.object, to.number, to.number + size);
  Object &target = objects_[to.object];
  std::int64_t begin = from.number, end = from.number + size;
  std::int64_t shift = to.number - from.number;
  erase_cells(target, to.number, to.number + size);
  std::erase_if(target.fills, [&](const Fill &fill) {
    return to.number <= fill.begin && fill.end <= to.number + size;
  });
  for (const Fill &fill : source.fills)
    if (fill.begin < end && fill.end > begin)
      target.fills.push_back({std::max(fill.begin, begin) + shift,
                              std::min(fill.end, end) + shift, fill.byte});
  for (const auto &[offset, cell] : source.cells) {
    bool touches = offset < end && offset + std::int64_t(cell.size) > begin;
    bool inside = offset >= begin && offset + std::int64_t(cell.size) <= end;
    if (touches && !inside)
      give_up("copy of a part of a pointer or number");
    if (inside)
      target.cells[offset + shift] = cell;
  }
}

void Machine::settle(ObjectId id, std::int64_t begin, std::int64_t end) {
  const HeapType type = objects_[id].type;
  if (!type.types || !type.types->is_record(type.id))
    return;
  for (const ir::FieldDecl &field : (*type.types)[type.id].fields)
    if (std::int64_t at = field.offset;
        type.types->is_pointer(field.type) && begin < at + 8 && at < end)
      look(load(Value::pointer(id, at), 8, *type.types, field.type));
}

void Machine::clear(ObjectId id) {
  Object &object = objects_[id];
  object.cells.clear();
  object.fills.clear();
  object.holds.clear();
}

std::set<ObjectId> Machine::reachable_from(const Value &value) const {
  std::set<ObjectId> seen;
  std::vector<Value> open = {value};
  while (!open.empty()) {
    Value next = open.back();
    open.pop_back();
    if (next.is_input() && inputs_[next.input].value)
      next = *inputs_[next.input].value;
    if (!next.is_pointer() || !seen.insert(next.object).second)
      continue;
    const Object &object = objects_[next.object];
    if (object.is_freed)
      continue;
    for (const auto &[offset, cell] : object.cells)
      open.push_back(cell.value);
    for (ObjectId held : object.holds)
      open.push_back(Value::pointer(held));
    for (ObjectId held : object.region)
      open.push_back(Value::pointer(held));
  }
  return seen;
}

std::vector<bool> Machine::reachable(bool from_frames,
                                     const std::vector<Value> &extra) const {
  std::vector<Value> roots = extra;
  for (ObjectId id : objects_.ids()) {
    const Object &object = objects_[id];
    if (object.is_kept || object.kind == Object::Kind::kGlobal ||
        object.kind == Object::Kind::kOutside)
      roots.push_back(Value::pointer(id));
  }
  if (from_frames)
    add_frames(roots);
  std::vector<bool> seen(objects_.size());
  for (const Value &root : roots)
    for (ObjectId id : reachable_from(root))
      seen[id.value] = true;
  return seen;
}

std::vector<bool> Machine::referenced(const std::vector<Value> &extra) const {
  std::vector<Value> references = extra;
  add_frames(references);
  for (const Object &object : objects_)
    for (const auto &[offset, cell] : object.cells)
      references.push_back(cell.value);
  std::vector<bool> seen(objects_.size());
  for (Value reference : references) {
    if (reference.is_input() && inputs_[reference.input].value)
      reference = *inputs_[reference.input].value;
    if (reference.is_pointer())
      seen[reference.object.value] = true;
  }
  return seen;
}

void Machine::add_frames(std::vector<Value> &roots) const {
  for (const Frame &frame : frames_) {
    const std::vector<bool> &live =
        frame.liveness->after(frame.block, frame.at);
    for (ir::ValueId v : frame.registers.ids())
      if (live[v.value] && frame.registers[v])
        roots.push_back(*frame.registers[v]);
    for (const std::optional<Value> &held : frame.held)
      if (held)
        roots.push_back(*held);
    for (const auto &[slot, object] : frame.locals)
      roots.push_back(Value::pointer(object));
  }
}

} // namespace wt::agree
