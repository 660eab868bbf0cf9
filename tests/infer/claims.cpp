// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does the inference claim of the functions of a program?
//
//   infer_claims FILE.ir...      (texts of `watertight ir`)
//
// One line per claim, "FUNCTION: CLAIM", and one "FUNCTION:" per function.

#include "summary/claims.h"
#include "ir/parse.h"
#include "model/infer/infer.h"
#include "model/models.h"
#include "path/readable_path.h"

#include <fstream>
#include <iostream>
#include <sstream>

using namespace wt;

int main(int argc, char **argv) {
  std::vector<std::unique_ptr<const ir::Unit>> units;
  for (int i = 1; i < argc; ++i) {
    std::ifstream in(argv[i]);
    std::stringstream text;
    text << in.rdbuf();
    Result<ir::Unit> unit = ir::parse_unit(text.str(), argv[i]);
    if (!unit) {
      std::cerr << unit.error().text() << "\n";
      return 2;
    }
    units.push_back(std::make_unique<const ir::Unit>(std::move(*unit)));
  }
  std::unique_ptr<const Program> program = link(std::move(units));
  std::vector<const ir::Unit *> linked;
  for (const auto &unit : program->units())
    linked.push_back(unit.get());
  auto models = model::load_models({}, linked);
  if (!models) {
    std::cerr << models.error().text() << "\n";
    return 2;
  }
  infer::Behaviours all = infer::infer(*program, **models);
  for (ProcedureId p : program->procedures().ids()) {
    if (!program->procedures()[p].has_body)
      continue;
    auto name = [&](const AccessPath &path) {
      return readable(*program, p, path);
    };
    std::cout << program->procedures()[p].name << ":\n";
    for (const infer::Claim &claim : infer::claims(all.of(p), **models, name))
      std::cout << program->procedures()[p].name << ": " << claim.text << "\n";
  }
}
