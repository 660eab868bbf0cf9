// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which edits change which digests?

#include "memo/fact_digests.h"

#include "model/infer/infer.h"
#include "model/models.h"
#include "programs.h"

namespace wt::memo {
namespace {

// A program with its facts.
struct Known {
  std::unique_ptr<const Program> program;
  std::unique_ptr<const model::ModelSet> models;
  infer::Behaviours behaviours;
  FactDigests facts;

  explicit Known(const std::string &text, const std::string &folder = "/x")
      : program(program_of(text, folder)), models(*model::load_models()),
        behaviours(infer::infer(*program, *models, {.threads = 1})),
        facts(*program, 1) {
    facts.add(behaviours);
  }
  Digest of(Read::Kind kind, const char *name) const {
    return *facts.of({kind, program->find(name)->value}, Eyes::kNormal);
  }
};

TEST(FactDigests, AreTheSameInAnotherFolder) {
  Known a(kCaller + callee(1)), b(kCaller + callee(1), "/y/z");
  for (const char *name : {"caller", "callee"})
    for (Read::Kind kind :
         {Read::Kind::kBody, Read::Kind::kProcedure, Read::Kind::kTargets,
          Read::Kind::kCallers, Read::Kind::kCallees, Read::Kind::kBehaviour,
          Read::Kind::kFresh, Read::Kind::kPassed})
      EXPECT_EQ(a.of(kind, name), b.of(kind, name))
          << name << static_cast<int>(kind);
}

TEST(FactDigests, ABodyIsItsOwnAlone) {
  Known a(kCaller + callee(1)), b(kCaller + callee(2));
  EXPECT_EQ(a.of(Read::Kind::kBody, "caller"),
            b.of(Read::Kind::kBody, "caller"));
  EXPECT_NE(a.of(Read::Kind::kBody, "callee"),
            b.of(Read::Kind::kBody, "callee"));
  EXPECT_NE(a.of(Read::Kind::kBehaviour, "callee"),
            b.of(Read::Kind::kBehaviour, "callee"));
}

TEST(FactDigests, ANewCallerIsSeen) {
  std::string second = kCaller;
  second.replace(second.find("@caller"), 7, "@second");
  Known a(kCaller + callee(1)), b(kCaller + callee(1) + second);
  EXPECT_EQ(a.of(Read::Kind::kBody, "callee"),
            b.of(Read::Kind::kBody, "callee"));
  EXPECT_NE(a.of(Read::Kind::kCallers, "callee"),
            b.of(Read::Kind::kCallers, "callee"));
}

TEST(FactDigests, WhatMayBeAnythingHasNone) {
  Known a(callee(1));
  EXPECT_FALSE(a.facts.of({Read::Kind::kNames}, Eyes::kNormal));
  EXPECT_FALSE(a.facts.of({Read::Kind::kPointers}, Eyes::kNormal));
}

} // namespace
} // namespace wt::memo
