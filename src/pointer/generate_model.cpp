// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constraints of calls whose callee is known by its model.
//
//   fresh     a heap object of this call.  It holds what the freed and other
//             untyped arguments held (realloc); what the library itself puts
//             into it, when its declared type has pointers, is its own
//   alias     the result is the place, or somewhere in it
//   store     copied, or put anywhere into the object
//   keep      given to the library
//   call      the function gets the named arguments; what is not named may be
//             any pointer given to the call, and what the library has
//
// Written arguments may get contents that the library has, if their declared
// type holds pointers.  Functions that are passed are called by the library.  A
// function that throws and does not return throws the arguments that it frees.
//
// Tests on results and arguments are not evaluated: all effects happen.
//
// Tested by tests/unit/pointer/models_test.cpp.

#include "pointer/generator.h"
#include "pointer/layout.h"

#include <algorithm>

namespace wt::pointer {

using ir::ValueId;
using model::Effect;
using model::Place;

namespace {

constexpr std::int32_t kWord = 8;

} // namespace

struct Generator::ModelCall {
  Generator &g;
  const CallView &view;
  const ir::Unit &unit; // of the callee's declaration
  const ir::Function &callee;
  const model::FunctionModel &model;
  std::uint32_t hidden; // arguments in front of those the model counts

  NodeId argument(std::uint32_t i) const {
    return i + hidden < view.arguments.size() ? view.arguments[i + hidden]
                                              : NodeId();
  }
  std::uint32_t argument_count() const {
    auto count = static_cast<std::uint32_t>(view.arguments.size());
    return count > hidden ? count - hidden : 0;
  }

  // The value at a place before the call.
  NodeId value_at(const Place &place) const {
    NodeId at = place.root == Place::Root::kResult ? view.result
                                                   : argument(place.argument);
    auto offset = static_cast<std::int32_t>(place.element) * kWord;
    for (std::uint32_t i = 0; i < place.dereferences && at.valid(); ++i) {
      NodeId loaded = g.constraints_.add_node();
      g.constraints_.load(loaded, at, i + 1 == place.dereferences ? offset : 0);
      at = loaded;
    }
    return at;
  }

  // The type that the declaration gives an argument, or an invalid id.
  ir::TypeId declared(std::uint32_t i) const {
    if (!callee.type.valid())
      return {};
    const ir::Type &type = unit.types[callee.type];
    // In the type of a method `this` is not listed.
    std::size_t skipped = callee.is_method ? 1 : 0;
    if (type.kind != ir::TypeKind::kFunction || i < skipped ||
        i - skipped >= type.params.size())
      return {};
    return type.params[i - skipped];
  }

  struct Typed {
    const ir::TypeTable *types;
    ir::TypeId type;
  };
  // The same; the caller's own type where the declaration says nothing.
  Typed type_of(std::uint32_t i) const {
    if (ir::TypeId type = declared(i); type.valid())
      return {&unit.types, type};
    const ir::Function &caller = g.function_of(view.context);
    std::span<const ValueId> values = caller.arguments(view.call);
    if (i + hidden >= values.size() || values.size() != view.arguments.size())
      return {&unit.types, ir::TypeTable::unknown()};
    return {&g.unit_of(view.context).types,
            caller.insts[values[i + hidden]].type};
  }
  Pointee pointee(std::uint32_t i) const {
    Typed typed = type_of(i);
    return pointee_of(*typed.types, typed.type);
  }

  Pointee pointee(const Place &place) const {
    ir::TypeId type = place.root == Place::Root::kArgument
                          ? declared(place.argument)
                          : callee.result_type;
    for (std::uint32_t i = 0; i < place.dereferences; ++i)
      type = type.valid() ? unit.types.pointee(type) : type;
    return type.valid() ? pointee_of(unit.types, type) : Pointee::kPointers;
  }

  bool is_freed(std::uint32_t i) const {
    return std::ranges::any_of(model.effects, [&](const Effect &effect) {
      return effect.kind == Effect::Kind::kFree &&
             effect.place == Place{Place::Root::kArgument, i, 0, 0};
    });
  }

  void run() {
    bool result_is_known = false, result_is_conditional = false;
    for (const Effect &effect : model.effects) {
      this->effect(effect);
      bool is_result =
          effect.kind == Effect::Kind::kAlias ||
          (effect.kind == Effect::Kind::kFresh && effect.place == Place{});
      result_is_conditional |= is_result && effect.given.has_value();
      result_is_known |= is_result;
    }
    if (!result_is_known)
      g.copy(view.result, g.from_library(unit.types, callee.result_type));
    if (result_is_conditional)
      remember_alias();
    if (model.keeps_all)
      keep_all();
    write_arguments();
    if (model.may_throw && model.does_not_return)
      throw_arguments();
  }

