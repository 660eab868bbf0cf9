// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verdicts in plain English: see describe.h.

#include "finding/describe.h"

#include "finding/merge.h"
#include "finding/names.h"
#include "finding/origin.h"

#include <algorithm>

namespace wt {

using ir::Op;
using ir::ValueId;

namespace {

// The words that fit a family of resources.
struct Words {
  std::string noun = "memory";
  std::string acquired = "allocated";
  std::string released = "freed";
};

Words words_for(const model::ModelSet &models, model::FamilyId id) {
  Words words;
  if (!id)
    return words;
  const model::Family &family = models.family(id);
  words.noun = family.noun.empty() ? family.name : family.noun;
  if (family.is_memory)
    return words;
  bool closes = std::any_of(family.releasers.begin(), family.releasers.end(),
                            [](const std::string &name) {
                              return name.find("close") != std::string::npos;
                            });
  words.acquired = closes ? "opened" : "acquired";
  words.released = closes ? "closed" : "released";
  return words;
}

class Describer {
public:
  Describer(const Program &program, const model::ModelSet &models,
            const Verdict &verdict)
      : program_(program), models_(models), verdict_(verdict),
        site_(verdict.site), unit_(program.unit_of(site_.procedure)),
        function_(program.body(site_.procedure)),
        words_(words_for(models, site_.family)) {}

  Finding run();

private:
  std::string subject() const;  // "memory allocated here by strdup()"
  std::string acquired() const; // the note at the site
  // "not freed when the function returns at line 9"
  std::string loss(ValueId losing, const Location &at) const;
  bool follows_throw(ValueId unreachable) const;
  std::string call_loss(ValueId call, const std::string &where) const;
  std::string bad_free_message(const Location &at) const;
  std::string overwritten(ValueId losing) const;
  std::string where(const Location &at) const;
  Location at_value(ValueId v) const;
  const Witness *witness_for(ValueId losing) const;
  bool is_leak() const {
    return verdict_.kind == FindingKind::kLeak ||
           verdict_.kind == FindingKind::kResourceLeak;
  }
  void describe_leak(Finding &finding) const;
  void describe_bad_free(Finding &finding) const;
  bool has_free_effect(ValueId call) const;
  bool frees_same(ValueId call, ValueId last) const;
  Witness with_first_free(Witness witness, ValueId last) const;

