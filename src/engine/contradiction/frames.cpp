// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Map and Unmap.  See frames.h.

#include "engine/contradiction/frames.h"

#include "engine/contradiction/whereabouts.h"

#include <algorithm>

namespace wt::contradiction {

using ir::ValueId;

namespace {

bool is_local(PathRoot root) { return root.kind == PathRoot::Kind::kSlot; }

} // namespace

// A home by a parameter that points into it.  What the callee knows of the
// cells is for all who call it: their regions are its own.
ExprId Frames::home_inside(ValueId parameter, std::int64_t bytes) {
  FunctionView &callee = workspace_.view(callee_);
  ExprId home = exprs_.offset(callee.value(parameter), -bytes);
  for (const Whereabouts::Target &target :
       workspace_.homes->targets(callee_, parameter))
    for (std::int64_t cell : workspace_.homes->homes()[target.home].cells)
      exprs_.load(
          exprs_.offset(callee.value(parameter), cell - target.offset),
          callee.regions(parameter, ir::TypeId(), cell - target.offset));
  return home;
}

// A root of the caller in words of the callee.
std::optional<ExprId> Frames::inside(PathRoot root) {
  if (root.kind == PathRoot::Kind::kGlobal ||
      root.kind == PathRoot::Kind::kFunction)
    return exprs_.root(root);
  std::span<const ValueId> arguments = caller_.function.arguments(call_);
  const ir::Function &callee = workspace_.facts.program.body(callee_);
  std::size_t count =
      std::min<std::size_t>(arguments.size(), callee.param_count);
  if (root.kind == PathRoot::Kind::kSlot && workspace_.homes) {
    for (std::size_t i = 0; i < count; ++i) // by an address in it
      if (auto bytes =
              exprs_.distance(exprs_.root(root), caller_.expr(arguments[i])))
        return home_inside(ValueId(i), *bytes);
    return std::nullopt;
  }
  if (root.kind != PathRoot::Kind::kSite)
    return std::nullopt;
  if (exprs_.root(root) == caller_.value(call_))
    return result(exprs_, callee_);
  for (std::size_t i = 0; i < count; ++i)
    if (caller_.expr(arguments[i]) == exprs_.root(root))
      return workspace_.view(callee_).value(ValueId(i));
  return std::nullopt;
}

std::optional<ExprId> Frames::outside(PathRoot root) {
  if (root.kind == PathRoot::Kind::kGlobal ||
      root.kind == PathRoot::Kind::kFunction)
    return exprs_.root(root);
  if (root.kind != PathRoot::Kind::kSite)
    return std::nullopt;
  std::span<const ValueId> arguments = caller_.function.arguments(call_);
  ValueId parameter = workspace_.view(callee_).value_of(exprs_.root(root));
  if (parameter.value < arguments.size())
    return caller_.expr(arguments[parameter.value]);
  return std::nullopt;
}

ErrorCell Frames::map(const ErrorCell &cell) {
  ErrorCell out;
  Expressions::RootChange change = [&](PathRoot root) { return inside(root); };
  for (const Holder &holder : cell.holders) {
    if (workspace_.regions.is_private_of(holder.region, caller_.procedure))
      continue;
    std::optional<ExprId> only;
    if (holder.only.valid())
      only = exprs_.rewrite(holder.only, change);
    transfer_.cells.add_holder(out, holder.region, only.value_or(ExprId()));
  }
  // None of these can contradict what is said already.
  for (ExprId e : cell.hits)
    if (auto other = exprs_.rewrite(e, change))
      transfer_.cells.add_hit(out, *other);
  for (ExprId e : cell.misses)
    if (auto other = exprs_.rewrite(e, change))
      transfer_.cells.add_miss(out, *other);
  for (const Known &known : cell.known)
    if (auto other = exprs_.rewrite(known.value, change))
      transfer_.cells.add_known(out, *other, known.is);
  return out;
}

bool Frames::enter(Workspace &workspace, Transfer &transfer,
                   ProcedureId procedure, ErrorCell &cell) {
  if (begins_in_locals(workspace, procedure, cell))
    return false;
  auto is_of_local = [&](ExprId e) {
    return workspace.exprs.any_root(e, is_local);
  };
  std::erase_if(cell.misses, is_of_local);
  std::erase_if(cell.known,
                [&](const Known &known) { return is_of_local(known.value); });
  std::erase_if(cell.holders, [&](const Holder &holder) {
    return workspace.regions.is_private_of(holder.region, procedure);
  });
  // A cell that a local points to was not there for its sake.
  std::vector<Holder> before = std::move(cell.holders);
  cell.holders.clear();
  for (const Holder &holder : before)
    transfer.cells.add_holder(cell, holder.region,
                              holder.only.valid() && is_of_local(holder.only)
                                  ? ExprId()
                                  : holder.only);
  return !transfer.cells.is_infeasible(cell);
}

bool Frames::begins_in_locals(Workspace &workspace, ProcedureId,
                              const ErrorCell &cell) {
  return std::ranges::any_of(cell.hits, [&](ExprId e) {
    return workspace.exprs.any_root(e, is_local);
  });
}

// Cells of `*this` of a constructor, by their names.
bool Frames::begin_in_raw_memory(Workspace &workspace, const Transfer &transfer,
                                 ProcedureId procedure, ErrorCell &cell) {
  FunctionView &view = workspace.view(procedure);
  if (!view.function.is_constructor || !view.function.parent.valid())
    return true;
  const Expressions &exprs = workspace.exprs;
  ExprId object = view.value(ValueId(view.function.returns_by_slot ? 1u : 0u));
  auto size = std::int64_t(view.unit.types.size_of(view.function.parent));
  auto is_raw = [&](ExprId e) {
    if (exprs[e].kind != Expr::Kind::kLoad)
      return false;
    std::optional<std::int64_t> at = exprs.distance(object, exprs[e].base);
    return at && *at >= 0 && *at < size;
  };
  // Who makes an object holds it meanwhile.
  if (!transfer.cells.add_miss(cell, object))
    return false;
  for (ExprId e : cell.hits)
    for (ExprId part = e; exprs[part].has_load; part = exprs[part].base)
      if (is_raw(part))
        return false;
  std::erase_if(cell.holders, [&](const Holder &holder) {
    return holder.only.valid() && is_raw(holder.only);
  });
  return !transfer.cells.is_infeasible(cell);
}

std::optional<ErrorCell> Frames::unmap(const ErrorCell &entry) {
  ErrorCell out;
  Expressions::RootChange change = [&](PathRoot root) { return outside(root); };
  for (const Holder &holder : entry.holders) {
    std::optional<ExprId> only;
    if (holder.only.valid())
      only = exprs_.rewrite(holder.only, change);
    transfer_.cells.add_holder(out, holder.region, only.value_or(ExprId()));
  }
  for (ExprId e : entry.misses)
    if (auto other = exprs_.rewrite(e, change);
        other && !transfer_.cells.add_miss(out, *other))
      return std::nullopt;
  for (const Known &known : entry.known)
    if (auto other = exprs_.rewrite(known.value, change);
        other && !transfer_.cells.add_known(out, *other, known.is))
      return std::nullopt;
  for (ExprId e : entry.hits)
    if (auto other = exprs_.rewrite(e, change);
        other && !transfer_.cells.add_hit(out, *other))
      return std::nullopt;
  return out;
}

bool is_left_alone(Workspace &workspace, ExprId e,
                   const std::optional<RegionSetId> &changed) {
  const Expressions &exprs = workspace.exprs;
  for (ExprId part = e; exprs[part].has_load; part = exprs[part].base) {
    const Expr &expr = exprs[part];
    if (expr.index.valid() && !is_left_alone(workspace, expr.index, changed))
      return false;
    if (expr.kind != Expr::Kind::kLoad)
      continue;
    bool is_private =
        std::ranges::all_of(workspace.regions[expr.regions], [&](RegionId r) {
          return workspace.regions.is_private(r) ||
                 (workspace.homes && r.value < workspace.homes->cell_count());
        });
    if (expr.regions == RegionTable::unknown() ||
        (!is_private &&
         (!changed || workspace.regions.overlap(expr.regions, *changed))))
      return false;
  }
  return true;
}

ErrorCell before_numbers(Workspace &workspace, const Cells &cells,
                         const ErrorCell &post,
                         const std::optional<RegionSetId> &changed) {
  auto is_lost = [&](ExprId e) {
    return !is_left_alone(workspace, e, changed);
  };
  ErrorCell out = post;
  std::erase_if(out.hits, is_lost);
  std::erase_if(out.misses, is_lost);
  std::erase_if(out.known,
                [&](const Known &known) { return is_lost(known.value); });
  out.holders.clear();
  for (const Holder &holder : post.holders) {
    bool is_named =
        holder.only.valid() && !is_lost(workspace.exprs[holder.only].base);
    cells.add_holder(out, holder.region, is_named ? holder.only : ExprId());
  }
  return out;
}

// Does it read a variable of which the callee is given an address?
bool Frames::is_given(ExprId e) const {
  if (!workspace_.homes)
    return false;
  return std::ranges::any_of(
      caller_.function.arguments(call_), [&](ValueId argument) {
        ExprId object = exprs_.strip(caller_.expr(argument));
        return !workspace_.homes->targets(caller_.procedure, argument)
                    .empty() &&
               (!exprs_.is_symbolic_address(object) ||
                exprs_.contains(e, object));
      });
}

// The value of the call did not exist before it.
bool Frames::is_restored(ExprId e) {
  return !exprs_.contains(e, caller_.value(call_)) &&
         !(exprs_[e].has_load && is_given(e)) &&
         is_left_alone(workspace_, e, workspace_.modified(callee_));
}

bool Frames::restore(const ErrorCell &post, ErrorCell &pre) {
  for (const Holder &holder : post.holders)
    if (workspace_.regions.is_private_of(holder.region, caller_.procedure))
      transfer_.cells.add_holder(pre, holder.region, holder.only);
  for (ExprId e : post.misses)
    if (is_restored(e) && !transfer_.cells.add_miss(pre, e))
      return false;
  for (const Known &known : post.known)
    if (is_restored(known.value) &&
        !transfer_.cells.add_known(pre, known.value, known.is))
      return false;
  for (ExprId e : post.hits)
    if (is_restored(e) && !transfer_.cells.add_hit(pre, e))
      return false;
  return !transfer_.cells.is_infeasible(pre);
}

} // namespace wt::contradiction
