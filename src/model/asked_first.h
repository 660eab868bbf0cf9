// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which calls cannot throw, because the program asked first?
//
//   if (i < v.size()) n = v.at(i);        where { throws unless size or empty }
//   n = m.count(k) ? m.at(k) : 0;         where { throws unless count }
//
// A specification names the methods that tell.  One without arguments says how
// many there are, or (a `bool`) that there is none; one with the same arguments
// says whether it is there.  Where a branch on such an answer comes before the
// call on every path, and nothing in between may change the object, the call
// throws nothing: in the unit, before units are linked, so that every engine
// knows.
//
// Only what the branch itself shows is believed; `i < n` with an n from
// elsewhere says nothing.  One thing is taken for granted: whoever asked
// whether there are elements, took some out and then counts from the new end
// (`s.at(s.size() - 1)`) knows that one is left.
//
// Tested by tests/leak/cxx/checked_index.cpp.

#pragma once

#include "ir/unit.h"
#include "model/model.h"

namespace wt::model {

// Those that the specification names; null: it does not say that it throws.
const std::vector<std::string> *methods_that_tell(const ModelSet &models,
                                                  const FunctionModel &model);

// Tells how many calls do not throw any more.
std::size_t drop_asked_throws(ir::Unit &unit, const ModelSet &models);

} // namespace wt::model
