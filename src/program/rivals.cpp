// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chooses among definitions of one name: see rivals.h.
//
// The nearest of many rivals is found without comparing all: units are sorted
// by path, paths with a common prefix are neighbours, so the nearest file
// is next to where the asking file would be inserted.

#include "program/rivals.h"
#include "support/escape.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <tuple>

namespace wt {

namespace {

// The common prefix of two strings up to and with its last slash.
std::string_view common_folder(std::string_view a, std::string_view b) {
  auto [end, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  std::string_view prefix = a.substr(0, end - a.begin());
  std::size_t slash = prefix.rfind('/');
  return slash == prefix.npos ? "" : prefix.substr(0, slash + 1);
}

// How early a linker meets a definition; the least wins.
struct Precedence {
  std::uint32_t position = UINT32_MAX;
  bool is_weak = true;
  std::size_t order = SIZE_MAX; // of weak ones: all others give way to one

  auto operator<=>(const Precedence &) const = default;
};

// A target of the asking unit, and what a linker takes there.
struct Target {
  std::uint32_t number;
  Precedence best;
};

class LinkedChoice {
public:
  LinkedChoice(std::span<const SymbolPlace> strong,
               std::span<const SymbolPlace> weak, const UnitPlaces &units,
               UnitId asking)
      : strong_(strong), weak_(weak), units_(units), asking_(asking) {}

  std::optional<SymbolPlace> among(bool only_inside) {
    targets_.clear();
    for (const LinkPlace &place : units_[asking_].links)
      if (place.is_inside || !only_inside)
        targets_.push_back({place.target, {}});
    for_each_meeting([](std::size_t, Target &target, Precedence found) {
      target.best = std::min(target.best, found);
    });
    std::vector<std::size_t> votes(strong_.size() + weak_.size());
    for_each_meeting([&](std::size_t rival, Target &target, Precedence found) {
      votes[rival] += found == target.best;
    });
    return best_of(votes);
  }
  bool is_one_of_several() const { return is_one_of_several_; }

private:
  const SymbolPlace &rival(std::size_t i) const {
    return i < strong_.size() ? strong_[i] : weak_[i - strong_.size()];
  }

  Precedence precedence(std::size_t i, const LinkPlace &place) const {
    bool is_weak = i >= strong_.size();
    return {place.position, is_weak, is_weak ? i : 0};
  }

  // Calls `what` for each rival and each target that it shares.
  template <class What> void for_each_meeting(What what) {
    if (targets_.empty())
      return;
    for (std::size_t i = 0; i < strong_.size() + weak_.size(); ++i)
      for (const LinkPlace &place : units_[rival(i).unit].links) {
        auto target = std::ranges::lower_bound(targets_, place.target, {},
                                               &Target::number);
        if (target != targets_.end() && target->number == place.target)
          what(i, *target, precedence(i, place));
      }
  }

  // Its own before others: a body is what its unit means by its name.  Strong
  // rivals come first, and each kind by file; so the first of equals stays.
  std::optional<SymbolPlace> best_of(std::span<const std::size_t> votes) {
    std::optional<std::size_t> best;
    using Rank = std::tuple<bool, bool, std::size_t, std::size_t>;
    Rank best_rank{};
    std::size_t voted = 0;
    for (std::size_t i = 0; i < votes.size(); ++i) {
      if (!votes[i])
        continue;
      ++voted;
      std::string_view folder =
          common_folder(units_[asking_].file, units_[rival(i).unit].file);
      Rank rank{rival(i).unit == asking_, i < strong_.size(), folder.size(),
                votes[i]};
      if (!best || rank > best_rank) {
        best = i;
        best_rank = rank;
      }
    }
    is_one_of_several_ = voted > 1;
    return best ? std::optional(rival(*best)) : std::nullopt;
  }

  std::span<const SymbolPlace> strong_, weak_;
  const UnitPlaces &units_;
  UnitId asking_;
  std::vector<Target> targets_;
  bool is_one_of_several_ = false;
};

} // namespace

std::optional<SymbolPlace> Rivals::linked(UnitId asking,
                                          Decisions &decisions) const {
  LinkedChoice choice(strong_, weak_, units_, asking);
  std::optional<SymbolPlace> chosen;
  if (is_used(asking)) // ask all targets, not only those it is inside
    chosen = choice.among(/*only_inside=*/false);
  if (!chosen)
    chosen = choice.among(/*only_inside=*/true);
  if (!chosen)
    chosen = choice.among(/*only_inside=*/false);
  decisions.is_by_link |= chosen.has_value();
  if (chosen && choice.is_one_of_several())
    decisions.linked_with_several.push_back(asking);
  return chosen;
}

bool Rivals::is_used(UnitId weak) const {
  if (!std::ranges::binary_search(weak_, weak, {}, &SymbolPlace::unit))
    return false;
  LinkedChoice choice(strong_, weak_, units_, weak);
  std::optional<SymbolPlace> own = choice.among(/*only_inside=*/false);
  return own && own->unit == weak;
}

std::optional<SymbolPlace> Rivals::first_used_weak() const {
  for (const SymbolPlace &place : weak_)
    if (is_used(place.unit))
      return place;
  return std::nullopt;
}

SymbolPlace Rivals::nearest(UnitId asking) const {
  auto by_unit = [](const SymbolPlace &p, UnitId u) { return p.unit < u; };
  auto after =
      std::lower_bound(strong_.begin(), strong_.end(), asking, by_unit);
  std::string_view file = units_[asking].file, folder;
  if (after != strong_.begin())
    folder = common_folder(file, units_[std::prev(after)->unit].file);
  if (after != strong_.end()) {
    auto other = common_folder(file, units_[after->unit].file);
    folder = other.size() > folder.size() ? other : folder;
  }
  // Of those in that folder, the first by name.
  auto by_file = [&](const SymbolPlace &p, std::string_view prefix) {
    return units_[p.unit].file < prefix;
  };
  return *std::lower_bound(strong_.begin(), strong_.end(), folder, by_file);
}

std::string rival_note(std::string_view noun, std::string_view name,
                       std::span<const std::string_view> files,
                       Decisions decisions, const UnitPlaces &units) {
  constexpr std::size_t kShown = 3;
  std::string list;
  for (std::size_t i = 0; i < std::min(files.size(), kShown); ++i)
    list += fmt::format("{}{}", i ? ", " : "", escape_for_terminal(files[i]));
  if (files.size() > kShown)
    list += fmt::format(" and {} more", files.size() - kShown);
  std::vector<UnitId> &several = decisions.linked_with_several;
  std::sort(several.begin(), several.end());
  several.erase(std::unique(several.begin(), several.end()), several.end());
  std::string_view choice = " or the nearest";
  if (decisions.is_by_link)
    choice = decisions.is_by_folder
                 ? ", the one it is linked with or the nearest"
                 : " or the one it is linked with";
  else if (!decisions.is_by_folder)
    choice = ""; // nobody else mentions the name
  std::string note = fmt::format(
      "{} '{}' is defined in {} files, each unit uses its own{}: {}", noun,
      name, files.size(), choice, list);
  if (!several.empty())
    note += fmt::format("; {}{} linked with several of them, one is taken",
                        escape_for_terminal(units[several.front()].file),
                        several.size() == 1 ? std::string(" is")
                                            : fmt::format(" and {} more are",
                                                          several.size() - 1));
  return note;
}

} // namespace wt
