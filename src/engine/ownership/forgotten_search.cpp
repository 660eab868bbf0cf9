// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointers that come to fields and no further: see forgotten.h.

#include "engine/ownership/forgotten.h"

#include "engine/ownership/bases.h"
#include "engine/ownership/constraints.h"
#include "engine/ownership/early_free.h"
#include "engine/ownership/element_reads.h"
#include "engine/ownership/element_use.h"
#include "engine/ownership/held_to_the_end.h"
#include "engine/ownership/missing_release.h"
#include "engine/ownership/treatment.h"
#include "engine/sites.h"
#include "model/model_of.h"
#include "summary/followed.h"
#include "summary/fresh_places.h"

#include <algorithm>

namespace wt::ownership {

using infer::NamedCell;
using ir::Op;
using ir::TypeId;
using ir::ValueId;

namespace {

bool is_temporary(const NamedCell &cell) {
  return cell.record.find("#llvm:") != std::string::npos;
}

// head->last = &head->first: nobody else holds it for that.
bool is_own_cell(const ir::Function &body, ValueId store) {
  return base_of(body, body.operand(store, 0)) ==
         base_of(body, body.operand(store, 1));
}

std::string name_of_global(const Program &program, ProgramVariableId id) {
  const ProgramVariable &variable = program.variables()[id];
  const ir::Unit &unit = *program.units()[variable.unit];
  return std::string(unit.text(unit.globals[variable.global].name));
}

// Blocks to which control comes while nothing is thrown.
std::vector<bool> blocks_without_exceptions(const ir::Function &body) {
  std::vector<bool> out(body.blocks.size(), false);
  std::vector<ir::BlockId> todo{ir::Function::entry()};
  while (!todo.empty()) {
    ir::BlockId block = todo.back();
    todo.pop_back();
    if (out[block.value])
      continue;
    out[block.value] = true;
    const auto &successors = body.blocks[block].successors;
    bool is_call = body.insts[body.terminator(block)].op == Op::kCall;
    for (std::size_t i = 0; i < successors.size(); ++i)
      if (!(is_call && i == 1))
        todo.push_back(successors[i]);
  }
  return out;
}

} // namespace

// Where one new object gets to.
class Forgotten::Search {
public:
  Search(const Forgotten &in, UserLists &users)
      : in_(in), program_(in.facts_.program), users_(users) {}

  // Why the object of the call is lost with what holds it; "": it is freed, or
  // unknown code may have it.
  std::string run(ProcedureId procedure, const infer::FreshPlace &fresh) {
    made_in_ = procedure;
    if (fresh.place == AccessPath::result())
      start(procedure, fresh.call);
    else
      start_at_address(procedure, fresh);
    while (is_forgotten_ && !todo_.empty() && met_.size() <= kMost) {
      auto [at, role] = todo_.back();
      todo_.pop_back();
      const ir::Function &body = program_.body(at.procedure);
      for (ValueId user : users_of(at))
        for (std::uint32_t i = 0; i < body.insts[user].operand_count; ++i)
          if (body.operand(user, i) == at.value) {
            if (role == Role::kObject)
              use(at, user, i);
            else if (role == Role::kContainer)
              use_container(at, user, i);
            else
              use_address(at, user, i);
          }
    }
    bool is_known = is_forgotten_ && todo_.empty() && are_gone();
    return is_known ? reason_ : "";
  }

private:
  static constexpr std::size_t kMost = 1000;     // values
  static constexpr std::size_t kMostCallers = 4; // one of the other

  const std::vector<ValueId> &users_of(const Place &at) {
    auto [found, is_new] = users_.try_emplace(at.procedure);
    if (is_new)
      found->second = ir::users(program_.body(at.procedure));
    return found->second[at.value.value];
  }

  // What the callee that made it did with it counts, too.
  void start(ProcedureId procedure, ValueId call) {
    go(procedure, call);
    for (ProcedureId callee : infer::followed(program_, procedure, call)) {
      if (!is_looked_through(callee) || !makers_.insert(callee).second)
        continue;
      std::span<const infer::FreshPlace> made =
          in_.facts_.behaviours.in(callee);
      auto is_given_out = [&](const infer::FreshPlace &fresh) {
        return comes_to_return(program_.body(callee), fresh.call);
      };
      bool is_clear = std::ranges::any_of(made, is_given_out);
      for (const infer::FreshPlace &fresh : made)
        if (!is_clear || is_given_out(fresh)) // else it may be only a part
          start(callee, fresh.call);
    }
  }

