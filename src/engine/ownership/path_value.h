// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of a value on one path?
//
// A number; the object in question; the address of a local, a global or
// a function; a comparison; or a symbol: something that is only known by the
// tests it passed.  Equal terms make equal symbols, so `flags & 4` tested twice
// is one test.

#pragma once

#include "engine/ownership/bases.h"
#include "engine/ownership/path_sharing.h"
#include "engine/ownership/process.h"
#include "number/order.h"
#include "summary/number_class.h"
#include "support/flat_map.h"

#include <tuple>

namespace wt::ownership {

struct PathValue {
  enum class Kind : std::uint8_t {
    kUnknown,  // not computed on this path
    kNumber,   // id: the number
    kObject,   // the object in question; offset into it
    kSlot,     // id: ValueId of the slot; offset
    kGlobal,   // id; offset
    kFunction, // id
    kSymbol,   // id; offset
    kTest      // symbol `id` predicate `offset`; code: the predicate
  };
  Kind kind = Kind::kUnknown;
  std::uint8_t code = 0;
  std::int64_t id = 0;
  std::int64_t offset = 0;

  auto operator<=>(const PathValue &) const = default;
  bool is(Kind wanted) const { return kind == wanted; }
  bool is_address() const { // of something that exists
    return is(Kind::kObject) || is(Kind::kSlot) || is(Kind::kGlobal) ||
           is(Kind::kFunction);
  }
  static PathValue number(std::int64_t n) { return {Kind::kNumber, 0, n, 0}; }
};

// The state of one path: values, memory, tests passed.
class PathState {
public:
  PathState() = default;
  explicit PathState(std::size_t values) : values_(values) {}

  const PathValue &operator[](ir::ValueId v) const { return values_[v.value]; }
  void set(ir::ValueId v, const PathValue &value);
  // Values that are the object, or point into it.
  const FlatMap<ir::ValueId, bool> &holders() const { return *holders_; }
  // Cells by address; what is not there was not looked at.
  const FlatMap<PathValue, PathValue> &memory() const { return *memory_; }
  void put(const PathValue &address, const PathValue &value) {
    memory_.edit().insert_or_assign(address, value);
  }

  // Is it memory that only this function knows?
  bool is_local(const PathValue &address) const {
    return address.is(PathValue::Kind::kSlot) ||
           address.is(PathValue::Kind::kObject) ||
           (address.is(PathValue::Kind::kSymbol) &&
            is_unknown_to_others(address.id));
  }

  PathValue symbol(infer::NumberClass is = infer::NumberClass::any());
  PathValue make(); // the address of a new object
  // What nobody writes in the new object is zero.
  void set_zeroed(const PathValue &object);
  // The symbols so far are the parameters.  `records`: what each of them points
  // to, if nothing else of these is part of it; else invalid.
  void end_parameters(std::vector<ir::TypeId> records) {
    parameters_ = static_cast<std::int64_t>(symbols_.size());
    parameter_records_.edit() = std::move(records);
  }
  // Whose globals change when.
  void set_globals(const Process &process, ProcedureId procedure) {
    process_ = &process;
    procedure_ = procedure;
  }
  // What the symbol points to is changed by nobody who is not given it.
  void set_private(const PathValue &value);
  infer::NumberClass class_of(const PathValue &value) const;
  // False: it cannot be.
  bool restrict(const PathValue &value, const infer::NumberClass &to);

  // It is read or written through: it is not null, but nobody tested it.
  void use_as_address(const PathValue &value);

  // `a op b`, the same symbol each time.
  PathValue combine(ir::Op op, std::uint8_t code, PathValue a, PathValue b);
  PathValue compare(ir::Predicate predicate, PathValue a, PathValue b);
  // Takes the branch; false: it cannot be taken.
  bool assume(const PathValue &condition, bool holds);

  // The cell now holds the value; cells that may be the same are forgotten.
  // What those held is returned.
  std::vector<PathValue> write(const PathValue &address,
                               const PathValue &value);
  // So many bytes behind the address, outside, may have changed; as above.
  std::vector<PathValue> forget_at(const PathValue &address,
                                   std::int64_t bytes);
  PathValue read(const PathValue &address);
  // Everything but locals may have changed.
  void forget_outside();
  // Others may know what the value leads to from now on.
  void give_away(const PathValue &value);
  // What a callee found that was given nothing of what only this function
  // knows: it is no object that others do not know.
  void note_from_strangers(const PathValue &value);
  // Does it lead to an object that nobody else knows?
  bool leads_to_own(const PathValue &value) const;
  // Every cell of the object that the address leads to.
  void forget_object(const PathValue &address);
  // What lies in one object lies at the same places of another now.
  void move_cells(const PathValue &from, const PathValue &to);
  template <class P> void forget_if(const P &is_forgotten) {
    memory_.edit().erase_if(
        [&](const auto &cell) { return is_forgotten(cell.first); });
  }
  // The same of what is reachable from there, by the cells that are known.
  void forget_reachable(const PathValue &address);
  // Addresses of elements of an array, as far as the path computed them.
  std::vector<PathValue> elements_of(const PathValue &array) const;

  // Did the path pass several tests of one value through different arithmetic,
  // which nobody has compared with each other?
  bool is_doubtful() const { return is_doubtful_; }
  void doubt() { is_doubtful_ = true; }
  // A number that came together with the object, and nobody knows which: a path
  // on which it is shown to be one of `without` may have no object.
  void note_companion(const PathValue &value,
                      const infer::NumberClass &without);
  // A number that lies beside the object: so is what it is compared with.
  void note_neighbour(const PathValue &value);

