// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts from Clang's AST and preprocessor; see frontend/ast_facts.h.
//
// Condition texts: LLVM's IR names a place only by line and column.  The
// comparison behind `if (a > 2 && q)` carries the place of `>` and of `q`, so
// each leaf of a condition is noted under the places its comparison may carry.

#include "frontend/ast_facts.h"

#include "frontend/deallocators.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/PrettyPrinter.h>
#include <clang/AST/Stmt.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/CharInfo.h>
#include <clang/Basic/SourceManager.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/IR/Module.h>

namespace wt::frontend {

namespace {

constexpr std::size_t kMaxConditionText = 120;

// --- the preprocessor
// ---------------------------------------------------------

class MacroWatcher : public clang::PPCallbacks {
public:
  explicit MacroWatcher(PreprocessorNotes &notes) : notes_(notes) {}
  void MacroExpands(const clang::Token &name, const clang::MacroDefinition &,
                    clang::SourceRange, const clang::MacroArgs *) override {
    clang::SourceLocation at = name.getLocation();
    if (at.isFileID() && !in_system_header_)
      notes_.macros.push_back({at, name.getIdentifierInfo()});
  }
  void FileChanged(clang::SourceLocation at, FileChangeReason,
                   clang::SrcMgr::CharacteristicKind kind,
                   clang::FileID) override {
    in_system_header_ = clang::SrcMgr::isSystem(kind);
  }

private:
  PreprocessorNotes &notes_;
  bool in_system_header_ = false;
};

class CommentWatcher : public clang::CommentHandler {
public:
  explicit CommentWatcher(PreprocessorNotes &notes) : notes_(notes) {}
  bool HandleComment(clang::Preprocessor &preprocessor,
                     clang::SourceRange range) override {
    const clang::SourceManager &sources = preprocessor.getSourceManager();
    bool invalid = false;
    const char *begin = sources.getCharacterData(range.getBegin(), &invalid);
    if (invalid)
      return false;
    unsigned length = sources.getFileOffset(range.getEnd()) -
                      sources.getFileOffset(range.getBegin());
    llvm::StringRef text(begin, length);
    if (text.contains("watertight") || text.contains("NOLINT"))
      notes_.comments.push_back({range.getBegin(), text.str()});
    return false;
  }

private:
  PreprocessorNotes &notes_;
};

// --- conditions
// ----------------------------------------------------------------

class ConditionTexts {
public:
  ConditionTexts(clang::ASTContext &ast, SourceFacts &facts)
      : sources_(ast.getSourceManager()), language_(ast.getLangOpts()),
        facts_(facts) {}

  // Iterative: a hostile source may nest very deeply.  Returns the return
  // statement of the body when it has just one.
  const clang::ReturnStmt *visit(const clang::Stmt *root) {
    std::vector<const clang::Stmt *> work{root};
    const clang::ReturnStmt *only = nullptr;
    unsigned returns = 0;
    while (!work.empty()) {
      const clang::Stmt *stmt = work.back();
      work.pop_back();
      if (!stmt)
        continue;
      if (auto *lambda = llvm::dyn_cast<clang::LambdaExpr>(stmt)) {
        // Its body is a function of its own.
        work.insert(work.end(), lambda->capture_init_begin(),
                    lambda->capture_init_end());
        continue;
      }
      if (auto *leave = llvm::dyn_cast<clang::ReturnStmt>(stmt)) {
        only = leave;
        ++returns;
      }
      note(stmt);
      for (const clang::Stmt *child : stmt->children())
        work.push_back(child);
    }
    return returns == 1 ? only : nullptr;
  }

private:
  void note(const clang::Stmt *stmt) {
    using namespace clang;
    if (auto *s = dyn_cast<IfStmt>(stmt))
      note_condition(s->getCond(), s->getIfLoc());
    else if (auto *s = dyn_cast<WhileStmt>(stmt))
      note_condition(s->getCond(), s->getWhileLoc());
    else if (auto *s = dyn_cast<DoStmt>(stmt))
      note_condition(s->getCond(), s->getDoLoc());
    else if (auto *s = dyn_cast<ForStmt>(stmt))
      note_condition(s->getCond(), s->getForLoc());
    else if (auto *s = dyn_cast<ConditionalOperator>(stmt))
      note_condition(s->getCond(), s->getBeginLoc(), s->getQuestionLoc());
    else if (auto *s = dyn_cast<BinaryConditionalOperator>(stmt))
      note_condition(s->getCommon(), s->getBeginLoc(), s->getQuestionLoc());
    else if (auto *s = dyn_cast<SwitchStmt>(stmt))
      note_condition(s->getCond(), s->getSwitchLoc());
    else if (auto *s = dyn_cast<BinaryOperator>(stmt); s && s->isLogicalOp())
      note_condition(s, SourceLocation(), s->getOperatorLoc());
  }

