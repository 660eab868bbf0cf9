// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How does a path read, step by step?
//
// A witness is blocks and calls; a trace is what the reader sees of it: each
// branch with the text of its condition, each call entered and left, the site
// and the end.  What happens in a later round of a loop says so:
//
//   assuming 'i < n' is true
//   assuming 'j' is not null
//   assuming 'i < n' is true in the second round of the loop
//   assuming 'j' is null in the second round of the loop
//
// Of a very long path the middle is left out.
//
// Tested by tests/unit/finding/describe_test.cpp.

#include "finding/describe.h"
#include "finding/names.h"
#include "finding/plain_name.h"
#include "finding/source_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>
#include <span>
#include <utility>

namespace wt {

using ir::BlockId;
using ir::Op;
using ir::ValueId;

namespace {

constexpr std::size_t kMostSteps = 60;
constexpr std::size_t kFirstSteps = 20; // of more than that

// "in the second round of the loop"
std::string in_round(std::uint32_t round) {
  static constexpr std::array<const char *, 7> kNames = {
      "", "", "second", "third", "fourth", "fifth", "sixth"};
  if (round < kNames.size())
    return std::string(" in the ") + kNames[round] + " round of the loop";
  return " in round " + std::to_string(round) + " of the loop";
}

// "after two rounds of the loop"
std::string after_rounds(std::uint32_t rounds) {
  static constexpr std::array<const char *, 7> kNames = {
      "no", "one", "two", "three", "four", "five", "six"};
  return " after " +
         (rounds < kNames.size() ? kNames[rounds] : std::to_string(rounds)) +
         (rounds == 1 ? " round" : " rounds") + " of the loop";
}

class Tracer {
public:
  Tracer(const Program &program, const Site &site, const Witness &witness,
         const std::string &acquired)
      : program_(program), site_(site), witness_(witness), acquired_(acquired) {
  }

  std::vector<TraceStep> run(const std::string &lost);

private:
  struct Stop {
    BlockId block;
    std::uint32_t round = 1; // of the loop that it begins
  };
  // A variable or field that got a value on the way.
  struct Assignment {
    std::string name;
    SourcePos pos;
    std::size_t step; // of the trace, that comes after it
  };
  struct Decision {
    std::string said;
    std::size_t assigned; // how many assignments were before it
  };
  struct Frame {
    ProcedureId procedure;
    ValueId call; // in the caller
    // The way to where control is, without the earlier rounds of loops.
    std::vector<Stop> way = {{ir::Function::entry()}};
    std::vector<Assignment> assigned;
    std::map<std::string, Decision> decided; // the last one, by its text
    BlockId block() const { return way.back().block; }
  };
  const ir::Function &function() const {
    return program_.body(frames_.back().procedure);
  }
  const ir::Unit &unit() const {
    return program_.unit_of(frames_.back().procedure);
  }
  void go(BlockId next);
  bool is_in_loop(BlockId block, std::size_t head) const;
  std::string round() const;
  std::string round_of_decision(BlockId next) const;
  bool say(const SourcePos &pos, std::string message);
  void pass_site();
  void decide(BlockId next);
  void note_assignments();
  bool explain_change(const std::string &condition, const std::string &said);
  bool is_assigned(const std::string &condition, std::size_t since) const;
  void keep_one_passing();
  void leave_out_middle();
  std::string outcome(ValueId condition, const std::string &text,
                      bool is_true) const;
  std::string decision(ValueId terminator, std::size_t successor) const;

