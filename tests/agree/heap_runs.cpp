// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which cells does a routine lose, on all small heaps?
//
//   heap_runs [--quick] FILE.ir FUNCTION…
//
// Every function is run by the oracle (oracle.h) on every heap of at most four
// cells: lists and trees of all shapes, shared, cyclic and broken ones too.  A
// cell of the heap is made when the function first looks at a pointer to it,
// and each pointer is tried as null, as a new cell and as each cell there is;
// so heaps that the function cannot tell apart are run once.  References are
// counted after every instruction: those of the caller (the arguments), of
// variables and of cells that are not freed.
//
// A line per function: runs, those left out (they fault, or take too long), and
// the lines of the program where a cell loses its last reference.
//
// With --quick heaps have three cells, and of many runs only the first are
// made.
//
// Used by tests/prove/heaps.py and random_routines.py.

#include "small_models.h"
#include "subject.h"

#include <cstdio>
#include <fstream>
#include <sstream>

namespace {

using namespace wt;
using namespace wt::agree;

// Keys in any order, trees in and out of balance, marks set and not; what is
// negative, and what has no successor.
const std::vector<std::int64_t> kNumbers = {0, 1, 3, -1, INT32_MAX};
// Where these are too many runs, other heaps come first with fewer.
const std::vector<std::int64_t> kFewNumbers = {0, 1, 3};
const std::vector<std::int64_t> kTwoNumbers = {0, 1};

OracleLimits small_heaps(const std::vector<std::int64_t> &numbers,
                         bool is_quick) {
  OracleLimits limits;
  limits.heap_cells = is_quick ? 3 : 4;
  limits.numbers = numbers;
  limits.visits_per_block = is_quick ? 6 : 24;
  limits.recursion = 12;
  limits.paths = is_quick ? 4'000 : 300'000;
  return limits;
}

// False: it cannot be run.
bool run(const Program &program, const model::ModelSet &models,
         const std::string &name, bool is_quick) {
  std::optional<ProcedureId> root = program.find(name);
  if (!root) {
    std::fprintf(stderr, "no function %s\n", name.c_str());
    return false;
  }
  std::set<std::pair<std::string, unsigned>> lost;
  unsigned long long runs = 0, left_out = 0;
  std::string gave_up;
  std::vector<std::vector<std::int64_t>> choices = {kNumbers, kFewNumbers};
  if (is_quick)
    choices = {kTwoNumbers};
  for (const auto &numbers : choices) {
    OracleResult result =
        run_oracle(program, models, *root, small_heaps(numbers, is_quick));
    for (const Outcome &outcome : result.outcomes)
      if (outcome.kind == FindingKind::kLeak)
        lost.emplace(
            program.procedures()[outcome.procedure].name,
            program.body(outcome.procedure).insts[outcome.at].pos.line);
    runs += result.paths;
    left_out += result.left_out;
    gave_up = result.gave_up;
    if (gave_up.empty())
      break;
  }
  std::printf("%s: %llu runs, %llu left out, lost at", name.c_str(), runs,
              left_out);
  for (const auto &[function, line] : lost)
    std::printf(" %s:%u", function.c_str(), line);
  std::printf(lost.empty() ? " no place\n" : "\n");
  if (is_quick)
    return true;
  if (!gave_up.empty())
    std::fprintf(stderr, "%s: %s\n", name.c_str(), gave_up.c_str());
  return gave_up.empty() || !lost.empty();
}

} // namespace

int main(int argc, char **argv) {
  bool is_quick = argc > 1 && std::string(argv[1]) == "--quick";
  int first = is_quick ? 2 : 1;
  if (argc < first + 2) {
    std::fprintf(stderr, "usage: heap_runs [--quick] FILE.ir FUNCTION...\n");
    return 2;
  }
  std::ostringstream text;
  text << std::ifstream(argv[first]).rdbuf();
  Result<std::unique_ptr<const Program>> program = read_ir(text.str());
  if (!program) {
    std::fprintf(stderr, "%s\n", program.error().text().c_str());
    return 2;
  }
  std::unique_ptr<const model::ModelSet> models = small_models();
  int status = 0;
  for (int i = first + 1; i < argc; ++i)
    if (!run(**program, *models, argv[i], is_quick))
      status = 2;
  return status;
}
