// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Backwards from a probe.  See walk.h.
//
// Cells are kept at the ends of blocks, by context: a context is one way of
// asking a callee (which callee, and which index its cell has at the exit).
// Context 0 is *none*: the probe was born inside, and its callers are all there
// are.

#include "engine/contradiction/walk.h"

#include "engine/contradiction/conditions.h"
#include "engine/contradiction/frames.h"
#include "engine/contradiction/outcomes.h"

#include <algorithm>
#include <set>

namespace wt::contradiction {

namespace {

using ir::BlockId;
using ir::Op;
using ir::ValueId;

using StateId = Id<struct StateTag>;
constexpr std::size_t kNone = 0; // context

// A cell at the end of a block.
struct State {
  ProcedureId procedure;
  BlockId block;
  std::size_t context = kNone;
  bool exceptional = false; // control leaves by the exceptional successor
  std::size_t found = 0;    // 1 + index into the finds: only conditions count
  ErrorCell cell;
  TrailId trail;
};

// One way backwards through a block.
struct Lane {
  State at;
  std::size_t position = 0; // instructions of the block still to go
  std::vector<std::pair<ValueId, std::int64_t>> numbers;
};

// Somebody waits for what holds at the entry of a callee.
struct Waiting {
  Lane lane; // after the call
  ValueId call;
};

struct Context {
  ProcedureId callee;
  Cells::Index index;
  std::vector<Waiting> waiting;
  std::vector<std::pair<ErrorCell, TrailId>> entries;
};

class Walk {
public:
  Walk(Workspace &workspace, Manner manner, const WalkLimits &limits,
       Refutations *refuted)
      : refuted_(refuted), workspace_(workspace), exprs_(workspace.exprs),
        transfer_(exprs_, manner == Manner::kSearch),
        is_proof_(manner == Manner::kProof), limits_(limits), contexts_(1) {}

  Answer run(const Probe &probe) {
    Lane lane;
    lane.at.procedure = probe.procedure;
    lane.at.block = probe.block;
    lane.at.cell = probe.cell;
    lane.position = probe.position;
    lane.at.trail = add_trail({}, lane);
    if (!transfer_.cells.is_infeasible(lane.at.cell))
      run_lane(std::move(lane));
    while (!todo_.empty() && !is_over_) {
      exprs_.distinctness = nullptr;
      auto next = std::prev(todo_.end());
      StateId id = next->second;
      todo_.erase(next);
      run_state(id);
    }
    return finish();
  }

private:
  FunctionView &view(const Lane &lane) {
    return workspace_.view(lane.at.procedure);
  }

  // ---- counting

  // What becomes of an object that was found has steps of its own.
  bool spend(const Lane &lane) {
    std::uint64_t &spent = lane.at.found ? completing_ : answer_.transfers;
    if (++spent <= limits_.transfers)
      return true;
    if (lane.at.found) {
      std::erase_if(todo_, [&](const auto &next) {
        return states_[next.second].found != 0;
      });
      return false;
    }
    stop(Answer::Kind::kAbandoned, "too many steps");
    return false;
  }
  void stop(Answer::Kind kind, const std::string &why) {
    is_over_ = true;
    answer_.kind = kind;
    answer_.why = why;
  }
  void stop_at(const Lane &lane, ValueId at, const std::string &why) {
    if (lane.at.found) {
      complete(lane);
      return;
    }
    stop(Answer::Kind::kStopped, why);
    answer_.why_in = lane.at.procedure;
    answer_.why_at = at;
    answer_.trail = lane.at.trail;
  }

  Answer finish() {
    for (Found &found : finds_)
      if (found.is_complete)
        answer_.found.push_back(found);
    if (!answer_.found.empty())
      answer_.kind = Answer::Kind::kFound;
    else if (completing_ > limits_.transfers)
      answer_.kind = Answer::Kind::kAbandoned;
    else if (answer_.kind == Answer::Kind::kContradicted)
      remember();
    answer_.cells = states_.size();
    answer_.places = places_.size();
    return std::move(answer_);
  }

