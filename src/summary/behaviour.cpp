// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Questions to behaviours, and their text: see behaviour.h.

#include "summary/behaviour.h"

#include "path/path_text.h"

#include <algorithm>
#include <ostream>

namespace wt::infer {

bool Behaviour::never_returns() const {
  return is_known() && std::ranges::all_of(
                           outcomes, [](const Outcome &o) { return o.throws; });
}

static const char *symbol(ir::Predicate predicate) {
  using enum ir::Predicate;
  switch (predicate) {
  case kEq:
    return "==";
  case kNe:
    return "!=";
  case kSLt:
  case kULt:
    return "<";
  case kSLe:
  case kULe:
    return "<=";
  case kSGt:
  case kUGt:
    return ">";
  case kSGe:
  case kUGe:
    return ">=";
  }
  return "?";
}

bool is_vacuous(const Outcome &outcome, const AccessPath &path) {
  for (const Given &given : outcome.given) {
    bool is_nothing =
        given.is.is_zero() || given.is.signs() == NumberClass::kNegative;
    if (!is_nothing || given.offset || given.mask ||
        given.path.root() != path.root() || given.path.length() > path.length())
      continue;
    auto steps = path.steps().first(given.path.length());
    if (std::ranges::equal(steps, given.path.steps()))
      return true;
  }
  return false;
}

bool is_behind_null(const Outcome &outcome, const AccessPath &path) {
  if (path.length() == 0)
    return false;
  AccessPath holder(path.root());
  for (PathStep step : path.steps().first(path.length() - 1))
    holder = holder.then(step);
  return is_vacuous(outcome, holder);
}

NumberClass given_at(const Outcome &outcome, const Given &wanted) {
  for (const Given &given : outcome.given)
    if (given.is_about_same(wanted))
      return given.is;
  // The same number, moved or with some bits of it alone.
  for (const Given &given : outcome.given)
    if (std::optional<std::int64_t> n = given.is.number();
        n && given.path == wanted.path && !given.mask) {
      std::int64_t moved = *n - given.offset + wanted.offset;
      return NumberClass::equals(
          wanted.mask ? static_cast<std::int64_t>(
                            static_cast<std::uint64_t>(moved) & wanted.mask)
                      : moved);
    }
  return is_behind_null(outcome, wanted.path) ? NumberClass::none()
                                              : NumberClass::any();
}

bool are_opposite(const Comparison &x, const Comparison &y) {
  auto is_function = [](const Comparison &one) {
    return one.predicate == ir::Predicate::kEq &&
           one.b.kind == Term::Kind::kPath &&
           one.b.path.root().kind == PathRoot::Kind::kFunction;
  };
  if (x.a == y.a && is_function(x) && is_function(y))
    return x.b != y.b;
  return x.a == y.a && x.b == y.b && x.predicate == ir::inverse(y.predicate);
}

namespace {

// The globals whose addresses an outcome returns, if it returns nothing else.
std::vector<AccessPath> returned_addresses(const Outcome &outcome) {
  const Term &term = outcome.value;
  if (outcome.result.may_be_zero())
    return {};
  PathRoot::Kind root = term.path.root().kind;
  bool is_address =
      term.kind == Term::Kind::kPath && term.path.length() == 0 &&
      !term.is_perhaps &&
      (root == PathRoot::Kind::kGlobal || root == PathRoot::Kind::kFunction);
  return is_address ? std::vector{term.path} : term.among;
}

// The results are never the same.
bool return_apart(const Outcome &a, const Outcome &b) {
  if (a.throws != b.throws || a.result.meet(b.result).is_none())
    return true;
  auto in_a = returned_addresses(a), in_b = returned_addresses(b);
  auto is_new = [](const Term &term) {
    return term.is_new() && !term.is_perhaps;
  };
  if (in_a.empty() || in_b.empty())
    return (!in_a.empty() && is_new(b.value)) ||
           (!in_b.empty() && is_new(a.value));
  return std::ranges::find_first_of(in_a, in_b) == in_a.end();
}

} // namespace

bool are_disjoint(const Outcome &a, const Outcome &b) {
  if (return_apart(a, b))
    return true;
  for (const Comparison &x : a.compared)
    for (const Comparison &y : b.compared)
      if (are_opposite(x, y))
        return true;
  return std::ranges::any_of(a.given, [&](const Given &given) {
    return given_at(b, given).meet(given.is).is_none();
  });
}

bool are_told_apart(const Outcome &a, const Outcome &b) {
  return return_apart(a, b) || are_told_apart_by_arguments(a, b);
}

bool are_told_apart_by_arguments(const Outcome &a, const Outcome &b) {
  for (const Given &x : a.given)
    for (const Given &y : b.given)
      if (x.is_about_same(y) && x.path.length() == 0 &&
          x.is.meet(y.is).is_none())
        return true;
  for (const Comparison &x : a.compared)
    for (const Comparison &y : b.compared)
      if (are_opposite(x, y) && x.a.path.length() + x.b.path.length() == 0)
        return true;
  return false;
}

Extent frees(const Behaviour &behaviour, const AccessPath &path) {
  bool always = true, unless_null = true, ever = false, certainly = false;
  for (const Outcome &outcome : behaviour.outcomes) {
    if (outcome.throws)
      continue;
    auto freed =
        std::ranges::find_if(outcome.effects, [&](const Effect &effect) {
          return effect.kind == Effect::Kind::kFree && effect.path == path;
        });
    bool is_freed = freed != outcome.effects.end();
    bool is_certain = is_freed && freed->is_certain;
    ever |= is_freed;
    certainly |= is_certain;
    always &= is_certain;
    unless_null &= is_certain || is_vacuous(outcome, path);
  }
  if (!ever)
    return Extent::kNever;
  return always        ? Extent::kAlways
         : unless_null ? Extent::kUnlessNull
         : certainly   ? Extent::kSometimes
                       : Extent::kPerhaps;
}

namespace {

// Does the outcome happen only if something is there?
bool needs_object(const Outcome &outcome, const AccessPath &path) {
  return std::ranges::any_of(outcome.given, [&](const Given &given) {
    return given.path == path && !given.is.may_be_zero();
  });
}

} // namespace

bool looks_at(const Outcome &outcome, const AccessPath &path) {
  return std::ranges::binary_search(outcome.used, path) ||
         needs_object(outcome, path);
}

bool shows_which(const Outcome &one, const Outcome &other,
                 const AccessPath &path) {
  bool may_change =
      std::ranges::any_of(other.effects, [&](const Effect &effect) {
        bool is_write = effect.kind == Effect::Kind::kWrite;
        bool is_there =
            is_write ? effect.path == path : effect.path.root() == path.root();
        return (is_write || effect.kind == Effect::Kind::kForget) && is_there;
      });
  if (may_change || (needs_object(one, path) && !needs_object(other, path)))
    return false;
  return std::ranges::any_of(one.effects, [&](const Effect &effect) {
    return effect.kind == Effect::Kind::kWrite && effect.is_certain &&
           effect.path == path &&
           (effect.value.is_new() || effect.value.kind == Term::Kind::kNumber);
  });
}

const char *name_of(Extent extent) {
  switch (extent) {
  case Extent::kNever:
    return "never";
  case Extent::kPerhaps:
    return "perhaps";
  case Extent::kSometimes:
    return "on some paths";
  case Extent::kUnlessNull:
    return "unless null";
  case Extent::kAlways:
    return "always";
  }
  return "";
}

namespace {

class Printer {
public:
  Printer(std::ostream &out, const model::ModelSet &models,
          const PathNamer &name)
      : out_(out), models_(models), name_(name) {}

