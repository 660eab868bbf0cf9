// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constraints of calls.  See generate.h.
//
// A call through a pointer is a token for the solver, which reports every
// function that reaches it.  Tokens are numbered from 1; two others stand for
// outside and the library, which call whatever they get hold of.
//
// Tested by tests/unit/pointer/calls_test.cpp.

#include "pointer/generator.h"
#include "pointer/layout.h"

#include <algorithm>

namespace wt::pointer {

using ir::Op;
using ir::ValueId;

namespace {

// Does the body turn numbers into pointers?
bool makes_pointers(const ir::Function &f) {
  return std::ranges::any_of(f.insts, [](const ir::Inst &inst) {
    return inst.op == Op::kCast &&
           static_cast<ir::CastKind>(inst.code) == ir::CastKind::kIntToPtr;
  });
}

} // namespace

Generator::CallView Generator::view(ContextId context, ValueId call) const {
  const ir::Function &f = function_of(context);
  CallView out{context, call, {}, node(context, call)};
  for (ValueId argument : f.arguments(call))
    out.arguments.push_back(node(context, argument));
  return out;
}

void Generator::call(ContextId context, ValueId v) {
  const ir::Function &f = function_of(context);
  ProcedureId caller = system_.contexts[context].procedure;
  CallView view = this->view(context, v);
  if (ProcedureId callee = clones_->clone_of(caller, v); callee.valid())
    return enter(view, add_context(callee, context, v));
  CallTargets targets = program_.targets(caller, v);
  bool is_direct = f.insts[f.callee(v)].op == Op::kFunction;
  bool is_virtual = f.call(v).virtual_class.valid() &&
                    f.call(v).virtual_class != StringTable::empty();
  if (is_direct || (targets.certainty == CallTargets::Certainty::kExact &&
                    !is_virtual && !targets.procedures.empty())) {
    for (ProcedureId callee : targets.procedures)
      connect(view, callee);
    return;
  }
  call_through(view, node(context, f.callee(v)), false);
}

void Generator::connect(const CallView &view, ProcedureId callee) {
  if (const model::FunctionModel *model = system_.models[callee])
    apply(view, callee, *model);
  else if (program_.procedures()[callee].has_body)
    enter(view, ContextId(callee.value));
  else
    call_outside(view);
}

void Generator::enter(const CallView &view, ContextId callee) {
  const ir::Function &f = function_of(callee);
  const ir::Function &caller = function_of(view.context);
  const Frame &frame = frames_[callee];
  for (std::size_t i = 0; i < view.arguments.size(); ++i) {
    NodeId argument = view.arguments[i];
    if (!argument.valid())
      continue;
    if (i < f.param_count) {
      copy(node(callee, ValueId(i)), argument);
    } else if (frame.varargs.valid()) {
      constraints_.store(frame.varargs, argument);
      // A struct is passed as the address of a copy and read as itself.
      std::span<const ValueId> values = caller.arguments(view.call);
      if (i < values.size() && caller.insts[values[i]].op == Op::kSlot)
        constraints_.memcopy(frame.varargs, argument);
    }
  }
  copy(view.result, frame.result);
}

void Generator::call_outside(const CallView &view) {
  use_outside();
  for (NodeId argument : view.arguments)
    copy(escaped_, argument);
  copy(view.result, outside_);
}

// A function that the library handed out.
void Generator::call_library(const CallView &view) {
  for (NodeId argument : view.arguments) {
    copy(kept_, argument);
    if (argument.valid())
      constraints_.store_all(argument, library_);
  }
  copy(view.result, tables_);
}

// `world`: outside, the library or nowhere.
void Generator::call_from(NodeId world, ProcedureId p) {
  ContextId context(p.value);
  const ir::Function &f = function_of(context);
  bool has_numbers_as_pointers = makes_pointers(f);
  for (std::uint32_t i = 0; i < f.param_count; ++i)
    if (has_numbers_as_pointers ||
        !unit_of(context).types.is_int(f.insts[ValueId(i)].type))
      copy(node(context, ValueId(i)), world);
  if (frames_[context].varargs.valid())
    constraints_.store(frames_[context].varargs, world);
  if ((world == outside_ || world == library_) &&
      may_be_pointer(unit_of(context).types, f.result_type))
    copy(world == outside_ ? escaped_ : kept_, frames_[context].result);
}

void Generator::call_through(const CallView &view, NodeId pointer,
                             bool is_by_model) {
  system_.indirect_sites.push_back(
      {.context = view.context,
       .call = view.call,
       .argument_count = static_cast<std::uint32_t>(view.arguments.size()),
       .is_by_model = is_by_model});
  indirect_calls_.push_back(view);
  is_library_called_.push_back(false);
  if (pointer.valid())
    constraints_.indirect_call(
        pointer, static_cast<std::uint32_t>(indirect_calls_.size()));
}

bool takes(const ir::Function &callee, std::uint32_t arguments) {
  return callee.is_declaration() || callee.param_count <= arguments;
}

// A virtual call of a class whose overriders are known.
bool is_bound_to_class(const Program &program, ProcedureId caller,
                       const IndirectSite &site) {
  if (site.is_by_model)
    return false;
  StrId name = program.body(caller).call(site.call).virtual_class;
  return name.valid() && name != StringTable::empty() &&
         !program.targets(caller, site.call).procedures.empty();
}

bool fits(const Program &program, ProcedureId caller, const IndirectSite &site,
          ProcedureId callee) {
  if (!site.is_by_model &&
      std::ranges::binary_search(program.targets(caller, site.call).procedures,
                                 callee))
    return true;
  return takes(program.body(callee), site.argument_count) &&
         !is_bound_to_class(program, caller, site);
}

void Generator::on_function(std::uint32_t token, ObjectId function) {
  const ObjectInfo info = system_.objects[function];
  if (token == kFromOutside || token == kFromLibrary) {
    if (info.kind == ObjectKind::kFunction &&
        program_.procedures()[info.procedure].has_body) {
      system_.called_back.push_back(info.procedure);
      call_from(token == kFromOutside ? outside_ : library_, info.procedure);
    }
    return;
  }
  IndirectSite &site = system_.indirect_sites[token - 1];
  const CallView view = indirect_calls_[token - 1]; // the list may grow
  if (info.kind == ObjectKind::kLibrary && function != library_code_) {
    is_library_called_[token - 1] = true;
    return;
  }
  if (info.kind != ObjectKind::kFunction) {
    site.reaches_outside = true;
    site.is_from_outside |= info.kind == ObjectKind::kOutside;
    return info.kind == ObjectKind::kLibrary ? call_library(view)
                                             : call_outside(view);
  }
  if (!fits(program_, system_.contexts[site.context].procedure, site,
            info.procedure))
    return;
  site.targets.push_back(info.procedure);
  connect(view, info.procedure);
}

// Pointers that never hold a function: whatever has the right type.  Memory of
// the library is no function, unless nothing else is there to be called.
bool Generator::on_fixpoint() {
  bool changed = false;
  for (std::size_t i = 0; i < system_.indirect_sites.size(); ++i) {
    IndirectSite &site = system_.indirect_sites[i];
    if (!site.targets.empty() || site.is_from_outside || site.fell_back ||
        site.is_by_model)
      continue;
    site.fell_back = true;
    const CallView view = indirect_calls_[i];
    CallTargets candidates =
        program_.targets(system_.contexts[site.context].procedure, site.call);
    site.targets.assign(candidates.procedures.begin(),
                        candidates.procedures.end());
    for (ProcedureId callee : candidates.procedures)
      connect(view, callee);
    if (is_library_called_[i]) {
      site.reaches_outside = true;
      call_library(view);
    }
    if (!site.reaches_outside && candidates.procedures.empty() && !is_whole_)
      call_outside(view); // nothing is known of it
    changed = true;
  }
  return changed;
}

} // namespace wt::pointer