  // All ways have ended.
  void remember() {
    if (ends_.lost)
      answer_.kind = Answer::Kind::kLost;
    else if (ends_.elsewhere)
      answer_.kind = Answer::Kind::kElsewhere;
    if (refuted_)
      for (const State &state : states_)
        if (!state.found)
          refuted_->add({state.block, state.exceptional}, state.cell, ends_);
  }

  // ---- trails

  TrailId add_trail(TrailId later, const Lane &lane,
                    TrailStep::Kind kind = TrailStep::Kind::kBlock,
                    ValueId call = {}) {
    TrailStep step;
    step.kind = kind;
    step.later = later;
    step.procedure = lane.at.procedure;
    step.block = lane.at.block;
    step.call = call;
    step.exceptional = lane.at.exceptional;
    answer_.trails.push_back(std::move(step));
    return TrailId(answer_.trails.size() - 1);
  }

  // ---- states

  struct Key {
    ProcedureId procedure;
    BlockId block;
    std::size_t context;
    std::size_t found;
    bool exceptional;
    auto operator<=>(const Key &) const = default;
  };

  void queue(StateId id) {
    const State &state = states_[id];
    std::uint32_t order =
        workspace_.view(state.procedure).order(state.block);
    todo_.insert({{state.found != 0, order}, id});
  }

  // Control was at the end of `block` with this cell.
  void insert(Lane lane) {
    if (!is_proof_ && !lane.at.found && lane.at.cell.hits.empty()) {
      ends_.lost = true;
      return;
    }
    if (const Ends *ends = refuted_ && !lane.at.found
                               ? refuted_->find(transfer_.cells,
                                                {lane.at.block,
                                                 lane.at.exceptional},
                                                lane.at.cell)
                               : nullptr) {
      ends_.add(*ends);
      return;
    }
    if (lane.at.cell.holders.size() > limits_.regions) {
      stop(Answer::Kind::kAbandoned, "too many places may hold the object");
      return;
    }
    Key key{lane.at.procedure, lane.at.block, lane.at.context, lane.at.found,
            lane.at.exceptional};
    std::vector<StateId> &here = places_[key];
    for (StateId id : here)
      if (transfer_.cells.is_below(lane.at.cell, states_[id].cell))
        return;
    Cells::Index index = transfer_.cells.index(lane.at.cell);
    for (StateId id : here) {
      State &state = states_[id];
      bool must_join = here.size() >= limits_.apart;
      if (!must_join || transfer_.cells.index(state.cell) != index)
        continue;
      state.cell = transfer_.cells.join(state.cell, lane.at.cell);
      queue(id);
      return;
    }
    if (here.size() >= limits_.apart * (is_proof_ ? 100 : 1)) {
      stop(Answer::Kind::kAbandoned, "too many ways");
      return;
    }
    lane.at.trail = add_trail(lane.at.trail, lane);
    here.push_back(states_.push(std::move(lane.at)));
    queue(here.back());
  }

  void run_state(StateId id) {
    Lane lane;
    lane.at = states_[id];
    lane.position =
        view(lane).function.blocks[lane.at.block].insts.size();
    run_lane(std::move(lane));
  }

  // ---- through a block

  void run_lane(Lane lane) {
    lanes_.push_back(std::move(lane));
    while (!lanes_.empty() && !is_over_) {
      Lane next = std::move(lanes_.back());
      lanes_.pop_back();
      exprs_.distinctness = is_proof_ ? &view(next) : nullptr;
      while (next.position > 0 && !is_over_) {
        const auto &insts =
            view(next).function.blocks[next.at.block].insts;
        ValueId v = insts[next.position - 1];
        if (view(next).function.insts[v].op == Op::kPhi)
          break;
        --next.position;
        if (!step(next, v)) {
          next.position = SIZE_MAX;
          break;
        }
      }
      if (next.position != SIZE_MAX && !is_over_)
        leave(std::move(next));
    }
    lanes_.clear();
  }

