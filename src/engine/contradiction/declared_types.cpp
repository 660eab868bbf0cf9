// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses against declared types.  See declared_types.h.

#include "engine/contradiction/declared_types.h"

#include "engine/contradiction/object_types.h"
#include "engine/contradiction/walk.h"

#include <algorithm>
#include <map>

namespace wt::contradiction {

namespace {

using ir::Op;
using ir::TypeId;
using ir::TypeKind;
using ir::ValueId;

// An address, seen from a pointer that it is computed from.
struct Place {
  std::int64_t offset = 0;
  bool is_element = false; // of an array that begins at the pointer
  std::int64_t stride = 0; // not 0: at some multiple of it behind `offset`
  bool is_anywhere = false;
  bool operator==(const Place &) const = default;
};

enum class Declared : std::uint8_t { kNothing, kNumber, kPointer };

class Reader {
public:
  Reader(Workspace &workspace, ProcedureId procedure)
      : workspace_(workspace), view_(workspace.view(procedure)),
        unit_(view_.unit), function_(view_.function) {}

  std::string store(ValueId v) {
    ValueId value = function_.operand(v, 1);
    std::map<ValueId, Place> places = places_of(function_.operand(v, 0));
    const ir::Type &type = unit_.types[function_.insts[value].type];
    if (type.kind == TypeKind::kInt || type.kind == TypeKind::kFloat)
      return number(places, type.width);
    if (type.kind != TypeKind::kPointer)
      return "";
    Said said = declared(places, 0);
    if (said.number && !said.pointer)
      return "a pointer is stored where numbers are";
    for (TypeId held : cell_types(places))
      if (is_other(value, held))
        return kOther;
    return "";
  }

  std::string call(ValueId v) {
    const Program &program = workspace_.facts.program;
    std::span<const ValueId> arguments = function_.arguments(v);
    for (ProcedureId callee : program.targets(view_.procedure, v).procedures) {
      if (!is_entered(workspace_.facts, callee)) {
        if (writes_rest(callee, arguments))
          return "a call may write through its further arguments";
        continue;
      }
      const std::vector<TypeId> &params =
          unit_.types[function_.call(v).function_type].params;
      for (std::size_t i = 0; i < arguments.size() && i < params.size(); ++i)
        if (is_other(arguments[i], params[i]))
          return kOther;
    }
    return "";
  }

  std::string result(ValueId v) {
    return function_.insts[v].operand_count > 0 &&
                   is_other(function_.operand(v, 0), function_.result_type)
               ? kOther
               : "";
  }

  bool is_made_here(ValueId pointer) {
    ExprId e = workspace_.exprs.strip(view_.expr(pointer));
    return workspace_.exprs.is_value(e) && makes(view_.value_of(e));
  }

  bool is_numbers(ValueId pointer) {
    std::map<ValueId, Place> places = places_of(pointer);
    for (auto &[from, place] : places) {
      if (is_of_any_type(from) ||
          (!workspace_.keeps_to_types && is_passed(from)))
        return false;
      place.is_anywhere = place.is_element = true;
    }
    Said said = declared(places, 0);
    return said.number && !said.pointer;
  }

private:
  static constexpr const char *kOther =
      "a pointer is handed on as one to another type";
  struct Said {
    bool number = false, pointer = false;
  };

  std::string number(const std::map<ValueId, Place> &places,
                     std::uint32_t width) {
    Said said = declared(places, 0);
    if (said.pointer)
      return "a number is stored where a pointer may be";
    bool is_untyped = std::ranges::any_of(
        places, [&](const auto &place) { return is_of_any_type(place.first); });
    if (is_untyped && (!said.number || width == 8))
      return "a number is stored in memory of any type";
    return "";
  }

  // Somebody else's `void *`.
  bool is_of_any_type(ValueId v) {
    Op op = function_.insts[v].op;
    TypeKind kind =
        unit_.types[unit_.types.pointee(function_.insts[v].type)].kind;
    return (kind == TypeKind::kVoid || kind == TypeKind::kUnknown) &&
           (op == Op::kParam || op == Op::kLoad ||
            (op == Op::kCall && !makes(v)));
  }

  bool is_passed(ValueId v) {
    Op op = function_.insts[v].op;
    return op == Op::kParam || op == Op::kLoad ||
           (op == Op::kCall && !makes(v));
  }

  bool makes(ValueId call) {
    if (!function_.insts.contains(call) ||
        function_.insts[call].op != Op::kCall)
      return false;
    return std::ranges::any_of(workspace_.facts.behaviours.in(view_.procedure),
                               [&](const infer::FreshPlace &fresh) {
                                 return fresh.call == call &&
                                        fresh.place == AccessPath::result();
                               });
  }

