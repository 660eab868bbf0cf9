// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In which order are procedures summarised, and what becomes of those over
// budget?
//
// Library functions have their summaries from the start.  In a component of the
// call graph callees come first; functions that really call each other are
// interpreted together, from "no call returns" upwards, until their summaries
// stay the same.  Where that takes too long, and in large recursions, calls
// inside it are known by the behaviours of model/infer.

#include "engine/absint/absint.h"

#include "engine/absint/verdicts.h"
#include "engine/partwise.h"
#include "engine/sites.h"
#include "interpret/from_behaviour.h"
#include "interpret/summary_bytes.h"
#include "model/model_of.h"
#include "program/scc.h"
#include "summary/followed.h"

#include <algorithm>
#include <map>

namespace wt::absint {
namespace {

using Summaries = std::map<ProcedureId, std::unique_ptr<ProcedureSummary>>;

class AbsintEngine final : public PartwiseEngine {
public:
  AbsintEngine(const Facts &facts, const Question &question,
               const Limits &limits)
      : facts_(facts), question_(question), limits_(limits),
        passed_(facts.program) {
    for (ProcedureId p : facts.program.procedures().ids()) {
      bool is_written =
          facts.behaviours.of(p).source != infer::Behaviour::Source::kBody &&
          (!facts.program.procedures()[p].has_body ||
           facts.behaviours.of(p).is_known());
      library_.push(is_written ? std::make_unique<ProcedureSummary>(
                                     from_behaviour(facts, p))
                               : nullptr);
    }
  }

  SccResult analyse(std::span<const ProcedureId> scc,
                    const SummaryLookup &callees,
                    Budget &budget) const override {
    Work work{*this, callees, budget, {}, {}};
    for (const std::vector<ProcedureId> &group : groups(scc))
      if (facts_.program.procedures()[group[0]].has_body)
        work.summarise(group);
    for (ProcedureId p : scc)
      work.result.summaries.push_back(std::move(work.done[p]));
    return std::move(work.result);
  }

  Parts parts(std::span<const ProcedureId> scc) const override {
    return groups(scc);
  }
  bool sees_earlier_parts() const override { return true; }
  bool is_repeatable() const override { return true; }
  void write_summary(const Summary &summary, ByteWriter &out,
                     IdWriter &ids) const override {
    write(out, static_cast<const ProcedureSummary &>(summary), ids);
  }
  std::unique_ptr<Summary> read_summary(ProcedureId p, ByteReader &in,
                                        const IdReader &ids) const override {
    auto summary = std::make_unique<ProcedureSummary>(facts_, p);
    read(in, ids, *summary);
    return summary;
  }

private:
  // One component of the call graph.
  struct Work {
    const AbsintEngine &engine;
    const SummaryLookup &callees;
    Budget &budget;
    SccResult result;
    Summaries done;
    Summaries assumed = {}; // of those in a recursion

    const ProcedureSummary *find(ProcedureId p) {
      if (const ProcedureSummary *known = engine.library(p))
        return known;
      if (auto at = done.find(p); at != done.end())
        return at->second.get();
      if (auto at = assumed.find(p); at != assumed.end())
        return at->second.get();
      if (const Summary *known = callees.find(p))
        return static_cast<const ProcedureSummary *>(known);
      auto &made = assumed[p];
      made =
          std::make_unique<ProcedureSummary>(from_behaviour(engine.facts_, p));
      return made.get();
    }

    void summarise(const std::vector<ProcedureId> &group) {
      bool is_recursive = group.size() > 1 || calls_itself(group[0]);
      if (!is_recursive || !grow(group)) {
        if (is_recursive)
          for (ProcedureId p : group)
            assumed[p] = std::make_unique<ProcedureSummary>(
                from_behaviour(engine.facts_, p));
        for (ProcedureId p : group)
          finish(p, interpret(p));
      }
      assumed.clear();
    }

    bool calls_itself(ProcedureId p) const {
      return engine.calls(p, std::span(&p, 1)).size() > 0;
    }

    // A body interpreted with what is known of its callees.
    struct Interpreted {
      std::unique_ptr<Setting> setting; // of the interpreter
      std::unique_ptr<Budget> budget;
      std::unique_ptr<Interpreter> interpreter; // null: too much
      std::unique_ptr<ProcedureSummary> summary;
    };

    // From "no call returns" upwards, until all summaries are what they were
    // in the round before.  False: that took too long.
    bool grow(const std::vector<ProcedureId> &group) {
      if (group.size() > engine.limits_.max_recursion)
        return false;
      for (ProcedureId p : group)
        assumed[p] = std::make_unique<ProcedureSummary>(engine.facts_, p);
      for (std::size_t round = 0; round < engine.limits_.recursion_rounds;
           ++round) {
        bool is_stable = true;
        std::vector<Interpreted> last;
        for (ProcedureId p : group) {
          last.push_back(interpret(p));
          is_stable &= *last.back().summary == *assumed[p];
          *assumed[p] = *last.back().summary;
        }
        for (std::size_t i = 0; is_stable && i < group.size(); ++i)
          finish(group[i], std::move(last[i]));
        if (is_stable)
          return true;
      }
      return false;
    }

