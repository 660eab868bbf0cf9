// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See models.h.  Exact names are hashed; each name has a list of models, the
// latest first, of which the first that fits counts.

#include "model/models.h"

#include "model/asked_first.h"
#include "model/attributes.h"
#include "model/check_spec.h"
#include "model/contract.h"
#include "model/lower.h"
#include "model/pattern.h"
#include "model/polymorphic.h"
#include "model/shipped.h"
#include "model/spec_parser.h"
#include "support/read_file.h"

#include <algorithm>
#include <deque>
#include <map>
#include <unordered_map>

namespace wt::model {
namespace {

struct NameHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const {
    return std::hash<std::string_view>()(text);
  }
};
template <class T>
using NameMap = std::unordered_map<std::string, T, NameHash, std::equal_to<>>;

// A type variable, or a container: `own stack<ref void *> *s`.
bool is_about_containers(const SpecType &type, const SpecFile &file) {
  bool is_variable = type.kind == SpecType::Kind::kName &&
                     std::ranges::find(file.type_variables, type.name) !=
                         file.type_variables.end();
  bool is_container =
      type.kind == SpecType::Kind::kName && !type.inner.empty() &&
      std::ranges::find(file.containers, type.name, &SpecContainer::name) !=
          file.containers.end();
  return is_variable || is_container ||
         std::ranges::any_of(type.inner, [&](const SpecType &inner) {
           return is_about_containers(inner, file);
         });
}

bool is_polymorphic(const SpecFunction &function, const SpecFile &file) {
  return is_about_containers(function.result, file) ||
         std::ranges::any_of(function.params, [&](const SpecParam &parameter) {
           return is_about_containers(parameter.type, file);
         });
}

bool is_compatible(ParamKind a, ParamKind b) {
  return a == b || a == ParamKind::kAny || b == ParamKind::kAny;
}

class LoadedModels final : public ModelSet {
public:
  using Models = std::vector<const FunctionModel *>; // latest first

  const FunctionModel *find(std::string_view link_name,
                            std::string_view source_name) const override {
    return search(link_name, source_name, nullptr);
  }
  const FunctionModel *find_fitting(std::string_view link_name,
                                    std::string_view source_name,
                                    const CallShape &shape) const override {
    return search(link_name, source_name, &shape);
  }
  const Family &family(FamilyId id) const override { return families[id]; }
  std::optional<FamilyId> find_family(std::string_view name) const override {
    return families.find(name);
  }
  std::size_t family_count() const override { return families.size(); }

  void add(FunctionModel model) {
    const FunctionModel *kept = &models.emplace_back(std::move(model));
    if (Pattern::is_pattern(kept->name)) {
      patterns.emplace(patterns.begin(), Pattern(kept->name), kept);
      return;
    }
    Models &same_name = exact[kept->name];
    same_name.insert(same_name.begin(), kept);
  }

  // The first to say something about a name is believed.
  void add_attribute_model(FunctionModel model) {
    auto [entry, is_new] = by_attribute.try_emplace(model.name);
    if (is_new)
      entry->second.push_back(&models.emplace_back(std::move(model)));
  }

  // By the file and line of the declaration or alias.
  std::map<std::pair<std::string, std::uint32_t>, PolymorphicSpec> polymorphic;
  std::map<std::pair<std::string, std::uint32_t>, std::vector<std::string>>
      methods_that_tell;
  FamilyTable families;
  std::deque<FunctionModel> models; // a deque never moves its elements
  NameMap<Models> exact;
  NameMap<Models> by_attribute;
  std::vector<std::pair<Pattern, const FunctionModel *>> patterns;

private:
  static const FunctionModel *first_fitting(const NameMap<Models> &map,
                                            std::string_view name,
                                            const CallShape *shape) {
    auto found = map.find(name);
    if (found == map.end())
      return nullptr;
    for (const FunctionModel *model : found->second)
      if (!shape || fits(*model, *shape))
        return model;
    return nullptr;
  }