  // Notes what calls returned on this way: others share the step.
  void close_trail(Lane &lane) {
    if (lane.numbers.empty())
      return;
    TrailStep copy = answer_.trails[lane.at.trail.value];
    copy.numbers = std::move(lane.numbers);
    lane.numbers.clear();
    answer_.trails.push_back(std::move(copy));
    lane.at.trail = TrailId(answer_.trails.size() - 1);
  }

  // The block has been passed.
  void leave(Lane lane) {
    close_trail(lane);
    FunctionView &body = view(lane);
    BlockId block = lane.at.block;
    if (block == ir::Function::entry()) {
      reach_entry(std::move(lane));
      return;
    }
    for (BlockId from : body.predecessors[block]) {
      const std::vector<BlockId> &successors =
          body.function.blocks[from].successors;
      for (std::size_t i = 0; i < successors.size(); ++i) {
        if (successors[i] != block || is_over_)
          continue;
        Lane back = lane;
        if (!enter_phis(back, from))
          continue;
        back.at.block = from;
        ValueId end = body.function.terminator(from);
        back.at.exceptional =
            body.function.insts[end].op == Op::kCall && i == 1;
        if (!spend(back) ||
            !take_branch(body, transfer_.cells, back.at.cell, from, i) ||
            !transfer_.cells.use_equalities(back.at.cell))
          continue;
        transfer_.cells.clean_up(back.at.cell);
        insert(std::move(back));
      }
    }
  }

  // All phis of the block at once.
  bool enter_phis(Lane &lane, BlockId from) {
    FunctionView &body = view(lane);
    std::vector<std::pair<ExprId, ExprId>> changes;
    for (ValueId phi : body.function.blocks[lane.at.block].insts) {
      if (body.function.insts[phi].op != Op::kPhi)
        break;
      std::span<const BlockId> incoming = body.function.incoming(phi);
      for (std::size_t i = 0; i < incoming.size(); ++i)
        if (incoming[i] == from)
          changes.push_back(
              {body.value(phi),
               body.expr(body.function.operand(phi, std::uint32_t(i)))});
    }
    if (changes.empty())
      return true;
    // By names that nobody else uses: a phi may read another one.
    constexpr std::uint32_t kBetween = 1u << 31;
    for (auto &[phi, value] : changes)
      if (!transfer_.define(lane.at.cell, phi,
                            exprs_.value(ValueId(exprs_[phi].root.index |
                                                 kBetween))))
        return false;
    for (auto &[phi, value] : changes)
      if (!transfer_.define(
              lane.at.cell,
              exprs_.value(ValueId(exprs_[phi].root.index | kBetween)), value))
        return false;
    return true;
  }

  // ---- instructions

  // False: a contradiction, or the lane was handed on.
  bool step(Lane &lane, ValueId v) {
    FunctionView &body = view(lane);
    const ir::Inst &inst = body.function.insts[v];
    switch (inst.op) {
    case Op::kLoad: {
      ValueId address = body.function.operand(v, 0);
      if (!dereference(lane, address))
        return false;
      if (!is_used(lane, v))
        return true;
      std::optional<ExprId> cell =
          exprs_.load(body.expr(address), body.regions(address));
      return spend(lane) &&
             transfer_.define(lane.at.cell, view(lane).value(v), cell) &&
             (!cell || split_by_place(lane, *cell));
    }
    case Op::kStore:
      return spend(lane) && store(lane, body.function.operand(v, 0),
                              body.function.operand(v, 1));
    case Op::kAssign:
    case Op::kScopeEnd:
      return spend(lane) && marker(lane, v);
    case Op::kCall:
      return spend(lane) && call(lane, v);
    case Op::kMemCopy:
    case Op::kMemFill:
      return spend(lane) && block_of_memory(lane, v);
    case Op::kSelect:
      return select(lane, v);
    case Op::kUnknown:
      return unknown(lane, v);
    case Op::kReturn:
      return leave_scope(lane, v);
    case Op::kBranch:
    case Op::kSwitch:
    case Op::kRethrow:
    case Op::kUnreachable:
    case Op::kSlot:
    case Op::kField:
    case Op::kElement:
      return true;
    default:
      return transfer_.define(lane.at.cell, view(lane).value(v), std::nullopt);
    }
  }

