// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See signature.h.

#include "engine/ownership/signature.h"

#include <algorithm>
#include <set>

namespace wt::ownership {
namespace {

using infer::Behaviour;
using infer::Effect;
using infer::Outcome;
using model::SpecClause;
using Kind = SpecClause::Kind;

SpecClause clause_about(Kind kind, const std::string &name,
                        std::uint32_t dereferences = 0) {
  SpecClause out;
  out.kind = kind;
  out.place.name = name;
  out.place.dereferences = dereferences;
  return out;
}

// The one test of the result that tells these outcomes from all others.
std::optional<model::SpecTest>
result_test(const Behaviour &behaviour,
            const std::function<bool(const Outcome &)> &is_meant) {
  auto tells = [&](const infer::NumberClass &is) {
    return std::ranges::all_of(behaviour.outcomes, [&](const Outcome &outcome) {
      return is_meant(outcome) ? outcome.result.meet(is) == outcome.result
                               : outcome.result.meet(is).is_none();
    });
  };
  model::SpecTest test;
  test.name = "result";
  using Op = model::SpecTest::Op;
  for (std::int64_t n : {0, 1, -1}) {
    test.value = n;
    test.op = Op::kEqual;
    if (tells(infer::NumberClass::equals(n)))
      return test;
    test.op = Op::kDiffers;
    if (tells(infer::NumberClass::differs(n)))
      return test;
  }
  using infer::NumberClass;
  test.value = 0;
  test.op = Op::kNotNegative;
  if (tells(NumberClass::signs(NumberClass::kZero | NumberClass::kPositive)))
    return test;
  return std::nullopt;
}

class Clauses {
public:
  Clauses(const Interface &interface, const Behaviour &behaviour,
          const model::ModelSet &models, model::SpecFunction &out)
      : interface_(interface), behaviour_(behaviour), models_(models),
        out_(out) {}

  // `shift`: parameters of the IR before the first that is written.
  void run(std::size_t shift) {
    if (behaviour_.outcomes.empty() && behaviour_.is_known()) {
      out_.clauses.push_back(clause_about(Kind::kNoReturn, ""));
      return;
    }
    if (behaviour_.keeps_all)
      out_.clauses.push_back(clause_about(Kind::kKeepsAll, ""));
    add_never_fails();
    add_new_result();
    for (std::size_t i = 0; i < out_.params.size(); ++i)
      add_parameter(static_cast<std::uint32_t>(i + shift), out_.params[i]);
  }

private:
  void add_never_fails() {
    bool is_new = interface_.fixed(interface_.result.own) == true;
    if (is_new &&
        std::ranges::none_of(behaviour_.outcomes, [](const Outcome &outcome) {
          return !outcome.throws && outcome.result.may_be_zero();
        }))
      out_.clauses.push_back(clause_about(Kind::kNeverFails, ""));
  }

  // A new result that is released by other functions than free().
  void add_new_result() {
    auto is_new = [](const Outcome &outcome) { return outcome.value.is_new(); };
    std::set<model::FamilyId> families;
    for (const Outcome &outcome : behaviour_.outcomes)
      if (is_new(outcome))
        families.insert(family_of(outcome, outcome.value));
    std::string family = only_name(families);
    if (family.empty())
      return;
    SpecClause clause = clause_about(Kind::kFresh, "result");
    clause.family = family;
    if (models_.family(*families.begin()).is_handle)
      add_when(std::move(clause), is_new);
    else if (interface_.fixed(interface_.result.own) == true)
      out_.clauses.push_back(std::move(clause));
  }

  static model::FamilyId family_of(const Outcome &outcome,
                                   const infer::Term &made) {
    return outcome.objects[made.path.root().index].family;
  }

  // "": there are several, or what everybody takes it for.
  std::string only_name(const std::set<model::FamilyId> &families) const {
    if (families.size() != 1 || !families.begin()->valid())
      return "";
    const std::string &name = models_.family(*families.begin()).name;
    return name == "malloc" ? "" : name;
  }

  void add_parameter(std::uint32_t i, model::SpecParam &parameter) {
    AccessPath path = AccessPath::parameter(i);
    infer::Extent extent = infer::frees(behaviour_, path);
    bool is_pointer = parameter.type.kind == model::SpecType::Kind::kPointer;
    if (!is_pointer && extent == infer::Extent::kNever)
      return;
    if (parameter.name.empty())
      parameter.name = "p" + std::to_string(i + 1);
    if (!is_pointer)
      return add_closed(path, extent, parameter.name);
    bool is_sometimes = extent == infer::Extent::kSometimes ||
                        extent == infer::Extent::kPerhaps;
    if (is_sometimes)
      add_when(clause_about(Kind::kFreed, parameter.name),
               [&](const Outcome &outcome) {
                 return has_effect(outcome, Effect::Kind::kFree, path);
               });
    if (!is_sometimes && extent == infer::Extent::kNever &&
        !behaviour_.keeps_all && is_open(i))
      out_.clauses.push_back(clause_about(Kind::kKept, parameter.name));
    add_result(path, parameter.name);
    // What is in a record of the caller belongs to the record.
    if (parameter.type.inner[0].kind == model::SpecType::Kind::kPointer)
      add_filled(path, parameter.name);
  }

