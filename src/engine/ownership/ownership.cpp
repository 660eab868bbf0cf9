// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of work for one procedure: interface, constraints, contradictions,
// paths.

#include "engine/ownership/ownership.h"

#include "engine/ownership/broken_rules.h"
#include "engine/ownership/forgotten.h"
#include "engine/ownership/interface_bytes.h"
#include "engine/ownership/members.h"
#include "engine/ownership/never_freed.h"
#include "engine/ownership/signature.h"
#include "engine/ownership/summarise.h"
#include "engine/sites.h"
#include "finding/verdict_bytes.h"
#include "model/model_of.h"
#include "summary/followed.h"

#include <algorithm>
#include <map>
#include <ostream>
#include <set>

namespace wt::ownership {
namespace {

using ir::Op;
using ir::ValueId;

// From its specification, or from what its body or model does.
Interface known_interface(const Facts &facts, ProcedureId procedure) {
  const ir::Function &function = facts.program.body(procedure);
  const model::FunctionModel *model =
      model::model_of(facts.program, facts.models, procedure);
  const model::PolymorphicSpec *spec =
      model ? model::polymorphic(facts.models, *model) : nullptr;
  if (spec)
    return from_spec(*spec, function.returns_by_slot);
  return from_behaviour(facts.behaviours.at({}, procedure),
                        facts.program.unit_of(procedure), function);
}

// Interfaces of everything that one procedure calls or takes the address of.
class Interfaces {
public:
  Interfaces(const Facts &facts, ProcedureId procedure,
             const SummaryLookup &summaries)
      : facts_(facts), procedure_(procedure), summaries_(summaries) {
    of_call = [this](ValueId call) { return at_call(call); };
    of_function = [this](ir::FunctionId function) {
      UnitId unit = facts_.program.procedures()[procedure_].unit;
      return of(facts_.program.procedure(unit, function));
    };
  }

  InterfaceLookup of_call;
  FunctionLookup of_function;

private:
  const Interface *at_call(ValueId call) {
    std::span<const ProcedureId> callees =
        infer::followed(facts_.program, procedure_, call);
    return callees.size() == 1 ? of(callees[0]) : nullptr;
  }

  const Interface *of(ProcedureId procedure) {
    if (const Summary *summary = summaries_.find(procedure))
      return &static_cast<const OwnershipSummary *>(summary)->interface;
    auto [found, is_new] = known_.try_emplace(procedure);
    if (is_new)
      found->second = known_interface(facts_, procedure);
    return &found->second;
  }

  const Facts &facts_;
  ProcedureId procedure_;
  const SummaryLookup &summaries_;
  std::map<ProcedureId, Interface> known_; // without a summary
};

// An object that is looked for on paths, and the broken rules that name it.
struct Suspect {
  Subject subject;
  std::vector<BrokenRule> broken;
};

class OwnershipEngine final : public PartwiseEngine {
public:
  OwnershipEngine(const Facts &facts, const Question &question,
                  const Limits &limits)
      : facts_(facts), question_(question), limits_(limits), members_(facts),
        forgotten_(facts), process_(facts) {}

  SccResult analyse(std::span<const ProcedureId> scc,
                    const SummaryLookup &callees,
                    Budget &budget) const override {
    SccResult result;
    for (ProcedureId procedure : scc) {
      std::uint64_t steps = std::min(limits_.steps, budget.left());
      Budget own(steps);
      result.summaries.push_back(analyse_one(procedure, callees, own, result));
      if (own.exhausted())
        result.over_budget.push_back(procedure);
      budget.spend(std::min(budget.left(), steps - own.left()));
    }
    return result;
  }

  // Members of a component do not see each other's summaries.
  Parts parts(std::span<const ProcedureId> scc) const override {
    Parts out;
    for (ProcedureId procedure : scc)
      out.push_back({procedure});
    return out;
  }
  bool sees_earlier_parts() const override { return false; }

