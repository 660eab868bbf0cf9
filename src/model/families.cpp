// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See families.h.

#include "model/families.h"

#include <algorithm>

namespace wt::model {

std::string_view without_tag(std::string_view type_name) {
  for (std::string_view tag : {"struct ", "union ", "enum ", "class "})
    if (type_name.starts_with(tag))
      return type_name.substr(tag.size());
  return type_name;
}

std::optional<FamilyId> FamilyTable::find(std::string_view name) const {
  auto found = by_name_.find(name);
  if (found == by_name_.end())
    return std::nullopt;
  return found->second;
}

std::optional<FamilyId>
FamilyTable::released_by(std::string_view function,
                         std::string_view preferred) const {
  auto found = by_releaser_.find(function);
  if (found == by_releaser_.end())
    return std::nullopt;
  for (FamilyId id : found->second)
    if (families_[id].name == preferred)
      return id;
  if (found->second.size() == 1)
    return found->second[0];
  return std::nullopt;
}

FamilyId FamilyTable::find_or_add(std::string_view name) {
  if (std::optional<FamilyId> known = find(name))
    return *known;
  Family family;
  family.name = name;
  family.noun = "memory";
  FamilyId id = families_.push(std::move(family));
  by_name_.emplace(name, id);
  return id;
}

void FamilyTable::add_releaser(FamilyId family, const std::string &function) {
  std::vector<std::string> &releasers = families_[family].releasers;
  if (std::ranges::find(releasers, function) != releasers.end())
    return;
  releasers.push_back(function);
  by_releaser_[function].push_back(family);
}

std::string FamilyTable::names() const {
  std::string out;
  for (const auto &[name, id] : by_name_)
    out += (out.empty() ? "" : ", ") + name;
  return out.empty() ? "none" : out;
}

Status FamilyTable::declare(const SpecFamily &written,
                            const std::string &file) {
  bool is_new = !find(written.name);
  FamilyId id = find_or_add(written.name);
  Family &family = families_[id];
  if (!is_new && family.is_handle != written.is_handle)
    return fail("found '" + written.name + "' as a " +
                    (written.is_handle ? "handle" : "family") +
                    ", expected a " + (family.is_handle ? "handle" : "family") +
                    " as declared before",
                file, written.pos.line, written.pos.column);
  if (is_new) {
    family.is_handle = written.is_handle;
    family.is_memory = !written.is_handle;
    family.no_object = written.is_handle ? -1 : 0;
  }
  family.is_memory = written.is_memory.value_or(family.is_memory);
  family.no_object = written.no_object.value_or(family.no_object);
  if (written.is_tracked_only)
    family.is_reported = false;
  if (!written.noun.empty())
    family.noun = written.noun;
  else if (is_new)
    family.noun = family.is_memory ? "memory" : family.name;
  for (const std::string &releaser : written.releasers)
    add_releaser(id, releaser);
  return {};
}

void FamilyTable::declare(const SpecContainer &container,
                          const SpecFile &file) {
  FamilyId id = find_or_add(container.name);
  for (const SpecFunction &function : file.functions)
    for (const SpecParam &param : function.params) {
      const SpecType &type = param.type;
      if (type.kind == SpecType::Kind::kPointer &&
          type.ownership == Ownership::kOwn &&
          without_tag(type.inner[0].name) == container.name)
        add_releaser(id, function.name);
    }
}

Status FamilyTable::declare(const SpecFile &file) {
  for (const SpecFamily &family : file.families)
    if (Status status = declare(family, file.file); !status)
      return status;
  for (const SpecContainer &container : file.containers)
    declare(container, file);
  return {};
}

} // namespace wt::model
