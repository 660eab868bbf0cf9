// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where do the verifier's messages go?  Into Complaints, which both layers
// share.  Private to ir/; the interface is ir/verify.h.

#pragma once

#include "ir/unit.h"

#include <string>
#include <string_view>
#include <vector>

namespace wt::ir {

class Complaints {
public:
  // Keeps at most `limit` messages.
  explicit Complaints(const Unit &unit, std::size_t limit)
      : unit_(unit), limit_(limit) {}

  void enter(const Function *function) { function_ = function; }
  // Says `problem` about the unit or the function being looked at ...
  void add(std::string_view problem);
  // ... or about a value or a block of it.
  void add(ValueId v, std::string_view problem);
  void add(BlockId b, std::string_view problem);

  bool full() const { return messages_.size() >= limit_; }
  std::size_t count() const { return messages_.size(); }
  std::vector<std::string> take() { return std::move(messages_); }

private:
  std::string where() const;

  const Unit &unit_;
  std::size_t limit_;
  const Function *function_ = nullptr;
  std::vector<std::string> messages_;
};

// True when the function has no shape error; only then is its flow looked at.
bool check_shape(const Unit &unit, const Function &function, Complaints &out);
void check_unit_shape(const Unit &unit, Complaints &out);
void check_flow(const Unit &unit, const Function &function, Complaints &out);

} // namespace wt::ir
