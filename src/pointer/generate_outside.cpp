// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What comes from code that has no body here, and what is given to it: the
// library with its models, and outside.  See generate.h.
//
// Tested by tests/unit/pointer/outside_test.cpp and models_test.cpp.

#include "pointer/generator.h"
#include "pointer/layout.h"

#include <algorithm>

namespace wt::pointer {

bool is_done_outside(const ir::Unit &unit, const ir::Function &f,
                     ir::ValueId v) {
  if (f.insts[v].op != ir::Op::kUnknown)
    return false;
  const std::string &why = unit.text(StrId(f.insts[v].extra));
  if (why == kVaStart || why == kTypeId)
    return false;
  return std::ranges::any_of(f.operands_of(v), [&](ir::ValueId operand) {
    ir::TypeId type = f.insts[operand].type;
    return may_be_pointer(unit.types, type) && !unit.types.is_int(type);
  });
}

// Is all code here but that of libraries with models?
bool Generator::is_whole_program() const {
  if (!has_main_)
    return false;
  for (ProcedureId p : program_.procedures().ids())
    if (!program_.procedures()[p].has_body && !system_.models[p] &&
        !program_.callers(p).empty())
      return false;
  return true;
}

// Something in the program does what nothing explains, to pointers.
bool Generator::has_unknown_code() const {
  for (ProcedureId p : program_.procedures().ids()) {
    const Procedure &procedure = program_.procedures()[p];
    if (!procedure.has_body && !system_.models[p] && procedure.address_taken)
      return true;
    if (!procedure.has_body)
      continue;
    const ir::Function &f = program_.body(p);
    const ir::Unit &unit = program_.unit_of(p);
    for (ir::ValueId v : f.insts.ids())
      if (f.insts[v].block.valid() && is_done_outside(unit, f, v))
        return true;
  }
  return false;
}

// Outside reads and writes everything it can reach, and calls it; the library
// only calls it.
void Generator::add_outside() {
  ObjectId outside = add_object({.is_one_location = true, .is_function = true},
                                {.kind = ObjectKind::kOutside});
  outside_ = pointer_to(outside);
  escaped_ = constraints_.add_node();
  constraints_.set_outside(outside, escaped_);
  constraints_.indirect_call(escaped_, kFromOutside);

  if (is_outside_used_)
    unite_library_and_outside();
  else
    add_library();
  exceptions_ = constraints_.add_node();
  copy(exceptions_, library_);
  system_.library = library_;
}

// Code outside can use the library: the two then know the same.
void Generator::unite_library_and_outside() {
  kept_ = kept_functions_ = escaped_;
  strings_ = library_ = tables_ = outside_;
  arguments_ = library_memory_ = library_tables_ = outside_;
}

// Three kinds of pointers come out of the library, each with those before:
// strings, which hold no pointers; its memory; its functions and tables of
// them.  What models call kept may come back as each; functions that were given
// to the library only as the last.
void Generator::add_library() {
  auto add = [&](Object layout) {
    layout.is_one_location = true;
    return add_object(std::move(layout), {.kind = ObjectKind::kLibrary});
  };
  kept_ = constraints_.add_node();
  strings_ = constraints_.add_node();
  copy(strings_, kept_);
  constraints_.address_of(strings_, add({.holds_nothing = true}));
  arguments_ = pointer_to(add({}));
  constraints_.store(arguments_, strings_);

  library_ = constraints_.add_node();
  library_memory_ = pointer_to(add({.is_function = true}));
  copy(library_, strings_);
  copy(library_, library_memory_);
  constraints_.store(library_memory_, library_);

  library_code_ = add({.is_function = true, .holds_nothing = true});
  tables_ = kept_functions_ = constraints_.add_node();
  library_tables_ = pointer_to(add({}));
  constraints_.address_of(tables_, library_code_);
  copy(tables_, library_);
  copy(tables_, library_tables_);
  constraints_.store(library_tables_, tables_);

  NodeId reached = constraints_.add_node();
  copy(reached, tables_);
  constraints_.load_all(reached, reached);
  constraints_.indirect_call(reached, kFromLibrary);
}

// What the library hands out as a pointer of this type.
NodeId Generator::from_library(const ir::TypeTable &types,
                               ir::TypeId type) const {
  if (types.is_int(type))
    return NodeId();
  bool is_record = types[types.pointee(type)].kind == ir::TypeKind::kRecord;
  switch (pointee_of(types, type)) {
  case Pointee::kPlain:
    return strings_;
  case Pointee::kPointers:
    return library_;
  case Pointee::kAnything: // an opaque record is memory, whatever is in it
    return is_record ? library_ : tables_;
  default:
    return tables_;
  }
}

// What it leaves in memory that holds pointers, as a pointer to some.
NodeId Generator::from_library_memory(const ir::TypeTable &types,
                                      ir::TypeId pointer) const {
  ir::TypeId held = types.pointee(pointer);
  NodeId value = types.is_pointer(held) ? from_library(types, held)
                 : pointee_of(types, pointer) == Pointee::kTables ? tables_
                                                                  : library_;
  return value == strings_   ? arguments_
         : value == library_ ? library_memory_
                             : library_tables_;
}

// From now on there is code outside, which can use the library as well.  Rare:
// nearly always it is known from the start.
void Generator::use_outside() {
  if (is_outside_used_)
    return;
  is_outside_used_ = true;
  copy(escaped_, tables_);
  copy(escaped_, arguments_);
  copy(kept_, outside_);
}

} // namespace wt::pointer
