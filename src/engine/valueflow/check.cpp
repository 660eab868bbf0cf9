// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Acquired, out of the function, and no sink on the way: see check.h.

#include "engine/valueflow/check.h"

#include "engine/sites.h"
#include "engine/valueflow/stage_clock.h"
#include "engine/valueflow/witness.h"
#include "model/model_of.h"

#include <algorithm>

namespace wt::valueflow {
namespace {

using ir::BlockId;
using ir::Op;
using ir::ValueId;
using logic::Answer;

constexpr std::size_t kMaxLosingPlaces = 8;

class Check {
public:
  Check(Body &body, Counters &counters)
      : body_(body), f_(body.function), numbers_(body), calls_(body, numbers_),
        objects_(body, calls_), questions_(body, calls_, numbers_),
        counters_(counters) {
    for (BlockId block : f_.blocks.ids()) {
      if (!body.is_reachable(block))
        continue;
      Op last = f_.insts[f_.terminator(block)].op;
      if (last == Op::kReturn || (last == Op::kRethrow && !has_handlers()))
        exits_.push_back(block);
      for (ValueId v : f_.blocks[block].insts) {
        if (is_comparison(v))
          comparisons_.push_back(v);
        if (f_.insts[v].op == Op::kCall) {
          copies_[body.unrolled.origin[v]].push_back(v);
          if (!calls_.throws_out(v).is_no())
            throwing_.push_back(v);
          for (ProcedureId callee : body.callees(v))
            if (auto *model =
                    model::model_of(body.setting.facts.program,
                                    body.setting.facts.models, callee))
              returns_twice_ |= model->returns_twice;
        }
      }
    }
  }

  std::vector<Verdict> run() {
    std::vector<Verdict> out;
    const Setting &setting = body_.setting;
    for (const infer::FreshPlace &place :
         setting.facts.behaviours.in(setting.procedure)) {
      const model::Family &family = setting.facts.models.family(place.family);
      if (!family.is_reported)
        continue;
      Verdict verdict;
      verdict.site = site_of(setting.procedure, place);
      verdict.kind =
          family.is_memory ? FindingKind::kLeak : FindingKind::kResourceLeak;
      if (std::ranges::find(out, verdict.site, &Verdict::site) != out.end())
        continue;
      decide(verdict, place, family);
      out.push_back(std::move(verdict));
    }
    return out;
  }

private:
  void decide(Verdict &verdict, const infer::FreshPlace &place,
              const model::Family &family) {
    // Behind setjmp everything may have happened before.
    bool is_certain = place.place.length() < 2 && !returns_twice_ && !is_main();
    for (ValueId call : copies_[place.call])
      if (is_certain)
        is_certain = decide_copy(verdict, {call, place.place, false,
                                           family.no_object, family.is_handle});
    if (!verdict.losing.empty()) {
      verdict.answer = Verdict::Answer::kLeaks;
    } else if (is_certain) {
      verdict.answer = Verdict::Answer::kSafe;
      verdict.strength = Verdict::Strength::kHeuristic;
    } else {
      verdict.reason = "the conditions on its way are too much";
    }
  }

  Tracked &sliced(const Origin &origin) {
    StageClock clock(counters_["ns slices"]);
    return objects_.of(origin);
  }
  std::vector<Tracked::Sink> guarded_sinks(Tracked &object) {
    StageClock clock(counters_["ns guards"]);
    return object.sinks();
  }

  // False: nobody knows.
  bool decide_copy(Verdict &verdict, const Origin &origin) {
    body_.begin_object();
    Tracked &object = sliced(origin);
    if (object.is_doubtful() || object.acquired().is_no())
      return !object.is_doubtful();
    ++counters_["objects"];
    counters_["values in slices"] += object.slice_size();
    counters_["values of objects"] += objects_.flow().node_count();
    Cond lost = object.acquired();
    for (const Tracked::Sink &sink : guarded_sinks(object))
      lost = body_.table.both(lost, !sink.when);
    if (body_.budget.exhausted() || body_.gave_up()) {
      ++counters_["objects with too much"];
      return false;
    }
    lost = body_.table.both(lost, !met_outside(object, origin));
    StageClock clock(counters_["ns questions"]);
    tell_loads(object);
    bool is_certain = decide_throws(verdict, object);
    if (exits_.size() > 1 && !can_leave(lost))
      return is_certain;
    for (BlockId exit : exits_) {
      if (verdict.losing.size() >= kMaxLosingPlaces)
        break;
      is_certain &=
          decide_exit(verdict, body_.table.both(lost, body_.guard(exit)), exit);
    }
    return is_certain;
  }

  // By exceptions that leave the function through a call, before which it did
  // not get to a sink.
  bool decide_throws(Verdict &verdict, Tracked &object) {
    bool is_certain = true;
    for (ValueId call : throwing_) {
      Cond lost = body_.table.both(object.acquired(), calls_.throws_out(call));
      lost = body_.table.both(lost, body_.guard(f_.insts[call].block));
      if (!is_before(object.origin().value, call) || lost.is_no())
        continue;
      for (const Tracked::Sink &sink : object.sinks())
        if (sink.inst == call || is_before(sink.inst, call))
          lost = body_.table.both(lost, !sink.when);
      lost = body_.table.both(lost, !object.is_safe_from_throw(call));
      is_certain &= decide_place(verdict, lost, call,
                                 "it is not freed when an exception leaves "
                                 "the function")
                        .has_value();
    }
    return is_certain;
  }

