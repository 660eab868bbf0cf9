// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Paths as C expressions.  An Expression is either the text of a pointer with
// the type it points to (`p`), or the text of an object whose address is meant
// (`head`, for a global).  One step finds the cell inside the object and makes
// what is loaded there the next pointer.

#include "path/readable_path.h"

namespace wt {
namespace {

using ir::TypeId;
using ir::TypeKind;
using ir::TypeTable;

struct Expression {
  std::string text;
  TypeId object = TypeTable::unknown(); // what the address leads to
  bool is_object = false; // the text names the object, not its address
};

// A way from the start of an object to a cell inside it.
struct Inner {
  std::string text; // ".field[2].other"
  TypeId type = TypeTable::unknown();
  bool is_found = false;
};

std::string bytes_text(std::int64_t offset) {
  return "[" + std::string(offset < 0 ? "" : "+") + std::to_string(offset) +
         "]";
}

// Of a field access: `.name`, or nothing for a base class.
std::string member(const ir::Unit &unit, const ir::FieldDecl &field) {
  const std::string &name = unit.text(field.name);
  return field.is_base || name.empty() ? "" : "." + name;
}

const ir::FieldDecl *field_at(const ir::Unit &unit, const ir::Type &record,
                              std::uint64_t offset) {
  const ir::FieldDecl *found = nullptr;
  for (const ir::FieldDecl &field : record.fields) {
    std::uint64_t size = unit.types.size_of(field.type);
    bool is_inside = field.offset == offset ||
                     (field.offset < offset && offset - field.offset < size);
    // Members of a union, and an empty base, share an offset: the first that
    // has a size, but a pointer if there is one: paths lead through pointers.
    bool is_better = found && field.offset == offset &&
                     unit.types.is_pointer(field.type) &&
                     !unit.types.is_pointer(found->type);
    if (is_inside &&
        (!found || unit.types.size_of(found->type) == 0 || is_better))
      found = &field;
  }
  return found;
}

// The scalar at `offset` of an object of type `type`.
Inner find_inner(const ir::Unit &unit, TypeId type, std::int64_t offset) {
  Inner out;
  while (offset >= 0) {
    const ir::Type &here = unit.types[type];
    if (here.kind == TypeKind::kRecord) {
      const ir::FieldDecl *field =
          here.is_complete ? field_at(unit, here, std::uint64_t(offset))
                           : nullptr;
      if (!field)
        return out;
      out.text += member(unit, *field);
      offset -= std::int64_t(field->offset);
      type = field->type;
      continue;
    }
    if (here.kind == TypeKind::kArray) {
      std::uint64_t size = unit.types.size_of(here.element);
      if (size == 0)
        return out;
      out.text += "[" + std::to_string(std::uint64_t(offset) / size) + "]";
      offset %= std::int64_t(size);
      type = here.element;
      continue;
    }
    out.type = type;
    out.is_found = offset == 0 && here.kind != TypeKind::kUnknown;
    return out;
  }
  return out;
}

bool binds_loosely(const std::string &text) { return text.starts_with("*"); }

std::string tight(const std::string &text) {
  return binds_loosely(text) ? "(" + text + ")" : text;
}

// `base` with ".field" or "[2]" behind it, as an object or through a pointer.
std::string with_inner(const Expression &base, const std::string &inner) {
  if (base.is_object)
    return inner.empty() ? base.text : tight(base.text) + inner;
  if (inner.starts_with("."))
    return tight(base.text) + "->" + inner.substr(1);
  if (inner.empty())
    return "*" + base.text;
  return "(*" + base.text + ")" + inner;
}

// The text of the cell, an lvalue; `type` becomes what it holds.
std::string cell_text(const ir::Unit &unit, const Expression &base,
                      PathStep step, TypeId &type) {
  type = TypeTable::unknown();
  TypeId object = base.object;
  std::int64_t offset = step.offset;
  std::string index;
  if (base.is_object && unit.types[object].kind == TypeKind::kArray &&
      step.any_element)
    object = unit.types[object].element;
  std::uint64_t size = unit.types.size_of(object);
  if (step.any_element) {
    index = "[]";
  } else if (!base.is_object && size > 0 && offset >= std::int64_t(size)) {
    index = "[" + std::to_string(std::uint64_t(offset) / size) + "]";
    offset %= std::int64_t(size);
  }
  Inner inner = find_inner(unit, object, offset);
  if (!inner.is_found) {
    if (!index.empty())
      return tight(base.text) + index +
             (offset ? "." + bytes_text(offset) : "");
    if (base.is_object)
      return offset ? tight(base.text) + "." + bytes_text(offset) : base.text;
    return offset ? tight(base.text) + "->" + bytes_text(offset)
                  : "*" + base.text;
  }
  type = inner.type;
  if (!index.empty())
    return tight(base.text) + index + inner.text;
  return with_inner(base, inner.text);
}

class Reader {
public:
  Reader(const Program &program, ProcedureId procedure)
      : program_(program), procedure_(procedure),
        unit_(&program.unit_of(procedure)) {}