  // A number: nothing happens to one that stands for no object.
  void add_closed(const AccessPath &path, infer::Extent extent,
                  const std::string &name) {
    std::set<model::FamilyId> families;
    for (const Outcome &outcome : behaviour_.outcomes)
      for (const Effect &effect : outcome.effects)
        if (effect.kind == Effect::Kind::kFree && effect.path == path)
          families.insert(effect.family);
    SpecClause clause = clause_about(Kind::kFreed, name);
    clause.family = only_name(families);
    clause.is_maybe = extent == infer::Extent::kPerhaps ||
                      extent == infer::Extent::kSometimes;
    if (!clause.family.empty())
      out_.clauses.push_back(std::move(clause));
  }

  // What trusts least speaks of it: it may be kept.
  bool is_open(std::uint32_t i) const {
    return i < interface_.parameters.size() &&
           interface_.may_escape(interface_.parameters[i].type.own);
  }

  static bool has_effect(const Outcome &outcome, Effect::Kind kind,
                         const AccessPath &path) {
    return std::ranges::any_of(outcome.effects, [&](const Effect &effect) {
      return effect.kind == kind && effect.path == path;
    });
  }

  void add_result(const AccessPath &path, const std::string &name) {
    auto is_it = [&](const Outcome &outcome) {
      return outcome.value.kind == infer::Term::Kind::kPath &&
             outcome.value.path == path;
    };
    bool is_handed_back = std::ranges::any_of(behaviour_.outcomes, is_it);
    bool is_new = interface_.fixed(interface_.result.own) == true;
    if (!is_handed_back || is_new)
      return;
    SpecClause clause = clause_about(Kind::kIs, "result");
    clause.other = model::SpecPlace{name, 0, {}, {}};
    clause.or_null =
        !std::ranges::all_of(behaviour_.outcomes, [&](const Outcome &outcome) {
          return outcome.throws || is_it(outcome);
        });
    out_.clauses.push_back(clause);
  }

  void add_filled(const AccessPath &path, const std::string &name) {
    AccessPath cell = path.then({0, false});
    auto is_filled = [&](const Effect &effect) {
      return effect.kind == Effect::Kind::kWrite && effect.path == cell &&
             effect.value.is_new();
    };
    auto fills = [&](const Outcome &outcome) {
      return std::ranges::any_of(outcome.effects, is_filled);
    };
    if (std::ranges::none_of(behaviour_.outcomes, fills))
      return;
    std::set<model::FamilyId> families;
    for (const Outcome &outcome : behaviour_.outcomes)
      if (auto filled = std::ranges::find_if(outcome.effects, is_filled);
          filled != outcome.effects.end())
        families.insert(family_of(outcome, filled->value));
    SpecClause clause = clause_about(Kind::kFresh, name, 1);
    clause.family = only_name(families);
    add_when(std::move(clause), fills);
    // It takes the place of what was there.
    auto frees = [&](const Outcome &outcome) {
      return has_effect(outcome, Effect::Kind::kFree, cell);
    };
    if (std::ranges::any_of(behaviour_.outcomes, frees))
      add_when(clause_about(Kind::kFreed, name, 1), frees);
  }

  void add_when(SpecClause clause,
                const std::function<bool(const Outcome &)> &is_meant) {
    if (!std::ranges::all_of(behaviour_.outcomes, is_meant)) {
      if (std::optional<model::SpecTest> test =
              result_test(behaviour_, is_meant))
        clause.tests.push_back(*test);
      else
        clause.is_maybe = true;
    }
    out_.clauses.push_back(std::move(clause));
  }

  const Interface &interface_;
  const Behaviour &behaviour_;
  const model::ModelSet &models_;
  model::SpecFunction &out_;
};

// Elements of the part that go where nobody looks: types cannot say that.
bool has_escaping_elements(const Interface &interface,
                           const Interface::Part &part) {
  const Interface::ShapeNode &node = interface.shapes[part.shape];
  return node.kind == Shape::Kind::kContainer &&
         std::ranges::any_of(node.parts, [&](const Interface::Part &element) {
           return interface.may_escape(element.own);
         });
}

} // namespace

model::SpecFunction signature(const Interface &interface,
                              const infer::Behaviour &behaviour,
                              const model::ModelSet &models,
                              const ir::Unit &unit,
                              const ir::Function &function) {
  model::SpecFunction out = declaration(interface, unit, function);
  std::set<std::size_t> kept; // among the parameters that are written
  std::size_t shift = function.returns_by_slot;
  for (std::size_t i = shift; i < interface.parameters.size(); ++i)
    if (has_escaping_elements(interface, interface.parameters[i].type))
      kept.insert(i - shift);
  if (!kept.empty()) {
    Interface plain = from_behaviour(behaviour, unit, function);
    out = declaration(plain, unit, function);
    Clauses(plain, behaviour, models, out).run(shift);
    for (std::size_t i : kept)
      if (i < out.params.size() && !behaviour.keeps_all)
        out.clauses.push_back(clause_about(Kind::kKept, out.params[i].name));
    return out;
  }
  // Types with variables speak for themselves.
  if (!interface.has_containers())
    Clauses(interface, behaviour, models, out).run(function.returns_by_slot);
  return out;
}

} // namespace wt::ownership
