// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang in-process; see frontend/compile.h.

#include "frontend/compile.h"

#include "frontend/assumed.h"
#include "frontend/ast_facts.h"
#include "frontend/lower.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Frontend/Utils.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>

namespace wt::frontend {

namespace {

// The files that Clang sees, and a list of those it looked for in vain.  Every
// search for a header comes by here, whether #include or __has_include began
// it, and asks for each path once.  Clang asks for the folder of a file first,
// so a missing folder stands for all that could be in it.
class PlainFiles : public llvm::vfs::ProxyFileSystem {
public:
  using ProxyFileSystem::ProxyFileSystem;
  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &path) override {
    llvm::ErrorOr<llvm::vfs::Status> found = ProxyFileSystem::status(path);
    if (!found)
      note(path, found.getError());
    return found;
  }
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &path) override {
    llvm::ErrorOr<llvm::vfs::Status> found = status(path);
    if (!found)
      return found.getError();
    // Reading a pipe or a device would hang, and a source may name any.
    if (!found->isRegularFile() && !found->isDirectory())
      return std::make_error_code(std::errc::permission_denied);
    return ProxyFileSystem::openFileForRead(path);
  }

  // Absolute, sorted.  Dots stay: behind a link, `..` is not what it seems.
  std::vector<std::string> take_absent(const std::string &directory) {
    for (std::string &path : absent_)
      if (!path.starts_with('/'))
        path.insert(0, directory + "/");
    std::sort(absent_.begin(), absent_.end());
    absent_.erase(std::unique(absent_.begin(), absent_.end()), absent_.end());
    return std::move(absent_);
  }

private:
  void note(const llvm::Twine &path, std::error_code why) {
    if (why == std::errc::no_such_file_or_directory ||
        why == std::errc::not_a_directory)
      absent_.push_back(path.str());
  }

  std::vector<std::string> absent_;
};

// Clang emits no code for a `static` or `inline` function that nobody uses. The
// ones of the file itself are to be analysed all the same.
void keep_unused(clang::Decl *decl, const clang::SourceManager &sources) {
  if (auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl)) {
    if (!function->hasAttr<clang::UsedAttr>() && !function->isDeleted() &&
        !function->isDependentContext() && !function->isConsteval() &&
        sources.isInMainFile(sources.getExpansionLoc(decl->getLocation())))
      function->addAttr(
          clang::UsedAttr::CreateImplicit(function->getASTContext()));
    return;
  }
  if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(decl))
    for (clang::Decl *inner : llvm::cast<clang::DeclContext>(decl)->decls())
      keep_unused(inner, sources);
}

// Hands everything to the code generator, then lowers its module.
class LoweringConsumer : public clang::ASTConsumer {
public:
  LoweringConsumer(clang::CompilerInstance &compiler, SourceFacts &facts,
                   std::unique_ptr<ir::Unit> &out)
      : compiler_(compiler), facts_(facts), out_(out),
        generator_(clang::CreateLLVMCodeGen(
            compiler.getDiagnostics(), "unit", &compiler.getVirtualFileSystem(),
            compiler.getHeaderSearchOpts(), compiler.getPreprocessorOpts(),
            compiler.getCodeGenOpts(), context_)) {}

