// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Has exactly this been analysed before?
//
// The result of a check depends on the captured units and their order, on how
// they are linked, on the specifications, on the engines and options of the
// analysis, and on this very build of the tool.  The digest of all that is the
// key under which the store keeps the result.  A run that finds it loads no
// unit at all.  What is only about showing (--format, --min-confidence,
// --baseline, ...) is no part of the key.
//
// A result that a crash made incomplete is not kept.
//
// Tested by tests/capture/test_results.py.

#pragma once

#include "driver/check_result.h"
#include "driver/engines.h"
#include "driver/options.h"
#include "driver/unit_cache.h"
#include "program/link_place.h"

namespace wt::driver {

// Nullopt when a unit is not in the store, or a specification is unreadable.
std::optional<Digest> result_key(const Options &options,
                                 std::span<const EngineRow *const> engines,
                                 const frontend::JobList &jobs,
                                 const std::vector<LinkPlaces> &places,
                                 StoredUnits &units);

// The part of it that is not about units: the tool, options of the analysis and
// specifications.
std::optional<Digest> analysis_key(const Options &options);

std::optional<CheckResult> find_result(Store &store, const Digest &key);
void put_result(Store &store, const Digest &key, const CheckResult &result);

// Distinguishes builds of this program: what the linker made of its content.
std::string build_identity();

} // namespace wt::driver
