// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random functions in memory form, and what they do when they run, for the
// tests of passes.
//
// A function has integer slots, some without a name, some whose address is
// given away, and one that a few blocks use the way Clang uses its cleanup
// destination.  Blocks jump anywhere: loops, irreducible cycles and dead code
// all occur.  What an outsider can see is the list of Events.

#pragma once

#include "ir/unit.h"

#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace wt::ir::test {

struct Event {
  enum class Kind { kCall, kAssign, kScopeEnd, kReturn };
  Kind kind;
  std::uint32_t who = 0; // variable, or 0
  std::int64_t value = 0;

  bool operator==(const Event &) const = default;
};

class RandomFunction {
public:
  RandomFunction(Unit &unit, std::uint32_t seed) : unit_(unit), random_(seed) {
    i32_ = unit.types.int_type(32, true);
    i1_ = unit.types.int_type(1, false);
    none_ = TypeTable::void_type();
    ptr_ = unit.types.pointer_to(i32_);
  }

  Function make() {
    StrId name = unit_.strings.intern("f");
    f_ = Function{.link_name = name,
                  .name = name,
                  .alias_of = StringTable::empty(),
                  .type = TypeTable::unknown(),
                  .result_type = i32_};
    std::uint32_t blocks = 2 + pick(12), variables = 2 + pick(5);
    f_.blocks.resize(blocks);
    for (std::uint32_t b = 1; b < blocks; ++b)
      if (chance(25))
        cleanups_.push_back(BlockId(b));
    make_head(variables);
    for (BlockId b : f_.blocks.ids())
      make_block(b);
    make_phis();
    return std::move(f_);
  }

private:
  std::uint32_t pick(std::uint32_t n) { return random_() % n; }
  bool chance(std::uint32_t percent) { return pick(100) < percent; }

  ValueId constant() {
    return f_.int_constant(static_cast<std::int64_t>(pick(4)), i32_);
  }

  ValueId emit(BlockId b, Op op, TypeId type,
               std::initializer_list<ValueId> operands, std::uint32_t extra = 0,
               unsigned code = 0) {
    return f_.append(b,
                     Inst{.op = op,
                          .code = static_cast<std::uint8_t>(code),
                          .type = type,
                          .extra = extra},
                     operands);
  }

  // Variable 0 is the parameter, the last one the cleanup destination.
  void make_head(std::uint32_t variables) {
    BlockId b = Function::entry();
    ++f_.param_count;
    ValueId param = f_.add(Inst{.op = Op::kParam, .type = i32_}, {});
    callee_ =
        f_.add(Inst{.op = Op::kFunction, .type = TypeTable::unknown()}, {});
    for (std::uint32_t v = 0; v <= variables; ++v) {
      bool is_named = v == 0 || (v < variables && chance(70));
      std::string name = is_named ? "v" + std::to_string(v) : "";
      f_.variables.push({.name = unit_.strings.intern(name),
                         .type = chance(90) ? i32_ : TypeTable::unknown(),
                         .is_param = v == 0});
      slots_.push_back(emit(b, Op::kSlot, ptr_, {}, v));
      escapes_.push_back(v < variables && chance(10));
    }
    emit(b, Op::kStore, none_, {slots_[0], param});
    early_ = emit(b, Op::kLoad, i32_, {slots_[0]});
  }

  std::uint32_t some_variable() {
    return pick(static_cast<std::uint32_t>(slots_.size()) - 1);
  }
  ValueId destination() const { return slots_.back(); }

  // Clang never jumps back to the entry; other front ends may.
  BlockId some_block() {
    std::uint32_t n = static_cast<std::uint32_t>(f_.blocks.size());
    return chance(1) ? BlockId(0) : BlockId(1 + pick(n - 1));
  }

  BlockId some_cleanup() {
    bool is_odd = cleanups_.empty() || chance(10);
    return is_odd ? some_block() : cleanups_[pick(cleanups_.size())];
  }

  void make_block(BlockId b) {
    std::vector<ValueId> known{early_};
    for (std::uint32_t n = pick(6); n > 0; --n)
      make_step(b, known);
    if (std::ranges::count(cleanups_, b))
      return make_cleanup(b);
    switch (pick(6)) {
    case 0:
      return make_return(b);
    case 1:
      return make_conditional(b);
    case 2:
      return make_switch(b);
    case 3:
    case 4:
      emit(b, Op::kStore, none_, {destination(), constant()});
      emit(b, Op::kBranch, none_, {});
      f_.blocks[b].successors = {some_cleanup()};
      return;
    default:
      return make_jump(b);
    }
  }