  // The pointer was read from a cell: each of the few that it can be is a way of
  // its own.  False: the lane was handed on, or is a contradiction.
  bool split_by_place(const Lane &lane, ExprId cell) {
    if (!is_proof_ || !transfer_.cells.is_hit(lane.at.cell, cell))
      return true;
    constexpr std::size_t kMostPlaces = 3;
    auto places = transfer_.cells.places_of(lane.at.cell, cell);
    if (!places || places->size() > kMostPlaces)
      return true;
    for (ExprId place : *places) {
      Lane way = lane;
      if (transfer_.cells.add_same_cell(way.at.cell, exprs_[cell].base,
                                        exprs_[place].base) &&
          transfer_.cells.use_equalities(way.at.cell))
        lanes_.push_back(std::move(way));
    }
    return false;
  }

  // What is accessed is not null.  Noted where another value may be chosen.
  bool dereference(Lane &lane, ValueId address) {
    FunctionView &body = view(lane);
    ExprId object = exprs_.strip(body.expr(address));
    if (transfer_.cells.known_of(lane.at.cell, object).is_zero())
      return false;
    if (!exprs_.is_value(object))
      return true;
    ValueId v = body.value_of(object);
    return body.function.insts[v].op != Op::kPhi ||
           transfer_.cells.add_known(lane.at.cell, object,
                                     NumberClass::differs(0));
  }

  bool is_used(const Lane &lane, ValueId v) {
    const ErrorCell &cell = lane.at.cell;
    ExprId value = view(lane).value(v);
    auto has = [&](ExprId e) { return exprs_.contains(e, value); };
    return std::ranges::any_of(cell.hits, has) ||
           std::ranges::any_of(cell.misses, has) ||
           std::ranges::any_of(cell.known, has, &Known::value) ||
           std::ranges::any_of(cell.holders, [&](const Holder &holder) {
             return holder.only.valid() && has(holder.only);
           });
  }

  bool store(Lane &lane, ValueId address, ValueId value) {
    FunctionView &body = view(lane);
    if (!dereference(lane, address) ||
        !learn_from_variables(lane, body.expr(value)))
      return false;
    Assignment by;
    by.address = body.expr(address);
    by.written = body.regions(address);
    by.value = body.expr(value);
    by.may_hold = may_hold(body, value);
    return transfer_.assign(lane.at.cell, by);
  }

  // A variable that holds the value and cannot hold the error cell: the value
  // misses.  (In the paper values are read from their variables.)
  bool learn_from_variables(Lane &lane, ExprId value) {
    if (!is_proof_ || !exprs_.is_value(exprs_.strip(value)))
      return true;
    FunctionView &body = view(lane);
    for (ir::VariableId variable :
         body.variables_with(value, lane.at.block, lane.position))
      if (transfer_.cells.is_miss(lane.at.cell, body.contents(variable)))
        return transfer_.cells.add_miss(lane.at.cell, value);
    return true;
  }

  // Numbers hold no pointers; descriptors are numbers.
  bool may_hold(const FunctionView &body, ValueId value) const {
    ir::TypeId type = body.function.insts[value].type;
    const ir::Type &kind = body.unit.types[type];
    return kind.kind != ir::TypeKind::kInt &&
           kind.kind != ir::TypeKind::kFloat;
  }