  const Program &program_;
  const Site &site_;
  const Witness &witness_;
  const std::string &acquired_;
  std::vector<Frame> frames_;
  std::vector<TraceStep> steps_;
  std::vector<std::size_t> passings_; // steps that tell of the site
};

// Control comes back to a block on the way: another round begins there.
void Tracer::go(BlockId next) {
  std::vector<Stop> &way = frames_.back().way;
  auto seen = std::ranges::find(way, next, &Stop::block);
  if (seen == way.end()) {
    way.push_back({next});
    return;
  }
  ++seen->round;
  way.erase(seen + 1, way.end());
}

// Can control come back from the block to the head, which is on the way to it,
// other than through what comes before the head?
bool Tracer::is_in_loop(BlockId block, std::size_t head) const {
  const std::vector<Stop> &way = frames_.back().way;
  std::set<BlockId> seen;
  for (std::size_t i = 0; i < head; ++i)
    seen.insert(way[i].block);
  std::vector<BlockId> left = {block};
  while (!left.empty()) {
    BlockId from = left.back();
    left.pop_back();
    for (BlockId to : function().blocks[from].successors) {
      if (to == way[head].block)
        return true;
      if (seen.insert(to).second)
        left.push_back(to);
    }
  }
  return false;
}

// Which round of the innermost loop that is not in its first?
std::string Tracer::round() const {
  const Frame &frame = frames_.back();
  for (std::size_t i = frame.way.size(); i-- > 0;)
    if (frame.way[i].round > 1 && is_in_loop(frame.block(), i))
      return in_round(frame.way[i].round);
  return "";
}

// The head of a loop also decides that there is no other round.
std::string Tracer::round_of_decision(BlockId next) const {
  const std::vector<Stop> &way = frames_.back().way;
  bool ends = way.back().round > 1 && next != way.back().block &&
              !is_in_loop(next, way.size() - 1);
  return ends ? after_rounds(way.back().round - 1) : round();
}

bool Tracer::say(const SourcePos &pos, std::string message) {
  Location at = location(unit(), pos);
  if (!at.line)
    return false;
  steps_.push_back({at, std::move(message)});
  return true;
}

// Told each time the path passes it; run() keeps one.
void Tracer::pass_site() {
  if (frames_.back().procedure != site_.procedure)
    return;
  const ir::Inst &inst = function().insts[site_.value];
  SourcePos pos = inst.pos;
  if (inst.op == Op::kParam && frames_.size() == 1 && steps_.empty()) {
    ir::VariableId variable = function().variable(site_.value);
    if (!pos.known() && function().variables.contains(variable))
      pos = function().variables[variable].pos;
  } else if (!inst.block || inst.block != frames_.back().block()) {
    return;
  }
  if (say(pos, acquired_ + round()))
    passings_.push_back(steps_.size() - 1);
}

// Is the text itself a test, so that it is true or false, although what is
// compared with null is a pointer?  `p == NULL` is, `s->next` and
// `find(a == b)` are not.  `<` and `>` never test for null.
bool is_test(std::string_view text) {
  auto is_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' ||
           c == ']' || c == ')' || c == '>';
  };
  int arguments = 0; // depth of parentheses of calls and subscripts
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '"' || c == '\'') {
      for (++i; i < text.size() && text[i] != c; ++i)
        i += text[i] == '\\';
      continue;
    }
    bool opens_call = c == '[' || (c == '(' && i > 0 && is_name(text[i - 1]));
    if (opens_call || (c == '(' && arguments > 0))
      ++arguments;
    else if (arguments > 0)
      arguments -= c == ')' || c == ']';
    else if (std::string_view two = text.substr(i, 2);
             c == '!' || c == '?' || two == "==" || two == "&&" || two == "||")
      return true;
  }
  return false;
}

// "true", or "null" where a pointer stands for its comparison with null.
std::string Tracer::outcome(ValueId condition, const std::string &text,
                            bool is_true) const {
  const ir::Inst &inst = function().insts[condition];
  auto predicate = static_cast<ir::Predicate>(inst.code);
  bool tests_null =
      inst.op == Op::kCompare &&
      (predicate == ir::Predicate::kEq || predicate == ir::Predicate::kNe) &&
      function().insts[function().operand(condition, 1)].op == Op::kNull &&
      !is_test(text);
  if (!tests_null)
    return is_true ? "true" : "false";
  return (predicate == ir::Predicate::kEq) == is_true ? "null" : "not null";
}

std::string Tracer::decision(ValueId terminator, std::size_t successor) const {
  const ir::Inst &inst = function().insts[terminator];
  if (inst.op == Op::kBranch && inst.operand_count == 1) {
    std::string text = collapse_spaces(unit().text(StrId(inst.extra)));
    if (text.empty())
      return "";
    return "assuming '" + text + "' is " +
           outcome(function().operand(terminator, 0), text, successor == 0);
  }
  if (inst.op == Op::kSwitch) {
    const ir::SwitchInfo &info = function().switch_info(terminator);
    std::string text = unit().text(info.text);
    if (text.empty())
      return "";
    if (successor == 0)
      return "assuming '" + text + "' is none of the cases";
    return "assuming '" + text + "' is " +
           std::to_string(info.cases[successor - 1]);
  }
  if (inst.op == Op::kCall && successor == 1) {
    std::string callee =
        callee_name(program_, frames_.back().procedure, terminator);
    if (callee == "__cxa_throw()" || callee == "__cxa_rethrow()")
      return "an exception is thrown here";
    return "assuming " + callee + " throws";
  }
  return "";
}

