// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constraints of one body: see body.h.

#include "engine/ownership/body.h"

#include "engine/ownership/element_reads.h"
#include "ir/dominators.h"
#include "summary/followed.h"
#include "summary/owned_cells.h"

#include <algorithm>
#include <set>

namespace wt::ownership {
namespace {

using ir::BlockId;
using ir::Op;
using ir::ValueId;
using HolderId = Id<struct HolderTag>;

// A value that may own, or a local in memory.
struct Holder {
  ValueId value; // base; of a cell: its slot
  std::optional<Cell> cell;
  BlockId block; // of the definition; cells and leaves: the entry
  Type type;
};

class BodyReader {
public:
  BodyReader(const BodySetting &setting, Body &out, Budget &budget)
      : setting_(setting), out_(out), budget_(budget),
        function_(setting.facts.program.body(setting.procedure)),
        unit_(setting.facts.program.unit_of(setting.procedure)),
        predecessors_(function_), dominators_(function_, predecessors_) {}

  void run() {
    make_interface();
    find_holders();
    std::size_t work = holders_.size() * function_.blocks.size();
    if (work > kMaxWork || !budget_.spend(work)) {
      out_.is_complete = false;
      return;
    }
    now_ = IdMap<HolderId, Own>(holders_.size());
    entry_ = IdMap<BlockId, IdMap<HolderId, Own>>(
        function_.blocks.size(), IdMap<HolderId, Own>(holders_.size()));
    leave_ = entry_;
    for (BlockId block : dominators_.order())
      read_block(block);
    for (BlockId block : dominators_.order())
      read_edges(block);
    out_.is_complete = !out_.types.is_full();
  }

private:
  static constexpr std::size_t kMaxWork = 400'000;

  System &system() { return out_.system; }

  void make_interface() {
    for (std::uint32_t i = 0; i < function_.param_count; ++i)
      out_.parameters.push_back(out_.types.variable());
    out_.result = out_.types.variable();
  }

  // Who may own?  What comes out of calls or goes into them, and all that it
  // is merged with.
  void find_holders() {
    std::vector<ValueId> work;
    auto add = [&](ValueId v) {
      ValueId base = base_of(function_, v);
      const ir::Inst &inst = function_.insts[base];
      bool is_pointer = inst.op == Op::kCall || inst.op == Op::kParam ||
                        inst.op == Op::kLoad || inst.op == Op::kPhi ||
                        inst.op == Op::kSelect;
      if (!is_pointer || holder_of_.contains(base))
        return;
      if (inst.op != Op::kParam && !dominators_.is_reachable(inst.block))
        return;
      add_holder(base);
      work.push_back(base);
    };
    for (BlockId block : dominators_.order())
      for (ValueId v : function_.blocks[block].insts)
        if (function_.insts[v].op == Op::kCall)
          for_each_owned(v, add);
    std::multimap<ValueId, ValueId> merged; // operand base to phi
    for (BlockId block : dominators_.order())
      for (ValueId v : function_.blocks[block].insts)
        if (is_merge(v))
          for (ValueId operand : merge_operands(v))
            merged.insert({base_of(function_, operand), v});
    while (!work.empty()) {
      ValueId v = work.back();
      work.pop_back();
      if (is_merge(v))
        for (ValueId operand : merge_operands(v))
          add(operand);
      auto [first, last] = merged.equal_range(v);
      for (auto i = first; i != last; ++i)
        add(i->second);
    }
    find_cells();
  }

  bool is_merge(ValueId v) const {
    Op op = function_.insts[v].op;
    return op == Op::kPhi || op == Op::kSelect;
  }
  std::span<const ValueId> merge_operands(ValueId v) const {
    std::span<const ValueId> all = function_.operands_of(v);
    return function_.insts[v].op == Op::kSelect ? all.subspan(1) : all;
  }

  // Values at a call that ownership can come out of or go into.
  template <class F> void for_each_owned(ValueId call, const F &add) {
    for (const infer::FreshPlace &fresh :
         setting_.facts.behaviours.in(setting_.procedure))
      if (fresh.call == call && fresh.place == AccessPath::result())
        add(call);
    const Interface *interface = setting_.interface_of(call);
    if (!interface)
      return;
    // New, or an argument that is handed back.
    bool may_own = interface->source != Interface::Source::kUnknown &&
                   interface->fixed(interface->result.own) != false;
    if (interface->has_containers() || may_own)
      add(call);
    std::span<const ValueId> arguments = function_.arguments(call);
    for (std::size_t i = 0;
         i < std::min(arguments.size(), interface->parameters.size()); ++i)
      if (interface->has_containers() ||
          interface->fixed(interface->parameters[i].type.own) != false)
        add(arguments[i]);
  }