  Expression path(const AccessPath &path) {
    Expression out = root(path.root());
    for (const PathStep &step : path.steps()) {
      TypeId type;
      out.text = cell_text(*unit_, out, step, type);
      out.object = unit_->types.pointee(type);
      out.is_object = false;
    }
    return out;
  }

  std::string cell(const Expression &base, PathStep step) const {
    TypeId type;
    return cell_text(*unit_, base, step, type);
  }

private:
  // Also chooses the unit whose types the path is about.
  Expression root(PathRoot root) {
    switch (root.kind) {
    case PathRoot::Kind::kParameter:
      return parameter(root.index);
    case PathRoot::Kind::kResult:
      return {"result",
              unit_->types.pointee(program_.body(procedure_).result_type)};
    case PathRoot::Kind::kGlobal: {
      const ProgramVariable &variable =
          program_.variables()[ProgramVariableId(root.index)];
      unit_ = program_.units()[variable.unit].get();
      const ir::Global &global = unit_->globals[variable.global];
      std::string name = unit_->text(global.name);
      return {name.empty() ? std::string(variable.link_name) : name,
              global.type, true};
    }
    case PathRoot::Kind::kFunction:
      return {std::string(program_.procedures()[ProcedureId(root.index)].name),
              TypeTable::unknown()};
    case PathRoot::Kind::kSite:
      return {"object" + std::to_string(root.index), TypeTable::unknown()};
    case PathRoot::Kind::kSlot: {
      const ir::Function &body = program_.body(procedure_);
      ir::VariableId id(root.index);
      if (!body.variables.contains(id))
        break;
      const ir::Variable &variable = body.variables[id];
      std::string name = unit_->text(variable.name);
      return {name.empty() ? "local" + std::to_string(root.index) : name,
              variable.type, true};
    }
    }
    return {"local" + std::to_string(root.index), TypeTable::unknown(), true};
  }

  Expression parameter(std::uint32_t index) const {
    const ir::Function &body = program_.body(procedure_);
    std::string name = "arg" + std::to_string(index);
    TypeId type = TypeTable::unknown();
    if (index < body.param_count) {
      const ir::Inst &inst = body.insts[ir::ValueId(index)];
      type = inst.type;
      const ir::Variable &variable = body.variables[ir::VariableId(inst.extra)];
      if (!unit_->text(variable.name).empty())
        name = unit_->text(variable.name);
    } else if (const ir::Type &declared = unit_->types[body.type];
               declared.kind == TypeKind::kFunction &&
               index < declared.params.size() && !body.returns_by_slot) {
      type = declared.params[index];
    }
    return {name, unit_->types.pointee(type)};
  }

  const Program &program_;
  ProcedureId procedure_;
  const ir::Unit *unit_;
};

} // namespace

std::string readable(const Program &program, ProcedureId procedure,
                     const AccessPath &path) {
  Expression out = Reader(program, procedure).path(path);
  if (path.is_deep())
    return tight(out.text) + (out.is_object ? "..." : "->...");
  return out.is_object ? "&" + out.text : out.text;
}

std::string readable(const Program &program, ProcedureId procedure,
                     const Place &place) {
  if (place.is_path())
    return readable(program, procedure, place.base());
  Reader reader(program, procedure);
  Expression base = reader.path(place.base());
  return "&" + reader.cell(base, {place.offset(), place.is_any_element()});
}

} // namespace wt