  const FunctionModel *search(std::string_view link_name,
                              std::string_view source_name,
                              const CallShape *shape) const {
    if (const FunctionModel *model = first_fitting(exact, link_name, shape))
      return model;
    if (source_name != link_name) {
      const FunctionModel *model = first_fitting(exact, source_name, shape);
      // A C++ function called `open` is not the one of the C library.
      bool is_namesake =
          model && model->origin == FunctionModel::Origin::kShipped &&
          link_name.starts_with("_Z") && !source_name.contains("::");
      if (model && !is_namesake)
        return model;
    }
    for (const auto &[pattern, model] : patterns)
      if ((!shape || fits(*model, *shape)) &&
          (pattern.matches(source_name) || pattern.matches(link_name)))
        return model;
    return first_fitting(by_attribute, link_name, shape);
  }
};

} // namespace

bool fits(const FunctionModel &model, const CallShape &shape) {
  if (!model.has_shape)
    return true;
  const std::vector<ParamKind> &params = model.shape.params;
  return model.shape.is_variadic == shape.is_variadic &&
         std::ranges::equal(params, shape.params, is_compatible);
}

CallShape shape_of(const ir::Unit &unit, const ir::Function &function) {
  auto kind_of = [&](ir::TypeId type) {
    if (!type.valid())
      return ParamKind::kAny;
    switch (unit.types[type].kind) {
    case ir::TypeKind::kPointer:
      return ParamKind::kPointer;
    case ir::TypeKind::kInt:
    case ir::TypeKind::kFloat:
      return ParamKind::kScalar;
    default:
      return ParamKind::kAny;
    }
  };
  CallShape shape;
  shape.is_variadic = function.is_variadic;
  std::size_t skipped = function.returns_by_slot ? 1 : 0;
  if (function.insts.size() >= function.param_count && function.param_count) {
    for (std::size_t i = skipped; i < function.param_count; ++i)
      shape.params.push_back(kind_of(function.insts[ir::ValueId(i)].type));
  } else if (function.type.valid()) {
    const ir::Type &type = unit.types[function.type];
    for (std::size_t i = skipped; i < type.params.size(); ++i)
      shape.params.push_back(kind_of(type.params[i]));
  }
  return shape;
}

class ModelSetBuilder::State {
public:
  std::unique_ptr<LoadedModels> set = std::make_unique<LoadedModels>();
  Contracts contracts;

  Status add(const SpecFile &file, FunctionModel::Origin origin) {
    if (Status status = check_spec(file, containers_); !status)
      return status;
    if (Status status = set->families.declare(file); !status)
      return status;
    NameMap<std::vector<FunctionModel>> added;
    for (const SpecFunction &function : file.functions)
      if (Status status = add(file, function, origin, added); !status)
        return status;
    for (const SpecAlias &alias : file.aliases)
      if (Status status = add(file, alias, origin); !status)
        return status;
    return {};
  }

private:
  Status add(const SpecFile &file, const SpecFunction &function,
             FunctionModel::Origin origin,
             NameMap<std::vector<FunctionModel>> &added) {
    if (is_contract(function))
      return contracts.add(file, function);
    Result<FunctionModel> model = lower(file, function, set->families);
    if (!model)
      return std::unexpected(model.error());
    model->origin = origin;
    if (is_polymorphic(function, file))
      set->polymorphic[{model->file, model->line}] = {function,
                                                      file.type_variables};
    for (const SpecClause &clause : function.clauses)
      if (clause.kind == SpecClause::Kind::kThrows)
        set->methods_that_tell[{model->file, model->line}] = clause.types;
    std::vector<FunctionModel> &overloads = added[function.name];
    for (const FunctionModel &other : overloads)
      if (other.shape == model->shape)
        return fail("found '" + function.name + "' a second time (first in " +
                        "line " + std::to_string(other.line) +
                        "), expected one declaration",
                    file.file, function.pos.line, function.pos.column);
    overloads.push_back(*model);
    set->add(std::move(*model));
    return {};
  }