  void Initialize(clang::ASTContext &ast) override {
    generator_->Initialize(ast);
  }
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl *decl : group)
      keep_unused(decl, compiler_.getSourceManager());
    return generator_->HandleTopLevelDecl(group);
  }
  void HandleInlineFunctionDefinition(clang::FunctionDecl *decl) override {
    keep_unused(decl, compiler_.getSourceManager());
    generator_->HandleInlineFunctionDefinition(decl);
  }
  void HandleTagDeclDefinition(clang::TagDecl *decl) override {
    generator_->HandleTagDeclDefinition(decl);
  }
  void HandleTagDeclRequiredDefinition(const clang::TagDecl *decl) override {
    generator_->HandleTagDeclRequiredDefinition(decl);
  }
  void
  HandleCXXImplicitFunctionInstantiation(clang::FunctionDecl *decl) override {
    generator_->HandleCXXImplicitFunctionInstantiation(decl);
  }
  void HandleInterestingDecl(clang::DeclGroupRef group) override {
    generator_->HandleInterestingDecl(group);
  }
  void CompleteTentativeDefinition(clang::VarDecl *decl) override {
    generator_->CompleteTentativeDefinition(decl);
  }
  void CompleteExternalDeclaration(clang::DeclaratorDecl *decl) override {
    generator_->CompleteExternalDeclaration(decl);
  }
  void AssignInheritanceModel(clang::CXXRecordDecl *decl) override {
    generator_->AssignInheritanceModel(decl);
  }
  void HandleCXXStaticMemberVarInstantiation(clang::VarDecl *decl) override {
    generator_->HandleCXXStaticMemberVarInstantiation(decl);
  }
  void HandleVTable(clang::CXXRecordDecl *decl) override {
    generator_->HandleVTable(decl);
  }
  void HandleTranslationUnit(clang::ASTContext &ast) override {
    generator_->HandleTranslationUnit(ast);
    if (compiler_.getDiagnostics().hasErrorOccurred() ||
        !generator_->GetModule())
      return;
    collect_declarations(*generator_, ast, facts_);
    hide_coroutines(*generator_->GetModule());
    if (!compiler_.getLangOpts().CPlusPlus11)
      quiet_destructors(
          *generator_->GetModule(), [&](std::string_view link_name) {
            auto found = facts_.functions.find(std::string(link_name));
            return found != facts_.functions.end() &&
                   found->second.is_destructor;
          });
    out_ = lower_module(*generator_->GetModule(), facts_);
  }

private:
  clang::CompilerInstance &compiler_;
  SourceFacts &facts_;
  std::unique_ptr<ir::Unit> &out_;
  llvm::LLVMContext context_;
  std::unique_ptr<clang::CodeGenerator> generator_;
};

class LoweringAction : public clang::ASTFrontendAction {
public:
  LoweringAction(SourceFacts &facts, std::unique_ptr<ir::Unit> &out)
      : facts_(facts), out_(out) {}

private:
  bool BeginSourceFileAction(clang::CompilerInstance &compiler) override {
    watch_preprocessor(compiler.getPreprocessor(), points_);
    return true;
  }
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &compiler,
                    llvm::StringRef) override {
    facts_.language = compiler.getLangOpts().CPlusPlus ? ir::Language::kCxx
                                                       : ir::Language::kC;
    // The preprocessor is set up: __OPTIMIZE__ stays undefined.  From here on
    // it makes the code generator declare the types of external functions.
    compiler.getLangOpts().Optimize = true;
    return std::make_unique<FactsFirst>(compiler, facts_, points_, out_);
  }

  // Turns the preprocessor's notes into facts before the module is lowered.
  class FactsFirst : public LoweringConsumer {
  public:
    FactsFirst(clang::CompilerInstance &compiler, SourceFacts &facts,
               PreprocessorNotes &points, std::unique_ptr<ir::Unit> &out)
        : LoweringConsumer(compiler, facts, out), compiler_(compiler),
          facts_(facts), points_(points) {}
    void HandleTranslationUnit(clang::ASTContext &ast) override {
      collect_notes(compiler_.getSourceManager(), points_, facts_);
      LoweringConsumer::HandleTranslationUnit(ast);
    }

  private:
    clang::CompilerInstance &compiler_;
    SourceFacts &facts_;
    PreprocessorNotes &points_;
  };

  SourceFacts &facts_;
  std::unique_ptr<ir::Unit> &out_;
  PreprocessorNotes points_;
};

void choose_code_generation(clang::CompilerInvocation &invocation) {
  clang::CodeGenOptions &code = invocation.getCodeGenOpts();
  code.OptimizationLevel = 1; // lifetime markers, no optnone
  code.DisableLLVMPasses = true;
  code.RelaxedAliasing = true;     // no aliasing metadata: nobody reads it
  code.WholeProgramVTables = true; // type tests name the class of a call
  code.LTOUnit = true;             // vtables carry the types they fit
  code.setDebugInfo(llvm::codegenoptions::FullDebugInfo);
  code.DebugColumnInfo = true;
  code.DwarfVersion = 5;
  code.setInlining(clang::CodeGenOptions::OnlyAlwaysInlining);
  code.TimePasses = false;
  clang::LangOptions &language = invocation.getLangOpts();
  language.Optimize = false;
  language.OptimizeSize = false;
  language.Sanitize.clear();
  clang::FrontendOptions &frontend = invocation.getFrontendOpts();
  frontend.DisableFree = false;
  frontend.ProgramAction = clang::frontend::ParseSyntaxOnly;
  frontend.Plugins.clear();
  frontend.AddPluginActions.clear();
  frontend.OutputFile.clear();
  clang::DiagnosticOptions &diagnostics = invocation.getDiagnosticOpts();
  diagnostics.IgnoreWarnings = true;
  diagnostics.ShowColors = false;
  diagnostics.ErrorLimit = 3;
}

} // namespace

