// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How does a path read, step by step?
//
// A witness is blocks and calls; a trace is what the reader sees of it: each
// branch with the text of its condition, each call entered and left, the site
// and the end.  A branch taken again and again (a loop) is told twice at most.
//
// Tested by tests/unit/finding/describe_test.cpp.

#include "finding/describe.h"
#include "finding/names.h"
#include "finding/plain_name.h"
#include "finding/source_text.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace wt {

using ir::BlockId;
using ir::Op;
using ir::ValueId;

namespace {

constexpr int kMostRepeats = 2;
constexpr std::size_t kMostSteps = 60;

class Tracer {
public:
  Tracer(const Program &program, const Site &site, const Witness &witness,
         const std::string &acquired)
      : program_(program), site_(site), witness_(witness), acquired_(acquired) {
  }

  std::vector<TraceStep> run(const std::string &lost);

private:
  struct Frame {
    ProcedureId procedure;
    BlockId block = ir::Function::entry();
    ValueId call; // in the caller
  };
  const ir::Function &function() const {
    return program_.body(frames_.back().procedure);
  }
  const ir::Unit &unit() const {
    return program_.unit_of(frames_.back().procedure);
  }
  void say(const SourcePos &pos, std::string message);
  void pass_site();
  void decide(BlockId next);
  std::string outcome(ValueId condition, const std::string &text,
                      bool is_true) const;
  std::string decision(ValueId terminator, std::size_t successor) const;

  const Program &program_;
  const Site &site_;
  const Witness &witness_;
  const std::string &acquired_;
  std::vector<Frame> frames_;
  std::vector<TraceStep> steps_;
  std::map<std::string, int> said_;
};

void Tracer::say(const SourcePos &pos, std::string message) {
  Location at = location(unit(), pos);
  if (!at.line)
    return;
  std::string key = at.file + ":" + std::to_string(at.line) + ":" + message;
  if (said_[key]++ < kMostRepeats && steps_.size() < kMostSteps)
    steps_.push_back({at, std::move(message)});
}

// Told each time the path passes it; run() keeps the last.
void Tracer::pass_site() {
  if (frames_.back().procedure != site_.procedure)
    return;
  const ir::Inst &inst = function().insts[site_.value];
  if (inst.op == Op::kParam && frames_.size() == 1 && steps_.empty()) {
    ir::VariableId variable = function().variable(site_.value);
    SourcePos pos = inst.pos;
    if (!pos.known() && function().variables.contains(variable))
      pos = function().variables[variable].pos;
    say(pos, acquired_);
  } else if (inst.block && inst.block == frames_.back().block) {
    say(inst.pos, acquired_);
  }
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
  BlockId from = frames_.back().block;
  const std::vector<BlockId> &successors = function().blocks[from].successors;
  auto at = std::find(successors.begin(), successors.end(), next);
  bool is_choice = successors.size() > 1 && at != successors.end() &&
                   std::count(successors.begin(), successors.end(), next) == 1;
  if (is_choice) {
    ValueId terminator = function().terminator(from);
    std::string text = decision(terminator, at - successors.begin());
    if (!text.empty())
      say(function().insts[terminator].pos, std::move(text));
  }
}

std::vector<TraceStep> Tracer::run(const std::string &lost) {
  frames_.push_back({witness_.procedure, ir::Function::entry(), {}});
  pass_site();
  for (const WitnessStep &step : witness_.steps) {
    Frame &frame = frames_.back();
    switch (step.kind) {
    case WitnessStep::Kind::kBlock:
      if (!function().blocks.contains(step.block) ||
          (step.block == ir::Function::entry() && step.block == frame.block))
        break;
      decide(step.block);
      frame.block = step.block;
      pass_site();
      break;
    case WitnessStep::Kind::kEnter:
      say(function().insts[step.value].pos,
          "calling " + callee_name(program_, frame.procedure, step.value));
      frames_.push_back({step.callee, ir::Function::entry(), step.value});
      break;
    case WitnessStep::Kind::kLeave:
      if (frames_.size() > 1) {
        ValueId call = frames_.back().call;
        std::string name =
            plain_name(program_.procedures()[frames_.back().procedure].name);
        frames_.pop_back();
        say(function().insts[call].pos,
            step.exceptional ? name + "() throws" : "back from " + name + "()");
      }
      break;
    case WitnessStep::Kind::kEvent:
      if (function().insts.contains(step.value))
        say(function().insts[step.value].pos, step.message);
      break;
    case WitnessStep::Kind::kValue:
      break;
    }
  }
  Verdict verdict;
  verdict.site = site_;
  Location end = losing_place(program_, verdict, witness_.last, &witness_);
  // Only the last time the site was passed matters.
  auto is_site = [&](const TraceStep &s) { return s.message == acquired_; };
  auto last = std::find_if(steps_.rbegin(), steps_.rend(), is_site);
  if (last != steps_.rend()) {
    std::size_t after = last.base() - steps_.begin() - 1;
    steps_.erase(
        std::remove_if(steps_.begin(), steps_.begin() + after, is_site),
        steps_.begin() + after);
  }
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

// The last call on the path that throws: cleanups are at the closing brace,
// which tells the reader nothing.  `otherwise` when there is none.
Location throwing_place(const ir::Unit &unit, const ir::Function &function,
                        const std::vector<BlockId> &path, Location otherwise) {
  for (std::size_t i = path.size() - 1; i > 0; --i) {
    ValueId call = function.terminator(path[i - 1]);
    const std::vector<BlockId> &next = function.blocks[path[i - 1]].successors;
    bool is_thrown = function.insts[call].op == Op::kCall && next.size() == 2 &&
                     next[1] == path[i] && next[0] != path[i];
    if (!is_thrown)
      continue;
    Location at = location(unit, function.insts[call].pos);
    return at.line ? at : otherwise;
  }
  return otherwise;
}

} // namespace

std::vector<TraceStep> trace_of(const Program &program, const Site &site,
                                const Witness &witness,
                                const std::string &acquired,
                                const std::string &lost) {
  return Tracer(program, site, witness, acquired).run(lost);
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
  if (is_known && inst.op == Op::kRethrow)
    return throwing_place(unit, function, outer_blocks(function, *witness), at);
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
