// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is visible to the caller when a body is left, and what is lost?  (Jung
// and Yi, Section 4.2.)  See interpreter.h.
//
// The result, the cells of the caller's objects that were written, the new
// objects that are found from these, and what happened to the objects that the
// caller gave.  What is allocated and not found from there is lost.

#include "interpret/interpreter.h"

#include <algorithm>

namespace wt::absint {

using ir::ValueId;

class CaseMaker {
public:
  CaseMaker(const Interpreter &interpreter, const State &state)
      : interpreter_(interpreter), bases_(interpreter.bases_), state_(state) {}

  Case make(std::optional<Value> result, bool throws) {
    out_.throws = throws;
    name_objects(result);
    if (result) {
      out_.is = interpreter_.range(*result, state_);
      out_.result = held(*result);
    }
    add_written_cells();
    add_cells_of_new();
    for (const auto &[event, is_certain] : *state_.events)
      out_.releases.push_back({static_cast<Release::Kind>(event.kind),
                               bases_[event.base].path, event.family,
                               event.offset, is_certain});
    add_given();
    std::sort(out_.given.begin(), out_.given.end());
    std::sort(out_.objects.begin(), out_.objects.end());
    std::sort(out_.links.begin(), out_.links.end());
    tell_shortly(out_.releases);
    out_.touches_globals = state_.touches_globals;
    out_.lacks_memory = state_.lacks_memory;
    return std::move(out_);
  }

private:
  static constexpr std::size_t kMaxObjects = 24;
  static constexpr std::size_t kMaxLinks = 32; // without new objects
  static constexpr std::size_t kMaxGivenDepth = 2;

  static PathStep step_of(const Cell &cell) {
    return {static_cast<std::int32_t>(cell.offset), cell.any_element};
  }

  // The cell of a caller's object, if callers can name it.
  std::optional<AccessPath> path_of(const Cell &cell) const {
    const Base &base = bases_[cell.base];
    if (base.kind != Base::Kind::kEntry || base.path.is_deep() ||
        base.path.length() >= AccessPath::kMaxSteps)
      return std::nullopt;
    return base.path.then(step_of(cell));
  }

  static bool is_far_global(const AccessPath &path) {
    return path.root().kind == PathRoot::Kind::kGlobal && path.length() > 1;
  }

  // The first place at which an object is found names it: an argument's cell,
  // a global, the result, a cell of another new object.
  void name_object(const Value &value, const AccessPath &place, bool is_sure) {
    for (const Value &part : bases_.info(value.base).alternatives)
      name_object(part, place, false);
    bool is_object = bases_.is_new(value.base) && state_.is_live(value.base);
    if (!is_object || find(value.base) || found_.size() >= kMaxObjects)
      return;
    found_.push_back({value.base, place});
    const BaseInfo &info = bases_.info(value.base);
    if (out_.find(place)) // one of two is there
      return;
    bool is_many = info.is_many || bases_.is(value.base, Base::Kind::kOlder) ||
                   std::ranges::any_of(place.steps(), &PathStep::any_element);
    bool is_zeroed =
        info.is_zeroed && !is_many && !contains(*state_.forgotten, value.base);
    out_.objects.push_back({place, info.family, is_many, !is_sure, is_zeroed});
  }

  void name_objects(std::optional<Value> result) {
    for (auto kind : {PathRoot::Kind::kParameter, PathRoot::Kind::kGlobal})
      for (const auto &[cell, content] : *state_.cells)
        if (auto path = path_of(cell); path && path->root().kind == kind)
          name_object(content.value, *path, true);
    if (result)
      name_object(*result, AccessPath::result(), true);
    for (std::size_t i = 0; i < found_.size(); ++i) {
      auto at = state_.cells->lower_bound({found_[i].base, INT64_MIN, false});
      for (; at != state_.cells->end() && at->first.base == found_[i].base;
           ++at)
        if (found_[i].name.length() < AccessPath::kMaxSteps)
          name_object(at->second.value,
                      AccessPath(found_[i].name).then(step_of(at->first)),
                      true);
    }
  }

  const AccessPath *find(BaseId base) const {
    auto at = std::ranges::find(found_, base, &Found::base);
    return at == found_.end() ? nullptr : &at->name;
  }

