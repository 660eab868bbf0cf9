// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See classes.h.

#include "program/classes.h"

#include <cstdlib>
#include <cxxabi.h>
#include <memory>
#include <string_view>

namespace wt {

namespace {

constexpr std::string_view kTypeInfo = "_ZTI";

// "std::logic_error" of `_ZTISt11logic_error`; "": no type information.
std::string class_name(const std::string &type_info) {
  if (!type_info.starts_with(kTypeInfo))
    return "";
  int status = 0;
  std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(type_info.c_str(), nullptr, nullptr, &status),
      &std::free);
  constexpr std::string_view kWords = "typeinfo for ";
  std::string_view out = status == 0 && text ? text.get() : "";
  return out.starts_with(kWords) ? std::string(out.substr(kWords.size())) : "";
}

bool is_pointer(const std::string &type_info) {
  return type_info.starts_with("_ZTIP");
}

// `_ZTIi`, `_ZTIPKc`: nothing is derived from it, and it from nothing.
bool is_plain(const std::string &type_info) {
  return type_info.size() == kTypeInfo.size() + 1 || is_pointer(type_info);
}

std::string bare(const std::string &name) {
  return name.substr(0, name.find('<'));
}

} // namespace

Classes::Classes(std::span<ir::Unit *const> units) {
  for (const ir::Unit *unit : units) {
    for (const ir::Global &global : unit->globals) {
      std::string name = class_name(unit->text(global.link_name));
      if (name.empty() || !global.is_definition)
        continue;
      std::vector<std::string> &bases = bases_[name];
      if (!bases.empty())
        continue;
      for (const ir::InitCell &cell : global.init)
        if (cell.kind == ir::InitCell::Kind::kGlobal)
          if (std::string base =
                  class_name(unit->text(unit->globals[cell.global].link_name));
              !base.empty())
            bases.push_back(base);
    }
    for (ir::TypeId id : unit->types.ids()) {
      const ir::Type &type = unit->types[id];
      std::string name = unit->text(type.name);
      if (type.kind != ir::TypeKind::kRecord || !type.is_complete ||
          name.contains('<') || bases_.contains(name))
        continue;
      std::vector<std::string> &bases = bases_[name];
      for (const ir::FieldDecl &field : type.fields)
        if (field.is_base && field.type.valid())
          bases.push_back(unit->text(unit->types[field.type].name));
    }
  }
}

std::optional<bool> Classes::derives(const std::string &derived,
                                     const std::string &base, int depth) const {
  constexpr int kMaxDepth = 20;
  if (derived == base)
    return true;
  auto found = bases_.find(derived);
  if (found == bases_.end() || depth > kMaxDepth)
    return std::nullopt;
  bool is_known = true;
  for (const std::string &next : found->second) {
    std::optional<bool> is = derives(next, base, depth + 1);
    if (is == true)
      return true;
    // Template arguments may be written in two ways.
    is_known &= is.has_value() && bare(next) != bare(base);
  }
  return is_known ? std::optional(false) : std::nullopt;
}

std::optional<bool> Classes::catches(const std::string &handler,
                                     const std::string &thrown) const {
  if (handler == thrown)
    return true;
  if (is_pointer(handler) && is_pointer(thrown))
    return std::nullopt;
  if (is_plain(handler) || is_plain(thrown))
    return false;
  std::string base = class_name(handler), derived = class_name(thrown);
  if (base.empty() || derived.empty())
    return std::nullopt;
  return derives(derived, base, 0);
}

} // namespace wt
