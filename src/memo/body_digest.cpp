// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Digests of bodies: see body_digest.h.

#include "memo/body_digest.h"

#include "program/scc.h"

#include <algorithm>

namespace wt::memo {

namespace {

using ir::Op;

template <class Choice> std::uint64_t number(Choice choice) {
  return static_cast<std::uint64_t>(choice);
}

// Without what it is made of.
void add_own(DigestBuilder &out, const ir::Type &type,
             const IdMap<StrId, std::uint64_t> &texts) {
  out.add(number(type.kind) | number(type.is_signed) << 8 |
          number(type.const_pointee) << 9 | number(type.is_union) << 10 |
          number(type.is_complete) << 11 | number(type.is_variadic) << 12)
      .add(number(type.width))
      .add(type.count)
      .add(type.size)
      .add(texts[type.name])
      .add(texts[type.discriminator])
      .add(type.fields.size())
      .add(type.params.size());
  for (const ir::FieldDecl &field : type.fields)
    out.add(texts[field.name])
        .add(field.offset)
        .add(number(field.bit_width) << 1 | number(field.is_base));
}

// The types that it names, in their order.
template <class Each> void each_part(const ir::Type &type, Each each) {
  each(type.element);
  for (const ir::FieldDecl &field : type.fields)
    each(field.type);
  for (ir::TypeId param : type.params)
    each(param);
}

} // namespace

UnitDigests::UnitDigests(const Program &program, const Names &names,
                         UnitId unit)
    : program_(program), names_(names), id_(unit),
      unit_(*program.units()[unit]) {
  texts_.reserve(unit_.strings.size());
  for (std::size_t i = 0; i < unit_.strings.size(); ++i)
    texts_.push(digest_of(unit_.strings[StrId(i)]).low);
  find_types();
}

// A type is what it says itself and what its parts are.  Types that are made of
// each other are told by all of them, each by where it comes in the walk.
void UnitDigests::find_types() {
  const ir::TypeTable &types = unit_.types;
  Adjacency<ProcedureId, ProcedureId> graph; // of types, by number
  DigestBuilder all;
  for (ir::TypeId id : types.ids()) {
    all.add(number(id.value));
    add_own(all, types[id], texts_);
    each_part(types[id], [&](ir::TypeId part) {
      all.add(number(part.value));
      if (part.valid())
        graph.add(ProcedureId(part.value));
    });
    graph.end_node();
  }
  all_types_ = all.finish();
  types_.resize(types.size());
  auto own = [&](ir::TypeId id) {
    DigestBuilder out;
    add_own(out, types[id], texts_);
    return out.finish().low;
  };
  for (const std::vector<ProcedureId> &members : components(graph)) {
    // Members in their order among equals: by what each says itself.
    std::vector<std::uint64_t> said;
    for (ProcedureId member : members)
      said.push_back(own(ir::TypeId(member.value)));
    std::vector<std::uint64_t> sorted = said;
    std::ranges::sort(sorted);
    DigestBuilder whole;
    for (std::uint64_t one : sorted)
      whole.add(one);
    std::vector<std::uint64_t> below;
    for (ProcedureId member : members)
      each_part(types[ir::TypeId(member.value)], [&](ir::TypeId part) {
        if (part.valid() &&
            !std::ranges::binary_search(members, ProcedureId(part.value)))
          below.push_back(types_[part]);
      });
    std::ranges::sort(below);
    for (std::uint64_t one : below)
      whole.add(one);
    std::uint64_t component = whole.finish().low;
    for (std::size_t i = 0; i < members.size(); ++i) {
      ir::TypeId id(members[i].value);
      DigestBuilder out;
      out.add(component).add(said[i]);
      each_part(types[id], [&](ir::TypeId part) {
        if (!part.valid())
          out.add(std::uint64_t(0));
        else if (auto at =
                     std::ranges::lower_bound(members, ProcedureId(part.value));
                 at != members.end() && at->value == part.value)
          out.add(said[static_cast<std::size_t>(at - members.begin())]);
        else
          out.add(types_[part]);
      });
      types_[id] = out.finish().low;
    }
  }
}

std::uint64_t UnitDigests::text(StrId id) const {
  return id.valid() ? texts_[id] : 0;
}

std::uint64_t UnitDigests::type(ir::TypeId id) const {
  return id.valid() ? types_[id] : 0;
}

Digest UnitDigests::types() const { return all_types_; }

void UnitDigests::add_header(DigestBuilder &out, const ir::Function &f) const {
  std::uint64_t flags = 0;
  for (bool flag :
       {f.is_variadic, f.does_not_return, f.may_throw, f.is_constructor,
        f.is_destructor, f.is_virtual, f.is_method, f.returns_by_slot,
        f.address_taken, f.is_implicit, f.is_declaration()})
    flags = flags << 1 | number(flag);
  out.add(text(f.link_name))
      .add(text(f.name))
      .add(number(f.linkage) << 8 | number(f.access))
      .add(flags)
      .add(text(f.alias_of))
      .add(type(f.type))
      .add(type(f.result_type))
      .add(type(f.parent))
      .add(number(f.param_count))
      .add(f.attributes.size());
  for (const ir::DeclAttribute &attribute : f.attributes) {
    out.add(number(attribute.kind))
        .add(text(attribute.text))
        .add(attribute.args.size());
    for (std::uint32_t argument : attribute.args)
      out.add(number(argument));
  }
}

void UnitDigests::add_pos(DigestBuilder &out, const ir::Function &f,
                          const SourcePos &pos) const {
  if (!pos.file.valid()) {
    out.add(std::uint64_t(1));
    return;
  }
  bool is_same_file = pos.file == f.pos.file;
  // Of a macro or an inlined piece elsewhere the line is as it is, and so are
  // those of the function: the order of both may matter.
  std::uint64_t line = is_same_file ? number(pos.line) - number(f.pos.line)
                                    : number(pos.line) << 32 | f.pos.line;
  out.add(is_same_file
              ? std::uint64_t(0)
              : digest_of(names_.relative(unit_.file_name(pos.file))).low)
      .add(line)
      .add(number(pos.column));
}

void UnitDigests::add_extra(DigestBuilder &out, const ir::Function &f,
                            ir::ValueId v) const {
  switch (f.insts[v].op) {
  case Op::kInt:
    out.add(static_cast<std::uint64_t>(f.int_value(v)));
    return;
  case Op::kGlobal:
    out.add(names_.of(program_.variable(id_, f.global(v))))
        .add(global(f.global(v)).low);
    return;
  case Op::kFunction:
    out.add(names_.of(program_.procedure(id_, f.function(v))))
        .add(header(f.function(v)).low);
    return;
  case Op::kField: {
    const ir::FieldRef &field = f.field(v);
    out.add(type(field.record))
        .add(static_cast<std::uint64_t>(field.offset))
        .add(field.path.size());
    for (std::uint32_t index : field.path)
      out.add(number(index));
    return;
  }
  case Op::kPhi:
    for (ir::BlockId block : f.incoming(v))
      out.add(number(block.value));
    return;
  case Op::kCall: {
    const ir::CallInfo &call = f.call(v);
    out.add(number(call.has_unwind) | number(call.may_throw) << 1 |
            number(call.does_not_return) << 2)
        .add(text(call.virtual_class))
        .add(number(call.virtual_offset))
        .add(type(call.function_type));
    return;
  }
  case Op::kSwitch: {
    const ir::SwitchInfo &info = f.switch_info(v);
    out.add(text(info.text)).add(info.cases.size());
    for (std::int64_t one : info.cases)
      out.add(static_cast<std::uint64_t>(one));
    return;
  }
  case Op::kUnknown:
  case Op::kBranch:
    out.add(f.insts[v].extra < texts_.size() ? texts_[StrId(f.insts[v].extra)]
                                             : number(f.insts[v].extra));
    return;
  default: // numbers, and variables of the function
    out.add(number(f.insts[v].extra));
    return;
  }
}

void UnitDigests::add_inst(DigestBuilder &out, const ir::Function &f,
                           ir::ValueId v) const {
  const ir::Inst &inst = f.insts[v];
  out.add(number(inst.op) | number(inst.code) << 8 |
          number(inst.is_volatile) << 16 | number(inst.block.value) << 32)
      .add(type(inst.type))
      .add(text(inst.macro))
      .add(number(inst.operand_count));
  for (ir::ValueId operand : f.operands_of(v))
    out.add(number(operand.value));
  add_extra(out, f, v);
  add_pos(out, f, inst.pos);
}

Digest UnitDigests::body(ir::FunctionId id) const {
  const ir::Function &f = unit_.functions[id];
  DigestBuilder out;
  add_header(out, f);
  add_pos(out, f, f.end);
  out.add(number(unit_.language)).add(f.insts.size());
  for (ir::ValueId v : f.insts.ids())
    add_inst(out, f, v);
  out.add(f.blocks.size());
  for (const ir::Block &block : f.blocks) {
    out.add(block.insts.size());
    for (ir::ValueId v : block.insts)
      out.add(number(v.value));
    out.add(block.successors.size());
    for (ir::BlockId next : block.successors)
      out.add(number(next.value));
  }
  out.add(f.variables.size());
  for (const ir::Variable &variable : f.variables) {
    out.add(text(variable.name))
        .add(type(variable.type))
        .add(number(variable.is_param) | number(variable.is_promoted) << 1);
    add_pos(out, f, variable.pos);
  }
  return out.finish();
}

Digest UnitDigests::header(ir::FunctionId id) const {
  DigestBuilder out;
  add_header(out, unit_.functions[id]);
  return out.finish();
}

Digest UnitDigests::global(ir::GlobalId id) const {
  const ir::Global &g = unit_.globals[id];
  bool is_literal =
      g.linkage == ir::Linkage::kInternal && unit_.text(g.name).empty();
  DigestBuilder out;
  out.add(is_literal ? std::uint64_t(0)
                     : text(g.link_name)) // a literal has only a number
      .add(text(g.name))
      .add(number(g.linkage) | number(g.is_definition) << 8 |
           number(g.is_constant) << 9 | number(g.is_thread_local) << 10 |
           number(g.init_is_complete) << 11)
      .add(type(g.type))
      .add(g.size)
      .add(text(g.alias_of))
      .add(g.init.size())
      .add(g.vtable.size());
  for (const ir::InitCell &cell : g.init) {
    out.add(number(cell.kind))
        .add(cell.offset)
        .add(number(cell.width))
        .add(static_cast<std::uint64_t>(cell.value));
    if (cell.kind == ir::InitCell::Kind::kGlobal)
      out.add(names_.of(program_.variable(id_, cell.global)));
    if (cell.kind == ir::InitCell::Kind::kFunction)
      out.add(names_.of(program_.procedure(id_, cell.function)));
  }
  for (const ir::VtableEntry &entry : g.vtable)
    out.add(text(entry.type_id)).add(entry.offset);
  return out.finish();
}

} // namespace wt::memo
