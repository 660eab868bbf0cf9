// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See summarise.h.

#include "engine/ownership/summarise.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace wt::ownership {
namespace {

using Value = Solution::Value;

class Summariser {
public:
  Summariser(Body &body, const Solution &solution, Interface &out)
      : body_(body), solution_(solution), out_(out),
        same_(body.system.variable_count()) {
    std::iota(same_.begin(), same_.end(), 0);
    for (const Constraint &constraint : body.system.constraints())
      if (constraint.variables.size() == 2 && constraint.allowed == kEqual)
        same_[root(constraint.variables[0]).value] =
            root(constraint.variables[1]).value;
  }

  void run() {
    std::size_t count =
        std::min(out_.parameters.size(), body_.parameters.size());
    for (std::size_t i = 0; i < count; ++i)
      copy(body_.parameters[i], out_.parameters[i].type);
    copy(body_.result, out_.result);
    if (owns_.empty())
      return;
    for (std::size_t i = 0; i < count; ++i) {
      copy_callback(body_.parameters[i], out_.parameters[i].type);
      name_element(body_.parameters[i], out_.parameters[i].type);
    }
    name_element(body_.result, out_.result);
    add_tables();
    add_filled();
    add_looked_into();
  }

private:
  // Variables that must be equal are one.
  Own root(Own own) {
    std::uint32_t v = own.value;
    while (same_[v] != v)
      v = same_[v] = same_[same_[v]];
    return Own(v);
  }

  void copy(const Type &type, Interface::Part &part) {
    ShapeId shape_root = body_.types.root(type.shape);
    if (body_.types.at(shape_root).kind != Shape::Kind::kContainer)
      return;
    part.shape = shape(shape_root);
    // A container that is handed in or out may own its elements only as a
    // whole: its own ownership takes part in the tables.
    owns_.try_emplace(root(type.own), part.own);
  }

  // `void drop(stack<T> *s, void (*f)(T))`
  void copy_callback(const Type &type, Interface::Part &part) {
    const Shape &from = body_.types.at(type.shape);
    bool is_about_elements =
        from.kind == Shape::Kind::kFunction &&
        std::ranges::any_of(from.parts, [&](const Type &argument) {
          return elements_.contains(root(argument.own));
        });
    if (is_about_elements)
      part.shape = shape(body_.types.root(type.shape));
  }

  // `void put(stack<T> *s, T e)`: what is handed in or out is an element, if
  // both always own or both do not.
  void name_element(const Type &type, Interface::Part &part) {
    // Who hands out an element that stays names its shape.
    auto shared = shapes_.find(body_.types.root(type.shape));
    if (shared != shapes_.end())
      part.shape = shared->second;
    Own own = root(type.own);
    if (solution_.forced[own] != Value::kFree || owns_.contains(own) ||
        body_.types.at(type.shape).kind != Shape::Kind::kUnknown)
      return;
    for (const auto &[element, named] : elements_) {
      Own both[] = {own, element};
      if (solution_.forced[element] != Value::kFree ||
          solution_.group[own] != solution_.group[element] ||
          body_.system.project(both, solution_.violated) != kEqual)
        continue;
      std::erase_if(out_.tables, [&](const Interface::Table &table) {
        return std::ranges::find(table.owns, part.own) != table.owns.end();
      });
      part = named;
      return;
    }
  }

  std::uint32_t shape(ShapeId id) {
    ShapeId shape_root = body_.types.root(id);
    auto [found, is_new] = shapes_.try_emplace(shape_root, 0);
    if (!is_new)
      return found->second;
    std::uint32_t number = out_.add_shape({});
    found->second = number;
    const Shape &from = body_.types.at(shape_root);
    Interface::ShapeNode node{from.kind, from.name, {}};
    for (const Type &part : from.parts) {
      Own own = root(part.own);
      auto [known, is_new_own] = owns_.try_emplace(own, out_.own_count);
      if (is_new_own)
        ++out_.own_count;
      std::uint32_t own_number = known->second;
      node.parts.push_back({own_number, shape(part.shape)});
      if (from.kind == Shape::Kind::kContainer)
        elements_.try_emplace(own, node.parts.back());
    }
    out_.shapes[number] = std::move(node);
    return number;
  }

