// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which functions should somebody specify, and how?
//
// Where callers hand an owned pointer to a function that puts it into memory,
// ownership disappears from the model: such functions are usually the routines
// of a container (Heine and Lam 2006, section 2.4).  Each is suggested with the
// number of warnings about ownership that a specification of it would remove,
// and with a skeleton to be edited.  A container brings its other routines:
// those that make it, release it, and hand out what is in it.
//
//   void list_add(struct list *l, void *item) { ... n->item = item; ... }
//
//   container list<T> { own T *elem; };
//   void list_add(ref list<T> *l, T item);
//   void list_free(own list<T> *l) where { ref_type(T) };
//
// Tested by tests/cli/.

#pragma once

#include "engine/engine.h"
#include "model/spec.h"

namespace wt::ownership {

// Owned pointers that were handed over there and disappeared.
struct Escape {
  ProcedureId callee;
  std::uint32_t argument = 0;
  std::size_t count = 0;
};

// Functions that put a `void *` into a record of another parameter: routines of
// a container by their looks, also in a library whose users are elsewhere.
std::vector<Escape> generic_stores(const Facts &facts);

struct Suggestion {
  ProcedureId procedure;
  std::size_t warnings = 0; // 0: a routine of a container without a user
  std::string container;    // empty: it is kept somewhere
  model::SpecFunction skeleton;
};

// The most useful first; routines of one container together.
std::vector<Suggestion> suggest(const Facts &facts,
                                std::span<const Escape> escapes);

// One file in the specification language, with a comment for each function.
std::string specification_of(const Facts &facts,
                             std::span<const Suggestion> suggestions);

} // namespace wt::ownership