void Tracer::decide(BlockId next) {
  BlockId from = frames_.back().block();
  const std::vector<BlockId> &successors = function().blocks[from].successors;
  auto at = std::find(successors.begin(), successors.end(), next);
  bool is_choice = successors.size() > 1 && at != successors.end() &&
                   std::count(successors.begin(), successors.end(), next) == 1;
  if (is_choice) {
    ValueId terminator = function().terminator(from);
    std::string text = decision(terminator, at - successors.begin());
    if (text.empty())
      return;
    std::string round = round_of_decision(next);
    bool is_test = function().insts[terminator].op == Op::kBranch;
    if (is_test && round.empty()) { // another round tells of a change itself
      StrId condition(function().insts[terminator].extra);
      if (!explain_change(unit().text(condition), text))
        return;
    }
    say(function().insts[terminator].pos, text + round);
  }
}

// What the block assigns, before anything else is said of it.
void Tracer::note_assignments() {
  Frame &frame = frames_.back();
  const ir::Function &f = function();
  for (ValueId v : f.blocks[frame.block()].insts) {
    std::string name;
    if (f.insts[v].op == Op::kAssign && f.variables.contains(f.variable(v)))
      name = unit().text(f.variables[f.variable(v)].name);
    else if (f.insts[v].op == Op::kStore)
      name = lvalue_of(unit(), f, f.operand(v, 0));
    if (!name.empty())
      frame.assigned.push_back({name, f.insts[v].pos, steps_.size()});
  }
}

// Is the name in the condition, as a word or words?
bool mentions(std::string_view condition, std::string_view name) {
  auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  for (std::size_t at = condition.find(name); at != std::string_view::npos;
       at = condition.find(name, at + 1)) {
    std::size_t end = at + name.size();
    if ((at == 0 || !is_word(condition[at - 1])) &&
        (end == condition.size() || !is_word(condition[end])))
      return true;
  }
  return false;
}

// Did something that the condition names get a value since then?
bool Tracer::is_assigned(const std::string &condition,
                         std::size_t since) const {
  const std::vector<Assignment> &assigned = frames_.back().assigned;
  return std::ranges::any_of(std::span(assigned).subspan(since),
                             [&](const Assignment &changed) {
                               return mentions(condition, changed.name);
                             });
}

// The same condition had another outcome before: tell what changed between.
// False: it had the same, and nothing that it reads was changed, so it says
// nothing new.
bool Tracer::explain_change(const std::string &condition,
                            const std::string &said) {
  Frame &frame = frames_.back();
  auto [known, is_new] = frame.decided.try_emplace(
      condition, Decision{said, frame.assigned.size()});
  if (is_new)
    return true;
  Decision before =
      std::exchange(known->second, Decision{said, frame.assigned.size()});
  if (before.said == said)
    return condition.contains('(') || is_assigned(condition, before.assigned);
  for (std::size_t i = frame.assigned.size(); i-- > before.assigned;) {
    const Assignment &changed = frame.assigned[i];
    Location at = location(unit(), changed.pos);
    if (!mentions(condition, changed.name) || !at.line)
      continue;
    steps_.insert(steps_.begin() + changed.step,
                  {at, "'" + changed.name + "' gets a new value here"});
    for (std::size_t &passing : passings_)
      passing += passing >= changed.step;
    break;
  }
  return true;
}

// Only where the object was acquired matters.
void Tracer::keep_one_passing() {
  std::size_t kept = passings_.size();
  if (witness_.passing && witness_.passing <= kept)
    kept = witness_.passing;
  for (std::size_t i = passings_.size(); i-- > 0;)
    if (i + 1 != kept)
      steps_.erase(steps_.begin() + passings_[i]);
}

void Tracer::leave_out_middle() {
  if (steps_.size() <= kMostSteps)
    return;
  std::size_t count = steps_.size() - kMostSteps + 1;
  auto first = steps_.begin() + kFirstSteps;
  first->message =
      "(" + std::to_string(count) + " steps from here on are left out)";
  steps_.erase(first + 1, first + count);
}

