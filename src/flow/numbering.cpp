// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Value numbering in topological order: see numbering.h.

#include "flow/numbering.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace wt::flow {
namespace {

using ir::BinaryOp;
using ir::BlockId;
using ir::Op;
using ir::ValueId;

std::optional<std::int64_t> folded(BinaryOp op, std::int64_t a,
                                   std::int64_t b) {
  auto x = static_cast<std::uint64_t>(a), y = static_cast<std::uint64_t>(b);
  switch (op) {
  case BinaryOp::kAdd:
    return static_cast<std::int64_t>(x + y);
  case BinaryOp::kSub:
    return static_cast<std::int64_t>(x - y);
  case BinaryOp::kMul:
    return static_cast<std::int64_t>(x * y);
  case BinaryOp::kAnd:
    return a & b;
  case BinaryOp::kOr:
    return a | b;
  case BinaryOp::kXor:
    return a ^ b;
  default:
    return std::nullopt;
  }
}

class Numbering {
public:
  Numbering(const ir::Unit &unit, UnrolledBody &body, CellHistory &history,
            KnownCells &cells, const CallValues &calls)
      : unit_(unit), body_(body), f_(body.function), history_(history),
        cells_(cells), calls_(calls) {}

  void run() {
    for (BlockId block : f_.blocks.ids()) {
      std::vector<ValueId> insts = f_.blocks[block].insts; // phis are added
      for (ValueId v : insts) {
        for (ValueId &operand : f_.operands_of(v))
          operand = same(operand);
        if (ValueId found = known(v); found != v)
          set_same(v, found);
      }
    }
  }

private:
  ValueId same(ValueId v) const {
    return v.value < same_.size() && same_[v.value].valid() ? same_[v.value]
                                                            : v;
  }
  void set_same(ValueId v, ValueId with) {
    if (same_.size() <= v.value)
      same_.resize(f_.insts.size());
    same_[v.value] = with;
  }

  std::optional<std::int64_t> constant(ValueId v) const {
    if (f_.insts[v].op == Op::kInt)
      return f_.int_value(v);
    return std::nullopt;
  }

  // The value that `v` is, itself if it is the first.
  ValueId known(ValueId v) {
    const ir::Inst &inst = f_.insts[v];
    switch (inst.op) {
    case Op::kPhi:
      return known_phi(v);
    case Op::kCast:
      if (static_cast<ir::CastKind>(inst.code) == ir::CastKind::kBitcast)
        return f_.operand(v, 0);
      return equal(v, inst.code);
    case Op::kField:
      if (f_.field(v).offset == 0)
        return f_.operand(v, 0);
      return equal(v, f_.field(v).offset);
    case Op::kElement:
      if (constant(f_.operand(v, 1)) == 0)
        return f_.operand(v, 0);
      return equal(v, inst.extra);
    case Op::kBinop:
      return known_binop(v);
    case Op::kCompare:
    case Op::kSelect:
      return equal(v, inst.code);
    case Op::kLoad:
      return inst.is_volatile ? v : known_load(v);
    case Op::kCall:
      if (ValueId argument = calls_.returned(v))
        return argument;
      return calls_.only_looks(v) ? known_answer(v) : v;
    default:
      return v;
    }
  }

  ValueId known_phi(ValueId v) {
    ValueId only;
    for (ValueId operand : f_.operands_of(v)) {
      if (operand == v || operand == only)
        continue;
      if (only)
        return equal(v, f_.insts[v].block.value);
      only = operand;
    }
    return only ? only : v;
  }

  ValueId known_binop(ValueId v) {
    auto a = constant(f_.operand(v, 0)), b = constant(f_.operand(v, 1));
    auto op = static_cast<BinaryOp>(f_.insts[v].code);
    if (a && b && unit_.types.is_int(f_.insts[v].type))
      if (auto number = folded(op, *a, *b))
        return constant_of(*number, f_.insts[v].type);
    return equal(v, f_.insts[v].code);
  }
  ValueId constant_of(std::int64_t number, ir::TypeId type) {
    std::uint32_t width = unit_.types[type].width;
    if (width < 64 &&
        unit_.types.is_int(type)) { // as the front end writes it: sign-extended
      auto shift = 64 - width;
      number = static_cast<std::int64_t>(static_cast<std::uint64_t>(number)
                                         << shift) >>
               shift;
    }
    auto [found, is_new] = constants_.try_emplace({number, type});
    if (is_new) {
      found->second = f_.int_constant(number, type);
      while (body_.origin.size() < f_.insts.size())
        body_.origin.push({});
    }
    return found->second;
  }

