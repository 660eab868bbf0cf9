// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Field by field: see summary_bytes.h.

#include "interpret/summary_bytes.h"

namespace wt::absint {

namespace {

class SummaryWriter {
public:
  SummaryWriter(ByteWriter &out, IdWriter &ids) : out_(out), ids_(ids) {}

  void summary(const ProcedureSummary &s) {
    write_list(out_, s.cases, [&](const Case &c) { one_case(c); });
    out_.byte(s.keeps_all);
    std::uint64_t spared = 0;
    for (std::size_t i = 0; i < 64; ++i)
      spared |= std::uint64_t(s.spared.has(i)) << i;
    out_.number(spared);
    write_list(out_, s.counts, [&](const AccessPath &p) { path(p); });
    for (bool flag :
         {s.returns_twice, s.is_written, s.only_looks, s.is_allocation})
      out_.byte(flag);
  }

private:
  void path(const AccessPath &p) { write(out_, p, ids_); }
  void held(const Held &h) {
    write_list(out_, h.sources, [&](const Source &s) {
      write_choice(out_, s.kind);
      path(s.path);
      out_.signed_number(s.offset);
      out_.byte(s.is_inside);
      out_.byte(s.is_pointer);
    });
    h.numbers.write(out_);
    out_.byte(h.is_never_null);
  }
  void given(const Given &g) {
    path(g.a);
    out_.byte(g.is_pointer);
    out_.byte(g.bytes);
    out_.byte(g.code.has_value());
    out_.number(g.code.value_or(0));
    out_.byte(g.bits);
    path(g.b);
    out_.byte(g.number.has_value());
    out_.signed_number(g.number.value_or(0));
    out_.signed_number(g.offset_a);
    out_.signed_number(g.offset_b);
    g.is.write(out_);
  }
  void object(const NewObject &o) {
    path(o.name);
    write_id(out_, o.family);
    for (bool flag : {o.is_many, o.is_kept, o.is_zeroed})
      out_.byte(flag);
  }
  void link(const Link &l) {
    out_.byte(l.is_in_new);
    path(l.holder);
    out_.signed_number(l.step.offset);
    out_.byte(l.step.any_element);
    held(l.held);
    out_.byte(l.bytes);
    out_.byte(l.is_certain);
  }
  void release(const Release &r) {
    write_choice(out_, r.kind);
    path(r.path);
    write_id(out_, r.family);
    out_.signed_number(r.offset);
    out_.byte(r.is_certain);
  }
  void one_case(const Case &c) {
    out_.byte(c.throws);
    held(c.result);
    c.is.write(out_);
    auto each_given = [&](const Given &g) { given(g); };
    write_list(out_, c.given, each_given);
    write_list(out_, c.needs, each_given);
    write_list(out_, c.objects, [&](const NewObject &o) { object(o); });
    write_list(out_, c.links, [&](const Link &l) { link(l); });
    write_list(out_, c.releases, [&](const Release &r) { release(r); });
    out_.byte(c.touches_globals);
    out_.byte(c.lacks_memory);
    out_.byte(c.moved.has_value());
    if (c.moved)
      path(*c.moved);
  }

  ByteWriter &out_;
  IdWriter &ids_;
};

class SummaryReader {
public:
  SummaryReader(ByteReader &in, const IdReader &ids) : in_(in), ids_(ids) {}

  void summary(ProcedureSummary &s) {
    read_list(in_, s.cases, [&] { return one_case(); });
    s.keeps_all = flag();
    std::uint64_t spared = in_.number();
    for (std::uint32_t i = 0; i < 64; ++i)
      if (spared >> i & 1)
        s.spared.add(i);
    read_list(in_, s.counts, [&] { return path(); });
    s.returns_twice = flag();
    s.is_written = flag();
    s.only_looks = flag();
    s.is_allocation = flag();
  }

private:
  bool flag() { return in_.byte() != 0; }
  AccessPath path() { return read_path(in_, ids_); }
  Held held() {
    Held h;
    read_list(in_, h.sources, [&] {
      Source s;
      s.kind = read_choice(in_, Source::Kind::kOpaque);
      s.path = path();
      s.offset = in_.signed_number();
      s.is_inside = flag();
      s.is_pointer = flag();
      return s;
    });
    h.numbers = Numbers::read(in_);
    h.is_never_null = flag();
    return h;
  }
  Given given() {
    Given g;
    g.a = path();
    g.is_pointer = flag();
    g.bytes = in_.byte();
    bool has_code = flag();
    auto code = static_cast<std::uint16_t>(in_.number());
    if (has_code)
      g.code = code;
    g.bits = in_.byte();
    g.b = path();
    bool has_number = flag();
    std::int64_t number = in_.signed_number();
    if (has_number)
      g.number = number;
    g.offset_a = in_.signed_number();
    g.offset_b = in_.signed_number();
    g.is = Numbers::read(in_);
    return g;
  }
  NewObject object() {
    NewObject o;
    o.name = path();
    o.family = read_id<model::FamilyId>(in_);
    o.is_many = flag();
    o.is_kept = flag();
    o.is_zeroed = flag();
    return o;
  }
  Link link() {
    Link l;
    l.is_in_new = flag();
    l.holder = path();
    l.step.offset = static_cast<std::int32_t>(in_.signed_number());
    l.step.any_element = flag();
    l.held = held();
    l.bytes = in_.byte();
    l.is_certain = flag();
    return l;
  }
  Release release() {
    Release r;
    r.kind = read_choice(in_, Release::Kind::kForget);
    r.path = path();
    r.family = read_id<model::FamilyId>(in_);
    r.offset = in_.signed_number();
    r.is_certain = flag();
    return r;
  }
  Case one_case() {
    Case c;
    c.throws = flag();
    c.result = held();
    c.is = Numbers::read(in_);
    read_list(in_, c.given, [&] { return given(); });
    read_list(in_, c.needs, [&] { return given(); });
    read_list(in_, c.objects, [&] { return object(); });
    read_list(in_, c.links, [&] { return link(); });
    read_list(in_, c.releases, [&] { return release(); });
    c.touches_globals = flag();
    c.lacks_memory = flag();
    if (flag())
      c.moved = path();
    return c;
  }

  ByteReader &in_;
  const IdReader &ids_;
};

} // namespace

void write(ByteWriter &out, const ProcedureSummary &summary, IdWriter &ids) {
  SummaryWriter(out, ids).summary(summary);
}

void read(ByteReader &in, const IdReader &ids, ProcedureSummary &summary) {
  SummaryReader(in, ids).summary(summary);
}

} // namespace wt::absint
