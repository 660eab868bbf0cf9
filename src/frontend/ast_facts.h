// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What do the AST and the preprocessor know?  Fills SourceFacts
// (frontend/declared.h): names, attributes, condition texts, macro names,
// suppression comments, and which files were read.

#pragma once

#include "frontend/declared.h"

#include <clang/Basic/SourceLocation.h>
#include <clang/Frontend/Utils.h>

#include <string>
#include <utility>
#include <vector>

namespace clang {
class ASTContext;
class CodeGenerator;
class IdentifierInfo;
class Preprocessor;
class SourceManager;
} // namespace clang

namespace wt::frontend {

// Noted while preprocessing, made into facts afterwards.
struct PreprocessorNotes {
  std::vector<std::pair<clang::SourceLocation, const clang::IdentifierInfo *>>
      macros; // outermost expansions in the user's files
  std::vector<std::pair<clang::SourceLocation, std::string>> comments;
};

// Every file the compiler read, system headers too.
class AllInputs : public clang::DependencyCollector {
  bool needSystemDependencies() override { return true; }
};

void watch_preprocessor(clang::Preprocessor &preprocessor,
                        PreprocessorNotes &notes);
void collect_notes(const clang::SourceManager &sources,
                   const PreprocessorNotes &notes, SourceFacts &facts);
void collect_declarations(clang::CodeGenerator &generator,
                          clang::ASTContext &ast, SourceFacts &facts);

} // namespace wt::frontend