CompileResult compile(const std::string &directory, const std::string &file,
                      const std::vector<std::string> &arguments,
                      bool is_cxx_driver,
                      const std::map<std::string, std::string> &texts) {
  CompileResult result;
  llvm::raw_string_ostream text(result.diagnostics);

  std::vector<const char *> words;
  words.push_back(is_cxx_driver ? "/usr/bin/clang++" : "/usr/bin/clang");
  words.push_back("-resource-dir=" WT_CLANG_RESOURCE_DIR);
  words.push_back("-fsyntax-only");
  words.push_back("-Qunused-arguments");
  words.push_back("-w");
  // What GCC accepts without a word and real code relies on.
  words.push_back("-Wno-error=implicit-function-declaration");
  words.push_back("-Wno-error=implicit-int");
  words.push_back("-Wno-error=int-conversion");
  words.push_back("-Wno-error=incompatible-function-pointer-types");
  words.push_back("-Wno-error=return-type");
  words.push_back("-fbracket-depth=4096"); // GCC has no such limit
  for (const std::string &argument : arguments)
    words.push_back(argument.c_str());
  words.push_back("--");
  words.push_back(file.c_str());

  auto options = llvm::makeIntrusiveRefCnt<clang::DiagnosticOptions>();
  options->ShowColors = false;
  clang::TextDiagnosticPrinter printer(text, options.get());
  auto diagnostics = llvm::makeIntrusiveRefCnt<clang::DiagnosticsEngine>(
      llvm::makeIntrusiveRefCnt<clang::DiagnosticIDs>(), options, &printer,
      /*ShouldOwnClient=*/false);
  clang::CreateInvocationOptions how;
  how.Diags = diagnostics;
  how.RecoverOnError = true;
  std::shared_ptr<clang::CompilerInvocation> invocation =
      clang::createInvocation(words, how);
  if (!invocation) {
    if (result.diagnostics.empty())
      text << "error: the compiler flags cannot be understood\n";
    return result;
  }
  result.diagnostics.clear(); // complaints about flags do not matter
  printer.clear();            // nor do they count
  choose_code_generation(*invocation);
  for (const auto &[name, content] : texts)
    invocation->getPreprocessorOpts().addRemappedFile(
        name, llvm::MemoryBuffer::getMemBufferCopy(content, name).release());

  clang::CompilerInstance compiler;
  compiler.setInvocation(invocation);
  compiler.createDiagnostics(&printer, /*ShouldOwnClient=*/false);
  // GCC's `malloc(free, 1)` and the like: Clang knows the attribute with other
  // arguments only.  Losing the attribute is better than losing the unit.
  compiler.getDiagnostics().setSeverity(
      clang::diag::err_attribute_wrong_number_arguments,
      clang::diag::Severity::Ignored, clang::SourceLocation());
  auto files = llvm::makeIntrusiveRefCnt<PlainFiles>(
      clang::createVFSFromCompilerInvocation(*invocation, *diagnostics,
                                             llvm::vfs::getRealFileSystem()));
  compiler.createFileManager(files);
  auto inputs = std::make_shared<AllInputs>();
  compiler.addDependencyCollector(inputs);

  SourceFacts facts(directory);
  facts.main_file = facts.normalise(file);
  LoweringAction action(facts, result.unit);
  bool ok = compiler.ExecuteAction(action);
  if (!ok || compiler.getDiagnostics().hasErrorOccurred())
    result.unit = nullptr;
  if (result.unit)
    result.diagnostics.clear();
  else if (result.diagnostics.empty())
    text << file << ": error: Clang could not compile this file\n";
  for (const std::string &input : inputs->getDependencies())
    result.inputs.push_back(facts.normalise(input));
  result.absent = files->take_absent(directory);
  return result;
}

} // namespace wt::frontend
