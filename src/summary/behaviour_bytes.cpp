// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Field by field: see behaviour_bytes.h.

#include "summary/behaviour_bytes.h"

namespace wt::infer {

namespace {

class BehaviourWriter {
public:
  BehaviourWriter(ByteWriter &out, IdWriter &ids) : out_(out), ids_(ids) {}

  void behaviour(const Behaviour &b) {
    out_.byte(static_cast<std::uint8_t>(b.source));
    out_.byte(b.keeps_all);
    std::uint64_t spared = 0;
    for (std::size_t i = 0; i < 64; ++i)
      spared |= std::uint64_t(b.spared.has(i)) << i;
    out_.number(spared);
    out_.byte(b.reads_rest);
    out_.byte(b.only_looks);
    write_list(out_, b.outcomes, [&](const Outcome &o) { outcome(o); });
    paths(b.acquires);
    paths(b.releases);
  }

private:
  void path(const AccessPath &p) { write(out_, p, ids_); }
  void paths(const std::vector<AccessPath> &all) {
    write_list(out_, all, [&](const AccessPath &p) { path(p); });
  }
  void term(const Term &t) {
    out_.byte(static_cast<std::uint8_t>(t.kind));
    out_.signed_number(t.number);
    path(t.path);
    out_.signed_number(t.offset);
    out_.byte(t.is_inside);
    out_.byte(t.is_pointer);
    out_.byte(t.is_perhaps);
    out_.byte(t.may_be_new.holds);
    t.is.write(out_);
    paths(t.among);
  }
  void given(const Given &g) {
    path(g.path);
    out_.signed_number(g.offset);
    g.is.write(out_);
    out_.byte(g.bytes);
    out_.byte(g.is_pointer);
    out_.number(g.mask);
  }
  void comparison(const Comparison &c) {
    out_.byte(static_cast<std::uint8_t>(c.predicate));
    term(c.a);
    term(c.b);
    out_.byte(c.bytes);
  }
  void object(const NewObject &o) {
    write_id(out_, o.family);
    out_.byte(o.is_many);
    ids_.write(out_, o.procedure);
    write_id(out_, o.call);
    out_.byte(o.is_zeroed);
  }
  void effect(const Effect &e) {
    out_.byte(static_cast<std::uint8_t>(e.kind));
    path(e.path);
    write_id(out_, e.family);
    out_.byte(e.is_certain);
    term(e.value);
    out_.byte(e.bytes);
    out_.signed_number(e.offset);
    out_.number(e.extent);
  }
  void outcome(const Outcome &o) {
    out_.byte(o.throws);
    o.result.write(out_);
    term(o.value);
    auto each_given = [&](const Given &g) { given(g); };
    write_list(out_, o.given, each_given);
    write_list(out_, o.compared, [&](const Comparison &c) { comparison(c); });
    write_list(out_, o.needs, each_given);
    write_list(out_, o.objects, [&](const NewObject &n) { object(n); });
    write_list(out_, o.effects, [&](const Effect &e) { effect(e); });
    paths(o.used);
  }

  ByteWriter &out_;
  IdWriter &ids_;
};

class BehaviourReader {
public:
  BehaviourReader(ByteReader &in, const IdReader &ids) : in_(in), ids_(ids) {}

  Behaviour behaviour() {
    Behaviour b;
    b.source = read_choice(in_, Behaviour::Source::kBody);
    b.keeps_all = in_.byte() != 0;
    std::uint64_t spared = in_.number();
    for (std::uint32_t i = 0; i < 64; ++i)
      if (spared >> i & 1)
        b.spared.add(i);
    b.reads_rest = in_.byte() != 0;
    b.only_looks = in_.byte() != 0;
    read_list(in_, b.outcomes, [&] { return outcome(); });
    paths(b.acquires);
    paths(b.releases);
    return b;
  }

private:
  AccessPath path() { return read_path(in_, ids_); }
  void paths(std::vector<AccessPath> &into) {
    read_list(in_, into, [&] { return path(); });
  }
  Term term() {
    Term t;
    t.kind = read_choice(in_, Term::Kind::kPath);
    t.number = in_.signed_number();
    t.path = path();
    t.offset = in_.signed_number();
    t.is_inside = in_.byte() != 0;
    t.is_pointer = in_.byte() != 0;
    t.is_perhaps = in_.byte() != 0;
    t.may_be_new.holds = in_.byte() != 0;
    t.is = NumberClass::read(in_);
    paths(t.among);
    return t;
  }
  Given given() {
    Given g;
    g.path = path();
    g.offset = in_.signed_number();
    g.is = NumberClass::read(in_);
    g.bytes = in_.byte();
    g.is_pointer = in_.byte() != 0;
    g.mask = in_.number();
    return g;
  }
  Comparison comparison() {
    Comparison c;
    c.predicate = read_choice(in_, ir::Predicate::kUGe);
    c.a = term();
    c.b = term();
    c.bytes = in_.byte();
    return c;
  }
  NewObject object() {
    NewObject o;
    o.family = read_id<model::FamilyId>(in_);
    o.is_many = in_.byte() != 0;
    o.procedure = ids_.procedure(in_);
    o.call = read_id<ir::ValueId>(in_);
    o.is_zeroed = in_.byte() != 0;
    return o;
  }
  Effect effect() {
    Effect e;
    e.kind = read_choice(in_, Effect::Kind::kForget);
    e.path = path();
    e.family = read_id<model::FamilyId>(in_);
    e.is_certain = in_.byte() != 0;
    e.value = term();
    e.bytes = in_.byte();
    e.offset = in_.signed_number();
    e.extent = in_.small_number();
    return e;
  }
  Outcome outcome() {
    Outcome o;
    o.throws = in_.byte() != 0;
    o.result = NumberClass::read(in_);
    o.value = term();
    read_list(in_, o.given, [&] { return given(); });
    read_list(in_, o.compared, [&] { return comparison(); });
    read_list(in_, o.needs, [&] { return given(); });
    read_list(in_, o.objects, [&] { return object(); });
    read_list(in_, o.effects, [&] { return effect(); });
    paths(o.used);
    return o;
  }

  ByteReader &in_;
  const IdReader &ids_;
};

} // namespace

void write(ByteWriter &out, const Behaviour &behaviour, IdWriter &ids) {
  BehaviourWriter(out, ids).behaviour(behaviour);
}
Behaviour read_behaviour(ByteReader &in, const IdReader &ids) {
  return BehaviourReader(in, ids).behaviour();
}

void write(ByteWriter &out, const FreshPlace &place, IdWriter &ids) {
  write_id(out, place.call);
  write(out, place.place, ids);
  write_id(out, place.family);
  out.byte(place.may_fail);
}

void write(ByteWriter &out, const Suspect &suspect, IdWriter &ids) {
  write_choice(out, suspect.kind);
  write_id(out, suspect.call);
  write(out, suspect.place, ids);
  write_id(out, suspect.at);
  out.byte(suspect.is_at_exit);
  out.byte(suspect.needs_oom);
}

Suspect read_suspect(ByteReader &in, const IdReader &ids) {
  Suspect out;
  out.kind = read_choice(in, Suspect::Kind::kMismatchedFree);
  out.call = read_id<ir::ValueId>(in);
  out.place = read_path(in, ids);
  out.at = read_id<ir::ValueId>(in);
  out.is_at_exit = in.byte() != 0;
  out.needs_oom = in.byte() != 0;
  return out;
}

} // namespace wt::infer