  void add_holder(ValueId base) {
    const ir::Inst &inst = function_.insts[base];
    BlockId block = inst.op == Op::kParam ? ir::Function::entry() : inst.block;
    Type type = inst.op == Op::kParam ? out_.parameters[base.value]
                                      : out_.types.variable();
    holder_of_[base] = holders_.push({base, std::nullopt, block, type});
  }

  // Locals in memory that holders are stored to or loaded from, and those into
  // which a callee puts something new.
  void find_cells() {
    std::set<Cell> cells;
    auto add = [&](ValueId address) {
      if (std::optional<Cell> cell = cell_of(function_, address))
        cells.insert(*cell);
    };
    for (BlockId block : dominators_.order())
      for (ValueId v : function_.blocks[block].insts) {
        const ir::Inst &inst = function_.insts[v];
        if ((inst.op == Op::kLoad && holder_of_.contains(v)) ||
            (inst.op == Op::kStore &&
             holder_of_.contains(base_of(function_, function_.operand(v, 1)))))
          add(function_.operand(v, 0));
      }
    for (const infer::FreshPlace &fresh :
         setting_.facts.behaviours.in(setting_.procedure))
      if (std::optional<Cell> cell = cell_of_place(fresh))
        cells.insert(*cell);
    for (const Cell &cell : cells)
      cells_[cell] = holders_.push(
          {cell.slot, cell, ir::Function::entry(), out_.types.variable()});
  }

  // The local that a callee fills: `make(&p)`.
  std::optional<Cell> cell_of_place(const infer::FreshPlace &fresh) const {
    if (fresh.place.root().kind != PathRoot::Kind::kParameter ||
        fresh.place.length() != 1 || fresh.place.steps()[0].any_element)
      return std::nullopt;
    std::span<const ValueId> arguments = function_.arguments(fresh.call);
    if (fresh.place.root().index >= arguments.size())
      return std::nullopt;
    std::optional<Cell> cell =
        cell_of(function_, arguments[fresh.place.root().index]);
    if (cell)
      cell->offset += fresh.place.steps()[0].offset;
    return cell;
  }

  HolderId holder(ValueId v) const {
    auto found = holder_of_.find(base_of(function_, v));
    return found == holder_of_.end() ? HolderId() : found->second;
  }
  HolderId cell_holder(ValueId address) const {
    std::optional<Cell> cell = cell_of(function_, address);
    auto found = cell ? cells_.find(*cell) : cells_.end();
    return found == cells_.end() ? HolderId() : found->second;
  }

  // Is the holder there when control comes to the block?
  bool is_alive(HolderId h, BlockId block) const {
    const Holder &holder = holders_[h];
    if (holder.cell || function_.insts[holder.value].op == Op::kParam)
      return true;
    return holder.block != block && dominators_.dominates(holder.block, block);
  }

  void read_block(BlockId block) {
    bool is_entry = block == ir::Function::entry();
    for (HolderId h : holders_.ids()) {
      now_[h] = Own();
      bool is_phi = !holders_[h].cell && holders_[h].block == block &&
                    function_.insts[holders_[h].value].op == Op::kPhi;
      if (!is_alive(h, block) && !is_phi)
        continue;
      now_[h] = is_phi ? holders_[h].type.own : system().variable();
      entry_[block][h] = now_[h];
      if (is_entry && holders_[h].cell)
        demand(now_[h], kZero, Priority::kSolid, ValueId(), "nothing yet");
      else if (is_entry && !is_phi)
        equal(now_[h], holders_[h].type.own, ValueId());
    }
    for (ValueId v : function_.blocks[block].insts)
      read(v);
    leave_[block] = now_;
  }

