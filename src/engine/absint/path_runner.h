// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is there one path that shows a suspect?
//
// A body is run over one abstract memory (state.h), path by path and without
// joins, so every test on the way counts.  What a callee does is a case of its
// behaviour (cases.h).  Where the path leaves the body, what is allocated and
// cannot be reached any more is lost (Jung and Yi, Section 4.2).
//
//   path_runner.cpp  from node to node
//   transfer.cpp     instructions
//   prune.cpp        what a branch shows
//   memory.cpp       cells; free, keep, reach
//   instantiate.cpp  cases of callees at a call (with doubts.h)
//   exits.cpp        what is lost
//   path_search.cpp  which path next
//
// Tested by tests/unit/engine/absint_*.cpp and tests/leak/.

#pragma once

#include "engine/absint/cases.h"
#include "engine/absint/doubts.h"
#include "engine/absint/limits.h"
#include "engine/absint/questioned.h"
#include "engine/absint/state.h"
#include "interpret/body_nodes.h"
#include "program/passed_bits.h"
#include "summary/suspect.h"
#include "support/budget.h"

#include <functional>
#include <map>
#include <set>

namespace wt::absint {

using infer::NodeId;

// What is known of the world around a body.
struct Setting {
  const Facts &facts;
  const Question &question;
  const Limits &limits;
  const PassedBits &passed; // by all callers
  // Of a callee.
  std::function<const ProcedureSummary &(ProcedureId)> summary;
};

// Something wrong that a state shows.
struct ShownSuspect {
  using Kind = infer::Suspect::Kind;
  Kind kind = Kind::kLeak;
  BaseId object;
  ir::ValueId at; // the exit that loses it, or the second free
  bool is_at_exit = false;

  auto operator<=>(const ShownSuspect &) const = default;
};

class PathRunner {
public:
  PathRunner(const Setting &setting, ProcedureId procedure);

  struct Path {
    std::vector<ir::BlockId> blocks; // empty: none does
    bool is_complete = false;        // all with few rounds of loops were tried
    ir::ValueId lost_at;             // kLeak: where the last reference went
  };
  Path find_path(const infer::Suspect &suspect, Budget &budget);

private:
  static constexpr std::size_t kMaxFacts = 200;
  static constexpr std::size_t kMaxForgotten = 128; // bytes, one by one
  static constexpr std::size_t kMaxCopied = 256;    // bytes of a record

  // One way in which a call ends.
  struct Renamed { // an object of an earlier round
    BaseId from, to;
  };
  struct After {
    State state;
    Value result;
    bool throws = false;
    std::vector<Renamed> renamed = {}; // also in what was computed before
  };

  // From node to node (path_runner.cpp).
  State at_entry();
  void run_node(NodeId node, State state);
  void run_call(ir::ValueId v, NodeId node, State &state);
  void go_on_after(ir::ValueId v, NodeId node, After after);
  void go(ir::BlockId from, ir::BlockId to, State state);
  void go_on(NodeId to, State state); // in the same block

  // Instructions (transfer.cpp).  False: the path ends here.
  bool execute(ir::ValueId v, State &state);
  Value leaf(ir::ValueId v);
  Value value(ir::ValueId v, const State &state);
  void define(ir::ValueId v, const Value &value);
  Value opaque(ir::ValueId v, State &state, std::uint64_t variant = 0,
               const AccessPath &found_at = {});
  Value compute(ir::ValueId v, State &state);
  Value binop(ir::ValueId v, State &state);
  Value cast(ir::ValueId v, State &state);
  Value compare(ir::ValueId v, State &state);
  Value select(ir::ValueId v, State &state);
  Value shifted(Value base, const Value &amount, std::int64_t stride) const;
  Value term(TermCode code, const Value &a, const Value &b, unsigned bits,
             ir::ValueId at, State &state);
  void age(State &state, BaseId base); // what it was in earlier rounds
  unsigned bits_of(ir::ValueId v) const;

  // Numbers and tests (prune.cpp).
  Numbers range(const Value &value, const State &state) const;
  Numbers base_range(BaseId base, const State &state) const;
  Numbers term_range(const Base &term, const State &state) const;
  KnownBits passed_bits(BaseId base) const;
  Value simplified(const Value &value, const State &state) const;
  bool assume(const Value &value, const Numbers &is, State &state);
  bool assume_term(const Base &term, const Numbers &is, State &state);
  bool assume_no_bits(const Base &masked, State &state);
  bool assume_accessible(const Value &address, State &state);
  bool assume_compare(ir::Predicate predicate, const Value &a, const Value &b,
                      State &state);
  std::optional<bool> decide(ir::Predicate predicate, const Value &a,
                             const Value &b, const State &state) const;
  bool is_apart(const Value &a, const Value &b, const State &state) const;
  void branch(ir::BlockId block, State state);

