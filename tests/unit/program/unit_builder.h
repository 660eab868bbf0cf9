// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How do tests of program/ make small units?
//
//   UnitBuilder a("/p/a.c");
//   FunctionId f = a.define("f"), g = a.declare("g");
//   a.call(f, g);
//   auto program = link_all(std::move(a), ...);
//
// Every function has one block; its return is added by take().

#pragma once

#include "program/program.h"

#include <map>

namespace wt::test {

using ir::FunctionId;
using ir::GlobalId;
using ir::Linkage;
using ir::Op;
using ir::TypeId;
using ir::ValueId;

class UnitBuilder {
public:
  explicit UnitBuilder(std::string file) : unit_(std::make_unique<ir::Unit>()) {
    unit_->main_file = std::move(file);
    pointer_ = unit_->types.pointer_to(ir::TypeTable::void_type());
    int_ = unit_->types.int_type(32, true);
    long_ = unit_->types.int_type(64, true);
  }

  ir::Unit &unit() { return *unit_; }
  ir::Function &function(FunctionId f) { return unit_->functions[f]; }
  TypeId pointer() const { return pointer_; }
  TypeId int_type() const { return int_; }
  static TypeId void_type() { return ir::TypeTable::void_type(); }

  FunctionId declare(std::string_view name,
                     Linkage linkage = Linkage::kExternal) {
    ir::Function f;
    f.link_name = f.name = unit_->strings.intern(name);
    f.linkage = linkage;
    f.type = ir::TypeTable::unknown();
    f.result_type = ir::TypeTable::void_type();
    return unit_->functions.push(std::move(f));
  }
  FunctionId define(std::string_view name, Linkage linkage = Linkage::kExternal,
                    std::vector<TypeId> params = {},
                    TypeId result = ir::TypeTable::void_type()) {
    FunctionId id = declare(name, linkage);
    ir::Function &f = function(id);
    f.result_type = result;
    f.param_count = params.size();
    for (std::uint32_t i = 0; i < params.size(); ++i) {
      f.variables.push({});
      f.add({.op = Op::kParam, .type = params[i], .extra = i}, {});
    }
    f.blocks.push({});
    return id;
  }
  FunctionId alias(std::string_view name, std::string_view target,
                   Linkage linkage = Linkage::kExternal) {
    FunctionId id = declare(name, linkage);
    function(id).alias_of = unit_->strings.intern(target);
    return id;
  }

  GlobalId global(std::string_view name, Linkage linkage = Linkage::kInternal,
                  bool is_definition = true) {
    ir::Global g;
    g.link_name = g.name = unit_->strings.intern(name);
    g.linkage = linkage;
    g.type = ir::TypeTable::unknown();
    g.is_definition = g.init_is_complete = is_definition;
    return unit_->globals.push(std::move(g));
  }
  void cell(GlobalId g, std::uint64_t offset, FunctionId f) {
    ir::InitCell cell;
    cell.kind = ir::InitCell::Kind::kFunction;
    cell.offset = offset;
    cell.function = f;
    unit_->globals[g].init.push_back(cell);
  }
  void cell(GlobalId g, std::uint64_t offset, GlobalId to,
            std::int64_t addend = 0) {
    ir::InitCell cell;
    cell.kind = ir::InitCell::Kind::kGlobal;
    cell.offset = offset;
    cell.global = to;
    cell.value = addend;
    unit_->globals[g].init.push_back(cell);
  }
  void int_cell(GlobalId g, std::uint64_t offset, std::uint32_t width,
                std::int64_t value) {
    unit_->globals[g].init.push_back(
        {ir::InitCell::Kind::kInt, offset, width, value, {}, {}});
  }
  void vtable_entry(GlobalId g, std::string_view type_id,
                    std::uint64_t offset) {
    unit_->globals[g].vtable.push_back(
        {unit_->strings.intern(type_id), offset});
  }

  ValueId leaf(FunctionId f, Op op, std::uint32_t extra = 0) {
    return function(f).add({.op = op, .type = pointer_, .extra = extra}, {});
  }
  ValueId address(FunctionId f, GlobalId g) {
    return leaf(f, Op::kGlobal, g.value);
  }
  ValueId address(FunctionId f, FunctionId g) {
    return leaf(f, Op::kFunction, g.value);
  }
  ValueId number(FunctionId f, std::int64_t value) {
    return function(f).int_constant(value, long_);
  }
  ValueId inst(FunctionId f, Op op, std::initializer_list<ValueId> operands,
               std::uint32_t extra = 0) {
    return function(f).append(
        ir::BlockId(0), {.op = op, .type = pointer_, .extra = extra}, operands);
  }
  ValueId load(FunctionId f, ValueId from) {
    return inst(f, Op::kLoad, {from});
  }
  ValueId field(FunctionId f, ValueId base, std::int64_t offset) {
    function(f).fields.push_back({ir::TypeTable::unknown(), {}, offset});
    return inst(f, Op::kField, {base}, function(f).fields.size() - 1);
  }
  ValueId call_value(FunctionId f, ValueId callee,
                     std::vector<ValueId> arguments = {},
                     ir::CallInfo info = {},
                     TypeId type = ir::TypeTable::void_type()) {
    ir::Function &caller = function(f);
    caller.calls.push_back(std::move(info));
    arguments.insert(arguments.begin(), callee);
    auto extra = static_cast<std::uint32_t>(caller.calls.size() - 1);
    return caller.append(ir::BlockId(0),
                         {.op = Op::kCall, .type = type, .extra = extra},
                         std::span<const ValueId>(arguments));
  }
  ValueId call(FunctionId f, FunctionId callee) {
    return call_value(f, address(f, callee));
  }
  ValueId virtual_call(FunctionId f, std::string_view type_id,
                       std::uint32_t offset) {
    ir::CallInfo info;
    info.virtual_class = unit_->strings.intern(type_id);
    info.virtual_offset = offset;
    return call_value(f, leaf(f, Op::kUndef), {}, info);
  }

  std::unique_ptr<const ir::Unit> take() {
    for (FunctionId f : unit_->functions.ids())
      if (!function(f).is_declaration())
        function(f).append(ir::BlockId(0), {.op = Op::kReturn}, {});
    return std::move(unit_);
  }

private:
  std::unique_ptr<ir::Unit> unit_;
  TypeId pointer_, int_, long_;
};

template <class... Builders>
std::unique_ptr<const Program> link_all(Builders &&...builders) {
  std::vector<std::unique_ptr<const ir::Unit>> units;
  (units.push_back(builders.take()), ...);
  return link(std::move(units));
}

inline UnitId unit_named(const Program &program, std::string_view file) {
  for (UnitId u : program.units().ids())
    if (program.units()[u]->main_file == file)
      return u;
  return UnitId();
}

// "a.c:f b.c:g": procedures as file and name, in the given order.
inline std::string names(const Program &program,
                         std::span<const ProcedureId> procedures) {
  std::string out;
  for (ProcedureId p : procedures) {
    std::string_view file = program.unit_of(p).main_file;
    out += out.empty() ? "" : " ";
    out += file.substr(file.rfind('/') + 1);
    out += ':';
    out += program.procedures()[p].link_name;
  }
  return out;
}

// The targets of the n-th call of the named procedure.
inline CallTargets targets(const Program &program, std::string_view caller,
                           std::size_t n = 0) {
  ProcedureId p = *program.find(caller);
  const ir::Function &f = program.body(p);
  for (ValueId v : f.insts.ids())
    if (f.insts[v].op == Op::kCall && n-- == 0)
      return program.targets(p, v);
  return {};
}

} // namespace wt::test
