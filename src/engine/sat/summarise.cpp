// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Making a summary by satisfiability questions (Saturn, Section 4.5.2).
//
// Saturn asks two: can the result be anything but null or a new object that
// nobody else holds; and which objects reachable from parameters escape.  Here
// each effect is asked for on all returns first, then for those returns where
// the result passes a test and on no others (`free(p)` just when it returns
// 0), and is told as "perhaps" when neither is true.
//
// What has no access path the caller could follow (an element at an unknown
// index, an object at the end of a long chain) is told as "changes and may
// keep all that the nearest named object holds".

#include "engine/sat/summarise.h"

#include <algorithm>

namespace wt::sat {
namespace {

using Answer = logic::Solver::Answer;
using Kind = Object::Kind;
using model::ResultTest;

constexpr std::size_t kMaxSteps = 4;    // of an access path
constexpr std::size_t kMaxEffects = 48; // of a summary
constexpr std::size_t kMaxCells = 24;   // of one object
constexpr std::size_t kMaxValues = 4;   // of a result
constexpr std::size_t kMaxRelated = 4;  // parameters, to ask about each

const std::pair<ResultTest, ResultTest> kSplits[] = {
    {{ResultTest::Kind::kEquals, 0}, {ResultTest::Kind::kDiffers, 0}},
    {{ResultTest::Kind::kNegative, 0}, {ResultTest::Kind::kNotNegative, 0}},
    {{ResultTest::Kind::kEquals, -1}, {ResultTest::Kind::kDiffers, -1}},
};

class Summariser {
public:
  Summariser(Evaluation &evaluation, bool is_recursive)
      : e_(evaluation), t_(evaluation.table), heap_(evaluation.heap),
        escapes_(evaluation, {.returns = true, .throws = false}),
        out_(std::make_unique<ProcedureSummary>()) {
    out_->parameters = e_.function.param_count;
    frees_in_loops_ = is_recursive;
    for (const auto &[node, object] : heap_.given_away)
      if (e_.graph.forest.innermost[e_.graph.nodes[node].block].valid())
        frees_in_loops_ = true;
  }

  std::unique_ptr<ProcedureSummary> run() {
    for (const Exit &exit : e_.exits)
      if (exit.kind == Exit::Kind::kThrow && !is_impossible(exit.at.guard))
        out_->throws = true;
    bool has_return = std::ranges::any_of(e_.exits, [](const Exit &exit) {
      return exit.kind == Exit::Kind::kReturn;
    });
    if (!has_return) {
      out_->returns = false;
      return std::move(out_);
    }
    if (e_.solver.solve(escapes_.exit()) != Answer::kSatisfiable)
      return nullptr;
    find_result();
    for (std::uint32_t i = 0; i < e_.function.param_count; ++i)
      if (ObjectId object = e_.parameter_object(i);
          object.valid() && !heap_.objects[object].exists.is_yes() &&
          is_impossible(escapes_.exit(), !heap_.objects[object].exists))
        out_->dereferenced.push_back(i);
    for (std::size_t i = 0; i < heap_.objects.size(); ++i) {
      ObjectId object(i);
      if (heap_.objects[object].kind == Kind::kEntry)
        find_fate(object);
      if (heap_.objects[object].is_outside() && !heap_.log(object).empty())
        find_writes(object);
      if (out_->effects.size() > kMaxEffects || heap_.exhausted())
        return nullptr;
    }
    return std::move(out_);
  }

private:
  bool is_impossible(Cond a, Cond b = kYes) {
    return e_.solver.solve(a, b) == Answer::kUnsatisfiable;
  }
  bool is_possible(Cond a, Cond b = kYes) { return !is_impossible(a, b); }

