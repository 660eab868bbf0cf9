// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Up through casts and elements to a field: see member.h.

#include "ir/member.h"

namespace wt::ir {

std::optional<Member> member_at(const Unit &unit, const Function &function,
                                ValueId address) {
  while (true) {
    const Inst &inst = function.insts[address];
    if (inst.op == Op::kField) {
      TypeId held = unit.types.pointee(inst.type);
      bool is_open = unit.types[held].kind == TypeKind::kArray &&
                     unit.types[held].count <= 1;
      std::uint64_t bytes = unit.types.size_of(held);
      return is_open || bytes == 0 ? std::nullopt
                                   : std::optional(Member{address, bytes});
    }
    if (inst.op != Op::kCast && inst.op != Op::kElement)
      return std::nullopt;
    address = function.operand(address, 0);
  }
}

} // namespace wt::ir
