// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which units are copies?  Those of one file that are written as the same
// bytes, which are made only for files that occur more than once.
//
// When do copies mean the same by all names?  When every name that they want
// from elsewhere has at most one definition, copies counted once, and if that
// is in copies again, when these mean the same by all names.
//
// Tested by tests/unit/program/link_test.cpp and targets_test.cpp.

#include "program/unit_order.h"

#include "ir/binary.h"
#include "program/symbols.h"

#include <algorithm>
#include <span>
#include <tuple>
#include <unordered_map>

namespace wt {

namespace {

struct PlacedUnit {
  std::unique_ptr<const ir::Unit> unit;
  LinkPlaces places;
};

// A unit and its copies, in the order of their places.
struct Copies {
  std::vector<PlacedUnit> units;
  std::vector<std::string_view> wanted; // names of others
  bool is_one = true;

  bool are_linked_alike() const {
    return std::ranges::all_of(units, [&](const PlacedUnit &copy) {
      return copy.places == units[0].places;
    });
  }
};

// Where a linker finds one or the other: in each target the better place.
LinkPlaces united(LinkPlaces all, const LinkPlaces &others) {
  all.insert(all.end(), others.begin(), others.end());
  std::ranges::sort(all, {}, [](const LinkPlace &place) {
    return std::tuple(place.target, !place.is_inside, place.position);
  });
  auto worse = std::ranges::unique(all, {}, &LinkPlace::target);
  all.erase(worse.begin(), worse.end());
  return all;
}

// Adds the units of one file.
void add_copies(std::span<PlacedUnit> of_file, std::vector<Copies> &all) {
  if (of_file.size() == 1) {
    all.emplace_back().units.push_back(std::move(of_file[0]));
    return;
  }
  std::vector<std::pair<std::string, PlacedUnit>> by_content;
  for (PlacedUnit &placed : of_file) {
    std::string content = ir::write_payload(*placed.unit);
    by_content.emplace_back(std::move(content), std::move(placed));
  }
  std::ranges::sort(by_content, {}, [](const auto &entry) {
    return std::tie(entry.first, entry.second.places);
  });
  for (std::size_t i = 0; i < by_content.size(); ++i) {
    if (i == 0 || by_content[i].first != by_content[i - 1].first)
      all.emplace_back();
    all.back().units.push_back(std::move(by_content[i].second));
  }
}

std::vector<Copies> all_copies(std::vector<PlacedUnit> units) {
  std::ranges::stable_sort(units, {}, [](const PlacedUnit &placed) {
    return std::string_view(placed.unit->main_file);
  });
  std::vector<Copies> all;
  for (auto begin = units.begin(); begin != units.end();) {
    auto end = std::find_if(begin, units.end(), [&](const PlacedUnit &placed) {
      return placed.unit->main_file != begin->unit->main_file;
    });
    add_copies(std::span(begin, end), all);
    begin = end;
  }
  return all;
}

// Who defines each name for others.
class Definers {
public:
  // Also fills in what they want.
  explicit Definers(std::vector<Copies> &all) {
    for (Copies &copies : all) {
      add(function_symbols(*copies.units[0].unit), copies);
      add(global_symbols(*copies.units[0].unit), copies);
    }
  }

  // Does every copy of whoever wants the name mean the same?
  bool are_one(std::string_view name) const {
    auto found = definers_.find(name);
    return found == definers_.end() ||
           (!found->second.are_several && found->second.first->is_one);
  }

private:
  struct Definer {
    const Copies *first;
    bool are_several = false;
  };

  void add(const std::vector<Symbol> &symbols, Copies &copies) {
    for (const Symbol &symbol : symbols) {
      if (symbol.linkage == ir::Linkage::kInternal)
        continue;
      bool is_defined = symbol.is_defined || !symbol.alias_of.empty();
      if (!is_defined || symbol.is_replaceable)
        copies.wanted.push_back(symbol.name);
      if (!is_defined)
        continue;
      auto [found, is_new] = definers_.try_emplace(symbol.name, &copies);
      found->second.are_several |= !is_new;
    }
  }

  std::unordered_map<std::string_view, Definer> definers_;
};

void find_different_meanings(std::vector<Copies> &all) {
  if (std::ranges::all_of(all, &Copies::are_linked_alike))
    return; // also: no copies
  Definers definers(all);
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (Copies &copies : all)
      if (copies.is_one && !copies.are_linked_alike() &&
          !std::ranges::all_of(copies.wanted, [&](std::string_view name) {
            return definers.are_one(name);
          })) {
        copies.is_one = false;
        is_changed = true;
      }
  }
}

} // namespace

void order_units(std::vector<std::unique_ptr<const ir::Unit>> &units,
                 std::vector<LinkPlaces> &places) {
  std::vector<PlacedUnit> placed;
  for (std::size_t i = 0; i < units.size(); ++i)
    placed.push_back({std::move(units[i]), std::move(places[i])});
  std::vector<Copies> all = all_copies(std::move(placed));
  find_different_meanings(all);
  units.clear();
  places.clear();
  for (Copies &copies : all)
    for (PlacedUnit &copy : copies.units) {
      bool is_first = &copy == &copies.units.front();
      if (is_first || !copies.is_one) {
        units.push_back(std::move(copy.unit));
        places.push_back(std::move(copy.places));
      } else {
        places.back() = united(std::move(places.back()), copy.places);
      }
    }
}

} // namespace wt
