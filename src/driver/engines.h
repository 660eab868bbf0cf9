// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which engines are there?
//
// The one list of engines: --engine, --help, confidence and the tests read it.
// A row gives the engine's name, a line of help, the steps it may take per
// function and a function that makes it.  Adding an engine is adding a row
// (docs/dev/adding-an-engine.md).  main() hands the table to the pipeline;
// tests hand it another one, with engines that misbehave.
//
// Tested by tests/unit/driver/options_test.cpp.

#pragma once

#include "engine/stages.h"
#include "support/result.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace wt::driver {

struct EngineRow {
  const char *name;
  const char *help;
  std::uint64_t steps_per_function; // of its Budget
  // Asks for the facts it needs; null: not built.
  std::unique_ptr<Engine> (*make)(const FactStages &, const Question &);
  // Its findings on real code have not been judged: runs when it is named, and
  // is no part of `all`.
  bool is_on_trial = false;
  // What it alone reports is a proposal: of low confidence unless the walker
  // confirms its path.
  bool is_proposer = false;
};

using EngineTable = std::span<const EngineRow>;

// All engines of the design, in the order in which findings name them.
EngineTable engine_table();

// The table for --help.
std::string engine_help(EngineTable table);

// "sat,absint" or "all"; an Error names what is wrong and what there is.
Result<std::vector<const EngineRow *>> select_engines(const std::string &list,
                                                      EngineTable table);

} // namespace wt::driver
