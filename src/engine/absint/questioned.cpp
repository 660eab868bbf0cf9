// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that are compared with null: see questioned.h.

#include "engine/absint/questioned.h"

#include <algorithm>

namespace wt::absint {

using ir::Op;
using ir::ValueId;

namespace {

// Sets of values that become each other.
class Webs {
public:
  explicit Webs(std::size_t values) {
    for (std::size_t i = 0; i < values; ++i)
      parent_.push(ValueId(i));
  }

  ValueId find(ValueId v) {
    while (parent_[v] != v)
      v = parent_[v] = parent_[parent_[v]];
    return v;
  }
  void join(ValueId a, ValueId b) { parent_[find(a)] = find(b); }

private:
  IdMap<ValueId, ValueId> parent_;
};

bool is_zero(const ir::Function &function, ValueId v) {
  Op op = function.insts[v].op;
  return op == Op::kNull || (op == Op::kInt && function.int_value(v) == 0);
}

} // namespace

std::vector<bool> questioned(const ir::Function &function) {
  Webs webs(function.insts.size());
  for (ValueId v : function.insts.ids()) {
    Op op = function.insts[v].op;
    if (op != Op::kPhi && op != Op::kSelect && op != Op::kCast)
      continue;
    auto operands = function.operands_of(v).subspan(op == Op::kSelect ? 1 : 0);
    auto is_null = [&](ValueId from) { return is_zero(function, from); };
    if (std::ranges::any_of(operands, is_null))
      continue; // to ask for null is to ask which way was taken
    for (ValueId from : operands)
      if (!ir::is_leaf(function.insts[from].op) ||
          function.insts[from].op == Op::kParam)
        webs.join(from, v);
  }
  std::vector<bool> asked(function.insts.size(), false);
  for (ValueId v : function.insts.ids()) {
    if (function.insts[v].op != Op::kCompare)
      continue;
    ValueId a = function.operand(v, 0), b = function.operand(v, 1);
    if (is_zero(function, a) || is_zero(function, b))
      asked[webs.find(is_zero(function, a) ? b : a).value] = true;
  }
  std::vector<bool> out(function.insts.size(), false);
  for (ValueId v : function.insts.ids())
    out[v.value] = asked[webs.find(v).value];
  return out;
}

} // namespace wt::absint
