// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers that count something.  See counts_up.h.
//
// What a number comes from is looked at until it ends in constants and calls.
// A number that is met again on the way there was counted up: it is not less
// than where it began.

#include "summary/counts_up.h"

#include <algorithm>
#include <vector>

namespace wt::infer {

using ir::Op;
using ir::ValueId;

namespace {

constexpr std::int64_t kFar = INT32_MAX; // nobody asks for more
constexpr int kMostSteps = 256;

class Counting {
public:
  Counting(const ir::Unit &unit, const ir::Function &function,
           const std::function<bool(ValueId)> &is_length)
      : unit_(unit), function_(function), is_length_(is_length) {}

  std::optional<std::int64_t> least(ValueId v) {
    if (std::ranges::find(on_the_way_, v) != on_the_way_.end())
      return kFar;
    if (--steps_ < 0 || !function_.insts.contains(v) || width(v) == 0)
      return std::nullopt;
    on_the_way_.push_back(v);
    std::optional<std::int64_t> out = found(v);
    on_the_way_.pop_back();
    return out;
  }

private:
  unsigned width(ValueId v) const {
    ir::TypeId type = function_.insts[v].type;
    return unit_.types.is_int(type) ? unit_.types[type].width : 0;
  }

  std::optional<std::int64_t> found(ValueId v) {
    switch (function_.insts[v].op) {
    case Op::kInt:
      if (std::int64_t n = function_.int_value(v); n >= 0)
        return std::min(n, kFar);
      return std::nullopt;
    case Op::kCall:
      return width(v) == 64 && is_length_(v) ? std::optional(std::int64_t(0))
                                             : std::nullopt;
    case Op::kBinop:
      return sum(v);
    case Op::kPhi: {
      std::int64_t out = kFar;
      for (ValueId operand : function_.operands_of(v)) {
        auto one = least(operand);
        if (!one)
          return std::nullopt;
        out = std::min(out, *one);
      }
      return out;
    }
    default:
      return std::nullopt;
    }
  }

  std::optional<std::int64_t> sum(ValueId v) {
    ValueId a = function_.operand(v, 0), b = function_.operand(v, 1);
    if (static_cast<ir::BinaryOp>(function_.insts[v].code) !=
            ir::BinaryOp::kAdd ||
        (width(v) != 64 && function_.insts[b].op != Op::kInt))
      return std::nullopt;
    auto first = least(a), second = least(b);
    if (!first || !second)
      return std::nullopt;
    return std::min(*first + *second, kFar);
  }

  const ir::Unit &unit_;
  const ir::Function &function_;
  const std::function<bool(ValueId)> &is_length_;
  std::vector<ValueId> on_the_way_;
  int steps_ = kMostSteps;
};

} // namespace

bool gives_no_negative(const Behaviour &behaviour) {
  return behaviour.is_known() && !behaviour.keeps_all &&
         !behaviour.outcomes.empty() &&
         std::ranges::none_of(behaviour.outcomes, [](const Outcome &outcome) {
           return outcome.result.signs() & NumberClass::kNegative;
         });
}

std::optional<std::int64_t>
least_count(const ir::Unit &unit, const ir::Function &function, ValueId value,
            const std::function<bool(ValueId)> &is_length) {
  return Counting(unit, function, is_length).least(value);
}

} // namespace wt::infer