  void note_condition(const clang::Expr *condition,
                      clang::SourceLocation statement) {
    note_condition(condition, statement, statement);
  }

  // `asked_at`: a place that only who asks has written.
  void note_condition(const clang::Expr *condition,
                      clang::SourceLocation statement,
                      clang::SourceLocation asked_at) {
    if (!condition)
      return;
    bool is_in_macro = sources_.isMacroBodyExpansion(asked_at);
    std::vector<const clang::Expr *> work{condition};
    unsigned leaves = 0;
    const clang::Expr *only = nullptr;
    while (!work.empty() && leaves < 64) {
      const clang::Expr *e = work.back()->IgnoreParenImpCasts();
      work.pop_back();
      if (auto *unary = llvm::dyn_cast<clang::UnaryOperator>(e);
          unary && unary->getOpcode() == clang::UO_LNot) {
        work.push_back(unary->getSubExpr());
        continue;
      }
      if (auto *binary = llvm::dyn_cast<clang::BinaryOperator>(e);
          binary && binary->isLogicalOp()) {
        work.push_back(binary->getLHS());
        work.push_back(binary->getRHS());
        continue;
      }
      ++leaves;
      only = e;
      put(e->getExprLoc(), e, is_in_macro);
      put(e->getBeginLoc(), e, is_in_macro);
    }
    if (leaves == 1) {
      put(condition->getBeginLoc(), only, is_in_macro);
      if (statement.isValid())
        put(statement, only, is_in_macro);
    }
  }

  void put(clang::SourceLocation at, const clang::Expr *e, bool is_in_macro) {
    clang::PresumedLoc place = sources_.getPresumedLoc(at);
    if (place.isInvalid())
      return;
    PointKey key{facts_.file_index(place.getFilename()), place.getLine(),
                 place.getColumn()};
    auto [entry, is_new] = facts_.conditions.try_emplace(key);
    if (is_new)
      entry->second = text_of(e, is_in_macro);
  }

  // A macro that asks has the text of its argument, if it asks for that alone;
  // its own words are not what the reader wrote.
  std::string text_of(const clang::Expr *e, bool is_in_macro) const {
    auto tokens = clang::CharSourceRange::getTokenRange(e->getSourceRange());
    clang::CharSourceRange range = sources_.getExpansionRange(tokens);
    if (is_in_macro) {
      if (!sources_.isMacroArgExpansion(e->getBeginLoc()))
        return {};
      range = clang::Lexer::makeFileCharRange(tokens, sources_, language_);
    }
    llvm::StringRef raw =
        clang::Lexer::getSourceText(range, sources_, language_);
    std::string text; // white space collapsed
    for (char c : raw) {
      bool is_space = clang::isWhitespace(c);
      if (is_space && (text.empty() || text.back() == ' '))
        continue;
      text += is_space ? ' ' : c;
      if (text.size() > kMaxConditionText)
        return text.substr(0, kMaxConditionText) + "...";
    }
    return text;
  }