  bool marker(Lane &lane, ValueId v) {
    FunctionView &body = view(lane);
    ir::VariableId variable = body.function.variable(v);
    if (!body.is_promoted(variable))
      return end_of_slot(lane, variable);
    Assignment by;
    by.address = body.address(variable);
    by.written = workspace_.regions.add({body.region(variable)});
    by.value = body.function.insts[v].op == Op::kAssign
                   ? body.expr(body.function.operand(v, 0))
                   : exprs_.null();
    by.before = body.before(v);
    return transfer_.assign(lane.at.cell, by);
  }

  // A variable in memory ends: what it held before is not known.
  bool end_of_slot(Lane &lane, ir::VariableId variable) {
    FunctionView &body = view(lane);
    PathRoot root = body.root(variable);
    if (!transfer_.enter(lane.at.cell, root))
      return false;
    if (is_proof_)
      for (RegionId region : workspace_.regions[body.slot_regions(variable)])
        transfer_.cells.add_holder(lane.at.cell, region, ExprId());
    return true;
  }

  bool block_of_memory(Lane &lane, ValueId v) {
    if (is_proof_) {
      stop_at(lane, v, "a block of memory is copied or filled");
      return !is_over_;
    }
    FunctionView &body = view(lane);
    ExprId to = body.expr(body.function.operand(v, 0));
    bool is_copy = body.function.insts[v].op == Op::kMemCopy;
    ExprId from = is_copy ? body.expr(body.function.operand(v, 1)) : to;
    return copy(lane, to, is_copy ? std::optional(from) : std::nullopt);
  }

  // What is in the block afterwards was in the other one before, or is no
  // pointer; what stays in the other one is now held twice.
  bool copy(Lane &lane, ExprId to, std::optional<ExprId> from) {
    ErrorCell post = lane.at.cell;
    ErrorCell &pre = lane.at.cell;
    pre.hits.clear();
    pre.misses.clear();
    pre.known.clear();
    auto lies_in = [&](ExprId e, ExprId object) -> ExprId {
      for (ExprId part = e; exprs_[part].has_load; part = exprs_[part].base)
        if (exprs_[part].kind == Expr::Kind::kLoad &&
            exprs_.strip(exprs_[part].base) == exprs_.strip(object))
          return part;
      return {};
    };
    auto before = [&](ExprId e) -> std::optional<ExprId> {
      ExprId cell = lies_in(e, to);
      if (!cell.valid())
        return e;
      if (!from)
        return exprs_.substitute(e, cell, exprs_.null());
      auto address = exprs_.substitute(exprs_[cell].base, exprs_.strip(to),
                                       exprs_.strip(*from));
      auto source = address ? exprs_.load(*address, exprs_[cell].regions)
                            : std::nullopt;
      return source ? exprs_.substitute(e, cell, *source) : std::nullopt;
    };
    for (ExprId e : post.hits) {
      if (from && lies_in(e, *from).valid() && !lies_in(e, to).valid()) {
        ends_.assumption = true;
        return false;
      }
      if (auto other = before(e); other && !transfer_.cells.add_hit(pre, *other))
        return false;
    }
    for (ExprId e : post.misses)
      if (auto other = before(e);
          other && !transfer_.cells.add_miss(pre, *other))
        return false;
    for (const Known &known : post.known)
      if (auto other = before(known.value);
          other && !transfer_.cells.add_known(pre, *other, known.is))
        return false;
    return true;
  }

  // Both choices are ways of their own.
  bool select(Lane &lane, ValueId v) {
    if (!is_used(lane, v))
      return true;
    FunctionView &body = view(lane);
    for (std::uint32_t choice : {1u, 2u}) {
      Lane way = lane;
      if (assume(body, transfer_.cells, way.at.cell,
                 body.function.operand(v, 0), choice == 1) &&
          transfer_.define(way.at.cell, view(lane).value(v),
                           body.expr(body.function.operand(v, choice))) &&
          spend(way))
        lanes_.push_back(std::move(way));
    }
    return false;
  }