  // The first value with the same operation on the same operands.
  ValueId equal(ValueId v, std::int64_t detail) {
    const ir::Inst &inst = f_.insts[v];
    std::vector<ValueId> operands(f_.operands_of(v).begin(),
                                  f_.operands_of(v).end());
    return computed_
        .try_emplace({inst.op, detail, inst.type, std::move(operands)}, v)
        .first->second;
  }

  ValueId known_load(ValueId v) {
    Cell cell = cell_at(f_, f_.operand(v, 0));
    ir::TypeId type = f_.insts[v].type;
    if (!cell.is_exact)
      return v;
    Found found = find(cell, history_.before(cell, v), type, v);
    cells_.add(cell, found.version, found.value ? found.value : v);
    if (found.value)
      return found.value;
    cells_.add_since(v, found.version);
    return loads_.try_emplace({cell, found.version, type}, v).first->second;
  }

  // A question to a callee that only looks: what it gets, and since when what
  // lies there has been the same.
  using Asked = std::pair<std::vector<ValueId>, std::vector<VersionId>>;

  bool is_looked_at(ValueId argument) const {
    const ir::Inst &inst = f_.insts[argument];
    bool is_constant = inst.op == Op::kGlobal &&
                       unit_.globals[f_.global(argument)].is_constant;
    return unit_.types.is_pointer(inst.type) && !is_constant;
  }
  VersionId since(ValueId argument, ValueId before) {
    Cell cell{argument, 0, false};
    return since(cell, history_.before(cell, before));
  }
  // Where ways meet on none of which it was written, since before them.
  VersionId since(const Cell &cell, VersionId version) {
    CellEvent event = history_.last_event(cell, version, Aliases::kLikely);
    if (event.kind != CellEvent::Kind::kMeets)
      return event.version;
    auto [found, is_new] =
        since_.try_emplace({cell, event.version}, event.version);
    if (!is_new)
      return found->second;
    std::set<VersionId> all;
    auto operands = history_.memory()[event.version].operands;
    for (const auto &[block, operand] : operands)
      all.insert(since(cell, operand));
    return since_[{cell, event.version}] =
               all.size() == 1 ? *all.begin() : event.version;
  }

  // Asked again, with nothing written where it looks, the answer is the same.
  ValueId known_answer(ValueId v) {
    Asked asked;
    asked.first.assign(f_.operands_of(v).begin(), f_.operands_of(v).end());
    for (ValueId argument : f_.arguments(v))
      if (is_looked_at(argument))
        asked.second.push_back(since(argument, v));
    if (asked.second.empty())
      return v; // unlike rand()
    auto [found, is_new] = answers_.try_emplace(asked, v);
    if (is_new)
      if (ValueId joined = joined_answers(v))
        found->second = joined;
    return found->second;
  }

  // Of a phi, the answers to what came in: invalid if none was asked about, or
  // something was written since they met.
  ValueId joined_answers(ValueId v) {
    auto arguments = f_.arguments(v);
    auto phi = std::ranges::find_if(arguments, [&](ValueId argument) {
      return f_.insts[argument].op == Op::kPhi && is_looked_at(argument);
    });
    if (phi == arguments.end())
      return {};
    BlockId block = f_.insts[*phi].block;
    ValueId first = first_behind_phis(block);
    for (ValueId argument : arguments)
      if (is_looked_at(argument) &&
          since(argument, v) != since(argument, first))
        return {};
    std::vector<BlockId> from(f_.incoming(*phi).begin(),
                              f_.incoming(*phi).end());
    std::vector<ValueId> values;
    bool is_known = false;
    for (std::size_t i = 0; i < from.size(); ++i) {
      ValueId answer = answer_about(v, *phi, f_.operand(*phi, i), from[i]);
      is_known |= answer.valid();
      values.push_back(answer);
    }
    if (!is_known)
      return {};
    for (ValueId &value : values)
      if (!value)
        value = unknown_like(v);
    return known_phi(
        body_.add_phi(block, body_.origin[v], f_.insts[v].type, from, values));
  }
  // What the call answered with another argument before the end of a block.
  ValueId answer_about(ValueId call, ValueId instead_of, ValueId argument,
                       BlockId block) {
    Asked asked;
    for (ValueId operand : f_.operands_of(call))
      asked.first.push_back(operand == instead_of ? argument : operand);
    for (ValueId one : std::span(asked.first).subspan(1))
      if (is_looked_at(one))
        asked.second.push_back(since(one, f_.terminator(block)));
    auto found = answers_.find(asked);
    return found == answers_.end() ? ValueId() : found->second;
  }
  ValueId unknown_like(ValueId v) {
    ir::Inst inst = f_.insts[v];
    inst.op = Op::kUnknown;
    inst.block = {};
    inst.extra = StringTable::empty().value;
    ValueId made = f_.add(inst, {});
    body_.origin.push(body_.origin[v]);
    return made;
  }
  ValueId first_behind_phis(BlockId block) const {
    return *std::ranges::find_if(f_.blocks[block].insts, [&](ValueId v) {
      return f_.insts[v].op != Op::kPhi;
    });
  }

