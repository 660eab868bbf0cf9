// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expressions, kept once.  See expression.h.

#include "engine/contradiction/expression.h"

#include <fmt/format.h>

namespace wt::contradiction {

using Kind = Expr::Kind;

std::size_t Expressions::Hash::operator()(const Key &key) const noexcept {
  std::size_t hash = static_cast<std::size_t>(key.kind);
  for (std::size_t part :
       {static_cast<std::size_t>(key.root.kind),
        static_cast<std::size_t>(key.root.index),
        static_cast<std::size_t>(key.base.value),
        static_cast<std::size_t>(key.index.value),
        static_cast<std::size_t>(key.number)})
    hash = (hash ^ part) * 0x9E3779B97F4A7C15u + (hash >> 29);
  return hash;
}

ExprId Expressions::add(const Expr &expr) {
  Key key{expr.kind, expr.root, expr.base, expr.index, expr.number};
  auto [at, is_new] = numbers_.try_emplace(key, ExprId(exprs_.size()));
  if (!is_new)
    return at->second;
  Expr made = expr;
  if (made.base.valid()) {
    const Expr &base = exprs_[made.base];
    made.has_load = base.has_load || made.kind == Kind::kLoad;
    made.loads = base.loads + (made.kind == Kind::kLoad);
    made.is_invalid =
        base.is_invalid ||
        (made.kind == Kind::kLoad &&
         exprs_[strip(made.base)].kind == Kind::kNumber);
  }
  if (made.index.valid())
    made.has_load |= exprs_[made.index].has_load;
  return exprs_.push(made);
}

ExprId Expressions::number(std::int64_t number) {
  Expr expr;
  expr.number = number;
  return add(expr);
}

ExprId Expressions::root(PathRoot root) {
  Expr expr;
  expr.kind = Kind::kRoot;
  expr.root = root;
  return add(expr);
}

ExprId Expressions::offset(ExprId base, std::int64_t bytes) {
  if (exprs_[base].kind == Kind::kOffset) {
    bytes += exprs_[base].number;
    base = exprs_[base].base;
  }
  if (bytes == 0)
    return base;
  Expr expr;
  expr.kind = Kind::kOffset;
  expr.base = base;
  expr.number = bytes;
  return add(expr);
}

ExprId Expressions::element(ExprId base, ExprId index, std::int64_t stride) {
  if (exprs_[index].kind == Kind::kNumber)
    return offset(base, exprs_[index].number * stride);
  Expr expr;
  expr.kind = Kind::kElement;
  expr.base = base;
  expr.index = index;
  expr.number = stride;
  return add(expr);
}

std::optional<ExprId> Expressions::load(ExprId base, RegionSetId regions) {
  if (exprs_[base].loads >= kMaxLoads)
    return std::nullopt;
  Expr expr;
  expr.kind = Kind::kLoad;
  expr.base = base;
  expr.regions = regions;
  ExprId id = add(expr);
  if (exprs_[id].regions == RegionTable::unknown())
    exprs_[id].regions = regions;
  return id;
}

std::optional<ExprId> Expressions::find_load(ExprId base) const {
  auto at = numbers_.find(Key{Kind::kLoad, {}, base, {}, 0});
  return at == numbers_.end() ? std::nullopt : std::optional(at->second);
}

ExprId Expressions::strip(ExprId e) const {
  while (exprs_[e].kind == Kind::kOffset || exprs_[e].kind == Kind::kElement)
    e = exprs_[e].base;
  return e;
}

bool Expressions::is_symbolic_address(ExprId e) const {
  const Expr &object = exprs_[strip(e)];
  return object.kind == Kind::kRoot &&
         (object.root.kind == PathRoot::Kind::kSlot ||
          object.root.kind == PathRoot::Kind::kGlobal ||
          object.root.kind == PathRoot::Kind::kFunction);
}

bool Expressions::contains(ExprId e, ExprId part) const {
  for (;;) {
    if (e == part)
      return true;
    const Expr &expr = exprs_[e];
    if (expr.index.valid() && contains(expr.index, part))
      return true;
    if (!expr.base.valid())
      return false;
    e = expr.base;
  }
}

std::optional<ExprId> Expressions::substitute(ExprId e, ExprId from,
                                              ExprId to) {
  if (e == from)
    return to;
  if (!contains(e, from))
    return e;
  Expr expr = exprs_[e];
  std::optional<ExprId> base = substitute(expr.base, from, to);
  if (!base)
    return std::nullopt;
  switch (expr.kind) {
  case Kind::kOffset:
    return offset(*base, expr.number);
  case Kind::kElement: {
    std::optional<ExprId> index = substitute(expr.index, from, to);
    if (!index)
      return std::nullopt;
    return element(*base, *index, expr.number);
  }
  default:
    return load(*base, expr.regions);
  }
}

std::optional<ExprId> Expressions::rewrite(ExprId e, const RootChange &change) {
  Expr expr = exprs_[e];
  if (expr.kind == Kind::kNumber)
    return e;
  if (expr.kind == Kind::kRoot)
    return change(expr.root);
  std::optional<ExprId> base = rewrite(expr.base, change);
  if (!base)
    return std::nullopt;
  if (expr.kind == Kind::kOffset)
    return offset(*base, expr.number);
  if (expr.kind == Kind::kLoad)
    return load(*base, expr.regions);
  std::optional<ExprId> index = rewrite(expr.index, change);
  if (!index)
    return std::nullopt;
  return element(*base, *index, expr.number);
}

bool Expressions::any_root(ExprId e,
                           const std::function<bool(PathRoot)> &test) const {
  const Expr &expr = exprs_[e];
  if (expr.kind == Kind::kRoot)
    return test(expr.root);
  return (expr.base.valid() && any_root(expr.base, test)) ||
         (expr.index.valid() && any_root(expr.index, test));
}

bool Expressions::is_disjoint(ExprId e, RegionSetId written, ExprId but) const {
  for (; exprs_[e].has_load; e = exprs_[e].base) {
    const Expr &expr = exprs_[e];
    if (expr.index.valid() && !is_disjoint(expr.index, written, but))
      return false;
    if (expr.kind == Kind::kLoad && e != but &&
        regions_.overlap(expr.regions, written))
      return false;
    if (!expr.base.valid())
      break;
  }
  return true;
}

std::string Expressions::text(ExprId e) const {
  const Expr &expr = exprs_[e];
  switch (expr.kind) {
  case Kind::kNumber:
    return std::to_string(expr.number);
  case Kind::kRoot: {
    static constexpr const char *kNames[] = {"arg",      "result", "global",
                                             "function", "%",      "$"};
    return kNames[static_cast<std::size_t>(expr.root.kind)] +
           std::to_string(expr.root.index);
  }
  case Kind::kOffset:
    return fmt::format("{}{:+}", text(expr.base), expr.number);
  case Kind::kElement:
    return fmt::format("{}+{}*{}", text(expr.base), text(expr.index),
                       expr.number);
  case Kind::kLoad:
    return exprs_[expr.base].kind == Kind::kRoot
               ? "*" + text(expr.base)
               : "*(" + text(expr.base) + ")";
  }
  return "";
}

} // namespace wt::contradiction
