// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which values may still be used after an instruction?
//
// A value of the IR that nobody will use again holds no reference.  Plain
// textbook liveness, per instruction; only the oracle uses it.

#pragma once

#include "ir/function.h"

#include <vector>

namespace wt::agree {

class Liveness {
public:
  explicit Liveness(const ir::Function &function);

  // Indexed by ValueId: live just after instruction `index` of `block`.
  const std::vector<bool> &after(ir::BlockId block, std::size_t index) const {
    return after_[block][index];
  }

private:
  // Moves `live` from behind instruction `v` to before it.
  static void step_back(const ir::Function &function, ir::ValueId v,
                        std::vector<bool> &live);

  IdMap<ir::BlockId, std::vector<std::vector<bool>>> after_;
};

} // namespace wt::agree