  void print(const Outcome &outcome) {
    outcome_ = &outcome;
    const char *comma = "  ";
    auto condition = [&](const std::string &subject, const NumberClass &is) {
      std::string text = is.describe();
      if (text.empty())
        return;
      out_ << comma << subject << ' ' << text;
      comma = ", ";
    };
    if (!outcome.throws)
      condition("result", outcome.result);
    for (const Given &given : outcome.given)
      condition(name_(given.path) + plus(given.offset) +
                    (given.mask ? " & " + std::to_string(given.mask) : ""),
                given.is);
    for (const Comparison &held : outcome.compared) {
      out_ << comma << text(held.a) << ' ' << symbol(held.predicate) << ' '
           << text(held.b);
      comma = ", ";
    }
    if (outcome.throws) {
      out_ << comma << "throws";
      comma = ", ";
    }
    out_ << (comma[0] == ',' ? ": " : "  ");
    const char *semicolon = "";
    if (outcome.value.kind == Term::Kind::kPath) {
      out_ << "result is " << text(outcome.value);
      semicolon = "; ";
    }
    for (const AccessPath &address : outcome.value.among) {
      out_ << (*semicolon ? " or " : "result is ") << name_(address);
      semicolon = "; ";
    }
    for (const Effect &effect : outcome.effects) {
      out_ << semicolon << text(effect);
      semicolon = "; ";
    }
    for (const AccessPath &path : outcome.used) {
      out_ << semicolon << "uses " << name_(path);
      semicolon = "; ";
    }
    out_ << (*semicolon ? "\n" : "nothing\n");
  }

private:
  std::string family(model::FamilyId id) const {
    return id.valid() ? " " + models_.family(id).name : "";
  }

