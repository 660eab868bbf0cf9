// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a caller see of the state in which a body is left?
//
// The result, the cells of its own objects that were written, the new objects
// that are found from these, and what happened to the objects it gave.

#include "interpret/interpreter.h"
#include "summary/merge.h"

#include "ir/predicate.h"

#include <algorithm>

namespace wt::infer {

class OutcomeMaker {
  static constexpr std::size_t kMaxCompared = 6;

public:
  OutcomeMaker(const Interpreter &interpreter, const State &state)
      : interpreter_(interpreter), bases_(interpreter.bases_), state_(state) {}

  Outcome make(std::optional<Value> result, const NumberClass &is,
               bool throws) {
    out_.throws = throws;
    if (result) {
      out_.result = is;
      out_.value = term(*result);
      if (bases_.is_one_of_addresses(result->base) &&
          *result == Value{result->base})
        for (const Value &part : bases_.alternatives(result->base))
          out_.value.among.push_back(bases_[part.base].path);
      std::ranges::sort(out_.value.among);
      bool is_address = out_.value.is_new() && !out_.value.is_perhaps &&
                        interpreter_.returns_pointer();
      if (is_address)
        out_.result = is.meet(NumberClass::differs(0));
    }
    add_written_cells();
    add_cells_of_new();
    for (const auto &[event, is_certain] : *state_.events)
      out_.effects.push_back({event.kind,
                              bases_[event.base].path,
                              event.family,
                              is_certain,
                              {},
                              8,
                              event.offset,
                              event.extent});
    for (BaseId base : *state_.used)
      out_.used.push_back(bases_[base].path);
    std::sort(out_.used.begin(), out_.used.end());
    add_givens();
    std::sort(out_.effects.begin(), out_.effects.end());
    return std::move(out_);
  }

private:
  std::uint32_t object(BaseId base) {
    auto at = std::find(found_.begin(), found_.end(), base);
    if (at == found_.end()) {
      out_.objects.push_back(bases_.objects[base]);
      out_.objects.back().is_zeroed &=
          !interpreter_.is_gone(state_, {base, 0, true}, 0);
      found_.push_back(base);
      return static_cast<std::uint32_t>(found_.size() - 1);
    }
    return static_cast<std::uint32_t>(at - found_.begin());
  }

  Term term(const Value &value) {
    Term out;
    const Base &base = bases_[value.base];
    if (is_number(value) && !value.is_inside) {
      out.kind = Term::Kind::kNumber;
      out.number = value.offset;
    } else if (base.kind == Base::Kind::kEntry && !base.path.is_deep()) {
      out = {Term::Kind::kPath, 0, base.path, value.offset, value.is_inside,
             base.is_pointer};
    } else if (bases_.is_new(value.base) && state_.is_live(value.base)) {
      out = {Term::Kind::kPath,
             0,
             AccessPath::site(object(value.base)),
             value.offset,
             value.is_inside,
             true};
    } else if (base.kind == Base::Kind::kMerged) {
      // One of several: if one of them is new, it is what callers must know.
      for (const Value &part : bases_.alternatives(value.base))
        if (bases_.is_new(part.base) && state_.is_live(part.base)) {
          out = term(part);
          out.is_perhaps = true;
          return out;
        }
    }
    if (out.kind == Term::Kind::kUnknown)
      out.may_be_new.holds = may_be_new(value);
    return out;
  }

  // Was it new on some of the ways that met?
  bool may_be_new(const Value &value) const {
    auto is_it = [&](BaseId base) {
      return state_.fate(base) == Fate::kPerhaps ||
             contains(interpreter_.perhaps_new_, base);
    };
    return is_it(value.base) ||
           std::ranges::any_of(
               bases_.alternatives(value.base),
               [&](const Value &part) { return is_it(part.base); });
  }

