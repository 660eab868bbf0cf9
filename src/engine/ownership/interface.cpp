// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Making and copying interfaces; printing is in declaration.cpp.

#include "engine/ownership/interface.h"

#include <algorithm>
#include <map>

namespace wt::ownership {
namespace {

using model::SpecClause;
using model::SpecType;

class SpecReader {
public:
  SpecReader(const model::PolymorphicSpec &spec) : spec_(spec) {
    out_.source = Interface::Source::kSpecification;
  }

  Interface run(std::size_t shift) {
    for (std::size_t i = 0; i < shift; ++i)
      out_.parameters.push_back({out_.add_part()});
    for (const model::SpecParam &parameter : spec_.function.params)
      out_.parameters.push_back(read_parameter(parameter.type));
    Interface::Parameter result = read_parameter(spec_.function.result);
    out_.result = result.type;
    out_.is_result_reference = result.is_reference;
    if (result.is_reference) // the address owns nothing, whoever owns it
      out_.result.own = out_.own_count++;
    for (const SpecClause &clause : spec_.function.clauses)
      read_clause(clause);
    return std::move(out_);
  }

private:
  bool is_variable(const SpecType &type) const {
    return type.kind == SpecType::Kind::kName && type.inner.empty() &&
           std::ranges::find(spec_.type_variables, type.name) !=
               spec_.type_variables.end();
  }

  // `T &x` and `T *x` are addresses of an element; `own T *x` is not.
  Interface::Parameter read_parameter(const SpecType &type) {
    bool is_level = type.kind == SpecType::Kind::kReference ||
                    type.kind == SpecType::Kind::kPointer;
    if (is_level && is_variable(type.inner[0]))
      return {read(type.inner[0]), true};
    return {read(type), false};
  }

  Interface::Part read(const SpecType &type) {
    if (is_variable(type))
      return variable(type);
    Interface::Part part = out_.add_part();
    demand_ownership(part.own, type.ownership);
    if (type.kind == SpecType::Kind::kPointer ||
        type.kind == SpecType::Kind::kReference)
      read_pointee(type.inner[0], part);
    return part;
  }

  void read_pointee(const SpecType &type, Interface::Part &part) {
    Interface::ShapeNode node;
    if (type.kind == SpecType::Kind::kFunction) {
      node.kind = Shape::Kind::kFunction;
      for (std::size_t i = 1; i < type.inner.size(); ++i)
        node.parts.push_back(read(type.inner[i]));
      node.parts.push_back(read(type.inner[0]));
    } else if (type.kind == SpecType::Kind::kName && !type.inner.empty()) {
      node.kind = Shape::Kind::kContainer;
      node.name = type.name;
      for (const SpecType &argument : type.inner) {
        node.parts.push_back(read(argument));
        if (argument.ownership == model::Ownership::kOwn)
          out_.filled.push_back(node.parts.back().own);
      }
    } else {
      return;
    }
    out_.shapes[part.shape] = std::move(node);
  }

  Interface::Part variable(const SpecType &type) {
    auto [found, is_new] = variables_.try_emplace(type.name);
    if (is_new)
      found->second = out_.add_part();
    if (type.ownership == model::Ownership::kNone)
      return found->second;
    // `own T`: this place owns, whatever the others do.
    Interface::Part part = out_.add_part();
    part.shape = found->second.shape;
    demand_ownership(part.own, type.ownership);
    return part;
  }

  void demand_ownership(std::uint32_t own, model::Ownership ownership) {
    bool is_own = ownership == model::Ownership::kOwn;
    out_.demand({own}, is_own ? kOne : kZero, Priority::kInterface,
                is_own ? "it is handed over" : "it is only borrowed");
  }

  void read_clause(const SpecClause &clause) {
    auto part = [&](const std::string &name) {
      SpecType type;
      type.name = name;
      return variable(type);
    };
    if (clause.kind == SpecClause::Kind::kRefType)
      out_.demand({part(clause.types[0]).own}, kZero, Priority::kInterface,
                  "the elements are not released");
    if (clause.kind == SpecClause::Kind::kOwnType)
      out_.demand({part(clause.types[0]).own}, kOne, Priority::kInterface,
                  "the elements are released here");
    if (clause.kind == SpecClause::Kind::kStored && clause.other)
      read_move(clause.place.name, clause.other->name);
    if (clause.kind == SpecClause::Kind::kLeadsTo)
      out_.is_iterator = true;
    if (clause.kind == SpecClause::Kind::kSameType)
      out_.demand({part(clause.types[0]).own, part(clause.types[1]).own},
                  kEqual, Priority::kInterface, "the same type");
  }

