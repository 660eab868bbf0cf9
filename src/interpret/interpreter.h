// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How does a body become a summary, and what does it lose?
//
// The body is interpreted over abstract states (state.h) until nothing changes
// (Jung and Yi, Section 4).  A few states are kept at each point.  Those in
// which the same objects are allocated and the same happened to the caller's
// objects are joined; so paths stay apart where it matters, and `if (n)
// free(p)` is not "freed" but two states.  Every exit gives a case of the
// summary and says which objects cannot be reached any more.
//
//   interpreter.cpp  the fixpoint
//   join.cpp         which states are joined, and how
//   events.cpp       what happened to the caller's objects
//   transfer.cpp     instructions
//   prune.cpp        what a branch shows
//   memory.cpp       cells; free, keep, reach
//   instantiate.cpp  summaries of callees at a call (with doubts.h)
//   exits.cpp        what is visible to the caller, what is lost
//   follow.cpp       one path that shows it
//
// Tested by tests/unit/engine/absint_*.cpp.

#pragma once

#include "interpret/body_nodes.h"
#include "interpret/doubts.h"
#include "interpret/limits.h"
#include "interpret/questioned.h"
#include "interpret/summary.h"
#include "memory/state.h"
#include "program/passed_bits.h"
#include "support/budget.h"

#include <functional>
#include <map>
#include <set>
#include <unordered_map>

namespace wt::absint {

using infer::NodeId;

// What is known of the world around a body.
struct Setting {
  const Facts &facts;
  const Question &question;
  const Limits &limits;
  const PassedBits &passed; // by all callers
  // Of a procedure below; null: nothing is known.
  std::function<const ProcedureSummary *(ProcedureId)> summary;
};

// Something wrong that a state shows.
struct Suspect {
  enum class Kind : std::uint8_t { kLeak, kDoubleFree, kMismatchedFree };
  Kind kind = Kind::kLeak;
  BaseId object;
  ir::ValueId at; // the exit that loses it, or the second free
  bool is_at_exit = false;

  auto operator<=>(const Suspect &) const = default;
};

class Interpreter {
public:
  Interpreter(const Setting &setting, ProcedureId procedure, Budget &budget,
              std::size_t max_states);

  // False: the budget ran out.  Then cases() and suspects() mean nothing.
  bool run();
  std::vector<Case> cases() const;
  const std::set<Suspect> &suspects() const { return suspects_; }
  const Bases &bases() const { return bases_; }
  std::uint64_t states() const { return states_; }

  // One path at a time, without joins, from the entry: does one show the
  // suspect?
  struct Path {
    std::vector<ir::BlockId> blocks; // empty: none does
    bool is_complete = false;        // all with few rounds of loops were tried
    ir::ValueId lost_at;             // kLeak: where the last reference went
  };
  Path find_path(const Suspect &suspect, Budget &budget);

private:
  static constexpr std::size_t kMaxFacts = 200;
  static constexpr std::size_t kMaxForgotten = 128; // bytes, one by one
  static constexpr std::size_t kMaxCopied = 256;    // bytes of a record
  static constexpr std::uint32_t kWideningDelay = 3;
  static constexpr int kDescents = 2; // after the fixpoint, at most

  struct Disjunct {
    State state;
    bool is_pending = true;
  };

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

  // The fixpoint (interpreter.cpp).
  State at_entry();
  bool ascend();
  bool descend();
  void run_from(NodeId node, State state);
  void run_node(NodeId node, State state);
  void run_call(ir::ValueId v, NodeId node, State &state);
  void go_on_after(ir::ValueId v, NodeId node, After after, bool is_one_way);
  void go(ir::BlockId from, ir::BlockId to, State state);
  void go_on(NodeId to, State state, bool is_one_way); // in the same block
  void arrive(NodeId node, State state);
  void drop_dead_facts(State &state) const;
  void age_choices(NodeId node, State &state);
  bool absorb(Disjunct &into, const State &state, NodeId at);
  bool is_in_loop() const {
    return is_following_ || nodes_[here_].is_in_loop();
  }