  void demand(Own own, std::uint64_t allowed, Priority priority, ValueId at,
              const char *reason) {
    system().require({own}, allowed, priority, at, reason);
  }
  void equal(Own a, Own b, ValueId at) {
    system().require({a, b}, kEqual, Priority::kSolid, at, "flow");
  }
  // Part of what `h` owns goes to a new variable, which is returned.
  Own split(HolderId h, ValueId at, const char *reason) {
    Own rest = system().variable(), part = system().variable();
    system().require({now_[h], rest, part}, kSum, Priority::kSolid, at, reason);
    now_[h] = rest;
    return part;
  }
  void define(HolderId h, Own own) {
    now_[h] = own;
    if (own != holders_[h].type.own)
      equal(own, holders_[h].type.own, holders_[h].value);
  }

  void read(ValueId v) {
    switch (function_.insts[v].op) {
    case Op::kLoad:
      read_load(v);
      break;
    case Op::kStore:
      read_store(v);
      break;
    case Op::kSelect:
      read_select(v);
      break;
    case Op::kCall:
      read_call(v);
      break;
    case Op::kScopeEnd:
      read_scope_end(v);
      break;
    case Op::kReturn:
      read_return(v);
      break;
    case Op::kRethrow:
      read_exit(v, "an exception leaves the function");
      break;
    default:
      break;
    }
  }

  void read_load(ValueId v) {
    HolderId whole = holder(function_.operand(v, 0));
    if (whole.valid() && unit_.types.is_pointer(function_.insts[v].type))
      out_.looked_into.push_back(holders_[whole].type.shape);
    HolderId h = holder(v);
    if (!h.valid() || holders_[h].value != v)
      return;
    HolderId cell = cell_holder(function_.operand(v, 0));
    if (!cell.valid()) {
      unify_field(v, function_.operand(v, 0), holders_[h].type);
      now_[h] = holders_[h].type.own;
      demand(now_[h], kZero, Priority::kEscape, v, "memory owns nothing");
      return;
    }
    out_.types.unify(holders_[cell].type.shape, holders_[h].type.shape, v);
    define(h, split(cell, v, "read"));
  }

  void read_store(ValueId v) {
    HolderId from = holder(function_.operand(v, 1));
    HolderId cell = cell_holder(function_.operand(v, 0));
    if (cell.valid()) {
      demand(now_[cell], kZero, Priority::kScope, v, "it is overwritten");
      now_[cell] = system().variable();
    }
    if (!from.valid() || !now_[from].valid()) {
      if (cell.valid() && !is_null(function_.operand(v, 1)))
        demand(now_[cell], kZero, Priority::kEscape, v, "not followed");
      return;
    }
    Own part = split(from, v, "stored");
    if (cell.valid()) {
      out_.types.unify(holders_[cell].type.shape, holders_[from].type.shape, v);
      equal(now_[cell], part, v);
      return;
    }
    unify_field(v, function_.operand(v, 0), holders_[from].type);
    demand(part, kZero, Priority::kEscape, v,
           "what is written indirectly owns nothing");
  }

  // Containers in records: one shape per field within a function.
  void unify_field(ValueId at, ValueId address, const Type &type) {
    std::optional<infer::NamedCell> cell =
        infer::cell_at(setting_.facts.program, setting_.procedure, address);
    if (!cell)
      return;
    auto [found, is_new] = fields_.try_emplace(*cell, type.shape);
    if (!is_new)
      out_.types.unify(found->second, type.shape, at);
  }

  bool is_null(ValueId v) const {
    return function_.insts[base_of(function_, v)].op == Op::kNull;
  }

  void read_select(ValueId v) {
    HolderId h = holder(v);
    if (!h.valid())
      return;
    // Path-insensitive: it has what one of them has given.
    now_[h] = holders_[h].type.own;
    for (ValueId operand : merge_operands(v)) {
      HolderId from = holder(operand);
      if (!from.valid() || !now_[from].valid())
        continue;
      out_.types.unify(holders_[from].type.shape, holders_[h].type.shape, v);
      Own part = split(from, v, "chosen");
      equal(part, now_[h], v);
    }
  }

  void read_scope_end(ValueId v) {
    for (const auto &[cell, h] : cells_)
      if (function_.insts[cell.slot].extra == function_.insts[v].extra &&
          now_[h].valid()) {
        demand(now_[h], kZero, Priority::kScope, v,
               "its variable goes out of scope");
        now_[h] = system().variable();
        demand(now_[h], kZero, Priority::kSolid, v, "nothing yet");
      }
  }

