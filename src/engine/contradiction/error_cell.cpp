// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The abstraction of the error cell.  See error_cell.h.

#include "engine/contradiction/error_cell.h"

#include <algorithm>

namespace wt::contradiction {

namespace {

bool contains(const std::vector<ExprId> &set, ExprId e) {
  return std::ranges::binary_search(set, e);
}

void insert(std::vector<ExprId> &set, ExprId e) {
  auto at = std::ranges::lower_bound(set, e);
  if (at == set.end() || *at != e)
    set.insert(at, e);
}

} // namespace

bool Cells::is_hit(const ErrorCell &cell, ExprId e) const {
  return contains(cell.hits, exprs.strip(e));
}

bool Cells::is_implicit_miss(const ErrorCell &cell, ExprId e) const {
  e = exprs.strip(e);
  const Expr &expr = exprs[e];
  if (expr.kind == Expr::Kind::kNumber || expr.kind == Expr::Kind::kOperation ||
      expr.is_invalid || exprs.is_symbolic_address(e))
    return true;
  return expr.kind == Expr::Kind::kLoad &&
         (paths_are_cells || expr.regions != RegionTable::unknown()) &&
         !may_hold(cell, expr.regions, e);
}

bool Cells::is_miss(const ErrorCell &cell, ExprId e) const {
  e = exprs.strip(e);
  return contains(cell.misses, e) || is_implicit_miss(cell, e) ||
         (!is_handle && known_of(cell, e).is_zero());
}

bool Cells::is_infeasible(const ErrorCell &cell) const {
  return std::ranges::any_of(cell.hits,
                             [&](ExprId e) { return is_miss(cell, e); });
}

// Has a test shown that these addresses differ?
bool Cells::are_unequal(const ErrorCell &cell, ExprId a, ExprId b) const {
  auto offset_of = [&](ExprId e) {
    return exprs[e].kind == Expr::Kind::kOffset ? exprs[e].number : 0;
  };
  if (cell.known.empty() || offset_of(a) != offset_of(b))
    return false;
  std::optional<ExprId> test =
      exprs.operation(Operation::kEqual, 1, exprs.strip(a), exprs.strip(b));
  return test && known_of(cell, *test).is_zero();
}

bool Cells::may_hold(const ErrorCell &cell, RegionSetId regions,
                     ExprId as) const {
  const std::vector<RegionId> &set = exprs.regions()[regions];
  return std::ranges::any_of(cell.holders, [&](const Holder &holder) {
    if (paths_are_cells && holder.only.valid())
      return holder.only == as;
    if (paths_are_cells && regions == RegionTable::unknown())
      return true;
    if (holder.only.valid() && as.valid() && holder.only != as &&
        exprs[holder.only].kind == Expr::Kind::kLoad &&
        (!exprs.may_be_same(exprs[holder.only].base, exprs[as].base) ||
         are_unequal(cell, exprs[holder.only].base, exprs[as].base)))
      return false;
    return std::ranges::any_of(set, [&](RegionId region) {
      return exprs.regions().overlap(holder.region, region);
    });
  });
}

std::optional<std::vector<ExprId>> Cells::places_of(const ErrorCell &cell,
                                                    ExprId e) const {
  if (exprs[e].kind != Expr::Kind::kLoad ||
      exprs[e].regions == RegionTable::unknown())
    return std::nullopt;
  const std::vector<RegionId> &set = exprs.regions()[exprs[e].regions];
  std::vector<ExprId> out;
  for (const Holder &holder : cell.holders) {
    if (std::ranges::none_of(set, [&](RegionId region) {
          return exprs.regions().overlap(holder.region, region);
        }))
      continue;
    if (!holder.only.valid() || holder.only == e ||
        exprs[holder.only].kind != Expr::Kind::kLoad)
      return std::nullopt;
    if (exprs.may_be_same(exprs[holder.only].base, exprs[e].base) &&
        !are_unequal(cell, exprs[holder.only].base, exprs[e].base))
      insert(out, holder.only);
  }
  return out;
}

NumberClass Cells::known_of(const ErrorCell &cell, ExprId e) const {
  const Expr &expr = exprs[e];
  if (expr.kind == Expr::Kind::kNumber)
    return NumberClass::equals(expr.number);
  if (exprs.is_symbolic_address(e))
    return NumberClass::signs(NumberClass::kPositive);
  if (paths_are_cells && exprs.is_part(e))
    return NumberClass::differs(0);
  auto at = std::ranges::lower_bound(cell.known, e, {}, &Known::value);
  return at != cell.known.end() && at->value == e ? at->is : NumberClass::any();
}

bool Cells::add_hit(ErrorCell &cell, ExprId e) const {
  e = exprs.strip(e);
  if (is_miss(cell, e))
    return false;
  insert(cell.hits, e);
  return true;
}

bool Cells::add_miss(ErrorCell &cell, ExprId e) const {
  e = exprs.strip(e);
  if (contains(cell.hits, e))
    return false;
  if (!is_said_by_holders(cell, e) &&
      (!paths_are_cells || exprs[e].loads <= kMostLoads))
    insert(cell.misses, e);
  return true;
}

// Is this miss one that need not be written down?  Where paths are taken for
// cells, a path that begins at a register may become another one further back.
bool Cells::is_said_by_holders(const ErrorCell &cell, ExprId miss) const {
  if (!is_implicit_miss(cell, miss))
    return false;
  return !paths_are_cells || exprs[miss].kind != Expr::Kind::kLoad ||
         !exprs[miss].has_value;
}

void Cells::add_holder(ErrorCell &cell, RegionId region, ExprId only) const {
  constexpr std::size_t kMostTags = 4; // of a region
  auto is_here = [&](const Holder &holder) { return holder.region == region; };
  Holder wanted{region, only};
  if (std::ranges::binary_search(cell.holders, wanted) ||
      std::ranges::binary_search(cell.holders, Holder{region, ExprId()}))
    return;
  bool is_full =
      std::ranges::count_if(cell.holders, is_here) >= std::ptrdiff_t(kMostTags);
  // A search takes cells of other paths for other cells: one that has no name
  // any more, or one of many elements that a loop has passed, is none that is
  // named.
  if (paths_are_cells && (is_full || !only.valid()))
    return;
  if (!only.valid() || is_full) {
    std::erase_if(cell.holders, is_here);
    wanted.only = ExprId();
  }
  cell.holders.insert(std::ranges::lower_bound(cell.holders, wanted), wanted);
}

void Cells::clean_up(ErrorCell &cell) const {
  std::erase_if(cell.holders, [&](const Holder &holder) {
    return holder.only.valid() &&
           (exprs[holder.only].is_invalid ||
            contains(cell.misses, holder.only) ||
            (!is_handle && known_of(cell, holder.only).is_zero()));
  });
  std::erase_if(cell.misses,
                [&](ExprId e) { return is_said_by_holders(cell, e); });
}

bool Cells::is_below(const ErrorCell &a, const ErrorCell &b) const {
  if (b.known.size() > a.known.size() || !std::ranges::includes(a.hits, b.hits))
    return false;
  for (const Holder &holder : a.holders)
    if (!std::ranges::binary_search(b.holders, holder) &&
        !std::ranges::binary_search(b.holders, Holder{holder.region, ExprId()}))
      return false;
  return std::ranges::all_of(b.misses,
                             [&](ExprId e) { return is_miss(a, e); }) &&
         std::ranges::all_of(b.known, [&](const Known &known) {
           return known.is.includes(known_of(a, known.value));
         });
}

ErrorCell Cells::join(const ErrorCell &a, const ErrorCell &b) const {
  ErrorCell out;
  out.holders = a.holders;
  for (const Holder &holder : b.holders)
    add_holder(out, holder.region, holder.only);
  std::ranges::set_intersection(a.hits, b.hits, std::back_inserter(out.hits));
  // What misses implicitly in one of them is listed there if the other does.
  for (const auto &[mine, other] : {std::pair(&a, &b), std::pair(&b, &a)})
    for (ExprId e : mine->misses)
      if (is_miss(*other, e) && !is_implicit_miss(out, e))
        insert(out.misses, e);
  for (const Known &known : a.known) {
    NumberClass is = known.is.join(known_of(b, known.value));
    if (!is.is_any())
      out.known.push_back({known.value, is});
  }
  return out;
}

Cells::Index Cells::index(const ErrorCell &cell) const {
  Index out;
  for (ExprId e : cell.hits) {
    const Expr &expr = exprs[e];
    out.push_back(expr.kind == Expr::Kind::kLoad
                      ? std::uint64_t(expr.regions.value) << 1
                      : (std::uint64_t(e.value) << 1 | 1));
  }
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::string Cells::text(const ErrorCell &cell) const {
  std::string out = "S{";
  auto separate = [&] { out += out.ends_with('{') ? "" : " "; };
  for (const Holder &holder : cell.holders) {
    separate();
    out += "r" + std::to_string(holder.region.value);
    if (holder.only.valid())
      out += ":" + exprs.text(holder.only);
  }
  out += "} H{";
  for (ExprId e : cell.hits) {
    separate();
    out += exprs.text(e);
  }
  out += "} M{";
  for (ExprId e : cell.misses) {
    separate();
    out += exprs.text(e);
  }
  out += "} K{";
  for (const Known &known : cell.known) {
    separate();
    out += exprs.text(known.value) + " " + known.is.describe();
  }
  return out + "}";
}

} // namespace wt::contradiction