  // Blocks are in topological order.
  bool is_before(ValueId a, ValueId b) const {
    BlockId x = f_.insts[a].block, y = f_.insts[b].block;
    if (x != y)
      return x < y;
    const std::vector<ValueId> &insts = f_.blocks[x].insts;
    return std::ranges::find(insts, a) < std::ranges::find(insts, b);
  }

  // By any exit: most objects are safe, and one question tells.
  bool can_leave(Cond lost) {
    Cond leaves = kNo;
    for (BlockId exit : exits_)
      leaves = body_.table.either(leaves, body_.guard(exit));
    ++counters_["questions"];
    return questions_.can_hold(body_.table.both(lost, leaves)) != Answer::kNo;
  }

  // Types of exceptions are not followed: a handler is taken to catch all.
  bool has_handlers() const {
    return std::ranges::any_of(f_.insts, [](const ir::Inst &inst) {
      return inst.op == Op::kLanding &&
             static_cast<ir::LandingKind>(inst.code) !=
                 ir::LandingKind::kCleanup;
    });
  }

  // Of two addresses or descriptors, whether they are one.
  bool is_comparison(ValueId v) const {
    if (f_.insts[v].op != Op::kCompare)
      return false;
    auto predicate = static_cast<ir::Predicate>(f_.insts[v].code);
    auto is_constant = [&](ValueId x) {
      return f_.insts[x].op == Op::kNull || f_.insts[x].op == Op::kInt;
    };
    return (predicate == ir::Predicate::kEq ||
            predicate == ir::Predicate::kNe) &&
           !is_constant(f_.operand(v, 0)) && !is_constant(f_.operand(v, 1));
  }

  // The object equals something that it did not get to in this body: then
  // somebody else has it.
  Cond met_outside(Tracked &object, const Origin &origin) {
    Cond out = kNo;
    for (ValueId v : comparisons_) {
      ValueId a = f_.operand(v, 0), b = f_.operand(v, 1);
      if (body_.is_pointer(a) == origin.is_handle)
        continue;
      Cond one = body_.table.differ(object.holds(a), object.holds(b));
      if (one.is_no())
        continue;
      BlockId block = f_.insts[v].block;
      Cond same = body_.guards().compare(ir::Predicate::kEq, a, b, block);
      out = body_.table.either(
          out,
          body_.table.both(body_.guard(block), body_.table.both(one, same)));
    }
    return out;
  }

  // A load that finds an object does not find null.
  void tell_loads(Tracked &object) {
    for (ValueId load : objects_.flow().loads())
      if (Cond held = object.holds(load);
          !held.is_no() && told_.insert(load).second) {
        Cond is_there = body_.guards().compare(ir::Predicate::kNe, load, 0,
                                               f_.insts[load].block);
        questions_.add_fact(body_.table.implies(held, is_there), is_there);
      }
  }

  // What locals of main hold when it returns is there until the end.
  bool is_main() const {
    const Setting &setting = body_.setting;
    return setting.facts.program.procedures()[setting.procedure].link_name ==
           "main";
  }

  bool decide_exit(Verdict &verdict, Cond lost, BlockId exit) {
    ValueId last = f_.terminator(exit);
    std::optional<bool> is_new = decide_place(
        verdict, lost, last,
        f_.insts[last].op == Op::kReturn
            ? "it is not freed before the function returns"
            : "it is not freed when an exception leaves the function");
    if (is_new && *is_new) {
      Witness witness = witness_of(body_, questions_, lost, exit);
      if (witness.last)
        verdict.witnesses.push_back(std::move(witness));
    }
    return is_new.has_value();
  }

  // Can it be lost there?  True: and that is told for the first time.  Nothing:
  // nobody knows.
  std::optional<bool> decide_place(Verdict &verdict, Cond lost, ValueId last,
                                   const char *reason) {
    if (lost.is_no())
      return false;
    ++counters_["questions"];
    Answer answer = questions_.can_hold(lost);
    if (answer == Answer::kYes)
      answer = with_all_branches(body_, questions_, lost);
    if (answer != Answer::kYes)
      return answer == Answer::kNo ? std::optional(false) : std::nullopt;
    ValueId at = body_.unrolled.origin[last];
    if (std::ranges::find(verdict.losing, at) != verdict.losing.end())
      return false;
    verdict.losing.push_back(at);
    if (verdict.reason.empty())
      verdict.reason = reason;
    return true;
  }

  Body &body_;
  const ir::Function &f_;
  Numbers numbers_;
  Calls calls_;
  Objects objects_;
  Questions questions_;
  Counters &counters_;
  std::vector<BlockId> exits_;
  std::vector<ValueId> throwing_; // calls by which exceptions leave
  bool returns_twice_ = false;    // something that is called, as setjmp does
  std::map<ValueId, std::vector<ValueId>> copies_; // by call of the body
  std::vector<ValueId> comparisons_;               // of addresses
  std::set<ValueId> told_;                         // loads
};

} // namespace

std::vector<Verdict> check(Body &body, Counters &counters) {
  std::optional<Check> check;
  {
    StageClock clock(counters["ns graph"]);
    check.emplace(body, counters);
  }
  return check->run();
}

} // namespace wt::valueflow