  struct Found {
    ValueId value;     // what is there, or
    VersionId version; // since when nobody knows
    bool operator==(const Found &) const = default;
  };

  Found find(const Cell &cell, VersionId from, ir::TypeId type, ValueId load) {
    CellEvent event = history_.last_event(cell, from, Aliases::kLikely);
    auto key = std::tuple(cell, event.version, type);
    if (auto known = found_.find(key); known != found_.end())
      return known->second;
    Found out{{}, event.version};
    if (event.kind == CellEvent::Kind::kStored && fits(event.value, type))
      out.value = event.value;
    else if (ValueId value = put_by_call(event, cell, type))
      out.value = value;
    else if (is_zero_from_start(event, cell) && can_be_zero(type))
      out.value = constant_of(0, type);
    else if (event.kind == CellEvent::Kind::kCopied && event.is_whole)
      out.value = copied(cell, event.inst, type, load);
    else if (is_since_meeting(cell, event.version))
      out.value = per_source(cell, type, load);
    else if (event.kind == CellEvent::Kind::kMeets)
      out = joined(cell, event.version, type, load);
    return found_[key] = out;
  }
  ValueId put_by_call(const CellEvent &event, const Cell &cell,
                      ir::TypeId type) const {
    if (event.kind != CellEvent::Kind::kCall)
      return {};
    ValueId value = calls_.put(event.inst, cell);
    return value && fits(value, type) ? value : ValueId();
  }
  // Has nobody written there since a call made the object, full of zeros?
  bool is_zero_from_start(const CellEvent &event, const Cell &cell) const {
    bool is_unwritten =
        event.kind == CellEvent::Kind::kNothing ||
        (event.kind == CellEvent::Kind::kCall && event.inst == cell.base);
    return is_unwritten && f_.insts[cell.base].op == Op::kCall &&
           calls_.zeroes(cell.base, cell);
  }
  bool can_be_zero(ir::TypeId type) const {
    return unit_.types.is_int(type) || unit_.types.is_pointer(type);
  }
  bool fits(ValueId value, ir::TypeId type) const {
    return unit_.types.size_of(f_.insts[value].type) ==
               unit_.types.size_of(type) &&
           unit_.types.size_of(type) != 0;
  }
  Found joined(const Cell &cell, VersionId phi, ir::TypeId type, ValueId load) {
    std::vector<std::pair<BlockId, VersionId>> operands =
        history_.memory()[phi].operands;
    std::vector<BlockId> from;
    std::vector<ValueId> values;
    std::optional<Found> only;
    bool is_one = true;
    std::vector<Found> found;
    for (const auto &[block, version] : operands) {
      Found one = find(cell, version, type, load);
      is_one &= !only || *only == one;
      only = one;
      from.push_back(block);
      found.push_back(one);
    }
    if (only && is_one)
      return *only;
    if (found.empty())
      return {{}, phi};
    for (const Found &one : found)
      values.push_back(one.value ? one.value
                                 : unknown_load(cell, one.version, type, load,
                                                f_.operand(load, 0)));
    ValueId made = body_.add_phi(history_.memory()[phi].block,
                                 body_.origin[load], type, from, values);
    return {made, phi};
  }

  // Is the base a phi, and the cell not written since values met there?
  bool is_since_meeting(const Cell &cell, VersionId version) {
    if (f_.insts[cell.base].op != Op::kPhi || !cell.is_exact)
      return false;
    VersionId there =
        history_.before(cell, first_behind_phis(f_.insts[cell.base].block));
    return history_.last_event(cell, there, Aliases::kLikely).version ==
           version;
  }
  // What is found behind each value that came in:
  //
  //   s = c ? made() : known;  ... s->name     phi(made()->name, known->name)
  ValueId per_source(const Cell &cell, ir::TypeId type, ValueId load) {
    BlockId block = f_.insts[cell.base].block;
    std::vector<BlockId> from(f_.incoming(cell.base).begin(),
                              f_.incoming(cell.base).end());
    std::vector<ValueId> bases(f_.operands_of(cell.base).begin(),
                               f_.operands_of(cell.base).end());
    std::vector<ValueId> values;
    for (std::size_t i = 0; i < bases.size(); ++i)
      values.push_back(behind(bases[i], cell.offset, from[i], type, load));
    ValueId made = body_.add_phi(block, body_.origin[load], type, from, values);
    return known_phi(made);
  }

