// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which shared facts does an engine need beyond those that all read?
//
// A stage is built when an engine first names it, once, and is constant from
// then on: a run with engines that do not need points-to does not pay for it.
// Stages outlive the engines that were made from them.
//
// Tested by tests/unit/engine/stages_test.cpp.

#pragma once

#include "engine/engine.h"
#include "pointer/mod_ref.h"

#include <atomic>
#include <mutex>

namespace wt {

// Facts, and where pointers point.  If points_to.is_complete() is false its
// steps ran out: no set means anything, and what rests on one is unknown.
struct PointerFacts : Facts {
  const pointer::PointsTo &points_to;
  const pointer::ModRef &mod_ref;
};

class FactStages {
public:
  static constexpr std::uint64_t kPointsToSteps = 1'000'000'000;

  explicit FactStages(const Facts &facts,
                      const std::atomic<bool> *cancelled = nullptr)
      : facts_(facts), cancelled_(cancelled) {}
  // Of a program that does no more than that of `larger`, with the same values:
  // what is costly is taken from there.
  FactStages(const Facts &facts, const FactStages &larger)
      : facts_(facts), larger_(&larger) {}

  const Facts &facts() const { return facts_; }
  // `is_library_too_much`: as they said in another run of the same system; it
  // saves a futile attempt.  The first call decides.
  const PointerFacts &pointers(bool is_library_too_much = false) const;

private:
  struct Pointers {
    std::unique_ptr<const pointer::PointsTo> points_to;
    std::unique_ptr<const pointer::ModRef> mod_ref;
    std::unique_ptr<const PointerFacts> facts;
  };

  Facts facts_;
  const std::atomic<bool> *cancelled_ = nullptr;
  const FactStages *larger_ = nullptr;
  mutable std::once_flag once_;
  mutable Pointers pointers_;
};

} // namespace wt