  // A cell holds one of several: each of them may be found there.
  void keep_alternatives(const Value &value) {
    for (const Value &part : bases_.alternatives(value.base)) {
      const Base &base = bases_[part.base];
      bool is_object = base.kind == Base::Kind::kEntry && base.is_pointer &&
                       !bases_.is_address(part.base) && !base.path.is_deep() &&
                       base.path.root().kind == PathRoot::Kind::kParameter;
      Effect kept = Effect::on(Effect::Kind::kKeep, base.path, false);
      if (is_object &&
          std::ranges::find(out_.effects, kept) == out_.effects.end())
        out_.effects.push_back(kept);
    }
  }

  // A flag that tells what happened is known by its class at least.
  Term held(const Content &content) {
    Term out = term(content.value);
    if (out.kind != Term::Kind::kUnknown)
      return out;
    auto is = NumberClass::of(interpreter_.class_of(content.value, state_));
    if (content.bytes < 8 || is.is_zero() || !is.may_be_zero())
      out.is = is;
    if (auto number = out.is.number())
      return {.kind = Term::Kind::kNumber, .number = *number};
    return out;
  }

  // What was there is gone: callers must know that something else is there.
  bool was_freed(const AccessPath &path) const {
    return std::ranges::any_of(*state_.events, [&](const auto &entry) {
      return entry.first.kind == Effect::Kind::kFree &&
             bases_[entry.first.base].path == path;
    });
  }

  void add_written_cells() {
    for (const auto &[cell, content] : *state_.cells) {
      const Base &base = bases_[cell.base];
      if (base.kind != Base::Kind::kEntry || base.path.is_deep() ||
          base.path.length() >= AccessPath::kMaxSteps)
        continue;
      PathStep step{static_cast<std::int32_t>(cell.offset), cell.any_element};
      AccessPath path = base.path.then(step);
      Term value = held(content);
      if (value.kind == Term::Kind::kPath && value.path == path &&
          value.offset == 0)
        continue; // as it was
      if (value.kind == Term::Kind::kUnknown)
        keep_alternatives(content.value);
      bool is_global = path.root().kind == PathRoot::Kind::kGlobal;
      bool is_pointer = content.bytes == 8 || value.kind == Term::Kind::kPath;
      bool is_stale = is_global && value.kind == Term::Kind::kUnknown &&
                      is_pointer && was_freed(path);
      if (is_global && !is_stale &&
          (!is_pointer || value.kind == Term::Kind::kUnknown ||
           path.length() > 1)) {
        // Callers do not follow these: what is put there is kept.
        // A number may be a handle when it is an argument itself.
        bool is_object =
            value.is_new() ||
            (value.kind == Term::Kind::kPath &&
             value.path.root().kind == PathRoot::Kind::kParameter &&
             (value.is_pointer || value.path.length() == 0));
        if (is_object)
          out_.effects.push_back(
              Effect::on(Effect::Kind::kKeep, value.path, true));
        continue;
      }
      out_.effects.push_back({Effect::Kind::kWrite,
                              path,
                              {},
                              !cell.any_element,
                              value,
                              content.bytes,
                              0,
                              content.extent});
    }
  }

  // In the order in which they are found; what they hold may be new too.
  void add_cells_of_new() {
    for (std::size_t i = 0; i < found_.size(); ++i)
      for (const auto &[cell, content] : *state_.cells) {
        if (cell.base != found_[i])
          continue;
        Term value = held(content);
        if (value.kind == Term::Kind::kUnknown)
          keep_alternatives(content.value);
        if (value.kind == Term::Kind::kUnknown && value.is.is_any() &&
            !out_.objects[i].is_zeroed)
          continue;
        PathStep step{static_cast<std::int32_t>(cell.offset), cell.any_element};
        AccessPath path =
            AccessPath::site(static_cast<std::uint32_t>(i)).then(step);
        out_.effects.push_back({Effect::Kind::kWrite,
                                path,
                                {},
                                !cell.any_element,
                                value,
                                content.bytes,
                                0,
                                content.extent});
      }
  }

