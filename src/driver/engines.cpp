// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The engine table: see engines.h.

#include "driver/engines.h"

#include "engine/absint/absint.h"
#include "engine/contradiction/contradiction.h"
#include "engine/ownership/ownership.h"
#include "engine/sat/sat.h"
#include "engine/valueflow/valueflow.h"

#include <algorithm>

namespace wt::driver {

namespace {

std::unique_ptr<Engine> make_sat(const FactStages &stages,
                                 const Question &question) {
  return sat::make_engine(stages.facts(), question, sat::Limits{});
}

std::unique_ptr<Engine> make_valueflow(const FactStages &stages,
                                       const Question &question) {
  return valueflow::make_engine(stages, question, valueflow::Limits{});
}

std::unique_ptr<Engine> make_absint(const FactStages &stages,
                                    const Question &question) {
  return absint::make_engine(stages.facts(), question, absint::Limits{});
}

std::unique_ptr<Engine> make_contradiction(const FactStages &stages,
                                           const Question &question) {
  return contradiction::make_engine(stages.facts(), question,
                                    contradiction::Limits{});
}

std::unique_ptr<Engine> make_ownership(const FactStages &stages,
                                       const Question &question) {
  return ownership::make_engine(stages.facts(), question, ownership::Limits{});
}

constexpr EngineRow kEngines[] = {
    {"sat", "paths as formulas: is there one that loses the object?",
     sat::Limits{}.steps, make_sat},
    {"valueflow", "from allocation to free along the flow of values",
     valueflow::Limits{}.steps, make_valueflow, false, true},
    {"absint", "abstract memories and summaries: what can nobody reach?",
     absint::Limits{}.steps, make_absint},
    {"contradiction",
     "backwards from every lost reference: can it be the last?",
     contradiction::Limits{}.steps, make_contradiction, false, true},
    {"ownership", "who must free what, containers included, by constraints",
     ownership::Limits{}.steps, make_ownership},
};

std::string known_names(EngineTable table) {
  std::string names;
  for (const EngineRow &row : table)
    names += std::string(names.empty() ? "" : ", ") + row.name;
  return names + ", all";
}

const char *state_of(const EngineRow &row) {
  return !row.make         ? " (not built yet)"
         : row.is_on_trial ? " (on trial: only when named)"
                           : "";
}

} // namespace

EngineTable engine_table() { return kEngines; }

std::string engine_help(EngineTable table) {
  std::string out = "Engines:\n";
  for (const EngineRow &row : table) {
    std::string name = row.name;
    name.resize(16, ' ');
    out += "  " + name + row.help + state_of(row) + "\n";
  }
  return out;
}

Result<std::vector<const EngineRow *>> select_engines(const std::string &list,
                                                      EngineTable table) {
  std::vector<const EngineRow *> chosen;
  auto add = [&](const EngineRow &row) {
    if (std::find(chosen.begin(), chosen.end(), &row) == chosen.end())
      chosen.push_back(&row);
  };
  std::size_t begin = 0;
  while (begin <= list.size()) {
    std::size_t end = std::min(list.find(',', begin), list.size());
    std::string name = list.substr(begin, end - begin);
    begin = end + 1;
    if (name == "all") {
      for (const EngineRow &row : table)
        if (row.make && !row.is_on_trial)
          add(row);
      continue;
    }
    auto row = std::find_if(table.begin(), table.end(),
                            [&](const EngineRow &r) { return name == r.name; });
    if (row == table.end())
      return fail("unknown engine '" + name +
                  "' (known: " + known_names(table) + ")");
    if (!row->make)
      return fail("engine '" + name + "' is not built yet");
    add(*row);
  }
  // Always in table order, whatever the order on the command line.
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

} // namespace wt::driver
