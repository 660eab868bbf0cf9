// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs all paths of a procedure and collects what goes wrong; see oracle.h.

#include "oracle.h"

#include "interpreter.h"

#include <algorithm>

namespace wt::agree {

using namespace ir;

namespace {

constexpr std::size_t kDomainLimit = 10;

// A few numbers around zero, and around every number that `function` compares
// with or switches on: enough to take every branch of a small program.
std::vector<std::int64_t> domain_of(const Function &function) {
  std::vector<std::int64_t> domain = {0, 1, 2, -1};
  auto add = [&](std::int64_t n) {
    if (domain.size() < kDomainLimit &&
        std::ranges::find(domain, n) == domain.end())
      domain.push_back(n);
  };
  for (ValueId v : function.insts.ids()) {
    const Inst &inst = function.insts[v];
    if (inst.op == Op::kCompare)
      for (ValueId operand : function.operands_of(v))
        if (function.insts[operand].op == Op::kInt)
          for (int delta : {0, 1, -1})
            add(function.int_value(operand) + delta);
    if (inst.op == Op::kSwitch)
      for (std::int64_t n : function.switch_info(v).cases)
        add(n);
  }
  return domain;
}

// Does what is lost on such a path not count?
bool is_left_out(const OracleLimits &limits, const PathEnd &end) {
  if (limits.heap_cells)
    return end.why != PathEnd::Why::kDone;
  return limits.drop_undefined && end.why == PathEnd::Why::kUndefined;
}

std::string place(const Program &program, ProcedureId procedure, ValueId v) {
  if (!procedure.valid())
    return "outside";
  const Inst &inst = program.body(procedure).insts[v];
  return std::string(program.procedures()[procedure].name) + ":" +
         std::to_string(inst.pos.line);
}

} // namespace

void OracleResult::merge(const OracleResult &other) {
  outcomes.insert(other.outcomes.begin(), other.outcomes.end());
  acquired.insert(other.acquired.begin(), other.acquired.end());
  paths += other.paths;
  left_out += other.left_out;
  is_bounded |= other.is_bounded;
  if (gave_up.empty())
    gave_up = other.gave_up;
}

OracleResult run_oracle(const Program &program, const model::ModelSet &models,
                        ProcedureId root, const OracleLimits &limits) {
  OracleResult result;
  Setting setting{program, models, limits, root};
  setting.root_is_main = program.procedures()[root].name == "main";
  setting.domain =
      limits.numbers.empty() ? domain_of(program.body(root)) : limits.numbers;
  Choices choices;
  do {
    if (++result.paths > limits.paths) {
      result.gave_up = "too many paths";
      break;
    }
    OracleResult path;
    PathEnd end = Interpreter(setting, choices, path).run();
    if (is_left_out(limits, end)) {
      ++path.left_out;
      std::erase_if(path.outcomes, [](const Outcome &outcome) {
        return outcome.kind == FindingKind::kLeak ||
               outcome.kind == FindingKind::kResourceLeak;
      });
    }
    result.merge(path);
    result.is_bounded |= end.why == PathEnd::Why::kBound;
    if (end.why == PathEnd::Why::kGaveUp)
      result.gave_up = end.reason;
  } while (choices.next());
  return result;
}

OracleResult run_oracle(const Program &program, const model::ModelSet &models,
                        const OracleLimits &limits) {
  OracleResult all;
  for (ProcedureId p : program.procedures().ids())
    if (program.procedures()[p].has_body)
      all.merge(run_oracle(program, models, p, limits));
  return all;
}

Truth truth_of(const OracleResult &result, FindingKind kind,
               ProcedureId procedure, ValueId call) {
  for (const Outcome &outcome : result.outcomes)
    if (outcome.kind == kind && outcome.site_procedure == procedure &&
        outcome.site == call)
      return Truth::kLeaks;
  if (!result.gave_up.empty() || !result.acquired.contains({procedure, call}))
    return Truth::kGaveUp;
  return Truth::kSafe;
}

std::string describe(const OracleResult &result, const Program &program) {
  std::set<std::string> lines;
  for (const Outcome &o : result.outcomes) {
    const char *verb = o.kind == FindingKind::kDoubleFree     ? "freed again"
                       : o.kind == FindingKind::kUseAfterFree ? "used"
                       : o.kind == FindingKind::kMismatchedFree
                           ? "freed wrongly"
                       : o.is_at_exit ? "held at exit"
                                      : "lost";
    lines.insert(std::string(name_of(o.kind)) + " " +
                 place(program, o.site_procedure, o.site) + " " + verb +
                 " at " + place(program, o.procedure, o.at) + "\n");
  }
  std::string out;
  for (const std::string &line : lines)
    out += line;
  return out;
}

} // namespace wt::agree
