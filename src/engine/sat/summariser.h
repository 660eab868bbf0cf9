// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The working class behind summarise.h.  Its methods are in summarise.cpp
// (result, frees, keeps) and summarise_writes.cpp (what is written).

#pragma once

#include "engine/sat/summarise.h"

#include <algorithm>
#include <functional>
#include <set>

namespace wt::sat {

inline constexpr std::size_t kMaxSteps = 4;    // of an access path
inline constexpr std::size_t kMaxEffects = 48; // of a summary
inline constexpr std::size_t kMaxCells = 24;   // of one object
inline constexpr std::size_t kMaxValues = 4;   // of a result
inline constexpr std::size_t kMaxRelated = 4;  // parameters, to ask about each

inline const std::pair<model::ResultTest, model::ResultTest> kSplits[] = {
    {{model::ResultTest::Kind::kEquals, 0},
     {model::ResultTest::Kind::kDiffers, 0}},
    {{model::ResultTest::Kind::kNegative, 0},
     {model::ResultTest::Kind::kNotNegative, 0}},
    {{model::ResultTest::Kind::kEquals, -1},
     {model::ResultTest::Kind::kDiffers, -1}},
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
    logic::Solver::Answer can_return = e_.solver.solve(escapes_.exit());
    if (can_return == logic::Solver::Answer::kUnsatisfiable &&
        e_.graph.cut.empty()) {
      out_->returns = false;
      return std::move(out_);
    }
    if (can_return != logic::Solver::Answer::kSatisfiable)
      return nullptr;
    find_result();
    for (std::uint32_t i = 0; i < e_.function.param_count; ++i)
      if (ObjectId object = e_.parameter_object(i);
          object.valid() && e_.value(NodeId(0), ir::ValueId(i)).is_pointer &&
          !heap_.objects[object].exists.is_yes() &&
          is_impossible(escapes_.exit(), !heap_.objects[object].exists))
        out_->dereferenced.push_back(i);
    for (std::size_t i = 0; i < heap_.objects.size(); ++i) {
      ObjectId object(i);
      if (heap_.objects[object].kind == Object::Kind::kEntry)
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
    return e_.solver.solve(a, b) == logic::Solver::Answer::kUnsatisfiable;
  }
  bool is_possible(Cond a, Cond b = kYes) { return !is_impossible(a, b); }

  // The way from a parameter or global to an object.
  std::optional<AccessPath> path_of(ObjectId id) const {
    std::vector<std::int64_t> steps;
    for (;;) {
      const Object &object = heap_.objects[id];
      if (object.kind == Object::Kind::kGlobal) {
        std::ranges::reverse(steps);
        return AccessPath{true, 0, object.global, std::move(steps)};
      }
      if (object.kind != Object::Kind::kEntry || steps.size() > kMaxSteps)
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

  Cond test(const model::ResultTest &test) {
    Cond out = kNo;
    for (const Exit &exit : e_.exits)
      if (exit.kind == Exit::Kind::kReturn)
        out =
            t_.either(out, t_.both(exit.at.guard, e_.test(exit.result, test)));
    return out;
  }
  // The function returns, and this object of the caller is there.
  Cond exit_with(ObjectId id) {
    Cond out = escapes_.exit();
    for (; id.valid(); id = heap_.objects[id].parent)
      out = t_.both(out, heap_.objects[id].exists);
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
  void split(Effect &effect, Cond exit,
             const std::function<Content(Cond)> &content_when);
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
    std::vector<ObjectId> untold; // copied from, where to is not known
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

} // namespace wt::sat
