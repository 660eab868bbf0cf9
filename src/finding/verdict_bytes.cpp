// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Field by field: see verdict_bytes.h.

#include "finding/verdict_bytes.h"

namespace wt {

namespace {

class VerdictWriter {
public:
  VerdictWriter(ByteWriter &out, IdWriter &ids) : out_(out), ids_(ids) {}

  void verdict(const Verdict &v) {
    write(out_, v.site, ids_);
    out_.byte(static_cast<std::uint8_t>(v.kind));
    out_.byte(static_cast<std::uint8_t>(v.answer));
    out_.byte(static_cast<std::uint8_t>(v.strength));
    out_.byte(v.covers_cycles);
    out_.byte(v.rests_on_unmodelled_call);
    out_.byte(v.is_lost_elsewhere);
    out_.byte(v.is_at_exit);
    out_.string(v.reason);
    write_list(out_, v.broken, [&](const BrokenRule &rule) {
      out_.string(rule.priority);
      out_.string(rule.reason);
      write_id(out_, rule.at);
    });
    write_list(out_, v.losing, [&](ir::ValueId at) { write_id(out_, at); });
    write_id(out_, v.freed_before);
    write_list(out_, v.witnesses, [&](const Witness &w) { witness(w); });
  }

private:
  void witness(const Witness &w) {
    ids_.write(out_, w.procedure);
    write_list(out_, w.steps, [&](const WitnessStep &step) {
      out_.byte(static_cast<std::uint8_t>(step.kind));
      write_id(out_, step.block);
      write_id(out_, step.value);
      ids_.write(out_, step.callee);
      out_.signed_number(step.number);
      out_.byte(step.exceptional);
      out_.string(step.message);
    });
    write_id(out_, w.last);
    out_.number(w.passing);
  }

  ByteWriter &out_;
  IdWriter &ids_;
};

class VerdictReader {
public:
  VerdictReader(ByteReader &in, const IdReader &ids) : in_(in), ids_(ids) {}

  Verdict verdict() {
    Verdict v;
    v.site = read_site(in_, ids_);
    v.kind = read_choice(in_, kLastFindingKind);
    v.answer = read_choice(in_, Verdict::Answer::kUnknown);
    v.strength = read_choice(in_, Verdict::Strength::kProved);
    v.covers_cycles = in_.byte() != 0;
    v.rests_on_unmodelled_call = in_.byte() != 0;
    v.is_lost_elsewhere = in_.byte() != 0;
    v.is_at_exit = in_.byte() != 0;
    v.reason = in_.string();
    read_list(in_, v.broken, [&] {
      BrokenRule rule;
      rule.priority = in_.string();
      rule.reason = in_.string();
      rule.at = read_id<ir::ValueId>(in_);
      return rule;
    });
    read_list(in_, v.losing, [&] { return read_id<ir::ValueId>(in_); });
    v.freed_before = read_id<ir::ValueId>(in_);
    read_list(in_, v.witnesses, [&] { return witness(); });
    return v;
  }

private:
  Witness witness() {
    Witness w;
    w.procedure = ids_.procedure(in_);
    read_list(in_, w.steps, [&] {
      WitnessStep step;
      step.kind = read_choice(in_, WitnessStep::Kind::kEvent);
      step.block = read_id<ir::BlockId>(in_);
      step.value = read_id<ir::ValueId>(in_);
      step.callee = ids_.procedure(in_);
      step.number = in_.signed_number();
      step.exceptional = in_.byte() != 0;
      step.message = in_.string();
      return step;
    });
    w.last = read_id<ir::ValueId>(in_);
    w.passing = in_.small_number();
    return w;
  }

  ByteReader &in_;
  const IdReader &ids_;
};

} // namespace

void write(ByteWriter &out, const Site &site, IdWriter &ids) {
  ids.write(out, site.procedure);
  out.byte(static_cast<std::uint8_t>(site.kind));
  write_id(out, site.value);
  out.byte(static_cast<std::uint8_t>(site.place.root));
  out.number(site.place.argument);
  out.number(site.place.dereferences);
  out.number(site.place.element);
  write_id(out, site.family);
}

Site read_site(ByteReader &in, const IdReader &ids) {
  Site site;
  site.procedure = ids.procedure(in);
  site.kind = read_choice(in, Site::Kind::kLoad);
  site.value = read_id<ir::ValueId>(in);
  site.place.root = read_choice(in, model::Place::Root::kArgument);
  site.place.argument = in.small_number();
  site.place.dereferences = in.small_number();
  site.place.element = in.small_number();
  site.family = read_id<model::FamilyId>(in);
  return site;
}

void write(ByteWriter &out, const Verdict &verdict, IdWriter &ids) {
  VerdictWriter(out, ids).verdict(verdict);
}
Verdict read_verdict(ByteReader &in, const IdReader &ids) {
  return VerdictReader(in, ids).verdict();
}

} // namespace wt
