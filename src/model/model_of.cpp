// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// By name and shape: see model_of.h.

#include "model/model_of.h"

#include "model/models.h"

namespace wt::model {

const FunctionModel *model_of(const Program &program, const ModelSet &models,
                              ProcedureId procedure) {
  const Procedure &p = program.procedures()[procedure];
  if (!p.has_body)
    return models.find(p.link_name, p.name);
  const FunctionModel *model = models.find_fitting(
      p.link_name, p.name,
      shape_of(program.unit_of(procedure), program.body(procedure)));
  return model && model->yields_to_body ? nullptr : model;
}

} // namespace wt::model
