// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a function demand of, and promise to, its callers?
//
// The ownership interface: a type for each parameter and for the result, and
// the allowed assignments to their ownership variables.  Numbers of variables
// and shapes are the interface's own; a call makes fresh copies, so every call
// site may choose for itself (instantiation constraints: Heine and Lam 2006,
// section 2.2).  `own` of a parameter says whether ownership is handed in:
//
//   free(p)              p = 1
//   strlen(p)            p = 0
//   identity(p)          p = result
//   push(stack<T> *s, T) s = 0, the element is T
//
// An interface comes from a specification (from_spec), from what is known of
// a body (from_behaviour), and, where containers are involved, from the solved
// constraints of the body (summarise.h).
//
// Tested by tests/unit/engine/ownership_containers_test.cpp.

#pragma once

#include "engine/engine.h"
#include "engine/ownership/types.h"
#include "model/polymorphic.h"

namespace wt::ownership {

struct Interface {
  struct Part {
    std::uint32_t own = 0;   // number of the variable
    std::uint32_t shape = 0; // number of the shape
  };
  struct ShapeNode {
    Shape::Kind kind = Shape::Kind::kUnknown;
    std::string name;
    std::vector<Part> parts;
  };
  struct Parameter {
    Part type;
    bool is_reference = false; // the address of such a pointer is passed
  };
  struct Table {
    std::vector<std::uint32_t> owns;
    std::uint64_t allowed = 0;
    Priority priority = Priority::kInterface;
    std::string reason;
  };
  enum class Source : std::uint8_t { kUnknown, kBehaviour, kSpecification };

  Source source = Source::kUnknown;
  std::uint32_t own_count = 0;
  std::vector<ShapeNode> shapes;
  std::vector<Parameter> parameters; // as in the IR: a result slot counts
  Part result;
  bool is_result_reference = false; // the result is the address of such a one
  // `from stored in this`: its elements are those of the other from then on.
  struct Move {
    std::size_t from = 0, to = 0; // parameters
  };
  std::vector<Move> moves;
  bool is_iterator = false; // the result leads to elements: `leads_to(T)`
  std::vector<Table> tables;
  // Elements that the function puts into a container of its caller, or of its
  // result, and that are the container's from then on: numbers of variables.
  std::vector<std::uint32_t> filled;

  Part add_part();
  std::uint32_t add_shape(ShapeNode node);
  void demand(std::vector<std::uint32_t> owns, std::uint64_t allowed,
              Priority priority, const char *reason);

  // What tables with a single variable say; nullopt: it is left open, or only
  // what is trusted least speaks of it.
  std::optional<bool> fixed(std::uint32_t own) const;
  // Only what is trusted least says that it owns nothing: it may be kept.
  bool may_escape(std::uint32_t own) const;
  bool has_containers() const;
};

// A specification that names containers; `shift`: parameters of the IR before
// the first one that is written.
Interface from_spec(const model::PolymorphicSpec &spec, std::size_t shift);

// What a callee does by its body or model, without containers.
Interface from_behaviour(const infer::Behaviour &behaviour,
                         const ir::Unit &unit, const ir::Function &function);

// The interface at one call.
struct Instance {
  std::vector<Type> parameters;
  Type result;
  std::vector<Own> filled;
};
Instance instantiate(const Interface &interface, System &system, Types &types,
                     ir::ValueId at);

// As a declaration in the specification language.
model::SpecFunction declaration(const Interface &interface,
                                const ir::Unit &unit,
                                const ir::Function &function);

} // namespace wt::ownership
