// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Can this object be lost, freed twice or used too late?
//
// The questions to the solver about one evaluated function (Saturn, Section
// 4.4), each with a three-valued answer: the check of the function's own
// objects and the judge of candidates ask the same ones.  A loss may be asked
// for at one place: an exit, or the instruction at which the last holder lets
// go (`p = 0`, the end of p's scope, the free of the object that holds it).
//
// Tested by tests/unit/engine/.

#pragma once

#include "engine/sat/escape.h"
#include "engine/sat/rounds.h"

namespace wt::sat {

constexpr const char *kInContainer =
    "what becomes of it in a container is not followed";

// An object freed again, used late or given to the wrong releaser at `at`.
struct Misuse {
  FindingKind kind;
  ObjectId object;
  Point at;
  Cond when;
};

class Questions {
public:
  explicit Questions(Evaluation &evaluation);

  // What the function acquires: one site per call, place and kind of object,
  // however many copies of it there are.
  std::vector<Site> sites() const;
  Site site_of(ObjectId object) const;
  std::vector<ObjectId> acquired_at(const Site &site) const;
  // Without `place`: all losing places, as far as the limits allow.
  Verdict can_be_lost(const Site &site, ir::ValueId place = {});

  const std::vector<Misuse> &misuses() const { return misuses_; }
  // One question for many.
  bool can_any_happen(std::span<const Misuse> all);
  Verdict can_happen(const Misuse &misuse);
  bool was_in_container(const Site &site) const;

private:
  bool is_memory(const Site &site) const;
  bool is_of(ObjectId object, const Site &site) const;
  bool may_be_lost_in_container(std::span<const ObjectId> copies);
  bool may_be_lost_unseen(std::span<const ObjectId> copies);
  Cond surely(const Misuse &misuse);
  ir::ValueId freed_before(const Misuse &misuse);
  bool decide(std::span<const Cond> parts);
  void collect_losses(Verdict &verdict, ObjectId object, Cond lost,
                      std::span<const Exit> exits, ir::ValueId place,
                      bool &gave_up);
  Cond is_lost_at(ObjectId object, ir::ValueId place);
  Cond lets_go(ObjectId object, NodeId node, ir::ValueId place);
  Cond is_held(ObjectId object, NodeId node, std::size_t position);
  bool comes_before(const Point &point, NodeId node,
                    std::size_t position) const;
  Cond has_ended(ObjectId holder, const Point &since, NodeId node,
                 std::size_t position);
  void collect_frees(ObjectId object);

  Evaluation &e_;
  bool is_main_;
  bool branches_decided_ = false;
  Rounds rounds_;
  Escapes escapes_;
  std::optional<Escapes> in_rounds_; // there are loops that were cut
  std::optional<Escapes> at_exit_;
  std::optional<Escapes> without_containers_;
  std::vector<std::uint32_t> positions_; // of instructions in their blocks
  std::vector<Misuse> misuses_;
};

} // namespace wt::sat
