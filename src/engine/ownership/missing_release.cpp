// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See missing_release.h.

#include "engine/ownership/missing_release.h"

namespace wt::ownership {

namespace {

// `a::Store<int>` without what stands around its name.
std::string_view plain_name(std::string_view record) {
  record = record.substr(0, record.find('<'));
  auto colon = record.rfind("::");
  return colon == std::string_view::npos ? record : record.substr(colon + 2);
}

} // namespace

std::string missing_release(const ir::Unit &unit, const ir::FieldRef &field,
                            ForgottenMember what) {
  ir::TypeId type = field.record;
  std::string record, member;
  for (std::uint32_t i : field.path) { // the innermost record
    record = unit.text(unit.types[type].name);
    member = unit.text(unit.types[type].fields[i].name);
    type = unit.types[type].fields[i].type;
  }
  if (what.has_destructor)
    return "~" + std::string(plain_name(record)) + "() " +
           (what.is_container ? "frees no element of '" : "does not free '") +
           member + "'";
  return "'" + record + "' is destroyed without freeing " +
         (what.is_container ? "the elements of its '" : "its '") + member + "'";
}

} // namespace wt::ownership
