// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How are names of units tied together?  See symbols.h for the rules.
//
// Two passes.  The first gathers, per name, the definitions of the highest
// rank seen so far.  The second asks of every symbol in unit order what it
// means and gives an entity to whatever is meant for the first time, so that
// numbers follow from the sorted units alone.  rivals.cpp chooses where a name
// has several definitions.
//
// Tested by tests/unit/program/symbols_test.cpp.

#include "program/symbols.h"

#include <algorithm>
#include <unordered_map>

namespace wt {

namespace {

// What is known of one name outside a unit.
struct Name {
  int rank = -1;                   // of the places below
  std::vector<SymbolPlace> places; // in unit order; one unless rank is strong
  std::vector<SymbolPlace> weak;   // functions, in unit order, besides

  bool has_rivals() const {
    return places.size() > 1 || (!weak.empty() && rank == kStrong) ||
           weak.size() > 1;
  }
  static constexpr int kStrong = 3;
};

constexpr int kStrong = Name::kStrong;

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

class Resolver {
public:
  Resolver(const IdMap<UnitId, std::vector<Symbol>> &symbols,
           const UnitPlaces &units, std::string_view noun)
      : symbols_(symbols), units_(units), noun_(noun) {}

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

  const Symbol &at(SymbolPlace p) const { return symbols_[p.unit][p.index]; }

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
        add_weak(names_[found->second], symbol, {u, i});
      }
  }

  void add(Name &name, int rank, SymbolPlace place) {
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

  static void add_weak(Name &name, const Symbol &symbol, SymbolPlace place) {
    bool again = !name.weak.empty() && name.weak.back().unit == place.unit;
    if (symbol.is_replaceable && !again)
      name.weak.push_back(place);
  }

  // Follows aliases from unit to unit until something that is none.
  SymbolPlace meaning(SymbolPlace start) {
    SymbolPlace at_place = start;
    for (int steps = 0; steps < kLongestChain; ++steps) {
      at_place = definition(at_place);
      const Symbol &symbol = at(at_place);
      if (symbol.alias_of.empty())
        return at_place;
      std::optional<SymbolPlace> next = in_unit(at_place.unit, symbol.alias_of);
      if (!next)
        return at_place;
      at_place = *next;
    }
    return definition(start); // a circle: the name means only itself
  }

  // Without looking through an alias.
  SymbolPlace definition(SymbolPlace place) {
    const Symbol &symbol = at(place);
    if (is_local(symbol))
      return place;
    return meant_by(index_.at(symbol.name), place.unit);
  }

  SymbolPlace meant_by(std::uint32_t id, UnitId unit) {
    const Name &name = names_[id];
    if (!name.has_rivals())
      return name.places.front();
    if (std::optional<SymbolPlace> own = strong_in(name, unit))
      return *own;
    bool is_strong = name.rank == kStrong;
    Rivals rivals(is_strong ? std::span<const SymbolPlace>(name.places)
                            : std::span<const SymbolPlace>(),
                  name.weak, units_);
    Decisions &decisions = decisions_[id];
    if (std::optional<SymbolPlace> linked = rivals.linked(unit, decisions))
      return *linked;
    if (!is_strong)
      return weak_for_others(id, rivals);
    decisions.is_by_folder = true;
    return rivals.nearest(unit);
  }

  // What units mean that are not linked with any of the weak rivals.
  SymbolPlace weak_for_others(std::uint32_t id, const Rivals &rivals) {
    auto [known, is_new] = weak_for_others_.try_emplace(id);
    if (is_new)
      known->second =
          rivals.first_used_weak().value_or(names_[id].places.front());
    return known->second;
  }

  static std::optional<SymbolPlace> strong_in(const Name &name, UnitId unit) {
    auto by_unit = [](const SymbolPlace &p, UnitId u) { return p.unit < u; };
    auto found =
        std::lower_bound(name.places.begin(), name.places.end(), unit, by_unit);
    bool is_own = name.rank == kStrong && found != name.places.end() &&
                  found->unit == unit;
    return is_own ? std::optional(*found) : std::nullopt;
  }

  // What `unit` calls `name`; otherwise what the program does.
  std::optional<SymbolPlace> in_unit(UnitId unit, std::string_view name) {
    auto [table, is_new] = unit_names_.try_emplace(unit);
    if (is_new)
      table->second = alias_targets(symbols_[unit]);
    auto found = table->second.find(name);
    if (found != table->second.end() && found->second != kNone)
      return SymbolPlace{unit, found->second};
    auto known = index_.find(name);
    if (known == index_.end())
      return std::nullopt;
    return meant_by(known->second, unit);
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

  std::uint32_t entity(SymbolPlace place) {
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
      for (SymbolPlace place : name->places)
        if (files.empty() || files.back() != units_[place.unit].file)
          files.push_back(units_[place.unit].file);
        else
          is_repeated[place.unit.value] = true;
      if (files.size() > 1)
        result_.rivals.push_back(rival_note(
            noun_, text, files, decisions_[index_.at(text)], units_));
    }
    for (UnitId u : symbols_.ids())
      if (is_repeated[u.value])
        result_.repeated.push_back(u);
  }

  static constexpr int kLongestChain = 64;

  const IdMap<UnitId, std::vector<Symbol>> &symbols_;
  const UnitPlaces &units_;
  std::string_view noun_;
  std::unordered_map<std::string_view, std::uint32_t> index_; // into names_
  std::vector<Name> names_;
  std::unordered_map<std::uint32_t, Decisions> decisions_;         // by name
  std::unordered_map<std::uint32_t, SymbolPlace> weak_for_others_; // by name
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
                   const UnitPlaces &units, std::string_view noun) {
  return Resolver(symbols, units, noun).run();
}

std::vector<Symbol> function_symbols(const ir::Unit &unit) {
  std::vector<Symbol> symbols;
  symbols.reserve(unit.functions.size());
  for (const ir::Function &f : unit.functions) {
    Symbol symbol{text_of(unit, f.link_name), text_of(unit, f.alias_of),
                  f.linkage, !f.is_declaration()};
    symbol.is_replaceable = f.linkage == ir::Linkage::kWeak &&
                            (symbol.is_defined || !symbol.alias_of.empty());
    symbols.push_back(symbol);
  }
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
