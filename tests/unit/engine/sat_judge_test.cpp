// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is what another engine reports possible?  One row per kind of candidate:
// a program whose function @f is judged, the candidates, and the answers.
//
//   "leak p at return1"   the object of %p at the second return
//   "double-free * at *"  any object, anywhere
//
// A place is the name of a value, or an operation and its number in @f.

#include "engine/sat/judge.h"
#include "sat_rows.h"

namespace wt::sat {
namespace {

struct JudgeRow {
  const char *name;
  const char *program;
  const char *candidates;
  const char *answers; // one line each
};

void PrintTo(const JudgeRow &row, std::ostream *out) { *out << row.name; }

class Bench {
public:
  explicit Bench(const char *program)
      : text(program, kDeclarations), all(models()) {
    for (ProcedureId id : text.program->procedures().ids())
      if (text.program->procedures()[id].name == "f")
        f = id;
  }

  ir::ValueId value(const std::string &name) const {
    if (name == "*")
      return {};
    const ir::Function &body = text.program->body(f);
    std::map<std::string, int> seen;
    for (std::uint32_t i = 0; i < body.insts.size(); ++i) {
      ir::ValueId v(i);
      std::string op = ir::name_of(body.insts[v].op);
      if (text.name("f", v) == name || op + std::to_string(seen[op]++) == name)
        return v;
    }
    ADD_FAILURE() << "no value " << name;
    return {};
  }

  Candidate candidate(const std::string &line) const {
    std::istringstream in(line);
    std::string kind, site, at, place;
    in >> kind >> site >> at >> place;
    Candidate out;
    for (FindingKind k : {FindingKind::kResourceLeak, FindingKind::kDoubleFree,
                          FindingKind::kUseAfterFree})
      if (kind == name_of(k))
        out.kind = k;
    out.losing = value(place);
    if (site == "*")
      return out;
    out.site = Site{f, Site::Kind::kCall, value(site), {}, {}};
    ir::Op op = text.program->body(f).insts[out.site->value].op;
    if (op == ir::Op::kParam)
      out.site->kind = Site::Kind::kParameter;
    if (op == ir::Op::kLoad)
      out.site->kind = Site::Kind::kLoad;
    return out;
  }

  std::string judged(const std::string &lines, const Limits &limits,
                     Budget &budget) const {
    std::vector<Candidate> candidates;
    std::istringstream in(lines);
    for (std::string line; std::getline(in, line);)
      candidates.push_back(candidate(line));
    std::string out;
    for (const Verdict &verdict :
         judge(facts(*text.program, *all), {}, limits,
               PassedBits(*text.program), f, candidates, budget)) {
      out += told(verdict) + "\n";
      for (const Witness &witness : verdict.witnesses)
        EXPECT_NE(replay(*text.program, *all, verdict, witness).outcome,
                  Replay::Outcome::kContradicted)
            << text.source;
    }
    return out;
  }

