// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is what is read what was written?

#include "finding/verdict_bytes.h"
#include "model/models.h"
#include "programs.h"
#include "summary/behaviour_bytes.h"

#include <random>

namespace wt::memo {
namespace {

using infer::Behaviour;
using infer::NumberClass;

// Ids by their numbers.
class Plain : public IdWriter, public IdReader {
public:
  void write(ByteWriter &out, ProcedureId p) override { write_id(out, p); }
  void write(ByteWriter &out, ProgramVariableId v) override {
    write_id(out, v);
  }
  ProcedureId procedure(ByteReader &in) const override {
    return read_id<ProcedureId>(in);
  }
  ProgramVariableId variable(ByteReader &in) const override {
    return read_id<ProgramVariableId>(in);
  }
};

// Everything there can be in these, at random.
class Maker {
public:
  explicit Maker(unsigned seed) : random_(seed) {}

  std::uint32_t any(std::uint32_t count) { return random_() % count; }
  bool flag() { return any(2); }
  std::int64_t number() {
    return static_cast<std::int64_t>(any(9)) - 4 +
           (any(4) ? 0 : static_cast<std::int64_t>(random_()) << 31);
  }
  template <class T> std::vector<T> some(T (Maker::*make)()) {
    std::vector<T> out(any(4));
    for (T &one : out)
      one = (this->*make)();
    return out;
  }
  AccessPath path() {
    AccessPath out(PathRoot{static_cast<PathRoot::Kind>(any(6)), any(5)});
    for (std::uint32_t i = any(6); i > 0; --i)
      out = out.then({static_cast<std::int32_t>(number()), flag()});
    return flag() ? out : out.deep();
  }
  NumberClass is() {
    NumberClass out = NumberClass::any();
    for (std::uint32_t i = any(3); i > 0; --i)
      out = flag() ? out.meet(NumberClass::differs(number()))
                   : NumberClass::equals(number()).join(out);
    return flag() ? out : NumberClass::equals(number());
  }
  infer::Term term() {
    infer::Term out;
    out.kind = static_cast<infer::Term::Kind>(any(3));
    out.number = number();
    out.path = path();
    out.offset = number();
    out.is_inside = flag(), out.is_pointer = flag(), out.is_perhaps = flag();
    out.is = is();
    out.among = some(&Maker::path);
    return out;
  }
  infer::Given given() {
    return {path(), number(), is(), static_cast<std::uint8_t>(any(9)),
            flag(), any(99)};
  }
  infer::Comparison comparison() {
    return {static_cast<ir::Predicate>(any(10)), term(), term(),
            static_cast<std::uint8_t>(any(9))};
  }
  infer::NewObject object() {
    return {model::FamilyId(std::size_t(any(3))), flag(),
            flag() ? ProcedureId() : ProcedureId(std::size_t(any(9))),
            ir::ValueId(std::size_t(any(9))), flag()};
  }
  infer::Effect effect() {
    infer::Effect out;
    out.kind = static_cast<infer::Effect::Kind>(any(4));
    out.path = path();
    out.family = flag() ? model::FamilyId() : model::FamilyId(std::size_t(1));
    out.is_certain = flag();
    out.value = term();
    out.bytes = static_cast<std::uint8_t>(any(9));
    out.offset = number();
    out.extent = any(70000);
    return out;
  }
  infer::Outcome outcome() {
    infer::Outcome out;
    out.throws = flag();
    out.result = is();
    out.value = term();
    out.given = some(&Maker::given);
    out.compared = some(&Maker::comparison);
    out.needs = some(&Maker::given);
    out.objects = some(&Maker::object);
    out.effects = some(&Maker::effect);
    out.used = some(&Maker::path);
    return out;
  }
  Behaviour behaviour() {
    Behaviour out;
    out.source = static_cast<Behaviour::Source>(any(3));
    out.keeps_all = flag();
    out.spared.add(any(70));
    out.reads_rest = flag(), out.only_looks = flag();
    out.outcomes = some(&Maker::outcome);
    out.acquires = some(&Maker::path);
    out.releases = some(&Maker::path);
    return out;
  }
  infer::Suspect suspect() {
    infer::Suspect out;
    out.kind = static_cast<infer::Suspect::Kind>(any(3));
    if (flag())
      out.call = ir::ValueId(std::size_t(any(9)));
    out.place = path();
    out.at = ir::ValueId(std::size_t(any(9)));
    out.is_at_exit = flag(), out.needs_oom = flag();
    return out;
  }

private:
  std::mt19937 random_;
};

template <class Write> std::string bytes_of(Write write) {
  ByteWriter out;
  Plain ids;
  write(out, ids);
  return out.take();
}

TEST(Bytes, BehavioursComeBack) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    Behaviour made = Maker(seed).behaviour();
    std::string bytes = bytes_of(
        [&](ByteWriter &out, Plain &ids) { infer::write(out, made, ids); });
    ByteReader in(bytes);
    Behaviour back = infer::read_behaviour(in, Plain());
    EXPECT_FALSE(in.failed());
    EXPECT_EQ(in.left(), 0u);
    EXPECT_EQ(back, made) << seed;
    EXPECT_EQ(back.spared, made.spared);
  }
}

