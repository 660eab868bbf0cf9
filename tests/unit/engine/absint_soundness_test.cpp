// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Do behaviours, as cases, cover what programs really do?
//
// Random functions over two numbers, a pointer and a local variable, with
// branches and a loop, are executed for a handful of arguments; for every
// execution there must be a case of its behaviour that allows it: the tests on
// arguments hold, the result is one of its numbers, the pointer is freed if it
// was.  Sums are taken not to wrap, so executions that wrap do
// not count.

#include "engine/absint/address.h"
#include "engine/absint/from_behaviour.h"
#include "ir/predicate.h"
#include "model/infer/infer.h"
#include "program_text.h"

#include <algorithm>

namespace wt::absint {
namespace {

using ir::BinaryOp;
using ir::BlockId;
using ir::Op;
using ir::ValueId;

class Random {
public:
  explicit Random(std::uint64_t seed) : state_(seed * 2654435761u + 1) {}
  unsigned below(unsigned n) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<unsigned>(state_ >> 33) % n;
  }

private:
  std::uint64_t state_;
};

// b0 branches to b1 or b2, both go to b3, the head of a loop over b4; b5
// returns.
class Writer {
public:
  explicit Writer(std::uint64_t seed) : random_(seed) {}

  std::string program() {
    std::string out = "function @f(%a i32, %b i32, %p ptr<i8>) result i32 {\n"
                      "  var $3 x i32\nb0:\n  %x = slot ptr<i32> $3\n"
                      "  store %x, %a\n";
    known_ = {"%a", "%b"};
    out += statements(3) + test("c0") + "  branch %c0 -> b1, b2\n";
    std::vector<std::string> before = known_;
    out += "b1:\n" + statements(2) + "  %u = binop add i32 " + any() +
           ", #1\n  branch -> b3\n";
    known_ = before;
    out += "b2:\n" + statements(2) + "  %w = binop sub i32 " + any() +
           ", #2\n  branch -> b3\n";
    known_ = before;
    out += "b3:\n  %m = phi i32 [b1: %u], [b2: %w], [b4: %s]\n"
           "  %i = phi i32 [b1: #0], [b2: #0], [b4: %j]\n";
    known_.push_back("%m");
    known_.push_back("%i");
    // Few rounds, or so many that the counter is widened and narrowed again.
    unsigned rounds =
        random_.below(2) ? random_.below(4) : 5 + random_.below(30);
    out += "  %more = compare slt u1 %i, #" + std::to_string(rounds) +
           "\n  branch %more -> b4, b5\n";
    before = known_;
    out += "b4:\n" + statements(2) + "  %s = binop " +
           (random_.below(2) ? "add" : "xor") + std::string(" i32 ") + any() +
           ", " + any() + "\n  %j = binop add i32 %i, #1\n  branch -> b3\n";
    known_ = before;
    out += "b5:\n" + statements(2) + "  return " + any() + "\n}\n";
    return out;
  }

private:
  std::string any() {
    static const char *const kNumbers[] = {"#-1", "#0", "#1", "#3", "#7"};
    return random_.below(4) == 0
               ? kNumbers[random_.below(5)]
               : known_[random_.below(unsigned(known_.size()))];
  }
  std::string test(const std::string &name) {
    static const char *const kTests[] = {"eq",  "ne",  "slt", "sle",
                                         "sgt", "sge", "ult", "ugt"};
    return "  %" + name + " = compare " + kTests[random_.below(8)] + " u1 " +
           any() + ", " + any() + "\n";
  }
  std::string statements(unsigned count) {
    static const char *const kOps[] = {"add", "sub", "and", "or", "xor", "mul"};
    std::string out;
    while (count--) {
      std::string name = "v" + std::to_string(next_++);
      switch (random_.below(6)) {
      case 0:
        out += "  store %x, " + any() + "\n";
        continue;
      case 1:
        out += "  %" + name + " = load i32 %x\n";
        break;
      case 2:
        out += test("t" + name) + "  %" + name + " = select i32 %t" + name +
               ", " + any() + ", " + any() + "\n";
        break;
      case 3:
        if (!was_freed_ && random_.below(2)) {
          out += "  call void @free(%p) type unknown\n";
          was_freed_ = true;
          continue;
        }
        [[fallthrough]];
      default:
        out += "  %" + name + " = binop " + kOps[random_.below(6)] + " i32 " +
               any() + ", " + any() + "\n";
      }
      known_.push_back("%" + name);
    }
    return out;
  }