  // make(&p->name)
  void start_at_address(ProcedureId procedure, const infer::FreshPlace &fresh) {
    auto arguments = program_.body(procedure).arguments(fresh.call);
    PathRoot root = fresh.place.root();
    is_forgotten_ = root.kind == PathRoot::Kind::kParameter &&
                    root.index < arguments.size() &&
                    fresh.place == AccessPath(root).then({}) &&
                    infer::cell_at(program_, procedure, arguments[root.index]);
    if (is_forgotten_)
      put(procedure, arguments[root.index]);
  }

  bool is_looked_through(ProcedureId procedure) const {
    return program_.procedures()[procedure].has_body &&
           !model::model_of(program_, in_.facts_.models, procedure);
  }

  // What a value is: the object, a container that has it, or the address of an
  // element or a local that is the object.
  enum class Role : std::uint8_t { kObject, kContainer, kAddress };

  void go(ProcedureId procedure, ValueId value, Role role = Role::kObject) {
    if (met_.insert({{procedure, value}, role}).second)
      todo_.push_back({{procedure, value}, role});
  }

  void use(const Place &at, ValueId user, std::uint32_t i) {
    const ir::Function &body = program_.body(at.procedure);
    switch (body.insts[user].op) {
    case Op::kField:
      note_own_record(at.procedure, body.field(user));
      go(at.procedure, user);
      return;
    case Op::kCast:
    case Op::kPhi:
      go(at.procedure, user);
      return;
    case Op::kElement:
      if (i == 0)
        go(at.procedure, user);
      return;
    case Op::kSelect:
      if (i > 0)
        go(at.procedure, user);
      return;
    case Op::kStore:
      if (i == 1 && !is_own_cell(body, user))
        put(at.procedure, body.operand(user, 0));
      return;
    case Op::kCall:
      if (i > 0)
        pass(at.procedure, user, i - 1);
      return;
    case Op::kReturn:
      hand_back(at.procedure);
      return;
    case Op::kBinop:
      compute(at, user);
      return;
    case Op::kUnknown:
    case Op::kRethrow:
      is_forgotten_ = false;
      return;
    default:
      return;
    }
  }

  // It is a record of this type.
  void note_own_record(ProcedureId procedure, const ir::FieldRef &field) {
    if (auto cell = infer::field_cell(program_.unit_of(procedure), field))
      own_records_.insert(cell->record);
  }

  // A difference of pointers is a length, a rounded pointer is one still.
  void compute(const Place &at, ValueId binop) {
    const ir::Function &body = program_.body(at.procedure);
    bool is_pointer =
        program_.unit_of(at.procedure)
            .types.is_pointer(body.insts[base_of(body, at.value)].type);
    auto op = static_cast<ir::BinaryOp>(body.insts[binop].code);
    if (!is_pointer || op == ir::BinaryOp::kSub)
      return;
    is_forgotten_ &= op == ir::BinaryOp::kAdd || op == ir::BinaryOp::kAnd;
    go(at.procedure, binop);
  }

  void put(ProcedureId procedure, ValueId address) {
    const ir::Unit &unit = program_.unit_of(procedure);
    const ir::Function &body = program_.body(procedure);
    if (body.insts[address].op == Op::kSlot)
      return go(procedure, address, Role::kAddress);
    if (body.insts[address].op == Op::kCall) {
      is_forgotten_ &= put_at_element(procedure, address);
      return;
    }
    std::optional<NamedCell> cell = in_.cell_of_address(procedure, address);
    is_forgotten_ &= cell.has_value();
    if (!cell)
      return;
    put(*cell);
    ValueId base = base_of(body, address);
    if (body.insts[base].op == Op::kParam &&
        !in_.moved_.contains(cell->record) &&
        is_given_local(procedure, base.value, kMostCallers))
      in_locals_.insert(*cell);
    if (!reason_.empty() || !is_let_go(*cell))
      return;
    if (cell->global.valid())
      reason_ = "'" + name_of_global(program_, cell->global) +
                "' lets go of it without freeing it";
    else
      reason_ = missing_release(
          unit, body.field(address),
          {.has_destructor = in_.destructors_.contains(cell->record)});
  }