  const clang::SourceManager &sources_;
  const clang::LangOptions &language_;
  SourceFacts &facts_;
};

// --- declarations
// ----------------------------------------------------------------

// format(printf, 2, 3): 1-based, `this` is counted; 0 for a va_list.
std::optional<DeclaredAttribute> printed(const clang::FunctionDecl &decl,
                                         const clang::FormatAttr &format) {
  llvm::StringRef kind = format.getType()->getName();
  auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(&decl);
  int hidden = method && method->isInstance() ? 2 : 1;
  int at = format.getFormatIdx() - hidden;
  int first = format.getFirstArg() - hidden;
  if (!kind.contains("printf") || at < 0)
    return std::nullopt;
  DeclaredAttribute out{ir::DeclAttribute::Kind::kFormat, {}, ""};
  out.args.push_back(static_cast<std::uint32_t>(at));
  if (first >= 0)
    out.args.push_back(static_cast<std::uint32_t>(first));
  return out;
}

std::vector<DeclaredAttribute> attributes_of(const clang::FunctionDecl &decl) {
  using Kind = ir::DeclAttribute::Kind;
  std::vector<DeclaredAttribute> out;
  for (const clang::Attr *attribute : decl.attrs()) {
    if (llvm::isa<clang::RestrictAttr>(attribute)) {
      out.push_back({Kind::kMalloc, {}, ""});
    } else if (auto *owner = llvm::dyn_cast<clang::OwnershipAttr>(attribute)) {
      Kind kind = owner->isReturns() ? Kind::kOwnershipReturns
                  : owner->isTakes() ? Kind::kOwnershipTakes
                                     : Kind::kOwnershipHolds;
      DeclaredAttribute said{kind, {}, owner->getModule()->getName().str()};
      for (const clang::ParamIdx &index : owner->args())
        said.args.push_back(index.getASTIndex());
      out.push_back(std::move(said));
    } else if (llvm::isa<clang::ReturnsNonNullAttr>(attribute)) {
      out.push_back({Kind::kReturnsNonNull, {}, ""});
    } else if (llvm::isa<clang::AnalyzerNoReturnAttr>(attribute)) {
      out.push_back({Kind::kAnalyzerNoReturn, {}, ""});
    } else if (llvm::isa<clang::PureAttr, clang::ConstAttr>(attribute)) {
      out.push_back({Kind::kPureOrConst, {}, ""});
    } else if (auto *format = llvm::dyn_cast<clang::FormatAttr>(attribute)) {
      if (std::optional<DeclaredAttribute> said = printed(decl, *format))
        out.push_back(std::move(*said));
    }
  }
  return out;
}

// GCC's malloc(f), which Clang drops, from the text of all declarations.
void note_deallocators(const clang::FunctionDecl &decl,
                       const clang::SourceManager &sources,
                       std::vector<DeclaredAttribute> &out) {
  if (!decl.getReturnType()->isPointerType())
    return;
  for (const clang::FunctionDecl *one : decl.redecls()) {
    clang::SourceLocation begin = one->getBeginLoc();
    if (begin.isInvalid() || begin.isMacroID())
      continue;
    auto [file, offset] = sources.getDecomposedLoc(begin);
    llvm::StringRef text = sources.getBufferData(file).substr(offset);
    for (Deallocator &said : deallocators_in(text))
      out.push_back({ir::DeclAttribute::Kind::kMalloc,
                     {said.argument},
                     std::move(said.name)});
  }
}

ir::Access access_of(const clang::Decl &decl) {
  switch (decl.getAccess()) {
  case clang::AS_public:
    return ir::Access::kPublic;
  case clang::AS_protected:
    return ir::Access::kProtected;
  case clang::AS_private:
    return ir::Access::kPrivate;
  default:
    return ir::Access::kNone;
  }
}

std::string qualified_name(const clang::NamedDecl &decl) {
  std::string name;
  llvm::raw_string_ostream out(name);
  clang::PrintingPolicy policy(decl.getASTContext().getPrintingPolicy());
  policy.SuppressUnwrittenScope = true;
  decl.getNameForDiagnostic(out, policy, /*Qualified=*/true);
  return name;
}

DeclaredFunction declared(const clang::FunctionDecl &decl,
                          const clang::SourceManager &sources) {
  DeclaredFunction out;
  out.name = qualified_name(decl);
  out.access = access_of(decl);
  out.is_implicit = decl.isImplicit();
  out.is_constructor = llvm::isa<clang::CXXConstructorDecl>(decl);
  out.is_destructor = llvm::isa<clang::CXXDestructorDecl>(decl);
  if (auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(&decl)) {
    out.is_virtual = method->isVirtual();
    out.is_method = method->isInstance();
  }
  clang::PresumedLoc at = sources.getPresumedLoc(decl.getLocation());
  if (at.isValid()) {
    out.file = at.getFilename();
    out.line = at.getLine();
    out.column = at.getColumn();
    clang::PresumedLoc end = sources.getPresumedLoc(decl.getEndLoc());
    if (end.isValid() && decl.doesThisDeclarationHaveABody()) {
      out.end_line = end.getLine();
      out.end_column = end.getColumn();
    }
  }
  out.attributes = attributes_of(decl);
  note_deallocators(decl, sources, out.attributes);
  return out;
}

// Where a function with a result returns it, when there is only one place.
// The end of main() returns without a statement.
void note_return(const clang::FunctionDecl &decl, const clang::ReturnStmt &only,
                 const clang::SourceManager &sources, DeclaredFunction &out) {
  if (decl.getReturnType()->isVoidType())
    return;
  auto *body = llvm::dyn_cast_or_null<clang::CompoundStmt>(decl.getBody());
  if (decl.isMain() && (!body || body->body_back() != &only))
    return;
  clang::PresumedLoc at = sources.getPresumedLoc(only.getReturnLoc());
  if (at.isInvalid() || at.getFilename() != out.file)
    return;
  out.return_line = at.getLine();
  out.return_column = at.getColumn();
}

} // namespace

void watch_preprocessor(clang::Preprocessor &preprocessor,
                        PreprocessorNotes &notes) {
  preprocessor.addPPCallbacks(std::make_unique<MacroWatcher>(notes));
  // Lives as long as the process: the preprocessor does not own handlers.
  static std::vector<std::unique_ptr<CommentWatcher>> watchers;
  watchers.push_back(std::make_unique<CommentWatcher>(notes));
  preprocessor.addCommentHandler(watchers.back().get());
}

void collect_notes(const clang::SourceManager &sources,
                   const PreprocessorNotes &notes, SourceFacts &facts) {
  for (auto [at, name] : notes.macros) {
    clang::PresumedLoc place = sources.getPresumedLoc(at);
    if (place.isValid())
      facts.macros.try_emplace({facts.file_index(place.getFilename()),
                                place.getLine(), place.getColumn()},
                               name->getName().str());
  }
  for (const auto &[at, text] : notes.comments) {
    clang::PresumedLoc place = sources.getPresumedLoc(at);
    if (place.isValid())
      facts.comments.push_back(
          {place.getFilename(), place.getLine(), place.getColumn(), text});
  }
  llvm::StringRef main = sources.getBufferData(sources.getMainFileID());
  facts.source_lines = static_cast<std::uint64_t>(main.count('\n'));
}

void collect_declarations(clang::CodeGenerator &generator,
                          clang::ASTContext &ast, SourceFacts &facts) {
  ConditionTexts conditions(ast, facts);
  const clang::SourceManager &sources = ast.getSourceManager();
  for (const llvm::Function &function : *generator.GetModule()) {
    if (function.isIntrinsic())
      continue;
    const clang::Decl *decl =
        generator.GetDeclForMangledName(function.getName());
    auto *said = llvm::dyn_cast_or_null<clang::FunctionDecl>(decl);
    if (!said)
      continue;
    const clang::FunctionDecl *body = nullptr;
    const clang::ReturnStmt *only_return = nullptr;
    if (!function.isDeclaration() && said->hasBody(body)) {
      only_return = conditions.visit(body->getBody());
      said = body;
    } else {
      // Not the declaration that Clang makes up for a builtin.
      said = said->getMostRecentDecl();
    }
    DeclaredFunction facts_of_it = declared(*said, sources);
    if (only_return)
      note_return(*said, *only_return, sources, facts_of_it);
    facts.functions.emplace(function.getName().str(), std::move(facts_of_it));
  }
  for (const llvm::GlobalVariable &global : generator.GetModule()->globals())
    if (auto *variable = llvm::dyn_cast_or_null<clang::VarDecl>(
            generator.GetDeclForMangledName(global.getName())))
      facts.variables.emplace(global.getName().str(),
                              qualified_name(*variable));
}

} // namespace wt::frontend