  void effect(const Effect &effect) {
    switch (effect.kind) {
    case Effect::Kind::kFresh:
      return fresh(effect);
    case Effect::Kind::kAlias:
      return alias(effect);
    case Effect::Kind::kStore:
      return store(effect);
    case Effect::Kind::kKeep:
      return keep(effect.place);
    case Effect::Kind::kCall:
      return call(effect);
    case Effect::Kind::kFree:
    case Effect::Kind::kAcquire:
    case Effect::Kind::kRelease:
    case Effect::Kind::kEmpty:
      return;
    }
  }

  // Functions come back as functions only; what is in untyped memory that is
  // written to a file or a pipe is not followed, as nothing comes in by
  // reading.
  void keep(const Place &place) {
    if (place.dereferences > 0 && pointee(place.argument) == Pointee::kAnything)
      return;
    bool is_function = pointee(place) == Pointee::kFunction;
    g.copy(is_function ? g.kept_functions_ : g.kept_, value_at(place));
  }

  void fresh(const Effect &effect) {
    if (g.models_.family(effect.family).is_handle)
      return;
    const Place &place = effect.place;
    NodeId made = g.constraints_.add_node();
    Pointee held = pointee(place);
    g.constraints_.address_of(
        made,
        g.add_object({.holds_nothing = held == Pointee::kPlain},
                     {.kind = ObjectKind::kHeap,
                      .procedure = g.system_.contexts[view.context].procedure,
                      .call = view.call,
                      .place = place,
                      .context = view.context,
                      .is_many = true}));
    if (place.dereferences == 0 && place.root == Place::Root::kResult) {
      g.copy(view.result, made);
    } else if (place.dereferences > 0) {
      Place outer = place;
      outer.element = 0;
      --outer.dereferences;
      NodeId variable = value_at(outer);
      for (std::uint32_t i = 0; variable.valid() && i < effect.count; ++i)
        g.constraints_.store(variable, made,
                             static_cast<std::int32_t>(place.element + i) *
                                 kWord);
    }
    for (std::uint32_t i = 0; i < argument_count(); ++i) {
      Pointee kind = pointee(i);
      if (argument(i).valid() && (is_freed(i) || kind == Pointee::kAnything))
        g.constraints_.memcopy(made, argument(i));
    }
    if (held == Pointee::kPointers || held == Pointee::kTables) {
      g.constraints_.store_all(made, held == Pointee::kTables ? g.tables_
                                                              : g.library_);
      g.constraints_.store_all(made, made);
    }
  }

  void alias(const Effect &effect) {
    NodeId from = value_at(effect.place);
    // Somewhere in a string is as good as its beginning.
    bool is_string = effect.place.dereferences == 0 &&
                     effect.place.root == Place::Root::kArgument &&
                     pointee(effect.place.argument) == Pointee::kPlain;
    if (effect.is_exact || is_string)
      g.copy(view.result, from);
    else
      g.copy_any(view.result, from, kUnknownStride);
    // A pointer that is caught by value is what was thrown, not where it was.
    if (model.effects.size() == 1 && from == g.exceptions_ &&
        view.result.valid() && from.valid())
      g.constraints_.load(view.result, from);
  }

  // The result of `strtok(NULL, ...)` is what an earlier call was given.
  void remember_alias() {
    for (const Effect &effect : model.effects)
      if (effect.kind == Effect::Kind::kFresh && effect.place == Place{})
        return;
    for (const Effect &effect : model.effects)
      if (effect.kind == Effect::Kind::kAlias && effect.given)
        g.copy(g.kept_, value_at(effect.place));
    g.copy(view.result, g.strings_);
  }

  void store(const Effect &effect) {
    NodeId into = value_at(effect.into);
    if (!into.valid())
      return;
    if (effect.place.dereferences == 1 && effect.place.element == 0) {
      NodeId from = argument(effect.place.argument);
      if (from.valid())
        g.constraints_.memcopy(into, from);
      return;
    }
    NodeId value = value_at(effect.place);
    if (!value.valid())
      return;
    g.constraints_.store(into, value);
    g.constraints_.store_all(into, value);
  }

