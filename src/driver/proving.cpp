// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `prove`: see proving.h.

#include "driver/proving.h"

#include "driver/exit_status.h"
#include "driver/interrupt.h"
#include "driver/proof_report.h"
#include "driver/proof_subject.h"
#include "finding/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace wt::driver {

namespace {

using contradiction::ProbeReport;
using Verdict = ProbeReport::Verdict;

// One row of the closing table.
std::string row_of(std::string_view name,
                   const std::vector<ProbeReport> &reports,
                   Verdict with_callees) {
  std::array<std::size_t, 3> counts{};
  std::vector<std::uint64_t> lengths;
  std::size_t cells = 0, places = 0;
  for (const ProbeReport &report : reports) {
    ++counts[static_cast<std::size_t>(report.verdict)];
    lengths.push_back(report.answer.transfers);
    cells += report.answer.cells;
    places += report.answer.places;
  }
  std::ranges::sort(lengths);
  std::uint64_t median = lengths.empty() ? 0 : lengths[lengths.size() / 2];
  std::uint64_t longest = lengths.empty() ? 0 : lengths.back();
  return fmt::format("{:<28}{:>7}{:>8}{:>10}{:>9}{:>8}{:>8}{:>8.1f}  {}\n",
                     name, reports.size(), counts[0], counts[1], counts[2],
                     median, longest,
                     places ? double(cells) / double(places) : 1.0,
                     contradiction::name_of(with_callees));
}

std::string table_head() {
  return fmt::format("{:<28}{:>7}{:>8}{:>10}{:>9}{:>8}{:>8}{:>8}  {}\n",
                     "function", "probes", "proved", "possible", "unknown",
                     "median", "longest", "cells", "with callees");
}

bool is_named(const Procedure &procedure, std::string_view name) {
  return procedure.has_body &&
         (procedure.name == name || procedure.link_name == name);
}

bool is_wanted(const ProofSubject &subject, const ProveWords &words,
               ProcedureId p) {
  const Procedure &procedure = subject.program->procedures()[p];
  if (!procedure.has_body)
    return false;
  if (!words.functions.empty())
    return std::ranges::any_of(words.functions, [&](const std::string &name) {
      return is_named(procedure, name);
    });
  const ir::Unit &unit = subject.program->unit_of(p);
  return location(unit, subject.program->body(p).pos).file == unit.main_file;
}

} // namespace

ProveWords split_words(std::span<const std::string> words) {
  ProveWords out;
  for (const std::string &word : words) {
    std::error_code ignored;
    (std::filesystem::is_regular_file(word, ignored) ? out.files
                                                     : out.functions)
        .push_back(word);
  }
  return out;
}

int prove(const Options &options, const ProveWords &words,
          std::vector<frontend::CapturedUnit> &units,
          const std::vector<LinkPlaces> &places, Console &console) {
  std::unique_ptr<ProofSubject> subject =
      ProofSubject::make(options, units, places, console);
  if (!subject)
    return interrupted() ? kInterrupted : kFailed;
  for (const std::string &name : words.functions)
    if (std::ranges::none_of(subject->program->procedures(),
                             [&](const Procedure &procedure) {
                               return is_named(procedure, name);
                             })) {
      console.error("no function '" + name + "' has a body in the program");
      return kFailed;
    }
  ProofReport out;
  std::string table = table_head();
  contradiction::Proofs proofs(
      subject->facts(), *subject->division,
      contradiction::proof_limits(options.callee_depth),
      subject->keeps_to_types);
  for (ProcedureId p : subject->program->procedures().ids()) {
    if (!is_wanted(*subject, words, p))
      continue;
    if (interrupted())
      return kInterrupted;
    std::string_view name = subject->program->procedures()[p].name;
    const std::vector<ProbeReport> &reports = proofs.of(p);
    contradiction::Proofs::Overall overall = proofs.with_callees(p);
    out.add_function(
        name,
        location(subject->program->unit_of(p), subject->program->body(p).pos),
        reports, overall);
    table += row_of(name, reports, overall.verdict);
  }
  if (out.is_empty()) {
    console.error("no function has a body in these files");
    return kFailed;
  }
  out.add_text("\n" + table);
  return out.tell(options, console);
}

} // namespace wt::driver