  void make_step(BlockId b, std::vector<ValueId> &known) {
    std::uint32_t v = some_variable();
    auto value = [&] {
      return chance(30) ? constant() : known[pick(known.size())];
    };
    switch (pick(6)) {
    case 0:
    case 1:
      known.push_back(emit(b, Op::kLoad, i32_, {slots_[v]}));
      f_.insts[known.back()].is_volatile = chance(2);
      return;
    case 2:
      emit(b, Op::kStore, none_, {slots_[v], value()});
      return;
    case 3: {
      ValueId left = value(), right = value();
      known.push_back(emit(b, Op::kBinop, i32_, {left, right}, chance(4),
                           static_cast<unsigned>(BinaryOp::kAdd)));
      return;
    }
    case 4:
      if (chance(30))
        emit(b, Op::kScopeEnd, none_, {}, v);
      return;
    default:
      call(b, escapes_[v] ? slots_[v] : value());
    }
  }

  void call(BlockId b, ValueId argument) {
    f_.calls.push_back({.virtual_class = StringTable::empty(),
                        .function_type = TypeTable::unknown()});
    emit(b, Op::kCall, none_, {callee_, argument},
         static_cast<std::uint32_t>(f_.calls.size() - 1));
  }

  void make_return(BlockId b) {
    ValueId v = emit(b, Op::kLoad, i32_, {slots_[some_variable()]});
    emit(b, Op::kReturn, none_, {v});
  }

  void make_jump(BlockId b) {
    emit(b, Op::kBranch, none_, {});
    f_.blocks[b].successors = {some_block()};
  }

  void make_conditional(BlockId b) {
    ValueId v = emit(b, Op::kLoad, i32_, {slots_[some_variable()]});
    branch_on(b, v);
  }

  void branch_on(BlockId b, ValueId v) {
    Predicate predicate = chance(50) ? Predicate::kEq : Predicate::kNe;
    ValueId is_so = emit(b, Op::kCompare, i1_, {v, constant()}, 0,
                         static_cast<unsigned>(predicate));
    emit(b, Op::kBranch, none_, {is_so});
    f_.blocks[b].successors = {some_block(), some_block()};
  }

  void make_switch(BlockId b) {
    switch_on(b, emit(b, Op::kLoad, i32_, {slots_[some_variable()]}));
  }

  void switch_on(BlockId b, ValueId v) {
    f_.switches.push_back({{}, StringTable::empty()});
    f_.blocks[b].successors = {chance(50) ? some_cleanup() : some_block()};
    for (std::int64_t value = 0; value < 4; ++value)
      if (chance(60)) {
        f_.switches.back().cases.push_back(value);
        f_.blocks[b].successors.push_back(some_block());
      }
    emit(b, Op::kSwitch, none_, {v},
         static_cast<std::uint32_t>(f_.switches.size() - 1));
  }

  void make_cleanup(BlockId b) {
    emit(b, Op::kScopeEnd, none_, {}, some_variable());
    ValueId v = emit(b, Op::kLoad, i32_, {destination()});
    if (chance(80))
      switch_on(b, v);
    else
      branch_on(b, v);
  }

  void make_phis() {
    for (BlockId b : f_.blocks.ids()) {
      if (b == Function::entry() || !chance(20))
        continue;
      std::vector<BlockId> from;
      for (BlockId p : f_.blocks.ids())
        if (std::ranges::count(f_.blocks[p].successors, b))
          from.push_back(p);
      if (from.empty())
        continue;
      std::vector<ValueId> operands;
      for (std::size_t i = 0; i < from.size(); ++i)
        operands.push_back(chance(80) ? constant() : early_);
      f_.phi_blocks.push_back(from);
      ValueId phi = f_.append(
          b,
          Inst{.op = Op::kPhi,
               .type = i32_,
               .extra = static_cast<std::uint32_t>(f_.phi_blocks.size() - 1)},
          std::span<const ValueId>(operands));
      call(b, phi);
      // Phi to the front; the call before the terminator.
      std::vector<ValueId> &insts = f_.blocks[b].insts;
      std::rotate(insts.begin(), insts.end() - 2, insts.end());
    }
  }

  Unit &unit_;
  std::mt19937 random_;
  Function f_;
  TypeId i32_, i1_, none_, ptr_;
  ValueId callee_, early_;
  std::vector<ValueId> slots_;
  std::vector<char> escapes_;
  std::vector<BlockId> cleanups_;
};