  void read_move(const std::string &from, const std::string &to) {
    auto container = [&](const std::string &name) {
      const auto &params = spec_.function.params;
      auto found = std::ranges::find(params, name, &model::SpecParam::name);
      std::size_t index = out_.parameters.size() - params.size() +
                          static_cast<std::size_t>(found - params.begin());
      bool is_one = found != params.end() &&
                    out_.shapes[out_.parameters[index].type.shape].kind ==
                        Shape::Kind::kContainer;
      return is_one ? std::optional(index) : std::nullopt;
    };
    if (auto a = container(from), b = container(to); a && b)
      out_.moves.push_back({*a, *b});
  }

  const model::PolymorphicSpec &spec_;
  Interface out_;
  std::map<std::string, Interface::Part> variables_;
};

bool is_path(const infer::Term &term, const AccessPath &path) {
  return term.kind == infer::Term::Kind::kPath && term.path == path;
}

// Is what the argument points to in somebody else's hands afterwards?
bool may_keep(const infer::Behaviour &behaviour, std::uint32_t argument) {
  AccessPath path = AccessPath::parameter(argument);
  if (!behaviour.is_known() ||
      (behaviour.keeps_all && !behaviour.spared.has(argument)))
    return true;
  auto is_counted = [&](const AccessPath &cell) {
    return path.is_prefix_of(cell);
  };
  if (std::ranges::any_of(behaviour.acquires, is_counted) ||
      std::ranges::any_of(behaviour.releases, is_counted))
    return true;
  for (const infer::Outcome &outcome : behaviour.outcomes)
    for (const infer::Effect &effect : outcome.effects)
      if ((effect.kind == infer::Effect::Kind::kKeep && // deep: what it holds
           !effect.path.is_deep() && effect.path.covers(path)) ||
          (effect.kind == infer::Effect::Kind::kWrite &&
           is_path(effect.value, path)))
        return true;
  return false;
}

bool may_return(const infer::Behaviour &behaviour, std::uint32_t argument) {
  return std::ranges::any_of(
      behaviour.outcomes, [&](const infer::Outcome &outcome) {
        return is_path(outcome.value, AccessPath::parameter(argument));
      });
}

bool returns_new(const infer::Behaviour &behaviour) {
  return std::ranges::any_of(
      behaviour.outcomes,
      [](const infer::Outcome &outcome) { return outcome.value.is_new(); });
}

// Of a function that was declared without parameters: those it does something
// to.
std::size_t mentioned_parameters(const infer::Behaviour &behaviour) {
  std::size_t count = 0;
  for (const infer::Outcome &outcome : behaviour.outcomes)
    for (const infer::Effect &effect : outcome.effects)
      if (effect.path.root().kind == PathRoot::Kind::kParameter)
        count = std::max<std::size_t>(count, effect.path.root().index + 1);
  return count;
}

std::size_t parameter_count(const infer::Behaviour &behaviour,
                            const ir::Unit &unit,
                            const ir::Function &function) {
  if (!function.is_declaration())
    return function.param_count;
  if (!function.type.valid() ||
      unit.types[function.type].kind != ir::TypeKind::kFunction)
    return mentioned_parameters(behaviour);
  return unit.types[function.type].params.size() + function.returns_by_slot;
}

} // namespace

Interface::Part Interface::add_part() { return {own_count++, add_shape({})}; }

std::uint32_t Interface::add_shape(ShapeNode node) {
  shapes.push_back(std::move(node));
  return static_cast<std::uint32_t>(shapes.size() - 1);
}

void Interface::demand(std::vector<std::uint32_t> owns, std::uint64_t allowed,
                       Priority priority, const char *reason) {
  tables.push_back({std::move(owns), allowed, priority, reason});
}

std::optional<bool> Interface::fixed(std::uint32_t own) const {
  for (const Table &table : tables)
    if (table.owns.size() == 1 && table.owns[0] == own &&
        table.priority != Priority::kEscape && table.allowed != kEither)
      return table.allowed == kOne;
  return std::nullopt;
}

bool Interface::may_escape(std::uint32_t own) const {
  return std::ranges::any_of(tables, [&](const Table &table) {
    return table.owns.size() == 1 && table.owns[0] == own &&
           table.priority == Priority::kEscape;
  });
}

bool Interface::has_containers() const {
  return std::ranges::any_of(shapes, [](const ShapeNode &node) {
    return node.kind == Shape::Kind::kContainer;
  });
}

Interface from_spec(const model::PolymorphicSpec &spec, std::size_t shift) {
  return SpecReader(spec).run(shift);
}

Interface from_behaviour(const infer::Behaviour &behaviour,
                         const ir::Unit &unit, const ir::Function &function) {
  Interface out;
  out.source = behaviour.is_known() ? Interface::Source::kBehaviour
                                    : Interface::Source::kUnknown;
  out.result = out.add_part();
  bool is_new = returns_new(behaviour), is_argument = false;
  for (std::uint32_t i = 0; i < parameter_count(behaviour, unit, function);
       ++i) {
    Interface::Part part = out.add_part();
    out.parameters.push_back({part});
    switch (infer::frees(behaviour, AccessPath::parameter(i))) {
    case infer::Extent::kAlways:
    case infer::Extent::kUnlessNull:
      out.demand({part.own}, kOne, Priority::kInterface, "it is freed there");
      break;
    case infer::Extent::kSometimes:
    case infer::Extent::kPerhaps:
      out.demand({part.own}, kEither, Priority::kMember,
                 "it is freed there on some paths");
      break;
    case infer::Extent::kNever:
      if (may_return(behaviour, i) && !may_keep(behaviour, i)) {
        is_argument = true;
        out.demand({part.own, out.result.own}, is_new ? 0b1101 : kEqual,
                   Priority::kInterface, "it is handed back");
        out.result.shape = part.shape;
      } else {
        out.demand({part.own}, kZero,
                   may_keep(behaviour, i) ? Priority::kEscape
                                          : Priority::kInterface,
                   "it is only borrowed");
      }
    }
  }
  if (is_new && !is_argument)
    out.demand({out.result.own}, kOne, Priority::kSolid, "a new object");
  else if (!is_new && !is_argument && behaviour.is_known() &&
           !behaviour.keeps_all)
    out.demand({out.result.own}, kZero, Priority::kInterface,
               "others own the result");
  return out;
}

Instance instantiate(const Interface &interface, System &system, Types &types,
                     ir::ValueId at) {
  std::vector<Own> owns;
  for (std::uint32_t i = 0; i < interface.own_count; ++i)
    owns.push_back(system.variable());
  // A shape may be part of itself: all exist before any is filled in.
  std::vector<ShapeId> shapes;
  for (std::size_t i = 0; i < interface.shapes.size(); ++i)
    shapes.push_back(types.shape({}));
  auto type = [&](const Interface::Part &part) {
    return Type{owns[part.own], shapes[part.shape]};
  };
  for (std::size_t i = 0; i < interface.shapes.size(); ++i) {
    const Interface::ShapeNode &node = interface.shapes[i];
    if (node.kind == Shape::Kind::kUnknown)
      continue;
    Shape shape{node.kind, node.name, {}};
    for (const Interface::Part &part : node.parts)
      shape.parts.push_back(type(part));
    types.unify(shapes[i], types.shape(std::move(shape)), at);
  }
  for (const Interface::Table &table : interface.tables) {
    std::vector<Own> variables;
    for (std::uint32_t own : table.owns)
      variables.push_back(owns[own]);
    system.require(std::move(variables), table.allowed, table.priority, at,
                   table.reason.c_str());
  }
  Instance out;
  for (const Interface::Parameter &parameter : interface.parameters)
    out.parameters.push_back(type(parameter.type));
  out.result = type(interface.result);
  for (std::uint32_t own : interface.filled)
    out.filled.push_back(owns[own]);
  return out;
}

} // namespace wt::ownership
