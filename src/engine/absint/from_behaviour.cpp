// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Outcomes as cases: see from_behaviour.h.

#include "engine/absint/from_behaviour.h"

#include "engine/absint/address.h"
#include "ir/predicate.h"
#include "model/model_of.h"
#include "summary/fresh.h"

#include <algorithm>

namespace wt::absint {

Numbers numbers_of(const infer::NumberClass &is) {
  using infer::NumberClass;
  Numbers out = Numbers::none();
  if (!is.numbers().empty()) {
    for (std::int64_t n : is.numbers())
      out = out.join(Numbers::only(n));
    return out;
  }
  if (is.signs() & NumberClass::kNegative)
    out = out.join(Numbers::at_most(-1));
  if (is.signs() & NumberClass::kZero)
    out = out.join(Numbers::only(0));
  if (is.signs() & NumberClass::kPositive)
    out = out.join(Numbers::at_least(1));
  for (std::int64_t n : is.excluded())
    out = out.meet(Numbers::except(n));
  return out;
}

namespace {

class CaseOf {
public:
  CaseOf(const infer::Outcome &outcome)
      : from_(outcome), names_(names(outcome)) {}

  Case make() {
    out_.throws = from_.throws;
    out_.is = numbers_of(from_.result);
    for (std::size_t i = 0; i < from_.objects.size(); ++i)
      out_.objects.push_back({names_[i], from_.objects[i].family,
                              from_.objects[i].is_many, is_kept_[i],
                              from_.objects[i].is_zeroed});
    for (const infer::Effect &effect : from_.effects)
      add(effect);
    out_.result = held(from_.value);
    if (from_.value.kind == infer::Term::Kind::kUnknown &&
        from_.value.among.empty())
      out_.result.numbers = out_.is;
    if (from_.value.is_new() && !from_.value.is_perhaps)
      out_.is = out_.is.meet(Numbers::except(0));
    else if (from_.value.is_new()) // or something else
      out_.objects[from_.value.path.root().index].is_kept = true;
    for (const infer::Given &given : from_.given)
      add(given, out_.given);
    for (const infer::Given &need : from_.needs)
      add(need, out_.needs);
    for (const infer::Comparison &compared : from_.compared)
      add(compared);
    std::sort(out_.given.begin(), out_.given.end());
    std::sort(out_.objects.begin(), out_.objects.end());
    std::sort(out_.links.begin(), out_.links.end());
    std::sort(out_.releases.begin(), out_.releases.end());
    return std::move(out_);
  }

private:
  std::vector<AccessPath> names(const infer::Outcome &outcome) {
    std::vector<AccessPath> out;
    auto places = infer::places_of_new(outcome);
    for (std::uint32_t i = 0; i < places.size(); ++i) {
      out.push_back(places[i].value_or(AccessPath::site(i)));
      is_kept_.push_back(!places[i]);
    }
    return out;
  }

  Held held(const infer::Term &term) const {
    Held out;
    switch (term.kind) {
    case infer::Term::Kind::kNumber:
      out.numbers = Numbers::only(term.number);
      break;
    case infer::Term::Kind::kPath: {
      PathRoot root = term.path.root();
      bool is_new = root.kind == PathRoot::Kind::kSite;
      out.sources.push_back({is_new ? Source::Kind::kNew : Source::Kind::kEntry,
                             is_new ? names_[root.index] : term.path,
                             term.offset, term.is_inside, term.is_pointer});
      if (term.is_perhaps)
        out.sources.push_back({.is_pointer = term.is_pointer});
      break;
    }
    case infer::Term::Kind::kUnknown:
      for (const AccessPath &path : term.among)
        out.sources.push_back({Source::Kind::kEntry, path, 0, false, true});
      out.numbers = term.among.empty() ? numbers_of(term.is) : Numbers::only(0);
      out.may_be_new = term.may_be_new.holds;
      break;
    }
    std::sort(out.sources.begin(), out.sources.end());
    return out;
  }

