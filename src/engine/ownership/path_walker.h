// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One path with one object in mind: see path_search.h.  What calls do is in
// path_calls.cpp.

#pragma once

#include "engine/ownership/path_search.h"
#include "summary/behaviour.h"

#include <map>
#include <set>
#include <unordered_set>

namespace wt::ownership {

struct WalkState : PathState {
  enum class Object : std::uint8_t {
    kNotYet, // not acquired on this path
    kOurs,   // acquired, not freed
    kFreed,
    kInContainer // `container` holds it
  };
  // An object may be an element of two containers, one of which only looks at
  // it.
  struct Membership {
    PathValue container;     // kUnknown: none
    std::size_t element = 0; // which of its type arguments
    // Nothing but insertions was done to the container since.
    bool is_sure = true;
    bool is_of(const PathValue &whole) const {
      return !container.is(PathValue::Kind::kUnknown) &&
             whole.kind == container.kind && whole.id == container.id;
    }
  };
  WalkState(std::size_t values, std::size_t blocks)
      : PathState(values), visits(blocks) {}
  Object object = Object::kNotYet;
  ir::ValueId freed_at; // kFreed
  // The field or global that owns the object: where it was found, or where the
  // function put it.  Whether it does no more.
  PathValue home;
  bool is_home_gone = false;
  bool is_at_home() const {
    return object == Object::kOurs && !home.is(PathValue::Kind::kUnknown) &&
           !is_home_gone;
  }
  Membership in; // kInContainer
  // Containers in that one: the first of them holds the object.
  infer::Shared<std::vector<Membership>> inner;
  // Another container that has it, too, or had it when it was freed.
  Membership other;
  bool is_its_container(const PathValue &value) const {
    return object == Object::kInContainer &&
           (in.is_of(value) ||
            std::ranges::any_of(*inner, [&](const Membership &level) {
              return level.is_of(value);
            }));
  }
  PathValue cell; // the element that is the object, if somebody named it
  // Addresses of elements that a container gave out: `m[key]`.  By symbol.
  struct ElementAddress {
    PathValue container;
    std::size_t element = 0;
    PathValue key; // kUnknown: not known
  };
  infer::Shared<FlatMap<std::int64_t, ElementAddress>> addresses;
  const ElementAddress *element_at(const PathValue &address) const {
    auto found = address.is(PathValue::Kind::kSymbol) && address.offset == 0
                     ? addresses->find(address.id)
                     : addresses->end();
    return found == addresses->end() ? nullptr : &found->second;
  }
  // A handle with a number that the program names was closed: the next one of
  // its kind gets that number, and is known by it.
  bool is_number_free = false;
  // Variables of `main` that hold the object: what they hold at its end is not
  // lost.
  infer::Shared<FlatMap<ir::VariableId, bool>> variables;
  // The effects of the models only say that it is kept: who knows no types
  // cannot follow this path.
  bool is_beyond_effects = false;
  Trail<WitnessStep> steps;
  Paged<std::uint8_t> visits; // of blocks
  std::size_t length = 0;
};

// The path without its last step.
AccessPath holder_of(const AccessPath &path);

class PathWalker {
public:
  PathWalker(const SearchSetting &setting, const Subject &subject,
             Budget &budget);
  PathAnswer run();

private:
  // What comes after an instruction.
  enum class Next : std::uint8_t {
    kOn,   // the next instruction
    kStop, // the path ends here, or is not interesting any more
  };

  void walk(WalkState state, ir::BlockId block);
  void walk_from(WalkState &state, ir::BlockId block, std::size_t index);
  void enter(WalkState state, ir::BlockId from, ir::BlockId to,
             bool is_exceptional);
  // Was another path at this instruction that goes on like this one?
  bool is_seen(const WalkState &state, ir::BlockId block, std::size_t index);
  bool spend(); // false: too many steps

  Next step(WalkState &state, ir::ValueId v);
  Next step_load(WalkState &state, ir::ValueId v);
  Next step_store(WalkState &state, ir::ValueId v);
  void note_neighbours(WalkState &state) const;
  bool is_text(ir::ValueId v) const; // one byte
  std::vector<ir::TypeId> parameter_records() const;
  bool is_inside(ir::TypeId part, ir::TypeId whole) const;
  bool reaches_object(const WalkState &state,
                      std::span<const PathValue> values) const;
  bool is_pointer(ir::TypeId type) const;
  Next step_copy(WalkState &state, ir::ValueId v);
  void step_branch(WalkState &state, ir::BlockId block);
  void step_switch(WalkState &state, ir::BlockId block);
  PathValue value(const WalkState &state, ir::ValueId v) const;
  PathValue computed(WalkState &state, ir::ValueId v);

