// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Proofs as text and as JSON lines: see proof_report.h.

#include "driver/proof_report.h"

#include "driver/exit_status.h"
#include "report/json_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <unistd.h>

namespace wt::driver {

namespace {

using contradiction::ProbeReport;
using report::Json;
using report::line_of;
using report::number_or_null;
using report::text_or_null;
using Verdict = ProbeReport::Verdict;

// The worst of them.
int status_of(std::span<const Verdict> verdicts) {
  int status = kProved;
  for (Verdict verdict : verdicts) {
    if (verdict == Verdict::kPossible)
      return kPossible;
    if (verdict == Verdict::kUnknown)
      status = kUnknown;
  }
  return status;
}

// "  12:3: 'p' is overwritten: possible leak (…)" and the way, line by line.
std::string text_of(const ProbeReport &report) {
  std::string out =
      fmt::format("  {}:{}: {}: {}", report.at.line, report.at.column,
                  report.what, contradiction::name_of(report.verdict));
  if (!report.why.empty())
    out += " (" + report.why + ")";
  out += "\n";
  for (const TraceStep &step : report.trace) {
    std::string file =
        step.at.file == report.at.file
            ? ""
            : std::filesystem::path(step.at.file).filename().string() + ":";
    out += fmt::format("      {}{}: {}\n", file, step.at.line, step.message);
  }
  return out;
}

Json record_at(const char *kind, const Location &at,
               std::string_view function) {
  Json record;
  record["record"] = kind;
  record["file"] = text_or_null(at.file);
  record["line"] = number_or_null(at.line);
  record["column"] = number_or_null(at.column);
  record["function"] = function;
  return record;
}

Status write_to(const Destination &to, const std::string &text) {
  if (to.path.empty())
    return write_all(STDOUT_FILENO, text, "standard output");
  Result<AtomicFile> file = AtomicFile::create_behind_links(to.path);
  return file ? file->write(text) : std::unexpected(file.error());
}

} // namespace

Result<std::vector<Destination>> proof_destinations(const Options &options) {
  Result<std::vector<Destination>> out = destinations(options);
  if (out && std::ranges::any_of(*out, [](const Destination &to) {
        return to.format != Format::kText && to.format != Format::kJson;
      }))
    return fail("'prove' and 'query' write --format text or json");
  return out;
}

void ProofReport::add_probe(std::string_view function,
                            const ProbeReport &report) {
  text_ += text_of(report);
  Json record = record_at("probe", report.at, function);
  record["message"] = report.what;
  record["verdict"] = contradiction::name_of(report.verdict);
  record["reason"] = text_or_null(report.why);
  record["trace"] = wt::report::trace_record(report.trace);
  json_ += line_of(record);
}

void ProofReport::add_function(std::string_view function, const Location &at,
                               std::span<const ProbeReport> reports,
                               const contradiction::Proofs::Overall &overall) {
  text_ += std::string(function) + "\n";
  std::array<std::size_t, 3> counts{};
  for (const ProbeReport &report : reports) {
    add_probe(function, report);
    ++counts[static_cast<std::size_t>(report.verdict)];
  }
  if (!overall.why.empty())
    text_ += "  not proved: " + overall.why + "\n";
  Json record = record_at("function", at, function);
  record["verdict"] = contradiction::name_of(overall.verdict);
  record["reason"] = text_or_null(overall.why);
  record["probes"] = {
      {"proved", counts[0]}, {"possible", counts[1]}, {"unknown", counts[2]}};
  json_ += line_of(record);
  add_verdict(overall.verdict);
}

int ProofReport::tell(const Options &options, Console &console) const {
  Result<std::vector<Destination>> all = proof_destinations(options);
  if (!all) {
    console.error(all.error());
    return kFailed;
  }
  for (const Destination &to : *all)
    if (Status status =
            write_to(to, to.format == Format::kText ? text_ : json_);
        !status) {
      console.error(status.error());
      return kFailed;
    }
  return status_of(verdicts_);
}

} // namespace wt::driver
