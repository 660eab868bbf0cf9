// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See element_use.h.

#include "engine/ownership/element_use.h"

#include "model/model_of.h"
#include "summary/followed.h"

#include <algorithm>

namespace wt::ownership {

std::optional<Interface> container_interface(const Facts &facts,
                                             ProcedureId procedure,
                                             ir::ValueId call) {
  auto callees = infer::followed(facts.program, procedure, call);
  if (callees.size() != 1)
    return std::nullopt;
  const model::FunctionModel *model =
      model::model_of(facts.program, facts.models, callees[0]);
  const model::PolymorphicSpec *spec =
      model ? model::polymorphic(facts.models, *model) : nullptr;
  if (!spec)
    return std::nullopt;
  Interface out =
      from_spec(*spec, facts.program.body(callees[0]).returns_by_slot);
  return out.has_containers() ? std::optional(std::move(out)) : std::nullopt;
}

std::optional<std::size_t> container_for(const Interface &interface,
                                         std::size_t element) {
  if (element >= interface.parameters.size())
    return std::nullopt;
  std::uint32_t own = interface.parameters[element].type.own;
  for (std::size_t i = 0; i < interface.parameters.size(); ++i) {
    const Interface::ShapeNode &node =
        interface.shapes[interface.parameters[i].type.shape];
    if (node.kind == Shape::Kind::kContainer &&
        std::ranges::find(node.parts, own, &Interface::Part::own) !=
            node.parts.end())
      return i;
  }
  return std::nullopt;
}

ElementUse element_use(const Interface &interface, std::size_t container) {
  ElementUse out;
  if (container >= interface.parameters.size())
    return out;
  const Interface::ShapeNode &node =
      interface.shapes[interface.parameters[container].type.shape];
  out.is_container = node.kind == Shape::Kind::kContainer;
  if (!out.is_container)
    return out;
  out.gives_iterator = interface.is_iterator;
  const Interface::ShapeNode &result = interface.shapes[interface.result.shape];
  for (const Interface::Part &element : node.parts) {
    auto has_it = [&](const Interface::ShapeNode &other) {
      return std::ranges::find(other.parts, element.own,
                               &Interface::Part::own) != other.parts.end();
    };
    out.may_release |= interface.fixed(element.own) == true;
    for (const Interface::ShapeNode &other : interface.shapes)
      out.may_release |= other.kind == Shape::Kind::kFunction && has_it(other);
    out.comes_back |= result.kind == Shape::Kind::kContainer && has_it(result);
    if (interface.result.shape == element.shape)
      (interface.is_result_reference ? out.gives_address : out.gives_element) =
          true;
  }
  return out;
}

} // namespace wt::ownership
