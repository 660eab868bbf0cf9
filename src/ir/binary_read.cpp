// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytes into a unit; see ir/binary.h.  Reads what binary_write.cpp writes, in
// the same order.
//
// The bytes are not trusted.  Reading out of bounds is ByteReader's business;
// here everything is checked that building the tables relies on (types made
// of earlier types, blocks that list values that exist), and at the end
// first_shape_error() looks at the rest.

#include "ir/binary.h"
#include "ir/binary_layout.h"
#include "ir/verify.h"
#include "support/bytes.h"

#include <algorithm>

namespace wt::ir {

namespace {

constexpr unsigned kMaxTypeDepth = 1000; // readers of types recurse

// The value `distance` before `n`; unsigned, because the distance may be
// anything.  Invalid when that is no id.
ValueId behind(std::uint64_t n, std::int64_t distance) {
  n -= static_cast<std::uint64_t>(distance);
  return n < UINT32_MAX ? ValueId(n) : ValueId();
}

class UnitReader {
public:
  explicit UnitReader(std::string_view payload) : in_(payload) {}
  Result<Unit> read();

private:
  template <class I> I id() { return I(in_.small_number() - 1); }
  StrId string();
  SourcePos position();
  template <class E> E enumerator(unsigned count);
  template <class T, class Read>
  void list(std::vector<T> &out, std::size_t least, Read read);
  void strings();
  bool types();
  TypeId type(std::size_t index, bool &is_complete);
  void fields(TypeId record);
  void global();
  InitCell cell(std::uint64_t &offset);
  void function();
  void attributes(Function &f);
  void inst(Function &f);
  void extra(Function &f, Inst &i);
  CallInfo call();
  void blocks(Function &f);
  void block(Function &f, std::uint64_t &next);

