// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of hand-made models; see small_models.h.

#include "small_models.h"

#include "support/id.h"

#include <map>

namespace wt::agree {

using namespace model;

namespace {

class SmallModels final : public ModelSet {
public:
  SmallModels() {
    FamilyId memory = families_.push({});
    families_[memory].name = "malloc";
    families_[memory].noun = "memory";
    families_[memory].releasers = {"free"};
    FamilyId descriptor = families_.push({});
    families_[descriptor].name = "fd";
    families_[descriptor].noun = "file descriptor";
    families_[descriptor].is_memory = false;
    families_[descriptor].is_handle = true;
    families_[descriptor].no_object = -1;
    families_[descriptor].releasers = {"close"};

    for (const char *name : {"malloc", "strdup"})
      add(name, {fresh_result(memory)});
    Effect moved = free_argument(memory);
    moved.when = {ResultTest::Kind::kDiffers, 0};
    add("realloc", {moved, fresh_result(memory)});
    add("free", {free_argument(memory)});
    Effect out = fresh_result(memory);
    out.place = {Place::Root::kArgument, 0, 1};
    out.may_fail = false;
    out.when = {ResultTest::Kind::kNotNegative, 0};
    add("asprintf", {out});
    add("open", {fresh_result(descriptor)});
    add("close", {free_argument(descriptor)});
    add("exit", {});
    models_["exit"].does_not_return = true;
  }

  const FunctionModel *find(std::string_view link_name,
                            std::string_view) const override {
    auto found = models_.find(link_name);
    return found == models_.end() ? nullptr : &found->second;
  }
  const Family &family(FamilyId id) const override { return families_[id]; }
  std::optional<FamilyId> find_family(std::string_view name) const override {
    for (FamilyId id : families_.ids())
      if (families_[id].name == name)
        return id;
    return std::nullopt;
  }
  std::size_t family_count() const override { return families_.size(); }

private:
  static Effect fresh_result(FamilyId family) {
    Effect effect;
    effect.kind = Effect::Kind::kFresh;
    effect.family = family;
    effect.may_fail = true;
    return effect;
  }
  static Effect free_argument(FamilyId family) {
    Effect effect;
    effect.kind = Effect::Kind::kFree;
    effect.place = {Place::Root::kArgument, 0, 0};
    effect.family = family;
    return effect;
  }
  void add(const char *name, std::vector<Effect> effects) {
    FunctionModel &model = models_[name];
    model.name = name;
    model.effects = std::move(effects);
    model.has_shape = false;
  }

  IdMap<FamilyId, Family> families_;
  std::map<std::string, FunctionModel, std::less<>> models_;
};

} // namespace

std::unique_ptr<const ModelSet> small_models() {
  return std::make_unique<SmallModels>();
}

} // namespace wt::agree
