// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See attributes.h.

#include "model/attributes.h"

#include <algorithm>

namespace wt::model {
namespace {

using AttributeKind = ir::DeclAttribute::Kind;

class Conversion {
public:
  Conversion(const ir::Unit &unit, const ir::Function &function,
             FamilyTable &families)
      : unit_(unit), function_(function), families_(families) {
    model_ = named(unit.text(function.link_name));
  }

  std::vector<FunctionModel> run() {
    for (const ir::DeclAttribute &attribute : function_.attributes)
      convert(attribute);
    if (!says_something_)
      return {};
    if (is_nonnull_)
      for (Effect &effect : model_.effects)
        effect.may_fail = false;
    model_.yields_to_body = !speaks_to_analysers_;
    std::vector<FunctionModel> out;
    out.push_back(std::move(model_));
    for (FunctionModel &deallocator : deallocators_)
      out.push_back(std::move(deallocator));
    return out;
  }

private:
  FunctionModel named(const std::string &name) const {
    FunctionModel model;
    model.name = name;
    model.has_shape = false;
    model.origin = FunctionModel::Origin::kAttribute;
    if (function_.pos.known()) {
      model.file = unit_.file_name(function_.pos.file);
      model.line = function_.pos.line;
    }
    return model;
  }

  void convert(const ir::DeclAttribute &attribute) {
    const std::string &text = unit_.text(attribute.text);
    // The body beside it says more; one in another unit too (model_of.h).
    bool is_hint_only = !function_.is_declaration();
    switch (attribute.kind) {
    case AttributeKind::kMalloc:
      if (!is_hint_only)
        add_malloc(attribute, text);
      return;
    case AttributeKind::kOwnershipReturns:
      speaks_to_analysers_ = true;
      add_fresh(families_.find_or_add(text.empty() ? "malloc" : text));
      return;
    case AttributeKind::kOwnershipTakes:
      speaks_to_analysers_ = true;
      add_takes(attribute, text);
      return;
    case AttributeKind::kOwnershipHolds:
      speaks_to_analysers_ = true;
      for (std::uint32_t argument : attribute.args)
        add(Effect::Kind::kKeep, argument, FamilyId());
      says_something_ = true;
      return;
    case AttributeKind::kReturnsNonNull:
      is_nonnull_ = true;
      return;
    case AttributeKind::kAnalyzerNoReturn:
      speaks_to_analysers_ = true;
      model_.does_not_return = true;
      says_something_ = true;
      return;
    case AttributeKind::kPureOrConst:
      says_something_ |= !is_hint_only;
      return;
    case AttributeKind::kFormat: // of some arguments (summary/beliefs.h)
      return;
    }
  }

  void add_malloc(const ir::DeclAttribute &attribute, const std::string &text) {
    if (text.empty()) {
      // malloc, malloc(f) may stand together: the second says more.
      if (std::ranges::none_of(function_.attributes, [&](const auto &other) {
            return other.kind == AttributeKind::kMalloc &&
                   other.text != StringTable::empty();
          }))
        add_fresh(families_.find_or_add("malloc"));
      return;
    }
    FamilyId family =
        fresh_family_
            ? *fresh_family_
            : families_.released_by(text, "malloc").value_or(FamilyId());
    if (!family.valid())
      family = families_.find_or_add(text);
    families_.add_releaser(family, text);
    add_fresh(family);
    FunctionModel deallocator = named(text);
    deallocator.yields_to_body = true;
    Effect effect;
    effect.kind = Effect::Kind::kFree;
    effect.place.root = Place::Root::kArgument;
    effect.place.argument = attribute.args.empty() ? 0 : attribute.args[0];
    effect.family = family;
    deallocator.effects.push_back(effect);
    deallocators_.push_back(std::move(deallocator));
  }

  void add_fresh(FamilyId family) {
    says_something_ = true;
    if (fresh_family_)
      return;
    fresh_family_ = family;
    Effect effect;
    effect.kind = Effect::Kind::kFresh;
    effect.family = family;
    effect.may_fail = true;
    model_.effects.push_back(effect);
  }

  void add_takes(const ir::DeclAttribute &attribute, const std::string &text) {
    FamilyId family = families_.find_or_add(text.empty() ? "malloc" : text);
    families_.add_releaser(family, model_.name);
    for (std::uint32_t argument : attribute.args)
      add(Effect::Kind::kFree, argument, family);
    says_something_ = true;
  }

  void add(Effect::Kind kind, std::uint32_t argument, FamilyId family) {
    Effect effect;
    effect.kind = kind;
    effect.place.root = Place::Root::kArgument;
    effect.place.argument = argument;
    effect.family = family;
    // Frees come before fresh objects.
    auto at =
        std::ranges::find(model_.effects, Effect::Kind::kFresh, &Effect::kind);
    model_.effects.insert(at, effect);
  }

  const ir::Unit &unit_;
  const ir::Function &function_;
  FamilyTable &families_;
  FunctionModel model_;
  std::vector<FunctionModel> deallocators_;
  std::optional<FamilyId> fresh_family_;
  bool is_nonnull_ = false;
  bool says_something_ = false;
  bool speaks_to_analysers_ = false;
};

} // namespace

std::vector<FunctionModel> models_from_attributes(const ir::Unit &unit,
                                                  const ir::Function &function,
                                                  FamilyTable &families) {
  if (function.attributes.empty())
    return {};
  return Conversion(unit, function, families).run();
}

} // namespace wt::model
