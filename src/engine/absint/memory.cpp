// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What do cells hold, what is freed and kept, what can be reached?  See
// path_runner.h.

#include "engine/absint/path_runner.h"

#include "program/constants.h"

#include <algorithm>

namespace wt::absint {

using ir::ValueId;

namespace {

// Where choices are met that no join makes.
constexpr std::uint32_t kAtLoad = UINT32_MAX - 1, kAtWeakStore = UINT32_MAX - 2,
                        kAtElement = UINT32_MAX - 4; // 3: instantiate.cpp

} // namespace

unsigned PathRunner::bytes_of(ir::TypeId type) const {
  std::uint64_t size = unit_.types.size_of(type);
  if (unit_.types.is_pointer(type) || size == 0)
    return 8;
  return static_cast<unsigned>(std::min<std::uint64_t>(size, 255));
}

PathRunner::Access PathRunner::access(ir::TypeId type) const {
  return {bytes_of(type), unit_.types.is_pointer(type)};
}

// What a global that nobody writes holds for ever.
std::optional<Value>
PathRunner::constant_at(const Base &base, std::int64_t offset, unsigned bytes) {
  if (base.path.root().kind != PathRoot::Kind::kGlobal ||
      base.path.length() != 0 || offset < 0)
    return std::nullopt;
  ProgramVariableId variable(base.path.root().index);
  const Program &program = setting_.facts.program;
  if (!program.variables()[variable].is_never_written)
    return std::nullopt;
  auto at = static_cast<std::uint64_t>(offset);
  if (auto function = constant_function(program, variable, at))
    return Value{bases_.entry(AccessPath::function(*function), true)};
  if (auto address = constant_address(program, variable, at))
    return Value{bases_.entry(AccessPath::global(address->variable), true),
                 address->offset};
  if (bytes > 8 || bytes == 0)
    return std::nullopt;
  if (auto n = constant_value(program, variable, at, bytes * 8))
    return number(*n);
  return std::nullopt;
}

std::uint64_t PathRunner::key_of(const Cell &cell) {
  return std::uint64_t(1) << 40 |
         cell_numbers_.try_emplace(cell, cell_numbers_.size()).first->second;
}

// What is more than a choice can tell is out of danger.
void PathRunner::keep_surplus(const Value &value, const Numbers &is,
                              BaseId choice, State &state) {
  if (bases_.info(choice).has_more && !bases_.is_among(value, is, choice))
    keep(value, state);
}

// From where one of several values leads.
Value PathRunner::load_one_of(const Value &address,
                              std::span<const Value> parts, Access access,
                              State &state, ValueId at) {
  BaseId choice = bases_.choice(kAtLoad, at.value);
  age(state, choice);
  Numbers all = Numbers::none();
  for (Value part : parts) {
    part.offset += address.offset;
    part.is_inside |= address.is_inside;
    if (bases_.is(part.base, Base::Kind::kChoice))
      continue;
    Value held = load(part, access, state, at);
    Numbers is = range(held, state);
    bases_.add_alternative(choice, held, is);
    all = all.join(is);
  }
  state.renew(choice, all, bases_);
  return {choice};
}

// One of those that a base stands for, found here: a value that can be tested.
Value PathRunner::one_found(const Value &many, State &state, ValueId at) {
  BaseId choice = bases_.choice(
      kAtElement, std::uint64_t(many.base.value) << 32 | at.value);
  age(state, choice);
  bases_.add_alternative(choice, many, Numbers::any());
  state.renew(choice, range(many, state), bases_);
  return {choice};
}

// One of the elements that are known, or another one.
Value PathRunner::load_element(const Value &address, Access access,
                               State &state, ValueId at) {
  BaseId choice = bases_.choice(kAtElement, at.value);
  Value other{bases_.opaque(at, 0, access.is_pointer)};
  age(state, choice);
  age(state, other.base);
  bases_.add_alternative(choice, other, Numbers::any());
  for (auto one = state.cells->lower_bound({address.base, INT64_MIN, false});
       one != state.cells->end() && one->first.base == address.base; ++one)
    if (one->second.bytes == access.bytes || access.bytes == 0)
      bases_.add_alternative(choice, one->second.value,
                             range(one->second.value, state));
  state.renew(choice, Numbers::any(), bases_);
  return {choice};
}

// Do the cells of the object that nobody has written hold zero?
bool PathRunner::is_zero_at_first(BaseId base, const State &state) const {
  if (!bases_.is(base, Base::Kind::kRegion) || !bases_.info(base).is_zeroed ||
      !state.may_be_live(base) || contains(*state.forgotten, base))
    return false;
  auto at = state.cells->lower_bound({base, INT64_MIN, false});
  for (; at != state.cells->end() && at->first.base == base; ++at)
    if (at->first.any_element) // whichever it is
      return false;
  return true;
}

Value PathRunner::load(const Value &address, Access access, State &state,
                       ValueId at) {
  const Base base = bases_[address.base];
  bool has_parts =
      base.kind == Base::Kind::kChoice || base.kind == Base::Kind::kStale;
  if (has_parts && !bases_.info(address.base).alternatives.empty()) {
    std::vector<Value> parts = bases_.info(address.base).alternatives;
    return load_one_of(address, parts, access, state, at);
  }
  Cell cell{address.base, address.offset, address.is_inside};
  PathStep step{static_cast<std::int32_t>(cell.offset), cell.any_element};
  if (!bases_.has_cells(address.base))
    return bases_.is_found(address.base)
               ? opaque(at, state, 0, base.path.then(step))
               : opaque(at, state);
  auto found = state.cells->find(cell);
  if (found != state.cells->end() &&
      (found->second.bytes == access.bytes || access.bytes == 0))
    return simplified(found->second.value, state);
  // A part of something that is all zero.
  auto around = state.cells->lower_bound({cell.base, cell.offset - 7, false});
  for (; around != state.cells->end() && around->first.base == cell.base &&
         around->first.offset <= cell.offset;
       ++around)
    if (around->first.any_element == cell.any_element &&
        around->first.offset + around->second.bytes >=
            cell.offset + std::int64_t(access.bytes) &&
        around->second.value == number(0))
      return number(0);
  bool is_partly_known = false;
  for (auto one = state.cells->lower_bound({cell.base, INT64_MIN, false});
       one != state.cells->end() && one->first.base == cell.base; ++one)
    is_partly_known |= address.is_inside || one->first == cell;
  bool is_new = base.kind != Base::Kind::kEntry;
  if (!is_partly_known && !is_new && !contains(*state.forgotten, cell.base)) {
    if (!address.is_inside)
      if (auto constant = constant_at(base, address.offset, access.bytes))
        return *constant;
    Value found{base.path.is_deep()
                    ? address.base
                    : bases_.entry(base.path.then(step), access.is_pointer,
                                   access.bytes)};
    return bases_.is_many(found.base) ? one_found(found, state, at) : found;
  }
  if (is_partly_known && is_new && address.is_inside)
    return load_element(address, access, state, at);
  if (!address.is_inside && is_zero_at_first(address.base, state))
    return number(0);
  // Nobody knows what is there, but it is the same the next time.
  Value unknown = opaque(at, state, key_of(cell),
                         is_new ? AccessPath() : base.path.then(step));
  if (access.is_pointer)
    bases_.info(unknown.base).is_pointer = true;
  bases_.info(unknown.base).is_found_inside |= is_partly_known;
  bool is_one = !address.is_inside && !is_partly_known &&
                base.kind != Base::Kind::kOlder &&
                state.fate(address.base) != Fate::kFreed;
  if (is_one && access.bytes)
    state.cells.edit().insert_or_assign(
        cell, Content{unknown, static_cast<std::uint8_t>(access.bytes)});
  return unknown;
}

// Somebody may have changed what an object holds.  New objects that were there
// may be there still: they are out of our hands.
void PathRunner::blur(State &state, BaseId base) {
  auto at = state.cells->lower_bound({base, INT64_MIN, false});
  std::vector<Value> held;
  for (; at != state.cells->end() && at->first.base == base; ++at)
    held.push_back(at->second.value);
  for (const Value &value : held)
    if (!is_number(value) && value.base != base && !bases_.is_entry(value.base))
      keep(value, state);
  state.forget_cells(base);
  insert_sorted(state.forgotten, base);
}

// The bytes that a callee is given with `&p->field`: those of the field.  0:
// not known.
std::uint64_t PathRunner::extent_of(ValueId address) const {
  while (true) {
    const ir::Inst &inst = function_.insts[address];
    if (inst.op == ir::Op::kField)
      return unit_.types.size_of(unit_.types.pointee(inst.type));
    if (inst.op != ir::Op::kCast && inst.op != ir::Op::kElement)
      return 0;
    address = function_.operand(address, 0);
  }
}

// What is at `place` is not known any more: so many bytes, or all of the
// object.
void PathRunner::forget(const Value &place, std::uint64_t size, State &state,
                        ValueId at) {
  bool is_exact = size > 0 && size <= kMaxForgotten && !place.is_inside;
  if (is_exact && bases_.has_cells(place.base)) {
    const AccessPath path = bases_[place.base].path;
    for (std::uint64_t done = 0; done < size; done += 8) {
      auto bytes =
          static_cast<unsigned>(std::min<std::uint64_t>(8, size - done));
      std::int64_t offset = place.offset + std::int64_t(done);
      PathStep step{static_cast<std::int32_t>(offset), false};
      Value unknown{bases_.opaque(at, 2, false,
                                  bases_.is_entry(place.base) ? path.then(step)
                                                              : AccessPath())};
      age(state, unknown.base);
      bases_.info(unknown.base).is_many = true;
      store({place.base, offset}, unknown, bytes, state);
    }
    return;
  }
  std::vector<Value> parts = bases_.info(place.base).alternatives;
  parts.push_back(place);
  for (const Value &part : parts) {
    if (is_number(part) || !bases_.has_cells(part.base))
      continue;
    blur(state, part.base);
  }
}

// It may be there afterwards, or what was there before.
void PathRunner::store_weakly(const Cell &cell, const Value &value,
                              unsigned bytes, State &state) {
  auto found = state.cells->find(cell);
  Value held = value;
  if (found != state.cells->end() && found->second.value != value) {
    BaseId choice = bases_.choice(kAtWeakStore, key_of(cell));
    Value before = found->second.value;
    Numbers one = range(before, state), other = range(value, state);
    bases_.add_alternative(choice, before, one);
    bases_.add_alternative(choice, value, other);
    state.renew(choice, one.join(other), bases_);
    keep_surplus(before, one, choice, state);
    keep_surplus(value, other, choice, state);
    held = {choice};
  }
  state.cells.edit().insert_or_assign(
      cell, Content{held, static_cast<std::uint8_t>(bytes)});
}

void PathRunner::store(const Value &address, const Value &value, unsigned bytes,
                       State &state) {
  if (is_number(address) || !bases_.has_cells(address.base)) {
    // Somewhere; the places it may be change too.
    keep(value, state);
    std::vector<Value> parts = bases_.info(address.base).alternatives;
    for (const Value &part : parts)
      if (bases_.has_cells(part.base))
        blur(state, part.base);
    return;
  }
  if (contains(*state.exposed, address.base))
    keep(value, state);
  if (bases_.is_new(address.base) && !state.may_be_live(address.base))
    keep(value, state); // somebody has the object, or had it
  if (address.is_inside || bases_.is_many(address.base))
    return store_weakly({address.base, address.offset, true}, value, bytes,
                        state);
  auto &cells = state.cells.edit();
  auto at = cells.lower_bound({address.base, address.offset - 8, false});
  while (at != cells.end() && at->first.base == address.base &&
         at->first.offset < address.offset + std::int64_t(bytes)) {
    bool overlaps = at->first.offset + at->second.bytes > address.offset &&
                    !at->first.any_element;
    at = overlaps ? cells.erase(at) : std::next(at);
  }
  cells.insert_or_assign({address.base, address.offset, false},
                         Content{value, static_cast<std::uint8_t>(bytes)});
}

// What is in a record, word by word, as far as it is known.
std::vector<PathRunner::Word> PathRunner::words_at(const Value &record,
                                                   std::int64_t length,
                                                   State &state, ValueId at) {
  std::vector<Word> words;
  for (auto one = state.cells->lower_bound({record.base, record.offset, false});
       one != state.cells->end() && one->first.base == record.base &&
       one->first.offset < record.offset + length;
       ++one)
    if (!one->first.any_element)
      words.push_back({one->first.offset - record.offset, one->second});
  if (!bases_.is_entry(record.base) || contains(*state.forgotten, record.base))
    return words;
  for (std::int64_t offset = 0; offset + 8 <= length; offset += 8) {
    bool is_known = std::ranges::any_of(words, [&](const Word &word) {
      return word.offset < offset + 8 &&
             word.offset + word.content.bytes > offset;
    });
    if (is_known)
      continue;
    Value held =
        load({record.base, record.offset + offset}, {8, false}, state, at);
    bases_.info(held.base).may_be_pointer = true;
    words.push_back({offset, Content{held, 8}});
  }
  return words;
}

// Whatever is found in the object has another holder now.
void PathRunner::keep_content(const Value &object, State &state) {
  std::vector<Value> parts = bases_.info(object.base).alternatives;
  parts.push_back(object);
  std::vector<Value> held;
  for (const Value &part : parts) {
    for (auto one = state.cells->lower_bound({part.base, INT64_MIN, false});
         one != state.cells->end() && one->first.base == part.base; ++one)
      held.push_back(one->second.value);
    const Base base = bases_[part.base];
    if (base.kind == Base::Kind::kEntry && !bases_.is_address(part.base))
      held.push_back({bases_.entry(base.path.deep(), true)});
  }
  for (const Value &each : held)
    keep(each, state);
}

// A block gets what was in another.
void PathRunner::move_content(const Value &from, BaseId to, State &state) {
  if (!bases_.is(from.base, Base::Kind::kRegion))
    return keep_content(from, state);
  auto cells = state.cells;
  for (auto one = cells->lower_bound({from.base, INT64_MIN, false});
       one != cells->end() && one->first.base == from.base; ++one)
    state.cells.edit().insert_or_assign(
        {to, one->first.offset, one->first.any_element}, one->second);
}

// A record is copied word by word; of what goes to a place that is not known
// exactly, somebody has a copy.
void PathRunner::copy(const Value &to, const Value &from, const Value &length,
                      State &state, ValueId at) {
  if (length == number(0))
    return;
  bool is_sized = is_number(length) && length.offset > 0;
  auto size = is_sized ? static_cast<std::uint64_t>(length.offset) : 0;
  bool is_record = is_sized && size <= kMaxCopied && !from.is_inside &&
                   bases_.has_cells(from.base);
  if (!is_record) {
    if (to.base != from.base)
      keep_content(from, state);
    return forget(to, size, state, at);
  }
  std::vector<Word> words = words_at(from, length.offset, state, at);
  bool is_one_place = !to.is_inside && bases_.has_cells(to.base);
  if (!is_one_place)
    for (const Word &word : words)
      keep(word.content.value, state);
  if (to.is_inside && bases_.has_cells(to.base))
    return blur(state, to.base);
  // All of it is replaced, also by what is not known.
  forget(to, size, state, at);
  if (is_one_place)
    for (const Word &word : words)
      store({to.base, to.offset + word.offset}, word.content.value,
            word.content.bytes, state);
}

// The object at `value`, and what it reaches, is held by something that the
// function does not see.
void PathRunner::keep(const Value &value, State &state) {
  if (is_number(value))
    return;
  bool is_unnamed = bases_.is(value.base, Base::Kind::kOpaque) &&
                    !bases_.is_found(value.base);
  if (is_unnamed) // there is nothing to tell of it
    return;
  marks_.begin(bases_.size());
  std::vector<BaseId> todo{value.base};
  while (!todo.empty()) {
    BaseId base = todo.back();
    todo.pop_back();
    if (base == Bases::number() || !marks_.add(base))
      continue;
    const std::vector<Value> &parts = bases_.info(base).alternatives;
    for (const Value &part : parts)
      todo.push_back(part.base);
    if (bases_.is_sum(base)) // hidden in a number
      todo.insert(todo.end(), {bases_[base].a.base, bases_[base].b.base});
    if (bases_.is_new(base) && state.may_be_live(base))
      state.set_fate(base, Fate::kGone);
    if (bases_.is(base, Base::Kind::kSlot))
      insert_sorted(state.exposed, base);
    for (auto at = state.cells->lower_bound({base, INT64_MIN, false});
         at != state.cells->end() && at->first.base == base; ++at)
      todo.push_back(at->second.value.base);
  }
}

// Code that nobody knows has it: it is kept, and may be changed.
void PathRunner::expose(const Value &value, State &state) {
  if (is_number(value))
    return;
  keep(value, state);
  BaseSet touched(*state.exposed);
  insert_sorted(touched, value.base);
  for (const Value &part : bases_.info(value.base).alternatives)
    insert_sorted(touched, part.base);
  for (BaseId base : touched)
    if (bases_.has_cells(base))
      blur(state, base);
}

void PathRunner::free(const Value &given, model::FamilyId family, State &state,
                      bool is_certain, ValueId at) {
  Value value = simplified(given, state);
  if (is_number(value) || range(value, state).is_zero())
    return;
  const model::ModelSet &models = setting_.facts.models;
  bool is_handle = family.valid() && models.family(family).is_handle;
  if (bases_.is_new(value.base)) {
    bool is_it = is_certain && !bases_.is_many(value.base) &&
                 value.offset == 0 && !value.is_inside;
    model::FamilyId made = bases_.info(value.base).family;
    if (is_it && state.is_live(value.base) && family.valid() && made.valid() &&
        family != made)
      show({ShownSuspect::Kind::kMismatchedFree, value.base, at}, state);
    if (is_it && state.fate(value.base) == Fate::kFreed && !is_handle)
      show({ShownSuspect::Kind::kDoubleFree, value.base, at}, state);
    if (state.may_be_live(value.base))
      state.set_fate(value.base, is_it ? Fate::kFreed : Fate::kGone);
    if (is_it)
      state.forget_cells(value.base);
    else
      blur(state, value.base);
    return;
  }
  if (bases_.is_entry(value.base) && !bases_.is_address(value.base)) {
    // Of what stands for many, one is freed.
    bool is_it = is_certain && !bases_.is_many(value.base);
    const AccessPath &path = bases_[value.base].path;
    std::int64_t offset = value.is_inside ? 0 : value.offset;
    if (!is_it)
      return;
    FreedObject freed{value.base, family, offset};
    bool was_freed =
        std::ranges::find(*state.freed, freed) != state.freed->end();
    if (was_freed && !is_handle && path.length() == 0 && !path.is_deep())
      show({ShownSuspect::Kind::kDoubleFree, value.base, at}, state);
    if (!was_freed)
      state.freed.edit().push_back(freed);
    state.forget_cells(value.base);
    return;
  }
  std::vector<Value> parts = bases_.info(value.base).alternatives;
  for (Value part : parts) {
    part.offset += value.offset;
    part.is_inside |= value.is_inside;
    if (!bases_.is(part.base, Base::Kind::kChoice))
      free(part, family, state, false, at);
  }
}

// Everything that is found from an object, without itself.
std::vector<Value> PathRunner::below(const Value &object, const State &state) {
  std::vector<BaseId> found, todo{object.base};
  while (!todo.empty()) {
    BaseId base = todo.back();
    todo.pop_back();
    const Base what = bases_[base];
    bool is_pointer = bases_.info(base).is_pointer;
    if (what.kind == Base::Kind::kEntry && !bases_.is_address(base) &&
        (is_pointer || base == object.base))
      insert_sorted(found, bases_.entry(what.path.deep(), is_pointer));
    for (const Value &part : bases_.info(base).alternatives)
      todo.push_back(part.base);
    for (auto at = state.cells->lower_bound({base, INT64_MIN, false});
         at != state.cells->end() && at->first.base == base; ++at) {
      BaseId held = at->second.value.base;
      bool is_object = bases_.is_entry(held) ? bases_.info(held).is_pointer
                                             : held != Bases::number();
      if (held != object.base && is_object && !contains(found, held)) {
        insert_sorted(found, held);
        todo.push_back(held);
      }
    }
  }
  std::vector<Value> out;
  for (BaseId base : found)
    out.push_back({base});
  return out;
}

BaseSet PathRunner::reachable(const State &state, std::span<const Value> roots,
                              Hands hands) const {
  BaseSet found;
  std::vector<BaseId> todo;
  marks_.begin(bases_.size());
  auto add = [&](BaseId base) {
    if (base == Bases::number() || !marks_.add(base))
      return;
    found.push_back(base);
    todo.push_back(base);
  };
  for (const Value &root : roots)
    add(root.base);
  BaseId last;
  for (const auto &[cell, content] : *state.cells) {
    if (cell.base == last)
      continue;
    last = cell.base;
    bool is_local = bases_.is(cell.base, Base::Kind::kSlot);
    bool is_known = bases_.is_entry(cell.base) ||
                    contains(*state.exposed, cell.base) ||
                    state.fate(cell.base) == Fate::kGone ||
                    (is_local && hands == Hands::kCallerAndLocals);
    if (is_known)
      add(cell.base);
  }
  while (!todo.empty()) {
    BaseId base = todo.back();
    todo.pop_back();
    for (const Value &part : bases_.info(base).alternatives)
      add(part.base);
    if (bases_.is_sum(base))
      for (const Value &operand : {bases_[base].a, bases_[base].b})
        add(operand.base);
    for (auto at = state.cells->lower_bound({base, INT64_MIN, false});
         at != state.cells->end() && at->first.base == base; ++at)
      add(at->second.value.base);
  }
  std::sort(found.begin(), found.end());
  return found;
}

} // namespace wt::absint
