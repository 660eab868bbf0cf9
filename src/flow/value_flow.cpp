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
    else if (function.insts[v].op == Op::kMemCopy && function.insts[v].block)
      copies_.push_back(v);
}

namespace {

// One walk.
class Slice {
public:
  Slice(const ir::Function &function, const CellHistory &history,
        const ValueFlow &flow)
      : f_(function), history_(history), flow_(flow),
        out_(function.insts.size()) {}

  void reach(ValueId v) {
    if (out_[v.value])
      return;
    out_[v.value] = true;
    work_.push_back(v);
  }
  // It lies in the cell; null: anywhere.  A block that is copied takes along
  // what lies in it.
  void put_into(const Cell *cell) {
    auto may_be_from = [&](const Cell &read) {
      return !cell || history_.alias(*cell, read) != Alias::kNever;
    };
    for (ValueId load : flow_.loads())
      if (!out_[load.value] && may_be_from(cell_at(f_, f_.operand(load, 0))))
        reach(load);
    for (ValueId call : flow_.readers())
      reach(call);
    for (ValueId copy : flow_.copies())
      if (!out_[copy.value] &&
          may_be_from({cell_at(f_, f_.operand(copy, 1)).base, 0, false})) {
        out_[copy.value] = true;
        Cell to{cell_at(f_, f_.operand(copy, 0)).base, 0, false};
        put_into(&to);
      }
  }
  std::vector<bool> run() {
    while (!work_.empty()) {
      ValueId v = work_.back();
      work_.pop_back();
      for (ValueId user : flow_.users(v))
        follow(v, user);
    }
    return std::move(out_);
  }

private:
  void follow(ValueId v, ValueId user) {
    std::span<const ValueId> operands = f_.operands_of(user);
    for (std::uint32_t k = 0; k < operands.size(); ++k) {
      if (operands[k] != v)
        continue;
      if (is_carried(f_, user, k))
        reach(user);
      if (f_.insts[user].op == Op::kStore && k == 1) {
        Cell cell = cell_at(f_, operands[0]);
        put_into(&cell);
      }
      if (f_.insts[user].op == Op::kCall && k > 0)
        put_into(nullptr);
    }
  }

  const ir::Function &f_;
  const CellHistory &history_;
  const ValueFlow &flow_;
  std::vector<bool> out_;
  std::vector<ValueId> work_;
};

} // namespace

std::vector<bool> ValueFlow::forward(ValueId from) const {
  Slice slice(function_, history_, *this);
  slice.reach(from);
  return slice.run();
}

std::vector<bool> ValueFlow::forward_in(ValueId from,
                                        const std::optional<Cell> &cell) const {
  Slice slice(function_, history_, *this);
  slice.reach(from);
  slice.put_into(cell ? &*cell : nullptr);
  return slice.run();
}

} // namespace wt::flow
