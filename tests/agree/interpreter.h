// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How does one path of the program run?
//
// One Interpreter executes one path from the entry of `root`, taking the
// decisions that Choices hands out, and adds what goes wrong to the result.
// interpreter.cpp executes instructions, model_calls.cpp the calls that a
// model (or nothing at all) explains.

#pragma once

#include "machine.h"

namespace wt::agree {

// What all paths share.
struct Setting {
  const Program &program;
  const model::ModelSet &models;
  const OracleLimits &limits;
  ProcedureId root;
  bool root_is_main = false;
  std::vector<std::int64_t> domain = {}; // values tried for unknown numbers
  std::map<ProcedureId, Liveness> liveness = {};
};

class Interpreter {
public:
  Interpreter(Setting &setting, Choices &choices, OracleResult &result)
      : setting_(setting), machine_(choices, setting.domain, setting.limits),
        result_(result) {}

  // Runs to the end of the path.
  PathEnd run();

private:
  // interpreter.cpp
  void step();
  void step_memory(ir::ValueId v);
  void step_value(ir::ValueId v);
  void step_terminator(ir::ValueId v);
  Value value_of(ir::ValueId v); // of the top frame
  Value global_address(UnitId unit, ir::GlobalId id);
  Value cell_value(UnitId unit, const ir::InitCell &cell);
  Value binary(ir::ValueId v);
  Value compare(ir::ValueId v);
  Value cast(ir::ValueId v);
  void set(ir::ValueId v, const Value &value);
  void advance();                // behind the current instruction
  void jump(ir::BlockId target); // phis included
  void end_of_scope(ir::VariableId variable);
  bool is_leaving_main() const;

  // Calls.
  void step_call(ir::ValueId v);
  void enter(ProcedureId callee, const std::vector<Value> &arguments);
  void leave(const std::optional<Value> &result); // kReturn
  Frame pop_frame();
  void finish_call(const std::optional<Value> &result);
  void unwind();       // an exception leaves the current call
  void unwind_frame(); // and its frame
  [[noreturn]] void end_process();

  // model_calls.cpp
  void call_modelled(const model::FunctionModel &model,
                     const std::vector<Value> &arguments);
  void call_unknown(const std::vector<Value> &arguments);
  std::optional<Value> modelled_result(const model::FunctionModel &model,
                                       const std::vector<Value> &arguments);
  void apply(const model::Effect &effect, std::optional<Value> &result,
             const std::vector<Value> &arguments);
  bool is_given(const model::Effect &effect,
                const std::vector<Value> &arguments);
  bool holds(const model::ResultTest &test, const std::optional<Value> &result);
  Value at_place(const model::Place &place, std::uint32_t dereferences,
                 const std::optional<Value> &result,
                 const std::vector<Value> &arguments);
  ObjectId acquire(const model::Effect &effect);
  void release(const Value &value, const model::Effect &effect);
  void free_with_region(ObjectId first);
  void keep(const Value &value);
  Value unknown_result();

  // What goes wrong.
  void check_lost(const Frame &who, ir::ValueId at,
                  std::vector<Value> extra = {});
  bool may_be_lost(const Object &object) const;
  void record_uses();
  void record(FindingKind kind, const Object &object, const Frame &who,
              ir::ValueId at, bool is_at_exit = false);

  const ir::Unit &unit() {
    return *setting_.program.units()[machine_.top().unit];
  }
  const ir::Inst &inst(ir::ValueId v) {
    return machine_.top().function->insts[v];
  }

  Setting &setting_;
  Machine machine_;
  OracleResult &result_;
  std::map<ProgramVariableId, ObjectId> globals_;
  std::vector<Value> given_; // the caller has these still
  std::uint64_t activations_ = 0;
};

} // namespace wt::agree
