// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How is a result kept that rests on a fact without a digest?
//
// Where pointers point is one fact about the whole program: any edit may change
// it somewhere.  An engine that asks it a few questions notes these while it
// analyses a procedure.  In another run the questions are asked again, which is
// cheap, and the result holds while the answers are the same.
//
// Tested by tests/unit/engine/valueflow_answers_test.cpp.

#pragma once

#include "engine/engine.h"
#include "support/digest.h"

#include <string>

namespace wt {

// The questions of one procedure, in the engine's own form.
class QuestionLog {
public:
  // While it lives, what this thread notes is put into `log`.
  class Open {
  public:
    explicit Open(std::string &log) : before_(current_) { current_ = &log; }
    ~Open() { current_ = before_; }
    Open(const Open &) = delete;
    Open &operator=(const Open &) = delete;

  private:
    std::string *before_;
  };

  static bool is_open() { return current_; }
  static void note(std::string questions) {
    if (current_)
      *current_ = std::move(questions);
  }

private:
  static inline thread_local std::string *current_ = nullptr;
};

// It takes procedures one by one, and notes its questions.  It reads nothing
// else of the fact.
class AskingEngine : public Engine {
public:
  // Asks again, if there are any: a digest of the answers.
  virtual Digest answers(ProcedureId, std::string_view questions) const = 0;
  // While this is the same, and so are the procedures and variables of the
  // program and whom calls may reach, all answers are.
  virtual Digest source_of_answers() const = 0;
  // What another run with the same source has found out about getting the fact;
  // it saves work and changes no answer.
  virtual void learn(std::string_view) const = 0;
  virtual std::string experience() const = 0; // "": none

  bool needs_summaries() const final { return false; }
  bool is_repeatable() const final { return true; }
};

} // namespace wt
