// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See assumed.h.

#include "frontend/assumed.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>

#include <set>
#include <vector>

namespace wt::frontend {

namespace {

bool throws_itself(llvm::Function &function) {
  for (llvm::Instruction &inst : llvm::instructions(function))
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(&inst))
      if (llvm::Function *callee = call->getCalledFunction();
          callee && callee->getName() == "__cxa_throw")
        return true;
  return false;
}

} // namespace

void hide_coroutines(llvm::Module &module) {
  for (llvm::Function &function : module)
    if (!function.isDeclaration() && function.isPresplitCoroutine())
      function.deleteBody();
}

void quiet_destructors(
    llvm::Module &module,
    const std::function<bool(std::string_view)> &is_destructor) {
  std::set<llvm::Function *> changed;
  for (llvm::Function &function : module) {
    if (function.doesNotThrow() || !is_destructor(function.getName()) ||
        throws_itself(function))
      continue;
    function.setDoesNotThrow();
    std::vector<llvm::InvokeInst *> calls;
    for (llvm::User *user : function.users())
      if (auto *call = llvm::dyn_cast<llvm::InvokeInst>(user);
          call && call->getCalledFunction() == &function)
        calls.push_back(call);
    for (llvm::InvokeInst *call : calls) {
      changed.insert(call->getFunction());
      llvm::changeToCall(call);
    }
  }
  for (llvm::Function *function : changed)
    llvm::removeUnreachableBlocks(*function);
}

} // namespace wt::frontend