  // What is forced, one by one; of what is free, all combinations.
  void add_tables() {
    std::vector<Own> open;
    for (const auto &[own, number] : owns_) {
      Value value = solution_.forced[own];
      if (value == Value::kFree)
        open.push_back(own);
      else if (!out_.fixed(number))
        out_.demand({number}, value == Value::kYes ? kOne : kZero,
                    value == Value::kNo && stays_perhaps(own)
                        ? Priority::kEscape
                        : Priority::kInterface,
                    "as the function uses it");
    }
    if (open.size() < 2)
      return;
    open.resize(std::min(open.size(), Constraint::kMaxVariables));
    std::vector<std::uint32_t> numbers;
    for (Own own : open)
      numbers.push_back(owns_.at(own));
    out_.demand(numbers, body_.system.project(open, solution_.violated),
                Priority::kInterface, "as the function uses them");
  }

  // An element that must own nothing: it is not lost here if none is taken out
  // (another one, that is lent, comes in), or if it goes where nobody looks.
  bool stays_perhaps(Own element) {
    if (!elements_.contains(element))
      return false;
    bool is_taken_out = std::ranges::any_of(body_.drained, [&](ShapeId id) {
      const std::vector<Type> &parts = body_.types.at(id).parts;
      return std::ranges::any_of(
          parts, [&](const Type &part) { return root(part.own) == element; });
    });
    return !is_taken_out || may_escape(element);
  }

  // Must elements own nothing only because they go where nobody looks?
  bool may_escape(Own element) const {
    std::vector<ConstraintId> left_out = solution_.violated;
    for (ConstraintId id : body_.system.constraints().ids())
      if (body_.system.constraints()[id].priority == Priority::kEscape)
        left_out.push_back(id);
    Own wanted[] = {element};
    return body_.system.project(wanted, left_out) != kZero;
  }

  // Containers of callers that get elements here which they own.
  void add_filled() {
    std::set<Own> own_by_callees;
    for (const Body::Filled &filled : body_.filled)
      own_by_callees.insert(root(filled.element));
    for (const auto &[id, number] : shapes_) {
      if (body_.types.at(id).kind != Shape::Kind::kContainer || is_drained(id))
        continue;
      for (const Type &element : body_.types.at(id).parts) {
        Own own = root(element.own);
        if (solution_.forced[own] == Value::kYes &&
            (own_by_callees.contains(own) || is_made_here(own)))
          out_.filled.push_back(owns_.at(own));
      }
    }
  }

  void add_looked_into() {
    for (ShapeId id : body_.looked_into)
      open_elements(id, true);
    for (ShapeId id : body_.addressed)
      open_elements(id, false);
  }

  void open_elements(ShapeId id, bool even_if_owned) {
    ShapeId shape_root = body_.types.root(id);
    const Shape &shape = body_.types.at(shape_root);
    if (shape.kind != Shape::Kind::kContainer || !shapes_.contains(shape_root))
      return;
    for (const Type &element : shape.parts) {
      Own own = root(element.own);
      std::uint32_t number = owns_.at(own);
      bool is_owned = solution_.forced[own] == Value::kYes;
      if (!out_.may_escape(number) && (even_if_owned || !is_owned))
        out_.demand({number}, kZero, Priority::kEscape,
                    "it may be kept by who looks at it");
    }
  }

  bool is_drained(ShapeId id) const {
    return std::ranges::any_of(body_.drained, [&](ShapeId other) {
      return body_.types.root(other) == id;
    });
  }

  // Would nobody own the elements if it were not for new objects of this
  // function?
  bool is_made_here(Own element) const {
    std::vector<ConstraintId> left_out = solution_.violated;
    std::set<ir::ValueId> makers;
    for (const Body::Source &source : body_.sources)
      if (source.fresh)
        makers.insert(source.call);
    for (ConstraintId id : body_.system.constraints().ids()) {
      const Constraint &demand = body_.system.constraints()[id];
      if (demand.allowed == kOne && demand.variables.size() == 1 &&
          makers.contains(demand.at))
        left_out.push_back(id);
    }
    Own wanted[] = {element};
    return body_.system.project(wanted, left_out) != kOne;
  }

  Body &body_;
  const Solution &solution_;
  Interface &out_;
  std::vector<std::uint32_t> same_;
  std::map<Own, std::uint32_t> owns_;
  std::map<Own, Interface::Part> elements_; // of containers
  std::map<ShapeId, std::uint32_t> shapes_;
};

} // namespace

void add_containers(Body &body, const Solution &solution,
                    Interface &interface) {
  Summariser(body, solution, interface).run();
}

} // namespace wt::ownership
