// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verdicts in plain English: see describe.h.

#include "finding/describe.h"

#include "finding/cause.h"
#include "finding/first_free.h"
#include "finding/merge.h"
#include "finding/names.h"
#include "finding/origin.h"
#include "finding/outer_path.h"
#include "finding/plain_name.h"
#include "finding/resource_words.h"
#include "model/model_of.h"

#include <algorithm>

namespace wt {

using ir::Op;
using ir::ValueId;

namespace {

constexpr int kDeepestCallee = 3; // looked at to say how it was lost

class Describer {
public:
  Describer(const Program &program, const model::ModelSet &models,
            const Verdict &verdict, const Excuses &excuses)
      : program_(program), models_(models), verdict_(verdict),
        excuses_(excuses), site_(verdict.site),
        unit_(program.unit_of(site_.procedure)),
        function_(program.body(site_.procedure)),
        words_(words_for(models, site_.family)) {}

  Finding run();

private:
  std::string subject() const;  // "memory allocated here by strdup()"
  std::string acquired() const; // the note at the site
  // "not freed when the function returns at line 9"
  std::string loss(ValueId losing, const Location &at) const;
  // "returns without freeing 'host'": the same, as the end of a path
  std::string last_step(ValueId losing) const;
  bool always_throws(ValueId call) const;
  std::string thrown_by(ValueId call) const; // "not freed when f() throws"
  std::string call_loss(ValueId call, const std::string &where) const;
  bool comes_back(ValueId call) const;
  bool has_bodies(ValueId call) const;
  bool frees_nothing(ProcedureId caller, ValueId call, int depth) const;
  bool frees_nothing(ProcedureId callee, int depth) const;
  bool is_copied_at_last() const;
  std::string bad_free_message(const Location &at) const;
  std::string overwritten(ValueId losing) const;
  std::string where(const Location &at) const;
  // ", only if strdup() fails at line 7", or "".
  std::string excuse(ValueId losing) const;
  Location at_value(ValueId v) const;
  const Witness *witness_for(ValueId losing) const;
  bool is_leak() const {
    return verdict_.kind == FindingKind::kLeak ||
           verdict_.kind == FindingKind::kResourceLeak;
  }
  bool is_ignored() const;
  void describe_ignored(Finding &finding) const;
  void describe_leak(Finding &finding) const;
  void describe_bad_free(Finding &finding) const;
  bool has_free_effect(ValueId call) const;
  std::optional<FirstFree> free_before(const Witness &witness) const;
  Witness with_free_before(Witness witness, const FirstFree &first) const;
  std::string freed_before_note() const; // of a trace

