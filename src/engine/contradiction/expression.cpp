// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expressions, kept once.  See expression.h.

#include "engine/contradiction/expression.h"

#include "number/fold.h"

#include <fmt/format.h>

#include <algorithm>

namespace wt::contradiction {

using Kind = Expr::Kind;

Operation operation_of(ir::BinaryOp op) {
  return static_cast<Operation>(static_cast<int>(Operation::kAdd) +
                                static_cast<int>(op));
}

std::size_t Expressions::Hash::operator()(const Key &key) const noexcept {
  std::size_t hash = static_cast<std::size_t>(key.kind);
  for (std::size_t part : {static_cast<std::size_t>(key.root.kind),
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
  if (made.kind == Kind::kRoot) {
    made.has_value = made.root.kind == PathRoot::Kind::kSite;
    made.roots = 1ull << (made.root.index * 7 +
                          static_cast<std::uint32_t>(made.root.kind)) %
                             64;
  }
  if (made.base.valid()) {
    const Expr &base = exprs_[made.base];
    made.has_load = base.has_load || made.kind == Kind::kLoad;
    made.loads = base.loads + (made.kind == Kind::kLoad);
    made.is_invalid =
        base.is_invalid || (made.kind == Kind::kLoad &&
                            exprs_[strip(made.base)].kind == Kind::kNumber);
  }
  for (ExprId part : {made.base, made.index})
    if (part.valid()) {
      made.has_load |= exprs_[part].has_load;
      made.has_answer |= exprs_[part].has_answer;
      made.has_value |= exprs_[part].has_value;
      made.roots |= exprs_[part].roots;
      made.depth = std::max(made.depth, exprs_[part].depth);
      made.size += exprs_[part].size;
    }
  if (made.kind == Kind::kOperation) {
    ++made.depth;
    made.has_answer |=
        static_cast<Operation>(made.number & 0xff) == Operation::kAnswer;
  }
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

namespace {

std::optional<std::int64_t> computed(Operation operation, std::uint32_t width,
                                     std::int64_t a, std::int64_t b) {
  auto x = static_cast<std::uint64_t>(a), y = static_cast<std::uint64_t>(b);
  switch (operation) {
  case Operation::kEqual:
    return a == b;
  case Operation::kLess:
    return a < b;
  case Operation::kLessUnsigned:
    return x < y;
  case Operation::kNot:
    return a == 0;
  case Operation::kWiden:
    return b < 64 ? static_cast<std::int64_t>(x & ((1ull << b) - 1)) : a;
  case Operation::kCut:
    return cut(a, width);
  case Operation::kAdd:
    return cut(static_cast<std::int64_t>(x + y), width);
  case Operation::kSub:
    return cut(static_cast<std::int64_t>(x - y), width);
  case Operation::kMul:
    return cut(static_cast<std::int64_t>(x * y), width);
  case Operation::kAnd:
    return a & b;
  case Operation::kOr:
    return a | b;
  case Operation::kXor:
    return a ^ b;
  default:
    return std::nullopt;
  }
}

} // namespace

// `(x | 6) & 2` is 2, `(x | 4) & 2` is x & 2: bits that were set or cleared.
std::optional<ExprId> Expressions::masked(std::uint32_t width, ExprId e,
                                          std::int64_t mask) {
  const Expr expr = exprs_[e];
  if (expr.kind != Kind::kOperation || exprs_[expr.index].kind != Kind::kNumber)
    return std::nullopt;
  std::int64_t bits = exprs_[expr.index].number;
  if (operation_of(e) == Operation::kAnd)
    return (bits & mask) == 0 ? number(0)
                              : operation(Operation::kAnd, width, expr.base,
                                          number(bits & mask));
  if (operation_of(e) != Operation::kOr)
    return std::nullopt;
  if ((bits & mask) == mask)
    return number(mask);
  return (bits & mask) == 0
             ? operation(Operation::kAnd, width, expr.base, number(mask))
             : std::nullopt;
}

std::optional<ExprId> Expressions::operation(Operation operation,
                                             std::uint32_t width, ExprId a,
                                             ExprId b) {
  const Expr &x = exprs_[a], &y = exprs_[b];
  if (x.kind == Kind::kNumber && y.kind == Kind::kNumber)
    if (auto result = computed(operation, width, x.number, y.number))
      return number(*result);
  if (operation == Operation::kEqual) {
    if (a == b)
      return number(1);
    if (is_function(a) && is_function(b))
      return number(0);
    if (x.kind == Kind::kNumber || (y.kind != Kind::kNumber && b < a))
      std::swap(a, b);
  }
  if (operation == Operation::kAnd && y.kind == Kind::kNumber)
    if (auto simpler = masked(width, a, y.number))
      return simpler;
  if (operation == Operation::kNot && x.kind == Kind::kOperation &&
      operation_of(a) == Operation::kNot)
    return x.base;
  Expr expr;
  expr.kind = Kind::kOperation;
  expr.base = a;
  expr.index = b;
  expr.number = static_cast<std::int64_t>(operation) |
                static_cast<std::int64_t>(width) << 8;
  if (std::max(exprs_[a].depth, exprs_[b].depth) >= kMaxDepth ||
      exprs_[a].size + exprs_[b].size > kMaxSize)
    return std::nullopt;
  return add(expr);
}

std::optional<ExprId> Expressions::compare(ir::Predicate predicate, ExprId a,
                                           ExprId b) {
  using P = ir::Predicate;
  auto make = [&](Operation op, ExprId x, ExprId y, bool is_negated) {
    std::optional<ExprId> out = operation(op, 1, x, y);
    return out && is_negated ? operation(Operation::kNot, 1, *out, null())
                             : out;
  };
  switch (predicate) {
  case P::kEq:
    return make(Operation::kEqual, a, b, false);
  case P::kNe:
    return make(Operation::kEqual, a, b, true);
  case P::kSLt:
    return make(Operation::kLess, a, b, false);
  case P::kSGe:
    return make(Operation::kLess, a, b, true);
  case P::kSGt:
    return make(Operation::kLess, b, a, false);
  case P::kSLe:
    return make(Operation::kLess, b, a, true);
  case P::kULt:
    return make(Operation::kLessUnsigned, a, b, false);
  case P::kUGe:
    return make(Operation::kLessUnsigned, a, b, true);
  case P::kUGt:
    return make(Operation::kLessUnsigned, b, a, false);
  case P::kULe:
    return make(Operation::kLessUnsigned, b, a, true);
  }
  return std::nullopt;
}

std::optional<ExprId> Expressions::load(ExprId base, RegionSetId regions) {
  if (exprs_[base].loads >= kMaxLoads || exprs_[base].size > kMaxSize)
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

ExprId Expressions::strip(ExprId e) const {
  while (exprs_[e].kind == Kind::kOffset || exprs_[e].kind == Kind::kElement)
    e = exprs_[e].base;
  return e;
}

std::optional<std::int64_t> Expressions::distance(ExprId from,
                                                  ExprId to) const {
  auto offset_of = [&](ExprId &e) -> std::int64_t {
    if (exprs_[e].kind != Kind::kOffset)
      return 0;
    std::int64_t bytes = exprs_[e].number;
    e = exprs_[e].base;
    return bytes;
  };
  std::int64_t bytes = offset_of(to) - offset_of(from);
  return from == to ? std::optional(bytes) : std::nullopt;
}

std::optional<ExprId> Expressions::answer(ProcedureId function,
                                          std::span<const ExprId> arguments) {
  std::optional<ExprId> out = number(0);
  for (ExprId argument : arguments)
    if (out)
      out = operation(Operation::kAnswer, function.value, argument, *out);
  return out;
}

bool Expressions::reads(ExprId e, ExprId object) const {
  const Expr &expr = exprs_[e];
  if (!expr.has_load && !expr.has_answer)
    return false;
  if (expr.kind == Kind::kLoad && strip(expr.base) == strip(object))
    return true;
  if (expr.kind == Kind::kOperation && operation_of(e) == Operation::kAnswer &&
      strip(expr.base) == strip(object))
    return true;
  return (expr.base.valid() && reads(expr.base, object)) ||
         (expr.index.valid() && reads(expr.index, object));
}

bool Expressions::looks_behind(ExprId e, ExprId pointer) const {
  const Expr &expr = exprs_[e];
  if (!expr.has_answer)
    return false;
  if (expr.kind == Kind::kOperation && operation_of(e) == Operation::kAnswer &&
      strip(expr.base) == strip(pointer))
    return true;
  return (expr.base.valid() && looks_behind(expr.base, pointer)) ||
         (expr.index.valid() && looks_behind(expr.index, pointer));
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
    // Parts were numbered before the whole.
    if (e < part || (exprs_[part].roots & ~expr.roots) != 0)
      return false;
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
  case Kind::kElement:
  case Kind::kOperation: {
    std::optional<ExprId> index = substitute(expr.index, from, to);
    if (!index)
      return std::nullopt;
    return combine(expr, *base, *index);
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
  return combine(expr, *base, *index);
}

// The same of other parts.
std::optional<ExprId> Expressions::combine(const Expr &like, ExprId base,
                                           ExprId index) {
  if (like.kind == Kind::kElement)
    return element(base, index, like.number);
  return operation(static_cast<Operation>(like.number & 0xff),
                   static_cast<std::uint32_t>(like.number >> 8), base, index);
}

bool Expressions::any_root(ExprId e,
                           const std::function<bool(PathRoot)> &test) const {
  const Expr &expr = exprs_[e];
  if (expr.kind == Kind::kRoot)
    return test(expr.root);
  return (expr.base.valid() && any_root(expr.base, test)) ||
         (expr.index.valid() && any_root(expr.index, test));
}

bool Expressions::may_be_same(ExprId address, ExprId other) const {
  if (!distinctness)
    return true;
  if (auto apart = distance(address, other);
      apart && (*apart >= kLargestCell || *apart <= -kLargestCell))
    return false;
  return !distinctness->are_distinct(strip(address), strip(other));
}

bool Expressions::is_disjoint(ExprId e, RegionSetId written, ExprId but,
                              ExprId address) const {
  for (; exprs_[e].has_load; e = exprs_[e].base) {
    const Expr &expr = exprs_[e];
    if (expr.index.valid() && !is_disjoint(expr.index, written, but, address))
      return false;
    if (expr.kind == Kind::kLoad && e != but &&
        regions_.overlap(expr.regions, written) &&
        (!address.valid() || may_be_same(expr.base, address)))
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
  case Kind::kOperation:
    return fmt::format("op{}({}, {})", expr.number & 0xff, text(expr.base),
                       text(expr.index));
  case Kind::kLoad:
    return exprs_[expr.base].kind == Kind::kRoot ? "*" + text(expr.base)
                                                 : "*(" + text(expr.base) + ")";
  }
  return "";
}

} // namespace wt::contradiction
