// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the copies are chosen: sizes bottom-up over the call graph, with a limit
// that is halved until everything fits.  See clones.h.

#include "pointer/clones.h"

#include <algorithm>

namespace wt::pointer {

namespace {

bool is_recursive(const Program &program, ProcedureId p) {
  return program.sccs()[program.procedures()[p].scc].size() > 1 ||
         std::ranges::binary_search(program.callees(p), p);
}

} // namespace

ClonePlan::ClonePlan(const Program &program, const infer::FreshPlaces &fresh,
                     const std::vector<bool> &replaced,
                     const CloneLimits &limits)
    : program_(program), calls_(program.procedures().size()),
      sizes_(program.procedures().size()) {
  std::uint64_t total = 0;
  for (ProcedureId p : program.procedures().ids()) {
    if (!program.procedures()[p].has_body)
      continue;
    total += program.body(p).insts.size();
    for (const infer::FreshPlace &place : fresh.in(p)) {
      CallTargets targets = program.targets(p, place.call);
      if (targets.certainty != CallTargets::Certainty::kExact ||
          targets.procedures.size() != 1)
        continue;
      ProcedureId callee = targets.procedures[0];
      if (program.procedures()[callee].has_body && !replaced[callee.value] &&
          !is_recursive(program, callee) &&
          (calls_[p].empty() || calls_[p].back().call != place.call))
        calls_[p].push_back({place.call, callee});
    }
    std::ranges::sort(calls_[p], {}, &FreshCall::call);
  }
  std::uint64_t most = std::max(limits.at_least, total / 4);
  std::uint64_t largest = limits.largest;
  while (measure(largest) > most)
    largest /= 2;
}

// Sets sizes_; the size of all copies together.
std::uint64_t ClonePlan::measure(std::uint64_t largest) {
  auto copied = [&](ProcedureId p) {
    std::uint64_t sum = 0;
    for (const FreshCall &call : calls_[p])
      sum += sizes_[call.callee];
    return sum;
  };
  for (std::uint64_t &size : sizes_)
    size = 0;
  for (const std::vector<ProcedureId> &scc : program_.sccs())
    for (ProcedureId p : scc)
      if (program_.procedures()[p].has_body) {
        std::uint64_t size = program_.body(p).insts.size() + copied(p);
        sizes_[p] = size <= largest ? size : 0;
      }
  std::uint64_t total = 0;
  for (ProcedureId p : program_.procedures().ids())
    total += copied(p);
  return total;
}

ProcedureId ClonePlan::clone_of(ProcedureId caller, ir::ValueId call) const {
  const std::vector<FreshCall> &calls = calls_[caller];
  auto found = std::ranges::lower_bound(calls, call, {}, &FreshCall::call);
  if (found == calls.end() || found->call != call || sizes_[found->callee] == 0)
    return ProcedureId();
  return found->callee;
}

} // namespace wt::pointer