  // The pointers that an address is computed from.
  std::map<ValueId, Place> places_of(ValueId address) {
    std::map<ValueId, Place> out;
    std::vector<ValueId> todo;
    auto add = [&](ValueId v, const Place &place) {
      auto [at, is_new] = out.try_emplace(v, place);
      if (!is_new && (at->second == place || at->second.is_anywhere))
        return;
      if (!is_new)
        at->second.is_anywhere = at->second.is_element = true;
      todo.push_back(v);
    };
    add(address, {});
    while (!todo.empty()) {
      ValueId v = todo.back();
      todo.pop_back();
      Place place = out[v];
      switch (function_.insts[v].op) {
      case Op::kField:
        add(function_.operand(v, 0),
            {place.is_anywhere ? 0 : place.offset + function_.field(v).offset});
        break;
      case Op::kElement:
        add(function_.operand(v, 0), stepped(place, v));
        break;
      case Op::kCast:
        add(function_.operand(v, 0), place);
        break;
      case Op::kPhi:
        for (ValueId operand : function_.operands_of(v))
          add(operand, place);
        break;
      case Op::kSelect:
        add(function_.operand(v, 1), place);
        add(function_.operand(v, 2), place);
        break;
      default:
        break;
      }
    }
    return out;
  }

  Place stepped(Place place, ValueId element) {
    place.is_element = true;
    auto stride = static_cast<std::int64_t>(function_.insts[element].extra);
    const Expr &index =
        workspace_.exprs[view_.expr(function_.operand(element, 1))];
    if (index.kind == Expr::Kind::kNumber)
      place.offset += index.number * stride;
    else if (place.stride && place.stride != stride)
      place.is_anywhere = true;
    else
      place.stride = stride;
    return place;
  }

  Said declared(const std::map<ValueId, Place> &places, std::int64_t further) {
    Said said;
    for (auto [pointer, place] : places) {
      place.offset += further;
      for (TypeId type : view_.object_types(pointer)) {
        Declared what = declared_at(type, place);
        said.number |= what == Declared::kNumber;
        said.pointer |= what == Declared::kPointer;
      }
    }
    return said;
  }

  Declared declared_at(TypeId id, const Place &place) const {
    const ir::Type &type = unit_.types[id];
    bool is_here = place.offset == 0 || place.is_element || place.is_anywhere;
    switch (type.kind) {
    case TypeKind::kInt:
    case TypeKind::kFloat:
      return is_here ? Declared::kNumber : Declared::kNothing;
    case TypeKind::kPointer:
      return is_here ? Declared::kPointer : Declared::kNothing;
    case TypeKind::kArray: {
      auto size = static_cast<std::int64_t>(unit_.types.size_of(type.element));
      if (size == 0 || place.offset < 0)
        return Declared::kNothing;
      Place inside = place;
      inside.offset %= size;
      return declared_at(type.element, inside);
    }
    case TypeKind::kRecord:
      return declared_in_record(id, place);
    default:
      return Declared::kNothing;
    }
  }

  Declared declared_in_record(TypeId id, const Place &place) const {
    const ir::Type &record = unit_.types[id];
    auto size = static_cast<std::int64_t>(record.size);
    if (!record.is_complete || size == 0)
      return Declared::kNothing;
    if (place.is_anywhere || place.stride % size != 0)
      return has_pointers(unit_, id) ? Declared::kPointer : Declared::kNumber;
    if (place.offset < 0 || place.offset >= size)
      return Declared::kNothing;
    if (unit_.types.may_hold_pointer(id, std::uint64_t(place.offset)))
      return Declared::kPointer;
    bool is_field =
        std::ranges::any_of(record.fields, [&](const ir::FieldDecl &field) {
          auto at = place.offset - static_cast<std::int64_t>(field.offset);
          return at >= 0 && at < static_cast<std::int64_t>(
                                     unit_.types.size_of(field.type));
        });
    return is_field ? Declared::kNumber : Declared::kNothing;
  }

  // The pointer types that the cell is declared with.
  std::vector<TypeId> cell_types(const std::map<ValueId, Place> &places) const {
    std::vector<TypeId> out;
    for (const auto &[pointer, place] : places)
      if (TypeId type = unit_.types.pointee(function_.insts[pointer].type);
          place == Place{} && unit_.types.is_pointer(type))
        out.push_back(type);
    return out;
  }

  // Is the pointer declared as one to another kind of thing than it was?
  bool is_other(ValueId value, TypeId as) {
    const ir::Type &pointer = unit_.types[as];
    if (pointer.kind != TypeKind::kPointer || pointer.const_pointee)
      return false;
    std::map<ValueId, Place> places = places_of(value);
    const ir::Type &type = unit_.types[pointer.element];
    auto differs = [&](TypeKind kind, std::int64_t offset) {
      Said said = declared(places, offset);
      bool is_number = kind == TypeKind::kInt || kind == TypeKind::kFloat;
      return is_number
                 ? said.pointer
                 : kind == TypeKind::kPointer && said.number && !said.pointer;
    };
    if (type.kind == TypeKind::kInt && type.width == 8)
      for (auto &[from, place] : places)
        place.is_anywhere = true;
    if (type.kind != TypeKind::kRecord)
      return differs(type.kind, 0);
    bool is_different = false;
    each_scalar(unit_, pointer.element,
                [&](std::int64_t offset, TypeId scalar) {
                  is_different |= differs(unit_.types[scalar].kind, offset);
                });
    return is_different;
  }

