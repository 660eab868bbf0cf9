// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is the declared type of this?
//
// Declared types come from debug information, which knows records with their
// field names and offsets.  Where debug information is silent (temporaries,
// coerced structs) the LLVM type is translated instead.

#pragma once

#include "frontend/declared.h"
#include "ir/unit.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DerivedTypes.h>

#include <map>
#include <unordered_map>

namespace wt::frontend {

class TypeLowering {
public:
  TypeLowering(ir::Unit &unit, SourceFacts &facts,
               const llvm::DataLayout &layout)
      : unit_(unit), facts_(facts), layout_(layout) {}

  ir::TypeId declared(const llvm::DIType *type); // null: void
  ir::TypeId from_llvm(llvm::Type *type);

  // With namespaces and classes around it.
  std::string qualified_name(const llvm::DICompositeType *type) const;

  // The function type a subprogram declares, results and `this` included.
  ir::TypeId function_type(const llvm::DISubroutineType *type);

  // The scalar at byte `offset` of `type` if it has just `size` bytes, else
  // invalid.  Looks into records and arrays.
  ir::TypeId scalar_at(ir::TypeId type, std::uint64_t offset,
                       std::uint64_t size) const;

  // Field indices from `record` down to the member that starts at `offset`
  // and has `size` bytes (0: any).  Returns the member's type; invalid when
  // there is none.
  ir::TypeId find_field(ir::TypeId record, std::uint64_t offset,
                        std::uint64_t size,
                        std::vector<std::uint32_t> &path) const;

  // A declaration inside of a class, by its link name; of a constructor or
  // destructor by "qualified name/number of parameters".  Null when there is
  // none or more than one.  Knows the classes that were asked for.
  const llvm::DISubprogram *method(llvm::StringRef key) const {
    return methods_.lookup(key);
  }

  bool begins_with(ir::TypeId whole, ir::TypeId part) const;

  // Did debug information describe this record?
  bool is_declared(ir::TypeId record) const {
    return completed_by_.contains(record);
  }
  void note_record(llvm::StructType *type, const llvm::DIType *said);

private:
  ir::TypeId composite(const llvm::DICompositeType *type);
  ir::TypeId derived(const llvm::DIDerivedType *type);
  ir::TypeId array(const llvm::DICompositeType *type);
  ir::TypeId record_from_llvm(llvm::StructType *type);
  void note_method(const llvm::DICompositeType *parent,
                   const llvm::DISubprogram *method);
  void complete(ir::TypeId record, const llvm::DICompositeType *type);
  std::string discriminator(const llvm::DICompositeType *type) const;
  static std::string shape_of(const llvm::DICompositeType *type);

  ir::Unit &unit_;
  SourceFacts &facts_;
  const llvm::DataLayout &layout_;
  std::unordered_map<const llvm::DIType *, ir::TypeId> declared_;
  std::unordered_map<llvm::Type *, ir::TypeId> from_llvm_;
  std::unordered_map<std::string, ir::TypeId> record_by_name_;
  std::map<ir::TypeId, const llvm::DICompositeType *> completed_by_;
  llvm::StringMap<const llvm::DISubprogram *> methods_;
  unsigned depth_ = 0;
};

} // namespace wt::frontend