  Status add(const SpecFile &file, const SpecAlias &alias,
             FunctionModel::Origin origin) {
    auto target = set->exact.find(alias.target);
    if (target == set->exact.end())
      return fail("found '" + alias.target +
                      "', expected the name of a declared function",
                  file.file, alias.pos.line, alias.pos.column);
    FunctionModel model = *target->second.front();
    const PolymorphicSpec *written = polymorphic(*set, model);
    model.origin = origin;
    model.file = file.file;
    model.line = alias.pos.line;
    if (written)
      set->polymorphic[{model.file, model.line}] = PolymorphicSpec(*written);
    for (const std::string &name : alias.names) {
      model.name = name;
      set->add(model);
    }
    return {};
  }

  ContainerArity containers_;
};

ModelSetBuilder::ModelSetBuilder() : state_(std::make_unique<State>()) {}
ModelSetBuilder::~ModelSetBuilder() = default;
ModelSetBuilder::ModelSetBuilder(ModelSetBuilder &&) noexcept = default;

Status ModelSetBuilder::add_shipped() {
  for (const ShippedSpec &spec : shipped_specs())
    if (Status status = add_spec(spec.text, std::string(spec.name),
                                 FunctionModel::Origin::kShipped);
        !status)
      return status;
  return {};
}

Status ModelSetBuilder::add_spec(std::string_view text,
                                 const std::string &file_name,
                                 FunctionModel::Origin origin) {
  Result<SpecFile> file = parse_spec(text, file_name);
  if (!file)
    return std::unexpected(file.error());
  return state_->add(*file, origin);
}

Status ModelSetBuilder::add_spec_file(const std::string &path) {
  Result<std::string> text = read_file(path, "the specification");
  if (!text)
    return std::unexpected(text.error());
  return add_spec(*text, path);
}

void ModelSetBuilder::add_attributes(const ir::Unit &unit) {
  for (const ir::Function &function : unit.functions)
    for (FunctionModel &model :
         models_from_attributes(unit, function, state_->set->families))
      state_->set->add_attribute_model(std::move(model));
}

const Contracts &ModelSetBuilder::contracts() const {
  return state_->contracts;
}

const ModelSet &ModelSetBuilder::models() const { return *state_->set; }

std::unique_ptr<const ModelSet> ModelSetBuilder::build() {
  return std::move(state_->set);
}

Result<ModelSetBuilder>
read_specifications(std::span<const std::string> spec_paths) {
  ModelSetBuilder builder;
  if (Status status = builder.add_shipped(); !status)
    return std::unexpected(status.error());
  for (const std::string &path : spec_paths)
    if (Status status = builder.add_spec_file(path); !status)
      return std::unexpected(status.error());
  return builder;
}

Result<std::unique_ptr<const ModelSet>>
load_models(std::span<const std::string> spec_paths,
            std::span<const ir::Unit *const> units) {
  Result<ModelSetBuilder> builder = read_specifications(spec_paths);
  if (!builder)
    return std::unexpected(builder.error());
  for (const ir::Unit *unit : units)
    builder->add_attributes(*unit);
  return builder->build();
}

const std::vector<std::string> *methods_that_tell(const ModelSet &models,
                                                  const FunctionModel &model) {
  const auto *loaded = dynamic_cast<const LoadedModels *>(&models);
  if (!loaded)
    return nullptr;
  auto found = loaded->methods_that_tell.find({model.file, model.line});
  return found == loaded->methods_that_tell.end() ? nullptr : &found->second;
}

const PolymorphicSpec *polymorphic(const ModelSet &models,
                                   const FunctionModel &model) {
  const auto *loaded = dynamic_cast<const LoadedModels *>(&models);
  if (!loaded)
    return nullptr;
  auto found = loaded->polymorphic.find({model.file, model.line});
  return found == loaded->polymorphic.end() ? nullptr : &found->second;
}

std::vector<std::string> model_names(const ModelSet &models) {
  std::vector<std::string> names;
  const auto *loaded = dynamic_cast<const LoadedModels *>(&models);
  if (!loaded)
    return names;
  for (const auto &[name, same_name] : loaded->exact)
    names.push_back(name);
  for (const auto &[pattern, model] : loaded->patterns)
    names.push_back(model->name);
  std::ranges::sort(names);
  return names;
}

} // namespace wt::model
