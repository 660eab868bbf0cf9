// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How do summaries name objects that another function can find again?
//
// By the way to them: start at something both sides know, then load, again and
// again, each time at a byte offset from the address reached so far.
//
//   p              the value of parameter 0         arg0
//   p->next->data  two loads                        arg0[+8][+0]
//   names[i]       a load at any element            arg1[*+0]
//   head           the contents of a global         global4[+0]
//   *result        what the result points to        result[+0]
//
// A path denotes a *value*: usually the address of an object.  The address of a
// cell is a value path plus an offset (Place).  Ways longer than kMaxSteps are
// cut off: the path then is *deep* and stands for everything reachable from
// the value before the cut.  Saturn's access paths (Xie and Aiken, Section 4.3)
// and Sparrow's anchors (Jung and Yi, Section 4.2) are such paths.
//
// Tested by tests/unit/path/.

#pragma once

#include "ir/inst.h"
#include "program/program.h"

#include <array>
#include <compare>
#include <span>

namespace wt {

struct PathRoot {
  enum class Kind : std::uint8_t {
    kParameter, // its value at entry; index: of the IR parameter
    kResult,    // what the function returns
    kGlobal,    // address of a global; index: ProgramVariableId
    kFunction,  // address of a function; index: ProcedureId
    kSite,      // address of an object acquired here; index: ValueId of the
                // call, or a number that the user of the path chose
    kSlot,      // address of a local; index: VariableId.  Means something in
                // one function only
  };
  Kind kind = Kind::kParameter;
  std::uint32_t index = 0;

  auto operator<=>(const PathRoot &) const = default;
};

// One load: from `offset` bytes behind the address reached so far; behind any
// element of an array of such things when `any_element`.
struct PathStep {
  std::int32_t offset = 0;
  bool any_element = false;

  auto operator<=>(const PathStep &) const = default;

  // The size of elements is not part of a path.  What is known: a field of an
  // element lies inside it, so the field at 8 of another element is behind 16;
  // and one array is always read with one size of elements.
  bool covers(const PathStep &other) const;
  bool overlaps(const PathStep &other) const;
};

class AccessPath {
public:
  static constexpr std::size_t kMaxSteps = 5;

  AccessPath() = default;
  explicit AccessPath(PathRoot root) : root_(root) {}
  static AccessPath parameter(std::uint32_t index);
  static AccessPath result();
  static AccessPath global(ProgramVariableId variable);
  static AccessPath function(ProcedureId procedure);
  static AccessPath site(std::uint32_t number);
  static AccessPath slot(ir::VariableId variable);

  PathRoot root() const { return root_; }
  std::span<const PathStep> steps() const { return {steps_.data(), count_}; }
  std::size_t length() const { return count_; }
  bool is_deep() const { return is_deep_; } // and everything reachable from it

  // What is loaded at `step` from the object here.  Beyond kMaxSteps: deep.
  AccessPath then(PathStep step) const;
  // The path with everything reachable from it.
  AccessPath deep() const;

  // Is `other` this path, or this path with more steps?  A deep path is a
  // prefix of itself alone: it has no further steps.  A partial order.
  bool is_prefix_of(const AccessPath &other) const;
  // The steps of this path after `prefix`, which is one of it.
  std::span<const PathStep> after(const AccessPath &prefix) const;

  // Does this path stand for every value that `other` stands for?  A deep path
  // covers what is reachable below it, `any element` covers each element.
  bool covers(const AccessPath &other) const;
  // Can both name one value, going by the paths alone?  (Different roots may
  // still hold the same pointer: pointer/ knows.)
  bool overlaps(const AccessPath &other) const;

  auto operator<=>(const AccessPath &) const = default;

private:
  PathRoot root_;
  std::uint8_t count_ = 0;
  bool is_deep_ = false;
  std::array<PathStep, kMaxSteps> steps_ = {}; // unused ones are zero
};

} // namespace wt

template <> struct std::hash<wt::PathRoot> {
  std::size_t operator()(const wt::PathRoot &root) const noexcept;
};
template <> struct std::hash<wt::AccessPath> {
  std::size_t operator()(const wt::AccessPath &path) const noexcept;
};