  const Program &program_;
  const model::ModelSet &models_;
  const Verdict &verdict_;
  const Excuses &excuses_;
  const Site &site_;
  const ir::Unit &unit_;
  const ir::Function &function_;
  Words words_;
};

Location Describer::at_value(ValueId v) const {
  Location at;
  if (function_.insts.contains(v))
    at = location(unit_, function_.insts[v].pos);
  if (!at.line && function_.insts.contains(v) &&
      function_.insts[v].op == Op::kParam &&
      function_.variables.contains(function_.variable(v)))
    at = location(unit_, function_.variables[function_.variable(v)].pos);
  if (!at.line)
    at = location(unit_, function_.pos);
  return at;
}

std::string Describer::where(const Location &at) const {
  Location site = at_value(site_.value);
  if (!at.line)
    return "";
  if (at.file == site.file)
    return " at line " + std::to_string(at.line);
  return " at " + at.file.substr(at.file.rfind('/') + 1) + ":" +
         std::to_string(at.line);
}

const Witness *Describer::witness_for(ValueId losing) const {
  for (const Witness &witness : verdict_.witnesses)
    if (witness.last == losing)
      return &witness;
  return nullptr;
}

std::string Describer::subject() const {
  std::string variable = variable_of(program_, site_);
  switch (site_.kind) {
  case Site::Kind::kParameter:
    return words_.noun + " that the function owns through its parameter" +
           (variable.empty() ? "" : " '" + variable + "'");
  case Site::Kind::kLoad:
    return words_.noun + " held by " +
           (variable.empty() ? "this pointer" : "'" + variable + "'");
  case Site::Kind::kCall:
    break;
  }
  return words_.noun + " " + words_.acquired + " here by " +
         callee_name(program_, site_.procedure, site_.value);
}

std::string Describer::acquired() const {
  std::string variable = variable_of(program_, site_);
  switch (site_.kind) {
  case Site::Kind::kParameter:
    return "parameter" + (variable.empty() ? "" : " '" + variable + "'") +
           " is owned from here";
  case Site::Kind::kLoad:
    return words_.noun + " is referred to by " +
           (variable.empty() ? "this pointer" : "'" + variable + "'") + " here";
  case Site::Kind::kCall:
    break;
  }
  std::string note = words_.acquired + " here by " +
                     callee_name(program_, site_.procedure, site_.value);
  if (!variable.empty())
    note += ", held by '" + variable + "'";
  return note;
}

// Which reference does this store or assignment destroy?
std::string Describer::overwritten(ValueId losing) const {
  const ir::Inst &inst = function_.insts[losing];
  if (inst.op == Op::kAssign || inst.op == Op::kScopeEnd) {
    ir::VariableId variable = function_.variable(losing);
    return function_.variables.contains(variable)
               ? unit_.text(function_.variables[variable].name)
               : "";
  }
  if (inst.op == Op::kStore || inst.op == Op::kMemCopy ||
      inst.op == Op::kMemFill)
    return lvalue_of(unit_, function_, function_.operand(losing, 0));
  return "";
}

bool Describer::has_free_effect(ValueId call) const {
  CallTargets targets = program_.targets(site_.procedure, call);
  for (ProcedureId target : targets.procedures) {
    const model::FunctionModel *model =
        model::model_of(program_, models_, target);
    if (!model)
      continue;
    for (const model::Effect &effect : model->effects)
      if (effect.kind == model::Effect::Kind::kFree)
        return true;
  }
  return false;
}

std::string Describer::call_loss(ValueId call, const std::string &where) const {
  if (call == site_.value)
    return "nobody refers to it";
  const ir::CallInfo &info = function_.call(call);
  std::string callee = callee_name(program_, site_.procedure, call);
  if (always_throws(call))
    return thrown_by(call) + where;
  if (info.does_not_return || verdict_.is_at_exit)
    return "not " + words_.released + " when the program ends" + where;
  if (has_free_effect(call))
    return "its last reference is inside an object that is freed" + where;
  if (info.may_throw && !comes_back(call))
    return thrown_by(call) + where;
  // What the library writes is text, or told as such by its models.
  if (has_bodies(call) && frees_nothing(site_.procedure, call, kDeepestCallee))
    return "its last reference is overwritten in " + callee + where;
  if (call == verdict_.losing.front() && verdict_.reason == kHolderIsFreed)
    return "its last reference is inside an object that " + callee + " frees" +
           where;
  return "its last reference is gone after " + callee + where;
}

// Does the path to this loss end behind the call, not in an exception?  It may
// go on to an exit.
bool Describer::comes_back(ValueId call) const {
  const Witness *witness = witness_for(call);
  if (!witness && verdict_.losing.size() == 1 && verdict_.witnesses.size() == 1)
    witness = &verdict_.witnesses[0];
  return witness && std::ranges::none_of(witness->steps, [](const auto &step) {
           return step.exceptional;
         });
}

// Is only code of the program called there?
bool Describer::has_bodies(ValueId call) const {
  CallTargets targets = program_.targets(site_.procedure, call);
  return std::ranges::all_of(targets.procedures, [&](ProcedureId target) {
    return program_.procedures()[target].has_body &&
           !model::model_of(program_, models_, target);
  });
}

// Are all that are called there known, and none of them frees anything?
bool Describer::frees_nothing(ProcedureId caller, ValueId call,
                              int depth) const {
  CallTargets targets = program_.targets(caller, call);
  return depth > 0 && !targets.procedures.empty() &&
         std::ranges::all_of(targets.procedures, [&](ProcedureId target) {
           return frees_nothing(target, depth);
         });
}

bool Describer::frees_nothing(ProcedureId callee, int depth) const {
  using Effect = model::Effect;
  if (const model::FunctionModel *model =
          model::model_of(program_, models_, callee))
    return !model->keeps_all &&
           std::ranges::none_of(model->effects, [](const Effect &effect) {
             return effect.kind == Effect::Kind::kFree ||
                    effect.kind == Effect::Kind::kRelease;
           });
  if (!program_.procedures()[callee].has_body)
    return false;
  const ir::Function &body = program_.body(callee);
  for (const ir::Block &block : body.blocks)
    for (ValueId v : block.insts)
      if (body.insts[v].op == Op::kCall && !frees_nothing(callee, v, depth - 1))
        return false;
  return true;
}

// The call does not come back, and it is not the program that ends: a `throw`,
// or a function that always throws.
bool Describer::always_throws(ValueId call) const {
  return function_.call(call).does_not_return &&
         function_.call(call).may_throw && !verdict_.is_at_exit;
}

// Which call throws, unless it is a `throw`; invalid: not known.
std::string Describer::thrown_by(ValueId call) const {
  std::string out = "not " + words_.released + " when ";
  std::string callee =
      call.valid() ? callee_name(program_, site_.procedure, call) : "";
  bool is_throw = callee == "__cxa_throw()" || callee == "__cxa_rethrow()";
  if (callee.empty() || is_throw)
    return out + "an exception leaves the function";
  return out + callee + " throws";
}

std::string Describer::excuse(ValueId losing) const {
  auto found = excuses_.find(losing);
  return found == excuses_.end() || found->second.empty()
             ? ""
             : ", " + found->second;
}

std::string Describer::loss(ValueId losing, const Location &at) const {
  std::string place = where(at);
  std::string reference = overwritten(losing);
  if (!reference.empty())
    reference = ", '" + reference + "',";
  switch (function_.insts[losing].op) {
  case Op::kReturn:
    if (verdict_.is_at_exit)
      return "not " + words_.released + " when the program ends" + place;
    return "not " + words_.released + " when the function returns" + place;
  case Op::kRethrow: {
    const Witness *witness = witness_for(losing);
    bool is_known = witness && witness->procedure == site_.procedure;
    return thrown_by(is_known ? throwing_call(program_, *witness) : ValueId()) +
           place;
  }
  case Op::kStore:
  case Op::kAssign:
  case Op::kMemCopy:
  case Op::kMemFill:
    return "its last reference" + reference + " is overwritten" + place;
  case Op::kScopeEnd:
    return "its last reference" + reference + " goes out of scope" + place;
  case Op::kCall:
    return call_loss(losing, place);
  case Op::kUnreachable: {
    // Behind a call that does not come back, in the same block.
    const auto &insts = function_.blocks[function_.insts[losing].block].insts;
    auto call = std::find_if(insts.rbegin(), insts.rend(), [&](ValueId v) {
      return function_.insts[v].op == Op::kCall;
    });
    if (call != insts.rend() && always_throws(*call))
      return thrown_by(*call) + place;
    return "not " + words_.released + " when the program ends" + place;
  }
  default:
    return "its last reference is gone" + place;
  }
}

std::string Describer::last_step(ValueId losing) const {
  if (function_.insts[losing].op != Op::kReturn || verdict_.is_at_exit)
    return loss(losing, Location());
  std::string variable = variable_of(program_, site_);
  const Witness *witness = witness_for(losing);
  if (witness && witness->procedure == site_.procedure &&
      is_of_earlier_round(function_, site_, *witness))
    variable.clear(); // it holds another object by then
  return "the function returns without " + words_.releasing + " " +
         (variable.empty() ? "it" : "'" + variable + "'");
}

// `strdup(s);`: nothing in the function looks at the result.
bool Describer::is_ignored() const {
  if (site_.kind != Site::Kind::kCall ||
      site_.place.root != model::Place::Root::kResult)
    return false;
  for (const ir::Block &block : function_.blocks)
    for (ValueId v : block.insts)
      if (std::ranges::count(function_.operands_of(v), site_.value))
        return false;
  return true;
}

// The path ends at the site, wherever the engine saw it end.
void Describer::describe_ignored(Finding &finding) const {
  std::string note = acquired();
  for (const Witness &witness : verdict_.witnesses)
    if (finding.trace.empty())
      finding.trace = trace_of(program_, site_, witness, note, "");
  while (!finding.trace.empty() &&
         !finding.trace.back().message.starts_with(note))
    finding.trace.pop_back();
  if (finding.trace.empty())
    finding.trace = {{finding.at, note}};
  ValueId losing =
      verdict_.losing.empty() ? site_.value : verdict_.losing.front();
  std::string ignored = "the result is ignored" + excuse(losing);
  finding.trace.push_back({finding.at, "lost here at once: " + ignored});
  finding.lost = {finding.at};
  finding.message = subject() + " is lost at once: " + ignored;
}

void Describer::describe_leak(Finding &finding) const {
  finding.at = at_value(site_.value);
  if (is_ignored())
    return describe_ignored(finding);
  std::vector<std::pair<Location, std::string>> losses;
  std::vector<TraceStep> others; // of further losses, where the object is lost
  for (ValueId losing : verdict_.losing) {
    if (!function_.insts.contains(losing))
      continue;
    const Witness *witness = witness_for(losing);
    Location at = losing_place(program_, verdict_, losing, witness);
    bool is_new = std::ranges::none_of(losses, [&](const auto &told) {
      return told.first.file == at.file && told.first.line == at.line;
    });
    losses.emplace_back(at, loss(losing, at) + excuse(losing));
    std::string lost = "lost here: " + last_step(losing) + excuse(losing);
    std::vector<TraceStep> trace;
    if (witness)
      trace = trace_of(program_, site_, *witness, acquired(), lost);
    else
      trace = {{finding.at, acquired()}, {at, lost}};
    // The first path in full, of the others only how they end.
    if (finding.trace.empty())
      finding.trace = std::move(trace);
    else if (is_new)
      others.push_back({at, "also " + lost});
  }
  std::ranges::stable_sort(others, {}, &TraceStep::at);
  finding.trace.insert(finding.trace.end(), others.begin(), others.end());
  if (!verdict_.losing.empty())
    finding.cause = cause_of(program_, verdict_, verdict_.losing.front(),
                             witness_for(verdict_.losing.front()));
  std::string text = verdict_.reason + excuse(site_.value);
  if (!losses.empty())
    text = losses.front().second;
  else if (verdict_.reason.empty())
    text = "nothing refers to it any more" + text;
  finding.message = subject() + " is lost: " + text;
  for (auto &[at, unused] : losses)
    if (at.line)
      finding.lost.push_back(at);
  keep_one_per_line(finding.lost);
  finding.message += more_places(finding.lost.size());
  if (finding.trace.empty())
    finding.trace = {{finding.at, acquired()}};
}

// A copy of the pointer is what is wrong, not one of the frees.
bool Describer::is_copied_at_last() const {
  return !verdict_.losing.empty() &&
         function_.insts[verdict_.losing[0]].op == Op::kStore;
}

std::string Describer::bad_free_message(const Location &first) const {
  std::string by;
  if (!verdict_.losing.empty() &&
      function_.insts[verdict_.losing[0]].op == Op::kCall)
    by = " by " + callee_name(program_, site_.procedure, verdict_.losing[0]);
  switch (verdict_.kind) {
  case FindingKind::kDoubleFree:
    if (is_copied_at_last())
      return words_.noun + " copied here is " + words_.released +
             " by both objects that hold it";
    return words_.noun + " " + words_.released + " here" + by +
           " was already " + words_.released + where(first);
  case FindingKind::kUseAfterFree:
    return words_.noun + " used here was already " + words_.released +
           where(first);
  default:
    return words_.noun + " " + words_.acquired + " by " +
           (site_.kind == Site::Kind::kCall
                ? callee_name(program_, site_.procedure, site_.value)
                : "something else") +
           " is " + words_.released + " here" + by + ", which does not fit it";
  }
}

// The free before the bad one: what the engine says, else what can be seen on
// the path.
std::optional<FirstFree> Describer::free_before(const Witness &witness) const {
  if (verdict_.kind == FindingKind::kMismatchedFree ||
      witness.procedure != site_.procedure)
    return std::nullopt;
  if (verdict_.freed_before.valid())
    return on_path(program_, witness, verdict_.freed_before);
  return first_free(program_, models_, witness);
}

// The path with an event there, unless the engine has told it.
Witness Describer::with_free_before(Witness witness,
                                    const FirstFree &first) const {
  bool is_told = std::ranges::any_of(witness.steps, [&](const auto &step) {
    return step.kind == WitnessStep::Kind::kEvent && step.value == first.call;
  });
  if (is_told)
    return witness;
  WitnessStep event;
  event.kind = WitnessStep::Kind::kEvent;
  event.value = first.call;
  event.message = freed_before_note();
  witness.steps.insert(witness.steps.begin() + first.before, event);
  return witness;
}

std::string Describer::freed_before_note() const {
  bool is_double = verdict_.kind == FindingKind::kDoubleFree;
  return words_.released + (is_double ? " here first" : " here");
}

// At the second free or the use; the trace tells of the first free, too.
void Describer::describe_bad_free(Finding &finding) const {
  ValueId last =
      verdict_.losing.empty() ? site_.value : verdict_.losing.front();
  finding.at = at_value(last);
  finding.lost = {finding.at};
  std::string note = "used here";
  if (verdict_.kind == FindingKind::kDoubleFree)
    note =
        is_copied_at_last() ? "copied here" : words_.released + " again here";
  else if (verdict_.kind == FindingKind::kMismatchedFree)
    note = words_.released + " here";
  ValueId before = verdict_.freed_before;
  if (const Witness *found = witness_for(last)) {
    Witness witness = *found;
    if (std::optional<FirstFree> first = free_before(witness)) {
      before = first->call;
      witness = with_free_before(std::move(witness), *first);
    }
    finding.trace = trace_of(program_, site_, witness, acquired(), note);
  } else if (before.valid()) {
    finding.trace = {{at_value(site_.value), acquired()},
                     {at_value(before), freed_before_note()},
                     {finding.at, note}};
  } else {
    finding.trace = {{finding.at, note}};
  }
  finding.shows_event = before.valid() || is_copied_at_last() ||
                        verdict_.kind == FindingKind::kMismatchedFree;
  Location first = before.valid() ? at_value(before) : Location();
  finding.message = bad_free_message(first);
}

Finding Describer::run() {
  Finding finding;
  finding.kind = verdict_.kind;
  finding.function = plain_name(program_.procedures()[site_.procedure].name);
  finding.variable = variable_of(program_, site_);
  const ir::Inst &site = function_.insts[site_.value];
  finding.macro = unit_.text(site.macro ? site.macro : StringTable::empty());
  if (is_leak())
    describe_leak(finding);
  else
    describe_bad_free(finding);
  for (const BrokenRule &rule : verdict_.broken)
    finding.broken.push_back(
        {function_.insts.contains(rule.at) ? at_value(rule.at) : finding.at,
         rule.priority, rule.reason});
  if (std::optional<Origin> origin = origin_of(program_, models_, site_)) {
    const ir::Inst &call = program_.body(origin->procedure).insts[origin->call];
    Location at = location(program_.unit_of(origin->procedure), call.pos);
    if (at.line) {
      finding.alloc = at;
      finding.alloc_function =
          plain_name(program_.procedures()[origin->procedure].name);
    }
  }
  return finding;
}

} // namespace

Finding describe(const Program &program, const model::ModelSet &models,
                 const Verdict &verdict, const Excuses &excuses) {
  return Describer(program, models, verdict, excuses).run();
}

} // namespace wt