  // The way from a parameter or global to an object.
  std::optional<AccessPath> path_of(ObjectId id) const {
    std::vector<std::int64_t> steps;
    for (;;) {
      const Object &object = heap_.objects[id];
      if (object.kind == Kind::kGlobal) {
        std::ranges::reverse(steps);
        return AccessPath{true, 0, object.global, std::move(steps)};
      }
      if (object.kind != Kind::kEntry || steps.size() > kMaxSteps)
        return std::nullopt;
      if (!object.parent.valid()) {
        std::ranges::reverse(steps);
        return AccessPath{false, object.name, {}, std::move(steps)};
      }
      if (!object.offset.is_known())
        return std::nullopt;
      steps.push_back(object.offset.base);
      id = object.parent;
    }
  }
  // The nearest object on the way to `id` that has a path.
  std::optional<AccessPath> nearest_path(ObjectId id) const {
    while (id.valid()) {
      if (auto path = path_of(id))
        return path;
      id = heap_.objects[id].parent;
    }
    return std::nullopt;
  }
  void add(Effect effect) {
    auto same = [&](const Effect &other) {
      return other.kind == effect.kind && other.path == effect.path &&
             other.offset == effect.offset && other.when == effect.when;
    };
    if (std::ranges::none_of(out_->effects, same))
      out_->effects.push_back(std::move(effect));
  }
  void keep(ObjectId id) {
    if (auto path = path_of(id))
      return add({.kind = Effect::Kind::kKeep, .path = *path});
    if (auto path = nearest_path(id))
      add({.kind = Effect::Kind::kForget, .path = *path, .is_deep = true});
  }

  Cond test(const ResultTest &test) {
    Cond out = kNo;
    for (const Exit &exit : e_.exits)
      if (exit.kind == Exit::Kind::kReturn)
        out =
            t_.either(out, t_.both(exit.at.guard, e_.test(exit.result, test)));
    return out;
  }
  bool has_result() const {
    return std::ranges::any_of(e_.exits, [](const Exit &exit) {
      return exit.kind == Exit::Kind::kReturn &&
             (exit.result.is_pointer || !exit.result.bits.empty());
    });
  }

  void find_result();
  void find_values(const Value &result);
  void find_relations(const Value &result);
  void find_fate(ObjectId id);
  std::optional<Circumstance> when_exactly(Cond exit, Cond happens);
  void find_writes(ObjectId id);
  void find_write(ObjectId id, const AccessPath &path, Offset offset,
                  Shape shape);
  Content content(const Value &value, Cond when, bool is_result, ObjectId cell,
                  Offset offset);
  Content fresh_content(const Value &value, Cond when,
                        const std::vector<Target> &targets, bool is_result,
                        ObjectId cell, Offset offset);
  struct Block { // copied from outside
    std::int64_t to, size;
    ObjectId from;
    std::int64_t offset;
    Cond guard;
  };
  struct Writes {
    std::set<std::tuple<std::int64_t, bool, std::uint32_t>> cells;
    std::vector<Block> blocks;
    bool forgets_numbers = false;
    bool forgets_all = false; // and more than these
  };
  bool collect(ObjectId id, std::size_t log_size, Writes &out, int depth = 0);
  bool collect_copy(const Write &write, Writes &out, int depth);

