// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small programs for the tests of finding/, written as IR text, with models
// for malloc, free and their like.

#pragma once

#include "finding/verdict.h"
#include "ir/parse.h"
#include "model/models.h"
#include "program/program.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace wt::test {

// Functions every program may use.
inline const std::string kPrelude = R"(watertight-ir 1
unit c "/p/a.c" lines 40
file 0 "/p/a.c"
record %pair size 16 {
  0: first ptr<i8>
  8: second ptr<i8>
}
global @keeper name "keeper" external definition type ptr<i8> size 8
global @zero name "zero" internal definition constant complete type i32 size 4 {
  0: int 32 0
}
function @malloc type fn(u64) -> ptr<void> result ptr<void>
function @free type fn(ptr<void>) -> void result void
function @realloc type fn(ptr<void>, u64) -> ptr<void> result ptr<void>
function @asprintf variadic type fn(ptr<ptr<i8>>, ptr<i8>, ...) -> i32 result i32
function @puts type fn(ptr<i8>) -> i32 result i32
function @open variadic type fn(ptr<i8>, i32, ...) -> i32 result i32
function @mystery type fn(ptr<void>) -> void result void
)";

struct TestProgram {
  std::unique_ptr<const Program> program;
  std::unique_ptr<const model::ModelSet> models;

  ProcedureId procedure(std::string_view name) const {
    return program->find(name).value();
  }
  // The values are those written in the text.
  Site call_site(std::string_view function, unsigned call,
                 model::Place place = {}) const {
    Site site;
    site.procedure = procedure(function);
    site.value = ir::ValueId(call);
    site.place = place;
    site.family = models->find_family("malloc").value();
    return site;
  }
};

inline TestProgram make_program(const std::string &text) {
  Result<ir::Unit> unit = ir::parse_unit(kPrelude + text, "test");
  EXPECT_TRUE(unit) << (unit ? "" : unit.error().text());
  if (!unit)
    std::abort();
  std::vector<std::unique_ptr<const ir::Unit>> units;
  units.push_back(std::make_unique<const ir::Unit>(std::move(*unit)));
  TestProgram result;
  result.program = link(std::move(units));
  auto models = model::load_models();
  EXPECT_TRUE(models) << (models ? "" : models.error().text());
  result.models = std::move(*models);
  return result;
}

inline WitnessStep to_block(unsigned block) {
  WitnessStep step;
  step.block = ir::BlockId(block);
  return step;
}

// A leak of `site`, lost at `last`, along these blocks.
inline Verdict leak(const Site &site, std::vector<WitnessStep> steps,
                    unsigned last) {
  Verdict verdict;
  verdict.site = site;
  verdict.answer = Verdict::Answer::kLeaks;
  verdict.losing = {ir::ValueId(last)};
  verdict.witnesses = {{site.procedure, std::move(steps), ir::ValueId(last)}};
  return verdict;
}

} // namespace wt::test
