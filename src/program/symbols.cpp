// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How are names of units tied together?  See symbols.h for the rules.
//
// Two passes.  The first gathers, per name, the definitions of the highest
// rank seen so far.  The second asks of every symbol in unit order what it
// means and gives an entity to whatever is meant for the first time, so that
// numbers follow from the sorted units alone.
//
// The nearest of many rivals is found without comparing all: units are sorted
// by path, paths with a common prefix are neighbours, so the nearest file
// is next to where the asking file would be inserted.
//
// Tested by tests/unit/program/symbols_test.cpp.

#include "program/symbols.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace wt {

namespace {

struct Place {
  UnitId unit;
  std::uint32_t index = 0;
};

// What is known of one name outside a unit.
struct Name {
  int rank = -1;             // of the places below
  std::vector<Place> places; // in unit order; one unless rank is strong
};

constexpr int kStrong = 3;

int rank_of(const Symbol &symbol) {
  if (!symbol.is_defined && symbol.alias_of.empty())
    return 0;
  switch (symbol.linkage) {
  case ir::Linkage::kAvailable:
    return 1;
  case ir::Linkage::kWeak:
  case ir::Linkage::kOnce:
    return 2;
  default:
    return kStrong;
  }
}

bool is_local(const Symbol &symbol) {
  return symbol.linkage == ir::Linkage::kInternal || symbol.name.empty();
}

// The common prefix of two strings up to and with its last slash.
std::string_view common_folder(std::string_view a, std::string_view b) {
  auto [end, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  std::string_view prefix = a.substr(0, end - a.begin());
  std::size_t slash = prefix.rfind('/');
  return slash == prefix.npos ? "" : prefix.substr(0, slash + 1);
}

class Resolver {
public:
  Resolver(const IdMap<UnitId, std::vector<Symbol>> &symbols,
           const IdMap<UnitId, std::string_view> &files, std::string_view noun)
      : symbols_(symbols), files_(files), noun_(noun) {}

  Resolution run() {
    gather();
    result_.entity_of.resize(symbols_.size());
    own_.resize(symbols_.size());
    for (UnitId u : symbols_.ids())
      own_[u].assign(symbols_[u].size(), kNone);
    for (UnitId u : symbols_.ids()) {
      result_.entity_of[u].reserve(symbols_[u].size());
      for (std::uint32_t i = 0; i < symbols_[u].size(); ++i)
        result_.entity_of[u].push_back(entity(meaning({u, i})));
    }
    note_rivals();
    return std::move(result_);
  }

private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  const Symbol &at(Place p) const { return symbols_[p.unit][p.index]; }

  void gather() {
    for (UnitId u : symbols_.ids())
      for (std::uint32_t i = 0; i < symbols_[u].size(); ++i) {
        const Symbol &symbol = symbols_[u][i];
        if (is_local(symbol))
          continue;
        auto [found, is_new] = index_.try_emplace(symbol.name, names_.size());
        if (is_new)
          names_.emplace_back();
        add(names_[found->second], rank_of(symbol), {u, i});
      }
  }

  void add(Name &name, int rank, Place place) {
    if (rank < name.rank)
      return;
    if (rank > name.rank) {
      name.places.clear();
      name.rank = rank;
    }
    bool again = !name.places.empty() && name.places.back().unit == place.unit;
    if (name.places.empty() || (rank == kStrong && !again))
      name.places.push_back(place);
  }

  // Follows aliases from unit to unit until something that is none.
  Place meaning(Place start) {
    Place at_place = start;
    for (int steps = 0; steps < kLongestChain; ++steps) {
      at_place = definition(at_place);
      const Symbol &symbol = at(at_place);
      if (symbol.alias_of.empty())
        return at_place;
      std::optional<Place> next = in_unit(at_place.unit, symbol.alias_of);
      if (!next)
        return at_place;
      at_place = *next;
    }
    return definition(start); // a circle: the name means only itself
  }

  // Without looking through an alias.
  Place definition(Place place) {
    const Symbol &symbol = at(place);
    if (is_local(symbol))
      return place;
    const Name &name = names_[index_.at(symbol.name)];
    return name.places.size() == 1 ? name.places.front()
                                   : nearest(name, place.unit);
  }

  // What `unit` calls `name`; otherwise what the program does.
  std::optional<Place> in_unit(UnitId unit, std::string_view name) {
    auto [table, is_new] = unit_names_.try_emplace(unit);
    if (is_new)
      table->second = alias_targets(symbols_[unit]);
    auto found = table->second.find(name);
    if (found != table->second.end() && found->second != kNone)
      return Place{unit, found->second};
    auto known = index_.find(name);
    if (known == index_.end())
      return std::nullopt;
    return nearest(names_[known->second], unit);
  }

  static std::unordered_map<std::string_view, std::uint32_t>
  alias_targets(std::span<const Symbol> symbols) {
    std::unordered_map<std::string_view, std::uint32_t> targets;
    for (const Symbol &symbol : symbols)
      if (!symbol.alias_of.empty())
        targets.try_emplace(symbol.alias_of, kNone);
    for (std::uint32_t i = 0; i < symbols.size(); ++i)
      if (auto found = targets.find(symbols[i].name); found != targets.end())
        found->second = i;
    return targets;
  }

  Place nearest(const Name &name, UnitId unit) const {
    const std::vector<Place> &places = name.places;
    auto by_unit = [](const Place &p, UnitId u) { return p.unit < u; };
    auto after = std::lower_bound(places.begin(), places.end(), unit, by_unit);
    if (after != places.end() && after->unit == unit)
      return *after;
    std::string_view folder;
    if (after != places.begin())
      folder = common_folder(files_[unit], files_[std::prev(after)->unit]);
    if (after != places.end()) {
      auto other = common_folder(files_[unit], files_[after->unit]);
      folder = other.size() > folder.size() ? other : folder;
    }
    // Of those in that folder, the first by name.
    auto by_file = [&](const Place &p, std::string_view prefix) {
      return files_[p.unit] < prefix;
    };
    return *std::lower_bound(places.begin(), places.end(), folder, by_file);
  }

  std::uint32_t entity(Place place) {
    std::uint32_t &entity = own_[place.unit][place.index];
    if (entity != kNone)
      return entity;
    const Symbol &symbol = at(place);
    Entity made{place.unit, place.index};
    made.is_defined = symbol.is_defined && symbol.alias_of.empty();
    if (!is_local(symbol))
      made.name_group = index_.at(symbol.name);
    entity = static_cast<std::uint32_t>(result_.entities.size());
    result_.entities.push_back(made);
    return entity;
  }

  void note_rivals() {
    std::vector<bool> is_repeated(symbols_.size());
    std::vector<std::pair<std::string_view, const Name *>> rivals;
    for (auto &[text, id] : index_)
      if (names_[id].places.size() > 1)
        rivals.emplace_back(text, &names_[id]);
    std::sort(rivals.begin(), rivals.end());
    for (auto &[text, name] : rivals) {
      std::vector<std::string_view> files;
      for (Place place : name->places)
        if (files.empty() || files.back() != files_[place.unit])
          files.push_back(files_[place.unit]);
        else
          is_repeated[place.unit.value] = true;
      if (files.size() > 1)
        result_.rivals.push_back(rival_note(text, files));
    }
    for (UnitId u : symbols_.ids())
      if (is_repeated[u.value])
        result_.repeated.push_back(u);
  }

  std::string rival_note(std::string_view name,
                         std::span<const std::string_view> files) const {
    constexpr std::size_t kShown = 3;
    std::string list;
    for (std::size_t i = 0; i < std::min(files.size(), kShown); ++i)
      list += fmt::format("{}{}", i ? ", " : "", files[i]);
    if (files.size() > kShown)
      list += fmt::format(" and {} more", files.size() - kShown);
    return fmt::format("{} '{}' is defined in {} files, each unit uses its own "
                       "or the nearest: {}",
                       noun_, name, files.size(), list);
  }

  static constexpr int kLongestChain = 64;

  const IdMap<UnitId, std::vector<Symbol>> &symbols_;
  const IdMap<UnitId, std::string_view> &files_;
  std::string_view noun_;
  std::unordered_map<std::string_view, std::uint32_t> index_; // into names_
  std::vector<Name> names_;
  IdMap<UnitId, std::vector<std::uint32_t>> own_; // entity of a chosen place
  // Where aliases of a unit lead inside it, built when one is met.
  std::unordered_map<UnitId,
                     std::unordered_map<std::string_view, std::uint32_t>>
      unit_names_;
  Resolution result_;
};

std::string_view text_of(const ir::Unit &unit, StrId id) {
  return id.valid() ? std::string_view(unit.text(id)) : std::string_view();
}

} // namespace

Resolution resolve(const IdMap<UnitId, std::vector<Symbol>> &symbols,
                   const IdMap<UnitId, std::string_view> &files,
                   std::string_view noun) {
  return Resolver(symbols, files, noun).run();
}

std::vector<Symbol> function_symbols(const ir::Unit &unit) {
  std::vector<Symbol> symbols;
  symbols.reserve(unit.functions.size());
  for (const ir::Function &f : unit.functions)
    symbols.push_back({text_of(unit, f.link_name), text_of(unit, f.alias_of),
                       f.linkage, !f.is_declaration()});
  return symbols;
}

std::vector<Symbol> global_symbols(const ir::Unit &unit) {
  std::vector<Symbol> symbols;
  symbols.reserve(unit.globals.size());
  for (const ir::Global &g : unit.globals)
    symbols.push_back({text_of(unit, g.link_name), text_of(unit, g.alias_of),
                       g.linkage, g.is_definition});
  return symbols;
}

} // namespace wt