  void read_return(ValueId v) {
    if (function_.insts[v].operand_count > 0) {
      HolderId h = holder(function_.operand(v, 0));
      if (h.valid() && now_[h].valid()) {
        equal(split(h, v, "returned"), out_.result.own, v);
        out_.types.unify(holders_[h].type.shape, out_.result.shape, v);
      }
    }
    read_exit(v, "the function returns");
  }

  void read_exit(ValueId v, const char *reason) {
    for (HolderId h : holders_.ids())
      if (now_[h].valid())
        demand(now_[h], kZero, Priority::kScope, v, reason);
  }

  void read_call(ValueId v) {
    const Interface *interface = setting_.interface_of(v);
    std::span<const ValueId> arguments = function_.arguments(v);
    Instance instance;
    if (interface)
      instance = instantiate(*interface, system(), out_.types, v);
    for (Own element : instance.filled)
      out_.filled.push_back({v, element});
    if (interface)
      note_drained(v, *interface, instance);
    for (std::size_t i = 0; i < arguments.size(); ++i)
      pass(v, i, interface, instance);
    HolderId result = holder(v);
    if (result.valid() && holders_[result].value == v) {
      now_[result] = holders_[result].type.own;
      if (interface) {
        equal(now_[result], instance.result.own, v);
        out_.types.unify(holders_[result].type.shape, instance.result.shape, v);
      }
    }
    if (may_leave_by_exception(v))
      read_exit(v, "an exception leaves the function");
    acquire(v, interface, result);
  }

  // Containers of the same elements, as a list that gets another head.
  static bool is_same_container(const Interface &interface,
                                const Interface::Part &a,
                                const Interface::Part &b) {
    const Interface::ShapeNode &first = interface.shapes[a.shape];
    const Interface::ShapeNode &second = interface.shapes[b.shape];
    return first.kind == second.kind && first.name == second.name &&
           std::ranges::equal(first.parts, second.parts, {},
                              &Interface::Part::own, &Interface::Part::own);
  }

  // May elements leave a container there?
  void note_drained(ValueId v, const Interface &interface,
                    const Instance &instance) {
    bool leads_out =
        !interface.moves.empty() ||
        (interface.is_iterator &&
         !only_reads_elements(setting_.facts, setting_.procedure, v));
    bool calls_back = std::ranges::any_of(
        interface.shapes, [](const Interface::ShapeNode &node) {
          return node.kind == Shape::Kind::kFunction;
        });
    // `v[0]` stays in v.
    bool is_looked_at =
        interface.is_result_reference &&
        !only_reads_elements(setting_.facts, setting_.procedure, v);
    for (std::size_t i = 0; i < instance.parameters.size(); ++i) {
      const Interface::Part &type = interface.parameters[i].type;
      const Interface::ShapeNode &node = interface.shapes[type.shape];
      if (node.kind != Shape::Kind::kContainer)
        continue;
      bool comes_back = is_same_container(interface, type, interface.result);
      bool stays = interface.fixed(type.own) == false || comes_back;
      bool is_left_alone =
          std::ranges::all_of(node.parts, [&](const Interface::Part &element) {
            bool is_filled = std::ranges::find(interface.filled, element.own) !=
                             interface.filled.end();
            return (is_filled || !interface.fixed(element.own)) &&
                   (interface.result.shape != element.shape ||
                    interface.is_result_reference);
          });
      if (!stays || calls_back || !is_left_alone || leads_out)
        out_.drained.push_back(instance.parameters[i].shape);
      if (leads_out ||
          std::ranges::any_of(node.parts, [&](const Interface::Part &element) {
            return interface.may_escape(element.own) ||
                   (!interface.is_result_reference &&
                    interface.result.shape == element.shape &&
                    interface.result.own != element.own);
          }))
        out_.looked_into.push_back(instance.parameters[i].shape);
      else if (is_looked_at &&
               std::ranges::find(node.parts, interface.result.shape,
                                 &Interface::Part::shape) != node.parts.end())
        out_.addressed.push_back(instance.parameters[i].shape);
    }
  }

  // Nobody here catches what the callee throws.
  bool may_leave_by_exception(ValueId v) const {
    const ir::CallInfo &info = function_.call(v);
    if (!info.may_throw || info.has_unwind)
      return false;
    auto throws = [&](ProcedureId callee) {
      return setting_.facts.program.procedures()[callee].has_body &&
             std::ranges::any_of(setting_.facts.behaviours.of(callee).outcomes,
                                 &infer::Outcome::throws);
    };
    return std::ranges::any_of(
        infer::followed(setting_.facts.program, setting_.procedure, v), throws);
  }