std::vector<TraceStep> Tracer::run(const std::string &lost) {
  frames_.push_back({.procedure = witness_.procedure});
  note_assignments();
  pass_site();
  for (const WitnessStep &step : witness_.steps) {
    Frame &frame = frames_.back();
    switch (step.kind) {
    case WitnessStep::Kind::kBlock:
      if (!function().blocks.contains(step.block) ||
          (step.block == ir::Function::entry() && step.block == frame.block()))
        break;
      decide(step.block);
      go(step.block);
      note_assignments();
      pass_site();
      break;
    case WitnessStep::Kind::kEnter:
      say(function().insts[step.value].pos,
          "calling " + callee_name(program_, frame.procedure, step.value) +
              round());
      frames_.push_back({.procedure = step.callee, .call = step.value});
      note_assignments();
      break;
    case WitnessStep::Kind::kLeave:
      if (frames_.size() > 1) {
        ValueId call = frames_.back().call;
        std::string name =
            plain_name(program_.procedures()[frames_.back().procedure].name);
        frames_.pop_back();
        say(function().insts[call].pos,
            (step.exceptional ? name + "() throws"
                              : "back from " + name + "()") +
                round());
      }
      break;
    case WitnessStep::Kind::kEvent:
      if (function().insts.contains(step.value))
        say(function().insts[step.value].pos, step.message + round());
      break;
    case WitnessStep::Kind::kValue:
      break;
    }
  }
  Verdict verdict;
  verdict.site = site_;
  Location end = losing_place(program_, verdict, witness_.last, &witness_);
  keep_one_passing();
  leave_out_middle();
  if (end.line)
    steps_.push_back({end, lost});
  return std::move(steps_);
}

// A block that only returns: several `return` statements share it.
bool only_returns(const ir::Function &function, BlockId block) {
  for (ValueId v : function.blocks[block].insts) {
    Op op = function.insts[v].op;
    bool is_small = op == Op::kPhi || op == Op::kLoad || op == Op::kReturn ||
                    op == Op::kCast || ir::is_marker(op) || op == Op::kBranch;
    if (!is_small)
      return false;
  }
  return true;
}

// The blocks of the outermost frame, in order.
std::vector<BlockId> outer_blocks(const ir::Function &function,
                                  const Witness &witness) {
  std::vector<BlockId> path = {ir::Function::entry()};
  int depth = 0;
  for (const WitnessStep &step : witness.steps) {
    depth += step.kind == WitnessStep::Kind::kEnter;
    depth -= step.kind == WitnessStep::Kind::kLeave;
    if (step.kind == WitnessStep::Kind::kBlock && depth == 0 &&
        function.blocks.contains(step.block) && step.block != path.back())
      path.push_back(step.block);
  }
  return path;
}

} // namespace

std::vector<TraceStep> trace_of(const Program &program, const Site &site,
                                const Witness &witness,
                                const std::string &acquired,
                                const std::string &lost) {
  return Tracer(program, site, witness, acquired).run(lost);
}

ValueId throwing_call(const Program &program, const Witness &witness) {
  const ir::Function &function = program.body(witness.procedure);
  std::vector<BlockId> path = outer_blocks(function, witness);
  for (std::size_t i = path.size() - 1; i > 0; --i) {
    ValueId call = function.terminator(path[i - 1]);
    const std::vector<BlockId> &next = function.blocks[path[i - 1]].successors;
    if (function.insts[call].op == Op::kCall && next.size() == 2 &&
        next[1] == path[i] && next[0] != path[i])
      return call;
  }
  return {};
}

Location losing_place(const Program &program, const Verdict &verdict,
                      ValueId losing, const Witness *witness) {
  ProcedureId procedure = verdict.site.procedure;
  const ir::Unit &unit = program.unit_of(procedure);
  const ir::Function &function = program.body(procedure);
  if (!function.insts.contains(losing))
    return location(unit, function.end);
  const ir::Inst &inst = function.insts[losing];
  Location at = location(unit, inst.pos);
  if (!at.line)
    at = location(unit, function.end);
  bool is_end = inst.op == Op::kReturn || inst.op == Op::kScopeEnd;
  bool is_known = witness && witness->procedure == procedure;
  if (is_known && inst.op == Op::kRethrow) {
    // Cleanups are at the closing brace, which tells the reader nothing.
    ValueId call = throwing_call(program, *witness);
    Location thrown;
    if (call.valid())
      thrown = location(unit, function.insts[call].pos);
    return thrown.line ? thrown : at;
  }
  if (!is_end || !is_known)
    return at;
  std::vector<BlockId> path = outer_blocks(function, *witness);
  for (std::size_t i = path.size() - 1; i > 0; --i) {
    if (!only_returns(function, path[i]))
      return at;
    ValueId jump = function.terminator(path[i - 1]);
    bool is_plain = function.insts[jump].op == Op::kBranch &&
                    function.insts[jump].operand_count == 0;
    if (!is_plain)
      return at;
    Location from = location(unit, function.insts[jump].pos);
    if (from.line)
      at = from;
  }
  return at;
}

} // namespace wt
