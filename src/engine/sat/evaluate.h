// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What happens on all paths of one function at once?
//
// Evaluates the unrolled graph in topological order (Saturn, Section 2): the
// guard of a node is the condition under which it runs; values are computed
// once per copy of their instruction; the heap records writes, frees and
// escapes under their guards.  What comes out: the exits with their guards,
// the objects, and a solver that knows the facts met on the way.
//
// Split by idea: evaluate.cpp (control flow, instructions), calls.cpp (models
// and unknown code), apply_behaviour.cpp and callee_paths.cpp (callees with
// bodies).
//
// Tested by tests/unit/engine/.

#pragma once

#include "engine/sat/heap.h"
#include "engine/sat/relevance.h"
#include "engine/sat/sat.h"
#include "logic/solver.h"
#include "path/access_path.h"
#include "program/passed_bits.h"
#include "summary/ignored.h"

#include <deque>

namespace wt::sat {

// Everything an evaluation reads.
struct Setting {
  const Facts &facts;
  const Question &question;
  const Limits &limits;
  ProcedureId procedure;
  Relevance &relevance; // of what its callees do
  const PassedBits &passed;
};

// What the copies of a loop did in the first pass, for the second.
struct LoopEffects {
  std::set<std::uint32_t> written;    // keys of objects
  std::set<std::uint32_t> given_away; // freed or escaped
};

struct Exit {
  enum class Kind : std::uint8_t {
    kReturn,
    kThrow, // an exception leaves the function
    kEnd,   // the process ends here
    kCut,   // the next round is not looked at
  };
  Kind kind = Kind::kReturn;
  Point at;
  Value result;          // kReturn with a value
  ir::BlockId next = {}; // kCut: the head of the loop
};

// An access to an object that is freed under `guard`.
struct LateUse {
  ObjectId object;
  Point at; // guard: accessed here
  Cond before;
};

// A call that takes objects of its caller in some of its ways to end and not
// in others: for explanations.
struct Taking {
  struct Given {
    Value value;      // that is taken
    const char *verb; // "keep"
  };
  struct Way {
    Cond chosen;
    infer::NumberClass result;
    std::vector<Given> given;
  };
  Point at;
  std::vector<Way> ways;
};

class Evaluation {
public:
  Evaluation(const Setting &setting, const Graph &graph, ObjectKeys &keys,
             Budget &budget, const std::map<LoopId, LoopEffects> &widened);

  // False: over budget; nothing below may be used then.
  bool run();

  const Setting &setting;
  const Graph &graph;
  const ir::Unit &unit;
  const ir::Function &function;
  Conditions table;
  Heap heap;
  logic::Solver solver;

  IdMap<NodeId, Cond> guards;                   // of nodes
  IdMap<NodeId, std::vector<Cond>> edge_guards; // as Node::successors
  std::vector<Exit> exits;
  std::vector<Exit> cuts; // kCut
  std::vector<LateUse> late_uses;
  std::vector<ObjectId> acquired; // fresh and followed objects, in order
  std::vector<Taking> takings;    // in the order of the nodes

  const Value &value(NodeId node, ir::ValueId v);
  // Null when the instruction was not evaluated in that node.
  const Value *computed(NodeId node, ir::ValueId v) const;
  ObjectId parameter_object(std::uint32_t index) const {
    return index < parameters_.size() ? parameters_[index] : ObjectId();
  }
  Cond test(const Value &result, const model::ResultTest &test);

private:
  // evaluate.cpp
  void evaluate_node(NodeId node);
  void widen(NodeId node);
  void evaluate(ir::ValueId v);
  void evaluate_terminator(ir::ValueId v);
  Value evaluate_phi(ir::ValueId v);
  Value evaluate_leaf(ir::ValueId v);
  Value evaluate_element(ir::ValueId v);
  std::optional<Heap::Bounds> member_around(ir::ValueId address,
                                            ObjectId object);
  Value evaluate_load(ir::ValueId v);
  void evaluate_store(ir::ValueId v);
  void escape_indices(ir::ValueId address, Cond guard);
  void evaluate_memory_block(ir::ValueId v);
  Value moved(const Value &pointer, std::int64_t bytes);
  Value merged_from_predecessors(NodeId node, ir::ValueId v);
  void define(ir::ValueId v, Value value);
  const Value &operand(ir::ValueId v, std::uint32_t i) {
    return value(point_.node, function.operand(v, i));
  }
  Shape shape(ir::ValueId v) const {
    return shape_of(unit.types, function.insts[v].type);
  }
  Point at(ir::ValueId v) const { return {point_.node, point_.guard, v}; }
  void note_cuts(NodeId node);
  void leave(Exit::Kind kind, ir::ValueId v, Cond guard, Value result = {});
  void assume_in_range(ir::ValueId v);
  void assume_not_null(const Value &pointer);
  void dereference(const Value &pointer, ir::ValueId v);
  void note_use(const Value &pointer, ir::ValueId v);
  void note_alive(const Value &pointer, bool is_used = true);
  void note_same_handle(ir::ValueId compare);
  bool is_out_of_budget() const;

