// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Unification of shapes: see types.h.

#include "engine/ownership/types.h"

#include <algorithm>

namespace wt::ownership {

Type Types::variable() { return {system_.variable(), shape({})}; }

ShapeId Types::shape(Shape shape) {
  return nodes_.push({ShapeId(), std::move(shape)});
}

ShapeId Types::root(ShapeId id) const {
  while (nodes_[id].parent.valid())
    id = nodes_[id].parent;
  return id;
}

void Types::equate(const Type &a, const Type &b, ir::ValueId at) {
  if (a.own != b.own)
    system_.require({a.own, b.own}, kEqual, Priority::kSolid, at,
                    "the same type");
  unify(a.shape, b.shape, at);
}

std::size_t Types::container_count() const {
  std::size_t count = 0;
  for (ShapeId id : nodes_.ids())
    count += root(id) == id && at(id).kind == Shape::Kind::kContainer;
  return count;
}

void Types::unify(ShapeId first, ShapeId second, ir::ValueId at) {
  std::vector<std::pair<ShapeId, ShapeId>> work{{first, second}};
  while (!work.empty()) {
    auto [a, b] = work.back();
    work.pop_back();
    a = root(a);
    b = root(b);
    if (a == b || is_full())
      continue;
    if (nodes_[a].shape.kind == Shape::Kind::kUnknown)
      std::swap(a, b);
    const Shape &kept = nodes_[a].shape, &gone = nodes_[b].shape;
    bool is_unknown = gone.kind == Shape::Kind::kUnknown;
    if (!is_unknown && (kept.kind != gone.kind || kept.name != gone.name ||
                        kept.parts.size() != gone.parts.size()))
      continue;
    if (!is_unknown)
      for (std::size_t i = 0; i < kept.parts.size(); ++i) {
        system_.require({kept.parts[i].own, gone.parts[i].own}, kEqual,
                        Priority::kSolid, at, "elements of one container");
        work.push_back({kept.parts[i].shape, gone.parts[i].shape});
      }
    nodes_[b].parent = a;
  }
}

} // namespace wt::ownership
