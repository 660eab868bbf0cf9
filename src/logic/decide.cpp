// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Case splitting over the atoms of one formula.

#include "logic/decide.h"

#include <algorithm>
#include <unordered_map>

namespace wt::logic {
namespace {

enum class Truth : std::uint8_t { kFalse, kTrue, kOpen };

Truth negated_if(Truth t, bool is_negated) {
  if (t == Truth::kOpen || !is_negated)
    return t;
  return t == Truth::kTrue ? Truth::kFalse : Truth::kTrue;
}

// All nodes below `c`, parts before what is made of them.
std::vector<std::uint32_t> nodes_below(const Conditions &table, Cond c) {
  std::vector<std::uint32_t> out, work{c.node()};
  std::unordered_map<std::uint32_t, bool> seen;
  while (!work.empty()) {
    std::uint32_t node = work.back();
    work.pop_back();
    if (!seen.emplace(node, true).second)
      continue;
    out.push_back(node);
    if (node == 0 || table.is_atom(node))
      continue;
    work.push_back(table.left(node).node());
    work.push_back(table.right(node).node());
  }
  std::ranges::sort(out);
  return out;
}

class Split {
public:
  Split(const BranchAtoms &atoms, Cond c, std::uint64_t steps, Budget *budget)
      : atoms_(atoms), table_(atoms.table()), c_(c),
        nodes_(nodes_below(table_, c)), truth_(nodes_.size(), Truth::kOpen),
        assigned_(nodes_.size(), Truth::kOpen), steps_(steps), budget_(budget) {
    for (std::uint32_t node : nodes_) {
      bool is_leaf = node == 0 || table_.is_atom(node);
      left_.push_back(is_leaf ? 0 : place(table_.left(node).node()));
      right_.push_back(is_leaf ? 0 : place(table_.right(node).node()));
    }
    group_atoms();
  }

  // Depth first over the decisions; a frame is undone by its trail.
  Answer run() {
    bool is_certain = true; // no case was left open by the theory
    std::vector<Frame> frames;
    while (true) {
      if (!pay())
        return Answer::kUnknown;
      evaluate();
      Truth now = negated_if(truth_.back(), c_.negated());
      Answer fits = now == Truth::kFalse ? Answer::kNo : theory();
      if (now == Truth::kTrue) {
        if (fits == Answer::kYes)
          return Answer::kYes;
        if (fits == Answer::kUnknown) {
          is_certain = false;
          fits = Answer::kNo; // as good as refuted, and remembered
        }
      }
      if (fits == Answer::kNo) {
        if (!other_case(frames))
          return is_certain ? Answer::kNo : Answer::kUnknown;
        continue;
      }
      frames.push_back({open_atom(), trail_.size(), false});
      assign(frames.back().atom, Truth::kTrue);
    }
  }

private:
  struct Frame {
    std::size_t atom;  // place
    std::size_t trail; // length before
    bool is_second;
  };

  std::size_t place(std::uint32_t node) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(nodes_, node) -
                                    nodes_.begin());
  }

  bool pay() {
    std::uint64_t cost = nodes_.size();
    if (steps_ < cost || (budget_ && !budget_->spend(cost)))
      return false;
    steps_ -= cost;
    return true;
  }

