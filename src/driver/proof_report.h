// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How do `prove` and `query` tell their answers?
//
// As text, or one JSON object per line (docs/user/output.md): a record for each
// probe, and for `prove` one for each function.  --format and --output choose,
// as for `check`; SARIF and HTML have no place for proofs.  The exit status is
// that of the worst verdict.
//
// Tested by tests/cli/.

#pragma once

#include "driver/checking.h"
#include "driver/destination.h"
#include "engine/contradiction/prove.h"

namespace wt::driver {

constexpr int kProved = 0, kPossible = 1, kUnknown = 3; // exit statuses

// --format and --output, as far as proofs can be written so.
Result<std::vector<Destination>> proof_destinations(const Options &options);

class ProofReport {
public:
  using Verdict = contradiction::ProbeReport::Verdict;

  // Of the text alone.
  void add_text(const std::string &text) { text_ += text; }
  void add_probe(std::string_view function,
                 const contradiction::ProbeReport &report);
  void add_function(std::string_view function, const Location &at,
                    std::span<const contradiction::ProbeReport> reports,
                    const contradiction::Proofs::Overall &overall);
  // Counts for the exit status.
  void add_verdict(Verdict verdict) { verdicts_.push_back(verdict); }
  bool is_empty() const { return verdicts_.empty(); }

  // Writes it; the status.
  int tell(const Options &options, Console &console) const;

private:
  std::string text_, json_;
  std::vector<Verdict> verdicts_;
};

} // namespace wt::driver
