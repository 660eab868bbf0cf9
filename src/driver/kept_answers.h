// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which answers to questions of engines are known to hold?
//
// A result may rest on questions about a fact that has no digest of its own
// (Engine::answers).  Asking again needs the fact, which may cost more than all
// else.  So beside the source of such a fact it is written down which answers
// were got from it.  While the source is the same, they hold.
//
// Tested by tests/capture/test_edits.py.

#pragma once

#include "memo/notebook.h"

#include <mutex>
#include <set>

namespace wt::driver {

class KeptAnswers {
public:
  // `source`: of the fact, in this run.
  KeptAnswers(memo::Shelf &shelf, const Digest &source);

  // `answered`: a digest of questions and answers.  From any thread.
  bool holds(const Digest &answered);
  void add(const Digest &answered);
  // What was found out beside (AskingEngine::learn).
  const std::string &experience() const { return experience_; }
  void set_experience(std::string experience);
  // When all results are complete.  What nobody asked for is left out.
  void save();

private:
  memo::Shelf &shelf_;
  Digest key_;
  std::string experience_;
  std::set<Digest> known_; // from earlier runs
  std::mutex mutex_;
  std::set<Digest> used_; // in this run
  bool is_new_ = false;
};

} // namespace wt::driver
