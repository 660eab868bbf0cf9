// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Interfaces in the specification language.
//
// Names of types come from the program; ownership, containers and their
// elements from the interface: `void put(ref stack<T1> *s, T1 e)`.  A container
// that contains itself is cut off after three levels.

#include "engine/ownership/interface.h"

#include <algorithm>
#include <map>
#include <set>

namespace wt::ownership {
namespace {

using model::SpecType;

class Writer {
public:
  Writer(const Interface &interface, const ir::Unit &unit,
         const ir::Function &function)
      : interface_(interface), unit_(unit), function_(function) {
    for (const Interface::ShapeNode &node : interface.shapes)
      if (node.kind == Shape::Kind::kContainer)
        for (const Interface::Part &part : node.parts)
          elements_.insert(part.own);
  }

  model::SpecFunction run() {
    model::SpecFunction out;
    out.name = std::string(unit_.strings[function_.name]);
    const ir::Type *type =
        function_.type.valid() &&
                unit_.types[function_.type].kind == ir::TypeKind::kFunction
            ? &unit_.types[function_.type]
            : nullptr;
    out.result = type ? written(type->element, interface_.result, 0)
                      : written(function_.result_type, interface_.result, 0);
    if (function_.is_declaration() && type)
      for (std::size_t i = 0; i < type->params.size(); ++i)
        out.params.push_back(
            parameter(i + function_.returns_by_slot, type->params[i], ""));
    for (std::uint32_t i = function_.returns_by_slot; i < function_.param_count;
         ++i) {
      const ir::Inst &inst = function_.insts[ir::ValueId(i)];
      const ir::Variable &variable =
          function_.variables[ir::VariableId(inst.extra)];
      std::string name(unit_.strings[variable.name]);
      // A pack of arguments, or a word of the language.
      if (std::ranges::count(out.params, name, &model::SpecParam::name) ||
          name == "result")
        name.clear();
      out.params.push_back(parameter(i, inst.type, std::move(name)));
    }
    out.is_variadic = function_.is_variadic;
    for (std::uint32_t own : needed_) {
      model::SpecClause clause;
      clause.kind = model::SpecClause::Kind::kOwnType;
      clause.types.push_back(variables_.at(own));
      out.clauses.push_back(clause);
    }
    return out;
  }

private:
  model::SpecParam parameter(std::size_t i, ir::TypeId type, std::string name) {
    model::SpecParam out;
    out.name = std::move(name);
    Interface::Part none;
    out.type = written(
        type,
        i < interface_.parameters.size() ? interface_.parameters[i].type : none,
        0);
    return out;
  }

  SpecType written(ir::TypeId id, const Interface::Part &part, int depth) {
    SpecType out;
    if (!id.valid() || unit_.types[id].kind != ir::TypeKind::kPointer) {
      out.name = plain(id);
      return out;
    }
    std::optional<bool> is_own = interface_.fixed(part.own);
    if (!is_own && elements_.contains(part.own))
      return variable(part.own);
    out.kind = SpecType::Kind::kPointer;
    out.ownership = is_own == true    ? model::Ownership::kOwn
                    : is_own == false ? model::Ownership::kRef
                                      : model::Ownership::kNone;
    const Interface::ShapeNode &node = interface_.shapes[part.shape];
    if (node.kind == Shape::Kind::kContainer && depth < 3) {
      SpecType container;
      container.name = node.name;
      for (const Interface::Part &inner : node.parts)
        container.inner.push_back(element(inner, depth + 1, is_own == true));
      out.inner.push_back(std::move(container));
      return out;
    }
    if (node.kind == Shape::Kind::kFunction) {
      SpecType called;
      called.kind = SpecType::Kind::kFunction;
      called.inner.push_back(nothing());
      for (std::size_t i = 0; i + 1 < node.parts.size(); ++i)
        called.inner.push_back(element(node.parts[i], depth + 1));
      out.ownership = model::Ownership::kNone;
      out.inner.push_back(std::move(called));
      return out;
    }
    SpecType pointee;
    ir::TypeId inner = unit_.types[id].element;
    if (inner.valid() && unit_.types[inner].kind == ir::TypeKind::kPointer) {
      pointee.kind = SpecType::Kind::kPointer;
      pointee.inner.emplace_back();
      pointee.inner[0].name = "void";
    } else {
      pointee.name = plain(inner);
    }
    out.inner.push_back(std::move(pointee));
    return out;
  }

  SpecType variable(std::uint32_t own) {
    SpecType out;
    out.name =
        variables_.try_emplace(own, "T" + std::to_string(variables_.size() + 1))
            .first->second;
    return out;
  }

  static SpecType nothing() {
    SpecType out;
    out.name = "void";
    return out;
  }

  // `is_taken`: with the container that it is in.
  SpecType element(const Interface::Part &part, int depth,
                   bool is_taken = false) {
    SpecType out;
    std::optional<bool> is_own = interface_.fixed(part.own);
    const Interface::ShapeNode &node = interface_.shapes[part.shape];
    bool is_container = node.kind == Shape::Kind::kContainer && depth < 3;
    // Owned before the call, not by it: `where { own_type(T1) }`.
    bool is_needed = is_own == true && !is_taken &&
                     std::ranges::find(interface_.filled, part.own) ==
                         interface_.filled.end();
    if (is_needed && !is_container)
      needed_.insert(part.own);
    if ((!is_own || is_needed) && !is_container)
      return variable(part.own);
    out.kind = SpecType::Kind::kPointer;
    out.ownership =
        is_own == true ? model::Ownership::kOwn : model::Ownership::kRef;
    SpecType pointee;
    pointee.name = is_container ? node.name : "void";
    if (is_container)
      for (const Interface::Part &inner : node.parts)
        pointee.inner.push_back(element(inner, depth + 1, is_taken));
    out.inner.push_back(std::move(pointee));
    return out;
  }

  // What is behind a pointer does not matter to callers: its name will do.
  std::string plain(ir::TypeId id) const {
    if (!id.valid())
      return "void";
    const ir::Type &type = unit_.types[id];
    switch (type.kind) {
    case ir::TypeKind::kInt:
      return type.width == 8 ? "char" : type.width == 64 ? "long" : "int";
    case ir::TypeKind::kFloat:
      return "double";
    default:
      return "void";
    }
  }

  const Interface &interface_;
  const ir::Unit &unit_;
  const ir::Function &function_;
  std::set<std::uint32_t> elements_;
  std::set<std::uint32_t> needed_; // elements that must be owned
  std::map<std::uint32_t, std::string> variables_;
};

} // namespace

model::SpecFunction declaration(const Interface &interface,
                                const ir::Unit &unit,
                                const ir::Function &function) {
  return Writer(interface, unit, function).run();
}

} // namespace wt::ownership