  bool is_repeatable() const override { return true; }
  void write_tables_of(ProcedureId procedure, ByteWriter &out,
                       IdWriter &ids) const override {
    auto add = [&](const Verdict &verdict) { write(out, verdict, ids); };
    out.number(process_.known(procedure));
    write_list(out, members_.faults(procedure), add);
    write_list(out, forgotten_.in(procedure), add);
  }
  std::uint64_t known(ProgramVariableId variable) const override {
    return process_.known(variable);
  }
  void write_summary(const Summary &summary, ByteWriter &out,
                     IdWriter &) const override {
    write(out, static_cast<const OwnershipSummary &>(summary).interface);
  }
  std::unique_ptr<Summary> read_summary(ProcedureId, ByteReader &in,
                                        const IdReader &) const override {
    auto summary = std::make_unique<OwnershipSummary>();
    summary->interface = read_interface(in);
    return summary;
  }

private:
  std::unique_ptr<Summary> analyse_one(ProcedureId procedure,
                                       const SummaryLookup &callees,
                                       Budget &budget,
                                       SccResult &result) const {
    const ir::Unit &unit = facts_.program.unit_of(procedure);
    const ir::Function &function = facts_.program.body(procedure);
    auto summary = std::make_unique<OwnershipSummary>();
    const model::FunctionModel *model =
        model::model_of(facts_.program, facts_.models, procedure);
    summary->interface = known_interface(facts_, procedure);
    if (!facts_.program.procedures()[procedure].has_body)
      return summary;
    add_from_tables(procedure, result.verdicts);
    Interfaces interfaces(facts_, procedure, callees);
    if (is_worth_reading(procedure, interfaces)) {
      Body body;
      read_body({facts_, procedure, interfaces.of_call, interfaces.of_function},
                body, budget);
      Solution solution = body.system.solve();
      budget.spend(std::min(budget.left(),
                            std::uint64_t(body.system.constraints().size())));
      result.counters["constraints"] += body.system.constraints().size();
      result.counters["violations"] += solution.violated.size();
      result.counters["containers"] += body.types.container_count();
      if (body.is_complete && !model)
        add_containers(body, solution, summary->interface);
      summary->escapes = escapes(procedure, body, solution);
      for (BrokenRule &rule :
           broken_rules(function, body, solution, std::nullopt))
        summary->broken.push_back({rule.at.valid()
                                       ? function.insts[rule.at].pos.line
                                       : function.pos.line,
                                   std::move(rule)});
      if (body.is_complete)
        report(procedure, body, solution, interfaces, budget, result);
    }
    summary->signature =
        signature(summary->interface, facts_.behaviours.of(procedure),
                  facts_.models, unit, function);
    return summary;
  }

  // What all bodies together say of this one: see write_tables_of().
  void add_from_tables(ProcedureId procedure,
                       std::vector<Verdict> &verdicts) const {
    ReadLog unused;
    ReadLog::Open open(unused);
    std::ranges::move(members_.faults(procedure), std::back_inserter(verdicts));
    std::ranges::move(forgotten_.in(procedure), std::back_inserter(verdicts));
  }
  bool ends_after(ProcedureId procedure) const {
    ReadLog unused;
    ReadLog::Open open(unused);
    return process_.ends_after(procedure);
  }

  // Something is acquired or freed here, or a container is used.
  bool is_worth_reading(ProcedureId procedure, Interfaces &interfaces) const {
    if (!facts_.behaviours.in(procedure).empty())
      return true;
    const ir::Function &function = facts_.program.body(procedure);
    for (ir::BlockId block : function.blocks.ids())
      for (ValueId v : function.blocks[block].insts) {
        if (function.insts[v].op == Op::kStore &&
            owner_at(procedure, v).valid())
          return true;
        if (function.insts[v].op != Op::kCall)
          continue;
        const Interface *interface = interfaces.of_call(v);
        if (!interface)
          continue;
        if (interface->has_containers())
          return true;
        for (const Interface::Parameter &parameter : interface->parameters)
          if (interface->fixed(parameter.type.own) == true)
            return true;
      }
    return false;
  }

  void report(ProcedureId procedure, const Body &body, const Solution &solution,
              Interfaces &interfaces, Budget &budget, SccResult &result) const {
    std::vector<Suspect> all = suspects(procedure, body, solution, interfaces);
    PathPlan plan(facts_.program.body(procedure));
    SearchSetting setting{facts_,
                          question_,
                          procedure,
                          interfaces.of_call,
                          interfaces.of_function,
                          plan,
                          process_,
                          ends_after(procedure),
                          limits_.search};
    std::vector<Verdict> verdicts;
    std::size_t left = all.size();
    for (Suspect &suspect : all) {
      ++result.counters["subjects"];
      // What earlier ones did not need is there for the others.
      setting.limits.steps =
          std::min(limits_.search.steps, budget.left() / kStepsPerBlock / left);
      --left;
      PathAnswer answer = search_paths(setting, suspect.subject, budget);
      add_verdicts(suspect, answer, verdicts);
    }
    if (!process_.ends_after(procedure))
      add_never_freed(facts_, procedure, verdicts, budget);
    const ir::Function &function = facts_.program.body(procedure);
    std::ranges::stable_sort(verdicts, {}, [&](const Verdict &verdict) {
      const SourcePos &pos = function.insts[verdict.site.value].pos;
      return std::tuple(pos.line, pos.column, verdict.site.value.value);
    });
    std::ranges::move(verdicts, std::back_inserter(result.verdicts));
  }

