// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How do the fact programs get a project?
//
// From a build database, with the units that a store has already.

#pragma once

#include "model/model.h"
#include "program/program.h"

namespace wt::bench {

struct Read {
  std::unique_ptr<const Program> program; // null: the database is unreadable
  std::unique_ptr<const model::ModelSet> models;
};
Read read_program(const std::string &database, const std::string &store);

double cpu_seconds(); // of this process, all threads

} // namespace wt::bench
