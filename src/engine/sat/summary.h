// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What must a caller know of a procedure?
//
// More than Saturn's pair (returns fresh memory; set of escaping access paths;
// Section 4.5): what the result is, which objects reachable from parameters
// and globals are freed, kept or written, each on all returns, on those where
// the result passes a test, or perhaps.  "Perhaps freed" is told to the caller
// as kept: the object is out of danger there.
//
// A procedure that was not understood has no summary: the caller then assumes
// that it keeps every argument and all they reach.
//
// Tested by tests/unit/engine/.

#pragma once

#include "engine/engine.h"
#include "engine/sat/value.h"

namespace wt::sat {

// An object of the caller: what the root points to, then what is loaded at
// each step's offset from there.
struct AccessPath {
  bool is_global = false; // else parameter `index`
  std::uint32_t index = 0;
  ProgramVariableId global = {};
  std::vector<std::int64_t> steps = {};

  bool operator==(const AccessPath &) const = default;
};

// What a result or a cell is afterwards.
struct Content {
  enum class Kind : std::uint8_t { kUnknown, kNumber, kFresh, kObject, kSame };
  Kind kind = Kind::kUnknown;
  std::int64_t number = 0;     // kNumber: 0 is null for pointers
  model::FamilyId family = {}; // kFresh
  bool may_fail = false;       // kFresh, kObject: or null
  AccessPath object = {};      // kObject; kSame: as before the call
  std::int64_t offset = 0;     // kObject: points to this place in it

  bool operator==(const Content &) const = default;
};

// The argument for parameter `parameter` is zero or null, or is not.
struct ParameterTest {
  std::uint32_t parameter = 0;
  bool is_zero = true;
  bool operator==(const ParameterTest &) const = default;
};

// On which calls something happens: where both tests hold.
struct Circumstance {
  model::ResultTest result = {};
  std::optional<ParameterTest> given = {};
  bool operator==(const Circumstance &) const = default;
};

struct Effect {
  enum class Kind : std::uint8_t {
    kFree,
    kKeep,
    kWrite,  // one cell
    kCopy,   // `size` bytes at `offset`: what `then` held before the call
    kForget, // numbers in it are unknown afterwards; deep: pointers too
  };
  Kind kind = Kind::kKeep;
  AccessPath path = {};
  Circumstance when = {};
  bool is_deep = false;        // with everything reachable from it
  model::FamilyId family = {}; // kFree
  std::int64_t offset = 0;     // kWrite: the cell; kCopy: the first byte
  std::int64_t size = 0;       // kCopy
  Shape shape = {};
  Content then = {};      // kWrite: where `when` holds
  Content otherwise = {}; // and where not
};

// What the result tells about an argument.
struct Relation {
  ParameterTest given;
  model::ResultTest then = {};
};

struct ProcedureSummary final : Summary {
  bool returns = true;
  bool throws = false; // an exception really leaves it
  Content result;
  // Of an unknown result: all numbers it can be (empty: too many), and signs.
  std::vector<std::int64_t> values;
  bool never_negative = false;
  bool never_zero = false;                 // or null
  std::vector<std::uint32_t> dereferenced; // parameters that cannot be null
  std::vector<Relation> relations;
  std::uint32_t parameters = 0; // named ones
  std::vector<Effect> effects;

  void print(std::ostream &out) const override;
};

} // namespace wt::sat
