// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does infer say of every function of a project, and what does it cost?
//
//   bench_behaviours FOLDER/compile_commands.json STORE
//
// Behaviours on stdout, one line of figures on stderr.

#include "bench/facts/read_program.h"
#include "model/infer/infer.h"
#include "path/readable_path.h"
#include "summary/claims.h"

#include <fmt/format.h>

#include <iostream>

using namespace wt;

int main(int argc, char **argv) {
  if (argc < 3)
    return 2;
  bench::Read project = bench::read_program(argv[1], argv[2]);
  if (!project.program || !project.models)
    return 2;
  const Program &program = *project.program;
  double start = bench::cpu_seconds();
  infer::Behaviours all =
      infer::infer(program, *project.models, {.threads = 1});
  double cost = bench::cpu_seconds() - start;
  std::size_t bodies = 0, sites = 0;
  for (ProcedureId p : program.procedures().ids()) {
    if (!program.procedures()[p].has_body)
      continue;
    ++bodies;
    sites += all.in(p).size();
    const ir::Unit &unit = program.unit_of(p);
    const ir::Function &body = program.body(p);
    std::cout << program.procedures()[p].name << "  ("
              << (body.pos.file.valid() ? unit.file_name(body.pos.file) : "")
              << ':' << body.pos.line << ")\n";
    auto name = [&](const AccessPath &path) {
      return readable(program, p, path);
    };
    for (const infer::Claim &claim :
         infer::claims(all.of(p), *project.models, name))
      std::cout << "- " << claim.text << '\n';
    infer::print(std::cout, all.of(p), *project.models, name);
    std::cout << '\n';
  }
  fmt::print(stderr, "{} bodies, {:.2f} s, {} over budget, {} sites\n", bodies,
             cost, all.over_budget().size(), sites);
  for (ProcedureId p : all.over_budget())
    fmt::print(stderr, "over budget: {}\n", program.procedures()[p].name);
}