  bool unknown(Lane &lane, ValueId v) {
    if (is_proof_) {
      stop_at(lane, v, "an operation that is not modelled");
      return !is_over_;
    }
    FunctionView &body = view(lane);
    for (ValueId operand : body.function.operands_of(v)) {
      ExprId object = exprs_.strip(body.expr(operand));
      if (!lane.at.found &&
          std::ranges::any_of(lane.at.cell.hits, [&](ExprId e) {
            return exprs_.contains(e, object);
          })) {
        ends_.assumption = true;
        return false;
      }
    }
    return transfer_.define(lane.at.cell, view(lane).value(v), std::nullopt);
  }

  // ---- calls

  bool call(Lane &lane, ValueId v) {
    FunctionView &body = view(lane);
    if (is_proof_ && !lane.at.found && !lane.at.exceptional) {
      CallTargets targets =
          workspace_.facts.program.targets(lane.at.procedure, v);
      bool is_exact =
          targets.certainty == CallTargets::Certainty::kExact &&
          !targets.procedures.empty();
      if (is_exact && std::ranges::all_of(
                          targets.procedures, [&](ProcedureId callee) {
                            return is_entered(workspace_.facts, callee);
                          })) {
        for (ProcedureId callee : targets.procedures)
          ask(lane, v, callee);
        return false;
      }
    }
    BackOverCall back =
        Outcomes(workspace_, body, transfer_, is_proof_)
            .back_over(lane.at.cell, v, lane.at.exceptional,
                       lane.at.found != 0);
    ends_.assumption |= back.is_assumption;
    if (!back.stopped_by.empty()) {
      stop_at(lane, v, back.stopped_by);
      return false;
    }
    lane.at.exceptional = false;
    for (BeforeCall &before : back.ways) {
      Lane way = lane;
      way.at.cell = std::move(before.cell);
      if (before.number)
        way.numbers.push_back({v, *before.number});
      if (before.made && !add_found(way, v, *before.made))
        continue;
      if (!is_proof_ && !way.at.found && way.at.cell.hits.empty() &&
          comes_from(lane.at.cell, body.value(v))) {
        ends_.elsewhere = true;
        continue;
      }
      if (!spend(way))
        break;
      lanes_.push_back(std::move(way));
    }
    return false;
  }

  // Is all that points to the object what the call gave?
  bool comes_from(const ErrorCell &cell, ExprId result) const {
    return std::ranges::all_of(
        cell.hits, [&](ExprId e) { return exprs_.contains(e, result); });
  }

  // From here on only the conditions of the way count.
  bool add_found(Lane &way, ValueId call, const infer::FreshPlace &place) {
    for (const Found &found : finds_)
      if (found.procedure == way.at.procedure && found.call == call &&
          found.place == place.place && found.is_complete)
        return false;
    if (!is_proof_ && finds_.size() >= limits_.found)
      return false;
    Lane numbered = way;
    close_trail(numbered);
    finds_.push_back({way.at.procedure, call, place.place, place.family,
                      numbered.at.trail, false});
    way.at.found = finds_.size();
    ErrorCell conditions;
    conditions.known = way.at.cell.known;
    way.at.cell = std::move(conditions);
    return true;
  }

  // ---- procedures

  // Map: what holds at the exit of the callee.
  void ask(const Lane &lane, ValueId v, ProcedureId callee) {
    Frames frames(workspace_, transfer_, lane.at.procedure, v, callee);
    ErrorCell exit = frames.map(lane.at.cell);
    Cells::Index index = transfer_.cells.index(exit);
    std::size_t context = kNone;
    for (std::size_t i = 1; i < contexts_.size(); ++i)
      if (contexts_[i].callee == callee && contexts_[i].index == index)
        context = i;
    if (context == kNone) {
      context = contexts_.size();
      contexts_.push_back({callee, index, {}, {}});
    }
    wait(context, {lane, v});
    const ir::Function &function = workspace_.view(callee).function;
    for (BlockId block : function.blocks.ids()) {
      if (function.insts[function.terminator(block)].op != Op::kReturn)
        continue;
      Lane inside;
      inside.at.procedure = callee;
      inside.at.block = block;
      inside.at.context = context;
      inside.at.cell = exit;
      inside.at.trail =
          add_trail(lane.at.trail, lane, TrailStep::Kind::kLeft, v);
      insert(std::move(inside));
    }
  }

