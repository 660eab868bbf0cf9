// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a function do to the objects of its caller?
//
// A Behaviour is a short list of outcomes: the ways in which a call can end, as
// far as the caller can tell them apart or must treat them differently.
//
//   char *xstrdup(s)      result is new malloc
//   int make(T **out)     result == 0: *out is new malloc
//                         result < 0:  nothing
//   void done(T *t)       frees t->name; frees t      (null is never freed)
//   fatal(fmt, ...)       no outcome: it never returns
//
// Objects are named by access paths, new ones by their number in the outcome
// (`AccessPath::site(n)`).  Paths name what was there at entry, cells that are
// written hold their value at the end.  Behaviours of library functions come
// from their models (from_model.h), others from their bodies (infer.h).
//
// Tested by tests/unit/infer/ and tests/unit/summary/.

#pragma once

#include "model/model.h"
#include "path/access_path.h"
#include "summary/number_class.h"

#include <algorithm>
#include <compare>
#include <functional>
#include <iosfwd>
#include <vector>

namespace wt::infer {

// What is worth knowing and makes no difference: two terms that differ in it
// alone are the same.
struct Hint {
  bool holds = false;

  bool operator==(const Hint &) const { return true; }
  auto operator<=>(const Hint &) const { return std::strong_ordering::equal; }
};

// A value in the words of the caller.
struct Term {
  enum class Kind : std::uint8_t {
    kUnknown,
    kNumber, // 0 is null
    kPath    // what is found there at entry, plus `offset`
  };
  Kind kind = Kind::kUnknown;
  std::int64_t number = 0; // kNumber
  AccessPath path;         // kPath; root kSite: a new object
  std::int64_t offset = 0; // kPath: bytes, or the change of a counter
  bool is_inside = false;  // kPath: some place in the object
  bool is_pointer = false; // kPath: it was used as one
  bool is_perhaps = false; // kPath: it may also be something else
  NumberClass is = NumberClass::any(); // kUnknown, in a cell: as far as known
  // kUnknown: it may be an object that is made on some of the runs that end so;
  // where ways met that lead to one and to none.
  Hint may_be_new = {};
  // kUnknown, of a result: null, or the address of one of these globals.
  std::vector<AccessPath> among = {};

  bool is_new() const {
    return kind == Kind::kPath && path.root().kind == PathRoot::Kind::kSite &&
           path.length() == 0;
  }
  bool operator==(const Term &) const = default;
  auto operator<=>(const Term &) const = default;
};

struct NewObject {
  model::FamilyId family;
  bool is_many = false; // one per round of a loop
  // The allocation itself, however deep: for messages.
  ProcedureId procedure;
  ir::ValueId call;
  bool is_zeroed = false; // cells that no effect writes hold zero

  bool operator==(const NewObject &) const = default;
  auto operator<=>(const NewObject &) const = default;
};

struct Effect {
  enum class Kind : std::uint8_t {
    kFree,  // the object at `path` is gone; nothing happens to null
    kKeep,  // it is reachable from somewhere else afterwards
    kWrite, // the cell at `path` holds `value` afterwards
    kForget // cells of the object at `path` may have changed
  };
  Kind kind = Kind::kKeep;
  AccessPath path;
  model::FamilyId family; // kFree; kKeep: where it is known
  bool is_certain = true; // else: on some of the runs that end so
  Term value;             // kWrite
  std::uint8_t bytes = 8; // kWrite: size of the cell
  // kFree: bytes from there to the address that is given to the releaser.
  // kForget: to the first byte that may have changed.
  std::int64_t offset = 0;
  // Bytes that may have changed; 0: not known how many.  kForget; kWrite of an
  // element: those of the whole array.
  std::uint32_t extent = 0;

  static Effect on(Kind kind, const AccessPath &path, bool is_certain) {
    Effect out;
    out.kind = kind;
    out.path = path;
    out.is_certain = is_certain;
    return out;
  }

  bool operator==(const Effect &) const = default;
  auto operator<=>(const Effect &) const = default;
};

// A test that held for a value at entry.
struct Given {
  AccessPath path;
  std::int64_t offset = 0; // added before the test: `--n <= 0` tests n - 1
  NumberClass is = NumberClass::any();
  std::uint8_t bytes = 0;  // read for the test; 0: not known
  bool is_pointer = false; // it was used as one
  std::uint64_t mask = 0;  // only these bits were tested; 0: all

  bool is_about_same(const Given &other) const {
    return path == other.path && offset == other.offset && mask == other.mask;
  }
  bool operator==(const Given &) const = default;
  auto operator<=>(const Given &) const = default;
};

// `a predicate b` held at entry, where a class of numbers cannot say it.
struct Comparison {
  ir::Predicate predicate = ir::Predicate::kEq;
  Term a, b;
  std::uint8_t bytes = 0; // of what is compared