  // Does a caller give a local of its own?
  bool is_given_local(ProcedureId procedure, std::uint32_t parameter,
                      std::size_t callers_left) const {
    auto calls = in_.calls_.find(procedure);
    if (calls == in_.calls_.end() || callers_left == 0)
      return false;
    return std::ranges::any_of(calls->second, [&](const Place &call) {
      const ir::Function &body = program_.body(call.procedure);
      std::span<const ValueId> arguments = body.arguments(call.value);
      if (parameter >= arguments.size())
        return false;
      ValueId base = base_of(body, arguments[parameter]);
      if (body.insts[base].op == Op::kParam)
        return is_given_local(call.procedure, base.value, callers_left - 1);
      // What `main` has when it ends is not lost.
      return body.insts[base].op == Op::kSlot &&
             program_.procedures()[call.procedure].link_name != "main";
    });
  }

  // By what is destroyed, by a scope, or by the list that begins there.
  bool is_let_go(const NamedCell &cell) const {
    return in_.walked_off_.contains(cell) || in_locals_.contains(cell) ||
           (!cell.global.valid() && in_.destroyed_.contains(cell.record));
  }

  // Do all that hold it let it go?  Cells of a list that hold each other need
  // not, if the one that holds the first does.
  bool are_gone() {
    bool is_list = std::ranges::any_of(cells_, [&](const NamedCell &cell) {
      return in_.walked_off_.contains(cell);
    });
    return std::ranges::all_of(cells_, [&](const NamedCell &cell) {
      return is_let_go(cell) || is_temporary(cell) ||
             own_records_.contains(cell.record) ||
             (is_list && has_only_last(cell));
    });
  }

  // A global through which only the cell itself is used, not those behind it:
  //   last->next = cell;   last = cell;
  bool has_only_last(const NamedCell &cell) {
    auto loads = in_.loads_.find(cell);
    if (!cell.global.valid() || loads == in_.loads_.end())
      return false;
    return std::ranges::all_of(loads->second, [&](const Place &load) {
      const ir::Function &body = program_.body(load.procedure);
      return std::ranges::all_of(users_of(load), [&](ValueId user) {
        Op op = body.insts[user].op;
        return op == Op::kField || op == Op::kCompare;
      });
    });
  }

  void put(const NamedCell &cell) {
    if (!cells_.insert(cell).second)
      return;
    is_forgotten_ &=
        !in_.spoiled_.contains(cell) && !in_.left_out_.contains(cell.record);
    if (!is_forgotten_)
      return;
    if (auto loads = in_.loads_.find(cell); loads != in_.loads_.end())
      for (const Place &load : loads->second)
        go(load.procedure, load.value);
    if (auto copies = in_.copies_.find(cell.record);
        copies != in_.copies_.end())
      for (const Record &record : copies->second)
        put({record, {}, cell.offset});
  }

  // items_[key] = p
  bool put_at_element(ProcedureId procedure, ValueId call) {
    std::optional<Interface> interface =
        container_interface(in_.facts_, procedure, call);
    std::span<const ValueId> arguments =
        program_.body(procedure).arguments(call);
    for (std::size_t i = 0; interface && i < arguments.size(); ++i) {
      ElementUse use = element_use(*interface, i);
      if (use.is_container && use.gives_address)
        return hold(procedure, arguments[i]);
    }
    return false;
  }

  // A local that holds it, or an element of a container.
  void use_address(const Place &at, ValueId user, std::uint32_t i) {
    const ir::Function &body = program_.body(at.procedure);
    switch (body.insts[user].op) {
    case Op::kLoad:
      go(at.procedure, user);
      return;
    case Op::kCast:
      go(at.procedure, user, Role::kAddress);
      return;
    case Op::kCall: {
      std::optional<Interface> interface =
          i > 0 ? container_interface(in_.facts_, at.procedure, user)
                : std::nullopt;
      is_forgotten_ &= interface && i - 1 < interface->parameters.size() &&
                       interface->parameters[i - 1].is_reference &&
                       insert(at.procedure, user, *interface, i - 1);
      return;
    }
    case Op::kStore:
      is_forgotten_ &= i == 0;
      return;
    case Op::kAssign:
    case Op::kCompare:
    case Op::kScopeEnd:
      return;
    default:
      is_forgotten_ = false;
    }
  }

