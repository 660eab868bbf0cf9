// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What do pointers point to, as far as ownership is concerned?
//
// A *shape* is what is behind a pointer: nothing known, a container with its
// type arguments, or a function with its parameters.  A *type* is a pointer: an
// ownership variable and a shape (Heine and Lam 2006, section 4.1):
//
//   ptr_1 stack(ptr_0 stack(ptr_1 base))
//
// The structure of a container and the ownership of its elements stay the same
// for its whole life, so both belong to the shape, and pointers to one object
// share one.  Structure is inferred by unification: shapes that may be of one
// object become one, and so do, level by level, their elements.  A shape may
// contain itself.  Two containers of different names are not unified: the
// program disguises one as the other, and nothing is said about it.
//
// Tested by tests/unit/engine/ownership_containers_test.cpp.

#pragma once

#include "engine/ownership/constraints.h"

#include <string>

namespace wt::ownership {

using ShapeId = Id<struct ShapeTag>;

// A pointer, or what a type variable stands for.
struct Type {
  Own own;
  ShapeId shape;
};

struct Shape {
  enum class Kind : std::uint8_t { kUnknown, kContainer, kFunction };
  Kind kind = Kind::kUnknown;
  std::string name; // of the container
  // Of a container: its type arguments.  Of a function: its parameters, then
  // its result.
  std::vector<Type> parts;
};

class Types {
public:
  static constexpr std::size_t kMaxShapes = 20'000;

  explicit Types(System &system) : system_(system) {}

  Type variable(); // nothing known
  ShapeId shape(Shape shape);
  ShapeId root(ShapeId id) const;
  const Shape &at(ShapeId id) const { return nodes_[root(id)].shape; }
  std::size_t container_count() const; // that are not known to be one
  bool is_full() const { return nodes_.size() >= kMaxShapes; }

  // Makes both shapes one; ownership of their parts becomes equal.
  void unify(ShapeId a, ShapeId b, ir::ValueId at);
  // Both are the same type: also of the same ownership.
  void equate(const Type &a, const Type &b, ir::ValueId at);

private:
  struct Node {
    ShapeId parent; // invalid: a root
    Shape shape;
  };
  System &system_;
  IdMap<ShapeId, Node> nodes_;
};

} // namespace wt::ownership
