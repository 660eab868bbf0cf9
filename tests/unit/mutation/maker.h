// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small programs in named text form with the shipped models around them.

#pragma once

#include "../engine/program_text.h"
#include "mutation/mutant.h"

namespace wt::mutation::test {

struct Small {
  explicit Small(const std::string &program, const char *declarations = "")
      : text(program, declarations), models(*model::load_models()) {}

  ProcedureId procedure(const char *name) const {
    return *text.program->find(name);
  }
  // The value of that name in the body of `function`.
  ir::ValueId value(const std::string &function, const std::string &name) {
    const ir::Function &body = text.program->body(procedure(function.c_str()));
    for (ir::ValueId v : body.insts.ids())
      if (text.name(function, v) == name)
        return v;
    ADD_FAILURE() << "no %" << name << " in " << function;
    return ir::ValueId(0);
  }

  wt::test::ProgramText text;
  std::unique_ptr<const model::ModelSet> models;
};

inline const auto plain_name = [](const auto &info) {
  return std::string(info.param.name);
};

} // namespace wt::mutation::test
