// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bottom-up pass: see infer.h.

#include "model/infer/infer.h"

#include "interpret/interpreter.h"
#include "model/hint_about.h"
#include "model/infer/counts.h"
#include "model/infer/only_looks.h"
#include "model/infer/rest.h"
#include "model/infer/tasks.h"
#include "model/library_code.h"
#include "model/model_of.h"
#include "program/schedule.h"
#include "program/work.h"
#include "summary/followed.h"
#include "summary/fresh.h"
#include "summary/from_model.h"
#include "summary/merge.h"
#include "summary/settle.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace wt::infer {

class Inference {
public:
  Inference(const Program &program, const model::ModelSet &models,
            const InferOptions &options, std::span<const ProcedureId> left_out)
      : program_(program), models_(models), options_(options),
        left_out_(left_out), unknown_(std::make_shared<const Behaviour>()),
        over_budget_(program.procedures().size()),
        is_large_(program.procedures().size()),
        gave_up_(program.procedures().size()),
        is_unsettled_(program.procedures().size()),
        is_growing_(program.procedures().size()),
        places_(program.procedures().size()),
        digests_(program.procedures().size()) {
    for (Round &round : rounds_) {
      round.behaviours.resize(program.procedures().size());
      round.has_changed.resize(program.procedures().size());
      round.digests.resize(program.procedures().size());
    }
    result_.behaviours_.resize(program.procedures().size(), unknown_);
    result_.fresh_.resize(program.procedures().size());
    result_.suspects_.resize(program.procedures().size());
  }

  Behaviours run() {
    result_.borrowed_ = find_borrowed(program_, models_);
    if (options_.kept)
      options_.kept->start(result_.borrowed_);
    find_components();
    TaskGraph work = make_tasks(callees_, sccs_, find_orders(), kRounds);
    std::vector<std::uint64_t> insts;
    for (const Task &task : work.tasks)
      insts.push_back(task.member.valid()
                          ? work_of(program_, {&task.member, 1})
                          : work_of(program_, sccs_[task.component]));
    ScheduleOptions schedule;
    schedule.threads = options_.threads;
    schedule.cancelled = options_.cancelled;
    auto run = [&](SccId id) {
      const Task &task = work.tasks[id.value];
      if (task.member.valid())
        look_at(task.member, task.round, /*is_kept=*/true);
      else
        component(task.component);
    };
    result_.is_complete_ =
        run_bottom_up(work.graph, schedule, run, insts).is_complete;
    finish();
    return std::move(result_);
  }

  // Components without a change below them keep what they have.
  Behaviours run_again(const Behaviours &before,
                       std::span<const ProcedureId> changed) {
    find_components();
    result_ = before;
    for (ProcedureId p : before.over_budget_)
      over_budget_[p] = true;
    std::set<ProcedureId> different(changed.begin(), changed.end());
    auto is_touched = [&](ProcedureId p) {
      return std::ranges::find(changed, p) != changed.end() ||
             std::ranges::any_of(callees_[p], [&](ProcedureId callee) {
               return different.contains(callee);
             });
    };
    for (SccId scc : sccs_.ids()) {
      if (std::ranges::none_of(sccs_[scc], is_touched))
        continue;
      component(scc);
      for (ProcedureId p : sccs_[scc]) {
        const Behaviour &now = *result_.behaviours_[p];
        const Behaviour &then = *before.behaviours_[p];
        if (now.outcomes == then.outcomes && now.source == then.source)
          different.erase(p);
        else
          different.insert(p);
      }
    }
    finish();
    return std::move(result_);
  }

private:
  void find_components() {
    callees_ = followed_calls(program_);
    callers_ = callees_.reversed(program_.procedures().size());
    sccs_ = components(callees_);
  }

