// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which pointers can own their objects, if nothing is lost or freed twice?
//
// Every pointer has, at every program point, an ownership variable: 1 (it must
// free the object, or hand it on) or 0.  What a statement does to ownership is
// a small set of allowed assignments to a few of them:
//
//   p = malloc(n)      p' = 1
//   q = p              p = p' + q'          000, 110, 101
//   free(p)            p = 1, p' = 0
//   end of scope       p = 0
//
// Constraints are taken in decreasing priority; one that contradicts those
// taken before is an error of the program, remembered and left out.  Errors
// that are connected by variables of the function have one cause and form
// one group (Heine and Lam 2006, sections 2.2, 2.3 and 6.3).
//
// Most is decided by propagation; what is left open is searched, step by step
// up to a bound, beyond which the system is taken to be solvable.
//
// Tested by tests/unit/engine/ownership_constraints_test.cpp.

#pragma once

#include "ir/inst.h"
#include "support/budget.h"

#include <span>
#include <vector>

namespace wt::ownership {

using Own = Id<struct OwnTag>; // an ownership variable
using ConstraintId = Id<struct ConstraintTag>;

// What is trusted most comes first.
enum class Priority : std::uint8_t {
  kSolid,     // flow of control, allocations, deallocations
  kInterface, // what a specification or the interface of a callee demands
  kScope,     // a pointer that is overwritten or ends owns nothing
  kMember,    // fields that own nothing by what the program does with them
  kEscape,    // what is written indirectly owns nothing
};
const char *name_of(Priority priority);

// Up to six variables; bit i of `allowed` says whether the assignment in which
// variable k has bit k of i is allowed.
struct Constraint {
  static constexpr std::size_t kMaxVariables = 6;
  std::vector<Own> variables;
  std::uint64_t allowed = 0;
  Priority priority = Priority::kSolid;
  ir::ValueId at;          // the instruction that demands it
  const char *reason = ""; // one phrase
};

// The sets of allowed assignments that occur most.
inline constexpr std::uint64_t kZero = 0b01;      // a = 0
inline constexpr std::uint64_t kOne = 0b10;       // a = 1
inline constexpr std::uint64_t kEither = 0b11;    // says nothing
inline constexpr std::uint64_t kEqual = 0b1001;   // a = b
inline constexpr std::uint64_t kSum = 0b00101001; // a = b + c

struct Solution {
  enum class Value : std::uint8_t { kFree, kNo, kYes };
  IdMap<Own, Value> forced;           // by propagation
  IdMap<Own, std::uint8_t> example;   // one assignment; empty: none was found
  std::vector<ConstraintId> violated; // in the order of their ids
  // Of each variable: a number that connected variables share.
  IdMap<Own, std::uint32_t> group;
  bool is_exact = true; // false: the search was cut off
};

class System {
public:
  Own variable() { return Own(variables_++); }
  std::size_t variable_count() const { return variables_; }

  ConstraintId require(std::vector<Own> variables, std::uint64_t allowed,
                       Priority priority, ir::ValueId at, const char *reason);
  const IdMap<ConstraintId, Constraint> &constraints() const {
    return constraints_;
  }

  Solution solve(std::uint64_t search_steps = 2000) const;

  // The assignments to `wanted` (at most six) that can be completed, as a set
  // like Constraint::allowed.  `left_out` are not demanded.
  std::uint64_t project(std::span<const Own> wanted,
                        std::span<const ConstraintId> left_out,
                        std::uint64_t search_steps = 200) const;

private:
  std::uint32_t variables_ = 0;
  IdMap<ConstraintId, Constraint> constraints_;
};

} // namespace wt::ownership