  // Memory (memory.cpp).
  struct Access {       // how memory is read
    unsigned bytes = 8; // 0: as it was written
    bool is_pointer = true;
  };
  Access access(ir::TypeId type) const;
  unsigned bytes_of(ir::TypeId type) const;
  Value load(const Value &address, Access access, State &state, ir::ValueId at);
  Value load_one_of(const Value &address, std::span<const Value> parts,
                    Access access, State &state, ir::ValueId at);
  Value one_found(const Value &many, State &state, ir::ValueId at);
  Value load_element(const Value &address, Access access, State &state,
                     ir::ValueId at);
  std::optional<Value> constant_at(const Base &base, std::int64_t offset,
                                   unsigned bytes);
  void store(const Value &address, const Value &value, unsigned bytes,
             State &state);
  void store_weakly(const Cell &cell, const Value &value, unsigned bytes,
                    State &state);
  struct Word { // of a record
    std::int64_t offset;
    Content content;
  };
  std::vector<Word> words_at(const Value &record, std::int64_t length,
                             State &state, ir::ValueId at);
  void keep_content(const Value &object, State &state);
  void move_content(const Value &from, BaseId to, State &state);
  void copy(const Value &to, const Value &from, const Value &length,
            State &state, ir::ValueId at);
  bool is_zero_at_first(BaseId base, const State &state) const;
  std::uint64_t key_of(const Cell &cell);
  void keep_surplus(const Value &value, const Numbers &is, BaseId choice,
                    State &state);
  void blur(State &state, BaseId base);
  void forget(const Value &place, std::uint64_t size, State &state,
              ir::ValueId at);
  std::uint64_t extent_of(ir::ValueId address) const;
  void keep(const Value &value, State &state);
  void expose(const Value &value, State &state); // kept by code unknown to us
  void free(const Value &value, model::FamilyId family, State &state,
            bool is_certain, ir::ValueId at);
  std::vector<Value> below(const Value &object, const State &state);
  // Everything that can be reached from what `is_root` accepts.
  enum class Hands { kCaller, kCallerAndLocals };
  BaseSet reachable(const State &state, std::span<const Value> roots,
                    Hands hands) const;

  // Calls (instantiate.cpp).
  std::vector<After> call(ir::ValueId v, State &state);
  bool is_ruled_out(ir::ValueId call, ProcedureId target, State &state);
  void touch_globals(State &state);
  void keep_left_open(ir::ValueId v, std::span<const ProcedureId> targets,
                      const Value &called, State &state);
  After call_unknown(ir::ValueId v, State state, infer::Arguments spared = {});
  std::optional<Value> answer(ir::ValueId v, ProcedureId target,
                              const State &state);
  void instantiate(ir::ValueId v, ProcedureId target,
                   const ProcedureSummary &summary, const State &state,
                   std::vector<After> &out);
  // Paths of the callee as they were found before the call, each once.
  struct Resolved {
    struct Place {
      AccessPath path;
      bool is_end = true; // of the path that was asked for
      bool is_pointer = false;
      auto operator<=>(const Place &) const = default;
    };
    ir::ValueId call;
    FlatMap<Place, Value> values;
  };
  bool assume_given(const Given &given, State &state, Resolved &known);
  bool is_guess(const Given &given, bool is_written, State &state,
                Resolved &known);
  bool is_unquestioned(const Value &value, const State &state) const;
  After apply(const Case &one, const Doubts &doubts, State state,
              Resolved &known);
  std::vector<Renamed> make_objects(ir::ValueId v, const Case &one,
                                    std::span<const AccessPath> unsure,
                                    State &state);
  BaseId age_object(BaseId object, ir::ValueId at, State &state);
  bool is_held(BaseId object, ir::ValueId at, const State &state);
  Value resolve_root(PathRoot root, ir::ValueId call, const State &state);
  Value resolve(const AccessPath &path, std::size_t length, Access access,
                State &state, Resolved &known);
  Value resolve(const AccessPath &path, State &state, bool is_pointer,
                Resolved &known);
  std::vector<Value> resolve(const Held &held, State &state, Resolved &known);
  Value one_of(const Held &held, std::span<const Value> values, ir::ValueId v,
               std::uint64_t variant, State &state);

  // Ways out (exits.cpp).
  void leave(const State &state, std::optional<Value> result, ir::ValueId at);
  void end_process(const State &state, ir::ValueId at);
  void show(const ShownSuspect &shown, const State &state);
  friend class PathFinder;

  const Setting &setting_;
  ProcedureId procedure_;
  const ir::Unit &unit_;
  const ir::Function &function_;
  Budget *budget_ = nullptr; // of the search at hand
  bool is_main_;

  Bases bases_;
  mutable Marks marks_;
  std::vector<bool> is_questioned_, is_looked_at_; // by number of the value
  bool is_branching_ = false; // a test of the program is being looked at
  infer::BodyNodes nodes_;
  NodeId here_; // being run
  std::map<Cell, std::uint64_t> cell_numbers_;

  // Of the node at hand: where control goes, and what is shown.
  struct Departure {
    NodeId to;
    State state;
  };
  std::vector<Departure> departures_;
  std::set<ShownSuspect> shown_;
  State shown_in_; // the last state in which something was shown

  // Values computed in the node at hand; those of leaves stay.
  static constexpr std::uint32_t kEver = UINT32_MAX;
  IdMap<ir::ValueId, Value> computed_;
  IdMap<ir::ValueId, std::uint32_t> computed_in_; // round_ in which
  std::uint32_t round_ = 0;
};

} // namespace wt::absint
