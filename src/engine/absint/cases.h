// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a caller need to know of a procedure?
//
// Jung and Yi's procedural summary (Section 2): which new objects become
// visible to the caller, which of its objects are freed, and which paths lead
// to the same object afterwards.  Ours says it once per class of results, so
// that `if (make(&p) == 0) return;` has no object on that path.
//
// A Case is one way in which a call can end.  Its links say what cells of the
// caller, and the result, hold afterwards; where a link starts and ends gives
// its category:
//
//            to argument   to result   to global      freed
//   new      Alloc2Arg     Alloc2Ret   Alloc2Glob     -
//   global   Glob2Arg      Glob2Ret    -              -
//   argument Arg2Arg       Arg2Ret     Arg2Glob       Arg2Free
//
// Anchors are access paths: (arg | ret | global) with loads at fields.  A new
// object is named by the most owning place it is found at, so two paths to one
// object stay one object.
//
// Tested by tests/unit/engine/absint_summary_test.cpp.

#pragma once

#include "number/numbers.h"
#include "path/access_path.h"
#include "summary/facts.h"

#include <optional>
#include <string>
#include <vector>

namespace wt::absint {

// What a cell or the result holds.
struct Source {
  enum class Kind : std::uint8_t {
    kNew,   // path: the name of a new object
    kEntry, // what is found at path at entry
    kOpaque // something of which nothing is known but its numbers
  };
  Kind kind = Kind::kOpaque;
  AccessPath path;
  std::int64_t offset = 0;
  bool is_inside = false;
  bool is_pointer = false;

  bool operator==(const Source &) const = default;
  auto operator<=>(const Source &) const = default;
};

// One of `sources`, or one of `numbers` (null is 0).
struct Held {
  std::vector<Source> sources; // sorted
  Numbers numbers = Numbers::none();
  bool may_be_new = false; // of what is not known: a new object, too

  bool operator==(const Held &) const = default;
  auto operator<=>(const Held &) const = default;
  bool is_unknown() const { return sources.empty() && numbers.is_any(); }
};

struct Link {
  bool is_in_new = false; // the holder is a new object, by its name
  AccessPath holder;      // else what this path leads to at entry
  PathStep step;          // to the cell, in the holder
  Held held;
  std::uint8_t bytes = 8;
  bool is_certain = true; // else it may hold what it held before

  bool is_same_cell(const Link &other) const {
    return is_in_new == other.is_in_new && holder == other.holder &&
           step == other.step;
  }
  bool operator==(const Link &) const = default;
  auto operator<=>(const Link &) const = default;
};

struct NewObject {
  AccessPath name; // the place where callers find it
  model::FamilyId family;
  bool is_many = false;   // one name for several
  bool is_kept = false;   // somebody else has it, too
  bool is_zeroed = false; // cells that no link fills hold zero

  bool operator==(const NewObject &) const = default;
  auto operator<=>(const NewObject &) const = default;
};

// What happens to an object of the caller.
struct Release {
  enum class Kind : std::uint8_t {
    kFree,  // Arg2Free
    kKeep,  // Arg2Glob: somebody whom nobody knows has it
    kForget // cells there may have changed
  };
  Kind kind = Kind::kFree;
  AccessPath path;
  model::FamilyId family;
  std::int64_t offset = 0; // from there to the address that is freed
  bool is_certain = true;

  bool operator==(const Release &) const = default;
  auto operator<=>(const Release &) const = default;
};

// A test on values at entry: `a`, or `a code b`, is one of `is`.
struct Given {
  AccessPath a;
  bool is_pointer = false;
  std::uint8_t bytes = 0;             // of a; 0: not known
  std::optional<std::uint16_t> code;  // TermCode
  std::uint8_t bits = 64;             // of the result
  AccessPath b;                       // if it is no number
  std::optional<std::int64_t> number; // b
  std::int64_t offset_a = 0, offset_b = 0;
  Numbers is;

  bool is_about_same(const Given &other) const {
    Given one = *this;
    one.is = other.is;
    return one == other;
  }
  bool operator==(const Given &) const = default;
  auto operator<=>(const Given &) const = default;
};

struct Case {
  bool throws = false;
  Held result = {{}, Numbers::any()};
  Numbers is;               // that the result can be, addresses included
  std::vector<Given> given; // sorted
  // Ruled out where an argument is known to be something else; of models.
  std::vector<Given> needs;
  std::vector<NewObject> objects;  // by name
  std::vector<Link> links;         // by cell
  std::vector<Release> releases;   // sorted
  std::optional<AccessPath> moved; // is freed: what it held is in the result

  bool operator==(const Case &) const = default;

  const NewObject *find(const AccessPath &name) const;
};

// Can callers tell by the result, or by the arguments, which of them it was?
bool are_told_apart(const Case &a, const Case &b);
bool are_told_apart_by_arguments(const Case &a, const Case &b);

class ProcedureSummary {
public:
  ProcedureSummary(const Facts &facts, ProcedureId procedure)
      : program_(&facts.program), models_(&facts.models),
        procedure_(procedure) {}

  std::vector<Case> cases; // none: it never returns
  // Nothing is known: every argument and what it reaches may be kept.
  bool keeps_all = false;
  infer::Arguments spared;        // ... but these
  std::vector<AccessPath> counts; // reference counts that go down
  bool returns_twice = false;     // setjmp
  bool is_written = false;        // from a model
  bool only_looks = false;        // its result depends on its arguments alone
  bool is_allocation = false;     // its exceptions are about memory

  // Anchors by category, one block per case.
  void print(std::ostream &out) const;
  // The same as a graph in the DOT language: new objects are filled, freed ones
  // crossed out, what was there before is dotted (Section 2.1).
  void print_graph(std::ostream &out) const;

private:
  const Program *program_;
  const model::ModelSet *models_;
  ProcedureId procedure_;
};

// What one case says in one category: "ret* (malloc)", "arg0* -> ret*".
enum class Category : std::uint8_t {
  kAlloc2Arg,
  kAlloc2Ret,
  kAlloc2Glob,
  kGlob2Arg,
  kGlob2Ret,
  kArg2Free,
  kArg2Glob,
  kArg2Arg,
  kArg2Ret
};
const char *name_of(Category category);
std::vector<std::string> anchors(const Case &one, Category category);
// In the words of the paper: "arg0*", "ret*.8", "global3".
std::string anchor(const AccessPath &path);

} // namespace wt::absint
