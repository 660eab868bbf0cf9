// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does points-to say at the OBSERVE and OBJECT lines of a program?
//
//   pointer_observations FILE.ir      (text of `watertight ir`)
//
// One line per call: "observe LINE: 3.0 5.8 ; names", all locations that are
// meant as object and offset, those of the set by name; likewise "object LINE".

#include "ir/parse.h"
#include "model/infer/infer.h"
#include "model/models.h"
#include "pointer/points_to.h"

#include <fstream>
#include <iostream>
#include <sstream>

using namespace wt;

namespace {

void print_calls(const Program &program, const pointer::PointsTo &facts,
                 ProcedureId p) {
  const ir::Function &f = program.body(p);
  for (ir::ValueId v : f.insts.ids()) {
    if (f.insts[v].op != ir::Op::kCall || !f.insts[v].block.valid())
      continue;
    CallTargets callee = program.targets(p, v);
    if (callee.procedures.size() != 1)
      continue;
    std::string_view name = program.procedures()[callee.procedures[0]].name;
    if (name != "observe_at" && name != "object_at")
      continue;
    std::cout << name.substr(0, name.find('_')) << " "
              << f.int_value(f.arguments(v)[0]) << ":";
    const pointer::PointSet &set = facts.targets(p, f.arguments(v).back());
    for (pointer::LocationId id : facts.meaning(set))
      std::cout << " " << facts.location(id).object.value << "."
                << facts.location(id).offset;
    std::cout << " ; " << facts.names(set) << "\n";
  }
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  std::ifstream in(argv[1]);
  std::stringstream text;
  text << in.rdbuf();
  Result<ir::Unit> unit = ir::parse_unit(text.str(), argv[1]);
  if (!unit) {
    std::cerr << unit.error().text() << "\n";
    return 2;
  }
  std::vector<std::unique_ptr<const ir::Unit>> units;
  units.push_back(std::make_unique<const ir::Unit>(std::move(*unit)));
  std::unique_ptr<const Program> program = link(std::move(units));
  std::vector<const ir::Unit *> seen = {program->units()[UnitId(0)].get()};
  auto models = model::load_models({}, seen);
  if (!models) {
    std::cerr << models.error().text() << "\n";
    return 2;
  }
  infer::Behaviours fresh = infer::infer(*program, **models);
  Budget budget(1'000'000'000);
  auto facts = pointer::analyse(*program, **models, fresh, budget);
  if (!facts->is_complete())
    return 1;
  for (ProcedureId p : program->procedures().ids())
    if (program->procedures()[p].has_body)
      print_calls(*program, *facts, p);
}
