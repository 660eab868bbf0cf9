// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does one instruction compute, in the frame of one call?
//
// A Frame is one activation of a function on the walker's path; the Machine
// holds what all frames share (terms, memory, globals) and computes the
// instructions that touch neither calls nor control flow.
//
// Tested by tests/unit/witness/walker_test.cpp.

#pragma once

#include "program/program.h"
#include "witness/memory.h"

namespace wt {

struct Frame {
  Frame(const Program &program, ProcedureId procedure)
      : procedure(procedure), unit(&program.unit_of(procedure)),
        unit_id(program.procedures()[procedure].unit),
        function(&program.body(procedure)), values(function->insts.size()) {}

  ProcedureId procedure;
  const ir::Unit *unit;
  UnitId unit_id;
  const ir::Function *function;
  ir::BlockId block = ir::Function::entry();
  std::size_t position = 0;        // of the next instruction in `block`
  bool at_start = true;            // nothing has run yet
  bool terminator_done = false;    // the call that ends the block was entered
  bool left_exceptionally = false; // and how it ended
  ir::ValueId calling;             // while a callee runs
  std::size_t objects_before = 0;  // how many there were when it began
  IdMap<ir::ValueId, TermId> values;
  std::map<ir::ValueId, ObjectId> slots;
  std::map<ir::ValueId, std::int64_t> assumed; // for values still to come
};

std::uint32_t width_of(const ir::Unit &unit, ir::TypeId type); // bits
std::uint64_t size_of(const ir::Unit &unit, ir::TypeId type);  // bytes

class Machine {
public:
  explicit Machine(const Program &program) : program_(program) {}
  Machine(const Machine &) = delete;

  Terms terms;
  Memory memory{terms};

  TermId value_of(const Frame &frame, ir::ValueId v);
  // Arithmetic, comparisons, casts, selections; anything else is a symbol.
  TermId compute(const Frame &frame, ir::ValueId v);
  // `base` plus `offset` bytes.
  TermId offset_address(TermId base, TermId offset);
  // Gives `v` its value.  What the path assumed about it is believed unless it
  // is impossible: a wrong number shows at the branches that depend on it.
  void set(Frame &frame, ir::ValueId v, TermId term);
  // `v` is this number (a pointer: null, or anything else), if it can be.
  void assume_number(const Frame &frame, TermId term, ir::ValueId v,
                     std::int64_t number);
  const std::map<ProgramVariableId, ObjectId> &globals() const {
    return globals_;
  }

private:
  TermId address_of_global(UnitId unit, ir::GlobalId global);
  TermId address_of_function(UnitId unit, ir::FunctionId function);
  TermId existing(ObjectId object);

  const Program &program_;
  std::map<ProgramVariableId, ObjectId> globals_;
  std::map<ProcedureId, ObjectId> functions_;
};

} // namespace wt