  // Calls: one state per outcome.
  struct AfterCall {
    WalkState state;
    bool is_exceptional = false;
  };
  std::vector<AfterCall> call(WalkState &state, ir::ValueId v);
  bool is_left_open(const WalkState &state, ir::ValueId v,
                    std::span<const ProcedureId> callees) const;
  void call_unknown(WalkState &state, ir::ValueId v,
                    std::vector<AfterCall> &out);
  void call_known(const WalkState &state, ir::ValueId v, ProcedureId callee,
                  std::vector<AfterCall> &out);
  bool apply(WalkState &state, ir::ValueId v, ProcedureId callee,
             const infer::Outcome &outcome);
  // `before`: the state in which the callee's paths mean something;
  // `unwritten`: that state without the cells that get another value.
  bool apply_effect(WalkState &state, const WalkState &before,
                    const WalkState &unwritten, ir::ValueId v,
                    const infer::Effect &effect);
  bool is_only_modelled(ir::ValueId call) const; // all callees
  bool is_fatal_release(ir::ValueId v, const infer::Effect &effect,
                        const PathValue &at) const;
  // Cells of what the callee calls `path` may have changed.  False: one of them
  // may hold the object.
  bool forget(WalkState &state, const WalkState &before, ir::ValueId v,
              const AccessPath &path) const;
  // Everything that the path of the callee may be here, as far as it was
  // looked at; nullopt: that is not known.
  std::optional<std::vector<PathValue>>
  all_at_path(const WalkState &state, ir::ValueId v,
              const AccessPath &path) const;
  bool is_acquired_at(const WalkState &state, ir::ValueId v) const;
  bool is_hard_to_tell(const infer::Behaviour &behaviour,
                       const infer::Outcome &outcome) const;
  PathValue pure_result(WalkState &state, ir::ValueId v,
                        ProcedureId callee) const;
  bool is_relied_on(const WalkState &state, ir::ValueId v,
                    const infer::Given &given) const;
  bool is_holder_kept(const infer::Outcome &outcome) const;
  bool is_stranger(const WalkState &state, ir::ValueId v) const;
  infer::NumberClass results_without(const WalkState &before, ir::ValueId v,
                                     const infer::Behaviour &behaviour) const;
  void note_companions(WalkState &state, const WalkState &before, ir::ValueId v,
                       const infer::Behaviour &behaviour,
                       const infer::Outcome &outcome,
                       const PathValue &result) const;
  bool is_allowed(WalkState &state, ir::ValueId v,
                  const infer::Outcome &outcome) const;
  // Would callers see whether the object was freed?
  bool is_clear(const WalkState &state, ir::ValueId v,
                const infer::Behaviour &behaviour) const;
  // What a path of the callee is here; kUnknown: not known.
  PathValue at_path(const WalkState &state, ir::ValueId v,
                    const AccessPath &path) const;
  // The same, looked at now if it was not yet.
  PathValue read_path(WalkState &state, ir::ValueId v,
                      const AccessPath &path) const;
  // The cell that the last step of the path reads.
  PathValue cell_at(const WalkState &state, ir::ValueId v,
                    const AccessPath &path) const;
  PathValue entry_value(const WalkState &state, ir::ValueId v,
                        const infer::Term &term) const;
  // Is it the object on some runs only?
  bool is_perhaps_object(const WalkState &state, ir::ValueId v,
                         infer::Term term) const;
  PathValue of_term(WalkState &state, const WalkState &before, ir::ValueId v,
                    const infer::Term &term, const infer::NumberClass &is);
  bool reaches_object(const WalkState &state, const PathValue &value) const;
  std::vector<PathValue> more_cells(const WalkState &state, PathValue cell,
                                    std::int64_t bytes) const;
  std::vector<PathValue> below(const WalkState &state,
                               const PathValue &object) const;
  // Does a path of the callee that stands for many values (elements of an
  // array, everything further on) stand for the object, too?
  bool covers_object(const WalkState &state, ir::ValueId v,
                     const AccessPath &path) const;
  // False: the path ends here.  `how`: for the trace; empty: as usual.
  bool freed(WalkState &state, ir::ValueId at, const char *how = "");