// Runs a function.  Undefined values and ended variables are zero.
class Interpreter {
public:
  Interpreter(const Function &f, std::int64_t argument)
      : f_(f), values_(f.insts.size(), 0), slots_(f.variables.size(), 0) {
    for (ValueId v : f.insts.ids())
      if (f.insts[v].op == Op::kInt)
        values_[v] = f.int_value(v);
    values_[ValueId(0)] = argument;
  }

  // Until it returns, or `max_events` or 400 blocks were seen.
  std::vector<Event> run(std::size_t max_events) {
    BlockId from, at = Function::entry();
    for (int steps = 0; at.valid() && steps < 400; ++steps) {
      BlockId next = run_block(at, from);
      if (events_.size() >= max_events)
        break;
      from = std::exchange(at, next);
    }
    events_.resize(std::min(events_.size(), max_events));
    has_returned_ = !at.valid();
    return events_;
  }
  bool has_returned() const { return has_returned_; }

private:
  std::int64_t in(ValueId v, std::uint32_t i) const {
    return values_[f_.operand(v, i)];
  }

  void see(Event::Kind kind, VariableId who, std::int64_t value) {
    events_.push_back({kind, who.value, value});
  }

  bool is_named(VariableId v) const {
    return f_.variables[v].name != StringTable::empty();
  }

  BlockId run_block(BlockId b, BlockId from) {
    std::vector<std::pair<ValueId, std::int64_t>> phis;
    for (ValueId v : f_.blocks[b].insts)
      if (f_.insts[v].op == Op::kPhi)
        for (std::size_t i = 0; i < f_.incoming(v).size(); ++i)
          if (f_.incoming(v)[i] == from)
            phis.emplace_back(v, in(v, i));
    for (auto [v, value] : phis)
      values_[v] = value;
    for (ValueId v : f_.blocks[b].insts)
      if (std::optional<BlockId> next = run_inst(b, v))
        return *next;
    return BlockId();
  }

  // A block when v is a terminator; invalid when the function returns.
  std::optional<BlockId> run_inst(BlockId b, ValueId v) {
    const Inst &inst = f_.insts[v];
    const std::vector<BlockId> &out = f_.blocks[b].successors;
    VariableId slot;
    if (inst.operand_count && f_.insts[f_.operand(v, 0)].op == Op::kSlot)
      slot = f_.variable(f_.operand(v, 0));
    switch (inst.op) {
    case Op::kLoad:
      values_[v] = slots_[slot];
      return {};
    case Op::kStore:
      slots_[slot] = in(v, 1);
      if (is_named(slot))
        see(Event::Kind::kAssign, slot, in(v, 1));
      return {};
    case Op::kAssign:
      see(Event::Kind::kAssign, f_.variable(v), in(v, 0));
      return {};
    case Op::kScopeEnd:
      slots_[f_.variable(v)] = 0;
      see(Event::Kind::kScopeEnd, f_.variable(v), 0);
      return {};
    case Op::kBinop:
      values_[v] =
          static_cast<std::int32_t>(static_cast<std::uint32_t>(in(v, 0)) +
                                    static_cast<std::uint32_t>(in(v, 1)));
      return {};
    case Op::kCompare:
      values_[v] = (in(v, 0) == in(v, 1)) ==
                   (static_cast<Predicate>(inst.code) == Predicate::kEq);
      return {};
    case Op::kCall:
      run_call(v);
      return {};
    case Op::kBranch:
      return out[inst.operand_count && !in(v, 0) ? 1 : 0];
    case Op::kSwitch: {
      const std::vector<std::int64_t> &cases = f_.switch_info(v).cases;
      auto at = std::ranges::find(cases, in(v, 0));
      return out[at == cases.end() ? 0 : 1 + (at - cases.begin())];
    }
    case Op::kReturn:
      see(Event::Kind::kReturn, VariableId(0), in(v, 0));
      return BlockId();
    default:
      return {};
    }
  }

  // A callee that is given an address sees the variable and changes it.
  void run_call(ValueId v) {
    ValueId argument = f_.operand(v, 1);
    if (f_.insts[argument].op == Op::kSlot) {
      std::int64_t &slot = slots_[f_.variable(argument)];
      see(Event::Kind::kCall, f_.variable(argument), slot);
      slot = (slot + 1) % 4;
    } else {
      see(Event::Kind::kCall, VariableId(0), values_[argument]);
    }
  }

  const Function &f_;
  IdMap<ValueId, std::int64_t> values_;
  IdMap<VariableId, std::int64_t> slots_;
  std::vector<Event> events_;
  bool has_returned_ = false;
};

} // namespace wt::ir::test
