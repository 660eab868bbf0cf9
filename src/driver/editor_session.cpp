// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The result of the last analysis is kept, so that a change can be verified
// without another one.

#include "driver/editor_session.h"

#include "driver/fixing.h"
#include "driver/planning.h"

namespace wt::driver {

std::vector<Finding> EditorSession::analyse(const std::string &file) {
  result_.reset();
  plan_.reset();
  Result<CheckPlan> plan = plan_check(options_, table_);
  if (!plan) {
    console_.error(plan.error());
    return {};
  }
  plan_.emplace(std::move(*plan));
  plan_->destinations.clear(); // standard output is the editor's
  std::expected<Project, int> project = read_project(
      options_, find_program_of(options_, file), console_, &*plan_);
  if (!project)
    return {};
  project_.emplace(std::move(*project));
  std::expected<CheckResult, int> result =
      result_of(*plan_, *project_, console_);
  if (!result)
    return {};
  result_.emplace(std::move(*result));
  return shown_findings(*plan_, *result_);
}

std::optional<Fix> EditorSession::mend(const std::string &fingerprint) {
  if (!result_)
    return std::nullopt;
  CheckResult one = *result_; // without the proposals for the others
  for (Finding &finding : one.findings)
    if (finding.fingerprint != fingerprint)
      finding.proposals.clear();
  verify_fixes(subject_of(*plan_, *project_), one, console_);
  for (Finding &finding : one.findings)
    if (finding.fingerprint == fingerprint)
      return finding.fix;
  return std::nullopt;
}

} // namespace wt::driver