TEST(Bytes, SuspectsComeBack) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    infer::Suspect made = Maker(seed).suspect();
    std::string bytes = bytes_of(
        [&](ByteWriter &out, Plain &ids) { infer::write(out, made, ids); });
    ByteReader in(bytes);
    EXPECT_EQ(infer::read_suspect(in, Plain()), made) << seed;
    EXPECT_FALSE(in.failed());
    EXPECT_EQ(in.left(), 0u);
  }
}

TEST(Bytes, VerdictsComeBack) {
  Verdict made;
  made.site = {ProcedureId(std::size_t(3)),
               Site::Kind::kLoad,
               ir::ValueId(std::size_t(7)),
               {model::Place::Root::kArgument, 1, 2, 3},
               model::FamilyId(std::size_t(2))};
  made.kind = FindingKind::kDoubleFree;
  made.answer = Verdict::Answer::kLeaks;
  made.is_at_exit = true;
  made.reason = "a reason";
  made.broken.push_back({"solid", "why", ir::ValueId(std::size_t(5))});
  made.losing = {ir::ValueId(std::size_t(8)), ir::ValueId()};
  made.freed_before = ir::ValueId(std::size_t(6));
  WitnessStep step;
  step.kind = WitnessStep::Kind::kEvent;
  step.callee = ProcedureId(std::size_t(1));
  step.number = -5;
  step.message = "event";
  made.witnesses.push_back(
      {ProcedureId(std::size_t(3)), {step}, ir::ValueId(std::size_t(9)), 2});
  auto write_one = [](const Verdict &v) {
    return bytes_of([&](ByteWriter &out, Plain &ids) { write(out, v, ids); });
  };
  std::string bytes = write_one(made);
  ByteReader in(bytes);
  Verdict back = read_verdict(in, Plain());
  EXPECT_FALSE(in.failed());
  EXPECT_EQ(in.left(), 0u);
  EXPECT_EQ(back.site, made.site);
  EXPECT_EQ(back.reason, made.reason);
  EXPECT_EQ(back.witnesses[0].steps[0].message, "event");
  EXPECT_EQ(back.witnesses[0].steps[0].number, -5);
  EXPECT_EQ(back.losing, made.losing);
  EXPECT_EQ(write_one(back), bytes); // and all the rest
}

TEST(Bytes, NonsenseIsNoticed) {
  std::string bytes = bytes_of([&](ByteWriter &out, Plain &ids) {
    infer::write(out, Maker(11).behaviour(), ids);
  });
  for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
    ByteReader in(std::string_view(bytes).substr(0, cut));
    infer::read_behaviour(in, Plain());
    EXPECT_TRUE(in.failed()) << cut;
  }
}

} // namespace
} // namespace wt::memo
