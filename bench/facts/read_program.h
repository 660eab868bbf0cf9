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
  std::size_t failed = 0;     // units that could not be captured
  double link_seconds = 0;    // program and models, from units in memory
  std::size_t units_peak = 0; // bytes, of the process before linking
};
Read read_program(const std::string &database, const std::string &store);

// Only makes sure that the store has the units.  False: unreadable database.
bool fill_store(const std::string &database, const std::string &store);

double cpu_seconds(); // of this process, all threads
std::size_t peak_bytes();

} // namespace wt::bench
