// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See summarise.h.

#include "engine/ownership/summarise.h"

#include <algorithm>
#include <map>

namespace wt::ownership {
namespace {

using Value = Solution::Value;

class Summariser {
public:
  Summariser(Body &body, const Solution &solution, Interface &out)
      : body_(body), solution_(solution), out_(out) {}

  void run() {
    for (std::size_t i = 0; i < out_.parameters.size(); ++i)
      if (i < body_.parameters.size())
        copy(body_.parameters[i], out_.parameters[i].type);
    copy(body_.result, out_.result);
    if (!owns_.empty())
      add_tables();
  }

private:
  void copy(const Type &type, Interface::Part &part) {
    ShapeId root = body_.types.root(type.shape);
    if (body_.types.at(root).kind != Shape::Kind::kContainer)
      return;
    part.shape = shape(root);
    // A container that is handed in or out may own its elements only as a
    // whole: its own ownership takes part in the tables.
    owns_.try_emplace(type.own, part.own);
  }

  std::uint32_t shape(ShapeId id) {
    ShapeId root = body_.types.root(id);
    auto [found, is_new] = shapes_.try_emplace(root, 0);
    if (!is_new)
      return found->second;
    std::uint32_t number = out_.add_shape({});
    found->second = number;
    const Shape &from = body_.types.at(root);
    Interface::ShapeNode node{from.kind, from.name, {}};
    for (const Type &part : from.parts) {
      auto [own, is_new_own] = owns_.try_emplace(part.own, out_.own_count);
      if (is_new_own)
        ++out_.own_count;
      std::uint32_t own_number = own->second;
      node.parts.push_back({own_number, shape(part.shape)});
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
                    Priority::kInterface, "as the function uses it");
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

  Body &body_;
  const Solution &solution_;
  Interface &out_;
  std::map<Own, std::uint32_t> owns_;
  std::map<ShapeId, std::uint32_t> shapes_;
};

} // namespace

void add_containers(Body &body, const Solution &solution,
                    Interface &interface) {
  Summariser(body, solution, interface).run();
}

} // namespace wt::ownership
