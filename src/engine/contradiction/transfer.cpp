// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The transfer functions of the error cell.  See transfer.h.

#include "engine/contradiction/transfer.h"

#include <algorithm>
#include <utility>

namespace wt::contradiction {

using Kind = Expr::Kind;

// Does an expression mean the same before the assignment?  FILTER1 to FILTER4.
bool Transfer::keeps(const Reading &reading, ExprId e, bool is_hit) const {
  const Assignment &by = reading.by;
  if (cells.paths_are_cells)
    return (!reading.written_cell.valid() ||
            !exprs_.contains(e, reading.written_cell)) &&
           !exprs_.looks_behind(e, by.address);
  if (exprs_.is_disjoint(e, by.written, {}, by.address))
    return true;
  if (!by.value.valid() || !exprs_.is_disjoint(e, by.written, e, by.address) ||
      exprs_[e].kind != Kind::kLoad)
    return false;
  if (e == by.value) // FILTER4: written, if at all, with its own value
    return true;
  if (!reading.value_is_stable)
    return false;
  return is_hit ? cells.is_miss(reading.post, by.value)
                : cells.is_hit(reading.post, by.value);
}

// SUBST1: what the written cell holds afterwards is the value from before.
std::optional<ExprId> Transfer::substituted(const Reading &reading, ExprId e) {
  const Assignment &by = reading.by;
  if (!reading.written_cell.valid() || !by.value.valid() ||
      !exprs_.contains(e, reading.written_cell) ||
      (cells.paths_are_cells
           ? exprs_.looks_behind(e, by.address)
           : !exprs_.is_disjoint(e, by.written, reading.written_cell,
                                 by.address)))
    return std::nullopt;
  return exprs_.substitute(e, reading.written_cell, by.value);
}

bool Transfer::move(const Reading &reading, ErrorCell &pre) {
  for (ExprId e : reading.post.hits) {
    if (keeps(reading, e, true) && !cells.add_hit(pre, e))
      return false;
    if (auto other = substituted(reading, e);
        other && !cells.add_hit(pre, *other))
      return false;
  }
  for (ExprId e : reading.post.misses) {
    if (keeps(reading, e, false) && !cells.add_miss(pre, e))
      return false;
    if (auto other = substituted(reading, e);
        other && !cells.add_miss(pre, *other))
      return false;
  }
  for (const Known &known : reading.post.known) {
    bool is_same = cells.paths_are_cells
                       ? keeps(reading, known.value, true)
                       : exprs_.is_disjoint(known.value, reading.by.written, {},
                                            reading.by.address);
    if (is_same && !cells.add_known(pre, known.value, known.is))
      return false;
    if (auto other = substituted(reading, known.value);
        other && !cells.add_known(pre, *other, known.is))
      return false;
  }
  return true;
}

// S grows by what was written, whose old value nobody knows; unless it is
// known after all.  A region whose only holder is known to miss goes.
void Transfer::move_holders(const Reading &reading, ErrorCell &pre) {
  const Assignment &by = reading.by;
  std::vector<Holder> before = std::move(pre.holders);
  pre.holders.clear();
  for (Holder holder : before) {
    if (holder.only.valid() && holder.only != reading.written_cell) {
      auto other = substituted(reading, holder.only);
      bool is_same =
          cells.paths_are_cells
              ? !reading.written_cell.valid() ||
                    !exprs_.contains(holder.only, reading.written_cell)
              : exprs_.is_disjoint(holder.only, by.written, holder.only,
                                   by.address);
      if (!is_same)
        holder.only = other.value_or(ExprId());
    }
    cells.add_holder(pre, holder.region, holder.only);
  }
  if (!by.may_hold || by.written == RegionTable::unknown())
    return;
  // An object that only points to itself is a cycle: no matter of this search.
  if (cells.paths_are_cells && cells.is_hit(reading.post, by.address))
    return;
  const std::vector<RegionId> regions = exprs_.regions()[by.written];
  ExprId only = reading.address_is_stable ? reading.written_cell : ExprId();
  for (RegionId region : regions)
    cells.add_holder(pre, region, only);
}

// After the assignment the cell holds the value, if writing did not change
// that: what is said of one is said of the other.
bool Transfer::equate(const Reading &reading, ErrorCell &post) {
  if (!reading.value_is_stable || !reading.address_is_stable ||
      !reading.written_cell.valid() || cells.paths_are_cells)
    return true;
  auto other = [&](ExprId e) -> std::optional<ExprId> {
    if (e == reading.written_cell || !exprs_.contains(e, reading.written_cell))
      return std::nullopt;
    return exprs_.substitute(e, reading.written_cell, reading.by.value);
  };
  for (ExprId e : std::vector(post.misses))
    if (auto same = other(e); same && !cells.add_miss(post, *same))
      return false;
  for (ExprId e : std::vector(post.hits))
    if (auto same = other(e); same && !cells.add_hit(post, *same))
      return false;
  return true;
}

// The pointer was written: where is one of the few cells that may hold it, so
// if there is one, that is where.
bool Transfer::learn_place(const Reading &reading, ErrorCell &pre) {
  const Assignment &by = reading.by;
  if (cells.paths_are_cells || !reading.value_is_stable ||
      !reading.address_is_stable || !reading.written_cell.valid() ||
      !cells.is_hit(reading.post, by.value))
    return true;
  auto places = cells.places_of(reading.post, reading.written_cell);
  if (!places || places->size() != 1)
    return true;
  ExprId address = exprs_[places->front()].base;
  return !exprs_.is_disjoint(address, by.written, {}, by.address) ||
         cells.add_same_cell(pre, by.address, address);
}

bool Transfer::assign(ErrorCell &cell, const Assignment &by) {
  ErrorCell post = cell;
  Reading reading{post, by, {}, false, false};
  if (auto written = exprs_.load(by.address, by.written))
    reading.written_cell = *written;
  reading.address_is_stable =
      exprs_.is_disjoint(by.address, by.written, {}, by.address);
  reading.value_is_stable =
      by.value.valid() &&
      exprs_.is_disjoint(by.value, by.written, {}, by.address);
  if (!equate(reading, post))
    return false;
  cell.hits.clear();
  cell.misses.clear();
  cell.known.clear();
  move_holders(reading, cell);
  if (!move(reading, cell))
    return false;
  // SUBST2: what was written does not point to the error cell.
  if (by.value.valid() && reading.address_is_stable &&
      reading.written_cell.valid() &&
      cells.is_miss(post, reading.written_cell) &&
      !cells.add_miss(cell, by.value))
    return false;
  if (!learn_place(reading, cell))
    return false;
  // Section 4.8, second extension: the old value is known to miss.
  ExprId old = by.before.valid() ? by.before : reading.written_cell;
  if (old.valid() && cells.is_miss(cell, old))
    std::erase_if(cell.holders, [&](const Holder &holder) {
      return holder.only.valid() && holder.only == reading.written_cell;
    });
  if (cells.is_infeasible(cell))
    return false;
  cells.clean_up(cell);
  return true;
}

bool Transfer::release(ErrorCell &cell, ExprId e) const {
  return cells.add_miss(cell, e);
}

bool Transfer::compare(ErrorCell &cell, ExprId a, ExprId b,
                       bool are_equal) const {
  if (!cells.add_equal(cell, a, b, are_equal))
    return false;
  cells.clean_up(cell);
  return true;
}

bool Transfer::define(ErrorCell &cell, ExprId value, std::optional<ExprId> as) {
  auto occurs = [&](ExprId e) { return exprs_.contains(e, value); };
  if (std::ranges::none_of(cell.hits, occurs) &&
      std::ranges::none_of(cell.misses, occurs) &&
      std::ranges::none_of(cell.known, occurs, &Known::value) &&
      std::ranges::none_of(cell.holders, [&](const Holder &holder) {
        return holder.only.valid() && occurs(holder.only);
      }))
    return true;
  auto replaced = [&](ExprId e) -> std::optional<ExprId> {
    if (!occurs(e))
      return e;
    return as ? exprs_.substitute(e, value, *as) : std::nullopt;
  };
  ErrorCell post = std::exchange(cell, ErrorCell());
  for (const Holder &holder : post.holders)
    cells.add_holder(cell, holder.region,
                     holder.only.valid()
                         ? replaced(holder.only).value_or(ExprId())
                         : ExprId());
  for (ExprId e : post.misses)
    if (auto other = replaced(e); other && !cells.add_miss(cell, *other))
      return false;
  for (const Known &known : post.known)
    if (auto other = replaced(known.value);
        other && !cells.add_known(cell, *other, known.is))
      return false;
  for (ExprId e : post.hits)
    if (auto other = replaced(e); other && !cells.add_hit(cell, *other))
      return false;
  cells.clean_up(cell);
  return true;
}

bool Transfer::enter(ErrorCell &cell, PathRoot variable) const {
  auto is_of = [&](ExprId e) {
    return exprs_.any_root(e, [&](PathRoot root) { return root == variable; });
  };
  if (std::ranges::any_of(cell.hits, is_of))
    return false;
  std::erase_if(cell.misses, is_of);
  std::erase_if(cell.known,
                [&](const Known &known) { return is_of(known.value); });
  std::vector<Holder> before = std::move(cell.holders);
  cell.holders.clear();
  for (const Holder &holder : before)
    cells.add_holder(cell, holder.region,
                     holder.only.valid() && is_of(holder.only) ? ExprId()
                                                               : holder.only);
  return true;
}

} // namespace wt::contradiction
