// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does the program consist of that is mutated?
//
// The units of a build database, from the store where they are captured
// already, linked; and the right to exchange the body of a function for a
// while.

#pragma once

#include "model/model.h"
#include "program/program.h"
#include "support/result.h"

#include <map>

namespace wt::mutation {

struct Project {
  std::unique_ptr<const Program> program;
  std::unique_ptr<const model::ModelSet> models;
  std::map<const ir::Unit *, ir::Unit *> writable; // the units of `program`
  std::size_t failed = 0;                          // units without a body here

  // Links units that belong to nobody else.
  static Result<Project> link(std::vector<std::unique_ptr<ir::Unit>> units);
  // `database`: compile_commands.json or its folder.
  static Result<Project> open(const std::string &database,
                              const std::string &store, unsigned workers);
};

// While it lives, `procedure` has another body.  The call graph stays as it
// was: it says a little too much.
class Exchange {
public:
  Exchange(Project &project, ProcedureId procedure, ir::Function body);
  ~Exchange();
  Exchange(const Exchange &) = delete;
  Exchange &operator=(const Exchange &) = delete;

private:
  ir::Function &place_;
  ir::Function kept_;
};

} // namespace wt::mutation