  void wait(std::size_t context, Waiting waiting) {
    Context &asked = contexts_[context];
    for (Waiting &other : asked.waiting)
      if (other.call == waiting.call &&
          other.lane.at.procedure == waiting.lane.at.procedure &&
          other.lane.at.context == waiting.lane.at.context &&
          transfer_.cells.index(other.lane.at.cell) ==
              transfer_.cells.index(waiting.lane.at.cell)) {
        if (transfer_.cells.is_below(waiting.lane.at.cell, other.lane.at.cell))
          return;
        other.lane.at.cell =
            transfer_.cells.join(other.lane.at.cell, waiting.lane.at.cell);
        Waiting grown = other;
        for (const auto &[cell, trail] : std::vector(asked.entries))
          resume(grown, asked.callee, cell, trail);
        return;
      }
    asked.waiting.push_back(waiting);
    ProcedureId callee = asked.callee;
    for (const auto &[cell, trail] : std::vector(asked.entries))
      resume(waiting, callee, cell, trail);
  }

  // Unmap: back to right before the call.
  void resume(const Waiting &waiting, ProcedureId callee,
              const ErrorCell &entry, TrailId trail) {
    Lane lane = waiting.lane;
    if (!spend(lane))
      return;
    Frames frames(workspace_, transfer_, waiting.lane.at.procedure,
                  waiting.call, callee);
    std::optional<ErrorCell> cell = frames.unmap(entry);
    if (!cell || !frames.restore(waiting.lane.at.cell, *cell))
      return;
    lane.at.cell = std::move(*cell);
    lane.at.trail =
        add_trail(trail, lane, TrailStep::Kind::kCalled, waiting.call);
    answer_.trails.back().back = waiting.lane.at.trail;
    lanes_.push_back(std::move(lane));
  }

  // Parameters go out of scope with the function.
  bool leave_scope(Lane &lane, ValueId v) {
    FunctionView &body = view(lane);
    const ir::Function &function = body.function;
    if (function.insts[v].operand_count > 0 &&
        !transfer_.define(lane.at.cell,
                          Frames::result(exprs_, lane.at.procedure),
                          body.expr(function.operand(v, 0))))
      return false;
    for (ir::VariableId variable : function.variables.ids()) {
      const ir::Variable &info = function.variables[variable];
      if (!info.is_param)
        continue;
      if (!info.is_promoted) {
        if (!end_of_slot(lane, variable))
          return false;
        continue;
      }
      Assignment by;
      by.address = body.address(variable);
      by.written = workspace_.regions.add({body.region(variable)});
      by.value = exprs_.null();
      by.before = body.at_end(lane.at.block, variable);
      if (!transfer_.assign(lane.at.cell, by))
        return false;
    }
    return true;
  }

  // Nothing before this can contradict the find any more.  A way that ends in a
  // callee is told from the outermost one who asked.
  void complete(Lane lane) {
    Found &found = finds_[lane.at.found - 1];
    TrailId trail = lane.at.trail;
    for (std::size_t i = 0; lane.at.context != kNone && i < contexts_.size();
         ++i) {
      const Waiting &waiting = contexts_[lane.at.context].waiting.front();
      lane = waiting.lane;
      trail = add_trail(trail, lane, TrailStep::Kind::kCalled, waiting.call);
      answer_.trails.back().back = lane.at.trail;
    }
    if (!found.is_complete)
      found.trail = trail;
    found.is_complete = true;
    is_over_ |= is_proof_;
  }

