// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which kinds of resources are there?
//
// The table of families while models are loaded.  A family may be declared in
// several files: a later declaration adds releasers and replaces what it says.
//
// Tested by tests/unit/model/lower_test.cpp.

#pragma once

#include "model/model.h"
#include "model/spec.h"
#include "support/result.h"

#include <map>
#include <string>
#include <string_view>

namespace wt::model {

class FamilyTable {
public:
  // All families and containers of a file.  A container is a family of its
  // own, released by the functions of the file that take it with `own`.
  Status declare(const SpecFile &file);

  std::optional<FamilyId> find(std::string_view name) const;
  // The only family that `function` releases, or the one named `preferred`.
  std::optional<FamilyId> released_by(std::string_view function,
                                      std::string_view preferred) const;
  FamilyId find_or_add(std::string_view name);
  void add_releaser(FamilyId family, const std::string &function);

  const Family &operator[](FamilyId id) const { return families_[id]; }
  std::size_t size() const { return families_.size(); }
  std::string names() const; // for messages: "FILE, fd, malloc"

private:
  Status declare(const SpecFamily &written, const std::string &file);
  void declare(const SpecContainer &container, const SpecFile &file);

  IdMap<FamilyId, Family> families_;
  std::map<std::string, FamilyId, std::less<>> by_name_;
  std::map<std::string, std::vector<FamilyId>, std::less<>> by_releaser_;
};

// "dirent" of `struct dirent`.
std::string_view without_tag(std::string_view type_name);

} // namespace wt::model