    Interpreted interpret(ProcedureId p) {
      const Facts &facts = engine.facts_;
      const ir::Function &body = facts.program.body(p);
      Interpreted out;
      out.setting = std::make_unique<Setting>(
          facts, engine.question_, engine.limits_, engine.passed_,
          [this](ProcedureId callee) { return find(callee); });
      out.summary = std::make_unique<ProcedureSummary>(facts, p);
      out.summary->counts = facts.behaviours.of(p).releases;
      out.budget = std::make_unique<Budget>(
          engine.limits_.steps + 30 * body.insts.size(), nullptr);
      out.interpreter = std::make_unique<Interpreter>(
          *out.setting, p, *out.budget, engine.limits_.max_states);
      bool is_done = out.interpreter->run();
      result.counters["states"] += out.interpreter->states();
      if (!is_done) {
        out.interpreter.reset();
        *out.summary = from_behaviour(facts, p);
        return out;
      }
      out.summary->cases = out.interpreter->cases();
      out.summary->only_looks = facts.behaviours.of(p).only_looks;
      if (body.does_not_return)
        std::erase_if(out.summary->cases,
                      [](const Case &c) { return !c.throws; });
      return out;
    }

    void finish(ProcedureId p, Interpreted last) {
      std::vector<Verdict> verdicts;
      if (last.interpreter) {
        verdicts =
            verdicts_of(*last.interpreter, *last.setting, p, result.counters);
      } else {
        result.over_budget.push_back(p);
        verdicts =
            unknown_verdicts(engine.facts_, p, "the function is too large");
      }
      std::ranges::move(verdicts, std::back_inserter(result.verdicts));
      done[p] = std::move(last.summary);
    }
  };

  // Those of `among` that the body calls.
  std::vector<ProcedureId> calls(ProcedureId caller,
                                 std::span<const ProcedureId> among) const {
    std::vector<ProcedureId> out;
    const ir::Function &body = facts_.program.body(caller);
    for (ir::BlockId block : body.blocks.ids())
      for (ir::ValueId v : body.blocks[block].insts)
        if (body.insts[v].op == ir::Op::kCall)
          for (ProcedureId callee : infer::followed(facts_.program, caller, v))
            if (!library(callee) &&
                std::ranges::find(among, callee) != among.end())
              out.push_back(callee);
    return out;
  }

  // Functions that call each other by calls that are followed, callees first.
  std::vector<std::vector<ProcedureId>>
  groups(std::span<const ProcedureId> scc) const {
    if (scc.size() == 1)
      return {{scc[0]}};
    Adjacency<ProcedureId, ProcedureId> graph; // by place in the component
    for (ProcedureId p : scc) {
      for (ProcedureId callee : calls(p, scc))
        graph.add(ProcedureId(
            std::size_t(std::ranges::find(scc, callee) - scc.begin())));
      graph.end_node();
    }
    std::vector<std::vector<ProcedureId>> out;
    for (const std::vector<ProcedureId> &members : components(graph)) {
      out.emplace_back();
      for (ProcedureId place : members)
        out.back().push_back(scc[place.value]);
    }
    return out;
  }

  // Null: its body is interpreted.
  const ProcedureSummary *library(ProcedureId p) const {
    ReadLog::note(Read::Kind::kBody, p.value); // what it was made from
    ReadLog::note(Read::Kind::kBehaviour, p.value);
    return library_[p].get();
  }

  Facts facts_;
  Question question_;
  Limits limits_;
  PassedBits passed_;
  IdMap<ProcedureId, std::unique_ptr<ProcedureSummary>> library_;
};

} // namespace

bool set_option(Limits &limits, std::string_view name, std::uint64_t value) {
  struct Switch {
    std::string_view name;
    bool Limits::*place;
  };
  constexpr Switch kSwitches[] = {
      {"may_free_is_free", &Limits::may_free_is_free},
      {"allocating_paths_only", &Limits::allocating_paths_only},
      {"loops_iterate", &Limits::loops_iterate},
      {"failure_is_told", &Limits::failure_is_told}};
  for (const Switch &option : kSwitches)
    if (option.name == name)
      return limits.*option.place = value != 0, true;
  if (name == "max_states")
    return limits.max_states = std::max<std::size_t>(1, value), true;
  return false;
}

std::unique_ptr<Engine> make_engine(const Facts &facts,
                                    const Question &question,
                                    const Limits &limits) {
  return std::make_unique<AbsintEngine>(facts, question, limits);
}

} // namespace wt::absint
