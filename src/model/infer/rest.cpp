// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arguments behind the dots: see rest.h.

#include "model/infer/rest.h"

#include <algorithm>

namespace wt::infer {
namespace {

class Settling {
public:
  Settling(std::uint32_t first, const std::function<std::uint32_t()> &most)
      : first_(first), most_(most) {}

  // Does the outcome do more than look at it?
  bool settle(Outcome &outcome) const {
    bool is_touched = drop(outcome.value);
    std::vector<Effect> kept;
    for (Effect &effect : outcome.effects) {
      is_touched |= drop(effect.value);
      if (is_rest(effect.path))
        is_touched |= effect.kind != Effect::Kind::kForget;
      else
        kept.push_back(effect);
    }
    if (is_touched)
      for (std::uint32_t i = first_; i < most_(); ++i)
        kept.push_back(
            Effect::on(Effect::Kind::kKeep, AccessPath::parameter(i), true));
    std::ranges::sort(kept);
    outcome.effects = std::move(kept);
    std::erase_if(outcome.given,
                  [&](const Given &given) { return is_rest(given.path); });
    std::erase_if(outcome.compared, [&](const Comparison &held) {
      return is_rest(held.a) || is_rest(held.b);
    });
    std::erase_if(outcome.used,
                  [&](const AccessPath &path) { return is_rest(path); });
    return is_touched;
  }

private:
  bool is_rest(const AccessPath &path) const {
    return path.root().kind == PathRoot::Kind::kParameter &&
           path.root().index >= first_;
  }
  bool is_rest(const Term &term) const {
    return term.kind == Term::Kind::kPath && is_rest(term.path);
  }

  bool drop(Term &term) const {
    bool is_it = is_rest(term);
    if (is_it)
      term = Term();
    return is_it;
  }

  std::uint32_t first_;
  const std::function<std::uint32_t()> &most_;
};

} // namespace

void settle_rest(Behaviour &behaviour, const ir::Function &body,
                 const std::function<std::uint32_t()> &most) {
  if (!body.is_variadic)
    return;
  Settling settling(body.param_count, most);
  behaviour.reads_rest = behaviour.is_known() && !behaviour.keeps_all;
  for (Outcome &outcome : behaviour.outcomes)
    if (settling.settle(outcome))
      behaviour.reads_rest = false;
}

} // namespace wt::infer
