// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One atom per meaning.

#include "logic/branch_atoms.h"

#include "logic/bits.h"

namespace wt::logic {
namespace {

using ir::Predicate;
using Kind = BranchAtom::Kind;

bool is_signed(Predicate p) {
  return p == Predicate::kSLt || p == Predicate::kSLe || p == Predicate::kSGt ||
         p == Predicate::kSGe;
}

} // namespace

ValueSet BranchAtom::set() const {
  if (kind == Kind::kEqualConstant)
    return ValueSet::of(Predicate::kEq, constant, width);
  return ValueSet::of(is_signed ? Predicate::kSLe : Predicate::kULe, constant,
                      width);
}

Cond BranchAtoms::compare(Predicate predicate, Value value,
                          std::int64_t constant, std::uint32_t width) {
  ValueSet set = ValueSet::of(predicate, constant, width);
  ValueSet rest = set.complement();
  if (set.is_empty())
    return kNo;
  if (rest.is_empty())
    return kYes;
  // A set with one element is an equality, and so is one that lacks one; of
  // the two numbers of one bit, 0 is the one compared with.
  bool is_negated = rest.is_single() && (!set.is_single() || rest.contains(0));
  if (set.is_single() || is_negated) {
    std::uint64_t only = (is_negated ? rest : set).ranges()[0].low;
    Cond atom = made({.kind = Kind::kEqualConstant,
                      .width = width,
                      .value = value,
                      .constant = sign_extended(only, width)});
    return is_negated ? !atom : atom;
  }
  bool with_sign = is_signed(predicate);
  bool is_upper = predicate == Predicate::kSGt ||
                  predicate == Predicate::kSGe ||
                  predicate == Predicate::kUGt || predicate == Predicate::kUGe;
  std::uint64_t most = (is_upper ? rest : set).greatest(with_sign);
  Cond atom = made({.kind = Kind::kAtMostConstant,
                    .is_signed = with_sign,
                    .width = width,
                    .value = value,
                    .constant = sign_extended(most, width)});
  return is_upper ? !atom : atom;
}

Cond BranchAtoms::compare_values(Predicate predicate, Value a, Value b,
                                 std::uint32_t width) {
  BranchAtom atom{.kind = Kind::kAtMost,
                  .is_signed = is_signed(predicate),
                  .width = width,
                  .value = a,
                  .other = b};
  switch (predicate) {
  case Predicate::kEq:
    if (a == b)
      return kYes;
    atom.kind = Kind::kEqual;
    if (b < a)
      std::swap(atom.value, atom.other);
    return made(atom);
  case Predicate::kSLe:
  case Predicate::kULe:
    return a == b ? kYes : made(atom);
  case Predicate::kSGe:
  case Predicate::kUGe:
    std::swap(atom.value, atom.other);
    return a == b ? kYes : made(atom);
  case Predicate::kNe:
  case Predicate::kSLt:
  case Predicate::kSGt:
  case Predicate::kULt:
  case Predicate::kUGt:
    return !compare_values(ir::inverse(predicate), a, b, width);
  }
  return kYes;
}

Cond BranchAtoms::made(const BranchAtom &atom) {
  auto [found, is_new] = nodes_.try_emplace(atom, 0);
  if (is_new) {
    found->second = table_.atom().node();
    atoms_.push_back(atom);
    if (index_.size() <= found->second)
      index_.resize(found->second + 1);
    index_[found->second] = static_cast<std::uint32_t>(atoms_.size());
  }
  return {found->second << 1};
}

const BranchAtom *BranchAtoms::find(std::uint32_t node) const {
  if (node >= index_.size() || index_[node] == 0)
    return nullptr;
  return &atoms_[index_[node] - 1];
}

std::string
BranchAtoms::text(Cond c, const std::function<std::string(Value)> &name) const {
  if (c.is_yes() || c.is_no())
    return c.is_yes() ? "yes" : "no";
  auto value = [&](Value v) {
    return name ? name(v) : "v" + std::to_string(v);
  };
  std::string out = "a" + std::to_string(c.node());
  if (!table_.is_atom(c.node())) {
    out = "(" + text(table_.left(c.node()), name) + " & " +
          text(table_.right(c.node()), name) + ")";
    return c.negated() ? "!" + out : out;
  }
  if (const BranchAtom *atom = find(c.node())) {
    bool is_equality =
        atom->kind == Kind::kEqual || atom->kind == Kind::kEqualConstant;
    std::string word = is_equality       ? (c.negated() ? " != " : " == ")
                       : atom->is_signed ? (c.negated() ? " > " : " <= ")
                                         : (c.negated() ? " >u " : " <=u ");
    return value(atom->value) + word +
           (atom->is_about_two() ? value(atom->other)
                                 : std::to_string(atom->constant));
  }
  return c.negated() ? "!" + out : out;
}

} // namespace wt::logic