  Random random_;
  std::vector<std::string> known_;
  unsigned next_ = 0;
  bool was_freed_ = false;
};

struct Execution {
  std::int64_t result = 0;
  bool frees = false, wraps = false;
};

Execution execute(const ir::Function &f, const std::int64_t (&arguments)[3]) {
  Execution out;
  std::map<ValueId, std::int64_t> known;
  std::int64_t local = 0;
  auto value = [&](ValueId v) {
    switch (f.insts[v].op) {
    case Op::kParam:
      return arguments[v.value];
    case Op::kInt:
      return f.int_value(v);
    default:
      return known[v];
    }
  };
  auto compute = [&](ValueId v) -> std::int64_t {
    std::int64_t a = value(f.operand(v, 0)), b = value(f.operand(v, 1)), n = 0;
    switch (static_cast<BinaryOp>(f.insts[v].code)) {
    case BinaryOp::kAdd:
      n = a + b;
      break;
    case BinaryOp::kSub:
      n = a - b;
      break;
    case BinaryOp::kMul:
      n = a * b;
      break;
    case BinaryOp::kAnd:
      n = a & b;
      break;
    case BinaryOp::kOr:
      n = a | b;
      break;
    default:
      n = a ^ b;
    }
    out.wraps |= n != static_cast<std::int32_t>(n);
    return static_cast<std::int32_t>(n);
  };
  BlockId from, block(0);
  while (true) {
    std::map<ValueId, std::int64_t> met;
    for (ValueId v : f.blocks[block].insts)
      if (f.insts[v].op == Op::kPhi)
        for (std::size_t i = 0; i < f.incoming(v).size(); ++i)
          if (f.incoming(v)[i] == from)
            met[v] = value(f.operand(v, i));
    for (auto [v, n] : met)
      known[v] = n;
    from = block;
    for (ValueId v : f.blocks[block].insts)
      switch (f.insts[v].op) {
      case Op::kStore:
        local = value(f.operand(v, 1));
        break;
      case Op::kLoad:
        known[v] = local;
        break;
      case Op::kBinop:
        known[v] = compute(v);
        break;
      case Op::kCompare:
        known[v] = ir::holds(static_cast<ir::Predicate>(f.insts[v].code),
                             value(f.operand(v, 0)), value(f.operand(v, 1)));
        break;
      case Op::kSelect:
        known[v] = value(f.operand(v, value(f.operand(v, 0)) ? 1 : 2));
        break;
      case Op::kCall:
        out.frees |= arguments[2] != 0;
        break;
      case Op::kReturn:
        out.result = value(f.operand(v, 0));
        return out;
      case Op::kBranch: {
        bool is_taken = f.insts[v].operand_count == 0 || value(f.operand(v, 0));
        block = f.blocks[from].successors[is_taken ? 0 : 1];
        break;
      }
      default:
        break;
      }
  }
}

bool may_hold(const Given &given, const std::int64_t (&arguments)[3]) {
  if (given.a.length() > 0)
    return true;
  std::int64_t a = arguments[given.a.root().index] + given.offset_a;
  if (!given.code)
    return given.is.has(a);
  TermCode code = TermCode::of(*given.code);
  if (code.kind != TermCode::Kind::kCompare)
    return true;
  std::int64_t b = given.number
                       ? *given.number
                       : arguments[given.b.root().index] + given.offset_b;
  return given.is.has(ir::holds(static_cast<ir::Predicate>(code.code), a, b));
}

bool allows(const Case &one, const Execution &run,
            const std::int64_t (&arguments)[3]) {
  bool is_freed = false, is_certain = false;
  for (const Release &release : one.releases)
    if (release.kind == Release::Kind::kFree) {
      is_freed = true;
      is_certain |= release.is_certain;
    }
  bool fits = run.frees ? is_freed : !is_certain || arguments[2] == 0;
  return fits && one.is.has(run.result) &&
         std::ranges::all_of(one.given, [&](const Given &given) {
           return may_hold(given, arguments);
         });
}

TEST(AbsintSoundness, ExecutionsAreCovered) {
  model::ModelSetBuilder builder;
  ASSERT_TRUE(builder.add_shipped());
  std::unique_ptr<const model::ModelSet> models = builder.build();
  constexpr std::int64_t kNumbers[] = {-5, -1, 0, 1, 2, 6, 100};
  unsigned checked = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    test::ProgramText text(Writer(seed).program());
    ASSERT_TRUE(text.program);
    infer::Behaviours behaviours =
        infer::infer(*text.program, *models, {.threads = 1});
    for (ProcedureId p : text.program->procedures().ids()) {
      if (!text.program->procedures()[p].has_body)
        continue;
      ProcedureSummary summary =
          from_behaviour({*text.program, *models, behaviours}, p);
      for (std::int64_t a : kNumbers)
        for (std::int64_t b : kNumbers)
          for (std::int64_t pointer : {0, 8192}) {
            const std::int64_t arguments[3] = {a, b, pointer};
            Execution done = execute(text.program->body(p), arguments);
            if (done.wraps)
              continue;
            ++checked;
            EXPECT_TRUE(std::ranges::any_of(
                summary.cases,
                [&](const Case &one) { return allows(one, done, arguments); }))
                << "seed " << seed << ": f(" << a << ", " << b << ", "
                << pointer << ") returns " << done.result
                << (done.frees ? ", frees" : "") << "\n"
                << text.source;
            if (testing::Test::HasFailure())
              return;
          }
    }
  }
  EXPECT_GT(checked, 10'000u);
}

} // namespace
} // namespace wt::absint