  // The object becomes an element.  False: the routine does something else.
  bool insert(ProcedureId procedure, ValueId call, const Interface &interface,
              std::size_t element) {
    std::optional<std::size_t> container = container_for(interface, element);
    const ir::Function &body = program_.body(procedure);
    if (!container || *container >= body.arguments(call).size())
      return false;
    ValueId held = body.arguments(call)[*container];
    while (body.insts[held].op == Op::kCast)
      held = body.operand(held, 0);
    ElementUse use = element_use(interface, *container);
    if (use.comes_back)
      go(procedure, call, Role::kContainer);
    if (body.insts[held].op == Op::kNull)
      return use.comes_back;
    if (body.insts[held].op == Op::kLoad)
      held = body.operand(held, 0);
    return hold(procedure, held);
  }

  // The field at the address is, or points to, a container that has the object.
  bool hold(ProcedureId procedure, ValueId address) {
    const ir::Unit &unit = program_.unit_of(procedure);
    const ir::Function &body = program_.body(procedure);
    std::optional<NamedCell> cell;
    if (body.insts[address].op == Op::kField)
      cell = infer::field_cell(unit, body.field(address));
    if (!cell || in_.exposed_.contains(*cell) ||
        in_.left_out_.contains(cell->record) ||
        !in_.destroyed_.contains(cell->record))
      return false;
    if (reason_.empty())
      reason_ = missing_release(
          unit, body.field(address),
          {.has_destructor = in_.destructors_.contains(cell->record),
           .is_container = true});
    if (!containers_.insert(*cell).second)
      return true;
    if (auto loads = in_.loads_.find(*cell); loads != in_.loads_.end())
      for (const Place &load : loads->second)
        go(load.procedure, load.value, Role::kContainer);
    if (auto calls = in_.container_calls_.find(*cell);
        calls != in_.container_calls_.end())
      for (const ContainerCall &use : calls->second)
        call_container(use.call, use.argument);
    return true;
  }

  void call_container(const Place &call, std::uint32_t argument) {
    std::optional<Interface> interface =
        container_interface(in_.facts_, call.procedure, call.value);
    ElementUse use =
        interface ? element_use(*interface, argument) : ElementUse();
    is_forgotten_ &=
        !use.may_release &&
        (use.is_container || is_only_read(call, argument)) &&
        (!use.gives_iterator ||
         only_reads_elements(in_.facts_, call.procedure, call.value));
    if (use.comes_back)
      go(call.procedure, call.value, Role::kContainer);
    if (use.gives_element)
      go(call.procedure, call.value);
    if (use.gives_address)
      go(call.procedure, call.value, Role::kAddress);
  }

  // By the library, with what it leads to.
  bool is_only_read(const Place &call, std::uint32_t argument) const {
    auto callees = infer::followed(program_, call.procedure, call.value);
    return std::ranges::all_of(callees, [&](ProcedureId callee) {
      AccessPath path = AccessPath::parameter(argument);
      for (const AccessPath &at : {path, path.then({})}) {
        Treatment is = treatment(in_.facts_.behaviours.of(callee), at);
        if (is.is_unknown || is.is_freed || is.is_returned)
          return false;
      }
      return true;
    });
  }

  // By its routines, or by hand: what is read there may be an element, or lead
  // to one.
  void use_container(const Place &at, ValueId user, std::uint32_t i) {
    const ir::Function &body = program_.body(at.procedure);
    switch (body.insts[user].op) {
    case Op::kField:
    case Op::kCast:
    case Op::kPhi:
      go(at.procedure, user, Role::kContainer);
      return;
    case Op::kLoad:
      go(at.procedure, user);
      go(at.procedure, user, Role::kContainer);
      return;
    case Op::kStore:
      if (i == 1)
        is_forgotten_ &= hold(at.procedure, body.operand(user, 0));
      return;
    case Op::kCall: {
      auto callees = infer::followed(program_, at.procedure, user);
      if (i == 0 || callees.size() != 1)
        is_forgotten_ = false;
      else if (is_looked_through(callees[0]) &&
               i - 1 < program_.body(callees[0]).param_count)
        go(callees[0], ValueId(i - 1), Role::kContainer);
      else
        call_container({at.procedure, user}, i - 1);
      return;
    }
    case Op::kAssign:
    case Op::kCompare:
    case Op::kBranch:
      return;
    default:
      is_forgotten_ = false;
    }
  }