  bool operator==(const Comparison &) const = default;
  auto operator<=>(const Comparison &) const = default;
};

struct Outcome {
  bool throws = false; // ends with an exception
  NumberClass result = NumberClass::any();
  Term value;                       // the result
  std::vector<Given> given;         // by path
  std::vector<Comparison> compared; // sorted
  // Arguments that are known to be different rule the outcome out; nothing
  // follows for others.  Of models alone.
  std::vector<Given> needs;
  std::vector<NewObject> objects; // reachable from the result and from cells
  std::vector<Effect> effects;    // sorted
  std::vector<AccessPath> used;   // surely accessed unless null; sorted

  bool operator==(const Outcome &) const = default;
};

// Some arguments of a call, by number; those from the 64th on are one.
class Arguments {
public:
  void add(std::uint32_t n) { bits_ |= bit(n); }
  void add_from(std::uint32_t n) { bits_ |= ~(bit(n) - 1); }
  void add(Arguments other) { bits_ |= other.bits_; }
  bool has(std::size_t n) const { return bits_ & bit(n); }
  bool empty() const { return bits_ == 0; }
  bool operator==(const Arguments &) const = default;

private:
  static std::uint64_t bit(std::size_t n) {
    return std::uint64_t(1) << std::min<std::size_t>(n, 63);
  }
  std::uint64_t bits_ = 0;
};

struct Behaviour {
  enum class Source : std::uint8_t {
    kNothing, // neither body nor model, or the body was too much
    kModel,
    kBody
  };
  static constexpr std::size_t kMaxOutcomes = 6;

  Source source = Source::kNothing;
  bool keeps_all = false; // every argument and what it reaches
  // ... but these: the object of a method of the library, and what is
  // believed to be borrowed (borrowed.h).  What they reach is kept.
  Arguments spared;
  // A variadic body: what is passed behind the dots is only looked at.
  // Otherwise outcomes say that it is kept.
  bool reads_rest = false;
  // It changes nothing, and its result depends on its arguments and on what
  // they point to alone: asked again it answers the same.
  bool only_looks = false;
  std::vector<Outcome> outcomes;
  // Reference counts: cells that are counted up, or down with the object freed
  // at the end.  Filled in by infer() when the whole program is known.
  std::vector<AccessPath> acquires, releases;

  bool is_known() const { return source != Source::kNothing; }
  bool never_returns() const;
  bool operator==(const Behaviour &) const = default;
};

// When is the object at a path freed?  kPerhaps: paths were merged, and nothing
// is certain any more; kSometimes: certainly on some, and not on others.
enum class Extent : std::uint8_t {
  kNever,
  kPerhaps,
  kSometimes,
  kUnlessNull,
  kAlways
};
Extent frees(const Behaviour &behaviour, const AccessPath &path);

// What an outcome says of the value that `wanted` is about: nothing can be
// there behind a null pointer.
NumberClass given_at(const Outcome &outcome, const Given &wanted);
bool are_opposite(const Comparison &x, const Comparison &y);
// No call can end in both ways.
bool are_disjoint(const Outcome &a, const Outcome &b);
// And callers see by the result, or by the arguments themselves, which it was.
bool are_told_apart(const Outcome &a, const Outcome &b);
bool are_told_apart_by_arguments(const Outcome &a, const Outcome &b);

// Does the outcome look at the object that was in the cell at `path`?
bool looks_at(const Outcome &outcome, const AccessPath &path);
// Does the cell at `path`, where the object was that `one` gives away, show
// that it was not `other`, which leaves the cell alone?  If `one` puts
// something new there, or null.  But not if `one` needs an object: then `other`
// may be what happens without one.
bool shows_which(const Outcome &one, const Outcome &other,
                 const AccessPath &path);

// Is the effect without meaning in this outcome, because there was nothing at
// its path or on the way to it: null, or a negative handle?
bool is_vacuous(const Outcome &outcome, const AccessPath &path);
// Is there no such cell in this outcome?
bool is_behind_null(const Outcome &outcome, const AccessPath &path);

// How paths are written: raw_name, or with the names of the program
// (path/readable_path.h).
using PathNamer = std::function<std::string(const AccessPath &)>;
std::string raw_name(const AccessPath &path);

// One line per outcome: "result == 0: arg1[+0] = new malloc #0; frees arg0".
void print(std::ostream &out, const Behaviour &behaviour,
           const model::ModelSet &models, const PathNamer &name = raw_name);
const char *name_of(Extent extent);

} // namespace wt::infer
