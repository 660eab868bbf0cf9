// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Making access paths.  Every path has one form: a deep path absorbs further
// steps, and steps that do not exist are zero, so that equality, order and
// hash look at the whole object.

#include "path/access_path.h"

#include <algorithm>

namespace wt {

AccessPath AccessPath::parameter(std::uint32_t index) {
  return AccessPath({PathRoot::Kind::kParameter, index});
}
AccessPath AccessPath::result() {
  return AccessPath({PathRoot::Kind::kResult, 0});
}
AccessPath AccessPath::global(ProgramVariableId variable) {
  return AccessPath({PathRoot::Kind::kGlobal, variable.value});
}
AccessPath AccessPath::function(ProcedureId procedure) {
  return AccessPath({PathRoot::Kind::kFunction, procedure.value});
}
AccessPath AccessPath::site(std::uint32_t number) {
  return AccessPath({PathRoot::Kind::kSite, number});
}
AccessPath AccessPath::slot(ir::VariableId variable) {
  return AccessPath({PathRoot::Kind::kSlot, variable.value});
}

AccessPath AccessPath::then(PathStep step) const {
  if (is_deep_)
    return *this;
  if (count_ == kMaxSteps)
    return deep();
  AccessPath out = *this;
  out.steps_[out.count_++] = step;
  return out;
}

AccessPath AccessPath::deep() const {
  AccessPath out = *this;
  out.is_deep_ = true;
  return out;
}

bool AccessPath::is_prefix_of(const AccessPath &other) const {
  if (is_deep_)
    return *this == other;
  return root_ == other.root_ && count_ <= other.count_ &&
         std::ranges::equal(steps(), other.steps().first(count_));
}

std::span<const PathStep> AccessPath::after(const AccessPath &prefix) const {
  assert(prefix.is_prefix_of(*this) && "not a prefix");
  return steps().subspan(prefix.count_);
}

bool PathStep::covers(const PathStep &other) const {
  if (*this == other)
    return true;
  if (!any_element || other.any_element)
    return false;
  std::int64_t distance = std::int64_t(other.offset) - offset;
  return distance == 0 || distance > std::max(offset, 0);
}

bool PathStep::overlaps(const PathStep &other) const {
  return covers(other) || other.covers(*this);
}

bool AccessPath::covers(const AccessPath &other) const {
  if (root_ != other.root_ || count_ > other.count_)
    return false;
  if (!is_deep_ && (other.is_deep_ || count_ != other.count_))
    return false;
  for (std::size_t i = 0; i < count_; ++i)
    if (!steps_[i].covers(other.steps_[i]))
      return false;
  return true;
}

bool AccessPath::overlaps(const AccessPath &other) const {
  if (other.count_ < count_)
    return other.overlaps(*this);
  if (root_ != other.root_ || (!is_deep_ && count_ != other.count_))
    return false;
  for (std::size_t i = 0; i < count_; ++i)
    if (!steps_[i].overlaps(other.steps_[i]))
      return false;
  return true;
}

} // namespace wt

namespace {

std::size_t mixed(std::size_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15;
  return hash ^ hash >> 29;
}

} // namespace

std::size_t
std::hash<wt::PathRoot>::operator()(const wt::PathRoot &root) const noexcept {
  return mixed(mixed(0, static_cast<std::uint64_t>(root.kind) + 1), root.index);
}

std::size_t std::hash<wt::AccessPath>::operator()(
    const wt::AccessPath &path) const noexcept {
  std::size_t out = std::hash<wt::PathRoot>()(path.root());
  out = mixed(out, path.length() << 1 | path.is_deep());
  for (const wt::PathStep &step : path.steps())
    out = mixed(out, std::uint64_t(std::uint32_t(step.offset)) << 1 |
                         step.any_element);
  return out;
}