  // Of the components that are too large to be one piece of work.
  IdMap<SccId, std::vector<ProcedureId>> find_orders() {
    IdMap<SccId, std::vector<ProcedureId>> orders(sccs_.size());
    for (SccId scc : sccs_.ids()) {
      if (sccs_[scc].size() == 1)
        continue;
      std::vector<ProcedureId> bodies = take_written(scc);
      if (is_large(bodies))
        orders[scc] = start_rounds(bodies);
    }
    return orders;
  }

  void finish() {
    find_counts(program_, result_.behaviours_);
    result_.over_budget_.clear();
    for (ProcedureId p : program_.procedures().ids()) {
      const Procedure &procedure = program_.procedures()[p];
      if (procedure.has_body && !model::is_library_code(procedure.name))
        result_.fresh_[p] = fresh_places(program_, models_, p, result_);
      if (over_budget_[p])
        result_.over_budget_.push_back(p);
    }
    result_.owned_ = find_owned_cells(
        {program_, models_,
         [this](ProcedureId p) -> const Behaviour & { return result_.of(p); },
         [this](ProcedureId p) { return result_.in(p); }});
  }

  static constexpr std::size_t kMaxStates = 5; // told apart at one place
  static constexpr std::size_t kWidenedOutcomes = 3;
  // Changes of one behaviour in a recursion: those that are followed exactly,
  // those in which it need not grow, and all.
  static constexpr std::size_t kExactChanges = 3, kFreeChanges = 7,
                               kMaxChanges = 12, kMaxSettled = 24;
  // Where more functions than this call each other, or larger ones, each is
  // looked at so often.
  static constexpr std::size_t kMany = 64, kManyInsts = 6000, kRounds = 2;
  // Up to here they are followed exactly, as far as that settles.
  static constexpr std::size_t kFew = 16, kFewInsts = 3000;
  // Of a look at a whole component.
  static constexpr std::size_t kAllRounds = UINT32_MAX;

  // Where a procedure stands among those that are looked at in rounds.
  struct Place {
    ProcedureId group; // the first of them; invalid: in none
    std::size_t position = 0;
  };
  // What they were after a round.
  struct Round {
    IdMap<ProcedureId, std::shared_ptr<const Behaviour>> behaviours;
    IdMap<ProcedureId, char> has_changed;
    IdMap<ProcedureId, Digest> digests;
  };

  bool is_left_out(ProcedureId p) const {
    return std::ranges::binary_search(left_out_, p);
  }

  // No call of it has more.
  std::uint32_t most_arguments(ProcedureId p) const {
    std::size_t most = program_.body(p).param_count;
    if (program_.body(p).is_variadic)
      for (ProcedureId caller : program_.callers(p)) {
        const ir::Function &body = program_.body(caller);
        for (ir::ValueId v : body.insts.ids())
          if (body.insts[v].op == ir::Op::kCall)
            most = std::max(most, body.arguments(v).size());
      }
    return most;
  }

  // What needs no interpretation; null otherwise.
  std::shared_ptr<const Behaviour> written(ProcedureId p) const {
    const Procedure &procedure = program_.procedures()[p];
    if (const model::FunctionModel *model =
            model::model_of(program_, models_, p)) {
      std::uint32_t hidden = program_.body(p).returns_by_slot ? 1 : 0;
      std::uint32_t most = std::max(most_arguments(p), hidden) - hidden;
      Behaviour out = behaviour_of(*model, models_, hidden, most);
      if (out.keeps_all && program_.body(p).is_method)
        out.spared.add(hidden);
      return std::make_shared<const Behaviour>(std::move(out));
    }
    if (!procedure.has_body && program_.body(p).does_not_return) {
      Behaviour ends;
      ends.source = Behaviour::Source::kModel;
      ends.keeps_all = true;
      return std::make_shared<const Behaviour>(std::move(ends));
    }
    if (!procedure.has_body || is_left_out(p))
      return unknown_;
    return nullptr;
  }