  // Atoms that compare one value with constants, together with their sets.
  void group_atoms() {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const BranchAtom *atom = atoms_.find(nodes_[i]);
      if (!atom || atom->is_about_two())
        continue;
      groups_[key(*atom)].push_back(i);
      sets_.emplace(i, atom->set());
    }
  }
  static std::uint64_t key(const BranchAtom &atom) {
    return std::uint64_t(atom.value) << 8 | atom.width;
  }

  void evaluate() {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      std::uint32_t node = nodes_[i];
      if (node == 0) {
        truth_[i] = Truth::kTrue;
      } else if (table_.is_atom(node)) {
        truth_[i] = assigned_[i];
      } else {
        Truth l = negated_if(truth_[left_[i]], table_.left(node).negated());
        Truth r = negated_if(truth_[right_[i]], table_.right(node).negated());
        truth_[i] = l == Truth::kFalse || r == Truth::kFalse ? Truth::kFalse
                    : l == Truth::kTrue && r == Truth::kTrue ? Truth::kTrue
                                                             : Truth::kOpen;
      }
    }
  }

  // An atom that the value of the formula still hangs on.
  std::size_t open_atom() const {
    std::size_t at = nodes_.size() - 1;
    while (!table_.is_atom(nodes_[at]))
      at = truth_[left_[at]] == Truth::kOpen ? left_[at] : right_[at];
    return at;
  }

  void assign(std::size_t atom, Truth value) {
    set(atom, value);
    const BranchAtom *meaning = atoms_.find(nodes_[atom]);
    if (!meaning || meaning->is_about_two())
      return;
    // What is known of the value decides other atoms about it.
    const std::vector<std::size_t> &group = groups_.at(key(*meaning));
    ValueSet known(meaning->width);
    for (std::size_t i : group)
      if (assigned_[i] != Truth::kOpen)
        known.intersect_with(assigned_[i] == Truth::kTrue
                                 ? sets_.at(i)
                                 : sets_.at(i).complement());
    if (known.is_empty())
      return; // the theory will say so
    for (std::size_t i : group) {
      if (assigned_[i] != Truth::kOpen)
        continue;
      if (known.is_subset_of(sets_.at(i)))
        set(i, Truth::kTrue);
      else if (known.is_disjoint_from(sets_.at(i)))
        set(i, Truth::kFalse);
    }
  }
  void set(std::size_t atom, Truth value) {
    assigned_[atom] = value;
    trail_.push_back(atom);
  }

  Answer theory() {
    literals_.clear();
    for (std::size_t i : trail_)
      if (const BranchAtom *atom = atoms_.find(nodes_[i]))
        literals_.push_back({atom, assigned_[i] == Truth::kTrue});
    return are_consistent(literals_);
  }

  // Goes back to the last decision with a case left.
  bool other_case(std::vector<Frame> &frames) {
    while (!frames.empty()) {
      Frame &frame = frames.back();
      for (; trail_.size() > frame.trail; trail_.pop_back())
        assigned_[trail_.back()] = Truth::kOpen;
      if (!frame.is_second) {
        frame.is_second = true;
        assign(frame.atom, Truth::kFalse);
        return true;
      }
      frames.pop_back();
    }
    return false;
  }

  const BranchAtoms &atoms_;
  const Conditions &table_;
  Cond c_;
  std::vector<std::uint32_t> nodes_;      // ascending; the formula is the last
  std::vector<std::size_t> left_, right_; // places of parts
  std::vector<Truth> truth_, assigned_;   // by place
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> groups_;
  std::unordered_map<std::size_t, ValueSet> sets_;
  std::vector<std::size_t> trail_; // assigned atoms, in order
  std::vector<Literal> literals_;
  std::uint64_t steps_;
  Budget *budget_;
};

Answer inverted(Answer answer) {
  return answer == Answer::kUnknown ? answer
         : answer == Answer::kYes   ? Answer::kNo
                                    : Answer::kYes;
}

// The parts of a conjunction, as far as the graph shows it as one.
std::vector<Cond> conjuncts(const Conditions &table, Cond c) {
  std::vector<Cond> out, work{c};
  while (!work.empty()) {
    Cond part = work.back();
    work.pop_back();
    if (part.negated() || part.is_yes() || table.is_atom(part.node())) {
      out.push_back(part);
      continue;
    }
    work.push_back(table.right(part.node()));
    work.push_back(table.left(part.node()));
  }
  return out;
}

} // namespace

Answer Decider::can_hold(Cond c) {
  if (c.is_yes() || c.is_no())
    return c.is_yes() ? Answer::kYes : Answer::kNo;
  return Split(atoms_, c, steps_, budget_).run();
}

Answer Decider::implies(Cond a, Cond b) {
  return inverted(can_hold(atoms_.table().both(a, !b)));
}

Answer Decider::contradict(Cond a, Cond b) {
  return inverted(can_hold(atoms_.table().both(a, b)));
}

Answer Decider::are_equivalent(Cond a, Cond b) {
  return inverted(can_hold(atoms_.table().differ(a, b)));
}

Answer Decider::covers_all(std::span<const Cond> parts, Cond under) {
  return implies(under, atoms_.table().any(parts));
}

Cond Decider::simplified_under(Cond c, Cond assumption) {
  Conditions &table = atoms_.table();
  if (assumption.is_no())
    return kNo;
  if (implies(assumption, c) == Answer::kYes)
    return kYes;
  if (contradict(assumption, c) == Answer::kYes)
    return kNo;
  std::unordered_map<std::uint32_t, Cond> known{{0, kYes}};
  std::vector<Literal> literals;
  for (Cond part : conjuncts(table, assumption)) {
    known[part.node()] = part.negated() ? kNo : kYes;
    if (const BranchAtom *atom = atoms_.find(part.node()))
      literals.push_back({atom, !part.negated()});
  }
  // Atoms that cannot be false, or cannot be true, next to the assumed ones.
  auto settled = [&](std::uint32_t node) -> Cond {
    const BranchAtom *atom = atoms_.find(node);
    for (bool value : {true, false}) {
      if (!atom)
        break;
      literals.push_back({atom, value});
      bool is_impossible = are_consistent(literals) == Answer::kNo;
      literals.pop_back();
      if (is_impossible)
        return value ? kNo : kYes;
    }
    return {node << 1};
  };
  for (std::uint32_t node : nodes_below(table, c)) {
    if (known.contains(node))
      continue;
    if (table.is_atom(node)) {
      known[node] = settled(node);
      continue;
    }
    Cond l = table.left(node), r = table.right(node);
    Cond left = known[l.node()], right = known[r.node()];
    known[node] =
        table.both(l.negated() ? !left : left, r.negated() ? !right : right);
  }
  Cond out = known[c.node()];
  return c.negated() ? !out : out;
}

} // namespace wt::logic