  static std::string plus(std::int64_t n) {
    if (n == 0)
      return "";
    return (n > 0 ? " + " : " - ") + std::to_string(std::abs(n));
  }

  std::string text(const Term &term) const {
    switch (term.kind) {
    case Term::Kind::kUnknown:
      return term.is.is_any() ? "something" : "something " + term.is.describe();
    case Term::Kind::kNumber:
      return std::to_string(term.number);
    case Term::Kind::kPath:
      break;
    }
    std::string out;
    if (term.is_new()) {
      const NewObject &object = outcome_->objects[term.path.root().index];
      out = (object.is_many ? "one of many new" : "new") +
            family(object.family) + " #" +
            std::to_string(term.path.root().index);
    } else {
      out = name_(term.path);
    }
    if (term.is_inside)
      return "inside " + out;
    return out + plus(term.offset);
  }

  std::string text(const Effect &effect) const {
    std::string maybe = effect.is_certain ? "" : "maybe ";
    std::string path = name_(effect.path);
    switch (effect.kind) {
    case Effect::Kind::kFree:
      return maybe + "frees " + path + plus(effect.offset) +
             family(effect.family);
    case Effect::Kind::kKeep:
      return maybe + "keeps " + path;
    case Effect::Kind::kForget:
      return "changes what " + path + " holds";
    case Effect::Kind::kWrite:
      return maybe + path + " = " + text(effect.value) +
             (effect.bytes > 8 ? " (" + std::to_string(effect.bytes) + " bytes)"
                               : "");
    }
    return "";
  }

  std::ostream &out_;
  const model::ModelSet &models_;
  const PathNamer &name_;
  const Outcome *outcome_ = nullptr;
};

} // namespace

std::string raw_name(const AccessPath &path) { return to_text(path); }

void print(std::ostream &out, const Behaviour &behaviour,
           const model::ModelSet &models, const PathNamer &name) {
  if (!behaviour.is_known()) {
    out << "  not known: may keep every argument\n";
    return;
  }
  if (behaviour.keeps_all)
    out << "  keeps every argument\n";
  if (behaviour.never_returns())
    out << "  never returns\n";
  for (const AccessPath &path : behaviour.acquires)
    out << "  takes a reference, counted in " << name(path) << '\n';
  for (const AccessPath &path : behaviour.releases)
    out << "  gives back a reference, counted in " << name(path) << '\n';
  Printer printer(out, models, name);
  for (const Outcome &outcome : behaviour.outcomes)
    printer.print(outcome);
}

} // namespace wt::infer
