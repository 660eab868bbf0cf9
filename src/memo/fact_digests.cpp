// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Digests of facts: see fact_digests.h.

#include "memo/fact_digests.h"

#include "memo/body_digest.h"
#include "program/schedule.h"
#include "summary/behaviour_bytes.h"

#include <algorithm>

namespace wt::memo {

// Ids as digests of what they name, with what the program knows of that.
class FactDigests::Coder : public IdWriter {
public:
  explicit Coder(const FactDigests &facts) : facts_(facts) {}

  void write(ByteWriter &out, ProcedureId p) override {
    if (p.valid())
      add(out, facts_.names_.of(p)), add(out, facts_.infos_[p]);
    else
      out.byte(0);
  }
  void write(ByteWriter &out, ProgramVariableId v) override {
    if (v.valid())
      add(out, facts_.names_.of(v)), add(out, facts_.variables_[v]);
    else
      out.byte(0);
  }

private:
  static void add(ByteWriter &out, const Digest &digest) {
    out.bytes(digest.bytes());
  }
  const FactDigests &facts_;
};

Digest FactDigests::of_bytes(
    const std::function<void(ByteWriter &, IdWriter &)> &write) const {
  Coder coder(*this);
  ByteWriter out;
  write(out, coder);
  return digest_of(out.take());
}

FactDigests::FactDigests(const Program &program, unsigned threads)
    : program_(program), names_(program), passed_(program) {
  std::size_t count = program.procedures().size();
  for (auto *digests : {&bodies_, &bodies_with_lines_, &infos_, &targets_,
                        &callers_, &callees_, &passes_})
    digests->resize(count);
  variables_.resize(program.variables().size());
  add_bodies(threads);
  DigestBuilder components;
  for (const std::vector<ProcedureId> &members : program.sccs())
    components.add(procedures(members));
  components_ = components.finish();
  for (ProcedureId p : program.procedures().ids()) {
    targets_[p] = targets(p);
    callers_[p] = procedures(program.callers(p));
    callees_[p] = procedures(program.callees(p));
    DigestBuilder passed;
    for (std::uint32_t i = 0; i < program.body(p).param_count; ++i)
      passed.add(passed_.of(p, i).zeros).add(passed_.of(p, i).ones);
    passes_[p] = passed.finish();
  }
}

void FactDigests::add_bodies(unsigned threads) {
  IdMap<UnitId, std::vector<ProcedureId>> procedures(program_.units().size());
  for (ProcedureId p : program_.procedures().ids())
    procedures[program_.procedures()[p].unit].push_back(p);
  IdMap<UnitId, std::vector<ProgramVariableId>> variables(
      program_.units().size());
  for (ProgramVariableId v : program_.variables().ids())
    variables[program_.variables()[v].unit].push_back(v);
  ScheduleOptions schedule;
  schedule.threads = threads;
  run_each(program_.units().size(), schedule, [&](std::size_t number) {
    UnitId unit(number);
    UnitDigests digests(program_, names_, unit);
    for (ProcedureId p : procedures[unit]) {
      const Procedure &info = program_.procedures()[p];
      const ir::Function &function =
          program_.units()[unit]->functions[info.function];
      bodies_[p] = digests.body(info.function);
      DigestBuilder lines;
      lines.add(bodies_[p])
          .add(std::uint64_t(function.pos.line))
          .add(digests.types());
      bodies_with_lines_[p] = lines.finish();
      DigestBuilder known;
      known.add(digests.header(info.function))
          .add(info.link_name)
          .add(info.name)
          .add(std::uint64_t(info.has_body) << 1 |
               std::uint64_t(info.address_taken));
      infos_[p] = known.finish();
    }
    for (ProgramVariableId v : variables[unit]) {
      const ProgramVariable &info = program_.variables()[v];
      DigestBuilder known;
      known.add(digests.global(info.global))
          .add(std::uint64_t(info.is_defined) << 1 |
               std::uint64_t(info.is_never_written));
      variables_[v] = known.finish();
    }
  });
}

Digest FactDigests::procedures(std::span<const ProcedureId> all) const {
  DigestBuilder out;
  for (ProcedureId p : all)
    out.add(names_.of(p)).add(infos_[p]);
  return out.finish();
}

Digest FactDigests::targets(ProcedureId caller) const {
  const ir::Function &body = program_.body(caller);
  DigestBuilder out;
  for (ir::ValueId v : body.insts.ids()) {
    if (body.insts[v].op != ir::Op::kCall)
      continue;
    CallTargets targets = program_.targets(caller, v);
    out.add(std::uint64_t(targets.certainty))
        .add(procedures(targets.procedures));
  }
  return out.finish();
}

Digest FactDigests::of_program() const {
  DigestBuilder out;
  for (ProcedureId p : program_.procedures().ids())
    out.add(names_.of(p)).add(infos_[p]).add(targets_[p]).add(callees_[p]);
  for (ProgramVariableId v : program_.variables().ids())
    out.add(names_.of(v)).add(variables_[v]);
  return out.add(components_).finish();
}

Digest FactDigests::of(const infer::Behaviour &behaviour) const {
  return of_bytes(
      [&](ByteWriter &out, IdWriter &ids) { write(out, behaviour, ids); });
}

void FactDigests::add(const infer::Behaviours &behaviours) {
  borrowed_ = &behaviours.borrowed();
  for (ProcedureId p : program_.procedures().ids()) {
    behaviour_digests_.push(of(behaviours.of(p)));
    fresh_.push(of_bytes([&](ByteWriter &out, IdWriter &ids) {
      write_list(out, behaviours.in(p), [&](const infer::FreshPlace &place) {
        write(out, place, ids);
      });
    }));
    suspects_.push(of_bytes([&](ByteWriter &out, IdWriter &ids) {
      write_list(out, behaviours.suspects(p),
                 [&](const infer::Suspect &one) { write(out, one, ids); });
    }));
  }
  owned_ = of_bytes([&](ByteWriter &out, IdWriter &ids) {
    write_list(out, behaviours.owned().all(), [&](const auto &cell) {
      out.string(cell.first.record);
      ids.write(out, cell.first.global);
      out.signed_number(cell.first.offset);
      write_id(out, cell.second);
    });
  });
}

Digest FactDigests::belief(ProcedureId caller, ProcedureId callee) const {
  if (!callee.valid())
    return hooks(caller);
  const infer::Behaviour *believed = borrowed_->of(caller, callee);
  return believed ? of(*believed) : Digest();
}

Digest FactDigests::hooks(ProcedureId caller) const {
  const ir::Function &body = program_.body(caller);
  DigestBuilder out;
  for (ir::ValueId v : body.insts.ids()) {
    if (body.insts[v].op != ir::Op::kCall)
      continue;
    infer::Arguments borrowed = borrowed_->through_hook(program_, caller, v);
    for (std::size_t i = 0; i < 64; ++i)
      if (borrowed.has(i))
        out.add(std::uint64_t(v.value)).add(std::uint64_t(i));
  }
  return out.finish();
}

std::optional<Digest> FactDigests::of(const Read &read, Eyes eyes) const {
  ProcedureId p(read.a);
  switch (read.kind) {
  case Read::Kind::kBody:
    return (eyes == Eyes::kSeesLines ? bodies_with_lines_ : bodies_)[p];
  case Read::Kind::kProcedure:
    return infos_[p];
  case Read::Kind::kVariable:
    return variables_[ProgramVariableId(read.a)];
  case Read::Kind::kTargets:
    return targets_[p];
  case Read::Kind::kCallers:
    return callers_[p];
  case Read::Kind::kCallees:
    return callees_[p];
  case Read::Kind::kComponents:
    return components_;
  case Read::Kind::kBehaviour:
    return behaviour_digests_[p];
  case Read::Kind::kBelief:
    return belief(p, ProcedureId(read.b));
  case Read::Kind::kFresh:
    return fresh_[p];
  case Read::Kind::kSuspects:
    return suspects_[p];
  case Read::Kind::kOwned:
    return owned_;
  case Read::Kind::kPassed:
    return passes_[p];
  case Read::Kind::kNames:
  case Read::Kind::kSummary:
  case Read::Kind::kPointers:
    return std::nullopt;
  }
  return std::nullopt;
}

} // namespace wt::memo
