// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is one walk along a witness?
//
// The state and the steps of witness/walker.h, for its own files only:
//
//   walker.cpp      the loop over guesses, and the path: steps and edges
//   walk_inst.cpp   instructions
//   walk_call.cpp   calls: models, bodies, unknown code
//   walk_judge.cpp  is the object lost at the end?
//
// Calls that the path does not enter.  An engine that works with summaries
// names no path inside a callee.  The walker then runs the callee's body by
// itself; a branch it cannot decide is a guess, and when the walk does not end
// in a confirmed leak it is repeated with another guess, a few times.  One way
// through the callee that loses the object is enough: the leak is real.  Where
// the path leaves a call by an exception, its body must throw one.

#pragma once

#include "witness/frame.h"
#include "witness/guesses.h"
#include "witness/walker.h"

#include <set>

namespace wt::walking {

using ir::BlockId;
using ir::Op;
using ir::ValueId;
using model::Effect;
using model::Place;
using model::ResultTest;

constexpr std::uint32_t kMostInstructions = 200'000; // of one walk
constexpr std::uint32_t kMostInside = 3'000;         // of one body not entered
constexpr std::uint32_t kMostFrames = 100;
constexpr int kMostNested = 8;
constexpr int kMostWalks = 24;

// A body that the path does not enter, while it runs.
struct BodyRun {
  ProcedureId callee;
  bool must_throw = false; // the path leaves the call by an exception
  TermId result;
  std::uint32_t left = kMostInside; // instructions
  bool has_ended = false;
};

class Walk {
public:
  Walk(const Program &program, const model::ModelSet &models,
       const Verdict &verdict, const Witness &witness, Guesses &guesses)
      : program_(program), models_(models), verdict_(verdict),
        witness_(witness), guesses_(guesses) {}

  Replay run();

private:
  // All of these return false when the walk is over; result_ tells why.
  bool step(const WitnessStep &step);
  bool go_to(BlockId block, bool exceptional);
  bool enter_call(const WitnessStep &step);
  bool leave(bool exceptional);
  bool number(ValueId value, std::int64_t number);
  bool run_to(ValueId stop); // up to, not including, `stop`
  bool run_last();
  bool execute(ValueId v);
  bool execute_memory(ValueId v); // load, store, copy, fill
  bool execute_call(ValueId v, bool exceptional);
  bool run_body(ProcedureId callee, const std::vector<TermId> &arguments,
                TermId &result, bool must_throw);
  bool run_block(BodyRun &run);
  bool leave_block(BodyRun &run);
  bool throws_here(const BodyRun &run, ValueId v);
  bool take_edge(ValueId terminator, std::size_t successor);
  bool enter_block(BlockId block);
  bool assume(TermId test, bool truth, ValueId at);

  void push_frame(ProcedureId procedure, std::vector<TermId> arguments);
  TermId apply_model(const model::FunctionModel &model,
                     const std::vector<TermId> &arguments, TermId result,
                     bool exceptional);
  void move_cells(const Effect &release, TermId from, TermId result);
  void note_need_of_memory(ValueId call, bool exceptional);
  TermId alias(const Effect &effect, TermId place, TermId result);
  void apply(const Effect &effect, Condition when,
             const std::vector<TermId> &arguments, TermId result);
  void free_object(const Effect &effect, Condition when, TermId place);
  void store_fresh(const Effect &effect, Condition when,
                   const std::vector<TermId> &arguments);
  std::optional<bool> is_given(const Effect &effect,
                               const std::vector<TermId> &arguments) const;
  void give_to_unknown_code(const std::vector<TermId> &arguments,
                            const std::string &name,
                            std::optional<ProcedureId> called = {});
  bool may_change(ProgramVariableId variable,
                  std::optional<ProcedureId> called);
  static bool only_asks(const model::FunctionModel &model);
  void forget_answers(const model::FunctionModel &model,
                      const std::vector<TermId> &arguments);
  void forget_answers(TermId address);
  void give_to_body(ProcedureId callee, const std::vector<TermId> &arguments);
  bool surely_fails(const model::FunctionModel &model,
                    const std::vector<TermId> &arguments) const;
  TermId fresh(model::FamilyId family, bool may_fail, ObjectId &object,
               bool is_zeroed = false);
  TermId at_place(const Place &place, const std::vector<TermId> &arguments,
                  TermId result);
  std::vector<ObjectId> object_of_global(ProgramVariableId variable) const;
  void track_site(ValueId call, const std::vector<TermId> &arguments,
                  TermId &result);
  void doubt_site(ValueId call, const std::vector<TermId> &arguments,
                  TermId &result);
  void track_load(TermId from, TermId &term, ValueId load);
  void assume_object(TermId &term, std::string doubt);

  Replay judge();
  Replay judge_leak();
  Replay judge_object(ObjectId object);
  std::vector<ObjectId> roots() const;
  bool is_exit() const;
  std::optional<ObjectId> unborn_object() const;
  std::vector<ValueId> failed_calls() const;

  bool contradict(std::string why);
  bool undecided(std::string why);
  const model::FunctionModel *model_of(ProcedureId p) const;
  std::optional<ProcedureId> callee_of(ValueId call) const;
  Frame &frame() { return frames_.back(); }
  TermId value_of(const Frame &f, ValueId v) { return machine_.value_of(f, v); }
  bool is_site(ValueId v) const {
    return frames_.back().procedure == verdict_.site.procedure &&
           v == verdict_.site.value;
  }
  std::string line_of(ValueId v) const;

  const Program &program_;
  const model::ModelSet &models_;
  const Verdict &verdict_;
  const Witness &witness_;
  Guesses &guesses_;

  Machine machine_{program_};
  Terms &terms_ = machine_.terms;
  Memory &memory_ = machine_.memory;
  std::vector<Frame> frames_;
  std::vector<ObjectId> tracked_; // the site's objects, oldest first
  std::string no_object_;         // why the site made none; "": it did
  TermId returned_;               // by the outermost frame
  bool is_unwound_ = false;       // the outermost frame ended by an exception
  bool last_ran_ = false;
  std::uint32_t instructions_ = 0;
  int nested_ = 0; // bodies run that the path does not enter
  // What functions of the library answered, by what they were asked.
  std::map<std::pair<ProcedureId, std::vector<TermId>>, TermId> answers_;
  std::vector<ValueId> thrown_; // calls that threw for want of memory
  struct {
    bool again = false, mismatched = false, used = false;
  } at_last_; // what the last instruction did to freed objects
  std::optional<Replay> result_;
};

} // namespace wt::walking
