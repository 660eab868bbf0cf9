// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replays in the store: see kept_replays.h.

#include "driver/kept_replays.h"

#include "finding/verdict_bytes.h"

namespace wt::driver {

namespace {

Verdict with(const Verdict &verdict, const Witness &witness) {
  Verdict out = verdict;
  out.witnesses = {witness};
  return out;
}

void write(ByteWriter &out, const Replay &replay) {
  write_choice(out, replay.outcome);
  out.string(replay.why);
  write_list(out, replay.failed, [&](ir::ValueId at) { write_id(out, at); });
}

Replay read_replay(ByteReader &in) {
  Replay out;
  out.outcome = read_choice(in, Replay::Outcome::kUndecided);
  out.why = in.string();
  read_list(in, out.failed, [&] { return read_id<ir::ValueId>(in); });
  return out;
}

} // namespace

KeptReplays::KeptReplays(KeptResults &kept)
    : kept_(kept),
      notebook_(kept.facts().program(), kept.facts().names(), kept.shelf(),
                DigestBuilder().add("replays").add(kept.models()).finish()) {}

Replay KeptReplays::repeat(const Verdict &verdict, Witness &witness,
                           const std::function<Replay(Witness &)> &work) {
  const memo::FactDigests &facts = kept_.facts();
  Verdict about = with(verdict, witness);
  Digest key = facts.of_bytes(
      [&](ByteWriter &out, IdWriter &ids) { write(out, about, ids); });
  memo::Task task{facts.program().procedures()[verdict.site.procedure].unit,
                  key};
  auto resolve = [&](const Read &read) { // its words name lines
    return facts.of(read, memo::Eyes::kSeesLines);
  };
  Replay result;
  bool is_known =
      notebook_.find(task, resolve, [&](ByteReader &in, const IdReader &ids) {
        result = read_replay(in);
        about = read_verdict(in, ids);
        return about.witnesses.size() == 1;
      });
  if (is_known) {
    witness = std::move(about.witnesses[0]);
    return result;
  }
  ReadLog log;
  {
    ReadLog::Open open(log);
    result = work(witness);
  }
  std::vector<memo::Seen> seen;
  for (const Read &read : log.reads())
    seen.push_back({read, resolve(read)});
  notebook_.keep(
      task, std::move(seen),
      [result, known = with(verdict, witness)](ByteWriter &out, IdWriter &ids) {
        write(out, result);
        wt::write(out, known, ids);
      });
  return result;
}

void KeptReplays::save() {
  notebook_.save();
  kept_.shelf().write();
}

} // namespace wt::driver