  // Objects whose constraints contradict each other.
  std::vector<Suspect> suspects(ProcedureId procedure, const Body &body,
                                const Solution &solution,
                                Interfaces &interfaces) const {
    std::set<std::uint32_t> wrong; // groups
    const ir::Function &function = facts_.program.body(procedure);
    std::vector<Suspect> out;
    for (ConstraintId id : solution.violated) {
      const Constraint &constraint = body.system.constraints()[id];
      if (constraint.priority != Priority::kEscape ||
          is_followed_escape(procedure, constraint.at))
        wrong.insert(solution.group[constraint.variables[0]]);
    }
    // Freed by a callee, but not always: the constraints cannot tell.
    for (const Constraint &constraint : body.system.constraints())
      if (constraint.priority == Priority::kMember &&
          constraint.allowed == kEither)
        wrong.insert(solution.group[constraint.variables[0]]);
    bool is_anything_moved = moves_through_locals(procedure) ||
                             releases_container(procedure, interfaces);
    for (const Body::Source &source : body.sources) {
      if (!source.fresh)
        continue;
      const Constraint &demand = body.system.constraints()[source.demand];
      std::uint32_t group = solution.group[demand.variables[0]];
      bool is_suspect =
          wrong.contains(group) || is_anything_moved || question_.at_exit;
      if (!is_suspect ||
          !facts_.models.family(source.fresh->family).is_reported)
        continue;
      Subject subject{site_of(procedure, *source.fresh), source.fresh};
      subject.may_be_lost = subject.may_be_freed_again = true;
      out.push_back({subject, broken_rules(function, body, solution, group)});
    }
    std::set<ValueId> filling;
    for (const Body::Filled &filled : body.filled)
      if (is_anything_moved || wrong.contains(solution.group[filled.element]))
        filling.insert(filled.call);
    for (ValueId call : filling)
      add_filled(procedure, call, *interfaces.of_call(call), out);
    add_owned(procedure, out);
    for (ConstraintId id : solution.violated)
      add_freed(procedure, body.system.constraints()[id], out);
    return out;
  }

  // Elements that a callee puts into containers of this function.
  void add_filled(ProcedureId procedure, ValueId call,
                  const Interface &interface, std::vector<Suspect> &out) const {
    const ir::Function &function = facts_.program.body(procedure);
    add_filled(procedure, call, interface, interface.result, std::nullopt, out);
    for (std::uint32_t i = 0;
         i < interface.parameters.size() && i < function.arguments(call).size();
         ++i)
      if (interface.fixed(interface.parameters[i].type.own) == false)
        add_filled(procedure, call, interface, interface.parameters[i].type, i,
                   out);
  }

  void add_filled(ProcedureId procedure, ValueId call,
                  const Interface &interface, const Interface::Part &container,
                  std::optional<std::uint32_t> argument,
                  std::vector<Suspect> &out) const {
    const Interface::ShapeNode &node = interface.shapes[container.shape];
    std::optional<model::FamilyId> family = facts_.models.find_family("malloc");
    if (node.kind != Shape::Kind::kContainer || !family)
      return;
    for (std::size_t i = 0; i < node.parts.size(); ++i) {
      if (std::ranges::find(interface.filled, node.parts[i].own) ==
          interface.filled.end())
        continue;
      Subject subject;
      subject.site.procedure = procedure;
      subject.site.value = call;
      subject.site.family = *family;
      // What the container points to, whatever the element.
      subject.site.place.root = argument ? model::Place::Root::kArgument
                                         : model::Place::Root::kResult;
      subject.site.place.argument = argument.value_or(0);
      subject.site.place.dereferences = 1;
      subject.filled = {argument, i};
      subject.may_be_lost = subject.may_be_freed_again = true;
      out.push_back({subject, {}});
    }
  }

  // Is a container released by a function that leaves it to the container what
  // becomes of the elements?
  bool releases_container(ProcedureId procedure, Interfaces &interfaces) const {
    const ir::Function &function = facts_.program.body(procedure);
    for (ir::BlockId block : function.blocks.ids())
      for (ValueId v : function.blocks[block].insts) {
        const Interface *interface =
            function.insts[v].op == Op::kCall ? interfaces.of_call(v) : nullptr;
        if (!interface || !interface->has_containers())
          continue;
        for (const Interface::Parameter &parameter : interface->parameters) {
          const Interface::ShapeNode &node =
              interface->shapes[parameter.type.shape];
          if (node.kind == Shape::Kind::kContainer &&
              interface->fixed(parameter.type.own) == true &&
              !node.parts.empty() && !interface->fixed(node.parts[0].own))
            return true;
        }
      }
    return false;
  }

