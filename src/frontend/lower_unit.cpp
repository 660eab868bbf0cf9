// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Symbols of a unit: functions and positions; see frontend/lower.h.

#include "frontend/lower.h"
#include "frontend/lower_function.h"
#include "frontend/texts.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugProgramInstruction.h>

namespace wt::frontend {

using ir::TypeTable;

namespace {

// What a pointer or reference points to, through typedefs; null for others.
const llvm::DIType *pointee_of(const llvm::DIType *type) {
  while (auto *derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    unsigned tag = derived->getTag();
    if (tag == llvm::dwarf::DW_TAG_pointer_type ||
        tag == llvm::dwarf::DW_TAG_reference_type ||
        tag == llvm::dwarf::DW_TAG_rvalue_reference_type)
      return derived->getBaseType();
    type = derived->getBaseType();
  }
  return nullptr;
}

// The unwinder's own routine, which no code of the program calls.
bool is_only_personality(const llvm::Function &function) {
  return function.isDeclaration() && !function.use_empty() &&
         llvm::all_of(function.users(), [](const llvm::User *user) {
           return llvm::isa<llvm::Function>(user);
         });
}

} // namespace

UnitLowering::UnitLowering(const llvm::Module &module, SourceFacts &facts)
    : module_(module), facts_(facts), unit_(std::make_unique<ir::Unit>()),
      types_(*unit_, facts, module.getDataLayout()) {}

std::unique_ptr<ir::Unit> UnitLowering::run() {
  unit_->main_file = facts_.main_file;
  unit_->language = facts_.language;
  unit_->source_lines = facts_.source_lines;

  note_records();
  // Symbols first: bodies and initialisers refer to them.
  for (const llvm::Function &function : module_)
    if (!function.isIntrinsic() && !is_only_personality(function))
      add_function(function);
  for (const llvm::GlobalVariable &global : module_.globals())
    if (!global.getName().starts_with("llvm."))
      add_global(global);
  for (const llvm::GlobalAlias &alias : module_.aliases())
    add_alias(alias);
  for (const llvm::GlobalIFunc &symbol : module_.ifuncs())
    add_resolved(symbol);

  for (const llvm::GlobalVariable &global : module_.globals()) {
    auto found = globals_.find(&global);
    if (found == globals_.end())
      continue;
    ir::Global &out = unit_->globals[found->second];
    if (global.hasInitializer()) {
      out.init_is_complete = true;
      add_init(global.getInitializer(), 0, out);
    }
    add_vtable(global, out);
  }
  for (const llvm::Function &function : module_)
    if (!function.isDeclaration())
      FunctionLowering(*this, function,
                       unit_->functions[functions_.lookup(&function)])
          .run();
  add_static_calls("llvm.global_ctors", unit_->static_initialisers);
  add_static_calls("llvm.global_dtors", unit_->static_finalisers);
  add_comments();
  return std::move(unit_);
}

// Temporaries have no debug information, and LLVM's names leave out template
// arguments.  Variables that have both tell which record is which: by what
// their slot holds, or by how the pointer in it is used.
void UnitLowering::note_records() {
  for (const llvm::DICompileUnit *unit : module_.debug_compile_units())
    for (const llvm::DIScope *type : unit->getRetainedTypes())
      if (auto *named = llvm::dyn_cast_or_null<llvm::DIType>(type))
        types_.declared(named); // used in casts alone
  auto note = [&](const llvm::Value *address, const llvm::DIType *type) {
    auto *slot = llvm::dyn_cast_or_null<llvm::AllocaInst>(address);
    if (!slot || !type)
      return;
    types_.declared(type);
    if (auto *held = llvm::dyn_cast<llvm::StructType>(slot->getAllocatedType()))
      return types_.note_record(held, type);
    const llvm::DIType *pointee = pointee_of(type);
    if (!pointee)
      return;
    for (const llvm::User *load : slot->users())
      if (llvm::isa<llvm::LoadInst>(load))
        for (const llvm::User *user : load->users())
          if (auto *gep = llvm::dyn_cast<llvm::GetElementPtrInst>(user))
            if (auto *record = llvm::dyn_cast<llvm::StructType>(
                    gep->getSourceElementType()))
              types_.note_record(record, pointee);
  };
  for (const llvm::Function &function : module_) {
    if (const llvm::DISubprogram *program = function.getSubprogram()) {
      types_.function_type(program->getType());
      if (auto *parent = llvm::dyn_cast_or_null<llvm::DICompositeType>(
              program->getScope()))
        types_.declared(parent);
    }
    for (const llvm::BasicBlock &block : function)
      for (const llvm::Instruction &inst : block)
        for (llvm::DbgVariableRecord &record :
             llvm::filterDbgVars(inst.getDbgRecordRange()))
          if (record.isDbgDeclare() &&
              record.getExpression()->getNumElements() == 0)
            note(record.getAddress(), record.getVariable()->getType());
  }
}

// Clang describes the functions that a unit calls, but not methods; their
// classes do.
const llvm::DISubprogram *
UnitLowering::declaration_of(const llvm::Function &function) {
  if (const llvm::DISubprogram *program = function.getSubprogram())
    return program;
  if (const llvm::DISubprogram *method = types_.method(function.getName()))
    return method;
  auto said = facts_.functions.find(function.getName().str());
  if (said == facts_.functions.end() ||
      (!said->second.is_constructor && !said->second.is_destructor))
    return nullptr;
  return types_.method(said->second.name + "/" +
                       std::to_string(function.arg_size()));
}

FileId UnitLowering::file_id(const std::string &spelt) {
  auto found = files_by_spelling_.find(spelt);
  if (found != files_by_spelling_.end())
    return found->second;
  StrId path = unit_->strings.intern(facts_.normalise(spelt));
  FileId id;
  for (FileId known : unit_->files.ids())
    if (unit_->files[known] == path)
      id = known;
  if (!id.valid()) {
    id = unit_->files.push(path);
    point_file_.push_back(facts_.file_index(spelt));
  }
  return files_by_spelling_[spelt] = id;
}

SourcePos UnitLowering::position(const llvm::DIFile *file, unsigned line,
                                 unsigned column) {
  if (!file || line == 0)
    return {};
  auto [known, is_new] = files_by_debug_info_.try_emplace(file);
  if (is_new) {
    std::string path = file->getFilename().str();
    if (!file->getDirectory().empty() && !path.starts_with("/") &&
        !path.starts_with("<"))
      path = file->getDirectory().str() + "/" + path;
    FileId id = file_id(path);
    files_by_debug_info_[file] = id;
    return {id, line, column};
  }
  return {known->second, line, column};
}

SourcePos UnitLowering::position(const llvm::DILocation *location) {
  if (!location)
    return {};
  return position(location->getFile(), location->getLine(),
                  location->getColumn());
}

StrId UnitLowering::macro_at(SourcePos pos) const {
  if (!pos.known())
    return StringTable::empty();
  auto found =
      facts_.macros.find({point_file_[pos.file.value], pos.line, pos.column});
  return found == facts_.macros.end() ? StringTable::empty()
                                      : unit_->strings.intern(found->second);
}

StrId UnitLowering::condition_at(SourcePos pos) const {
  if (!pos.known())
    return StringTable::empty();
  auto found = facts_.conditions.find(
      {point_file_[pos.file.value], pos.line, pos.column});
  return found == facts_.conditions.end()
             ? StringTable::empty()
             : unit_->strings.intern(found->second);
}

bool UnitLowering::is_function(const llvm::GlobalValue *symbol) const {
  return functions_.contains(symbol);
}

ir::FunctionId UnitLowering::function_id(const llvm::GlobalValue *s) const {
  return functions_.lookup(s);
}

ir::GlobalId UnitLowering::global_id(const llvm::GlobalValue *symbol) const {
  auto found = globals_.find(symbol);
  return found == globals_.end() ? ir::GlobalId() : found->second;
}

// Returns where the only return statement stands, if there is just one.
SourcePos UnitLowering::declare(ir::Function &out,
                                const llvm::Function &function) {
  auto found = facts_.functions.find(function.getName().str());
  if (found == facts_.functions.end())
    return {};
  const DeclaredFunction &said = found->second;
  out.name = unit_->strings.intern(said.name);
  out.access = said.access;
  out.is_constructor = said.is_constructor;
  out.is_destructor = said.is_destructor;
  out.is_virtual = said.is_virtual;
  out.is_method = said.is_method;
  out.is_implicit = said.is_implicit;
  if (said.line) {
    FileId file = file_id(said.file);
    out.pos = {file, said.line, said.column};
    if (said.end_line)
      out.end = {file, said.end_line, said.end_column};
  }
  for (const DeclaredAttribute &attribute : said.attributes)
    out.attributes.push_back({.kind = attribute.kind,
                              .args = attribute.args,
                              .text = unit_->strings.intern(attribute.text)});
  if (!said.return_line)
    return {};
  return {out.pos.file, said.return_line, said.return_column};
}

void UnitLowering::add_function(const llvm::Function &function) {
  ir::Function out;
  out.link_name = unit_->strings.intern(function.getName());
  out.name = out.link_name;
  out.linkage = linkage_of(function);
  out.is_variadic = function.isVarArg();
  out.does_not_return = function.doesNotReturn();
  out.may_throw =
      !function.doesNotThrow() && facts_.language == ir::Language::kCxx;
  out.address_taken = function.hasAddressTaken(nullptr, false, true,
                                               /*IgnoreLLVMUsed=*/true);
  out.alias_of = StringTable::empty();
  bool has_result_slot = returns_record(function.getFunctionType());
  out.returns_by_slot = has_result_slot || function.hasStructRetAttr();
  out.type = TypeTable::unknown();
  if (const llvm::DISubprogram *program = declaration_of(function)) {
    // What debug information says about a thunk is made up.
    if (program->getType() && !program->isThunk())
      out.type = types_.function_type(program->getType());
    out.pos = position(program->getFile(), program->getLine());
    if (auto *parent =
            llvm::dyn_cast_or_null<llvm::DICompositeType>(program->getScope()))
      out.parent = types_.declared(parent);
  }
  llvm::Type *result = function.getReturnType();
  out.result_type =
      has_result_slot ? TypeTable::void_type() : types_.from_llvm(result);
  if (!out.returns_by_slot && out.type != TypeTable::unknown() &&
      !result->isVoidTy())
    out.result_type = same_scalar(unit_->types[out.type].element, result);
  SourcePos only_return = declare(out, function);
  ir::FunctionId id = unit_->functions.push(std::move(out));
  functions_[&function] = id;
  if (only_return.known())
    only_returns_[id] = only_return;
}

ir::TypeId UnitLowering::result_record(ir::TypeId function,
                                       llvm::Type *returned) {
  ir::TypeId said = TypeTable::unknown();
  if (unit_->types[function].kind == ir::TypeKind::kFunction)
    said = unit_->types[function].element;
  if (!returned)
    return said == TypeTable::void_type() ? TypeTable::unknown() : said;
  // The registers may carry more bytes than the record has, never fewer.
  std::uint64_t size = unit_->types.size_of(said);
  bool fits =
      size != 0 && size <= module_.getDataLayout().getTypeAllocSize(returned);
  return fits && !unit_->types.is_pointer(said) ? said
                                                : types_.from_llvm(returned);
}

ir::TypeId UnitLowering::same_scalar(ir::TypeId said, llvm::Type *type) {
  ir::TypeId plain = types_.from_llvm(type);
  if (!said.valid())
    return plain;
  if (unit_->types.is_record(said)) // one in a register
    said = types_.scalar_at(said, 0,
                            module_.getDataLayout().getTypeStoreSize(type));
  if (!said.valid() || unit_->types[said].kind != unit_->types[plain].kind ||
      unit_->types[said].width != unit_->types[plain].width)
    return plain;
  return said;
}

void UnitLowering::add_static_calls(const char *list,
                                    std::vector<ir::FunctionId> &out) {
  const llvm::GlobalVariable *global = module_.getNamedGlobal(list);
  if (!global || !global->hasInitializer())
    return;
  for (const llvm::Use &entry : global->getInitializer()->operands()) {
    auto *row = llvm::dyn_cast<llvm::ConstantStruct>(entry.get());
    if (!row || row->getNumOperands() < 2)
      continue;
    auto *function =
        llvm::dyn_cast<llvm::Function>(row->getOperand(1)->stripPointerCasts());
    if (function && functions_.contains(function))
      out.push_back(function_id(function));
  }
}

void UnitLowering::add_comments() {
  for (const DeclaredComment &comment : facts_.comments)
    unit_->suppressions.push_back(
        {.pos = {file_id(comment.file), comment.line, comment.column},
         .text = unit_->strings.intern(comment.text)});
}

std::unique_ptr<ir::Unit> lower_module(llvm::Module &module,
                                       SourceFacts &facts) {
  name_texts(module);
  return UnitLowering(module, facts).run();
}

} // namespace wt::frontend