  // handlers.cpp
  Value evaluate_selector(ir::ValueId v);
  bool is_last_handler(ir::ValueId branch);
  bool is_handler_test(ir::ValueId branch) const;
  bool begins_catch(ir::ValueId v) const;
  bool leads_out(ir::BlockId from) const;

  // second_return.cpp
  struct SecondReturn {
    NodeId node;
    Cond guard; // control came here by longjmp
  };
  struct Handed { // part of Heap::given_away
    NodeId node;
    std::size_t begin, end;
  };
  void note_second_return(ir::ValueId v, const Value &result);
  void note_handed(ProcedureId procedure, std::size_t begin);
  void settle_second_returns();
  std::vector<SecondReturn> second_returns_;
  std::vector<Handed> handed_;

  // calls.cpp
  struct Callee {
    Cond guard;
    ProcedureId procedure; // invalid: not known
  };
  struct CallResult {
    Value result;
    Cond thrown = kNo; // guards of the ways out
    Cond ended = kNo;
  };
  void evaluate_call(ir::ValueId v);
  std::vector<Callee> callees(ir::ValueId v);
  CallResult call(ir::ValueId v, ProcedureId procedure);
  Value call_model(ir::ValueId v, const model::FunctionModel &model);
  Value call_unknown(ir::ValueId v, const model::FunctionModel *model);
  Value unknown_result(ir::ValueId v);
  struct Asked {
    const void *who;                  // a model or a behaviour
    std::vector<std::uint64_t> words; // arguments, and what was written there
    auto operator<=>(const Asked &) const = default;
  };
  std::optional<Value> answer(ir::ValueId v, const model::FunctionModel &model);
  std::optional<Value> answer_of(ir::ValueId v, const void *who);
  model::FamilyId family_of_result(ir::ValueId v) const;
  bool holds_fresh(ObjectId object);
  Cond thrown_by(ir::ValueId v, const Procedure &callee,
                 const model::FunctionModel *model, bool ends);
  void escape_words(const Target &self, Point here);
  void apply_model_effect(ir::ValueId v, const model::Effect &effect,
                          Value &result);
  // What kind of object a call makes.
  struct Making {
    model::FamilyId family;
    bool may_fail = false;
    bool is_zeroed = false;
    Cond fails = kNo; // surely, if it can
  };
  Value fresh_value(ir::ValueId v, const model::Place &place,
                    const Making &making, Cond when, Shape shape);
  Value new_handle(std::uint32_t width);
  Value place_value(ir::ValueId v, const model::Place &place,
                    const Value &result);
  void free_value(ir::ValueId v, const Value &value, model::FamilyId family,
                  Cond when);
  void forget_outputs(ir::ValueId v, const model::FunctionModel *model);
  void make_through_argument(ir::ValueId v, const model::Effect &effect,
                             std::uint32_t element, Cond when,
                             const Value &result);
  bool store_in_variable(ir::ValueId v, const model::Effect &effect, Cond guard,
                         const Value &result);
  Cond given(ir::ValueId v, const model::ArgumentTest &test);
  void note_arguments(ir::ValueId v, const model::FunctionModel &model);
  bool may_write(const model::FunctionModel &model,
                 std::uint32_t argument) const;
  bool points_to_const(ir::ValueId call, std::uint32_t argument) const;
  void move_contents(ir::ValueId v, const model::FunctionModel &model,
                     const Value &result);

