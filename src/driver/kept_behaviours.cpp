// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looks of the inference in the store: see kept_behaviours.h.

#include "driver/kept_behaviours.h"

#include "summary/behaviour_bytes.h"

#include <algorithm>

namespace wt::driver {

Digest KeptBehaviours::digest(const infer::Behaviour &behaviour) const {
  return kept_.facts().of(behaviour);
}

Digest KeptBehaviours::key_of(const Look &look) const {
  DigestBuilder key;
  key.add("look").add(std::uint64_t(look.round));
  for (std::size_t i = 0; i < look.members.size(); ++i)
    key.add(kept_.facts().names().of(look.members[i]))
        .add(digest(*look.behaviours[i]))
        .add(std::uint64_t(look.notes[i]));
  return key.finish();
}

void KeptBehaviours::repeat(Look &look, const DigestSeen &seen,
                            const std::function<void(Look &)> &work) {
  auto resolve = [&](const Read &read) -> std::optional<Digest> {
    if (read.kind == Read::Kind::kBehaviour)
      return seen(ProcedureId(read.b), ProcedureId(read.a));
    return kept_.facts().of(read, memo::Eyes::kNormal);
  };
  const Program &program = kept_.facts().program();
  memo::Task task{program.procedures()[look.members.front()].unit,
                  key_of(look)};
  Look known = look;
  bool is_known = kept_.notebook().find(
      task, resolve, [&](ByteReader &in, const IdReader &ids) {
        for (std::size_t i = 0; i < look.members.size(); ++i) {
          known.notes[i] = in.byte();
          known.behaviours[i] = std::make_shared<const infer::Behaviour>(
              infer::read_behaviour(in, ids));
          known.suspects[i].clear();
          read_list(in, known.suspects[i],
                    [&] { return infer::read_suspect(in, ids); });
        }
        return true;
      });
  if (is_known) {
    look = std::move(known);
    return;
  }
  ReadLog log;
  {
    ReadLog::Open open(log);
    work(look);
  }
  std::vector<memo::Seen> facts;
  for (const Read &read : log.reads()) {
    // Members read each other on the way, and beliefs about a callee through
    // its behaviour.
    bool is_inside =
        (read.kind == Read::Kind::kBelief && read.b != UINT32_MAX) ||
        (read.kind == Read::Kind::kBehaviour &&
         std::ranges::find(look.members, ProcedureId(read.a)) !=
             look.members.end());
    if (!is_inside)
      facts.push_back({read, resolve(read)});
  }
  kept_.notebook().keep(
      task, std::move(facts),
      [behaviours = look.behaviours, notes = look.notes,
       suspects = look.suspects](ByteWriter &out, IdWriter &ids) {
        for (std::size_t i = 0; i < notes.size(); ++i) {
          out.byte(notes[i]);
          infer::write(out, *behaviours[i], ids);
          write_list(out, suspects[i],
                     [&](const auto &one) { infer::write(out, one, ids); });
        }
      });
}

} // namespace wt::driver
