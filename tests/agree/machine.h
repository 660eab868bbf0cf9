// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does the oracle's machine consist of?
//
// Objects with cells at byte offsets, pointers that are (object, offset),
// plain numbers, and *inputs*: values nobody knows, which get one concrete
// value the first time the program looks at them and keep it.  Null is the
// number 0.  A descriptor is a pointer to an object whose address is a small
// number.
//
// This file is the state and its queries; interpreter.h moves it.

#pragma once

#include "choices.h"
#include "liveness.h"
#include "oracle.h"

#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace wt::agree {

using ObjectId = Id<struct ObjectTag>;
using InputId = Id<struct InputTag>;

struct Value {
  enum class Kind : std::uint8_t { kNumber, kPointer, kFunction, kInput };
  Kind kind = Kind::kNumber;
  std::int64_t number = 0; // the number, or the offset of a pointer
  ObjectId object = {};
  ProcedureId function = {};
  InputId input = {};

  static Value of(std::int64_t n) { return {.number = n}; }
  static Value pointer(ObjectId object, std::int64_t offset = 0) {
    return {.kind = Kind::kPointer, .number = offset, .object = object};
  }
  static Value function_address(ProcedureId p) {
    return {.kind = Kind::kFunction, .function = p};
  }
  bool is_number() const { return kind == Kind::kNumber; }
  bool is_pointer() const { return kind == Kind::kPointer; }
  bool is_input() const { return kind == Kind::kInput; }
};

// What a pointer of a small heap points to.
struct HeapType {
  const ir::TypeTable *types = nullptr; // null: not on a small heap
  ir::TypeId id = {};

  bool operator==(const HeapType &) const = default;
};

struct Cell {
  Value value;
  std::uint32_t size = 0; // bytes
};

// Bytes that were filled at once.  Cells written later come first.
struct Fill {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::uint8_t byte = 0;
};

// One frame that was active when an object was made: by which call.
struct Acquisition {
  std::uint64_t activation = 0;
  ProcedureId procedure;
  ir::ValueId call;
};

struct Object {
  enum class Kind : std::uint8_t { kAcquired, kLocal, kGlobal, kOutside };
  Kind kind = Kind::kAcquired;
  bool is_freed = false; // or a local whose frame is gone
  bool is_lost = false;
  bool is_kept = false;        // unknown code has a reference
  std::int64_t references = 1; // reference count, for kAcquire/kRelease
  std::optional<model::FamilyId> family;
  bool is_handle = false;
  std::vector<Acquisition> acquired;  // outermost frame first
  std::map<std::int64_t, Cell> cells; // by offset, never overlapping
  std::vector<Fill> fills;            // oldest first
  std::set<ObjectId> holds;           // said by models: it keeps these alive
  std::set<ObjectId> region;          // freed together with it
  HeapType type = {};                 // of a cell of a small heap
};

struct Input {
  bool is_pointer = false;
  std::uint32_t width = 64;
  std::optional<Value> value; // once the program has looked
  HeapType pointee = {};
};

struct Frame {
  std::uint64_t activation = 0;
  ProcedureId procedure;
  UnitId unit;
  const ir::Function *function = nullptr;
  const Liveness *liveness = nullptr;
  IdMap<ir::ValueId, std::optional<Value>> registers;
  IdMap<ir::VariableId, std::optional<Value>> held; // by promoted variables
  std::map<ir::ValueId, ObjectId> locals;           // by kSlot
  IdMap<ir::BlockId, std::uint32_t> visits;
  ir::BlockId block;
  std::size_t at = 0; // instruction being executed

  ir::ValueId inst() const { return function->blocks[block].insts[at]; }
};

// The path cannot go on.  Thrown by the machine, caught by run_oracle.
struct PathEnd {
  enum class Why : std::uint8_t {
    kDone,      // ran to its end, or the process ended
    kUndefined, // null dereference and the like: no meaning afterwards
    kBound,     // loop, recursion or step limit
    kGaveUp     // the oracle does not know
  };
  Why why = Why::kDone;
  std::string reason = {};
};

class Machine {
public:
  Machine(Choices &choices, std::vector<std::int64_t> domain,
          const OracleLimits &limits)
      : choices_(choices), domain_(std::move(domain)),
        may_alias_(limits.may_alias), use_traps_(limits.use_traps),
        heap_cells_(limits.heap_cells) {}

  ObjectId new_object(Object::Kind kind);
  Object &object(ObjectId id) { return objects_[id]; }
  const IdMap<ObjectId, Object> &objects() const { return objects_; }
  std::vector<Frame> &frames() { return frames_; }
  Frame &top() { return frames_.back(); }
  Choices &choices() { return choices_; }

  // An unknown value of that declared type.
  Value new_input(const ir::TypeTable &types, ir::TypeId type);
  // The concrete value: looks at an input.
  Value look(const Value &value);

  // Memory.  `size` in bytes.
  Value load(const Value &pointer, std::uint32_t size,
             const ir::TypeTable &types, ir::TypeId type);
  void store(const Value &pointer, const Value &value, std::uint32_t size);
  void fill(const Value &pointer, std::uint8_t byte, std::int64_t size);
  void copy(const Value &to, const Value &from, std::int64_t size);
  // Freed objects that were accessed since the last call.
  std::vector<ObjectId> take_used() { return std::exchange(used_, {}); }
  // The object, its contents given up: it is freed or its scope ended.
  void clear(ObjectId id);
  // Decides what the pointers in these bytes of a cell of a small heap are,
  // before they go away: the last reference may be among them.
  void settle(ObjectId id, std::int64_t begin, std::int64_t end);

  // What can be reached from outside the frames (`extra` included), or with
  // the frames too.  A freed object reaches nothing.
  std::vector<bool> reachable(bool from_frames,
                              const std::vector<Value> &extra = {}) const;
  std::set<ObjectId> reachable_from(const Value &value) const;
  // What has a reference: in a frame, in `extra` or in any object that is not
  // freed, whether that one can be reached or not.
  std::vector<bool> referenced(const std::vector<Value> &extra) const;

private:
  // What frames refer to, and their locals.
  void add_frames(std::vector<Value> &roots) const;
  // What an unknown pointer may be: null is choice 0.
  std::vector<std::optional<ObjectId>> targets_of(const Input &input) const;
  // The object behind a pointer that is about to be used.
  Object &access(const Value &pointer);

  Choices &choices_;
  std::vector<std::int64_t> domain_;
  bool may_alias_;
  bool use_traps_;
  std::uint32_t heap_cells_; // 0: no small heap
  IdMap<ObjectId, Object> objects_;
  IdMap<InputId, Input> inputs_;
  std::vector<Frame> frames_;
  std::vector<ObjectId> used_; // after they were freed
};

// Two's complement: `value` as a signed number of `width` bits (a truth value
// of one bit is 0 or 1).
std::int64_t wrap(std::int64_t value, std::uint32_t width);

std::uint32_t size_of(const ir::TypeTable &types, ir::TypeId type);

} // namespace wt::agree