  // Does a callee put an argument into a local of the function, or take out
  // what a local holds?  The constraints do not see such a move.
  bool moves_through_locals(ProcedureId procedure) const {
    const ir::Function &function = facts_.program.body(procedure);
    for (ir::BlockId block : function.blocks.ids())
      for (ValueId v : function.blocks[block].insts)
        if (function.insts[v].op == Op::kCall &&
            std::ranges::any_of(infer::followed(facts_.program, procedure, v),
                                [&](ProcedureId callee) {
                                  return std::ranges::any_of(
                                      facts_.behaviours.of(callee).outcomes,
                                      [&](const infer::Outcome &outcome) {
                                        return moves_through_local(function, v,
                                                                   outcome);
                                      });
                                }))
          return true;
    return false;
  }

  static bool moves_through_local(const ir::Function &function, ValueId call,
                                  const infer::Outcome &outcome) {
    auto is_in_local = [&](const AccessPath &path) {
      return path.root().kind == PathRoot::Kind::kParameter &&
             path.length() == 1 &&
             path.root().index < function.arguments(call).size() &&
             cell_of(function, function.arguments(call)[path.root().index]);
    };
    bool takes_out = outcome.value.kind == infer::Term::Kind::kPath &&
                     is_in_local(outcome.value.path);
    return std::ranges::any_of(
        outcome.effects, [&](const infer::Effect &effect) {
          bool puts_in =
              effect.value.kind == infer::Term::Kind::kPath &&
              effect.value.path.length() == 0 &&
              effect.value.path.root().kind == PathRoot::Kind::kParameter;
          return effect.kind == infer::Effect::Kind::kWrite &&
                 is_in_local(effect.path) &&
                 (puts_in || (takes_out && effect.path == outcome.value.path));
        });
  }

  model::FamilyId owner_at(ProcedureId procedure, ValueId access) const {
    const ir::Function &function = facts_.program.body(procedure);
    return facts_.behaviours.owned().at(facts_.program, procedure,
                                        function.operand(access, 0));
  }

  // What is found in a field or a global that owns it, and may be lost there.
  void add_owned(ProcedureId procedure, std::vector<Suspect> &out) const {
    if (facts_.behaviours.owned().empty())
      return;
    const ir::Function &function = facts_.program.body(procedure);
    for (ir::BlockId block : function.blocks.ids())
      for (ValueId v : function.blocks[block].insts) {
        if (function.insts[v].op != Op::kLoad ||
            is_in_array(function, function.operand(v, 0)))
          continue;
        model::FamilyId family = owner_at(procedure, v);
        if (!family.valid() || !facts_.models.family(family).is_reported)
          continue;
        Subject subject;
        subject.site.procedure = procedure;
        subject.site.kind = Site::Kind::kLoad;
        subject.site.value = v;
        subject.site.family = family;
        subject.may_be_lost = true;
        subject.may_be_freed_again = true;
        out.push_back({subject, {}});
      }
  }

  // Owned pointers that callees put where the model does not follow.
  std::vector<Escape> escapes(ProcedureId procedure, const Body &body,
                              const Solution &solution) const {
    std::map<std::pair<ProcedureId, std::uint32_t>, std::size_t> counts;
    for (ConstraintId id : solution.violated) {
      const Constraint &constraint = body.system.constraints()[id];
      auto handed = body.handed.find(constraint.variables[0]);
      if (constraint.priority != Priority::kEscape ||
          handed == body.handed.end())
        continue;
      std::span<const ProcedureId> callees =
          infer::followed(facts_.program, procedure, handed->second.call);
      if (callees.size() == 1)
        ++counts[{callees[0], handed->second.argument}];
    }
    std::vector<Escape> out;
    for (const auto &[place, count] : counts)
      out.push_back({place.first, place.second, count});
    return out;
  }

  // Into a cell that may be overwritten or freed, or into the hands of a callee
  // that is known: paths can tell what becomes of it.
  bool is_followed_escape(ProcedureId procedure, ValueId at) const {
    const ir::Function &function = facts_.program.body(procedure);
    if (!at.valid())
      return false;
    if (function.insts[at].op == Op::kStore)
      return true;
    if (function.insts[at].op != Op::kCall)
      return false;
    auto is_known = [&](ProcedureId callee) {
      return facts_.program.procedures()[callee].has_body;
    };
    return std::ranges::any_of(infer::followed(facts_.program, procedure, at),
                               is_known);
  }

