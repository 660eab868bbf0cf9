// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparisons with literals become questions about numbers: see texts.h.

#include "frontend/texts.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Triple.h>

#include <optional>

namespace wt::frontend {

namespace {

// What a comparison of the C library asks for.
struct Kind {
  bool any_case = false;
  bool has_length = false; // and at most so many characters
  bool is_block = false;   // bytes: a zero ends nothing
};

std::optional<Kind> kind_of(llvm::LibFunc function) {
  switch (function) {
  case llvm::LibFunc_strcmp:
    return Kind{};
  case llvm::LibFunc_strncmp:
    return Kind{.has_length = true};
  case llvm::LibFunc_strcasecmp:
    return Kind{.any_case = true};
  case llvm::LibFunc_strncasecmp:
    return Kind{.any_case = true, .has_length = true};
  case llvm::LibFunc_memcmp:
  case llvm::LibFunc_bcmp:
    return Kind{.has_length = true, .is_block = true};
  default:
    return std::nullopt;
  }
}

struct Question {
  llvm::Value *asked = nullptr;        // the string that is not known
  llvm::StringRef text;                // the literal
  std::optional<std::uint64_t> length; // of a start; none: the whole text
  bool any_case = false;
};

std::optional<Question> question_of(const llvm::CallInst &call, Kind kind) {
  Question out;
  out.any_case = kind.any_case;
  llvm::StringRef a, b;
  bool knows_a =
      llvm::getConstantStringInfo(call.getArgOperand(0), a, !kind.is_block);
  bool knows_b =
      llvm::getConstantStringInfo(call.getArgOperand(1), b, !kind.is_block);
  if (knows_a == knows_b)
    return std::nullopt;
  out.asked = call.getArgOperand(knows_a ? 1 : 0);
  llvm::StringRef known = knows_a ? a : b;
  out.text = known.substr(0, known.find('\0'));
  if (!kind.has_length)
    return out;
  auto *length = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(2));
  if (!length || length->isZero())
    return std::nullopt;
  std::uint64_t bytes = length->getZExtValue();
  if (kind.is_block && bytes > out.text.size() + 1)
    return std::nullopt; // what is behind the end counts
  if (bytes <= out.text.size()) {
    out.length = bytes;
    out.text = out.text.substr(0, bytes);
  }
  return out;
}

// FNV-1a, folded: positive and not zero.
std::int64_t number_of(llvm::StringRef text, bool any_case) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (char c : text) {
    hash ^= static_cast<unsigned char>(any_case ? llvm::toLower(c) : c);
    hash *= 0x100000001b3;
  }
  hash ^= hash >> 32;
  return static_cast<std::int64_t>(hash & 0x7ffffffe) | 1;
}

// Is nothing asked but whether they are equal?
bool is_asked_for_equality(const llvm::CallInst &call) {
  return !call.use_empty() &&
         llvm::all_of(call.users(), [](const llvm::User *user) {
           auto *test = llvm::dyn_cast<llvm::ICmpInst>(user);
           auto *zero =
               test ? llvm::dyn_cast<llvm::ConstantInt>(test->getOperand(1))
                    : nullptr;
           return zero && zero->isZero() && test->isEquality();
         });
}

void replace(llvm::CallInst &call, const Question &question) {
  llvm::IRBuilder<> builder(&call);
  std::string name = "__wt_text";
  std::vector<llvm::Value *> arguments{question.asked};
  if (question.length) {
    name += "_start";
    arguments.push_back(builder.getInt64(*question.length));
  }
  if (question.any_case)
    name += "_any_case";
  std::vector<llvm::Type *> types;
  for (llvm::Value *argument : arguments)
    types.push_back(argument->getType());
  auto *type =
      llvm::FunctionType::get(builder.getInt32Ty(), types, /*isVarArg=*/false);
  llvm::FunctionCallee text = call.getModule()->getOrInsertFunction(name, type);
  llvm::CallInst *asked = builder.CreateCall(text, arguments);
  asked->setDoesNotThrow();
  auto *number = builder.getInt32(number_of(question.text, question.any_case));
  while (!call.use_empty()) {
    auto *test = llvm::cast<llvm::ICmpInst>(*call.user_begin());
    test->setOperand(0, asked);
    test->setOperand(1, number);
  }
  call.eraseFromParent();
}

} // namespace

void name_texts(llvm::Module &module) {
  llvm::TargetLibraryInfoImpl library(llvm::Triple(module.getTargetTriple()));
  llvm::TargetLibraryInfo known(library);
  for (llvm::Function &function : module)
    for (llvm::Instruction &inst :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      auto *call = llvm::dyn_cast<llvm::CallInst>(&inst);
      llvm::LibFunc called;
      if (!call || call->isMustTailCall() || !known.getLibFunc(*call, called) ||
          !call->getCalledFunction()->isDeclaration())
        continue;
      if (std::optional<Kind> kind = kind_of(called);
          kind && is_asked_for_equality(*call))
        if (std::optional<Question> question = question_of(*call, *kind))
          replace(*call, *question);
    }
}

} // namespace wt::frontend