  void add_source(const Value &value, Held &out) const {
    const Base &base = bases_[value.base];
    if (is_number(value)) {
      out.numbers = out.numbers.join(
          value.is_inside ? Numbers::any() : Numbers::only(value.offset));
      return;
    }
    const BaseInfo &info = bases_.info(value.base);
    bool is_pointer = info.is_pointer || info.may_be_pointer;
    Source source{.offset = value.offset,
                  .is_inside = value.is_inside,
                  .is_pointer = is_pointer};
    if (base.kind == Base::Kind::kEntry && !base.path.is_deep()) {
      source.kind = Source::Kind::kEntry;
      source.path = base.path;
    } else if (const AccessPath *name = find(value.base)) {
      source.kind = Source::Kind::kNew;
      source.path = *name;
    } else {
      source = {.is_pointer = is_pointer};
    }
    if (std::ranges::find(out.sources, source) == out.sources.end())
      out.sources.push_back(source);
  }

  Held held(const Value &given) const {
    Held out;
    Value value = interpreter_.simplified(given, state_);
    const BaseInfo &info = bases_.info(value.base);
    bool is_choice = bases_.is(value.base, Base::Kind::kChoice);
    if (is_choice) {
      Numbers is = interpreter_.range(value, state_);
      if (!info.numbers.is_none())
        out.numbers = computed(ir::BinaryOp::kAdd, info.numbers,
                               Numbers::only(value.offset), 64)
                          .meet(is);
      for (Value part : info.alternatives) {
        part.offset += value.offset;
        part.is_inside |= value.is_inside;
        add_source(part, out);
      }
      if (info.has_more)
        add_source({Bases::number(), 0, true}, out);
    } else {
      add_source(value, out);
    }
    // Of what nobody knows, the numbers are all there is to say.
    bool is_all_opaque =
        std::ranges::all_of(out.sources, [](const Source &source) {
          return source.kind == Source::Kind::kOpaque;
        });
    if (is_all_opaque && !out.sources.empty()) {
      out.sources.clear();
      out.numbers = interpreter_.range(value, state_);
    }
    std::sort(out.sources.begin(), out.sources.end());
    out.is_never_null = !out.sources.empty() &&
                        !interpreter_.range(value, state_).may_be_zero();
    return out;
  }

  // What is put where callers do not look is kept.
  void keep_sources(const Held &held, bool is_certain) {
    for (const Source &source : held.sources)
      if (source.kind == Source::Kind::kEntry &&
          source.path.root().kind == PathRoot::Kind::kParameter &&
          (source.is_pointer || source.path.length() == 0))
        out_.releases.push_back(
            {Release::Kind::kKeep, source.path, {}, 0, is_certain});
  }

  // Of globals that hold no object of ours, or of the caller, numbers that
  // may be pointers are told; that they changed or not is not.
  static bool is_old_or_number(const Held &held, unsigned bytes) {
    auto is_old = [](const Source &source) {
      return source.kind == Source::Kind::kOpaque ||
             (source.kind == Source::Kind::kEntry &&
              source.path.root().kind != PathRoot::Kind::kParameter);
    };
    if (held.sources.empty())
      return bytes < 8 || !held.numbers.number();
    bool is_one = held.sources.size() == 1 && held.numbers.is_none();
    return !is_one && std::ranges::all_of(held.sources, is_old);
  }

  void add_written_cells() {
    for (const auto &[cell, content] : *state_.cells) {
      std::optional<AccessPath> path = path_of(cell);
      if (!path)
        continue;
      Link link;
      link.holder = bases_[cell.base].path;
      link.step = step_of(cell);
      link.held = held(content.value);
      link.bytes = content.bytes;
      link.is_certain = !cell.any_element;
      bool is_as_it_was = link.held.numbers.is_none() &&
                          link.held.sources.size() == 1 &&
                          link.held.sources[0].kind == Source::Kind::kEntry &&
                          link.held.sources[0].path == *path &&
                          link.held.sources[0].offset == 0;
      bool is_unknown = link.held.sources.empty() &&
                        !link.held.numbers.number() && content.bytes == 8;
      bool is_global = path->root().kind == PathRoot::Kind::kGlobal;
      if (is_as_it_was ||
          (is_unknown && contains(*state_.forgotten, cell.base)))
        continue;
      if (is_global && (is_far_global(*path) || is_unknown ||
                        is_old_or_number(link.held, content.bytes))) {
        keep_sources(link.held, true);
        continue;
      }
      bool has_new =
          std::ranges::any_of(link.held.sources, [](const Source &s) {
            return s.kind == Source::Kind::kNew;
          });
      bool is_told =
          has_new || (link.is_certain && out_.links.size() < kMaxLinks);
      if (is_told) {
        out_.links.push_back(link);
        continue;
      }
      keep_sources(link.held, false);
      out_.releases.push_back(
          {Release::Kind::kForget, link.holder, {}, 0, false});
    }
  }

