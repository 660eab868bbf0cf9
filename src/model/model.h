// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a function do to the objects it is given and gives back?
//
// A FunctionModel is a list of Effects over Places.  It is written in the
// specification language (model/spec_parser.h, docs/user/specifications.md), or
// made from attributes on a declaration.  A model replaces a body at its call
// sites.  An argument that no effect mentions is only read.
//
//   char *strdup(s)      Fresh result, family malloc, fails with null
//   int asprintf(p,...)  Fresh *argument 0, family malloc, when result >= 0
//   void free(p)         Free argument 0, family malloc
//   realloc(p, n)        Free argument 0 when result != null; Fresh result
//   int open(...)        Fresh result, family fd, fails with -1
//
// Argument numbers are those of the source: `this` counts, the hidden slot of
// a result that is returned in memory (ir::Function::returns_by_slot) does not.
// Places name values before the call, except that kFresh describes the state
// after it: `Free *argument 0, Fresh *argument 0` (getline) gives up the old
// block and leaves a new one in the same variable.  Freeing null does nothing.
//
// Tested by tests/unit/model/.

#pragma once

#include "support/id.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wt::model {

using FamilyId = Id<struct FamilyTag>;

// One kind of resource and who gives it back.
struct Family {
  std::string name;                   // "malloc", "new", "new[]", "FILE", "fd"
  std::string noun;                   // "memory", "stream", "file descriptor"
  bool is_memory = true;              // else its loss is a resource-leak
  bool is_reported = true;            // false: track, do not report
  bool is_handle = false;             // an integer, not a pointer
  std::int64_t no_object = 0;         // the value that means failure: 0 or -1
  std::vector<std::string> releasers; // names that free it, for messages
};

// The result, an argument, or what an argument points to.  Of sites also what a
// global holds: `argument` is its number in the program.
struct Place {
  enum class Root : std::uint8_t { kResult, kArgument, kGlobal };
  Root root = Root::kResult;
  std::uint32_t argument = 0;     // 0-based, `this` counts
  std::uint32_t dereferences = 0; // 1: *argument
  std::uint32_t element = 0;      // of an array: argument[element]

  bool operator==(const Place &) const = default;
};

// A test on the returned value: the effect happens just when it holds.
struct ResultTest {
  enum class Kind : std::uint8_t {
    kAlways,
    kEquals,   // == value (0 is null for pointers)
    kDiffers,  // != value
    kNegative, // < 0
    kNotNegative
  };
  Kind kind = Kind::kAlways;
  std::int64_t value = 0;

  bool operator==(const ResultTest &) const = default;
};

// A test on an argument: `fcntl` is fresh just when argument 1 is F_DUPFD.
struct ArgumentTest {
  std::uint32_t argument = 0;
  ResultTest test;

  bool operator==(const ArgumentTest &) const = default;
};

struct Effect {
  enum class Kind : std::uint8_t {
    kFresh,   // `place` is a new object of `family`
    kFree,    // the object at `place` is gone afterwards
    kKeep,    // the object at `place` is reachable from elsewhere afterwards
    kAlias,   // the result is (or points into) the object at `place`
    kAcquire, // one more reference count on the object at `place`
    kRelease, // one less; frees at zero
    kStore,   // `place` is afterwards held by the object at `into`
    kCall,    // the function pointer at `place` is called with `into`
    kEmpty,   // what `place` holds or is the region of is gone, it is not
  };
  Kind kind = Kind::kKeep;
  Place place;
  Place into;                        // kStore, kCall
  FamilyId family;                   // kFresh, kFree, kRelease
  ResultTest when;                   // on the returned value
  std::optional<ArgumentTest> given; // and on an argument, if there is a test
  bool may_fail = false;       // kFresh: may be Family::no_object; kAlias: null
  bool may_skip = false;       // may happen or not, and nobody can tell
  bool is_exact = false;       // kAlias: result == place, not just into it
  bool is_zeroed = false;      // kFresh: all bytes are zero at first
  std::uint32_t count = 1;     // kFresh: elements 0 .. count-1 (pipe: 2)
  std::optional<Place> region; // kFresh: freed together with this object
  std::vector<std::optional<Place>> arguments; // kCall: all, in order; nullopt:
                                               // something else

  bool operator==(const Effect &) const = default;
};

// What is known of a parameter from its written type alone.
enum class ParamKind : std::uint8_t { kAny, kPointer, kScalar };

// How a function looks, to tell overloads and mere namesakes apart.
struct CallShape {
  std::vector<ParamKind> params; // without a hidden result slot
  bool is_variadic = false;

  bool operator==(const CallShape &) const = default;
};

struct FunctionModel {
  enum class Origin : std::uint8_t {
    kShipped,   // the standard library; a body in the program may know better
    kAttribute, // __attribute__ on a declaration
    kUser       // written with --spec: always believed
  };
  std::string name; // plain, qualified, or a pattern with `*`
  std::vector<Effect> effects;
  CallShape shape;       // of the written declaration
  bool has_shape = true; // false: fits every signature
  // Arguments whose target may be overwritten with something unknown: pointers
  // to non-const.  Without a shape, and behind `...`: all of them.
  std::vector<std::uint32_t> written;
  bool only_reads_rest = false; // nothing is written behind `...`
  // The result is a length: no object is so large that its highest bit is set.
  bool is_never_negative = false;
  // It fails only where there is not enough memory.
  bool fails_without_memory = false;
  // What makes an object makes none where one of these holds: no object has a
  // negative size.
  std::vector<ArgumentTest> fails_when;
  bool does_not_return = false;
  std::optional<ArgumentTest>
      does_not_return_when;     // error(1, ...): status != 0
  bool process_goes_on = false; // it does not return; others do (longjmp)
  bool returns_twice = false;   // setjmp
  bool may_throw = false;
  // Every argument, and what it reaches, may be reachable from elsewhere
  // afterwards; not the object of a method.
  bool keeps_all = false;
  Origin origin = Origin::kUser;
  bool yields_to_body = false; // a hint for compilers; a body says more
  std::string file;            // where the model was written
  std::uint32_t line = 0;
};

// All models in force, later files override earlier ones.
class ModelSet {
public:
  virtual ~ModelSet() = default;
  // By link name, then by qualified source name (patterns last).
  virtual const FunctionModel *find(std::string_view link_name,
                                    std::string_view source_name) const = 0;
  // Likewise, but only a model whose shape fits.  Use it for functions with a
  // body: a program's own `getline(char *, int)` is not the library's.
  virtual const FunctionModel *find_fitting(std::string_view link_name,
                                            std::string_view source_name,
                                            const CallShape &) const {
    return find(link_name, source_name);
  }
  virtual const Family &family(FamilyId id) const = 0;
  virtual std::optional<FamilyId> find_family(std::string_view name) const = 0;
  virtual std::size_t family_count() const = 0;
};

} // namespace wt::model