  // What was in the block that was copied there.
  ValueId copied(const Cell &cell, ValueId copy, ir::TypeId type,
                 ValueId load) {
    ValueId source = f_.operand(copy, 1);
    std::int64_t more = cell.offset - cell_at(f_, f_.operand(copy, 0)).offset;
    Cell from = cell_at(f_, source).plus(more);
    if (!from.is_exact)
      return {};
    VersionId version = history_.before(from, copy);
    Found found = find(from, version, type, load);
    return found.value ? found.value
                       : unknown_load(from, found.version, type, load,
                                      address(source, more));
  }

  // What is `offset` behind an address at the end of a block.
  ValueId behind(ValueId base, std::int64_t offset, BlockId block,
                 ir::TypeId type, ValueId like) {
    Cell cell = cell_at(f_, base).plus(offset);
    VersionId version = history_.memory().at_end(history_.region(cell), block);
    Found found{{}, version};
    if (cell.is_exact)
      found = find(cell, version, type, like);
    if (found.value)
      return found.value;
    ValueId made =
        unknown_load(cell, found.version, type, like, address(base, offset));
    // Whoever follows objects asks for less likely writes too.
    cells_.add_since(made, found.version);
    cells_.add_load(made, version);
    return made;
  }
  ValueId address(ValueId base, std::int64_t offset) {
    if (offset == 0)
      return base;
    ir::Inst inst = f_.insts[base];
    inst.op = Op::kField;
    inst.block = {};
    inst.extra = static_cast<std::uint32_t>(f_.fields.size());
    ir::FieldRef field;
    field.offset = offset;
    f_.fields.push_back(field);
    ValueId made = f_.add(inst, std::span(&base, 1));
    body_.origin.push(body_.origin[base]);
    return made;
  }

  // What was in the cell at a version that nobody else reads.
  ValueId unknown_load(const Cell &cell, VersionId version, ir::TypeId type,
                       ValueId like, ValueId address) {
    auto [found, is_new] = loads_.try_emplace({cell, version, type});
    if (is_new) {
      ir::Inst inst = f_.insts[like];
      inst.block = {};
      found->second = f_.add(inst, std::span(&address, 1));
      body_.origin.push(body_.origin[like]);
      cells_.add_load(found->second, version);
      cells_.add(cell, version, found->second);
    }
    return found->second;
  }

  const ir::Unit &unit_;
  UnrolledBody &body_;
  ir::Function &f_;
  CellHistory &history_;
  KnownCells &cells_;
  const CallValues &calls_;
  std::map<Asked, ValueId> answers_;
  std::map<std::pair<Cell, VersionId>, VersionId> since_;
  std::vector<ValueId> same_; // by value; invalid: itself
  std::map<std::tuple<Op, std::int64_t, ir::TypeId, std::vector<ValueId>>,
           ValueId>
      computed_;
  std::map<std::pair<std::int64_t, ir::TypeId>, ValueId> constants_;
  std::map<std::tuple<Cell, VersionId, ir::TypeId>, ValueId> loads_;
  std::map<std::tuple<Cell, VersionId, ir::TypeId>, Found> found_;
};

} // namespace

VersionId KnownCells::version(ValueId load) const {
  auto found = loads_.find(load);
  return found != loads_.end()
             ? found->second
             : history_.before(cell_at(function_, function_.operand(load, 0)),
                               load);
}

VersionId KnownCells::since(ValueId load) const {
  auto found = since_.find(load);
  return found != since_.end() ? found->second : version(load);
}

ValueId KnownCells::value(const Cell &cell, ValueId before) {
  std::map<VersionId, ValueId> seen;
  return cell.is_exact ? value_at(cell, history_.before(cell, before), seen)
                       : ValueId();
}

// Where ways meet: what all of them have.
ValueId KnownCells::value_at(const Cell &cell, VersionId version,
                             std::map<VersionId, ValueId> &seen) {
  CellEvent event = history_.last_event(cell, version, Aliases::kLikely);
  if (event.kind == CellEvent::Kind::kStored)
    return event.value;
  if (auto found = values_.find({cell, event.version}); found != values_.end())
    return found->second;
  auto [found, is_new] = seen.try_emplace(event.version);
  if (event.kind != CellEvent::Kind::kMeets || !is_new)
    return found->second;
  ValueId only;
  auto operands = history_.memory()[event.version].operands;
  for (const auto &[block, operand] : operands) {
    ValueId one = value_at(cell, operand, seen);
    if (!one || (only && one != only))
      return {};
    only = one;
  }
  return seen[event.version] = only;
}

void number_values(const ir::Unit &unit, UnrolledBody &body,
                   CellHistory &history, KnownCells &cells,
                   const CallValues &calls) {
  Numbering(unit, body, history, cells, calls).run();
}

} // namespace wt::flow