  void add_cells_of_new() {
    for (const Found &found : found_) {
      auto at = state_.cells->lower_bound({found.base, INT64_MIN, false});
      for (; at != state_.cells->end() && at->first.base == found.base; ++at) {
        Link link;
        link.is_in_new = true;
        link.holder = found.name;
        link.step = step_of(at->first);
        link.held = held(at->second.value);
        link.bytes = at->second.bytes;
        link.is_certain = !at->first.any_element;
        const NewObject *holder = out_.find(found.name);
        if (link.held.is_unknown() && !(holder && holder->is_zeroed))
          continue;
        bool is_there = std::ranges::any_of(
            out_.links, [&](const Link &l) { return l.is_same_cell(link); });
        if (!is_there)
          out_.links.push_back(link);
      }
    }
  }

  bool can_be_given(const Value &value) const {
    const Base &base = bases_[value.base];
    return base.kind == Base::Kind::kEntry && !value.is_inside &&
           base.path.length() <= kMaxGivenDepth && !base.path.is_deep() &&
           base.path.root().kind == PathRoot::Kind::kParameter &&
           std::ranges::none_of(base.path.steps(), &PathStep::any_element);
  }

  // What callers can test too: arguments, and what these point to.
  void add_given() {
    for (const auto &[id, is] : *state_.facts) {
      const Base &base = bases_[id];
      Given given;
      given.is = is;
      Value a{id};
      if (base.kind == Base::Kind::kTerm) {
        if (TermCode::of(base.code).kind == TermCode::Kind::kAnswer)
          continue;
        a = base.a;
        given.code = base.code;
        given.bits = base.bits;
        given.offset_a = a.offset;
        if (is_number(base.b)) {
          given.number = base.b.offset;
        } else if (can_be_given(base.b) || bases_.is_address(base.b.base)) {
          given.b = bases_[base.b.base].path;
          given.offset_b = base.b.offset;
          if (bases_.is(base.b.base, Base::Kind::kSlot))
            continue;
        } else {
          continue;
        }
      }
      if (!can_be_given(a))
        continue;
      given.a = bases_[a.base].path;
      given.is_pointer = bases_.info(a.base).is_pointer;
      given.bytes = bases_.info(a.base).bytes;
      out_.given.push_back(given);
    }
  }

  struct Found {
    BaseId base;
    AccessPath name;
  };
  const Interpreter &interpreter_;
  const Bases &bases_;
  const State &state_;
  Case out_;
  std::vector<Found> found_;
};

void Interpreter::suspect(const Suspect &suspect, const State &state) {
  suspects_.insert(suspect);
  if (is_following_)
    shown_in_ = state;
}

void Interpreter::suspect_lost(const State &state, std::optional<Value> result,
                               ValueId at) {
  bool is_quiet = std::ranges::none_of(*state.objects, [](const auto &entry) {
    return entry.second != Fate::kFreed && entry.second != Fate::kGone;
  });
  if (is_quiet)
    return;
  std::vector<Value> roots;
  if (result)
    roots.push_back(*result);
  BaseSet held = reachable(state, roots,
                           is_main_ ? Hands::kCallerAndLocals : Hands::kCaller);
  BaseSet outside = held;
  if (is_main_ && setting_.question.at_exit)
    outside = reachable(state, roots, Hands::kCaller);
  for (const auto &[object, fate] : *state.objects) {
    bool may_be_live = fate == Fate::kLive || fate == Fate::kPerhaps;
    if (fate == Fate::kLost || (may_be_live && !contains(held, object)))
      suspect({Suspect::Kind::kLeak, object, at, false}, state);
    else if (may_be_live && !contains(outside, object))
      suspect({Suspect::Kind::kLeak, object, at, true}, state);
  }
}

// With --at-exit, what only locals hold is told.
void Interpreter::end_process(const State &state, ValueId at) {
  if (!setting_.question.at_exit)
    return;
  BaseSet held = reachable(state, {}, Hands::kCaller);
  for (const auto &[object, fate] : *state.objects)
    if (fate == Fate::kLost || (fate == Fate::kLive && !contains(held, object)))
      suspect({Suspect::Kind::kLeak, object, at, true}, state);
}

void Interpreter::leave(const State &state, std::optional<Value> result,
                        bool throws, ValueId at) {
  constexpr std::size_t kMaxLeavings = 16; // before they are merged
  suspect_lost(state, result, at);
  if (is_following_)
    return;
  cases_.push_back(CaseMaker(*this, state).make(result, throws));
  if (cases_.size() >= kMaxLeavings)
    cases_ = merged(std::move(cases_), ProcedureSummary::kMaxCases);
}

} // namespace wt::absint
