// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Trivial phis; see ir/phi_simplify.h.
//
// Users of a phi among the phis are linked lists, so that the users of a phi
// that goes away can be handed to its replacement in one step.

#include "ir/phi_simplify.h"

namespace wt::ir {

ValueId resolve(IdMap<ValueId, ValueId> &replaced, ValueId v) {
  ValueId root = v;
  while (replaced[root])
    root = replaced[root];
  while (v != root)
    v = std::exchange(replaced[v], root);
  return root;
}

namespace {

class PhiSimplifier {
public:
  PhiSimplifier(const Function &function, IdMap<ValueId, ValueId> &replaced,
                const std::function<ValueId(TypeId)> &undef)
      : function_(function), replaced_(replaced), undef_(undef),
        users_(function.insts.size()) {
    for (ValueId v : function.insts.ids())
      if (is_phi(v)) {
        work_.push_back(v);
        for (ValueId operand : function.operands_of(v))
          if (is_phi(resolve(replaced_, operand)))
            add_user(users_[resolve(replaced_, operand)], v);
      }
  }

  void run() {
    // Grows at the end while it is walked: each phi again after an operand
    // of it went away.
    for (std::size_t i = 0; i < work_.size(); ++i) {
      ValueId phi = work_[i];
      if (replaced_[phi])
        continue;
      ValueId only;
      if (!is_trivial(phi, only))
        continue;
      if (!only)
        only = undef_(function_.insts[phi].type);
      replaced_[phi] = only;
      for (std::uint32_t at = users_[phi].first; at != kNone;
           at = links_[at].next)
        work_.push_back(links_[at].user);
      if (is_phi(only))
        hand_over(users_[phi], users_[only]);
    }
  }

private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  struct Link {
    ValueId user;
    std::uint32_t next;
  };
  struct Users {
    std::uint32_t first = kNone, last = kNone; // into links_
  };

  // Phis of deleted blocks have none.
  bool is_phi(ValueId v) const {
    const Inst &inst = function_.insts[v];
    return inst.op == Op::kPhi && inst.block.valid();
  }

  void add_user(Users &users, ValueId user) {
    std::uint32_t at = static_cast<std::uint32_t>(links_.size());
    links_.push_back({user, users.first});
    users.first = at;
    if (users.last == kNone)
      users.last = at;
  }

  void hand_over(Users &from, Users &to) {
    if (from.first == kNone)
      return;
    links_[from.last].next = to.first;
    to.first = from.first;
    if (to.last == kNone)
      to.last = from.last;
    from = Users();
  }

  // `only` becomes the one operand that is not the phi, if there is any.
  bool is_trivial(ValueId phi, ValueId &only) {
    for (ValueId operand : function_.operands_of(phi)) {
      ValueId v = resolve(replaced_, operand);
      if (v == phi || v == only)
        continue;
      if (only)
        return false;
      only = v;
    }
    return true;
  }

  const Function &function_;
  IdMap<ValueId, ValueId> &replaced_;
  const std::function<ValueId(TypeId)> &undef_;
  IdMap<ValueId, Users> users_;
  std::vector<Link> links_;
  std::vector<ValueId> work_;
};

} // namespace

void simplify_phis(const Function &function, IdMap<ValueId, ValueId> &replaced,
                   const std::function<ValueId(TypeId)> &undef) {
  PhiSimplifier(function, replaced, undef).run();
}

} // namespace wt::ir
