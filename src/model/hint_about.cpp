// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See hint_about.h.

#include "model/hint_about.h"

#include "model/models.h"

namespace wt::model {

const FunctionModel *hint_about(const Program &program, const ModelSet &models,
                                ProcedureId procedure) {
  const Procedure &p = program.procedures()[procedure];
  if (!p.has_body)
    return nullptr;
  const FunctionModel *model = models.find_fitting(
      p.link_name, p.name,
      shape_of(program.unit_of(procedure), program.body(procedure)));
  return model && model->yields_to_body ? model : nullptr;
}

} // namespace wt::model
