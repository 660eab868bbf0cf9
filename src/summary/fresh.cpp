// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sites: see fresh.h.

#include "summary/fresh.h"

#include <algorithm>
#include <map>

namespace wt::infer {

std::vector<std::optional<AccessPath>> places_of_new(const Outcome &outcome) {
  std::vector<std::optional<AccessPath>> out(outcome.objects.size());
  std::vector<bool> is_kept(outcome.objects.size());
  for (const Effect &effect : outcome.effects) {
    PathRoot root = effect.path.root();
    if (effect.kind == Effect::Kind::kKeep &&
        root.kind == PathRoot::Kind::kSite)
      is_kept[root.index] = true;
    if (effect.kind != Effect::Kind::kWrite || !effect.value.is_new())
      continue;
    std::uint32_t object = effect.value.path.root().index;
    bool is_elsewhere = root.kind != PathRoot::Kind::kSite;
    if (root.kind == PathRoot::Kind::kGlobal ||
        (is_elsewhere && !effect.is_certain))
      is_kept[object] = true;
    else if (root.kind == PathRoot::Kind::kParameter && !out[object])
      out[object] = effect.path;
  }
  if (outcome.value.is_new() && !out[outcome.value.path.root().index])
    out[outcome.value.path.root().index] = AccessPath::result();
  // Parts of new objects; a cell of a part of a part takes another round.
  for (std::size_t round = 0; round < outcome.objects.size(); ++round)
    for (const Effect &effect : outcome.effects) {
      PathRoot root = effect.path.root();
      if (effect.kind != Effect::Kind::kWrite || !effect.value.is_new() ||
          root.kind != PathRoot::Kind::kSite || !out[root.index])
        continue;
      std::uint32_t object = effect.value.path.root().index;
      if (is_kept[root.index])
        is_kept[object] = true;
      if (!out[object] && effect.path.length() == 1)
        out[object] = out[root.index]->then(effect.path.steps()[0]);
    }
  for (std::size_t i = 0; i < out.size(); ++i)
    if (is_kept[i])
      out[i].reset();
  return out;
}

std::optional<AccessPath> global_of_new(const Outcome &outcome, std::size_t n) {
  std::optional<AccessPath> out;
  AccessPath object = AccessPath::site(static_cast<std::uint32_t>(n));
  if (outcome.value.path == object)
    return std::nullopt;
  for (const Effect &effect : outcome.effects) {
    if (effect.path == object && effect.kind == Effect::Kind::kKeep)
      return std::nullopt;
    if (effect.kind != Effect::Kind::kWrite || effect.value.path != object)
      continue;
    bool is_global = effect.path.root().kind == PathRoot::Kind::kGlobal &&
                     effect.path.length() == 1 &&
                     effect.path.steps()[0] == PathStep{};
    if (out || !is_global || !effect.is_certain || !effect.value.is_new())
      return std::nullopt;
    out = effect.path;
  }
  return out;
}

std::optional<AccessPath>
seen_by_caller(const AccessPath &path,
               const std::vector<std::optional<AccessPath>> &places_of_new) {
  if (path.root().kind != PathRoot::Kind::kSite)
    return path;
  std::optional<AccessPath> out = places_of_new[path.root().index];
  if (out)
    for (PathStep step : path.steps())
      out = out->then(step);
  return out;
}

std::vector<FreshPlace> fresh_places(const Behaviour &behaviour) {
  std::map<AccessPath, FreshPlace> found;
  std::size_t returning = 0;
  std::map<AccessPath, std::size_t> times;
  for (const Outcome &outcome : behaviour.outcomes) {
    if (outcome.throws)
      continue;
    ++returning;
    auto at = places_of_new(outcome);
    for (std::size_t i = 0; i < at.size(); ++i)
      if (at[i]) {
        const NewObject &object = outcome.objects[i];
        found.try_emplace(*at[i], FreshPlace{{}, *at[i], object.family, false});
        ++times[*at[i]];
      }
  }
  std::vector<FreshPlace> out;
  for (auto &[path, place] : found) {
    place.may_fail = times[path] < returning;
    out.push_back(place);
  }
  return out;
}

std::vector<FreshPlace> fresh_places(const Program &program,
                                     const model::ModelSet &models,
                                     ProcedureId procedure,
                                     const Behaviours &behaviours) {
  std::vector<FreshPlace> out;
  const ir::Function &body = program.body(procedure);
  for (ir::BlockId b : body.blocks.ids())
    for (ir::ValueId v : body.blocks[b].insts) {
      if (body.insts[v].op != ir::Op::kCall)
        continue;
      std::optional<std::vector<FreshPlace>> all;
      auto targets = program.targets(procedure, v).procedures;
      for (ProcedureId target : targets) {
        std::vector<FreshPlace> here = fresh_places(behaviours.of(target));
        // How success is told differs between callees: only results are sure.
        if (targets.size() > 1)
          std::erase_if(here, [](const FreshPlace &place) {
            return place.place != AccessPath::result();
          });
        if (!all) {
          all = std::move(here);
          continue;
        }
        std::erase_if(*all, [&](FreshPlace &place) {
          auto same = std::ranges::find(here, place.place, &FreshPlace::place);
          if (same == here.end() || same->family != place.family)
            return true;
          place.may_fail |= same->may_fail;
          return false;
        });
      }
      if (all)
        for (FreshPlace &place : *all) {
          place.call = v;
          out.push_back(place);
        }
    }
  return out;
}

} // namespace wt::infer