  void reach_entry(Lane lane) {
    if (lane.at.found) {
      complete(std::move(lane));
      return;
    }
    if (!is_proof_) {
      ends_.elsewhere |= !Frames::begins_in_locals(
          workspace_, lane.at.procedure, lane.at.cell);
      return;
    }
    if (!Frames::enter(workspace_, transfer_, lane.at.procedure, lane.at.cell))
      return;
    if (lane.at.context == kNone) {
      go_to_callers(lane);
      return;
    }
    Context &context = contexts_[lane.at.context];
    Cells::Index index = transfer_.cells.index(lane.at.cell);
    for (auto &[cell, trail] : context.entries) {
      if (transfer_.cells.is_below(lane.at.cell, cell))
        return;
      if (transfer_.cells.index(cell) != index)
        continue;
      cell = transfer_.cells.join(cell, lane.at.cell);
      lane.at.cell = cell;
      for (const Waiting &waiting : std::vector(context.waiting))
        resume(waiting, context.callee, lane.at.cell, lane.at.trail);
      return;
    }
    context.entries.push_back({lane.at.cell, lane.at.trail});
    ProcedureId callee = context.callee;
    for (const Waiting &waiting : std::vector(context.waiting))
      resume(waiting, callee, lane.at.cell, lane.at.trail);
  }

  // Born inside: whoever calls may be the cause.
  void go_to_callers(const Lane &lane) {
    const Program &program = workspace_.facts.program;
    ProcedureId callee = lane.at.procedure;
    bool is_called = false;
    for (ProcedureId caller : program.callers(callee)) {
      if (!program.procedures()[caller].has_body)
        continue;
      FunctionView &body = workspace_.view(caller);
      for (BlockId block : body.function.blocks.ids()) {
        const auto &insts = body.function.blocks[block].insts;
        for (std::size_t i = 0; i < insts.size(); ++i) {
          if (body.function.insts[insts[i]].op != Op::kCall)
            continue;
          CallTargets targets = program.targets(caller, insts[i]);
          if (std::ranges::find(targets.procedures, callee) ==
              targets.procedures.end())
            continue;
          is_called = true;
          Frames frames(workspace_, transfer_, caller, insts[i], callee);
          std::optional<ErrorCell> cell = frames.unmap(lane.at.cell);
          if (!cell || !spend(lane))
            continue;
          Lane outside;
          outside.at.procedure = caller;
          outside.at.block = block;
          outside.at.cell = std::move(*cell);
          outside.position = i;
          outside.at.trail = add_trail(lane.at.trail, outside,
                                       TrailStep::Kind::kCalled, insts[i]);
          lanes_.push_back(std::move(outside));
        }
      }
    }
    if (is_called && !program.procedures()[callee].address_taken)
      return;
    // What a caller passes is somewhere in its memory.
    if (lane.at.cell.holders.empty())
      return;
    stop(Answer::Kind::kOpen, "it depends on the caller");
    answer_.trail = lane.at.trail;
  }

  Refutations *refuted_;
  Workspace &workspace_;
  Expressions &exprs_;
  Transfer transfer_;
  const bool is_proof_;
  const WalkLimits limits_;
  Answer answer_;
  std::uint64_t completing_ = 0; // transfers
  bool is_over_ = false;
  Ends ends_;
  IdMap<StateId, State> states_;
  std::map<Key, std::vector<StateId>> places_;
  // Found ones first, then what comes later in the body.
  std::set<std::pair<std::pair<bool, std::uint32_t>, StateId>> todo_;
  std::vector<Lane> lanes_;
  std::vector<Context> contexts_;
  std::vector<Found> finds_;
};

} // namespace

bool is_entered(const Facts &facts, ProcedureId callee) {
  return facts.program.procedures()[callee].has_body &&
         facts.behaviours.of(callee).source !=
             infer::Behaviour::Source::kModel;
}

Answer walk(Workspace &workspace, Manner manner, const WalkLimits &limits,
            const Probe &probe, Refutations *refuted) {
  return Walk(workspace, manner, limits, refuted).run(probe);
}

} // namespace wt::contradiction