  bool are_in_rounds(ProcedureId p, ProcedureId callee) const {
    return p != callee && places_[p].group.valid() &&
           places_[p].group == places_[callee].group;
  }

  // The last time that `callee` was looked at before `p` is in `round`; null:
  // never.
  const Round *seen_by(ProcedureId p, std::size_t round,
                       ProcedureId callee) const {
    if (places_[callee].position < places_[p].position)
      return &rounds_[round];
    return round > 0 ? &rounds_[round - 1] : nullptr;
  }

  const Behaviour *behaviour_seen_by(ProcedureId p, std::size_t round,
                                     ProcedureId callee) const {
    if (!are_in_rounds(p, callee)) {
      const Behaviour *known = result_.behaviours_[callee].get();
      const Behaviour *believed =
          known->is_known() ? nullptr : result_.borrowed_.of(p, callee);
      return believed ? believed : known;
    }
    const Round *seen = seen_by(p, round, callee);
    return seen ? seen->behaviours[callee].get() : unknown_.get();
  }

  // As long as results are kept for other runs.
  void note_digests(std::span<const ProcedureId> members) {
    if (options_.kept)
      for (ProcedureId p : members)
        digests_[p] = options_.kept->digest(*result_.behaviours_[p]);
  }

  Digest digest_seen_by(ProcedureId p, std::size_t round, ProcedureId callee) {
    if (are_in_rounds(p, callee)) {
      const Round *seen = seen_by(p, round, callee);
      return seen ? seen->digests[callee] : Digest();
    }
    const Behaviour *seen = behaviour_seen_by(p, round, callee);
    return seen == result_.behaviours_[callee].get()
               ? digests_[callee]
               : options_.kept->digest(*seen);
  }

  // Where one look at `members` has come so far.
  KeptBehaviours::Look look_of(std::span<const ProcedureId> members,
                               std::size_t round) const {
    KeptBehaviours::Look look;
    look.members = members;
    look.round = static_cast<std::uint32_t>(round);
    for (ProcedureId p : members) {
      look.behaviours.push_back(result_.behaviours_[p]);
      look.notes.push_back(
          static_cast<std::uint8_t>(over_budget_[p] | is_large_[p] << 1 |
                                    gave_up_[p] << 2 | is_unsettled_[p] << 3));
      look.suspects.push_back(result_.suspects_[p]);
    }
    return look;
  }

  void take(KeptBehaviours::Look look) {
    for (std::size_t i = 0; i < look.members.size(); ++i) {
      ProcedureId p = look.members[i];
      result_.behaviours_[p] = look.behaviours[i];
      result_.suspects_[p] = std::move(look.suspects[i]);
      over_budget_[p] = look.notes[i] & 1;
      is_large_[p] = look.notes[i] >> 1 & 1;
      gave_up_[p] = look.notes[i] >> 2 & 1;
      is_unsettled_[p] = look.notes[i] >> 3 & 1;
    }
  }

  // Does `work`, or takes what it would do from an earlier run.
  template <class Work>
  void repeat(std::span<const ProcedureId> members, std::size_t round,
              Work work) {
    if (!options_.kept)
      return work();
    KeptBehaviours::Look look = look_of(members, round);
    options_.kept->repeat(
        look,
        [&](ProcedureId caller, ProcedureId callee) {
          return digest_seen_by(caller, round, callee);
        },
        [&](KeptBehaviours::Look &done) {
          work();
          done = look_of(members, round);
        });
    take(std::move(look));
  }