  test::ProgramText text;
  std::unique_ptr<const model::ModelSet> all;
  ProcedureId f;

private:
  std::string told(const Verdict &verdict) const {
    switch (verdict.answer) {
    case Verdict::Answer::kUnknown:
      return "unknown: " + verdict.reason;
    case Verdict::Answer::kSafe:
      EXPECT_EQ(verdict.strength, Verdict::Strength::kBounded);
      return "safe";
    case Verdict::Answer::kLeaks:
      break;
    }
    std::string out = text.name("f", verdict.site.value);
    for (ir::ValueId at : verdict.losing)
      out += std::string(" ") + ir::name_of(text.program->body(f).insts[at].op);
    return out + (verdict.witnesses.empty() ? " without witness" : "");
  }
};

class SatJudge : public testing::TestWithParam<JudgeRow> {};

TEST_P(SatJudge, Answers) {
  Bench bench(GetParam().program);
  Budget budget(100'000'000);
  EXPECT_EQ(bench.judged(GetParam().candidates, {}, budget), GetParam().answers)
      << bench.text.source;
}

const JudgeRow kRows[] = {
    {"lost on one of two ways", R"(
function @f(%n i32) result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  %q = call ptr<i8> @malloc(#8) type unknown
  call void @free(%q) type unknown
  %t = compare eq u1 %n, #0
  branch %t -> b1, b2
b1:
  return
b2:
  call void @free(%p) type unknown
  return
}
)",
     "leak p at *\nleak p at return0\nleak p at return1\nleak q at *\n"
     "leak * at return0\nleak * at return1\nresource-leak * at *\n",
     "p return\np return\nsafe\nsafe\np return\nsafe\nsafe\n"},
    {"the conditions exclude each other", R"(
function @f(%n i32) result void {
b0:
  %t = compare eq u1 %n, #0
  branch %t -> b1, b2
b1:
  %p = call ptr<i8> @malloc(#8) type unknown
  branch -> b3
b2:
  branch -> b3
b3:
  %h = phi ptr<i8> [b1: %p], [b2: null]
  %u = compare ne u1 %n, #0
  branch %u -> b4, b5
b4:
  return
b5:
  call void @free(%h) type unknown
  return
}
)",
     "leak p at *\nleak p at return0\n", "safe\nsafe\n"},
    {"the last holder lets go", R"(
function @f() result void {
  var $0 p ptr<i8>
  var $1 q ptr<i8>
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  assign $0, %p
  assign $1, %p
  assign $0, null
  assign $1, null
  return
}
)",
     "leak p at assign0\nleak p at assign2\nleak p at assign3\n"
     "leak p at return0\n",
     "safe\nsafe\np assign\np return\n"},
    {"nobody ever holds it", R"(
function @f() result void {
  var $0 q ptr<i8>
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  %q = call ptr<i8> @malloc(#8) type unknown
  assign $0, %q
  return
}
)",
     "leak p at p\nleak q at q\nleak q at return0\n",
     "p call\nsafe\nq return\n"},
    {"the owner is freed", R"(
function @f() result void {
b0:
  %s = call ptr<ptr<i8>> @malloc(#8) type unknown
  %z = compare eq u1 %s, null
  branch %z -> b1, b2
b1:
  return
b2:
  %p = call ptr<i8> @malloc(#8) type unknown
  store %s, %p
  call void @free(%s) type unknown
  return
}
)",
     "leak p at call2\nleak p at store0\nleak s at *\nleak p at return0\n",
     "p call\nsafe\nsafe\nsafe\n"},
    {"lost in a loop", R"(
function @f(%n i32) result void {
b0:
  branch -> b1
b1:
  %i = phi i32 [b0: #0], [b2: %j]
  %p = phi ptr<i8> [b0: null], [b2: %q]
  %t = compare slt u1 %i, %n
  branch %t -> b2, b3
b2:
  %q = call ptr<i8> @malloc(#8) type unknown
  %r = call ptr<i8> @malloc(#8) type unknown
  call void @free(%r) type unknown
  %j = binop add i32 %i, #1
  branch -> b1
b3:
  call void @free(%p) type unknown
  return
}
)",
     "leak q at *\nleak r at *\nleak q at return0\n",
     "q return\nsafe\nq return\n"},
    {"freed twice", R"(
function @f(%n i32, %a ptr<i8>) result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  %t = compare eq u1 %n, #0
  branch %t -> b1, b2
b1:
  call void @free(%p) type unknown
  call void @free(%a) type unknown
  branch -> b2
b2:
  call void @free(%p) type unknown
  return
}
)",
     "double-free p at *\ndouble-free p at call3\ndouble-free p at call1\n"
     "double-free a at *\ndouble-free * at *\nuse-after-free p at *\n",
     "p call\np call\nsafe\nsafe\np call\nsafe\n"},
    {"freed on two different ways", R"(
function @f(%n i32) result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  %t = compare eq u1 %n, #0
  branch %t -> b1, b2
b1:
  call void @free(%p) type unknown
  branch -> b2
b2:
  %u = compare ne u1 %n, #0
  branch %u -> b3, b4
b3:
  call void @free(%p) type unknown
  branch -> b4
b4:
  return
}
)",
     "double-free p at *\nleak p at *\n", "safe\nsafe\n"},
    {"not an object of this function", R"(
function @f(%a ptr<ptr<i8>>) result void {
b0:
  %p = load ptr<i8> %a
  %n = call i32 @mystery() type unknown
  return
}
)",
     "leak n at *\nleak a at *\nleak p at *\ndouble-free p at *\n",
     "unknown: nothing is known to be acquired there\n"
     "unknown: objects that were there before are not followed\n"
     "unknown: objects that were there before are not followed\n"
     "unknown: objects that were there before are not followed\n"},
    {"no path comes there", R"(
function @f() result void {
b0:
  %t = compare eq u1 #0, #1
  branch %t -> b1, b2
b1:
  %p = call ptr<i8> @malloc(#8) type unknown
  branch -> b2
b2:
  return
}
)",
     "leak p at *\n", "safe\n"},
    {"a container may lose what it holds", R"(
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  %q = call ptr<i8> @malloc(#8) type unknown
  %a = call ptr<i8> @g_ptr_array_new() type unknown
  call void @g_ptr_array_add(%a, %p) type unknown
  call void @g_ptr_array_add(%a, %q) type unknown
  store @@g, %q
  call void @free(%p) type unknown
  return
}
)",
     "double-free p at *\nleak p at *\nleak q at *\n",
     "unknown: what becomes of it in a container is not followed\n"
     "safe\nsafe\n"},
    {"lost with the container only", R"(
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  %a = call ptr<i8> @g_ptr_array_new() type unknown
  call void @g_ptr_array_add(%a, %p) type unknown
  return
}
)",
     "leak p at *\n",
     "unknown: what becomes of it in a container is not followed\n"},
};

INSTANTIATE_TEST_SUITE_P(Rules, SatJudge, testing::ValuesIn(kRows), plain_name);

constexpr const char *kOneLoss = R"(
function @f() result void {
b0:
  %p = call ptr<i8> @malloc(#8) type unknown
  return
}
)";

TEST(SatJudgeBudget, ATinyOneLeavesAllUnknown) {
  Bench bench(kOneLoss);
  Budget budget(1);
  EXPECT_EQ(bench.judged("leak p at *\ndouble-free p at *\n", {}, budget),
            "unknown: the function is too large\n"
            "unknown: the function is too large\n");
}

TEST(SatJudgeBudget, OneEvaluationServesAllCandidates) {
  Bench bench(kOneLoss);
  Budget one(1'000'000), many(1'000'000);
  bench.judged("leak p at *\n", {}, one);
  std::string lines;
  for (int i = 0; i < 100; ++i)
    lines += "leak p at *\n";
  bench.judged(lines, {}, many);
  std::uint64_t for_one = 1'000'000 - one.left();
  EXPECT_LT(1'000'000 - many.left(), 70 * for_one);
}

} // namespace
} // namespace wt::sat