  Evaluation &e_;
  Conditions &t_;
  Heap &heap_;
  Escapes escapes_;
  bool frees_in_loops_ = false;
  std::unique_ptr<ProcedureSummary> out_;
};

// A new object that only this place holds, or the value for failure.
Content Summariser::fresh_content(const Value &value, Cond when,
                                  const std::vector<Target> &targets,
                                  bool is_result, ObjectId cell,
                                  Offset offset) {
  Content out;
  Cond is_fresh = kNo;
  for (const Target &target : targets) {
    const Object &object = heap_.objects[target.object];
    if (object.kind != Kind::kFresh)
      continue;
    if (out.family.valid() && out.family != object.family)
      return {};
    out.family = object.family;
    is_fresh = t_.either(is_fresh, target.guard);
    Cond other =
        escapes_.escaped_otherwise(target.object, is_result, cell, offset);
    bool is_first = is_fresh == target.guard;
    if (!target.offset.is_known() ||
        (!is_first && out.offset != target.offset.base) ||
        is_possible(when, t_.both(target.guard, other)))
      return {};
    out.offset = target.offset.base;
  }
  if (!out.family.valid())
    return {};
  std::int64_t failure = e_.setting.facts.models.family(out.family).no_object;
  Cond failed = value.is_pointer
                    ? heap_.equal(value, pointer_to(kAddresses, {failure, 0}))
                    : heap_.equal(value, integer(failure, value.bits.size()));
  if (is_possible(when, t_.both(!is_fresh, !failed)))
    return {};
  out.kind = Content::Kind::kFresh;
  out.may_fail = is_possible(when, !is_fresh);
  return out;
}

Content Summariser::content(const Value &value, Cond when, bool is_result,
                            ObjectId cell, Offset offset) {
  if (!value.is_pointer && value.bits.empty())
    return {};
  std::vector<Target> targets;
  for (const Target &target : value.targets)
    if (target.object != kAddresses && is_possible(when, target.guard))
      targets.push_back(target);
  bool has_fresh = std::ranges::any_of(targets, [&](const Target &target) {
    return heap_.objects[target.object].kind == Kind::kFresh;
  });
  if (has_fresh)
    return fresh_content(value, when, targets, is_result, cell, offset);
  if (targets.empty()) { // a number, if always the same
    if (auto number = constant_of(value))
      return {.kind = Content::Kind::kNumber, .number = *number};
    if (e_.solver.solve(when) != Answer::kSatisfiable)
      return {};
    std::int64_t number = 0;
    if (!value.is_pointer)
      number =
          logic::sign_extended(e_.solver.number(value.bits), value.bits.size());
    Value expected =
        value.is_pointer ? null_pointer() : integer(number, value.bits.size());
    if (is_impossible(when, !heap_.equal(value, expected)))
      return {.kind = Content::Kind::kNumber, .number = number};
    return {};
  }
  // One object that the caller can name.
  if (!value.is_pointer || targets.size() != 1 || !targets[0].offset.is_known())
    return {};
  auto path = path_of(targets[0].object);
  if (!path || heap_.objects[targets[0].object].kind != Kind::kEntry)
    return {};
  Content out{.kind = Content::Kind::kObject, .object = *path};
  out.offset = targets[0].offset.base;
  Cond exists = heap_.objects[targets[0].object].exists;
  out.may_fail = is_possible(when, t_.both(exists, !targets[0].guard));
  return out;
}

void Summariser::find_result() {
  if (!has_result())
    return;
  std::vector<std::pair<Cond, Value>> choices;
  for (const Exit &exit : e_.exits)
    if (exit.kind == Exit::Kind::kReturn)
      choices.push_back({exit.at.guard, exit.result});
  Value result = heap_.merged(choices, choices[0].second.shape());
  out_->result = content(result, escapes_.exit(), true, {}, {});
  if (out_->result.kind == Content::Kind::kUnknown) {
    find_values(result);
    find_relations(result);
  }
  // What else the result may be was handed to the caller, which does not
  // know it by this name: it counts as kept.
  if (out_->result.kind == Content::Kind::kUnknown)
    for (const Target &target : result.targets)
      if (heap_.objects[target.object].kind == Kind::kEntry &&
          is_possible(escapes_.exit(), target.guard))
        keep(target.object);
}

// Which numbers can it be?
void Summariser::find_values(const Value &result) {
  Cond exit = escapes_.exit();
  if (result.is_pointer) {
    out_->never_zero = is_impossible(exit, null_guard(t_, result));
    return;
  }
  std::vector<Cond> parts{exit};
  std::vector<std::int64_t> values;
  while (values.size() <= kMaxValues) {
    Answer answer = e_.solver.solve(parts);
    if (answer == Answer::kUnsatisfiable) {
      std::ranges::sort(values);
      out_->values = std::move(values);
      return;
    }
    if (answer == Answer::kUnknown)
      return;
    std::uint64_t number = e_.solver.number(result.bits);
    values.push_back(logic::sign_extended(number, result.bits.size()));
    parts.push_back(!heap_.equal(result, integer(number, result.bits.size())));
  }
  out_->never_negative = is_impossible(exit, result.bits.back());
  Value zero = integer(0, result.bits.size());
  out_->never_zero = is_impossible(exit, heap_.equal(result, zero));
}

// `if (!p) return -1;`: what does the result say about a parameter?
void Summariser::find_relations(const Value &result) {
  if (e_.function.param_count > kMaxRelated)
    return;
  Cond exit = escapes_.exit();
  for (std::uint32_t i = 0; i < e_.function.param_count; ++i) {
    const Value parameter = e_.value(NodeId(0), ir::ValueId(i));
    Cond is_zero = heap_.equal(parameter, integer(0, parameter.shape().width));
    for (bool zero : {true, false}) {
      Cond given = t_.both(exit, zero ? is_zero : !is_zero);
      if (is_impossible(given))
        continue;
      for (const auto &[one, other] : kSplits)
        for (const ResultTest &then : {one, other}) {
          Cond holds = e_.test(result, then);
          if (is_impossible(given, !holds) && is_possible(exit, !holds))
            out_->relations.push_back({{i, zero}, then});
        }
    }
  }
}

// Is an object that existed before the call freed or kept?
void Summariser::find_fate(ObjectId id) {
  const Object object = heap_.objects[id];
  Cond exit = escapes_.exit();
  for (ObjectId up = id; up.valid(); up = heap_.objects[up].parent)
    exit = t_.both(exit, heap_.objects[up].exists);
  Cond kept = t_.either(object.escaped, escapes_.held_by_new(id));
  std::optional<AccessPath> path = path_of(id);
  if (is_possible(exit, kept)) {
    std::optional<Circumstance> when = when_exactly(exit, kept);
    if (path && when)
      add({.kind = Effect::Kind::kKeep, .path = *path, .when = *when});
    else
      keep(id);
  }
  if (object.freed.is_no() || is_impossible(exit, object.freed))
    return;
  std::optional<Circumstance> when = when_exactly(exit, object.freed);
  if (!path || !when)
    return keep(id);
  Effect effect{.kind = Effect::Kind::kFree, .path = *path, .when = *when};
  effect.is_deep = frees_in_loops_;
  effect.family = object.frees[0].family;
  for (const FreeEvent &event : object.frees)
    if (event.family != effect.family)
      effect.family = {};
  add(std::move(effect));
}

// The test on the result or on a parameter that holds just when `happens`
// does.
std::optional<Circumstance> Summariser::when_exactly(Cond exit, Cond happens) {
  if (is_impossible(exit, !happens))
    return Circumstance{};
  auto is_exact = [&](Cond holds) {
    return is_impossible(t_.both(exit, holds), !happens) &&
           is_impossible(t_.both(exit, !holds), happens);
  };
  if (has_result())
    for (const auto &[one, other] : kSplits)
      for (const ResultTest &when : {one, other})
        if (is_exact(test(when)))
          return Circumstance{when, {}};
  for (std::uint32_t i = 0; i < e_.function.param_count; ++i) {
    const Value parameter = e_.value(NodeId(0), ir::ValueId(i));
    Cond is_zero = heap_.equal(parameter, integer(0, parameter.shape().width));
    for (bool zero : {true, false})
      if (is_exact(zero ? is_zero : !is_zero))
        return Circumstance{{}, ParameterTest{i, zero}};
  }
  return std::nullopt;
}

// The cells that writes to an object touch, and the blocks that are copied
// into it from outside; false: not all are known.
bool Summariser::collect(ObjectId id, std::size_t log_size, Writes &out,
                         int depth) {
  if (depth > 4)
    return false;
  std::size_t count = std::min(log_size, heap_.log(id).size());
  for (std::size_t i = 0; i < count; ++i) {
    const Write write = heap_.log(id)[i];
    switch (write.kind) {
    case Write::Kind::kValue:
      if (!write.offset.is_known()) {
        out.forgets_all = true;
        break;
      }
      out.cells.insert({write.offset.base, write.value.is_pointer,
                        write.value.shape().width});
      break;
    case Write::Kind::kForgetNumbers:
      out.forgets_numbers = true;
      break;
    case Write::Kind::kCopy:
      if (!collect_copy(write, out, depth))
        out.forgets_all = true;
      break;
    default:
      out.forgets_all = true;
    }
  }
  return out.cells.size() <= kMaxCells;
}

bool Summariser::collect_copy(const Write &write, Writes &out, int depth) {
  Writes inner;
  if (!write.offset.is_known() || !write.from_offset.is_known() ||
      write.size < 0 || !collect(write.from, write.from_size, inner, depth + 1))
    return false;
  std::int64_t shift = write.offset.base - write.from_offset.base;
  std::int64_t first = write.from_offset.base, last = first + write.size;
  for (const auto &[offset, is_pointer, width] : inner.cells)
    if (offset + width / 8 > first && offset < last)
      out.cells.insert({offset + shift, is_pointer, width});
  out.forgets_numbers |= inner.forgets_numbers;
  out.forgets_all |= inner.forgets_all;
  if (heap_.objects[write.from].is_outside())
    out.blocks.push_back(
        {write.offset.base, write.size, write.from, first, write.at.guard});
  for (Block block : inner.blocks) { // cut to what is copied on
    std::int64_t from = std::max(block.to, first);
    std::int64_t end = std::min(block.to + block.size, last);
    if (from >= end)
      continue;
    block.offset += from - block.to;
    block.to = from + shift;
    block.size = end - from;
    block.guard = t_.both(block.guard, write.at.guard);
    out.blocks.push_back(block);
  }
  return true;
}

void Summariser::find_writes(ObjectId id) {
  auto path = path_of(id);
  Writes writes;
  bool are_known = collect(id, SIZE_MAX, writes);
  if (!are_known)
    writes.cells.clear();
  are_known &= !writes.forgets_all;
  Cond exit = escapes_.exit();
  for (ObjectId up = id; up.valid(); up = heap_.objects[up].parent)
    exit = t_.both(exit, heap_.objects[up].exists);
  for (const Block &block : writes.blocks) {
    auto from = path_of(block.from);
    bool is_sure = path && from && is_impossible(exit, !block.guard);
    if (is_sure && are_known) {
      Effect effect{.kind = Effect::Kind::kCopy, .path = *path};
      effect.offset = block.to;
      effect.size = block.size;
      effect.then = {.kind = Content::Kind::kObject, .object = *from};
      effect.then.offset = block.offset;
      out_->effects.push_back(std::move(effect));
      continue;
    }
    are_known = false;
    keep(block.from);
  }
  if (!path || !are_known) {
    // Whatever was put in there is held by memory the caller cannot name.
    for (const Held &held : heap_.held(id))
      if (heap_.objects[held.target.object].kind == Kind::kEntry)
        keep(held.target.object);
    if (auto nearest = nearest_path(id))
      add({.kind = Effect::Kind::kForget, .path = *nearest, .is_deep = true});
  }
  if (!path)
    return;
  for (const auto &[offset, is_pointer, width] : writes.cells)
    find_write(id, *path, {offset, 0}, {is_pointer, width});
  if (are_known && writes.forgets_numbers)
    add({.kind = Effect::Kind::kForget, .path = *path});
}

void Summariser::find_write(ObjectId id, const AccessPath &path, Offset offset,
                            Shape shape) {
  std::vector<std::pair<Cond, Value>> choices;
  for (const Exit &exit : e_.exits)
    if (exit.kind == Exit::Kind::kReturn)
      choices.push_back(
          {exit.at.guard, heap_.load(id, offset, shape, exit.at)});
  Value after = heap_.merged(choices, shape);
  Value before = heap_.load(id, offset, shape, e_.exits[0].at, 0);
  Cond exit = escapes_.exit();
  auto content_when = [&](Cond when) {
    if (is_impossible(when, !heap_.equal(after, before)))
      return Content{.kind = Content::Kind::kSame};
    return content(after, when, false, id, offset);
  };
  Effect effect{.kind = Effect::Kind::kWrite, .path = path};
  effect.offset = offset.base;
  effect.shape = shape;
  effect.then = content_when(exit);
  if (effect.then.kind == Content::Kind::kSame)
    return;
  if (effect.then.kind == Content::Kind::kUnknown && has_result())
    for (const auto &[one, other] : kSplits) {
      Cond holds = test(one);
      Cond met = t_.both(exit, holds), not_met = t_.both(exit, !holds);
      if (is_impossible(met) || is_impossible(not_met))
        continue;
      Content then = content_when(met), otherwise = content_when(not_met);
      if (then.kind == Content::Kind::kUnknown &&
          otherwise.kind == Content::Kind::kUnknown)
        continue;
      bool is_better = then.kind == Content::Kind::kFresh ||
                       otherwise.kind == Content::Kind::kFresh ||
                       effect.when.result.kind == ResultTest::Kind::kAlways;
      if (!is_better)
        continue;
      effect.when.result = one;
      effect.then = then;
      effect.otherwise = otherwise;
      if (then.kind != Content::Kind::kUnknown &&
          otherwise.kind != Content::Kind::kUnknown)
        break;
    }
  bool is_vague = effect.then.kind == Content::Kind::kUnknown ||
                  (effect.when.result.kind != ResultTest::Kind::kAlways &&
                   effect.otherwise.kind == Content::Kind::kUnknown);
  if (is_vague)
    for (const Target &target : after.targets)
      if (heap_.objects[target.object].kind == Kind::kEntry)
        keep(target.object);
  // New objects that a global holds are no concern of the caller.
  if (path.is_global)
    for (Content *content : {&effect.then, &effect.otherwise})
      if (content->kind == Content::Kind::kFresh)
        *content = {};
  add(std::move(effect));
}

} // namespace

std::unique_ptr<ProcedureSummary> summarise(Evaluation &evaluation,
                                            bool is_recursive) {
  return Summariser(evaluation, is_recursive).run();
}

} // namespace wt::sat