  // `if (!log) log = fopen(...)`: what was there says whether it is lost.
  bool is_replaced_global(const AccessPath &path) const {
    return path.root().kind == PathRoot::Kind::kGlobal && path.length() == 1 &&
           std::ranges::any_of(out_.effects, [&](const Effect &effect) {
             return effect.kind == Effect::Kind::kWrite && effect.path == path;
           });
  }

  // What callers can test too: arguments, what these point to, and globals that
  // hold something else afterwards.
  void add_givens() {
    for (const auto &[fact, numbers] : *state_.facts) {
      const Base &tested = bases_[fact.base];
      bool is_masked = tested.kind == Base::Kind::kMasked;
      const Base &what = is_masked ? bases_[BaseId(tested.index)] : tested;
      if (what.kind == Base::Kind::kEntry && what.path.length() <= 2 &&
          !what.path.is_deep() &&
          (what.path.root().kind == PathRoot::Kind::kParameter ||
           is_replaced_global(what.path)) &&
          !(what.is_pointer && fact.offset))
        if (auto is = NumberClass::of(numbers); !is.is_any())
          out_.given.push_back({what.path, fact.offset, is, what.bytes,
                                what.is_pointer,
                                is_masked ? tested.variant : 0});
    }
    std::sort(out_.given.begin(), out_.given.end());
    for (const auto &[atom, holds] : *state_.atoms)
      if (holds && out_.compared.size() < kMaxCompared)
        add_comparison(atom);
    std::sort(out_.compared.begin(), out_.compared.end());
  }

  // Which function was given?
  bool add_callback(const Atom &atom) {
    auto has_root = [&](const Value &value, PathRoot::Kind kind) {
      return bases_.is_entry(value.base) && !value.is_inside && !value.offset &&
             bases_[value.base].path.root().kind == kind;
    };
    if (!has_root(atom.a, PathRoot::Kind::kParameter) ||
        !has_root(atom.b, PathRoot::Kind::kFunction) ||
        bases_[atom.a.base].path.length() > 2)
      return false;
    Comparison out{atom.predicate, term(atom.a), term(atom.b), 8};
    out.a.is_pointer = out.b.is_pointer = true;
    out_.compared.push_back(out);
    return true;
  }

  void add_comparison(const Atom &atom) {
    bool with_number = is_number(atom.b);
    auto where = [&](ir::Predicate predicate) {
      return NumberClass::where(predicate, atom.b.offset);
    };
    // The class says it, or all but the number: `n > 512`.
    bool is_told = with_number && where(atom.predicate)
                                      .meet(where(ir::inverse(atom.predicate)))
                                      .is_none();
    auto is_known = [&](const Value &value) {
      const Base &base = bases_[value.base];
      return !value.is_inside &&
             (is_number(value) ||
              (base.kind == Base::Kind::kEntry && base.path.length() <= 2 &&
               !base.path.is_deep() &&
               base.path.root().kind == PathRoot::Kind::kParameter &&
               base.bytes > 0));
    };
    if (is_told || is_number(atom.a) || add_callback(atom) || !is_known(atom.a))
      return;
    if (!is_known(atom.b))
      return;
    std::uint8_t bytes = bases_[atom.a.base].bytes;
    if (with_number || bases_[atom.b.base].bytes == bytes)
      out_.compared.push_back(
          {atom.predicate, term(atom.a), term(atom.b), bytes});
  }

  const Interpreter &interpreter_;
  const Bases &bases_;
  const State &state_;
  Outcome out_;
  std::vector<BaseId> found_;
};

void Interpreter::leave(const State &state, std::optional<Value> result,
                        bool throws, ir::ValueId at) {
  suspect_lost(state, result, at);
  NumberClass is =
      result ? NumberClass::of(class_of(*result, state)) : NumberClass::any();
  outcomes_.push_back(OutcomeMaker(*this, state).make(result, is, throws));
  if (outcomes_.size() >= kMaxLeavings)
    outcomes_ = merge_outcomes(std::move(outcomes_), Behaviour::kMaxOutcomes);
}

} // namespace wt::infer