  void pass(ValueId call, std::size_t i, const Interface *interface,
            const Instance &instance) {
    ValueId argument = function_.arguments(call)[i];
    bool is_known = interface && i < instance.parameters.size();
    if (is_known)
      pass_function(call, argument, instance.parameters[i]);
    bool is_reference = is_known && interface->parameters[i].is_reference;
    HolderId h = is_reference ? cell_holder(argument) : holder(argument);
    if (is_known && !is_reference)
      pass_local(call, argument, instance.parameters[i]);
    if (!h.valid() || !now_[h].valid())
      return;
    Own part = split(h, call, "passed");
    out_.handed[is_known ? instance.parameters[i].own : part] = {
        call, static_cast<std::uint32_t>(i)};
    if (!is_known) {
      demand(part, kZero, Priority::kEscape, call,
             "what unknown code is given is only borrowed");
      return;
    }
    const Type &formal = instance.parameters[i];
    equal(part, formal.own, call);
    if (is_reference || !is_part_of(argument, holders_[h].value, call, i))
      out_.types.unify(holders_[h].type.shape, formal.shape, call);
  }

  // Is what is passed a member of what the holder points to, and no more?
  bool is_part_of(ValueId argument, ValueId holder, ValueId call,
                  std::size_t i) const {
    for (ValueId v = argument; v != holder; v = function_.operand(v, 0))
      if (function_.insts[v].op != Op::kCast)
        return true;
    // A member at the start has the address of the whole.
    ir::TypeId type = function_.call(call).function_type;
    if (!type.valid() || unit_.types[type].kind != ir::TypeKind::kFunction ||
        i >= unit_.types[type].params.size())
      return false;
    ir::TypeId whole = pointee(function_.insts[holder].type);
    ir::TypeId part = pointee(unit_.types[type].params[i]);
    return is_record(whole) && is_record(part) && whole != part;
  }
  ir::TypeId pointee(ir::TypeId type) const {
    return type.valid() && unit_.types[type].kind == ir::TypeKind::kPointer
               ? unit_.types[type].element
               : ir::TypeId();
  }
  bool is_record(ir::TypeId type) const {
    return type.valid() && unit_.types[type].kind == ir::TypeKind::kRecord;
  }

  // The address of a local that is a container itself.
  void pass_local(ValueId call, ValueId argument, const Type &formal) {
    std::optional<Cell> cell = cell_of(function_, argument);
    if (!cell)
      return;
    auto [found, is_new] = locals_.try_emplace(*cell, formal.shape);
    if (!is_new)
      out_.types.unify(found->second, formal.shape, call);
  }

  // The address of a function: its interface becomes the type of the formal.
  void pass_function(ValueId call, ValueId argument, const Type &formal) {
    ValueId base = base_of(function_, argument);
    if (function_.insts[base].op != Op::kFunction)
      return;
    const Interface *interface = setting_.address_of(function_.function(base));
    const Shape &wanted = out_.types.at(formal.shape);
    if (!interface || wanted.kind != Shape::Kind::kFunction)
      return;
    std::vector<Type> parts = wanted.parts; // new shapes move the old ones
    Instance actual = instantiate(*interface, system(), out_.types, call);
    for (std::size_t i = 0; i + 1 < parts.size(); ++i)
      if (i < actual.parameters.size())
        out_.types.equate(parts[i], actual.parameters[i], call);
  }

  void acquire(ValueId call, const Interface *interface, HolderId result) {
    bool is_fresh = false;
    for (const infer::FreshPlace &fresh :
         setting_.facts.behaviours.in(setting_.procedure)) {
      if (fresh.call != call)
        continue;
      HolderId h = result;
      if (fresh.place != AccessPath::result()) {
        std::optional<Cell> cell = cell_of_place(fresh);
        auto found = cell ? cells_.find(*cell) : cells_.end();
        h = found == cells_.end() ? HolderId() : found->second;
        if (h.valid()) {
          demand(now_[h], kZero, Priority::kScope, call, "it is overwritten");
          now_[h] = system().variable();
        }
      }
      if (!h.valid() || !now_[h].valid())
        continue;
      is_fresh = true;
      out_.sources.push_back(
          {system().require({now_[h]}, kOne, Priority::kSolid, call,
                            "a new object"),
           call, &fresh});
    }
    if (!is_fresh && interface && result.valid() &&
        interface->source == Interface::Source::kSpecification &&
        !interface->fixed(interface->result.own))
      out_.sources.push_back({ConstraintId(), call, nullptr});
  }

