// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Debug-info and LLVM types become ir types; see frontend/lower_types.h.

#include "frontend/lower_types.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Support/raw_ostream.h>

namespace wt::frontend {

using namespace llvm::dwarf;
using ir::TypeId;
using ir::TypeTable;

namespace {

constexpr unsigned kMaxNesting =
    200; // of types in types, against hostile input

bool is_record_tag(unsigned tag) {
  return tag == DW_TAG_structure_type || tag == DW_TAG_class_type ||
         tag == DW_TAG_union_type;
}

bool is_transparent_tag(unsigned tag) {
  return tag == DW_TAG_typedef || tag == DW_TAG_const_type ||
         tag == DW_TAG_volatile_type || tag == DW_TAG_restrict_type ||
         tag == DW_TAG_atomic_type || tag == DW_TAG_immutable_type;
}

// "struct.foo" or "class.ns::foo": without the first word.
std::string source_name(const llvm::StructType *type) {
  llvm::StringRef name = type->getName();
  return name.substr(name.find('.') + 1).str();
}

// Without template arguments at the end, number ("foo.12") and blanks: what
// names of LLVM and of debug information have in common.
std::string plain_name(std::string name) {
  while (!name.empty() && llvm::isDigit(name.back()))
    name.pop_back();
  if (name.ends_with('.'))
    name.pop_back();
  if (name.ends_with('>')) {
    int depth = 0;
    do {
      depth += (name.back() == '>') - (name.back() == '<');
      name.pop_back();
    } while (depth > 0 && !name.empty());
  }
  std::erase(name, ' ');
  return name == "anon" || name.ends_with("::") ? "" : name; // unnamed
}

// Is `type` const once typedefs are seen through?
bool is_const(const llvm::DIType *type) {
  while (auto *derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    if (derived->getTag() == DW_TAG_const_type)
      return true;
    if (!is_transparent_tag(derived->getTag()))
      return false;
    type = derived->getBaseType();
  }
  return false;
}

} // namespace

TypeId TypeLowering::declared(const llvm::DIType *type) {
  if (!type)
    return TypeTable::void_type();
  auto found = declared_.find(type);
  if (found != declared_.end())
    return found->second;
  if (depth_ > kMaxNesting)
    return TypeTable::unknown();
  ++depth_;
  TypeId id = TypeTable::unknown();
  if (auto *basic = llvm::dyn_cast<llvm::DIBasicType>(type)) {
    auto bits = static_cast<std::uint32_t>(basic->getSizeInBits());
    unsigned encoding = basic->getEncoding();
    if (encoding == DW_ATE_float)
      id = unit_.types.float_type(bits);
    else if (encoding == DW_ATE_complex_float)
      id = unit_.types.array_of(unit_.types.float_type(bits / 2), 2);
    else if (bits > 0)
      id = unit_.types.int_type(bits, encoding == DW_ATE_signed ||
                                          encoding == DW_ATE_signed_char);
  } else if (auto *wrapper = llvm::dyn_cast<llvm::DIDerivedType>(type)) {
    id = derived(wrapper);
  } else if (auto *parts = llvm::dyn_cast<llvm::DICompositeType>(type)) {
    id = composite(parts);
  } else if (auto *function = llvm::dyn_cast<llvm::DISubroutineType>(type)) {
    id = function_type(function);
  }
  --depth_;
  declared_[type] = id;
  return id;
}

TypeId TypeLowering::derived(const llvm::DIDerivedType *type) {
  switch (type->getTag()) {
  case DW_TAG_pointer_type:
    // Debug information calls what a vtable holds `int()`.
    if (type->getName() == "__vtbl_ptr_type")
      return unit_.types.pointer_to(TypeTable::unknown());
    [[fallthrough]];
  case DW_TAG_reference_type:
  case DW_TAG_rvalue_reference_type:
    return unit_.types.pointer_to(declared(type->getBaseType()),
                                  is_const(type->getBaseType()));
  case DW_TAG_ptr_to_member_type: {
    // An offset; for a function {address or vtable offset, adjustment}.
    TypeId number = unit_.types.int_type(64, true);
    return llvm::isa_and_nonnull<llvm::DISubroutineType>(type->getBaseType())
               ? unit_.types.array_of(number, 2)
               : number;
  }
  default:
    return declared(type->getBaseType());
  }
}

TypeId TypeLowering::function_type(const llvm::DISubroutineType *type) {
  TypeId result = TypeTable::void_type();
  std::vector<TypeId> params;
  bool variadic = false;
  unsigned index = 0;
  for (const llvm::DIType *part : type->getTypeArray()) {
    if (index == 0)
      result = declared(part);
    else if (!part)
      variadic = true; // debug info marks `...` by a null parameter
    else
      params.push_back(declared(part));
    ++index;
  }
  return unit_.types.function(result, std::move(params), variadic);
}

std::string
TypeLowering::qualified_name(const llvm::DICompositeType *type) const {
  std::string name = type->getName().str();
  for (const llvm::DIScope *scope = type->getScope(); scope;
       scope = scope->getScope())
    if ((llvm::isa<llvm::DINamespace>(scope) ||
         llvm::isa<llvm::DICompositeType>(scope)) &&
        !scope->getName().empty())
      name = scope->getName().str() + "::" + name;
  return name;
}

TypeId TypeLowering::composite(const llvm::DICompositeType *type) {
  if (type->getTag() == DW_TAG_array_type)
    return array(type);
  if (type->getTag() == DW_TAG_enumeration_type) {
    if (const llvm::DIType *base = type->getBaseType())
      return declared(base);
    auto bits = static_cast<std::uint32_t>(type->getSizeInBits());
    return unit_.types.int_type(bits ? bits : 32, true);
  }
  if (!is_record_tag(type->getTag()))
    return TypeTable::unknown();

  std::string name = qualified_name(type);
  bool is_union = type->getTag() == DW_TAG_union_type;
  std::string key = discriminator(type);
  TypeId id = unit_.types.record(unit_.strings.intern(name),
                                 unit_.strings.intern(key), is_union);
  // Two unnamed records on one line, from one macro or two lambdas.
  if (!type->isForwardDecl() && completed_by_.contains(id)) {
    key += "." + shape_of(type);
    for (unsigned n = 0; completed_by_.contains(id); ++n)
      id = unit_.types.record(
          unit_.strings.intern(name),
          unit_.strings.intern(n ? key + "." + std::to_string(n) : key),
          is_union);
  }
  declared_[type] = id; // before the fields: they may point back
  if (!type->isForwardDecl()) {
    record_by_name_.try_emplace(name, id);
    completed_by_.emplace(id, type);
    complete(id, type);
  }
  return id;
}

// Named records at namespace or class scope are one in all units, unless the
// namespace is unnamed.  Others are told apart by where they were declared.
// The mangled identifier cannot serve for all: the unit that holds a class's
// vtable has none.
std::string
TypeLowering::discriminator(const llvm::DICompositeType *type) const {
  bool is_local = type->getName().empty();
  bool is_of_unit = false;
  for (const llvm::DIScope *scope = type->getScope(); scope;
       scope = scope->getScope()) {
    is_local |=
        llvm::isa<llvm::DILocalScope>(scope) ||
        (llvm::isa<llvm::DICompositeType>(scope) && scope->getName().empty());
    is_of_unit |=
        llvm::isa<llvm::DINamespace>(scope) && scope->getName().empty();
  }
  if (is_local && !type->getIdentifier().empty())
    return type->getIdentifier().str();
  if (is_local)
    return facts_.normalise(type->getFile() ? type->getFilename().str() : "") +
           ":" + std::to_string(type->getLine()) +
           (type->getTag() == DW_TAG_union_type ? ":union" : "");
  return is_of_unit ? facts_.main_file : "";
}

// Number of members, size and first name: enough to tell neighbours apart.
std::string TypeLowering::shape_of(const llvm::DICompositeType *type) {
  std::string first;
  for (const llvm::DINode *node : type->getElements())
    if (auto *member = llvm::dyn_cast_or_null<llvm::DIDerivedType>(node);
        member && first.empty())
      first = member->getName().str();
  return std::to_string(type->getElements().size()) + "." +
         std::to_string(type->getSizeInBits() / 8) + "." + first;
}

// Is a `part` the first thing in a `whole`?
bool TypeLowering::begins_with(TypeId whole, TypeId part) const {
  for (unsigned level = 0; level < 32; ++level) {
    const ir::Type &type = unit_.types[whole];
    if (whole == part)
      return true;
    if (type.kind == ir::TypeKind::kArray) {
      whole = type.element;
      continue;
    }
    if (type.kind != ir::TypeKind::kRecord || type.fields.empty())
      return false;
    if (type.is_union) {
      for (const ir::FieldDecl &field : type.fields)
        if (unit_.types.is_record(field.type) && begins_with(field.type, part))
          return true;
      return false;
    }
    // An empty base may share the offset of what follows.
    for (const ir::FieldDecl &field : type.fields) {
      if (field.offset != 0)
        return false;
      whole = field.type;
      if (unit_.types.size_of(whole) > 1 || whole == part)
        break;
    }
  }
  return false;
}

// Remembers which record `type` is, for places without debug information.
void TypeLowering::note_record(llvm::StructType *type,
                               const llvm::DIType *said) {
  TypeId record = declared(said);
  if (type->isSized() && type->hasName() && is_declared(record) &&
      unit_.types.size_of(record) == layout_.getTypeAllocSize(type) &&
      plain_name(unit_.strings[unit_.types[record].name]) ==
          plain_name(source_name(type)))
    from_llvm_.try_emplace(type, record);
}

void TypeLowering::note_method(const llvm::DICompositeType *parent,
                               const llvm::DISubprogram *method) {
  if (!method->getType())
    return;
  std::string key = method->getLinkageName().str();
  if (key.empty())
    key = qualified_name(parent) + "::" + method->getName().str() + "/" +
          std::to_string(method->getType()->getTypeArray().size() - 1);
  auto [known, is_new] = methods_.try_emplace(key, method);
  if (!is_new && known->second != method)
    known->second = nullptr;
}

void TypeLowering::complete(TypeId record, const llvm::DICompositeType *type) {
  std::uint64_t size = type->getSizeInBits() / 8;
  unit_.types.complete_record(record, size, {}); // ends recursion
  std::vector<ir::FieldDecl> fields;
  for (const llvm::DINode *node : type->getElements()) {
    if (auto *method = llvm::dyn_cast_or_null<llvm::DISubprogram>(node))
      note_method(type, method);
    auto *member = llvm::dyn_cast_or_null<llvm::DIDerivedType>(node);
    if (!member || member->isStaticMember())
      continue;
    bool is_base = member->getTag() == DW_TAG_inheritance;
    if (!is_base && member->getTag() != DW_TAG_member)
      continue;
    if (is_base && (member->getFlags() & llvm::DINode::FlagVirtual)) {
      declared(member->getBaseType());
      continue; // a virtual base has no fixed offset
    }
    fields.push_back(
        {.name = unit_.strings.intern(member->getName()),
         .type = declared(member->getBaseType()),
         .offset = member->getOffsetInBits() / 8,
         .bit_width = member->isBitField()
                          ? static_cast<std::uint32_t>(member->getSizeInBits())
                          : 0,
         .is_base = is_base});
  }
  unit_.types.complete_record(record, size, std::move(fields));
}

TypeId TypeLowering::array(const llvm::DICompositeType *type) {
  TypeId id = declared(type->getBaseType());
  auto dimensions = type->getElements();
  if (depth_ + dimensions.size() > kMaxNesting)
    return TypeTable::unknown();
  for (std::size_t i = dimensions.size(); i-- > 0;) {
    std::uint64_t count = 0;
    if (auto *range = llvm::dyn_cast<llvm::DISubrange>(dimensions[i]))
      if (auto *n =
              llvm::dyn_cast_if_present<llvm::ConstantInt *>(range->getCount()))
        count = n->getSExtValue() > 0 ? n->getZExtValue() : 0;
    id = unit_.types.array_of(id, count);
  }
  return id;
}

TypeId TypeLowering::from_llvm(llvm::Type *type) {
  auto found = from_llvm_.find(type);
  if (found != from_llvm_.end())
    return found->second;
  if (depth_ > kMaxNesting)
    return TypeTable::unknown();
  ++depth_;
  TypeId id = TypeTable::unknown();
  if (type->isVoidTy())
    id = TypeTable::void_type();
  else if (type->isIntegerTy())
    id = unit_.types.int_type(type->getIntegerBitWidth(), true);
  else if (type->isPointerTy())
    id = unit_.types.pointer_to(TypeTable::unknown());
  else if (type->isFloatingPointTy())
    // As debug information counts: 128 bits for the 80 of a long double.
    id = unit_.types.float_type(
        static_cast<std::uint32_t>(layout_.getTypeAllocSizeInBits(type)));
  else if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
    id = unit_.types.array_of(from_llvm(array->getElementType()),
                              array->getNumElements());
  else if (auto *record = llvm::dyn_cast<llvm::StructType>(type))
    id = record_from_llvm(record);
  --depth_;
  return from_llvm_[type] = id;
}

TypeId TypeLowering::record_from_llvm(llvm::StructType *type) {
  if (!type->isSized())
    return TypeTable::unknown();
  std::string name;
  if (type->hasName()) { // "struct.foo" or "class.ns::foo", maybe ".base"
    name = source_name(type);
    auto known = record_by_name_.find(name);
    if (known != record_by_name_.end() &&
        unit_.types.size_of(known->second) == layout_.getTypeAllocSize(type))
      return known->second;
  }
  std::string key = "llvm";
  llvm::raw_string_ostream text(key);
  for (llvm::Type *part : type->elements())
    part->print(text << ':', /*IsForDebug=*/false, /*NoDetails=*/true);
  TypeId id = unit_.types.record(unit_.strings.intern(name),
                                 unit_.strings.intern(key), false);
  from_llvm_[type] = id;
  const llvm::StructLayout *layout = layout_.getStructLayout(type);
  std::vector<ir::FieldDecl> fields;
  for (unsigned i = 0; i < type->getNumElements(); ++i)
    fields.push_back({.name = unit_.strings.intern(std::to_string(i)),
                      .type = from_llvm(type->getElementType(i)),
                      .offset = layout->getElementOffset(i)});
  if (!unit_.types[id].is_complete)
    unit_.types.complete_record(id, layout->getSizeInBytes(),
                                std::move(fields));
  return id;
}

TypeId TypeLowering::find_field(TypeId record, std::uint64_t offset,
                                std::uint64_t size,
                                std::vector<std::uint32_t> &path) const {
  for (unsigned level = 0; level < 32; ++level) {
    const ir::Type &type = unit_.types[record];
    if (type.kind != ir::TypeKind::kRecord || !type.is_complete)
      return TypeId();
    TypeId inner;
    for (std::uint32_t i = 0; i < type.fields.size(); ++i) {
      const ir::FieldDecl &field = type.fields[i];
      std::uint64_t bytes = unit_.types.size_of(field.type);
      if (offset < field.offset)
        continue;
      std::uint64_t rest = offset - field.offset;
      if (rest == 0 && (size == 0 || size == bytes)) {
        path.push_back(i);
        return field.type;
      }
      bool is_inside = rest < bytes || (rest == 0 && bytes == 0);
      if (is_inside && unit_.types.is_record(field.type) && !inner.valid()) {
        path.push_back(i);
        inner = field.type;
        offset = rest;
        break;
      }
    }
    if (!inner.valid())
      return TypeId();
    record = inner;
  }
  return TypeId();
}

TypeId TypeLowering::scalar_at(TypeId type, std::uint64_t offset,
                               std::uint64_t size) const {
  for (unsigned level = 0; level < 32; ++level) {
    const ir::Type &t = unit_.types[type];
    if (t.kind == ir::TypeKind::kArray) {
      std::uint64_t bytes = unit_.types.size_of(t.element);
      if (bytes == 0)
        return TypeId();
      offset %= bytes;
      type = t.element;
    } else if (t.kind == ir::TypeKind::kRecord) {
      TypeId inner;
      for (const ir::FieldDecl &field : t.fields) {
        std::uint64_t bytes = unit_.types.size_of(field.type);
        if (field.offset <= offset && offset - field.offset < bytes &&
            field.bit_width == 0) {
          inner = field.type;
          if (bytes - (offset - field.offset) >= size) {
            offset -= field.offset;
            break;
          }
          inner = TypeId();
        }
      }
      if (!inner.valid())
        return TypeId();
      type = inner;
    } else {
      bool is_scalar = t.kind == ir::TypeKind::kInt ||
                       t.kind == ir::TypeKind::kPointer ||
                       t.kind == ir::TypeKind::kFloat;
      return is_scalar && offset == 0 && t.size == size ? type : TypeId();
    }
  }
  return TypeId();
}

} // namespace wt::frontend