  Behaviour interpret(ProcedureId p, std::size_t round = 0) {
    if (gave_up_[p])
      return {};
    std::optional<InFlight::Entry> noted;
    if (options_.in_flight)
      noted.emplace(*options_.in_flight, p, options_.stage);
    const ir::Function &body = program_.body(p);
    Setting setting{program_, models_,
                    [=, this](ProcedureId callee) {
                      ReadLog::note(Read::Kind::kBehaviour, callee.value,
                                    p.value);
                      return behaviour_seen_by(p, round, callee);
                    },
                    [=, this](ProcedureId callee) -> bool {
                      return !are_in_rounds(p, callee) && is_growing_[callee];
                    },
                    [=, this](ir::ValueId call) {
                      return result_.borrowed_.through_hook(program_, p, call);
                    }};
    Behaviour out;
    std::uint64_t steps = options_.steps_per_function + 20 * body.insts.size();
    if (!is_large_[p]) {
      Budget budget(steps, options_.cancelled);
      Interpreter interpreter(setting, p, budget, kMaxStates);
      out = interpreter.run();
      result_.suspects_[p] = interpreter.suspects();
    }
    if (!out.is_known()) {
      // All states of a place are merged: less is known, but soon.
      is_large_[p] = true;
      Budget budget(4 * steps, options_.cancelled);
      Interpreter interpreter(setting, p, budget, 1);
      out = interpreter.run();
      result_.suspects_[p] = interpreter.suspects();
    }
    over_budget_[p] = gave_up_[p] = !out.is_known();
    if (const model::FunctionModel *hint =
            model::hint_about(program_, models_, p))
      add_hint(*hint, out);
    settle_rest(out, body, [&] { return most_arguments(p); });
    out.releases = released_counts(program_, p, out);
    out.only_looks = only_looks(program_, models_, p, out, setting.behaviour);
    if (body.does_not_return)
      std::erase_if(out.outcomes, [](const Outcome &o) { return !o.throws; });
    release_slack(out);
    return out;
  }

  // Behaviours stay as long as the program: they take no more than they need.
  static void release_slack(Behaviour &behaviour) {
    behaviour.outcomes.shrink_to_fit();
    for (Outcome &outcome : behaviour.outcomes) {
      outcome.given.shrink_to_fit();
      outcome.compared.shrink_to_fit();
      outcome.effects.shrink_to_fit();
      outcome.used.shrink_to_fit();
    }
  }

  // Those of the component that have to be interpreted.
  std::vector<ProcedureId> take_written(SccId scc) {
    std::vector<ProcedureId> bodies;
    for (ProcedureId p : sccs_[scc])
      if (auto known = written(p)) {
        result_.behaviours_[p] = std::move(known);
        note_digests({&p, 1});
      } else {
        bodies.push_back(p);
      }
    return bodies;
  }

  void component(SccId scc) {
    std::vector<ProcedureId> bodies = take_written(scc);
    if (bodies.empty())
      return;
    repeat(bodies, kAllRounds, [&] { interpret_component(bodies); });
    note_digests(bodies);
  }

  void interpret_component(const std::vector<ProcedureId> &bodies) {
    bool is_recursive =
        bodies.size() > 1 ||
        std::ranges::binary_search(callees_[bodies[0]], bodies[0]);
    if (!is_recursive)
      result_.behaviours_[bodies[0]] =
          std::make_shared<const Behaviour>(interpret(bodies[0]));
    else if (!is_small(bodies) || !grow(bodies))
      approximate(bodies);
  }

  bool is_small(const std::vector<ProcedureId> &bodies) const {
    return bodies.size() <= kFew && work_of(program_, bodies) <= kFewInsts;
  }

  bool is_large(const std::vector<ProcedureId> &bodies) const {
    return bodies.size() > kMany || work_of(program_, bodies) > kManyInsts;
  }

  // Upwards in few words, where that settles, then downwards from there, which
  // is right at every moment, so it may stop.  Else, and where a function calls
  // itself alone, from "keeps everything".
  void approximate(const std::vector<ProcedureId> &bodies) {
    if (bodies.size() > 1 && !is_large(bodies) && grow(bodies, 0, Words::kFew))
      return refine(bodies);
    std::vector<ProcedureId> order = start_rounds(bodies);
    for (std::size_t round = 0; round < kRounds; ++round)
      for (ProcedureId p : order)
        look_at(p, round, /*is_kept=*/false);
  }

