// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How are units of one file told apart?  By a digest over names and code.
// It only has to differ where the units do and is computed only for files that
// occur more than once.
//
// Tested by tests/unit/program/link_test.cpp.

#include "program/unit_order.h"

#include <algorithm>
#include <unordered_map>

namespace wt {

namespace {

class Digest {
public:
  void add(std::uint64_t word) {
    state_ = (state_ ^ word) * 0x9e3779b97f4a7c15u;
    state_ ^= state_ >> 29;
  }
  void add(std::string_view text) {
    add(text.size());
    for (char c : text)
      add(static_cast<unsigned char>(c));
  }
  std::uint64_t value() const { return state_; }

private:
  std::uint64_t state_ = 0x243f6a8885a308d3u;
};

void add(Digest &digest, const ir::Function &f) {
  for (std::uint64_t word :
       {std::uint64_t(f.link_name.value), std::uint64_t(f.linkage),
        std::uint64_t(f.type.value), std::uint64_t(f.pos.line)})
    digest.add(word);
  for (const ir::Inst &inst : f.insts) {
    digest.add(std::uint64_t(inst.op) | std::uint64_t(inst.code) << 8 |
               std::uint64_t(inst.type.value) << 32);
    digest.add(std::uint64_t(inst.block.value) | std::uint64_t(inst.extra)
                                                     << 32);
    digest.add(std::uint64_t(inst.pos.line) | std::uint64_t(inst.pos.column)
                                                  << 32);
  }
  for (ir::ValueId operand : f.operands)
    digest.add(operand.value);
  for (std::int64_t value : f.ints)
    digest.add(static_cast<std::uint64_t>(value));
  for (const ir::FieldRef &field : f.fields)
    digest.add(static_cast<std::uint64_t>(field.offset));
}

void add(Digest &digest, const ir::Global &g) {
  digest.add(g.link_name.value);
  digest.add(g.size);
  for (const ir::InitCell &cell : g.init) {
    digest.add(cell.offset);
    digest.add(static_cast<std::uint64_t>(cell.value));
    digest.add(std::uint64_t(cell.global.value) |
               std::uint64_t(cell.function.value) << 32);
  }
}

std::uint64_t digest_of(const ir::Unit &unit) {
  Digest digest;
  for (std::size_t i = 0; i < unit.strings.size(); ++i)
    digest.add(unit.strings[StrId(i)]);
  for (const ir::Global &g : unit.globals)
    add(digest, g);
  for (const ir::Function &f : unit.functions)
    add(digest, f);
  return digest.value();
}

} // namespace

void sort_units(std::vector<std::unique_ptr<const ir::Unit>> &units,
                std::vector<LinkPlaces> &places) {
  struct Keyed {
    std::uint64_t digest;
    LinkPlaces places;
    std::unique_ptr<const ir::Unit> unit;
  };
  std::unordered_map<std::string_view, int> times;
  for (const std::unique_ptr<const ir::Unit> &unit : units)
    ++times[unit->main_file];
  std::vector<Keyed> keyed;
  keyed.reserve(units.size());
  for (std::size_t i = 0; i < units.size(); ++i) {
    bool is_repeated = times[units[i]->main_file] > 1;
    keyed.push_back({is_repeated ? digest_of(*units[i]) : 0,
                     std::move(places[i]), std::move(units[i])});
  }
  std::sort(keyed.begin(), keyed.end(), [](const Keyed &a, const Keyed &b) {
    return std::tie(a.unit->main_file, a.digest, a.places) <
           std::tie(b.unit->main_file, b.digest, b.places);
  });
  for (std::size_t i = 0; i < units.size(); ++i) {
    units[i] = std::move(keyed[i].unit);
    places[i] = std::move(keyed[i].places);
  }
}

} // namespace wt