  // Containers.
  bool is_kept(ir::ValueId v, std::size_t argument) const; // by effects
  bool is_pointer_to_pointer(ir::ValueId v) const; // by its declared type
  // Are elements of the container plain pointers, by its declared type?
  bool holds_pointers(ir::ValueId call, const Interface &interface) const;
  // Of the address of a pair: where its second pointer is.
  std::optional<std::int64_t> second_of_pair(ir::ValueId v) const;
  bool is_container_call(const WalkState &state, ir::ValueId v) const;
  PathValue container_result(WalkState &state, ir::ValueId v) const;
  bool call_container(WalkState &state, ir::ValueId v);
  // `m[key]`: the address of an element, the same one for the same key.
  void name_element(WalkState &state, ir::ValueId v,
                    const Interface &interface);
  // Does the function only look at the elements that the call leads to?
  bool only_reads(ir::ValueId call);
  PathValue key_at(const WalkState &state, ir::ValueId v,
                   const Interface &interface) const;
  // The object is stored there, or something over it.
  void store_element(WalkState &state, const PathValue &address,
                     const PathValue &stored) const;
  // May the address be the element that is the object?  Only if nobody knows.
  bool is_perhaps_its_cell(const WalkState &state,
                           const PathValue &address) const;
  bool insert(WalkState &state, ir::ValueId v, const Interface &interface,
              std::size_t argument);
  // The callee puts the object into a container (Subject::filled).
  bool is_filled_at(const WalkState &state, ir::ValueId v,
                    const infer::Outcome &outcome) const;
  bool fill(WalkState &state, ir::ValueId v) const;
  // It comes out with the result.
  bool take_out(WalkState &state, ir::ValueId v) const;
  bool use_container(WalkState &state, ir::ValueId v,
                     const Interface &interface, std::size_t argument);
  bool move_elements(WalkState &state, const PathValue &to) const;
  // The container that holds the object becomes an element of another one.
  bool nest(WalkState &state, ir::ValueId v, const Interface &interface,
            const Interface::Part &given);
  // Where such an element goes; kUnknown: into no container that is followed.
  WalkState::Membership place_of_element(const WalkState &state, ir::ValueId v,
                                         const Interface &interface,
                                         const Interface::Part &given) const;
  // The container that comes back, as a list with another head does; kUnknown:
  // none with such elements.
  PathValue container_returned(const WalkState &state, ir::ValueId v,
                               const Interface &interface,
                               const Interface::Part &element) const;
  struct Callback {
    bool exists = false;
    std::optional<bool> releases = std::nullopt; // elements; not known
    const Interface *by = nullptr;               // who is called with them
    std::size_t parameter = 0;                   // ... as this argument
  };
  Callback callback_at(const WalkState &state, ir::ValueId call,
                       const Interface &interface,
                       const Interface::Part &element) const;
  Callback callback_of_maker(const WalkState &state,
                             const WalkState::Membership &in) const;
  // What becomes of the object when the callback is called with the container
  // that leads to it.
  std::optional<bool> releases_inside(const WalkState &state,
                                      const Callback &callback) const;
  // Does the function use the object itself again?
  bool is_held_after(const WalkState &state, ir::ValueId call) const;
  // May the elements come out in a new object, as those of
  // g_ptr_array_free(a, FALSE) do?
  bool may_hand_out(const WalkState &state, ir::ValueId v) const;
  // Who releases the elements of a container that ends or is cleared.
  Callback released_by(const WalkState &state, ir::ValueId v,
                       const Interface &interface,
                       const WalkState::Membership &in,
                       const Interface::Part &element) const;
  bool release_elements(WalkState &state, ir::ValueId v,
                        const Callback &releaser);
  // The same of the container that has it, too.
  bool release_other(WalkState &state, ir::ValueId v, const Callback &releaser);
  bool freed_with_container(WalkState &state, ir::ValueId v);
  PathValue passed(const WalkState &state, ir::ValueId v,
                   const Interface &interface, std::size_t argument) const;

  // The cell that owns the object gets something else.
  void leave_home(WalkState &state, const PathValue &address,
                  const PathValue &stored) const;
  // False: something may have been written there, nobody knows what.
  bool is_home_known(const WalkState &state) const;
  void found_loss(WalkState &state, ir::ValueId at, const std::string &reason,
                  bool is_exceptional = false);
  bool is_held_in_main(const WalkState &state) const;
  // The process ends while locals hold the object.
  void found_end(const WalkState &state, ir::ValueId at);
  // Without a procedure: none that others could execute.
  Witness witness(const WalkState &state, ir::ValueId last) const;

  const SearchSetting &setting_;
  const Subject &subject_;
  Budget &budget_;
  const ir::Function &function_;
  const ir::Unit &unit_;
  bool is_main_ = false;
  std::uint64_t steps_left_;
  PathAnswer answer_;
  IdMap<ir::BlockId, std::uint8_t> reaches_site_;
  IdMap<ir::BlockId, std::uint32_t> ways_there_; // walked, before the site
  std::unordered_set<std::uint64_t> seen_;       // hashes of states
  std::map<ir::ValueId, bool> only_reads_;
  std::vector<PathValue> objects_; // new ones of the outcome that is applied
};

} // namespace wt::ownership