  void refine(const std::vector<ProcedureId> &bodies) {
    for (std::size_t round = 0; round < kRounds; ++round)
      for (ProcedureId p : callees_first(callees_, bodies))
        interpret_anew(p, round);
  }

  std::vector<ProcedureId>
  start_rounds(const std::vector<ProcedureId> &bodies) {
    std::vector<ProcedureId> order = callees_first(callees_, bodies);
    for (std::size_t i = 0; i < order.size(); ++i) {
      places_[order[i]] = {order[0], i};
      result_.behaviours_[order[i]] = unknown_;
    }
    return order;
  }

  // `is_kept`: by itself, not as a part of the component.
  void look_at(ProcedureId p, std::size_t round, bool is_kept) {
    std::shared_ptr<const Behaviour> before = result_.behaviours_[p];
    if (round == 0 || sees_changes(p, round)) {
      if (is_kept)
        repeat({&p, 1}, round, [&] { interpret_anew(p, round); });
      else
        interpret_anew(p, round);
    }
    const std::shared_ptr<const Behaviour> &now = result_.behaviours_[p];
    rounds_[round].behaviours[p] = now;
    note_digests({&p, 1});
    rounds_[round].digests[p] = digests_[p];
    rounds_[round].has_changed[p] = now != before && *now != *before;
  }

  // Who sees the same callees as the last time says the same.
  bool sees_changes(ProcedureId p, std::size_t round) const {
    return std::ranges::any_of(callees_[p], [&](ProcedureId callee) {
      return places_[callee].group == places_[p].group &&
             seen_by(p, round, callee)->has_changed[callee];
    });
  }

  // With the others as they are.  What calls itself, also through a pointer
  // that can be replaced, adds nothing by that:
  //   if (malloc_impl != my_malloc) return malloc_impl(n);   in my_malloc
  void interpret_anew(ProcedureId p, std::size_t round) {
    std::shared_ptr<const Behaviour> before = result_.behaviours_[p];
    if (std::ranges::binary_search(callees_[p], p) && !is_unsettled_[p]) {
      if (grow({p}, round))
        return;
      is_unsettled_[p] = true; // nor will it settle in the next round
    }
    result_.behaviours_[p] = before;
    result_.behaviours_[p] =
        std::make_shared<const Behaviour>(interpret(p, round));
  }

  // What a recursion does further and further away, it does to everything
  // from there on; how often it was entered is not counted.
  static Behaviour widened(Behaviour behaviour) {
    for (Outcome &outcome : behaviour.outcomes) {
      outcome.compared.clear();
      std::erase_if(outcome.given, [](const Given &given) {
        return given.path.length() > 1 || given.offset != 0;
      });
      std::vector<Effect> kept; // new objects that are held far away
      for (Effect &effect : outcome.effects) {
        effect.value.is = NumberClass::any();
        if (effect.path.root().kind == PathRoot::Kind::kSite ||
            effect.path.length() <= 1)
          continue;
        if (effect.value.is_new())
          kept.push_back(
              Effect::on(Effect::Kind::kKeep, effect.value.path, false));
        AccessPath far =
            AccessPath(effect.path.root()).then(effect.path.steps()[0]).deep();
        bool is_write = effect.kind == Effect::Kind::kWrite;
        model::FamilyId family = effect.family;
        effect = Effect::on(is_write ? Effect::Kind::kForget : effect.kind, far,
                            false);
        effect.family = family;
      }
      std::ranges::move(kept, std::back_inserter(outcome.effects));
      std::sort(outcome.effects.begin(), outcome.effects.end());
      outcome.effects.erase(
          std::unique(outcome.effects.begin(), outcome.effects.end()),
          outcome.effects.end());
    }
    behaviour.outcomes =
        merge_outcomes(std::move(behaviour.outcomes), kWidenedOutcomes);
    return behaviour;
  }