  // Edges.

  void read_edges(BlockId block) {
    std::set<BlockId> done;
    for (BlockId next : function_.blocks[block].successors)
      if (dominators_.is_reachable(next) && done.insert(next).second)
        read_edge(block, next);
  }

  void read_edge(BlockId from, BlockId to) {
    ValueId at = function_.terminator(from);
    now_ = leave_[from];
    for (HolderId h : holders_.ids())
      if (now_[h].valid() && is_null_on(h, from, to))
        now_[h] = system().variable();
    for (ValueId v : function_.blocks[to].insts) {
      if (function_.insts[v].op != Op::kPhi)
        break;
      flow_into_phi(v, from, at);
    }
    for (HolderId h : holders_.ids()) {
      if (!now_[h].valid())
        continue;
      bool is_phi_of_to = !holders_[h].cell && holders_[h].block == to &&
                          function_.insts[holders_[h].value].op == Op::kPhi;
      if (!is_phi_of_to && entry_[to][h].valid())
        equal(now_[h], entry_[to][h], at);
      else
        demand(now_[h], kZero, Priority::kScope, at, "its last use is over");
    }
  }

  void flow_into_phi(ValueId phi, BlockId from, ValueId at) {
    HolderId target = holder(phi);
    if (!target.valid())
      return;
    std::span<const BlockId> blocks = function_.incoming(phi);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      if (blocks[i] != from)
        continue;
      ValueId operand = function_.operand(phi, i);
      HolderId source = holder(operand);
      if (source.valid() && now_[source].valid()) {
        out_.types.unify(holders_[source].type.shape,
                         holders_[target].type.shape, phi);
        equal(split(source, at, "merged"),
              entry_[holders_[target].block][target], at);
      } else if (!is_null(operand)) {
        demand(entry_[holders_[target].block][target], kZero, Priority::kEscape,
               at, "not followed");
      }
      return;
    }
  }

  // Does the branch say that the holder is null on this edge?
  bool is_null_on(HolderId h, BlockId from, BlockId to) const {
    ValueId branch = function_.terminator(from);
    const ir::Inst &inst = function_.insts[branch];
    const std::vector<BlockId> &successors = function_.blocks[from].successors;
    if (inst.op != Op::kBranch || inst.operand_count == 0 ||
        successors[0] == successors[1])
      return false;
    ValueId condition = function_.operand(branch, 0);
    const ir::Inst &compare = function_.insts[condition];
    if (compare.op != Op::kCompare)
      return false;
    auto predicate = ir::Predicate(compare.code);
    if (predicate != ir::Predicate::kEq && predicate != ir::Predicate::kNe)
      return false;
    ValueId a = base_of(function_, function_.operand(condition, 0));
    ValueId b = base_of(function_, function_.operand(condition, 1));
    if (!is_null(b) || !is_tested(h, a))
      return false;
    return (predicate == ir::Predicate::kEq) == (to == successors[0]);
  }
  bool is_tested(HolderId h, ValueId value) const {
    if (!holders_[h].cell)
      return holders_[h].value == value;
    return function_.insts[value].op == Op::kLoad &&
           cell_holder(function_.operand(value, 0)) == h;
  }

  const BodySetting &setting_;
  Body &out_;
  Budget &budget_;
  const ir::Function &function_;
  const ir::Unit &unit_;
  ir::Predecessors predecessors_;
  ir::Dominators dominators_;
  IdMap<HolderId, Holder> holders_;
  std::map<ValueId, HolderId> holder_of_;
  std::map<Cell, HolderId> cells_;
  std::map<infer::NamedCell, ShapeId> fields_;
  std::map<Cell, ShapeId> locals_;
  IdMap<HolderId, Own> now_;
  IdMap<BlockId, IdMap<HolderId, Own>> entry_, leave_;
};

} // namespace

void read_body(const BodySetting &setting, Body &out, Budget &budget) {
  BodyReader(setting, out, budget).run();
}

} // namespace wt::ownership