  // What a callback gets when the model does not say.
  NodeId anything_given() {
    NodeId any = g.constraints_.add_node();
    g.copy(any, g.library_);
    for (std::uint32_t i = 0; i < argument_count(); ++i) {
      Pointee kind = pointee(i);
      if (kind == Pointee::kFunction)
        continue;
      if (kind == Pointee::kPlain)
        g.copy(any, argument(i));
      else
        g.copy_any(any, argument(i), kUnknownStride);
    }
    return any;
  }

  void call(const Effect &effect) {
    NodeId pointer = value_at(effect.place);
    if (!pointer.valid())
      return;
    CallView made{view.context, view.call, {}, g.kept_};
    NodeId any;
    std::size_t count = std::max<std::size_t>(effect.arguments.size(), 1);
    for (std::size_t i = 0; i < count; ++i) {
      const std::optional<Place> place = i < effect.arguments.size()
                                             ? effect.arguments[i]
                                             : std::optional(effect.into);
      if (!place && !any.valid())
        any = anything_given();
      made.arguments.push_back(place ? value_at(*place) : any);
    }
    g.call_through(made, pointer, true);
  }

  // Containers of the standard library: what goes in may come out.
  void keep_all() {
    std::uint32_t first = callee.is_method ? 1 : 0;
    for (std::uint32_t i = first; i < argument_count(); ++i)
      g.copy(g.kept_, argument(i));
    NodeId self = first ? argument(0) : NodeId();
    if (self.valid()) {
      g.constraints_.store(self, g.library_);
      g.constraints_.store_all(self, g.library_);
      g.copy_any(view.result, self, kUnknownStride);
    }
    if (hidden > 0 && view.arguments[0].valid()) {
      g.constraints_.store(view.arguments[0], g.library_);
      g.constraints_.store_all(view.arguments[0], g.library_);
    }
    g.copy(view.result, g.library_);
  }

  bool is_written(std::uint32_t i) const {
    if (is_freed(i))
      return false;
    if (!model.has_shape || i >= model.shape.params.size())
      return true;
    return std::ranges::find(model.written, i) != model.written.end();
  }

  bool is_called(std::uint32_t i) const {
    return std::ranges::any_of(model.effects, [&](const Effect &effect) {
      return effect.kind == Effect::Kind::kCall &&
             effect.place.root == Place::Root::kArgument &&
             effect.place.argument == i;
    });
  }

  void write_arguments() {
    for (std::uint32_t i = 0; i < argument_count(); ++i) {
      if (!argument(i).valid())
        continue;
      Pointee kind = pointee(i);
      if (kind == Pointee::kFunction && !is_called(i))
        g.copy(g.kept_functions_, argument(i));
      if ((kind == Pointee::kPointers || kind == Pointee::kTables) &&
          is_written(i) && !is_explained(i))
        write(i);
    }
  }

  // An effect says what is in `*argument` afterwards, and there is no more.
  bool is_explained(std::uint32_t i) const {
    Typed typed = type_of(i);
    return typed.types->is_pointer(typed.types->pointee(typed.type)) &&
           std::ranges::any_of(model.effects, [&](const Effect &effect) {
             const Place &place = effect.kind == Effect::Kind::kStore
                                      ? effect.into
                                      : effect.place;
             return (effect.kind == Effect::Kind::kStore ||
                     effect.kind == Effect::Kind::kFresh) &&
                    place.root == Place::Root::kArgument && place.argument == i;
           });
  }

  // One thing of the declared type is written, or many: arrays are passed with
  // their length behind them.
  void write(std::uint32_t i) {
    Typed typed = type_of(i);
    std::uint64_t size = typed.types->size_of(typed.types->pointee(typed.type));
    ir::TypeId next = declared(i + 1);
    bool is_array = next.valid() && unit.types.is_int(next);
    g.constraints_.memcopy(argument(i),
                           g.from_library_memory(*typed.types, typed.type),
                           is_array || size == 0 || size >= kUnknownSize
                               ? kUnknownSize
                               : static_cast<std::uint32_t>(size));
  }

  // What is thrown is given up by the thrower.
  void throw_arguments() {
    for (std::uint32_t i = 0; i < argument_count(); ++i)
      if (is_freed(i))
        g.copy(g.exceptions_, argument(i));
  }
};

void Generator::apply(const CallView &view, ProcedureId callee,
                      const model::FunctionModel &model) {
  const ir::Function &f = program_.body(callee);
  ModelCall{*this, view,  program_.unit_of(callee),
            f,     model, f.returns_by_slot ? 1u : 0u}
      .run();
}

} // namespace wt::pointer
