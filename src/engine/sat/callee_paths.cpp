// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What do the paths, terms and tests of a callee mean at a call?  (Saturn,
// Section 4.5.3.)
//
// Access paths are turned into objects of the caller by loading step by step
// from the arguments; tests become conditions on what is found there.

#include "engine/sat/callee_paths.h"

#include "engine/sat/arithmetic.h"
#include "engine/sat/evaluate.h"
#include "summary/followed.h"

#include <algorithm>

namespace wt::sat {

using infer::NumberClass;
using infer::Term;
using ir::ValueId;

Value Evaluation::root_value(ValueId v, const AccessPath &path,
                             std::span<const ObjectId> made) {
  PathRoot root = path.root();
  std::span<const ValueId> arguments = function.arguments(v);
  switch (root.kind) {
  case PathRoot::Kind::kParameter:
    if (root.index < arguments.size())
      return value(point_.node, arguments[root.index]);
    break;
  case PathRoot::Kind::kGlobal:
    return pointer_to(heap.global(ProgramVariableId(root.index)));
  case PathRoot::Kind::kFunction:
    return pointer_to(heap.function(root.index));
  case PathRoot::Kind::kSite:
    if (root.index < made.size())
      return pointer_to(made[root.index]);
    break;
  case PathRoot::Kind::kResult:
  case PathRoot::Kind::kSlot:
    break;
  }
  return heap.unknown(kPointerShape, v.value);
}

// What is at `path`, read as a thing of this shape; nullopt: there is no way to
// it, since a pointer on the way is null.
std::optional<Value> Evaluation::resolve(ValueId v, const AccessPath &path,
                                         Shape shape,
                                         std::span<const ObjectId> made) {
  if (is_in_new(path) || path.length() == 0)
    return resolve_anew(v, path, shape, made);
  auto [known, is_new] = resolved_.try_emplace({path, shape});
  if (is_new) {
    std::optional<Value> found = resolve_anew(v, path, shape, made);
    resolved_[{path, shape}] = found;
    return found;
  }
  return known->second;
}

std::optional<Value> Evaluation::resolve_anew(ValueId v, const AccessPath &path,
                                              Shape shape,
                                              std::span<const ObjectId> made) {
  Value out = root_value(v, path, made);
  std::size_t left = path.length();
  for (PathStep step : path.steps()) {
    Shape read = --left == 0 ? shape : kPointerShape;
    std::vector<std::pair<Cond, Value>> choices;
    for (const Target &target : heap.converted(out, kPointerShape).targets) {
      Point here = at(v);
      here.guard = table.both(here.guard, target.guard);
      if (target.object == kAddresses || here.guard.is_no())
        continue;
      choices.push_back(
          {target.guard,
           heap.load(target.object, after_step(target.offset, step), read,
                     here)});
    }
    if (choices.empty())
      return std::nullopt;
    out = heap.merged(choices, read);
    // Behind a null pointer there is nothing.
    Cond is_there = kNo;
    for (const auto &[guard, held] : choices)
      is_there = table.either(is_there, guard);
    out.targets = guarded(table, is_there, out.targets);
    if (out.is_pointer && !is_there.is_yes())
      add_target(table, out.targets, {!is_there, kAddresses, {}});
  }
  return out;
}

// A field of the object that a method is called for: methods ask each other
// (`if (o.has()) o.value()`).
static bool is_own_field(const Setting &setting, ValueId call,
                         const AccessPath &path) {
  auto callees =
      infer::followed(setting.facts.program, setting.procedure, call);
  if (callees.empty() || path.length() != 1 || path.is_deep() ||
      path.root().kind != PathRoot::Kind::kParameter)
    return false;
  const ir::Function &callee = setting.facts.program.body(callees[0]);
  return callee.is_method &&
         path.root().index == std::uint32_t(callee.returns_by_slot);
}

// Has nobody looked at the cell that is at the end of `path`, nor written near
// it?  Then nothing is known of it, and nothing that was acquired is there.
bool Evaluation::is_untouched(ValueId v, const AccessPath &path) {
  if (path.length() == 0 || is_in_new(path) || is_own_field(setting, v, path))
    return false;
  std::optional<Value> holder = resolve(v, holder_of(path), kPointerShape, {});
  if (!holder)
    return true;
  PathStep last = path.steps().back();
  return std::ranges::all_of(
      heap.converted(*holder, kPointerShape).targets,
      [&](const Target &target) {
        return heap.is_indifferent(target.object) &&
               !heap.was_read(target.object, after_step(target.offset, last));
      });
}

// Does the number or pointer belong to the class?
Cond Evaluation::belongs(const Value &value, std::int64_t offset,
                         const NumberClass &is) {
  if (is.is_any())
    return kYes;
  auto any_of = [&](std::span<const std::int64_t> numbers, auto &&holds) {
    Cond out = kNo;
    for (std::int64_t number : numbers)
      out = table.either(out, holds(number));
    return out;
  };
  if (value.is_pointer) {
    auto is_address = [&](std::int64_t number) {
      return heap.equal(value, pointer_to(kAddresses, {number, 0}));
    };
    if (!is.numbers().empty())
      return any_of(is.numbers(), is_address);
    Cond out = is.may_be_zero() ? kYes : !is_address(0);
    return table.both(out, !any_of(is.excluded(), is_address));
  }
  auto width = static_cast<std::uint32_t>(value.bits.size());
  Bits bits =
      offset ? logic::add(table, value.bits, logic::constant(offset, width))
             : value.bits;
  if (width == 1) // a truth value: 1 and -1 are the same
    return is.may_be_zero() ? (is.is_zero() ? !bits[0] : kYes) : bits[0];
  auto equals = [&](std::int64_t number) {
    return logic::equal(table, bits, logic::constant(number, width));
  };
  if (!is.numbers().empty())
    return any_of(is.numbers(), equals);
  Cond out = kYes;
  if (!(is.signs() & NumberClass::kZero))
    out = table.both(out, !equals(0));
  if (!(is.signs() & NumberClass::kNegative))
    out = table.both(out, !bits.back());
  if (!(is.signs() & NumberClass::kPositive))
    out = table.both(out, table.either(bits.back(), equals(0)));
  return table.both(out, !any_of(is.excluded(), equals));
}

// The tests that must have held for the outcome.
Cond Evaluation::held_at_entry(ValueId v, const infer::Outcome &outcome) {
  Cond out = kYes;
  for (const infer::Given &given : outcome.given) {
    bool is_cell = given.path.length() > 0;
    if (is_cell && (given.bytes == 0 || is_untouched(v, given.path)))
      continue; // nobody knows how to read it, or what is there
    std::optional<Value> tested = resolve(
        v, given.path, shape_of_bytes(given.bytes, given.is_pointer), {});
    if (!tested)
      continue;
    if (given.mask) {
      *tested = heap.converted(*tested, shape_of_bytes(given.bytes, false));
      for (std::size_t i = 0; i < tested->bits.size(); ++i)
        if (i >= 64 || !(given.mask >> i & 1))
          tested->bits[i] = kNo;
    }
    if (tested->is_pointer && given.is.is_zero() && !is_cell)
      heap.beliefs.note_passed(*tested);
    out = table.both(out, belongs(*tested, given.offset, given.is));
  }
  for (const infer::Comparison &held : outcome.compared) {
    auto is_open = [&](const Term &term) {
      return term.kind == Term::Kind::kPath && is_untouched(v, term.path);
    };
    if (is_open(held.a) || is_open(held.b))
      continue;
    bool is_pointer = held.a.is_pointer || held.b.is_pointer;
    Shape shape = shape_of_bytes(held.bytes, is_pointer);
    out = table.both(out, compare(heap, held.predicate,
                                  term_value(v, held.a, shape, {}),
                                  term_value(v, held.b, shape, {}), false));
  }
  return out;
}

Value Evaluation::term_value(ValueId v, const Term &term, Shape shape,
                             std::span<const ObjectId> made) {
  if (term.is_new() && !shape.is_pointer) { // a descriptor is not negative
    Value out = new_handle(shape.width);
    if (std::size_t n = number_of_object(term.path); n < made.size())
      add_target(table, out.targets, {kYes, made[n], {}});
    return out;
  }
  if (term.kind == Term::Kind::kNumber)
    return shape.is_pointer ? pointer_to(kAddresses, {term.number, 0})
                            : integer(term.number, shape.width);
  // A number that was moved by nobody knows how much.
  bool is_moved_number =
      term.is_inside && !term.is_pointer && shape.width < kPointerShape.width;
  if (term.kind == Term::Kind::kUnknown || is_moved_number)
    return heap.unknown(shape, v.value);
  Shape there = term.is_pointer || shape.is_pointer ? kPointerShape : shape;
  if (there.width == 1 && term.path.length() > 0)
    there.width = 8; // a truth value in memory
  std::optional<Value> found = resolve(v, term.path, there, made);
  if (!found)
    return heap.unknown(shape, v.value);
  Value out = std::move(*found);
  if (!out.is_pointer && term.offset)
    out = integer(logic::add(table, out.bits,
                             logic::constant(term.offset, out.bits.size())));
  for (Target &target : out.targets)
    if (target.object != kAddresses && out.is_pointer)
      target.offset =
          term.is_inside ? kSomewhere : target.offset.plus(term.offset);
  if (term.is_perhaps) { // or another, of which nothing is known
    heap.escape(out.targets, kYes);
    heap.blur(out.targets);
  }
  return heap.converted(out, shape);
}

} // namespace wt::sat
