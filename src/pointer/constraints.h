// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a program demand of its pointers?
//
// A list of inclusions in the manner of Andersen ("Program Analysis and
// Specialization for the C Programming Language", 1994).  A *node* is
// something that holds a pointer: a value, a parameter, a result, or one cell
// of memory.  An *object* is a piece of memory: a global, a local, a heap
// site, a function, the world outside.  A *location* is a byte offset within
// an object; it is what a node may point to, and its contents are a node.
//
//   Constraints c;
//   NodeId p = c.add_node(), q = c.add_node();
//   ObjectId x = c.add_object({.size = 16});
//   c.address_of(p, x, 8);   // p = &x.second;
//   c.copy(q, p);            // q = p;
//   c.store(q, p);           // *q = p;
//
// solve() in pointer/solver.h finds the least sets that satisfy them.  While
// it runs, its client may add nodes, objects and constraints to the same list.
//
// Offsets within an object are made few by its layout:
//  * elements of an array are one location: offsets in [begin, end) are taken
//    modulo the stride.  Arrays are applied in order: outer ones first, inner
//    ones with begin and end as in the first element of the outer;
//  * an offset below 0 or above the size does not exist and is dropped; the
//    size itself (one past the end) does exist;
//  * an object that is walked by steps which its layout does not explain is
//    *folded*: all its offsets are taken modulo the step from then on.  Folded
//    by 1 it is a single location.
//
// One object may be *outside*: code and memory of which nothing is known but
// what it was given, the locations in a node called `escaped`.  Whoever has a
// pointer from outside may put anything that has escaped into anything that
// has escaped:
//  * an object with a location in `escaped` has escaped as a whole: what its
//    cells hold is in `escaped` too, and its cells hold a pointer to outside;
//  * what is stored to outside is in `escaped`; what is loaded from there is a
//    pointer to outside.
// So a pointer to outside *means*: there, or anywhere in what has escaped.  The
// solver leaves out of a set with outside what has escaped: it says nothing
// more (Krogstie, Bahmann, Själander and others, "PIP: Making Andersen's
// Points-to Analysis Sound and Practical for Incomplete C Programs", 2025).
//
// Tested by tests/unit/pointer/solver_*_test.cpp.

#pragma once

#include "support/id.h"

#include <cstdint>
#include <vector>

namespace wt::pointer {

using NodeId = Id<struct NodeTag>;
using ObjectId = Id<struct ObjectTag>;
using LocationId = Id<struct LocationTag>;

constexpr std::uint32_t kUnknownSize = UINT32_MAX;
constexpr std::uint32_t kUnknownStride = 0;

struct Location {
  ObjectId object = {};
  std::uint32_t offset = 0;
  bool operator==(const Location &) const = default;
};

struct Array {
  std::uint32_t begin = 0;
  std::uint32_t end = kUnknownSize; // first byte behind
  std::uint32_t stride = 1;
  bool operator==(const Array &) const = default;
};

struct Object {
  std::uint32_t size = kUnknownSize;
  std::vector<Array> arrays = {};
  bool is_one_location = false; // no offsets at all: folded from the start
  bool is_function = false;     // reported to the client at indirect calls
  bool holds_nothing = false;   // no pointer is ever stored in it
  std::uint32_t kind = 0;       // these two belong to the client
  std::uint32_t payload = 0;
};

struct Constraint {
  enum class Kind : std::uint8_t {
    kAddressOf,    // to ∋ (object, offset)
    kCopy,         // to ⊇ from + offset
    kCopyAny,      // to ⊇ from + any multiple of the stride
    kLoad,         // to ⊇ contents of (pointer + offset)
    kStore,        // contents of (pointer + offset) ⊇ from
    kLoadAll,      // to ⊇ contents of every cell of the objects of pointer
    kStoreAll,     // contents of every cell of the objects of pointer ⊇ from
    kMemcopy,      // *to ⊇ *from, cell by cell, over `size` bytes
    kIndirectCall, // tell the client which functions reach pointer
  };
  Kind kind;
  NodeId to = {};   // or the pointer stored through, or the called pointer
  NodeId from = {}; // or the pointer loaded through
  ObjectId object = {};
  std::int32_t offset = 0;
  std::uint32_t extent = 0; // stride, size or token
};

class Constraints {
public:
  // An open node may get constraints into it while the system is solved, a
  // closed one gets all of them before: equal ones are then merged early.
  NodeId add_node() { return open_.push(true); }
  NodeId add_closed_node() { return open_.push(false); }
  ObjectId add_object(Object object) {
    return objects_.push(std::move(object));
  }

  // `object` is one location; see above.
  void set_outside(ObjectId object, NodeId escaped) {
    outside_ = object;
    escaped_ = escaped;
  }

  void address_of(NodeId to, ObjectId object, std::uint32_t offset = 0) {
    add({.kind = Constraint::Kind::kAddressOf,
         .to = to,
         .object = object,
         .offset = static_cast<std::int32_t>(offset)});
  }
  void copy(NodeId to, NodeId from, std::int32_t offset = 0) {
    add({.kind = Constraint::Kind::kCopy,
         .to = to,
         .from = from,
         .offset = offset});
  }
  // A pointer moved by an unknown amount; a known stride keeps it apart from
  // other fields of the elements it walks over.
  void copy_any(NodeId to, NodeId from, std::uint32_t stride = kUnknownStride) {
    add({.kind = Constraint::Kind::kCopyAny,
         .to = to,
         .from = from,
         .extent = stride});
  }
  void load(NodeId to, NodeId pointer, std::int32_t offset = 0) {
    add({.kind = Constraint::Kind::kLoad,
         .to = to,
         .from = pointer,
         .offset = offset});
  }
  void store(NodeId pointer, NodeId from, std::int32_t offset = 0) {
    add({.kind = Constraint::Kind::kStore,
         .to = pointer,
         .from = from,
         .offset = offset});
  }
  // Whole objects, whatever the offset: what unknown code may read or write.
  void load_all(NodeId to, NodeId pointer) {
    add({.kind = Constraint::Kind::kLoadAll, .to = to, .from = pointer});
  }
  void store_all(NodeId pointer, NodeId from) {
    add({.kind = Constraint::Kind::kStoreAll, .to = pointer, .from = from});
  }
  void memcopy(NodeId to_pointer, NodeId from_pointer,
               std::uint32_t size = kUnknownSize) {
    add({.kind = Constraint::Kind::kMemcopy,
         .to = to_pointer,
         .from = from_pointer,
         .extent = size});
  }
  void indirect_call(NodeId pointer, std::uint32_t token) {
    add({.kind = Constraint::Kind::kIndirectCall,
         .to = pointer,
         .extent = token});
  }

  std::size_t node_count() const { return open_.size(); }
  bool is_open(NodeId node) const { return open_[node]; }
  ObjectId outside() const { return outside_; } // invalid: there is none
  NodeId escaped() const { return escaped_; }
  const IdMap<ObjectId, Object> &objects() const { return objects_; }
  const std::vector<Constraint> &list() const { return list_; }

private:
  void add(const Constraint &constraint) { list_.push_back(constraint); }

  IdMap<NodeId, char> open_;
  IdMap<ObjectId, Object> objects_;
  std::vector<Constraint> list_;
  ObjectId outside_;
  NodeId escaped_;
};

} // namespace wt::pointer
