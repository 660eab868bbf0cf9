// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What runs again for a mutant, and what counts as found?  With an engine that
// counts: a function that calls malloc more often than it, or what it calls,
// frees, leaks.

#include "maker.h"
#include "mutation/rerun.h"

namespace wt::mutation::test {
namespace {

struct Count final : Summary {
  int balance = 0; // objects handed to the caller
  void print(std::ostream &out) const override { out << balance; }
};

class CountingEngine final : public Engine {
public:
  explicit CountingEngine(const Facts &facts) : facts_(facts) {}

  SccResult analyse(std::span<const ProcedureId> scc,
                    const SummaryLookup &callees, Budget &) const override {
    SccResult out;
    for (ProcedureId p : scc) {
      auto count = std::make_unique<Count>();
      const ir::Function &body = facts_.program.body(p);
      ir::ValueId last;
      for (const ir::Block &block : body.blocks)
        for (ir::ValueId v : block.insts) {
          if (body.insts[v].op != ir::Op::kCall)
            continue;
          ProcedureId callee = facts_.program.targets(p, v).procedures[0];
          auto name = facts_.program.procedures()[callee].name;
          if (name == "malloc")
            ++count->balance, last = v;
          else if (name == "free")
            --count->balance;
          else if (auto *below =
                       static_cast<const Count *>(callees.find(callee));
                   below && below->balance)
            count->balance += below->balance, last = v;
        }
      // Functions called `pass...` hand their surplus to the caller, `drain`
      // makes it vanish.
      bool passes = facts_.program.procedures()[p].name.starts_with("pass");
      if (facts_.program.procedures()[p].name == "drain")
        count->balance = 0;
      if (count->balance > 0 && !passes) {
        Verdict verdict;
        verdict.site = {p, Site::Kind::kCall, last, {}, {}};
        verdict.answer = Verdict::Answer::kLeaks;
        out.verdicts.push_back(verdict);
        count->balance = 0;
      }
      out.summaries.push_back(std::move(count));
    }
    return out;
  }

private:
  Facts facts_;
};

constexpr driver::EngineRow kCounting{
    "counting", "", 1000, [](const FactStages &stages, const Question &) {
      return std::unique_ptr<Engine>(
          std::make_unique<CountingEngine>(stages.facts()));
    }};

// "kind functions" of the first mutant in `function`.
std::string rerun(const std::string &program, const char *function) {
  wt::test::ProgramText text(program);
  std::vector<std::unique_ptr<ir::Unit>> units;
  units.push_back(
      std::make_unique<ir::Unit>(*ir::parse_unit(text.source, "test")));
  Result<Project> project = Project::link(std::move(units));
  ProcedureId p = *project->program->find(function);
  ir::Function before = project->program->body(p);
  MutantMaker maker(*project->program, *project->models);
  const driver::EngineRow *engines[] = {&kCounting};
  Rerun rerun(*project, engines);
  rerun.run_baseline(1);
  Outcome first = rerun.run(maker.in(p)[0]);
  EXPECT_TRUE(project->program->body(p) == before) << "not put back";
  Outcome second = rerun.run(maker.in(p)[0]);
  EXPECT_EQ(first.kind, second.kind);
  return name_of(first.kind) + (" " + std::to_string(first.functions)) +
         (first.site
              ? " at " + std::string(project->program
                                         ->procedures()[first.site->procedure]
                                         .name)
              : "");
}

TEST(Rerun, FoundInTheFunctionItself) {
  EXPECT_EQ(rerun(R"(function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8)
  call void @free(%p)
  return
}
)",
                  "f"),
            "found 1 at f");
}

TEST(Rerun, ReportedBeforeIsMasked) {
  EXPECT_EQ(rerun(R"(function @f() result void {
b0:
  %q = call ptr<i8> @malloc(#8)
  %p = call ptr<i8> @malloc(#8)
  call void @free(%p)
  return
}
)",
                  "f"),
            "masked 1");
}

constexpr char kChain[] = R"(function @pass1() result void {
b0:
  %p = call ptr<i8> @malloc(#8)
  call void @free(%p)
  return
}
function @pass2() result void {
b0:
  call void @pass1()
  return
}
function @g() result void {
b0:
  call void @pass2()
  return
}
function @stranger() result void {
b0:
  return
}
)";

TEST(Rerun, ClimbsWhileSummariesChange) {
  EXPECT_EQ(rerun(kChain, "pass1"), "found 3 at g");
}

TEST(Rerun, StopsWhereNothingChanges) {
  EXPECT_EQ(rerun(R"(function @pass1() result void {
b0:
  %p = call ptr<i8> @malloc(#8)
  call void @free(%p)
  return
}
function @drain() result void {
b0:
  call void @pass1()
  return
}
function @g() result void {
b0:
  call void @drain()
  return
}
)",
                  "pass1"),
            "silent 2");
}

// f0 frees what it allocates; each calls the next one, the last one f0.
std::string ring(int size) {
  std::string out;
  for (int i = 0; i < size; ++i)
    out += "function @f" + std::to_string(i) + "() result void {\nb0:\n" +
           (i == 0 ? "  %p = call ptr<i8> @malloc(#8)\n"
                     "  call void @free(%p)\n"
                   : "") +
           "  call void @f" + std::to_string((i + 1) % size) +
           "()\n  return\n}\n";
  return out;
}

TEST(Rerun, ComponentsRunAsAWhole) {
  EXPECT_EQ(rerun(ring(3), "f0"), "found 3 at f0");
}

TEST(Rerun, MembersOfLargeComponentsRunAlone) {
  EXPECT_EQ(rerun(ring(Rerun::kMostMembers + 1), "f0"), "found 1 at f0");
}

} // namespace
} // namespace wt::mutation::test