  ByteReader in_;
  Unit unit_;
  SourcePos last_pos_;
  StrId last_macro_ = StringTable::empty();
  std::vector<unsigned> type_depths_;
};

Result<Unit> UnitReader::read() {
  strings();
  unit_.main_file = in_.string();
  unit_.language = enumerator<Language>(2);
  unit_.source_lines = in_.number();
  for (std::size_t n = in_.count(); n; --n)
    unit_.files.push(string());
  if (!types())
    return fail("stored unit is damaged: its types are inconsistent");
  for (std::size_t n = in_.count(8); n; --n)
    global();
  std::size_t functions = in_.count(16);
  unit_.functions.reserve(functions);
  for (; functions && !in_.failed(); --functions)
    function();
  for (auto *to : {&unit_.static_initialisers, &unit_.static_finalisers})
    list(*to, 1, [&] { return id<FunctionId>(); });
  list(unit_.suppressions, 3, [&] {
    Suppression s;
    s.text = string();
    s.pos = position();
    return s;
  });
  if (in_.failed() || in_.left())
    return fail("stored unit is damaged: its contents do not fit");
  if (auto problem = first_shape_error(unit_))
    return fail("stored unit is damaged: " + *problem);
  return std::move(unit_);
}

StrId UnitReader::string() {
  std::uint32_t n = in_.small_number();
  if (n >= unit_.strings.size())
    return in_.fail(), StringTable::empty();
  return StrId(n);
}

template <class E> E UnitReader::enumerator(unsigned count) {
  unsigned n = in_.byte();
  if (n >= count)
    return in_.fail(), E(0);
  return E(n);
}

// A vector whose items take at least `least` bytes each.
template <class T, class Read>
void UnitReader::list(std::vector<T> &out, std::size_t least, Read read) {
  std::size_t n = in_.count(least);
  out.reserve(n);
  for (; n; --n)
    out.push_back(read());
}

SourcePos UnitReader::position() {
  std::int64_t first = in_.signed_number();
  if (first & 1)
    last_pos_.file = id<FileId>();
  std::int64_t lines = first >> 1;
  last_pos_.line += static_cast<std::uint32_t>(lines);
  last_pos_.column = in_.small_number();
  return last_pos_;
}

void UnitReader::strings() {
  std::size_t count = in_.count();
  std::vector<std::size_t> lengths(count);
  for (std::size_t &n : lengths)
    n = in_.count();
  for (std::size_t i = 0; i < count; ++i)
    if (unit_.strings.intern(in_.bytes(lengths[i])) != StrId(i + 1))
      return in_.fail(); // the same text twice
}

// --- types ---

bool UnitReader::types() {
  std::size_t count = in_.count();
  std::vector<TypeId> complete;
  type_depths_.assign(kFixedTypes, 0);
  for (std::size_t i = kFixedTypes; i < count; ++i) {
    bool is_complete = false;
    if (type(i, is_complete) != TypeId(i) || in_.failed() ||
        type_depths_.back() > kMaxTypeDepth)
      return false;
    if (is_complete)
      complete.push_back(TypeId(i));
  }
  for (TypeId record : complete)
    fields(record);
  return true;
}

// Invalid when it is made of a type that does not come before it.
TypeId UnitReader::type(std::size_t index, bool &is_complete) {
  auto kind = enumerator<TypeKind>(unsigned(TypeKind::kFunction) + 1);
  Type flags;
  set_flags(flags, kTypeFlags, in_.byte());
  unsigned depth = 0;
  bool is_bad = false;
  auto part = [&] {
    TypeId id = this->id<TypeId>();
    if (id.value >= index)
      return is_bad = true, TypeTable::unknown();
    depth = std::max(depth, type_depths_[id.value] + 1);
    return id;
  };
  TypeId made;
  if (kind == TypeKind::kInt) {
    made = unit_.types.int_type(in_.small_number(), flags.is_signed);
  } else if (kind == TypeKind::kFloat) {
    made = unit_.types.float_type(in_.small_number());
  } else if (kind == TypeKind::kPointer) {
    made = unit_.types.pointer_to(part(), flags.const_pointee);
  } else if (kind == TypeKind::kArray) {
    TypeId element = part();
    made = unit_.types.array_of(element, in_.number());
  } else if (kind == TypeKind::kRecord) {
    StrId name = string();
    made = unit_.types.record(name, string(), flags.is_union);
    is_complete = flags.is_complete;
  } else if (kind == TypeKind::kFunction) {
    TypeId result = part();
    std::vector<TypeId> params;
    list(params, 1, part);
    made = unit_.types.function(result, std::move(params), flags.is_variadic);
  }
  type_depths_.push_back(depth);
  return is_bad ? TypeId() : made;
}

void UnitReader::fields(TypeId record) {
  std::uint64_t size = in_.number();
  std::vector<FieldDecl> fields;
  list(fields, 5, [&] {
    FieldDecl f;
    f.name = string();
    f.type = id<TypeId>();
    f.offset = in_.number();
    f.bit_width = in_.small_number();
    f.is_base = in_.byte() & 1;
    return f;
  });
  unit_.types.complete_record(record, size, std::move(fields));
}

// --- globals ---

void UnitReader::global() {
  Global g;
  g.link_name = string();
  g.name = string();
  g.linkage = enumerator<Linkage>(kLinkageCount);
  set_flags(g, kGlobalFlags, in_.byte());
  g.type = id<TypeId>();
  g.size = in_.number();
  g.alias_of = string();
  g.pos = position();
  std::uint64_t offset = 0;
  list(g.init, 4, [&] { return cell(offset); });
  list(g.vtable, 2, [&] {
    VtableEntry v;
    v.type_id = string();
    v.offset = in_.number();
    return v;
  });
  unit_.globals.push(std::move(g));
}

InitCell UnitReader::cell(std::uint64_t &offset) {
  InitCell c;
  c.kind = enumerator<InitCell::Kind>(3);
  offset += static_cast<std::uint64_t>(in_.signed_number());
  c.offset = offset;
  c.value = in_.signed_number();
  if (c.kind == InitCell::Kind::kInt)
    c.width = in_.small_number();
  else if (c.kind == InitCell::Kind::kGlobal)
    c.global = id<GlobalId>();
  else
    c.function = id<FunctionId>();
  return c;
}

// --- functions ---

void UnitReader::function() {
  Function f;
  f.link_name = string();
  f.name = string();
  f.linkage = enumerator<Linkage>(kLinkageCount);
  f.access = enumerator<Access>(kAccessCount);
  std::uint32_t flags = in_.small_number();
  for (const FunctionFlag &flag : kFunctionFlags) {
    f.*flag.member = flags & 1;
    flags >>= 1;
  }
  f.alias_of = string();
  f.type = id<TypeId>();
  f.result_type = id<TypeId>();
  f.parent = id<TypeId>();
  f.pos = position();
  f.end = position();
  attributes(f);
  std::size_t variables = in_.count(5);
  f.variables.reserve(variables);
  for (; variables; --variables) {
    Variable v;
    v.name = string();
    v.type = id<TypeId>();
    v.pos = position();
    unsigned bits = in_.byte();
    v.is_param = bits & 1;
    v.is_promoted = bits & 2;
    f.variables.push(v);
  }
  f.param_count = in_.small_number();
  std::size_t insts = in_.count(2);
  f.insts.reserve(insts);
  f.operands.reserve(insts + insts / 2);
  for (; insts && !in_.failed(); --insts)
    inst(f);
  blocks(f);
  unit_.functions.push(std::move(f));
}

void UnitReader::attributes(Function &f) {
  list(f.attributes, 3, [&] {
    DeclAttribute a;
    a.kind = enumerator<DeclAttribute::Kind>(kAttributeCount);
    a.text = string();
    list(a.args, 1, [&] { return in_.small_number(); });
    return a;
  });
}

void UnitReader::inst(Function &f) {
  Inst i;
  std::uint64_t self = f.insts.size();
  unsigned first = in_.byte();
  if ((first & kOpMask) >= kOpCount)
    return in_.fail();
  i.op = Op(first & kOpMask);
  i.is_volatile = first & kVolatileBit;
  if (code_count(i.op) > 1)
    i.code = in_.byte();
  i.type = id<TypeId>();
  i.pos = first & kSamePosBit ? last_pos_ : position();
  if (!(first & kSameMacroBit))
    last_macro_ = string();
  i.macro = last_macro_;
  i.first_operand = static_cast<std::uint32_t>(f.operands.size());
  if (!is_leaf(i.op)) {
    std::size_t operands = in_.count();
    i.operand_count = static_cast<std::uint32_t>(operands);
    for (; operands; --operands)
      f.operands.push_back(behind(self, in_.signed_number()));
  }
  extra(f, i);
  f.insts.push(i);
}

void UnitReader::extra(Function &f, Inst &i) {
  auto next = [&i](auto &table) -> auto & {
    i.extra = static_cast<std::uint32_t>(table.size());
    return table.emplace_back();
  };
  switch (i.op) {
  case Op::kInt:
    next(f.ints) = in_.signed_number();
    return;
  case Op::kField: {
    FieldRef &ref = next(f.fields);
    ref.record = id<TypeId>();
    list(ref.path, 1, [&] { return in_.small_number(); });
    ref.offset = in_.signed_number();
    return;
  }
  case Op::kCall:
    next(f.calls) = call();
    return;
  case Op::kSwitch: {
    SwitchInfo &info = next(f.switches);
    info.text = string();
    list(info.cases, 1, [&] { return in_.signed_number(); });
    return;
  }
  case Op::kPhi: {
    std::vector<BlockId> &from = next(f.phi_blocks);
    from.reserve(i.operand_count);
    for (std::uint32_t n = 0; n < i.operand_count; ++n)
      from.push_back(BlockId(in_.small_number()));
    return;
  }
  default:
    if (has_plain_extra(i.op))
      i.extra = in_.small_number();
  }
}

CallInfo UnitReader::call() {
  CallInfo info;
  unsigned bits = in_.byte();
  info.has_unwind = bits & 1;
  info.may_throw = bits & 2;
  info.does_not_return = bits & 4;
  if (bits & 8) {
    info.virtual_class = string();
    info.virtual_offset = in_.small_number();
  }
  info.function_type = id<TypeId>();
  return info;
}

void UnitReader::blocks(Function &f) {
  std::size_t count = in_.count(2);
  f.blocks.reserve(count);
  std::uint64_t next = 0;
  for (; count && !in_.failed(); --count)
    block(f, next);
}

void UnitReader::block(Function &f, std::uint64_t &next) {
  BlockId self = f.blocks.push(Block{});
  Block &b = f.blocks[self];
  std::size_t insts = in_.count();
  b.insts.reserve(insts);
  for (; insts; --insts) {
    ValueId v = behind(next, in_.signed_number());
    if (!f.insts.contains(v))
      return in_.fail();
    b.insts.push_back(v);
    f.insts[v].block = self;
    next = std::uint64_t(v.value) + 1;
  }
  list(b.successors, 1, [&] { return BlockId(in_.small_number()); });
}

} // namespace

Result<Unit> read_payload(std::string_view payload) {
  return UnitReader(payload).read();
}

} // namespace wt::ir
