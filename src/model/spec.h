// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a specification file say?
//
// The tree of one file, as written: type variables, containers with abstract
// fields, families of resources, and functions whose pointers are qualified
// with own and ref at every level.  docs/user/specifications.md is the
// language for users.  The container part follows Heine and Lam, "Static
// Detection of Leaks in Polymorphic Containers" (2006), sections 4 and 5:
//
//   type T;
//   container stack<T> { own T *elem; };
//   void stack_push(ref stack<T> *s, T e);
//   void stack_free(own stack<T> *s) where { ref_type(T) };
//
// model/lower.h turns functions into effects; this tree keeps everything, also
// what effects cannot say.  print() writes it back in the same language.
//
// Tested by tests/unit/model/spec_parser_test.cpp.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace wt::model {

// From 1, as printed in messages.  Two trees that differ only here are equal.
struct SpecPos {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  bool operator==(const SpecPos &) const { return true; }
};

enum class Ownership : std::uint8_t { kNone, kOwn, kRef };

// Does the call read, set, or replace what a pointer points to?
enum class Direction : std::uint8_t { kIn, kOut, kInOut };

struct SpecType {
  enum class Kind : std::uint8_t {
    kName,      // int, struct dirent, T, stack<T>.  inner: type arguments
    kPointer,   // inner[0]: pointee
    kReference, // inner[0]: referee
    kArray,     // inner[0]: element
    kFunction,  // inner[0]: result, then parameters
  };
  Kind kind = Kind::kName;
  Ownership ownership = Ownership::kNone; // of this pointer or handle
  Direction direction = Direction::kIn;   // pointers
  bool is_const = false;
  bool is_variadic = false; // kFunction
  std::uint64_t count = 0;  // kArray, 0: not given
  std::string name;         // kName
  std::string family;       // own(family)
  SpecPos pos;              // of the word own or ref, else of the name
  std::vector<SpecType> inner;

  bool operator==(const SpecType &) const = default;
};

struct SpecParam {
  std::string name; // may be empty
  SpecType type;
  SpecPos pos;

  bool operator==(const SpecParam &) const = default;
};

// `result`, `p`, `*p`, `p->field`.
struct SpecPlace {
  std::string name;
  std::uint32_t dereferences = 0;
  std::string field = {}; // of what p points to; "" for none
  SpecPos pos;

  bool operator==(const SpecPlace &) const = default;
};

// `result != null`, `cmd == 0`.
struct SpecTest {
  enum class Op : std::uint8_t { kEqual, kDiffers, kNegative, kNotNegative };
  std::string name; // result or a parameter
  Op op = Op::kEqual;
  std::int64_t value = 0; // null is 0
  SpecPos pos;

  bool operator==(const SpecTest &) const = default;
};

// One entry of a where clause.
struct SpecClause {
  enum class Kind : std::uint8_t {
    kNeverFails,         // never_fails
    kNeverNegative,      // never_negative
    kFailsWithoutMemory, // fails_without_memory
    kProcessGoesOn,      // process_goes_on
    kNoReturn,           // noreturn [when TEST]
    kFails,              // fails when TEST
    kReturnsTwice,       // returns_twice
    kThrows,             // throws [unless METHOD or METHOD]: `types`
    kReadsOnly,          // reads_only
    kKeepsAll,           // keeps_all
    kByBody,             // by_body
    kSuccess,            // success: TEST
    kCalls,              // calls f(a, _)
    kRefType,            // ref_type(T)
    kOwnType,            // own_type(T)
    kLeadsTo,            // leads_to(T)
    kSameType,           // T = U
    kFreed,              // p freed
    kKept,               // p kept
    kFresh,              // p fresh [in region q]
    kZeroed,             // p zeroed
    kStored,             // p stored in q
    kIs,                 // result is p
    kIn,                 // result in p
    kAcquired,           // p acquired [at count]
    kReleased,           // p released [at count by f]
    kEmptied,            // p emptied
    kBecomes,            // *p becomes q, null, 1, *p + q
    kGiven,              // p given to f
  };
  Kind kind = Kind::kReadsOnly;
  SpecPlace place; // the subject; kCalls: the function
  // kStored, kIs, kIn, kBecomes; kFresh: the region; kAcquired, kReleased: the
  // count.
  std::optional<SpecPlace> other;
  std::optional<SpecPlace> added; // kBecomes: to `other`
  std::int64_t number = 0;        // kBecomes without `other`; null is 0
  std::string function;           // kGiven, kReleased: who is called
  std::string family;             // as FAMILY
  std::vector<SpecTest> tests;    // kSuccess; when TEST and TEST
  bool is_maybe = false;          // maybe
  bool or_null = false;           // or null
  bool has_arguments = false;     // kCalls: a list was written
  std::vector<std::optional<SpecPlace>> arguments; // kCalls; nullopt: _
  std::vector<std::string> types; // kRefType, kOwnType, kLeadsTo, kSameType
  SpecPos pos;

  bool operator==(const SpecClause &) const = default;
};

struct SpecFunction {
  std::string name; // plain, qualified, or a pattern with `*`
  SpecType result;
  std::vector<SpecParam> params;
  bool is_variadic = false;
  std::vector<SpecClause> clauses;
  SpecPos pos;

  bool operator==(const SpecFunction &) const = default;
};

// A field stands for all objects of one structure inside the container.
struct SpecContainer {
  std::string name;
  std::vector<std::string> parameters;
  std::vector<SpecParam> fields;
  SpecPos pos;

  bool operator==(const SpecContainer &) const = default;
};

// `family NAME "noun" resource track fails -1 released by f, g;`
struct SpecFamily {
  std::string name;
  std::string noun; // may be empty
  bool is_handle = false;
  std::optional<bool> is_memory; // what is not written stays as it was declared
  std::optional<std::int64_t> no_object; // before, or gets its default
  bool is_tracked_only = false;
  std::vector<std::string> releasers;
  SpecPos pos;

  bool operator==(const SpecFamily &) const = default;
};

// `alias fopen64 = fopen;`
struct SpecAlias {
  std::vector<std::string> names;
  std::string target;
  SpecPos pos;

  bool operator==(const SpecAlias &) const = default;
};

struct SpecFile {
  std::string file; // as named in messages
  std::vector<std::string> type_variables;
  std::vector<SpecContainer> containers;
  std::vector<SpecFamily> families;
  std::vector<SpecFunction> functions;
  std::vector<SpecAlias> aliases;

  bool operator==(const SpecFile &) const = default;
};

// In the specification language: one declaration per line, parses to an equal
// tree (except for `file`).
std::string print(const SpecFile &file);
std::string print(const SpecFunction &function);
std::string print(const SpecType &type, const std::string &name);

} // namespace wt::model