  // What is freed without being owned, and was not acquired here.
  void add_freed(ProcedureId procedure, const Constraint &violated,
                 std::vector<Suspect> &out) const {
    const ir::Function &function = facts_.program.body(procedure);
    if (violated.priority == Priority::kEscape || !violated.at.valid() ||
        function.insts[violated.at].op != Op::kCall)
      return;
    for (ValueId argument : function.arguments(violated.at)) {
      ValueId base = base_of(function, argument);
      Op op = function.insts[base].op;
      if (op != Op::kParam && op != Op::kLoad)
        continue;
      Subject subject;
      subject.site.procedure = procedure;
      subject.site.kind =
          op == Op::kParam ? Site::Kind::kParameter : Site::Kind::kLoad;
      subject.site.value = base;
      subject.may_be_freed_again = true;
      bool is_known = std::ranges::any_of(out, [&](const Suspect &other) {
        return other.subject.site == subject.site;
      });
      if (!is_known)
        out.push_back({subject,
                       {broken_rule(violated.priority, violated.allowed,
                                    violated.reason, violated.at)}});
    }
  }

  void add_verdicts(const Suspect &suspect, PathAnswer &answer,
                    std::vector<Verdict> &out) const {
    const Subject &subject = suspect.subject;
    // Only paths know: the rule that this path breaks.
    auto broken = [&](Priority priority, std::uint64_t allowed,
                      const PathAnswer::Event &event) {
      if (!suspect.broken.empty())
        return suspect.broken;
      return std::vector{
          broken_rule(priority, allowed, event.reason, event.at)};
    };
    Priority lost = subject.site.kind == Site::Kind::kLoad ? Priority::kMember
                                                           : Priority::kScope;
    Verdict verdict;
    verdict.site = subject.site;
    if (subject.may_be_lost) {
      bool is_memory = facts_.models.family(subject.site.family).is_memory;
      verdict.kind =
          is_memory ? FindingKind::kLeak : FindingKind::kResourceLeak;
      verdict.answer = answer.is_complete ? Verdict::Answer::kSafe
                                          : Verdict::Answer::kUnknown;
      if (!answer.is_complete)
        verdict.reason = "too many paths, or a callee that is not clear";
      if (answer.losses.empty() && !answer.ends.empty()) {
        verdict.is_at_exit = true;
        answer.losses = std::move(answer.ends);
      }
      // What is certain is told alone.
      if (std::ranges::any_of(answer.losses, [](const PathAnswer::Event &loss) {
            return !loss.is_doubtful;
          }))
        std::erase_if(answer.losses, &PathAnswer::Event::is_doubtful);
      for (PathAnswer::Event &loss : answer.losses) {
        verdict.rests_on_unmodelled_call = loss.is_doubtful;
        if (verdict.answer != Verdict::Answer::kLeaks)
          verdict.broken = broken(lost, kZero, loss);
        verdict.answer = Verdict::Answer::kLeaks;
        verdict.reason = loss.reason;
        verdict.losing.push_back(loss.at);
        if (loss.witness.procedure.valid())
          verdict.witnesses.push_back(std::move(loss.witness));
      }
      out.push_back(verdict);
    }
    if (answer.double_free) {
      Verdict again;
      again.site = subject.site;
      again.kind = FindingKind::kDoubleFree;
      again.answer = Verdict::Answer::kLeaks;
      again.rests_on_unmodelled_call = answer.double_free->is_doubtful;
      again.reason = answer.double_free->reason;
      again.broken = broken(Priority::kSolid, kOne, *answer.double_free);
      again.losing.push_back(answer.double_free->at);
      again.freed_before = answer.double_free->freed_before;
      if (answer.double_free->witness.procedure.valid())
        again.witnesses.push_back(std::move(answer.double_free->witness));
      out.push_back(std::move(again));
    }
  }

  Facts facts_;
  Question question_;
  Limits limits_;
  Members members_;
  Forgotten forgotten_;
  Process process_;
};

} // namespace

void OwnershipSummary::print(std::ostream &out) const {
  if (signature.name.empty())
    return;
  std::string text = model::print(signature);
  out << text << (text.ends_with("\n") ? "" : "\n");
  if (!broken.empty())
    out << "broken rules:\n";
  for (const auto &[line, rule] : broken)
    out << "  line " << line << ", priority '" << rule.priority
        << "': " << rule.reason << "\n";
}

std::unique_ptr<Engine> make_engine(const Facts &facts,
                                    const Question &question,
                                    const Limits &limits) {
  return std::make_unique<OwnershipEngine>(facts, question, limits);
}

} // namespace wt::ownership
