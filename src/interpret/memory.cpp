// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What do cells hold, and what is freed and kept?  See interpreter.h.

#include "interpret/interpreter.h"

#include "ir/member.h"
#include "memory/cleared.h"
#include "program/constants.h"

#include <algorithm>

namespace wt::infer {

using ir::ValueId;

unsigned Interpreter::bytes_of(ir::TypeId type) const {
  std::uint64_t size = unit_.types.size_of(type);
  if (unit_.types.is_pointer(type) || size == 0)
    return 8;
  return static_cast<unsigned>(std::min<std::uint64_t>(size, 255));
}

// What a global that nobody writes holds for ever.
std::optional<Value> Interpreter::constant_at(const Base &base,
                                              std::int64_t offset,
                                              unsigned bytes) {
  if (base.path.root().kind != PathRoot::Kind::kGlobal ||
      base.path.length() != 0 || offset < 0)
    return std::nullopt;
  ProgramVariableId variable(base.path.root().index);
  const Program &program = setting_.program;
  if (!program.variables()[variable].is_never_written)
    return std::nullopt;
  auto at = static_cast<std::uint64_t>(offset);
  if (auto function = constant_function(program, variable, at))
    return Value{bases_.entry(AccessPath::function(*function), true), 0, false};
  if (auto address = constant_address(program, variable, at))
    return Value{bases_.entry(AccessPath::global(address->variable), true),
                 address->offset, false};
  if (bytes > 8 || bytes == 0)
    return std::nullopt;
  if (auto n = constant_value(program, variable, at, bytes * 8))
    return number(*n);
  return std::nullopt;
}

Interpreter::Access Interpreter::access(ir::TypeId type) const {
  return {bytes_of(type), unit_.types.is_pointer(type)};
}

namespace {

// The cell in which the byte at `at` lies; null: in none.
const CellEntry *covering(const FlatMap<Cell, Content> &cells, const Cell &at) {
  if (at.any_element)
    return nullptr;
  auto next = cells.lower_bound({at.base, at.offset, true});
  while (next != cells.begin()) {
    const CellEntry &before = *--next;
    if (before.first.base != at.base)
      return nullptr;
    if (!before.first.any_element)
      return end_of(before) > at.offset ? &before : nullptr;
  }
  return nullptr;
}

} // namespace

// Do the cells of the object that nobody has written hold zero?
bool Interpreter::is_zero_at_first(BaseId base, const State &state) const {
  if (bases_[base].kind != Base::Kind::kNew || !state.is_live(base) ||
      !bases_.objects[base].is_zeroed || is_gone(state, {base, 0, true}, 0))
    return false;
  auto at = state.cells->lower_bound({base, INT64_MIN, false});
  for (; at != state.cells->end() && at->first.base == base; ++at)
    if (at->first.any_element) // whichever it is
      return false;
  return true;
}

Value Interpreter::load(const Value &address, Access access, const State &state,
                        ValueId at) {
  unsigned bytes = access.bytes;
  const Base base = bases_[address.base];
  auto unknown = [&] {
    return Value{bases_.make(Base::Kind::kOpaque, at.value), 0, false};
  };
  if (base.kind == Base::Kind::kMerged && !address.is_inside) {
    BaseId merged =
        bases_.make(Base::Kind::kMerged, at.value, std::uint64_t(1) << 41);
    std::vector<Value> parts(bases_.alternatives(address.base).begin(),
                             bases_.alternatives(address.base).end());
    for (Value part : parts) {
      part.offset += address.offset;
      if (bases_[part.base].kind != Base::Kind::kMerged)
        bases_.add_alternative(merged, load(part, access, state, at));
    }
    return {merged, 0, false};
  }
  if (is_number(address) || base.kind == Base::Kind::kOpaque ||
      base.kind == Base::Kind::kMasked || base.kind == Base::Kind::kStale ||
      base.kind == Base::Kind::kMerged)
    return unknown();
  Cell cell{address.base, address.offset, address.is_inside};
  if (auto found = state.cells->find(cell);
      found != state.cells->end() &&
      (found->second.bytes == bytes || bytes == 0))
    return found->second.value;
  if (const auto *around = covering(*state.cells, cell)) {
    bool is_within = cell.offset + bytes <= end_of(*around);
    if (!is_known(around->second) || !is_within || bytes == 0)
      return unknown();
    return part(*around, cell.offset, cell.offset + bytes).second.value;
  }
  if (address.is_inside && state.cells->find(cell) != state.cells->end())
    return unknown();
  if (is_gone(state, cell, std::max(bytes, 1u)))
    return unknown();
  if (address.is_inside) // one of the cells that are told apart, perhaps
    for (const auto &[other, content] : *state.cells)
      if (other.base == address.base)
        return unknown();
  if (is_zero_at_first(address.base, state))
    return number(0);
  if (base.kind != Base::Kind::kEntry)
    return unknown();
  if (!address.is_inside)
    if (auto constant = constant_at(base, address.offset, bytes))
      return *constant;
  if (base.path.is_deep())
    return {address.base, 0, false};
  PathStep step{static_cast<std::int32_t>(cell.offset), cell.any_element};
  AccessPath path = base.path.then(step);
  if (path.length() > kMaxDepth)
    path = base.path.deep();
  return {bases_.entry(path, access.is_pointer, bytes), 0, false};
}

namespace {

// Does the cell, or an element that it stands for, have bytes from there on?
bool reaches(const CellEntry &entry, std::int64_t from) {
  return entry.first.any_element || end_of(entry) > from;
}

} // namespace

void Interpreter::forget_cells(State &state, BaseId base, std::int64_t from) {
  auto is_forgotten = [&](const CellEntry &entry) {
    return reaches(entry, from);
  };
  auto first = state.cells->lower_bound({base, INT64_MIN, false}), last = first;
  while (last != state.cells->end() && last->first.base == base)
    ++last;
  if (std::none_of(first, last, is_forgotten))
    return;
  auto begin = first - state.cells->begin(), end = last - state.cells->begin();
  auto &cells = state.cells.edit();
  auto rest =
      std::remove_if(cells.begin() + begin, cells.begin() + end, is_forgotten);
  cells.erase(rest, cells.begin() + end);
}

// Somebody may have changed what an object holds, from an offset on.  New
// objects that were there may be there still: they are out of our hands.  So
// are those of the caller that were put into others of his, or into new ones.
void Interpreter::blur(State &state, BaseId base, std::int64_t from) {
  auto at = state.cells->lower_bound({base, INT64_MIN, false});
  std::vector<Value> held;
  for (; at != state.cells->end() && at->first.base == base; ++at)
    if (reaches(*at, from))
      held.push_back(at->second.value);
  for (const Value &value : held) {
    const Base &what = bases_[value.base];
    bool is_given = what.kind == Base::Kind::kEntry && what.is_pointer &&
                    !bases_.is_address(value.base) &&
                    (bases_.is_entry(base) || bases_.is_new(base));
    if ((bases_.is_new(value.base) || is_given) && value.base != base)
      keep(value, state, false);
  }
  forget_cells(state, base, from);
  insert_sorted(state.forgotten, base);
}

// What whoever is given the address may write: up to the end of the member of
// a record that it lies in.
Interpreter::Room Interpreter::room_at(ValueId address, const State &state) {
  Value place = value(address, state);
  auto member = ir::member_at(unit_, function_, address);
  while (member) {
    Value field = value(member->field, state);
    if (!field.is_inside && field.base == place.base) {
      std::int64_t begin = place.is_inside ? field.offset : place.offset;
      std::int64_t end = field.offset + std::int64_t(member->bytes);
      if (begin >= field.offset && begin < end)
        return {{field.base, begin, false}, std::uint64_t(end - begin)};
    }
    member =
        ir::member_at(unit_, function_, function_.operand(member->field, 0));
  }
  return {place, 0};
}

Value Interpreter::unknown_word(ValueId at, std::uint64_t offset) {
  return {bases_.make(Base::Kind::kOpaque, at.value, 2 + offset), 0, false};
}

// What is at `place` is not known any more: so many bytes, or all from there
// on.
void Interpreter::forget(const Value &place, std::uint64_t size, State &state,
                         ValueId at) {
  if (size > 0 && size <= kMaxForgotten && !place.is_inside &&
      bases_[place.base].kind != Base::Kind::kMerged) {
    for (std::uint64_t done = 0; done < size; done += 8) {
      auto bytes =
          static_cast<unsigned>(std::min<std::uint64_t>(8, size - done));
      store({place.base, place.offset + std::int64_t(done), false},
            unknown_word(at, done), bytes, state);
    }
    return;
  }
  if (size > 0 && !place.is_inside && has_cells(place.base))
    return forget_range({place, size}, state);
  blur(state, place.base, place.is_inside ? INT64_MIN : place.offset);
  if (bases_.is_entry(place.base) && !bases_.is_address(place.base))
    note(state, Effect::Kind::kForget, place.base, {}, false);
}

// Likewise, of many bytes.
void Interpreter::forget_range(const Room &room, State &state) {
  constexpr std::size_t kMaxGone = 64; // ranges
  BaseId base = room.begin.base;
  std::int64_t begin = room.begin.offset;
  std::int64_t end = begin + std::int64_t(room.bytes);
  bool is_much = state.gone->size() >= kMaxGone || room.bytes > UINT32_MAX;
  if (is_much)
    return blur(state, base);
  for (const Content &content : take_out(state, base, begin, end)) {
    const Base &held = bases_[content.value.base];
    bool is_given = held.kind == Base::Kind::kEntry && held.is_pointer &&
                    !bases_.is_address(content.value.base) &&
                    (bases_.is_entry(base) || bases_.is_new(base));
    if ((bases_.is_new(content.value.base) || is_given) &&
        content.value.base != base)
      keep(content.value, state, false);
  }
  auto known = state.gone->find({base, begin, false});
  if (known == state.gone->end() || known->second < end)
    state.gone.edit().insert_or_assign({base, begin, false}, end);
  if (bases_.is_entry(base) && !bases_.is_address(base))
    note(state, Effect::Kind::kForget, base, {}, false, begin,
         static_cast<std::uint32_t>(room.bytes));
}

// May somebody have changed some of the bytes?
bool Interpreter::is_gone(const State &state, const Cell &cell,
                          std::int64_t bytes) const {
  if (contains(*state.forgotten, cell.base))
    return true;
  auto at = state.gone->lower_bound({cell.base, INT64_MIN, false});
  for (; at != state.gone->end() && at->first.base == cell.base; ++at)
    if (cell.any_element ||
        (at->first.offset < cell.offset + bytes && cell.offset < at->second))
      return true;
  return false;
}

// Clears so many bytes of what is known; what is known of the bytes beside them
// stays.
std::vector<Content> Interpreter::take_out(State &state, BaseId base,
                                           std::int64_t begin,
                                           std::int64_t end) const {
  std::vector<Content> out;
  auto &cells = state.cells.edit();
  auto at = cells.lower_bound({base, begin - kMaxBlock, false});
  std::vector<CellEntry> rests; // of what is known
  while (at != cells.end() && at->first.base == base &&
         at->first.offset < end) {
    bool is_before =
        at->first.any_element ? at->first.offset < begin : end_of(*at) <= begin;
    if (is_before) {
      ++at;
      continue;
    }
    if (is_known(at->second) && at->first.offset < begin)
      rests.push_back(part(*at, at->first.offset, begin));
    if (is_known(at->second) && end_of(*at) > end)
      rests.push_back(part(*at, end, end_of(*at)));
    out.push_back(at->second);
    at = cells.erase(at);
  }
  for (const CellEntry &rest : rests)
    cells.insert_or_assign(rest.first, rest.second);
  return out;
}

void Interpreter::store(const Value &address, const Value &value,
                        unsigned bytes, State &state, std::uint32_t extent) {
  Base::Kind kind = bases_[address.base].kind;
  if (is_number(address) || kind == Base::Kind::kOpaque ||
      kind == Base::Kind::kMasked || kind == Base::Kind::kStale ||
      kind == Base::Kind::kMerged) {
    // Somewhere; the places it may be change too.
    keep(value, state, kind != Base::Kind::kMerged);
    for (const Value &part : bases_.alternatives(address.base))
      blur(state, part.base);
    return;
  }
  if (contains(*state.exposed, address.base))
    keep(value, state, true);
  if (bases_.is_new(address.base) && !state.is_live(address.base))
    keep(value, state, false); // somebody has the object, or had it
  if (address.is_inside || kind == Base::Kind::kOlder) {
    Cell cell{address.base, address.offset, true};
    auto found = state.cells->find(cell);
    Value held = value;
    if (found != state.cells->end() && found->second.value != value) {
      BaseId merged = bases_.make(Base::Kind::kMerged, address.base.value,
                                  std::uint64_t(1) << 42);
      bases_.add_alternative(merged, found->second.value);
      bases_.add_alternative(merged, value);
      state.renew(merged, Numbers::any());
      held = {merged, 0, false};
    }
    bool is_first = found == state.cells->end();
    std::uint32_t before = is_first ? extent : found->second.extent;
    std::uint32_t both = extent && before ? std::max(extent, before) : 0;
    state.cells.edit().insert_or_assign(
        cell, Content{held, std::uint8_t(bytes), both});
    return;
  }
  std::int64_t begin = address.offset, end = begin + std::int64_t(bytes);
  auto &cells = state.cells.edit();
  auto at = cells.lower_bound({address.base, begin - kMaxBlock, false});
  std::vector<CellEntry> rests; // of what is known
  while (at != cells.end() && at->first.base == address.base &&
         at->first.offset < end) {
    if (at->first.any_element || end_of(*at) <= begin) {
      ++at;
      continue;
    }
    if (is_known(at->second) && at->first.offset < begin)
      rests.push_back(part(*at, at->first.offset, begin));
    if (is_known(at->second) && end_of(*at) > end)
      rests.push_back(part(*at, end, end_of(*at)));
    at = cells.erase(at);
  }
  for (const CellEntry &rest : rests)
    cells.insert_or_assign(rest.first, rest.second);
  cells.insert_or_assign({address.base, begin, false},
                         Content{value, std::uint8_t(bytes)});
}

// Zeros are kept in blocks: a record that was cleared is one cell until
// somebody writes into it.
void Interpreter::clear(const Value &place, std::uint64_t size, State &state) {
  for (std::uint64_t done = 0; done < size; done += kMaxBlock)
    store(
        {place.base, place.offset + std::int64_t(done), false}, number(0),
        static_cast<unsigned>(std::min<std::uint64_t>(kMaxBlock, size - done)),
        state);
}

// May the word `offset` bytes behind the start of what is copied be a pointer,
// by the record that is declared there?
bool Interpreter::may_copy_pointer(ValueId copy, std::uint64_t offset) const {
  auto may_hold = [&](std::size_t operand) {
    ValueId address = function_.operand(copy, operand);
    ir::TypeId held = unit_.types.pointee(function_.insts[address].type);
    return !unit_.types.is_record(held) ||
           unit_.types.may_hold_pointer(held, offset);
  };
  return may_hold(0) && may_hold(1);
}

// What the caller's object holds, and nothing is known of here, is held by the
// copy too.  Text holds nothing.
void Interpreter::keep_held(const Value &from, State &state, ValueId copy) {
  const Base &base = bases_[from.base];
  ir::TypeId type = function_.insts[function_.operand(copy, 1)].type;
  bool is_text = unit_.types.is_int(unit_.types.pointee(type));
  if (base.kind == Base::Kind::kEntry && !bases_.is_address(from.base) &&
      !is_text && may_copy_pointer(copy, 0))
    note(state, Effect::Kind::kKeep, bases_.entry(base.path.deep(), true), {},
         false);
}

// A record is copied word by word as far as it is known what is there.
void Interpreter::copy(const Value &to, const Value &from, const Value &length,
                       State &state, ValueId at) {
  bool is_exact = is_number(length) && !from.is_inside && length.offset >= 0 &&
                  length.offset <= std::int64_t(kMaxCopied);
  if (!is_exact) {
    auto cells = state.cells;
    for (const auto &[cell, content] : *cells)
      if (cell.base == from.base)
        keep(content.value, state, false);
    keep_held(from, state, at);
    if (is_number(length) && length.offset > 0 && !to.is_inside)
      return forget(to, static_cast<std::uint64_t>(length.offset), state, at);
    Room room = room_at(function_.operand(at, 0), state);
    return forget(room.begin, room.bytes, state, at);
  }
  std::vector<std::pair<std::int64_t, Content>> words;
  std::int64_t begin = from.offset, end = begin + length.offset;
  for (const CellEntry &entry : *state.cells) {
    const auto &[cell, content] = entry;
    if (cell.base != from.base || cell.any_element || cell.offset >= end ||
        end_of(entry) <= begin)
      continue;
    if (is_known(content)) {
      CellEntry copied = part(entry, std::max(cell.offset, begin),
                              std::min(end_of(entry), end));
      words.push_back({copied.first.offset - begin, copied.second});
    } else if (cell.offset >= begin) {
      words.push_back({cell.offset - begin, content});
    }
  }
  for (std::int64_t word = 0; word < length.offset; word += 8) {
    std::int64_t bytes = std::min<std::int64_t>(8, length.offset - word);
    bool is_known = std::ranges::any_of(words, [&](const auto &entry) {
      return entry.first < word + bytes &&
             entry.first + entry.second.bytes > word;
    });
    if (is_known)
      continue;
    Value source{from.base, begin + word, false};
    const Base base = bases_[from.base];
    bool is_whole = base.kind == Base::Kind::kEntry && bytes == 8;
    // Whatever is put somewhere may be a pointer, and is kept there.
    Value held =
        is_whole ? load(source, {8, may_copy_pointer(at, std::uint64_t(word))},
                        state, at)
                 : unknown_word(at, word);
    if (base.kind == Base::Kind::kEntry && !is_whole)
      held = constant_at(base, source.offset, unsigned(bytes)).value_or(held);
    words.push_back({word, Content{held, std::uint8_t(bytes)}});
  }
  for (auto &[word, content] : words)
    if (to.is_inside) // an element: which one, nobody knows
      keep(content.value, state, false);
    else
      store({to.base, to.offset + word, false}, content.value, content.bytes,
            state);
  if (to.is_inside) {
    Room room = room_at(function_.operand(at, 0), state);
    forget(room.begin, room.bytes, state, at);
  }
}

// A static variable of another unit.
bool Interpreter::is_hidden(ProgramVariableId variable) const {
  const ProgramVariable &v = setting_.program.variables()[variable];
  const ir::Unit &home = *setting_.program.units()[v.unit];
  return &home != &unit_ &&
         home.globals[v.global].linkage == ir::Linkage::kInternal;
}

// What a global reaches is kept already; what is freed there callers may have
// put there themselves.  Far away, or perhaps: one note for all of it, which
// is not passed on where nobody can put anything there.  Nothing is found
// behind code.
void Interpreter::note(State &state, Effect::Kind kind, BaseId base,
                       model::FamilyId family, bool is_certain,
                       std::int64_t offset, std::uint32_t extent) {
  const AccessPath path = bases_[base].path;
  if (path.root().kind == PathRoot::Kind::kFunction)
    return;
  if (path.root().kind == PathRoot::Kind::kGlobal) {
    if (kind != Effect::Kind::kFree)
      return;
    bool is_far = path.is_deep() || path.length() > (is_certain ? 2 : 1);
    if (is_far && path.length() > 0) {
      if (is_hidden(ProgramVariableId(path.root().index)))
        return;
      base = bases_.entry(AccessPath(path.root()).then(path.steps()[0]).deep(),
                          true);
    }
    is_certain &= !bases_.is_many(base);
  }
  // A number may be a handle when it is an argument itself, and is one when it
  // is given to somebody who keeps handles.
  if (kind != Effect::Kind::kFree && !bases_[base].is_pointer &&
      !family.valid() && path.length() > 0)
    return;
  Event event{kind, base, family, offset, extent};
  auto known = state.events->find(event);
  if (known == state.events->end() || (is_certain && !known->second))
    state.events.edit().insert_or_assign(event, is_certain);
}

// Memory at this address is read or written.
void Interpreter::use(const Value &address, State &state) {
  const Base &base = bases_[address.base];
  if (base.kind == Base::Kind::kEntry && base.path.length() <= kMaxUsedDepth &&
      base.path.root().kind == PathRoot::Kind::kParameter &&
      !bases_.is_many(address.base))
    insert_sorted(state.used, address.base);
}

// The object at `value`, and what it reaches, is held by something that the
// function does not see.  `family`: if the value is known to be such an object.
void Interpreter::keep(const Value &value, State &state, bool is_certain,
                       model::FamilyId family) {
  std::vector<BaseId> todo{value.base}, done;
  while (!todo.empty()) {
    BaseId base = todo.back();
    todo.pop_back();
    if (contains(done, base) || base == Bases::number())
      continue;
    insert_sorted(done, base);
    const Base &what = bases_[base];
    if (what.kind == Base::Kind::kMerged) {
      for (const Value &part : bases_.alternatives(base))
        todo.push_back(part.base);
      is_certain = false;
      continue;
    }
    if (bases_.is_new(base))
      state.drop(base, Fate::kGone);
    if (what.kind == Base::Kind::kSlot)
      insert_sorted(state.exposed, base);
    if (what.kind == Base::Kind::kEntry && !bases_.is_address(base))
      note(state, Effect::Kind::kKeep, base,
           base == value.base ? family : model::FamilyId(), is_certain);
    for (const auto &[cell, content] : *state.cells)
      if (cell.base == base)
        todo.push_back(content.value.base);
  }
}

// Code that nobody knows has it: it is kept, and may be changed.
void Interpreter::expose(const Value &value, State &state) {
  keep(value, state, true);
  std::vector<BaseId> touched;
  insert_sorted(touched, value.base);
  for (BaseId slot : *state.exposed)
    insert_sorted(touched, slot);
  for (const Value &part : bases_.alternatives(value.base))
    insert_sorted(touched, part.base);
  for (BaseId base : touched) {
    // What the caller's objects hold may differ afterwards.
    if (bases_.is_entry(base) && !bases_.is_address(base))
      note(state, Effect::Kind::kForget, base, {}, false);
    blur(state, base);
  }
}

void Interpreter::free(const Value &value, model::FamilyId family, State &state,
                       bool is_certain, ValueId at) {
  const Base &base = bases_[value.base];
  if (is_number(value) || class_of(value, state).is_zero())
    return;
  if (base.kind == Base::Kind::kMerged) {
    std::vector<Value> parts(bases_.alternatives(value.base).begin(),
                             bases_.alternatives(value.base).end());
    for (const Value &part : parts)
      free(part, family, state, false, at);
    return;
  }
  if (bases_.is_new(value.base)) {
    free_new(value, family, state, is_certain, at);
  } else if (base.kind == Base::Kind::kEntry &&
             !bases_.is_address(value.base)) {
    // Of what stands for many, one is freed.
    bool is_it = is_certain && !bases_.is_many(value.base);
    std::int64_t offset = value.is_inside ? 0 : value.offset;
    if (is_it && base.path.length() == 0 && !is_handle(family)) {
      auto before = state.events->find(
          {Effect::Kind::kFree, value.base, family, offset, 0});
      if (before != state.events->end() && before->second)
        suspect(Suspect::Kind::kDoubleFree, value.base, at, state);
    }
    note(state, Effect::Kind::kFree, value.base, family, is_it, offset);
  }
  if (is_certain)
    forget_cells(state, value.base);
}

} // namespace wt::infer
