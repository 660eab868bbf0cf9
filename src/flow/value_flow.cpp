// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The value-flow graph, walked forwards: see value_flow.h.

#include "flow/value_flow.h"

namespace wt::flow {

using ir::Op;
using ir::ValueId;

namespace {

// Does the result carry what this operand carries?
bool is_carried(const ir::Function &f, ValueId user, std::uint32_t operand) {
  switch (f.insts[user].op) {
  case Op::kPhi:
  case Op::kCast:
  case Op::kBinop:
  case Op::kUnknown:
    return true;
  case Op::kSelect:
    return operand > 0;
  case Op::kField:
  case Op::kElement:
    return operand == 0;
  case Op::kCall:
    return operand > 0;
  default:
    return false;
  }
}

} // namespace

ValueFlow::ValueFlow(const ir::Function &function, const CellHistory &history,
                     const std::function<bool(ValueId)> &returns_contents)
    : function_(function), history_(history),
      first_user_(function.insts.size() + 2, 0) {
  auto each_use = [&](auto &&use) {
    for (ValueId v : function.insts.ids())
      if (function.insts[v].block)
        for (ValueId operand : function.operands_of(v))
          use(operand, v);
  };
  each_use([&](ValueId operand, ValueId) { ++first_user_[operand.value + 2]; });
  for (std::size_t i = 2; i < first_user_.size(); ++i)
    first_user_[i] += first_user_[i - 1];
  users_.resize(first_user_.back());
  each_use([&](ValueId operand, ValueId v) {
    users_[first_user_[operand.value + 1]++] = v;
  });
  for (ValueId v : function.insts.ids())
    if (function.insts[v].op == Op::kLoad &&
        first_user_[v.value] != first_user_[v.value + 1])
      loads_.push_back(v);
    else if (function.insts[v].op == Op::kCall && returns_contents(v))
      readers_.push_back(v);
}

std::vector<bool> ValueFlow::forward(std::span<const ValueId> from) const {
  std::vector<bool> out(function_.insts.size());
  std::vector<ValueId> work;
  auto reach = [&](ValueId v) {
    if (!out[v.value]) {
      out[v.value] = true;
      work.push_back(v);
    }
  };
  auto put_into = [&](const Cell *cell) { // null: anywhere
    for (ValueId load : loads_)
      if (!out[load.value] &&
          (!cell || history_.alias(*cell, cell_at(function_, function_.operand(
                                                                 load, 0))) !=
                        Alias::kNever))
        reach(load);
    for (ValueId call : readers_)
      reach(call);
  };
  for (ValueId v : from)
    reach(v);
  while (!work.empty()) {
    ValueId v = work.back();
    work.pop_back();
    for (std::uint32_t i = first_user_[v.value]; i < first_user_[v.value + 1];
         ++i) {
      ValueId user = users_[i];
      std::span<const ValueId> operands = function_.operands_of(user);
      for (std::uint32_t k = 0; k < operands.size(); ++k) {
        if (operands[k] != v)
          continue;
        if (is_carried(function_, user, k))
          reach(user);
        if (function_.insts[user].op == Op::kStore && k == 1) {
          Cell cell = cell_at(function_, operands[0]);
          put_into(&cell);
        }
        if (function_.insts[user].op == Op::kCall && k > 0)
          put_into(nullptr);
      }
    }
  }
  return out;
}

} // namespace wt::flow
