// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does the tool do when an engine misbehaves?
//
// This is the whole tool with one more engine in its table, `misbehaving`.  It
// finds nothing, and does what the functions it is given ask it to do, by
// calling one of:
//
//   engine_must_segfault()  engine_must_abort()  engine_must_recurse()
//   engine_must_throw()     engine_must_allocate()
//
// Used by tests/cli/crashes.py; not shipped.

#include "driver/engines.h"
#include "driver/pipeline.h"

#include <csignal>
#include <cstdlib>
#include <stdexcept>

namespace {

using namespace wt;

// For ever, as long as it is given a zero; not a tail call.
int recurse(volatile char *above) {
  volatile char here[4096];
  here[0] = *above;
  return here[0] ? 1 : recurse(here) + here[0];
}

void allocate_for_ever() {
  std::vector<std::vector<char>> kept;
  while (true)
    kept.emplace_back(std::size_t(1) << 20, 'x');
}

void obey(std::string_view order) {
  if (order == "engine_must_segfault")
    std::raise(SIGSEGV);
  if (order == "engine_must_abort")
    std::abort();
  if (order == "engine_must_throw")
    throw std::length_error("thrown by an engine");
  if (order == "engine_must_allocate")
    allocate_for_ever();
  volatile char top = 0;
  if (order == "engine_must_recurse" && recurse(&top) == 1)
    std::abort();
}

class NoSummary : public Summary {
  void print(std::ostream &) const override {}
};

class Misbehaving : public Engine {
public:
  explicit Misbehaving(const Program &program) : program_(program) {}

  SccResult analyse(std::span<const ProcedureId> scc, const SummaryLookup &,
                    Budget &) const override {
    SccResult result;
    for (ProcedureId procedure : scc) {
      for (ProcedureId callee : program_.callees(procedure))
        obey(program_.procedures()[callee].link_name);
      result.summaries.push_back(std::make_unique<NoSummary>());
    }
    return result;
  }

private:
  const Program &program_;
};

std::unique_ptr<Engine> make_misbehaving(const FactStages &stages,
                                         const Question &) {
  return std::make_unique<Misbehaving>(stages.facts().program);
}

} // namespace

int main(int argc, char **argv) {
  std::vector<driver::EngineRow> engines(driver::engine_table().begin(),
                                         driver::engine_table().end());
  engines.push_back(
      {"misbehaving", "does what it is told", 1000, make_misbehaving});
  return driver::run(argc, argv, engines);
}