  // What is merged now one way, now another, may be both.  Of functions that
  // return objects this tells callers more than approximate(), which begins
  // with nothing known of the result; of others it tells less.
  static Behaviour united(const Behaviour &before, Behaviour next) {
    std::ranges::copy(before.outcomes, std::back_inserter(next.outcomes));
    next.outcomes = merge_outcomes(std::move(next.outcomes), kWidenedOutcomes);
    return next;
  }

  bool returns_pointer(ProcedureId p) const {
    return program_.unit_of(p).types.is_pointer(program_.body(p).result_type);
  }

  // From "no call returns" upwards, until nothing changes.  False: that takes
  // too long.
  enum class Words : std::uint8_t { kExact, kFew };
  bool grow(const std::vector<ProcedureId> &bodies, std::size_t round = 0,
            Words words = Words::kExact) {
    Behaviour never;
    never.source = Behaviour::Source::kBody;
    for (ProcedureId p : bodies) {
      result_.behaviours_[p] = std::make_shared<const Behaviour>(never);
      is_growing_[p] = true;
    }
    bool is_done = grow_until_stable(bodies, round, words);
    for (ProcedureId p : bodies)
      is_growing_[p] = false;
    return is_done;
  }

  bool grow_until_stable(const std::vector<ProcedureId> &bodies,
                         std::size_t round, Words words) {
    bool in_few = words == Words::kFew;
    std::size_t most = in_few ? kMaxSettled : kMaxChanges;
    std::map<ProcedureId, std::size_t> changes;
    std::set<ProcedureId> todo(bodies.begin(), bodies.end());
    while (!todo.empty()) {
      std::set<ProcedureId> next_round;
      for (ProcedureId p : todo) {
        Behaviour next = interpret(p, round);
        if (in_few)
          next = settled(*result_.behaviours_[p], std::move(next));
        else if (changes[p] >= kExactChanges)
          next = widened(std::move(next));
        if (!in_few && changes[p] >= kFreeChanges && returns_pointer(p))
          next = united(*result_.behaviours_[p], std::move(next));
        if (next == *result_.behaviours_[p])
          continue;
        if (++changes[p] > most)
          return false;
        result_.behaviours_[p] =
            std::make_shared<const Behaviour>(std::move(next));
        for (ProcedureId caller : callers_[p])
          if (std::ranges::binary_search(bodies, caller))
            next_round.insert(caller);
      }
      todo = std::move(next_round);
    }
    return true;
  }

  const Program &program_;
  const model::ModelSet &models_;
  const InferOptions &options_;
  std::span<const ProcedureId> left_out_;
  std::shared_ptr<const Behaviour> unknown_;
  Adjacency<ProcedureId, ProcedureId> callees_, callers_;
  IdMap<SccId, std::vector<ProcedureId>> sccs_;
  // Written by several threads, each to its own.
  IdMap<ProcedureId, char> over_budget_;
  IdMap<ProcedureId, char> is_large_, gave_up_; // in this run
  IdMap<ProcedureId, char> is_unsettled_;       // alone, upwards
  IdMap<ProcedureId, char> is_growing_; // from "no call returns", at the moment
  IdMap<ProcedureId, Place> places_;
  IdMap<ProcedureId, Digest> digests_; // of behaviours, if any are kept
  std::array<Round, kRounds> rounds_;
  Behaviours result_;
};

Behaviours infer_again(const Program &program, const model::ModelSet &models,
                       const Behaviours &before,
                       std::span<const ProcedureId> changed,
                       const InferOptions &options) {
  return Inference(program, models, options, {}).run_again(before, changed);
}

Behaviours infer(const Program &program, const model::ModelSet &models,
                 const InferOptions &options,
                 std::span<const ProcedureId> left_out) {
  return Inference(program, models, options, left_out).run();
}

} // namespace wt::infer