  const Program &program_;
  const model::ModelSet &models_;
  const Verdict &verdict_;
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
    const Procedure &callee = program_.procedures()[target];
    const model::FunctionModel *model =
        models_.find(callee.link_name, callee.name);
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
    return site_.place.root == model::Place::Root::kResult
               ? "its result is ignored"
               : "nobody refers to it";
  const ir::CallInfo &info = function_.call(call);
  bool throws = info.may_throw && !verdict_.is_at_exit;
  if ((info.does_not_return && !throws) || verdict_.is_at_exit)
    return "not " + words_.released + " when the program ends" + where;
  if (has_free_effect(call))
    return "its last reference is inside an object that is freed" + where;
  if (info.may_throw)
    return "not " + words_.released + " when an exception leaves the function" +
           where;
  return "its last reference is gone after the call" + where;
}

// Is the call before it one that throws, as a `throw` of the source is?
bool Describer::follows_throw(ValueId unreachable) const {
  ValueId last;
  for (ValueId v : function_.blocks[function_.insts[unreachable].block].insts)
    if (function_.insts[v].op == Op::kCall)
      last = v;
  if (!last || verdict_.is_at_exit)
    return false;
  for (ProcedureId target :
       program_.targets(site_.procedure, last).procedures) {
    std::string_view name = program_.procedures()[target].link_name;
    if (name == "__cxa_throw" || name == "__cxa_rethrow")
      return true;
  }
  return function_.call(last).may_throw;
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
  case Op::kRethrow:
    return "not " + words_.released + " when an exception leaves the function" +
           place;
  case Op::kStore:
  case Op::kAssign:
  case Op::kMemCopy:
  case Op::kMemFill:
    return "its last reference" + reference + " is overwritten" + place;
  case Op::kScopeEnd:
    return "its last reference" + reference + " goes out of scope" + place;
  case Op::kCall:
    return call_loss(losing, place);
  case Op::kUnreachable:
    return "not " + words_.released +
           (follows_throw(losing) ? " when an exception leaves the function"
                                  : " when the program ends") +
           place;
  default:
    return "its last reference is gone" + place;
  }
}

void Describer::describe_leak(Finding &finding) const {
  finding.at = at_value(site_.value);
  std::vector<std::pair<Location, std::string>> losses;
  for (ValueId losing : verdict_.losing) {
    if (!function_.insts.contains(losing))
      continue;
    const Witness *witness = witness_for(losing);
    Location at = losing_place(program_, verdict_, losing, witness);
    bool is_new = std::ranges::none_of(losses, [&](const auto &told) {
      return told.first.file == at.file && told.first.line == at.line;
    });
    losses.emplace_back(at, loss(losing, at));
    std::string lost = "lost here: " + loss(losing, Location());
    std::vector<TraceStep> trace;
    if (witness)
      trace = trace_of(program_, site_, *witness, acquired(), lost);
    else
      trace = {{finding.at, acquired()}, {at, lost}};
    // The first path in full, of the others only how they end.
    if (finding.trace.empty())
      finding.trace = std::move(trace);
    else if (is_new)
      finding.trace.push_back({at, "also " + lost});
  }
  std::string text =
      losses.empty() ? "nobody can free it any more" : losses.front().second;
  finding.message = subject() + " is lost: " + text;
  for (auto &[at, unused] : losses)
    if (at.line)
      finding.lost.push_back(at);
  keep_one_per_line(finding.lost);
  finding.message += more_places(finding.lost.size());
  if (finding.trace.empty())
    finding.trace = {{finding.at, acquired()}};
}

std::string Describer::bad_free_message(const Location &first) const {
  std::string by;
  if (!verdict_.losing.empty() &&
      function_.insts[verdict_.losing[0]].op == Op::kCall)
    by = " by " + callee_name(program_, site_.procedure, verdict_.losing[0]);
  switch (verdict_.kind) {
  case FindingKind::kDoubleFree:
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

// Does the call free what `last` frees, by its model or in the same way?
bool Describer::frees_same(ValueId call, ValueId last) const {
  auto plain = [&](ValueId v) {
    while (function_.insts[v].op == Op::kCast)
      v = function_.operand(v, 0);
    return v;
  };
  bool is_same_callee = function_.callee(call) == function_.callee(last);
  for (ValueId a : function_.arguments(call))
    for (ValueId b : function_.arguments(last)) {
      bool is_pointer = unit_.types.is_pointer(function_.insts[plain(a)].type);
      if (plain(a) == plain(b) && is_pointer &&
          (is_same_callee || has_free_effect(call)))
        return true;
    }
  return false;
}

// The path with an event where the object is freed the first time, if that can
// be seen in this function.
Witness Describer::with_first_free(Witness witness, ValueId last) const {
  if (function_.insts[last].op != Op::kCall ||
      witness.procedure != site_.procedure)
    return witness;
  ir::BlockId block = ir::Function::entry();
  int depth = 0;
  for (std::size_t i = 0; i <= witness.steps.size(); ++i) {
    if (depth == 0 && function_.blocks.contains(block))
      for (ValueId v : function_.blocks[block].insts) {
        bool is_first = function_.insts[v].op == Op::kCall && v != last &&
                        frees_same(v, last);
        if (is_first) {
          WitnessStep event;
          event.kind = WitnessStep::Kind::kEvent;
          event.value = v;
          event.message = words_.released + " here first";
          witness.steps.insert(witness.steps.begin() + i, event);
          return witness;
        }
        if (v == last && i == witness.steps.size())
          return witness;
      }
    if (i == witness.steps.size())
      break;
    const WitnessStep &step = witness.steps[i];
    depth += step.kind == WitnessStep::Kind::kEnter;
    depth -= step.kind == WitnessStep::Kind::kLeave;
    block = step.kind == WitnessStep::Kind::kBlock && depth == 0
                ? step.block
                : ir::BlockId();
  }
  return witness;
}

// At the second free; the trace tells of the first through its events.
void Describer::describe_bad_free(Finding &finding) const {
  ValueId last =
      verdict_.losing.empty() ? site_.value : verdict_.losing.front();
  finding.at = at_value(last);
  finding.lost = {finding.at};
  bool is_double = verdict_.kind == FindingKind::kDoubleFree;
  std::string note = is_double ? words_.released + " again here" : "here";
  Location first;
  if (const Witness *found = witness_for(last)) {
    Witness witness = is_double ? with_first_free(*found, last) : *found;
    for (const WitnessStep &step : witness.steps)
      if (step.kind == WitnessStep::Kind::kEvent && !first.line &&
          function_.insts.contains(step.value) && step.value != site_.value)
        first = at_value(step.value);
    finding.trace = trace_of(program_, site_, witness, acquired(), note);
  } else {
    finding.trace = {{finding.at, note}};
  }
  finding.message = bad_free_message(first);
}

Finding Describer::run() {
  Finding finding;
  finding.kind = verdict_.kind;
  finding.function = std::string(program_.procedures()[site_.procedure].name);
  finding.variable = variable_of(program_, site_);
  const ir::Inst &site = function_.insts[site_.value];
  finding.macro = unit_.text(site.macro ? site.macro : StringTable::empty());
  if (is_leak())
    describe_leak(finding);
  else
    describe_bad_free(finding);
  if (std::optional<Origin> origin = origin_of(program_, models_, site_)) {
    const ir::Inst &call = program_.body(origin->procedure).insts[origin->call];
    Location at = location(program_.unit_of(origin->procedure), call.pos);
    if (at.line) {
      finding.alloc = at;
      finding.alloc_function =
          std::string(program_.procedures()[origin->procedure].name);
    }
  }
  return finding;
}

} // namespace

Finding describe(const Program &program, const model::ModelSet &models,
                 const Verdict &verdict) {
  return Describer(program, models, verdict).run();
}

} // namespace wt