  // What tells two states at one place apart, for who has seen one of them.
  void add_values_to(StateHash &hash,
                     std::span<const ir::ValueId> tested) const;
  void add_memory_to(StateHash &hash) const;

private:
  void add_to(StateHash &hash, const PathValue &value) const;
  bool is_unknown_to_others(std::int64_t symbol) const {
    auto found = made_->find(symbol);
    return found != made_->end() && found->second;
  }
  // Between these, signed.
  struct Range {
    std::int64_t low = INT64_MIN, high = INT64_MAX;
  };
  // False: nothing is left.
  static bool narrow(Range &range, ir::Predicate predicate, std::int64_t n);
  // What tests have shown of a symbol.
  struct Known {
    infer::NumberClass is = infer::NumberClass::any();
    Range range;
  };
  const Known &known(std::int64_t symbol) const {
    return symbols_[static_cast<std::size_t>(symbol)];
  }
  Known &edit(std::int64_t symbol) {
    return symbols_.edit(static_cast<std::size_t>(symbol));
  }
  // Of `symbol predicate n`; nullopt: it may be or not.
  Order order_of(const PathValue &a, const PathValue &b) const;
  std::optional<bool> truth(std::int64_t symbol, ir::Predicate predicate,
                            std::int64_t n) const;

  // A symbol of which tests have left one number is that number.
  PathValue simplified(const PathValue &value) const;
  // What is known of a product is known of the factor: `n * 8` is zero or
  // negative where n is.
  bool restrict_factor(std::int64_t symbol, const infer::NumberClass &to);
  // `flags & 3` is not zero, so `flags & 1` and `flags & 2` are not both.
  bool are_bits_possible(std::int64_t symbol) const;
  // Is one of them the address of an object that was made on this path, and the
  // other one was there already, came from somebody who does not know the
  // object, or is another such object?
  bool are_different_objects(const PathValue &a, const PathValue &b) const;
  // Do they point to records of different types?
  bool are_parameters_apart(const PathValue &a, const PathValue &b) const;
  // A cell that nobody has written, of an object that was all zero.
  bool is_zero_at_first(const PathValue &cell) const;
  // May writing there change the cell?
  bool may_change(const PathValue &address, std::int64_t bytes,
                  const PathValue &cell) const;
  bool is_settled(const PathValue &cell) const; // Process::is_settled
  bool is_only_named(const PathValue &cell) const;
  PathValue without_other_bits(PathValue a, std::int64_t mask) const;
  std::int64_t bits_set(const PathValue &a) const; // for certain
  // `~flags & 6`: these bits of flags, inverted.
  struct Inverted {
    PathValue of;
    std::int64_t bits = 0;
  };
  std::optional<Inverted> inverted_bits(const PathValue &value) const;
  void note_test(std::int64_t symbol);

  // Comparisons of sums with numbers: path_sums.cpp.
  void note_sum(std::int64_t symbol, ir::Predicate predicate,
                const PathValue &a, const PathValue &b);
  // Is the symbol the leaf, or such a comparison of it?
  bool is_sum_of(std::int64_t symbol, std::int64_t leaf) const;
  // Is there a number for which all these came out as they did?
  bool are_sums_possible(std::int64_t symbol) const;

  // Of symbols that were computed: from which others.
  struct Origin {
    std::vector<std::int64_t> leaves;
    bool is_arithmetic = false;
    std::int64_t factor = -1; // the product of this symbol and some n > 0
    std::int64_t set = -1;    // these bits of this symbol
    std::int64_t bits = 0;
    std::int64_t sum = -1; // `this symbol + offset predicate bound`
    std::int64_t offset = 0, bound = 0;
    ir::Predicate predicate = ir::Predicate::kEq;
  };
  template <class K, class V> using SharedMap = infer::Shared<FlatMap<K, V>>;

  Paged<PathValue> values_;
  SharedMap<ir::ValueId, bool> holders_;
  SharedMap<PathValue, PathValue> memory_;
  // Symbols that are new objects.  True: nobody else knows their cells yet.
  SharedMap<std::int64_t, bool> made_;
  SharedMap<std::int64_t, bool> private_;
  SharedMap<PathValue, bool> zeroed_;            // objects
  SharedMap<std::int64_t, bool> from_strangers_; // symbols
  std::int64_t parameters_ = 0; // how many of the first symbols
  infer::Shared<std::vector<ir::TypeId>> parameter_records_;
  SharedMap<std::int64_t, Origin> origins_;
  SharedMap<std::int64_t, std::int64_t> tested_through_; // leaf to symbol
  SharedMap<std::int64_t, infer::NumberClass> companions_;
  SharedMap<std::int64_t, bool> neighbours_;
  bool is_doubtful_ = false;
  bool has_sums_ = false;            // among the origins
  const Process *process_ = nullptr; // null: nothing is known of globals
  ProcedureId procedure_;
  Paged<Known> symbols_;
  SharedMap<std::tuple<std::int64_t, ir::Predicate, std::int64_t>, bool>
      decided_; // tests as the program wrote them
  SharedMap<std::tuple<ir::Op, std::uint8_t, PathValue, PathValue>, PathValue>
      terms_;
};

} // namespace wt::ownership