  // scanf() and its kind, given cells that may hold pointers.
  bool writes_rest(ProcedureId callee, std::span<const ValueId> arguments) {
    const model::FunctionModel *model = workspace_.model(callee);
    if (!model || !model->has_shape || model->only_reads_rest)
      return false;
    for (std::size_t i = model->shape.params.size(); i < arguments.size();
         ++i) {
      if (!unit_.types.is_pointer(function_.insts[arguments[i]].type))
        continue;
      std::vector<TypeId> types = view_.object_types(arguments[i]);
      if (types.empty() || std::ranges::any_of(types, [&](TypeId type) {
            return has_pointers(unit_, type);
          }))
        return true;
    }
    return false;
  }

  Workspace &workspace_;
  FunctionView &view_;
  const ir::Unit &unit_;
  const ir::Function &function_;
};

} // namespace

std::string misused_type(Workspace &workspace, ProcedureId procedure,
                         ValueId v) {
  Reader reader(workspace, procedure);
  switch (workspace.view(procedure).function.insts[v].op) {
  case Op::kStore:
    return reader.store(v);
  case Op::kCall:
    return reader.call(v);
  case Op::kReturn:
    return reader.result(v);
  default:
    return "";
  }
}

bool may_hide_pointers(Workspace &workspace, ProcedureId procedure,
                       ValueId object) {
  FunctionView &view = workspace.view(procedure);
  std::vector<TypeId> types = view.object_types(object);
  if (types.empty() || std::ranges::any_of(types, [&](TypeId type) {
        return hides_pointers(view.unit, type);
      }))
    return true;
  if (Reader(workspace, procedure).is_made_here(object))
    return false;
  return std::ranges::any_of(types, [&](TypeId type) {
    return is_first_part(view.unit, type) ||
           (!workspace.keeps_to_types && !has_pointers(view.unit, type));
  });
}

bool points_to_numbers(Workspace &workspace, ProcedureId procedure,
                       ValueId pointer) {
  return Reader(workspace, procedure).is_numbers(pointer);
}

// Is a field of such a record computed in any body?
static bool is_opened(Workspace &workspace, const std::string &record) {
  auto [at, is_new] = workspace.opened_records.try_emplace(record, false);
  if (!is_new)
    return at->second;
  const Program &program = workspace.facts.program;
  for (ProcedureId procedure : program.procedures().ids()) {
    if (!program.procedures()[procedure].has_body)
      continue;
    const ir::Unit &unit = program.unit_of(procedure);
    const ir::Function &function = program.body(procedure);
    for (ValueId v : function.insts.ids())
      if (function.insts[v].op == Op::kField &&
          unit.types.is_record(function.field(v).record) &&
          unit.text(unit.types[function.field(v).record].name) == record)
        return at->second = true;
  }
  return false;
}

bool is_given_to_its_library(Workspace &workspace, ProcedureId procedure,
                             ValueId call, ProcedureId callee,
                             std::uint32_t argument) {
  FunctionView &view = workspace.view(procedure);
  const ir::Unit &unit = view.unit;
  const model::FunctionModel *model = workspace.model(callee);
  const std::vector<TypeId> &params =
      unit.types[view.function.call(call).function_type].params;
  if (!model || model->origin != model::FunctionModel::Origin::kShipped ||
      workspace.facts.program.procedures()[callee].has_body ||
      argument >= params.size() ||
      argument >= view.function.arguments(call).size())
    return false;
  TypeId record = unit.types.pointee(params[argument]);
  std::vector<TypeId> types =
      view.object_types(view.function.arguments(call)[argument]);
  return unit.types.is_record(record) &&
         std::ranges::all_of(types, [&](TypeId t) { return t == record; }) &&
         !is_opened(workspace, unit.text(unit.types[record].name));
}

bool closes_in_library(Workspace &workspace, ProcedureId procedure,
                       ValueId call, ProcedureId callee,
                       std::uint32_t argument) {
  const infer::Behaviour &behaviour = workspace.facts.behaviours.of(callee);
  bool is_resource = false;
  for (const infer::Outcome &outcome : behaviour.outcomes)
    for (const infer::Effect &effect : outcome.effects)
      if (effect.kind == infer::Effect::Kind::kFree &&
          effect.path == AccessPath::parameter(argument)) {
        if (!effect.family.valid() ||
            workspace.facts.models.family(effect.family).is_memory)
          return false;
        is_resource = true;
      }
  return is_resource &&
         is_given_to_its_library(workspace, procedure, call, callee, argument);
}

bool may_have_pointers(Workspace &workspace, ProcedureId procedure,
                       ValueId object) {
  FunctionView &view = workspace.view(procedure);
  return std::ranges::any_of(view.object_types(object), [&](TypeId type) {
    return has_pointers(view.unit, type);
  });
}

} // namespace wt::contradiction