  // Joins (join.cpp).
  bool is_nothing(BaseId base, const State &state) const;
  bool are_opposite(const State &a, const State &b) const;
  bool has_other_nulls(const State &a, const State &b) const;
  bool have_other_results(const State &a, const State &b) const;
  bool same_property(const State &a, const State &b) const;
  std::size_t distance(const State &a, const State &b) const;
  State joined(const State &a, const State &b, NodeId at, bool &grew);
  Value joined(const Value &a, const Value &b, const State &in_a,
               const State &in_b, std::uint64_t key, NodeId at, State &out,
               bool &grew);
  void keep_surplus(const Value &value, const Numbers &is, BaseId choice,
                    State &state);
  BaseId choice_of(const Value &a, const Value &b, const State &in_b,
                   std::uint64_t key, NodeId at);
  void join_cells(const State &a, const State &b, NodeId at, State &out,
                  bool &grew);
  void join_facts(const State &a, const State &b, NodeId at, State &out);
  void join_objects(const State &a, const State &b, State &out);
  std::optional<Value> absent(const State &state, const Cell &cell);
  bool is_zero_at_first(BaseId base, const State &state) const;
  bool is_widened_at(NodeId node) const;
  std::uint64_t key_of(const Cell &cell);

  // What happened to the caller's objects (events.cpp).
  void note(State &state, Event::Kind kind, BaseId base, model::FamilyId family,
            bool is_certain, std::int64_t offset = 0);
  void note_perhaps(State &state, Event::Kind kind, BaseId base);
  void note_found(State &state, Event::Kind kind, BaseId found);
  bool is_told(const State &state, Event::Kind kind, BaseId base) const;
  bool did_all_of(const State &a, const State &b) const;
  void join_events(const State &a, const State &b, State &out);

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
  bool is_bounded_here(BaseId base, const Numbers &before,
                       const Numbers &after) const;
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
  void blur(State &state, BaseId base);
  void forget(const Value &place, std::uint64_t size, State &state,
              ir::ValueId at);
  std::uint64_t extent_of(ir::ValueId address) const;
  void keep(const Value &value, State &state, bool is_certain);
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

  // Exits (exits.cpp).
  void leave(const State &state, std::optional<Value> result, bool throws,
             ir::ValueId at);
  void end_process(const State &state, ir::ValueId at);
  void suspect_lost(const State &state, std::optional<Value> result,
                    ir::ValueId at);
  friend class CaseMaker;
  friend class PathFinder;

  const Setting &setting_;
  ProcedureId procedure_;
  const ir::Unit &unit_;
  const ir::Function &function_;
  Budget *budget_;
  std::size_t max_states_;
  bool is_main_;

  Bases bases_;
  mutable Marks marks_;
  std::vector<bool> is_questioned_, is_looked_at_; // by number of the value
  bool is_descending_ = false;                     // joins are not widened
  bool is_lossy_ = false;     // a test bounds what widening let go
  bool is_branching_ = false; // a test of the program is being looked at
  infer::BodyNodes nodes_;
  IdMap<NodeId, std::vector<Disjunct>> disjuncts_;
  IdMap<NodeId, std::uint32_t> visits_;
  IdMap<ir::BlockId, std::uint32_t> ways_in_; // edges
  NodeId here_;                               // being run
  std::set<NodeId> worklist_;
  std::map<Cell, std::uint64_t> cell_numbers_;
  struct Pair { // of values that met
    NodeId at;
    Value a, b;
    bool operator==(const Pair &) const = default;
  };
  struct PairHash {
    std::size_t operator()(const Pair &pair) const;
  };
  std::unordered_map<Pair, BaseId, PairHash> pairs_; // never listed
  // In the join at hand: what became a choice.
  std::vector<std::pair<Value, Value>> met_;
  std::vector<Case> cases_;
  std::set<Suspect> suspects_;
  std::uint64_t states_ = 0;

  // States that are run as they are, without a join: where there is one way
  // in, and on single paths (follow.cpp).
  struct Departure {
    NodeId to;
    State state;
  };
  std::vector<Departure> departures_;
  bool is_following_ = false; // one path: where control goes is told, not run
  State shown_in_;            // the last state in which something was suspected
  void suspect(const Suspect &suspect, const State &state);

  // Values computed in the node at hand; those of leaves stay.
  static constexpr std::uint32_t kEver = UINT32_MAX;
  IdMap<ir::ValueId, Value> computed_;
  IdMap<ir::ValueId, std::uint32_t> computed_in_; // round_ in which
  std::uint32_t round_ = 0;
};

} // namespace wt::absint