  // apply_behaviour.cpp
  // An effect, with the objects of the caller that it names.
  struct ResolvedEffect {
    const infer::Effect *effect;
    Value object;              // that is freed, kept, or has the cell
    Value value;               // kWrite
    model::FamilyId family;    // kFree
    bool is_perhaps = false;   // kFree: callers do not expect it
    bool is_looked_at = false; // the callee knows what was in the cell
    // kForget: the object is freed after that, perhaps with what it held then.
    bool is_before_free = false;
  };
  CallResult call_behaviour(ir::ValueId v, ProcedureId callee,
                            bool follows_throws);
  std::vector<Cond> choose_outcome(ir::ValueId v,
                                   std::span<const infer::Outcome> outcomes,
                                   const Value &unknown_number);
  bool is_untouched(ir::ValueId v, const AccessPath &path);
  Cond held_at_entry(ir::ValueId v, const infer::Outcome &outcome);
  Cond belongs(const Value &value, std::int64_t offset,
               const infer::NumberClass &is);
  Value root_value(ir::ValueId v, const AccessPath &path,
                   std::span<const ObjectId> made);
  std::optional<Value> resolve(ir::ValueId v, const AccessPath &path,
                               Shape shape, std::span<const ObjectId> made);
  std::optional<Value> resolve_anew(ir::ValueId v, const AccessPath &path,
                                    Shape shape,
                                    std::span<const ObjectId> made);
  static bool is_seen(std::span<const infer::Outcome> outcomes,
                      std::span<const Cond> chosen, std::size_t i,
                      const AccessPath &place);
  std::vector<ObjectId> make_objects(ir::ValueId v,
                                     std::span<const infer::Outcome> outcomes,
                                     std::span<const Cond> chosen,
                                     std::size_t i);
  static bool is_resized_to_nothing(std::span<const infer::Outcome> outcomes,
                                    std::span<const Cond> chosen, std::size_t i,
                                    const infer::Effect &effect);
  static model::FamilyId freed_family(std::span<const infer::Outcome> outcomes,
                                      const infer::Effect &effect);
  void move_contents(ir::ValueId v, const infer::Outcome &outcome,
                     std::span<const ObjectId> made,
                     std::span<const ResolvedEffect> effects, Cond guard);
  template <class Look>
  void look_under(Cond guard, std::span<const Value> objects, const Look &look);
  void note_reads(ir::ValueId v, const infer::Outcome &outcome, Cond guard);
  void note_released(ir::ValueId v, std::span<const infer::Outcome> outcomes,
                     std::span<const Cond> chosen, std::size_t i);
  void note_uses(ir::ValueId v, std::span<const infer::Outcome> outcomes,
                 std::span<const Cond> chosen, std::size_t i);
  Value term_value(ir::ValueId v, const infer::Term &term, Shape shape,
                   std::span<const ObjectId> made);
  bool is_put_outside(const ResolvedEffect &done) const;
  Value one_of(ir::ValueId v, const infer::Outcome &outcome);
  Value result_value(ir::ValueId v, const infer::Outcome &outcome,
                     const Value &unknown_number,
                     std::span<const ObjectId> made);
  ResolvedEffect resolved(ir::ValueId v, const infer::Effect &effect,
                          std::span<const ObjectId> made);
  void apply_effect(ir::ValueId v, const ResolvedEffect &resolved, Cond guard);
  void apply_write(ir::ValueId v, const ResolvedEffect &resolved, Cond guard);
  bool is_at_home(const Value &value, const Target &target) const;
  static bool answers_for_old(const ResolvedEffect &resolved,
                              const Target &target);
  static std::optional<Heap::Bounds> forgotten_in(const infer::Effect &effect,
                                                  const Target &target);
  void spare_undecided(std::span<const infer::Outcome> outcomes,
                       std::span<const Cond> chosen,
                       std::span<const std::vector<ResolvedEffect>> effects);
  void note_taking(ir::ValueId v, std::span<const infer::Outcome> outcomes,
                   std::span<const Cond> chosen,
                   std::span<const std::vector<ResolvedEffect>> effects);
  void give_up_counted(ir::ValueId v, const infer::Behaviour &behaviour);

  Budget &budget_;
  const std::map<LoopId, LoopEffects> &widened_;
  std::map<Asked, Value> answers_; // of functions that only look
  // Of the call: what paths of the callee mean.
  std::map<std::pair<AccessPath, Shape>, std::optional<Value>> resolved_;
  infer::Arguments borrowed_;            // ... by code without a body
  std::uint32_t hidden_arguments_ = 0;   // of the call: a result slot
  bool is_library_method_ = false;       // of the call
  Keeper keeper_ = Keeper::kAnyone;      // who has what is given to the call
  bool is_one_of_several_ = false;       // of the callee
  std::set<NodeId> failing_allocations_; // that leave by an exception
  Cond died_ = kNo;                      // in the call: null is used there
  Cond standard_closed_ = kNo; // the next descriptor is a standard stream
  Point point_;                // where the evaluation stands
  std::deque<Value> arena_;
  std::unordered_map<std::uint64_t, const Value *> values_; // by node, value
  std::vector<const Value *> leaves_;                       // by value
  infer::IgnoredResults ignored_;
  std::vector<ObjectId> parameters_;
};

} // namespace wt::sat