  void add(const infer::Effect &effect) {
    PathRoot root = effect.path.root();
    bool is_new = root.kind == PathRoot::Kind::kSite;
    using Kind = infer::Effect::Kind;
    if (effect.kind != Kind::kWrite) {
      if (is_new) {
        if (effect.kind == Kind::kKeep)
          out_.objects[root.index].is_kept = true;
        return;
      }
      Release::Kind kind = effect.kind == Kind::kFree ? Release::Kind::kFree
                           : effect.kind == Kind::kKeep
                               ? Release::Kind::kKeep
                               : Release::Kind::kForget;
      out_.releases.push_back(
          {kind, effect.path, effect.family, effect.offset, effect.is_certain});
      return;
    }
    if (effect.path.length() == 0 || (is_new && effect.path.length() != 1))
      return;
    Link link;
    link.is_in_new = is_new;
    link.holder = is_new ? names_[root.index] : AccessPath(root);
    if (!is_new)
      for (PathStep step : effect.path.steps().first(effect.path.length() - 1))
        link.holder = link.holder.then(step);
    link.step = effect.path.steps().back();
    link.held = held(effect.value);
    link.bytes = effect.bytes;
    link.is_certain = effect.is_certain;
    out_.links.push_back(link);
  }

  static void add(const infer::Given &given, std::vector<Given> &to) {
    Given out;
    out.a = given.path;
    out.offset_a = given.offset;
    out.is = numbers_of(given.is);
    out.bytes = given.bytes;
    out.is_pointer = given.is_pointer;
    if (given.mask) {
      out.code = TermCode{TermCode::Kind::kBinary,
                          static_cast<std::uint8_t>(ir::BinaryOp::kAnd)}
                     .number();
      out.number = static_cast<std::int64_t>(given.mask);
    }
    to.push_back(out);
  }

  void add(const infer::Comparison &compared) {
    using infer::Term;
    if (compared.a.kind != Term::Kind::kPath ||
        compared.b.kind == Term::Kind::kUnknown)
      return;
    Given out;
    out.a = compared.a.path;
    out.offset_a = compared.a.offset;
    out.is_pointer = compared.a.is_pointer;
    out.bytes = compared.bytes;
    // One name for a test and its opposite.
    ir::Predicate predicate =
        std::min(compared.predicate, ir::inverse(compared.predicate));
    out.code =
        TermCode{TermCode::Kind::kCompare, static_cast<std::uint8_t>(predicate)}
            .number();
    out.bits = 1;
    if (compared.b.kind == Term::Kind::kNumber) {
      out.number = compared.b.number;
    } else {
      out.b = compared.b.path;
      out.offset_b = compared.b.offset;
    }
    out.is = Numbers::only(predicate == compared.predicate);
    out_.given.push_back(out);
  }

  const infer::Outcome &from_;
  std::vector<bool> is_kept_;
  std::vector<AccessPath> names_;
  Case out_;
};

// A result of which nothing is known is no constant that another case, which
// makes no object, returns: that one tells of failure.  If it is negative, the
// unknown result is not.
void tell_failure(std::vector<Case> &cases) {
  for (Case &one : cases)
    for (const Case &other : cases)
      if (auto failure = other.is.number();
          failure && one.is.is_any() && !other.throws && !one.throws &&
          !one.objects.empty() && other.objects.empty())
        one.is =
            *failure < 0 ? Numbers::at_least(0) : Numbers::except(*failure);
}

// realloc: the new block has what was in the old one.
std::optional<AccessPath> moved(const Case &one) {
  const NewObject *block = one.find(AccessPath::result());
  for (const Release &release : one.releases)
    if (block && release.kind == Release::Kind::kFree && release.is_certain &&
        release.family == block->family)
      return release.path;
  return std::nullopt;
}

} // namespace

ProcedureSummary from_behaviour(const Facts &facts, ProcedureId procedure) {
  const infer::Behaviour &behaviour = facts.behaviours.of(procedure);
  ProcedureSummary out(facts, procedure);
  out.keeps_all = !behaviour.is_known() ||
                  (behaviour.keeps_all && !behaviour.outcomes.empty());
  out.spared = behaviour.spared;
  out.counts = behaviour.releases;
  const model::FunctionModel *model =
      model::model_of(facts.program, facts.models, procedure);
  out.is_written = model != nullptr;
  if (!out.keeps_all)
    for (const infer::Outcome &outcome : behaviour.outcomes) {
      out.cases.push_back(CaseOf(outcome).make());
      if (out.is_written)
        out.cases.back().moved = moved(out.cases.back());
    }
  if (!out.is_written)
    tell_failure(out.cases);
  out.returns_twice = model && model->returns_twice;
  out.only_looks = behaviour.only_looks ||
                   (model && model->effects.empty() && model->written.empty() &&
                    !model->may_throw && !model->returns_twice &&
                    !model->does_not_return && !model->keeps_all);
  out.is_allocation =
      model && std::ranges::any_of(model->effects, [](const auto &effect) {
        return effect.kind == model::Effect::Kind::kFresh;
      });
  return out;
}

} // namespace wt::absint
