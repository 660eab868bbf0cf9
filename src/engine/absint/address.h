// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What can a value be, and what can it point to?
//
// The abstract addresses of Jung and Yi (Section 4.1, Table 4), as bases that a
// value names together with an offset in bytes (the field):
//
//   entry     what a path led to when the function began.  `p` and `p->next`
//             before anything is known of them: their explore-addresses, at
//             most five loads deep (AccessPath::kMaxSteps); the address of a
//             global or of a function
//   slot      a local variable
//   region    an object that a call of this function made, named by the call
//             and by the place where the call puts it; the last one made
//   older     those that the same call made in earlier rounds of a loop
//   opaque    what nobody knows, computed by one instruction
//   choice    one of several values that met at a join: an address set
//   term      computed from other values: `flags & 4`, `n < max`
//   stale     what one of these was in earlier rounds of a loop
//
// The integers that a base can be (null is 0) are facts of a state (state.h).
//
// Tested by tests/unit/engine/absint_*.cpp.

#pragma once

#include "model/model.h"
#include "number/numbers.h"
#include "path/access_path.h"

#include <span>
#include <vector>

namespace wt::absint {

using BaseId = Id<struct BaseTag>;

struct Value {
  BaseId base;             // number(): the number is the offset
  std::int64_t offset = 0; // bytes
  bool is_inside = false;  // the offset is not known

  bool operator==(const Value &) const = default;
  auto operator<=>(const Value &) const = default;
};

struct Base {
  enum class Kind : std::uint8_t {
    kNumber,
    kEntry,  // path
    kSlot,   // index: VariableId
    kRegion, // index: the call; path: where it puts the object
    kOlder,  // likewise
    kOpaque, // index: the instruction; variant: which of its values; path:
             // where it was found in the caller's memory, if it was
    kChoice, // index, variant: where it was met
    kTerm,   // code, index, a, b
    kStale,  // index: the base that it was
  };
  Kind kind = Kind::kNumber;
  std::uint32_t index = 0;
  std::uint64_t variant = 0;
  AccessPath path;
  Value a, b;             // kTerm
  std::uint16_t code = 0; // kTerm: see TermCode
  std::uint8_t bits = 64; // kTerm: of the result

  bool operator==(const Base &) const = default;
};

// What a term computes: a binary operation, a comparison, a cast, or what a
// function answers that only looks at its arguments (`index` of the base says
// which function).
struct TermCode {
  enum class Kind : std::uint8_t { kBinary, kCompare, kCast, kAnswer };
  Kind kind;
  std::uint8_t code; // BinaryOp, Predicate, CastKind, 0
  std::uint16_t number() const {
    return static_cast<std::uint16_t>(static_cast<unsigned>(kind) << 8 | code);
  }
  static TermCode of(std::uint16_t number) {
    return {static_cast<Kind>(number >> 8), static_cast<std::uint8_t>(number)};
  }
};

// What is known of a base whatever the path.
struct BaseInfo {
  bool is_pointer = false;      // kEntry, kOpaque, kChoice: found as a pointer
  bool is_tested = false;       // kEntry: the program asks whether it is null
  bool may_be_pointer = false;  // copied with others, as a word
  bool is_found_inside = false; // kOpaque: read where known values are
  std::uint8_t bytes = 0;       // kEntry: in which it was read; 0: not known
  bool is_handle = false;       // kRegion: a number that carries the object
  bool is_many = false;         // one name for several objects from the start
  bool is_made = false;         // kRegion: a call has made it
  bool is_zeroed = false;       // likewise: cells that nobody wrote hold zero
  std::uint8_t depth = 0;       // kTerm: of nesting
  model::FamilyId family;       // kRegion, kOlder
  Numbers numbers = Numbers::none(); // kChoice: that it can be
  std::vector<Value> alternatives;   // kChoice: besides numbers
  bool has_more = false;             // kChoice: and others, out of danger
  bool is_in_term = false;           // some term is computed from it
  std::vector<BaseId> leaves; // kTerm: what it is computed from; kChoice: empty
};

// All bases of one function, numbered in the order in which they are met.
class Bases {
public:
  static constexpr std::size_t kMaxAlternatives = 8;
  static constexpr std::uint8_t kMaxTermDepth = 4;

  Bases();

  static constexpr BaseId number() { return BaseId(0); }
  BaseId entry(const AccessPath &path, bool is_pointer, unsigned bytes = 0);
  BaseId find_entry(const AccessPath &path) const; // invalid: not met
  BaseId slot(ir::VariableId variable);
  BaseId region(ir::ValueId call, const AccessPath &place);
  BaseId older(BaseId region);
  BaseId opaque(ir::ValueId inst, std::uint64_t variant, bool is_pointer,
                const AccessPath &found_at = {});
  BaseId choice(std::uint32_t where, std::uint64_t key);
  BaseId stale(BaseId base);
  // Invalid: too deep.
  BaseId term(TermCode code, const Value &a, const Value &b, unsigned bits,
              std::uint32_t index = 0);

  const Base &operator[](BaseId id) const { return bases_[id]; }
  const BaseInfo &info(BaseId id) const { return infos_[id]; }
  BaseInfo &info(BaseId id) { return infos_[id]; }
  std::size_t size() const { return bases_.size(); }

  bool is(BaseId id, Base::Kind kind) const { return bases_[id].kind == kind; }
  bool is_new(BaseId id) const {
    return is(id, Base::Kind::kRegion) || is(id, Base::Kind::kOlder);
  }
  bool is_entry(BaseId id) const { return is(id, Base::Kind::kEntry); }
  // The address of a variable or function: never null, never freed.
  bool is_address(BaseId id) const;
  bool is_global_address(BaseId id) const;
  // Stands for several values at once: tests say nothing about the others.
  bool is_many(BaseId id) const;
  bool is_pointer(BaseId id) const;
  // Memory there has cells.
  bool has_cells(BaseId id) const;
  bool mentions(BaseId term, BaseId leaf) const;
  // Found where the caller's memory may have changed: what was there when the
  // function began, or something else.
  bool is_found(BaseId id) const {
    const Base &base = bases_[id];
    return base.kind == Base::Kind::kOpaque &&
           (base.path.length() > 0 || base.path.is_deep());
  }
  // Computed so that an address may be found from it again.
  bool is_sum(BaseId id) const;

  // Is everything that the value can be one of what the choice can be?
  bool is_among(const Value &value, const Numbers &numbers,
                BaseId choice) const;
  // What the choice may be, too.  True: that is news.
  bool add_alternative(BaseId choice, const Value &value,
                       const Numbers &numbers);

private:
  BaseId intern(Base base);

  IdMap<BaseId, Base> bases_;
  IdMap<BaseId, BaseInfo> infos_;
  std::vector<BaseId> table_; // open addressing, at most half full
};

inline Value number(std::int64_t n) { return {Bases::number(), n, false}; }
inline bool is_number(const Value &v) { return v.base == Bases::number(); }

} // namespace wt::absint
