// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The working class behind generate.h, for its own files only:
//
//   generate.cpp         objects, globals, entry points
//   generate_outside.cpp code without a body: outside and the library
//   generate_body.cpp    instructions
//   generate_call.cpp    calls: direct, copied, through pointers
//   generate_model.cpp   calls of functions that a model describes
//   generate_digest.cpp  is it the same system as in another run?

#pragma once

#include "pointer/generate.h"
#include "support/digest.h"

namespace wt::pointer {

class Generator final : public Client {
public:
  Generator(const Program &program, const model::ModelSet &models,
            const infer::FreshPlaces &fresh, const PointsToLimits &limits,
            bool is_outside_used);

  void generate();
  bool is_outside_used() const { return is_outside_used_; }
  std::uint64_t node_count() const { return constraints_.node_count(); }
  System solve(Budget &budget, const Limits &limits);
  // Of all that solve() and mod/ref read, after generate().
  Digest digest() const;

  void on_function(std::uint32_t token, ObjectId function) override;
  bool on_fixpoint() override;

private:
  // A call as its callee sees it.
  struct CallView {
    ContextId context;
    ir::ValueId call;
    std::vector<NodeId> arguments; // invalid: not a pointer
    NodeId result;                 // invalid: no pointer, or ignored
  };
  // Tokens of indirect calls that are none of the program.
  static constexpr std::uint32_t kFromOutside = 0;
  static constexpr std::uint32_t kFromLibrary = UINT32_MAX;
  // How a context is entered and left.
  struct Frame {
    NodeId result;
    NodeId varargs; // pointer to what stands behind the dots; may be invalid
  };

  // generate.cpp
  void choose_models(const model::ModelSet &models);
  void add_globals();
  void add_initial_value(ProgramVariableId variable);
  void add_functions();
  void add_entry_points();
  void find_called_themselves();
  bool is_entry_point(ProcedureId procedure) const;
  bool is_literal(ProgramVariableId variable) const;
  NodeId nowhere(ProcedureId procedure);
  NodeId pointer_to(ObjectId object, std::uint32_t offset = 0);
  ObjectId add_object(Object layout, ObjectInfo info);
  NodeId global_node(ProgramVariableId variable);
  NodeId function_node(ProcedureId procedure);

  // generate_outside.cpp
  bool is_whole_program() const;
  bool has_unknown_code() const;
  void add_outside();
  void unite_library_and_outside();
  void add_library();
  NodeId from_library(const ir::TypeTable &types, ir::TypeId type) const;
  NodeId from_library_memory(const ir::TypeTable &types,
                             ir::TypeId pointer) const;
  void use_outside();

  // generate_body.cpp
  ContextId add_context(ProcedureId procedure, ContextId caller,
                        ir::ValueId call);
  void generate(ContextId context);
  void assign_nodes(ContextId context);
  NodeId node_for(ContextId context, ir::ValueId value);
  void mark_byte_copies(const ir::TypeTable &types,
                        const ir::Function &function);
  void add_slot(ContextId context, ir::ValueId slot);
  Object layout_of_slot(ContextId context, ir::ValueId slot) const;
  void find_plain_slots(const ir::TypeTable &types, const ir::Function &f);
  void add_plain_slots();
  void instruction(ContextId context, ir::ValueId value);
  void element(ContextId context, ir::ValueId value);
  void binop(ContextId context, ir::ValueId value);
  void binop_constant(ir::BinaryOp op, NodeId to, NodeId from,
                      std::int64_t constant);
  void unknown(ContextId context, ir::ValueId value);
  NodeId node(ContextId context, ir::ValueId value) const {
    return system_.values[context][value.value];
  }
  // Copies that do nothing when there is nothing to copy.
  void copy(NodeId to, NodeId from, std::int32_t offset = 0);
  void copy_any(NodeId to, NodeId from, std::uint32_t stride);

  // generate_call.cpp
  void call(ContextId context, ir::ValueId value);
  CallView view(ContextId context, ir::ValueId call) const;
  void connect(const CallView &view, ProcedureId callee);
  void enter(const CallView &view, ContextId callee);
  void call_outside(const CallView &view);
  void call_library(const CallView &view);
  void call_from(NodeId world, ProcedureId procedure);
  void call_through(const CallView &view, NodeId pointer, bool is_by_model);

  // generate_model.cpp
  void apply(const CallView &view, ProcedureId callee,
             const model::FunctionModel &model);
  struct ModelCall; // one application
  friend struct ModelCall;

  // generate_digest.cpp
  void add_nodes(DigestBuilder &out, std::span<const NodeId> nodes) const;
  void add_context(DigestBuilder &out, ContextId context) const;
  void add_access(DigestBuilder &out, ContextId context, ir::ValueId v) const;
  void add_indirect_call(DigestBuilder &out, const CallView &view) const;

  const ir::Function &function_of(ContextId c) const {
    return program_.body(system_.contexts[c].procedure);
  }
  const ir::Unit &unit_of(ContextId c) const {
    return program_.unit_of(system_.contexts[c].procedure);
  }
  UnitId unit_id(ContextId c) const {
    return program_.procedures()[system_.contexts[c].procedure].unit;
  }

  const Program &program_;
  const model::ModelSet &models_;
  bool is_outside_used_;
  System system_;
  Constraints constraints_;
  std::unique_ptr<ClonePlan> clones_;
  IdMap<ContextId, Frame> frames_;
  IdMap<ProgramVariableId, NodeId> global_nodes_;
  IdMap<ProcedureId, NodeId> function_nodes_;
  std::vector<CallView> indirect_calls_; // by token - 1, as indirect_sites
  std::vector<bool> is_library_called_;  // by token - 1: or its data
  std::vector<bool> is_called_itself_;   // by procedure: not only in copies
  std::vector<bool> is_byte_copy_;       // by value, of the body at hand
  std::vector<bool> is_plain_slot_;      // likewise
  struct PlainSlot {
    ContextId context;
    ir::ValueId slot;
  };
  std::vector<PlainSlot> plain_slots_; // of all contexts
  bool has_main_ = false;
  bool is_whole_ = false;
  ObjectId literals_;
  ObjectId library_code_;
  // What is given to the library: anything, and functions.
  NodeId kept_, kept_functions_;
  NodeId strings_, library_, tables_; // what comes from it, each with the last
  NodeId arguments_, library_memory_, library_tables_; // hold these three
  NodeId outside_, escaped_; // comes from outside, is given to it
  NodeId exceptions_, literals_node_;
};

} // namespace wt::pointer
