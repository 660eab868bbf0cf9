// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which line is missing where a record is destroyed?
//
//   ~Reader() does not free 'block_'
//   ~Store() frees no element of 'items_'
//   'session' is destroyed without freeing its 'user'
//
// Tested by tests/leak/cxx/forgotten_members.cpp and member_containers.cpp.

#pragma once

#include "ir/unit.h"

#include <string>

namespace wt::ownership {

struct ForgottenMember {
  bool has_destructor = false; // one that somebody wrote
  bool is_container = false;   // its elements are forgotten
};

std::string missing_release(const ir::Unit &unit, const ir::FieldRef &field,
                            ForgottenMember what);

} // namespace wt::ownership
