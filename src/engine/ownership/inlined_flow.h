// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where may the objects come to that one run of a function makes?
//
//   std::vector<std::vector<int *>> rows;      rows -> storage -> storage ->
//   rows.push_back({new int(1)});              the new object
//
// The bodies of all callees, those of templates of the library among them, are
// read as if they stood in the function itself: each call has its own locals
// and its own new objects, so that two vectors of one type stay apart.  Order
// and tests are left out of account: a pointer that is stored somewhere once
// is there for good, and every call is made.  So "not freed" and "reached by
// nobody else" hold on each path that ends without an exception; blocks that
// only an exception enters are left out.  Memory that was there before, globals
// and what unknown code holds are one place, *outside*; what is stored there is
// given up.
//
// Cells are told apart by byte offsets while these are numbers, so what the
// link of a list leads to is not what its element is.
//
// What it does not do: paths, numbers, exceptions.  A function that reads too
// many instructions in this way is given up.
//
// Tested by tests/leak/cxx/nested_containers.cpp, cxx/algorithms.cpp.

#pragma once

#include "engine/engine.h"

#include <map>

namespace wt::ownership {

class InlinedFlow {
public:
  InlinedFlow(const Facts &facts, ProcedureId procedure);

  // False: too much, nothing is known.
  bool run(Budget &budget);

  // A new object.  `call`: of the function itself, in which it was made.
  struct Made {
    ir::ValueId call;
    ProcedureId maker;    // by whose body
    bool is_here = false; // by its own
    model::FamilyId family;
    bool is_freed = false;   // somewhere, perhaps
    bool is_outside = false; // others may reach it
    bool is_held = false;    // by another one that is neither
  };
  std::vector<Made> made() const; // in order of their calls

private:
  using Pointer = std::uint64_t;         // object and offset
  using Pointers = std::vector<Pointer>; // sorted
  struct Object {
    std::map<std::int32_t, Pointers> cells;
    bool is_function = false;
    ProcedureId function;
    ProgramVariableId table; // of virtual functions
    bool is_new = false;
    bool is_freed = false;
    bool is_outside = false;
    std::size_t frame = 0; // kNew: where it was made
    ir::ValueId call;      // of that frame
    model::FamilyId family;
  };
  struct Frame {
    ProcedureId procedure;
    std::size_t caller = 0;
    ir::ValueId call; // of the caller
    std::vector<Pointers> values;
    Pointers result;
    std::vector<ir::BlockId> blocks; // that are entered without an exception
    std::map<ir::ValueId, std::uint32_t> slots;
    std::map<std::pair<ir::ValueId, ProcedureId>, std::size_t> callees;
    std::map<std::pair<ir::ValueId, std::size_t>, std::uint32_t> objects;
  };

  std::optional<std::size_t> enter(ProcedureId procedure, std::size_t caller,
                                   ir::ValueId call);
  std::uint32_t add_object(Object object);
  // True: it was not there.
  bool insert(Pointers &to, Pointer pointer);
  void insert(Pointers &to, const Pointers &from);
  // The same, and there is something new to be followed.
  void add(Pointers &to, const Pointers &from);
  void add(Pointers &to, Pointer pointer);
  Pointers shifted(const Pointers &from, std::optional<std::int64_t> by) const;
  Pointers computed(ir::BinaryOp op, const Pointers &a,
                    const Pointers &b) const;
  // A number is a pointer only where one was put for certain.
  Pointers read(const Pointers &addresses, bool is_number = false);
  void write(const Pointers &addresses, const Pointers &held);
  void copy(const Pointers &to, const Pointers &from,
            std::optional<std::int64_t> bytes);
  void give_up(const Pointers &pointers); // they are outside from now on
  void free(const Pointers &pointers);
  // `from` and all that `next` leads to, from there on.
  template <typename Next> Pointers closure(const Pointers &from, Next next) {
    Pointers out, todo = from;
    while (!todo.empty()) {
      Pointer p = todo.back();
      todo.pop_back();
      if (!insert(out, p))
        continue;
      const Pointers found = next(p);
      todo.insert(todo.end(), found.begin(), found.end());
    }
    return out;
  }
  Pointers reachable(const Pointers &from);

  Pointer address_of(ProcedureId procedure);
  Pointer global(ProgramVariableId variable);
  void add_leaves(std::size_t frame, ir::ValueId v);
  void step(std::size_t frame, ir::ValueId v);
  void call(std::size_t frame, ir::ValueId v);
  void call_one(std::size_t frame, ir::ValueId v, ProcedureId callee);
  bool enter_body(std::size_t frame, ir::ValueId v, ProcedureId callee);
  void apply(std::size_t frame, ir::ValueId v, ProcedureId callee,
             const infer::Behaviour &behaviour);
  void apply(std::size_t frame, ir::ValueId v, ProcedureId callee,
             const infer::Outcome &outcome,
             std::span<const std::uint32_t> objects);
  bool is_possible(std::size_t frame, ir::ValueId v,
                   const infer::Outcome &outcome) const;
  const ir::Type *pointee_of(ProcedureId callee,
                             std::optional<std::uint32_t> parameter) const;
  const ir::Type *record_of(ProcedureId callee,
                            std::optional<std::uint32_t> parameter) const;
  Pointers links(const ir::Unit &unit, Pointer at,
                 const ir::Type &record) const;
  Pointers linked(const ir::Unit &unit, const Pointers &from,
                  const ir::Type &record);
  void forget(ProcedureId callee, const AccessPath &path, const Pointers &into,
              const Pointers &given);
  void link(ProcedureId callee, std::uint32_t parameter, const Pointers &into,
            const Pointers &node);
  Pointers at_path(std::size_t frame, ir::ValueId v, const AccessPath &path,
                   std::span<const std::uint32_t> objects, std::size_t steps);
  std::optional<std::int64_t> number(const ir::Function &body,
                                     ir::ValueId v) const;
  Pointers &value(std::size_t frame, ir::ValueId v) {
    return frames_[frame].values[v.value];
  }
  const ir::Function &body(std::size_t frame) const {
    return facts_.program.body(frames_[frame].procedure);
  }

  Facts facts_;
  std::vector<Frame> frames_;
  std::vector<Object> objects_; // the first is outside
  std::map<ProcedureId, std::uint32_t> functions_;
  std::map<ProgramVariableId, std::uint32_t> tables_;
  std::size_t instructions_ = 0;
  bool is_changed_ = false;
  bool is_settled_ = false; // all that is stored somewhere is known
  bool is_too_much_ = false;
};

} // namespace wt::ownership
