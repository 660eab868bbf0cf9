// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A unit into bytes; see ir/binary.h.  binary_read.cpp reads in the same order
// and under the same names: a change here is a change there, and a new
// kUnitFormat.
//
// Ids are written plus one, so that an invalid one is 0.  Operands are
// written relative to their user and positions relative to the one before,
// because small numbers take one byte and repeat, which compresses well.

#include "ir/binary.h"
#include "ir/binary_layout.h"
#include "support/bytes.h"

namespace wt::ir {

namespace {

class UnitWriter {
public:
  explicit UnitWriter(const Unit &unit) : unit_(unit) {}
  std::string write();

private:
  template <class Tag> void id(Id<Tag> id) {
    out_.number(static_cast<std::uint32_t>(id.value + 1));
  }
  void string(StrId id) { out_.number(id.valid() ? id.value : 0); }
  void position(const SourcePos &pos);
  void strings();
  void types();
  void type(const Type &t);
  void fields(const Type &t);
  void global(const Global &g);
  void function(const Function &f);
  void attributes(const Function &f);
  void inst(const Function &f, ValueId v);
  void extra(const Function &f, const Inst &i);
  void call(const CallInfo &info);
  void blocks(const Function &f);

  const Unit &unit_;
  ByteWriter out_;
  SourcePos last_pos_;
  StrId last_macro_ = StringTable::empty();
};

std::string UnitWriter::write() {
  strings();
  out_.string(unit_.main_file);
  out_.byte(static_cast<std::uint8_t>(unit_.language));
  out_.number(unit_.source_lines);
  out_.number(unit_.files.size());
  for (StrId path : unit_.files)
    string(path);
  types();
  out_.number(unit_.globals.size());
  for (const Global &g : unit_.globals)
    global(g);
  out_.number(unit_.functions.size());
  for (const Function &f : unit_.functions)
    function(f);
  for (const auto *list :
       {&unit_.static_initialisers, &unit_.static_finalisers}) {
    out_.number(list->size());
    for (FunctionId f : *list)
      id(f);
  }
  out_.number(unit_.suppressions.size());
  for (const Suppression &s : unit_.suppressions)
    string(s.text), position(s.pos);
  return out_.take();
}

// All lengths, then all texts.  String 0 is always empty.
void UnitWriter::strings() {
  out_.number(unit_.strings.size() - 1);
  for (std::size_t i = 1; i < unit_.strings.size(); ++i)
    out_.number(unit_.strings[StrId(i)].size());
  for (std::size_t i = 1; i < unit_.strings.size(); ++i)
    out_.bytes(unit_.strings[StrId(i)]);
}

void UnitWriter::position(const SourcePos &pos) {
  bool same_file = pos.file == last_pos_.file;
  std::int64_t lines = std::int64_t(pos.line) - std::int64_t(last_pos_.line);
  out_.signed_number(lines * 2 + !same_file);
  if (!same_file)
    id(pos.file);
  out_.number(pos.column);
  last_pos_ = pos;
}

// Fields come after all types, because they may use any of them.
void UnitWriter::types() {
  out_.number(unit_.types.size());
  for (std::size_t i = kFixedTypes; i < unit_.types.size(); ++i)
    type(unit_.types[TypeId(i)]);
  for (std::size_t i = kFixedTypes; i < unit_.types.size(); ++i)
    if (unit_.types[TypeId(i)].is_complete)
      fields(unit_.types[TypeId(i)]);
}

void UnitWriter::type(const Type &t) {
  out_.byte(static_cast<std::uint8_t>(t.kind));
  out_.byte(flags_of(t, kTypeFlags));
  switch (t.kind) {
  case TypeKind::kInt:
  case TypeKind::kFloat:
    return out_.number(t.width);
  case TypeKind::kPointer:
    return id(t.element);
  case TypeKind::kArray:
    return id(t.element), out_.number(t.count);
  case TypeKind::kRecord:
    return string(t.name), string(t.discriminator);
  case TypeKind::kFunction:
    id(t.element);
    out_.number(t.params.size());
    for (TypeId p : t.params)
      id(p);
    return;
  case TypeKind::kUnknown:
  case TypeKind::kVoid:
    return; // only the two fixed ones have these kinds
  }
}

void UnitWriter::fields(const Type &t) {
  out_.number(t.size);
  out_.number(t.fields.size());
  for (const FieldDecl &f : t.fields) {
    string(f.name), id(f.type);
    out_.number(f.offset), out_.number(f.bit_width);
    out_.byte(f.is_base);
  }
}

void UnitWriter::global(const Global &g) {
  string(g.link_name), string(g.name);
  out_.byte(static_cast<std::uint8_t>(g.linkage));
  out_.byte(flags_of(g, kGlobalFlags));
  id(g.type);
  out_.number(g.size);
  string(g.alias_of), position(g.pos);
  out_.number(g.init.size());
  std::uint64_t offset = 0;
  for (const InitCell &c : g.init) {
    out_.byte(static_cast<std::uint8_t>(c.kind));
    out_.signed_number(static_cast<std::int64_t>(c.offset - offset));
    offset = c.offset;
    out_.signed_number(c.value);
    if (c.kind == InitCell::Kind::kInt)
      out_.number(c.width);
    else if (c.kind == InitCell::Kind::kGlobal)
      id(c.global);
    else
      id(c.function);
  }
  out_.number(g.vtable.size());
  for (const VtableEntry &v : g.vtable)
    string(v.type_id), out_.number(v.offset);
}

void UnitWriter::function(const Function &f) {
  string(f.link_name), string(f.name);
  out_.byte(static_cast<std::uint8_t>(f.linkage));
  out_.byte(static_cast<std::uint8_t>(f.access));
  out_.number(function_flags(f));
  string(f.alias_of);
  id(f.type), id(f.result_type), id(f.parent);
  position(f.pos), position(f.end);
  attributes(f);
  out_.number(f.variables.size());
  for (const Variable &v : f.variables) {
    string(v.name), id(v.type), position(v.pos);
    out_.byte(static_cast<std::uint8_t>(v.is_param | v.is_promoted << 1));
  }
  out_.number(f.param_count);
  out_.number(f.insts.size());
  for (ValueId v : f.insts.ids())
    inst(f, v);
  blocks(f);
}

void UnitWriter::attributes(const Function &f) {
  out_.number(f.attributes.size());
  for (const DeclAttribute &a : f.attributes) {
    out_.byte(static_cast<std::uint8_t>(a.kind));
    string(a.text);
    out_.number(a.args.size());
    for (std::uint32_t n : a.args)
      out_.number(n);
  }
}

void UnitWriter::inst(const Function &f, ValueId v) {
  const Inst &i = f.insts[v];
  bool same_pos = i.pos == last_pos_;
  bool same_macro = i.macro == last_macro_;
  out_.byte(static_cast<std::uint8_t>(
      static_cast<unsigned>(i.op) | (i.is_volatile ? kVolatileBit : 0) |
      (same_pos ? kSamePosBit : 0) | (same_macro ? kSameMacroBit : 0)));
  if (code_count(i.op) > 1)
    out_.byte(i.code);
  id(i.type);
  if (!same_pos)
    position(i.pos);
  if (!same_macro)
    string(last_macro_ = i.macro);
  if (!is_leaf(i.op)) {
    out_.number(i.operand_count);
    for (ValueId operand : f.operands_of(v))
      out_.signed_number(std::int64_t(v.value) - std::int64_t(operand.value));
  }
  extra(f, i);
}

void UnitWriter::extra(const Function &f, const Inst &i) {
  switch (i.op) {
  case Op::kInt:
    return out_.signed_number(f.ints[i.extra]);
  case Op::kField: {
    const FieldRef &ref = f.fields[i.extra];
    id(ref.record);
    out_.number(ref.path.size());
    for (std::uint32_t step : ref.path)
      out_.number(step);
    return out_.signed_number(ref.offset);
  }
  case Op::kCall:
    return call(f.calls[i.extra]);
  case Op::kSwitch: {
    const SwitchInfo &info = f.switches[i.extra];
    string(info.text);
    out_.number(info.cases.size());
    for (std::int64_t value : info.cases)
      out_.signed_number(value);
    return;
  }
  case Op::kPhi: // as many as operands
    for (BlockId b : f.phi_blocks[i.extra])
      out_.number(b.value);
    return;
  default:
    if (has_plain_extra(i.op))
      out_.number(i.extra);
  }
}

void UnitWriter::call(const CallInfo &info) {
  bool is_virtual =
      info.virtual_offset || info.virtual_class != StringTable::empty();
  out_.byte(static_cast<std::uint8_t>(info.has_unwind | info.may_throw << 1 |
                                      info.does_not_return << 2 |
                                      is_virtual << 3));
  if (is_virtual)
    string(info.virtual_class), out_.number(info.virtual_offset);
  id(info.function_type);
}

// Which values are in a block: mostly each follows the one before.
void UnitWriter::blocks(const Function &f) {
  out_.number(f.blocks.size());
  std::int64_t next = 0;
  for (const Block &b : f.blocks) {
    out_.number(b.insts.size());
    for (ValueId v : b.insts) {
      out_.signed_number(next - std::int64_t(v.value));
      next = std::int64_t(v.value) + 1;
    }
    out_.number(b.successors.size());
    for (BlockId to : b.successors)
      out_.number(to.value);
  }
}

} // namespace

std::string write_payload(const Unit &unit) { return UnitWriter(unit).write(); }

} // namespace wt::ir