  void pass(ProcedureId procedure, ValueId call, std::uint32_t argument) {
    std::optional<Interface> interface =
        container_interface(in_.facts_, procedure, call);
    if (interface && argument < interface->parameters.size() &&
        !interface->parameters[argument].is_reference &&
        container_for(*interface, argument)) {
      is_forgotten_ &= insert(procedure, call, *interface, argument);
      return;
    }
    auto callees = infer::followed(program_, procedure, call);
    is_forgotten_ &= !callees.empty();
    ValueId given = program_.body(procedure).arguments(call)[argument];
    for (ProcedureId callee : callees) {
      Treatment is = treatment(in_.facts_.behaviours.of(callee),
                               AccessPath::parameter(argument));
      if (is.is_freed && !is.is_unknown &&
          is_early_free(in_.facts_, procedure, call, given))
        continue;
      if (!is.is_unknown && !is.is_freed) { // it only looks
        if (is.is_returned)
          go(procedure, call);
        continue;
      }
      if (is_looked_through(callee)) {
        is_forgotten_ &= argument < program_.body(callee).param_count;
        if (is_forgotten_)
          go(callee, ValueId(argument));
        continue;
      }
      if (is.is_freed && is_before_the_field(procedure, call, argument))
        continue;
      if (is.is_replaced && !is.is_unknown) { // by one that is the same to us
        go(procedure, call);
        continue;
      }
      is_forgotten_ &= !is.is_unknown && !is.is_freed;
      if (is.is_returned)
        go(procedure, call);
    }
  }

  // The exception of a constructor frees what `new` made: no field has it yet.
  bool is_before_the_field(ProcedureId procedure, ValueId call,
                           std::uint32_t argument) {
    const ir::Function &body = program_.body(procedure);
    ValueId given = base_of(body, body.arguments(call)[argument]);
    if (body.insts[given].op != Op::kCall)
      return false;
    auto [found, is_new] = without_exceptions_.try_emplace(procedure);
    if (is_new)
      found->second = blocks_without_exceptions(body);
    return !found->second[body.insts[call].block.value];
  }

  // Who makes it for others is not asked, but they are.
  void hand_back(ProcedureId procedure) {
    if (makers_.contains(procedure))
      return; // to where it is followed already
    auto calls = in_.calls_.find(procedure);
    is_forgotten_ &= procedure != made_in_ && calls != in_.calls_.end() &&
                     !program_.procedures()[procedure].address_taken;
    if (is_forgotten_)
      for (const Place &call : calls->second)
        go(call.procedure, call.value);
  }

  const Forgotten &in_;
  const Program &program_;
  UserLists &users_;
  ProcedureId made_in_;
  bool is_forgotten_ = true;
  std::string reason_;
  std::set<ProcedureId> makers_;
  std::map<ProcedureId, std::vector<bool>> without_exceptions_;
  std::set<NamedCell> cells_;
  std::set<NamedCell> in_locals_;
  std::set<Record> own_records_; // what it is
  std::set<NamedCell> containers_;
  std::set<std::pair<Place, Role>> met_;
  std::vector<std::pair<Place, Role>> todo_;
};

std::vector<Verdict> Forgotten::in(ProcedureId procedure) const {
  std::vector<Verdict> out;
  UserLists users;
  const ir::Function &body = facts_.program.body(procedure);
  std::vector<bool> held_to_the_end =
      blocks_held_to_the_end(body, facts_.behaviours.of(procedure));
  for (const infer::FreshPlace &fresh : facts_.behaviours.in(procedure)) {
    if (!facts_.models.family(fresh.family).is_reported ||
        held_to_the_end[body.insts[fresh.call].block.value])
      continue;
    std::string reason = Search(*this, users).run(procedure, fresh);
    if (reason.empty())
      continue;
    Verdict verdict;
    verdict.site = site_of(procedure, fresh);
    verdict.kind = kind_of_loss(facts_.models, verdict.site);
    verdict.answer = Verdict::Answer::kLeaks;
    verdict.is_lost_elsewhere = true;
    verdict.reason = std::move(reason);
    verdict.broken = {
        {name_of(Priority::kMember), verdict.reason, verdict.site.value}};
    out.push_back(std::move(verdict));
  }
  return out;
}

} // namespace wt::ownership
