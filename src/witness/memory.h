// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is in memory along one path, and who still refers to an object?
//
// The walker's memory is a list of objects with cells at byte offsets.  A load
// of a cell nobody wrote gives a new symbol, and gives it again the next time.
// What a pointer symbol points to is an *outside* object: it belongs to the
// caller or to unknown code, so everything it holds stays reachable.
//
// Facts about an object may hang on a call's result that is not decided yet
// (realloc frees its argument just when it does not return null); they are
// kept as Conditions and asked again when the path has decided more.
//
// Tested by tests/unit/witness/walker_test.cpp.

#pragma once

#include "model/model.h"
#include "witness/terms.h"

#include <map>
#include <string>
#include <vector>

namespace wt {

// "when the result passes the test"; without a result: always.
struct Condition {
  TermId result;
  model::ResultTest test;
};

struct Cell {
  TermId value;            // none: not known
  std::uint64_t size = 0;  // bytes
  bool is_initial = false; // read before anything was written there
  TermId before = {};      // what it held before code that may have changed it
};

struct Object {
  enum class Kind : std::uint8_t { kSlot, kGlobal, kHeap, kOutside, kCode };
  Kind kind = Kind::kOutside;
  Condition exists;       // kHeap: the acquiring call succeeded
  model::FamilyId family; // kHeap: if known
  // kHeap: the call of the outermost frame that made it, if it can fail only
  // for want of memory.
  ir::ValueId needs_memory;
  std::vector<Condition> freed; // gone if any of these holds
  std::vector<Condition> kept;  // reachable from elsewhere if any holds
  std::string unsure;           // why its fate cannot be told; "": it can
  bool is_blurred = false;      // its cells may have been overwritten
  std::map<std::int64_t, Cell> cells;
  std::vector<TermId> loose; // held at offsets that are not known
  struct Fill {
    std::int64_t from, to;
    bool is_zero;
  };
  std::vector<Fill> fills; // by memset, oldest first
};

class Memory {
public:
  explicit Memory(Terms &terms) : terms_(terms) {}

  ObjectId add(Object::Kind kind);
  Object &operator[](ObjectId id) { return objects_[id]; }
  const Object &operator[](ObjectId id) const { return objects_[id]; }
  auto ids() const { return objects_.ids(); }
  std::size_t size() const { return objects_.size(); }
  // The outside object that a symbol leads to, if one was made.
  std::optional<ObjectId> outside(TermId term) const {
    auto found = outside_.find(term);
    if (found == outside_.end())
      return std::nullopt;
    return found->second;
  }

  struct Target {
    ObjectId object;
    std::int64_t offset = 0;
    bool is_exact = true; // false: somewhere in the object
    TermId depends_on;    // when not exact
  };
  // Where an address leads; a symbol leads to an outside object of its own.
  Target resolve(TermId address);

  TermId load(TermId address, std::uint64_t size, std::uint32_t width);
  // Does the cell, which was read before, hold what it held in the beginning?
  bool is_initial(TermId address);
  void store(TermId address, TermId value, std::uint64_t size);
  void copy(TermId to, TermId from, TermId length);
  void fill(TermId to, TermId byte, TermId length);
  void forget(ObjectId object);         // a local whose scope ended
  void forget_numbers(ObjectId object); // cells that hold no address
  void blur(ObjectId object);           // any cell may have been overwritten

  std::optional<bool> holds(const Condition &condition) const;
  // Makes the condition hold (or not); false if that contradicts the path.
  bool assume(const Condition &condition, bool truth);
  std::optional<bool> any(const std::vector<Condition> &conditions) const;

  // Everything that `from` leads to, itself included.
  std::vector<ObjectId> reachable(std::vector<ObjectId> from) const;
  // Is `object` reachable from `roots`?  No answer: perhaps, see `why`.
  std::optional<bool> is_reachable(ObjectId object,
                                   const std::vector<ObjectId> &roots,
                                   std::string &why) const;

private:
  void erase(Object &object, std::int64_t from, std::int64_t to);

  Terms &terms_;
  IdMap<ObjectId, Object> objects_;
  std::map<TermId, ObjectId> outside_; // by the term that points there
};

} // namespace wt
