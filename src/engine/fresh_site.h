// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which Site is the place where a call puts a new object?
//
// The inference names places by access paths (model/infer/fresh_places.h), a
// Site by root and depth: offsets are left out.

#pragma once

#include "finding/site.h"
#include "model/infer/fresh_places.h"

namespace wt {

inline model::Place site_place(const AccessPath &path) {
  using model::Place;
  auto depth = static_cast<std::uint32_t>(path.length());
  bool is_argument = path.root().kind == PathRoot::Kind::kParameter;
  return {is_argument ? Place::Root::kArgument : Place::Root::kResult,
          is_argument ? path.root().index : 0, depth};
}

inline Site fresh_site(ProcedureId procedure,
                       const infer::FreshPlace &fresh) {
  return {procedure, Site::Kind::kCall, fresh.call, site_place(fresh.place),
          fresh.family};
}

} // namespace wt
