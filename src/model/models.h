// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which models are in force?
//
//   load_models(paths of --spec files, units)
//
// makes the ModelSet from the shipped specifications, then the user's files
// (later ones override earlier ones, function by function), then attributes on
// declarations of the program, which only fill gaps.  A ModelSet is constant
// and may be read by many threads.  An exact name beats a pattern; of two
// patterns the later one wins.
//
// Tested by tests/unit/model/models_test.cpp.

#pragma once

#include "ir/unit.h"
#include "model/model.h"
#include "support/result.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wt::model {

class Contracts; // model/contract.h

// Collects sources in order; build() ends it.
class ModelSetBuilder {
public:
  ModelSetBuilder();
  ~ModelSetBuilder();
  ModelSetBuilder(ModelSetBuilder &&) noexcept;

  Status add_shipped();
  // One specification in the language of docs/user/specifications.md.
  Status add_spec(std::string_view text, const std::string &file_name,
                  FunctionModel::Origin origin = FunctionModel::Origin::kUser);
  Status add_spec_file(const std::string &path);
  // Attributes of all functions of the unit (model/attributes.h).
  void add_attributes(const ir::Unit &unit);
  // Those of the specifications so far; good as long as the builder is.
  const Contracts &contracts() const;
  const ModelSet &models() const;

  std::unique_ptr<const ModelSet> build();

private:
  class State;
  std::unique_ptr<State> state_;
};

// The shipped files, then those of the user.  Their contracts are for units
// before these are linked; attributes come from the linked program.
Result<ModelSetBuilder>
read_specifications(std::span<const std::string> spec_paths = {});

Result<std::unique_ptr<const ModelSet>>
load_models(std::span<const std::string> spec_paths = {},
            std::span<const ir::Unit *const> units = {});

// The names of all models, sorted; patterns included, attributes not.
std::vector<std::string> model_names(const ModelSet &models);

// How a function of a unit looks, for ModelSet::find_fitting.
CallShape shape_of(const ir::Unit &unit, const ir::Function &function);

// Could a function of that shape be the one that the model speaks of?
bool fits(const FunctionModel &model, const CallShape &shape);

} // namespace wt::model
