// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How do results for single functions come back in the next run?
//
// What an engine says of a function, and what it answers as a judge, is kept
// with everything that it read (memo/notebook.h), in the store.  It is taken
// from there while all that is the same.  Where in the source a function is
// decides nothing, for most engines; who calls it only if that was asked for.
//
// Nothing is kept of a run that crashed or was interrupted, nor of a program
// that is changed for a try.
//
// Tested by tests/capture/test_edits.py.

#pragma once

#include "driver/kept_answers.h"
#include "engine/asking.h"
#include "engine/partwise.h"
#include "memo/notebook.h"
#include "store/store.h"

#include <map>
#include <mutex>

namespace wt::driver {

// The pages of one store.
class StoreShelf : public memo::Shelf {
public:
  explicit StoreShelf(Store &store) : store_(store) {}
  std::optional<std::string> get(const Digest &key) override;
  void put(const Digest &key, std::string page) override;
  void write(); // what was put
  void set_read_only() { is_read_only_ = true; }

private:
  Store &store_;
  bool is_read_only_ = false;
  std::vector<Store::Entry> added_;
};

// Of one run.
class KeptResults {
public:
  // `analysis`: see analysis_key() in known_result.h.
  KeptResults(const Program &program, const model::ModelSet &models,
              Store &store, const Digest &analysis, unsigned threads);

  memo::FactDigests &facts() { return facts_; }
  const Digest &models() const { return models_; }
  StoreShelf &shelf() { return shelf_; }
  memo::Notebook &notebook() { return notebook_; }
  // `source`: see kept_answers.h.  From any thread.
  KeptAnswers &answers(const Digest &source);
  void save(); // when all results are complete
  void set_read_only() { shelf_.set_read_only(); } // nothing is saved

private:
  Digest models_;
  memo::FactDigests facts_;
  StoreShelf shelf_;
  memo::Notebook notebook_;
  std::mutex mutex_; // of answers_
  std::map<Digest, std::unique_ptr<KeptAnswers>> answers_;
};

// What one engine says.
class KeptEngine {
public:
  // `summaries`: of the callees, and where new ones go.
  KeptEngine(KeptResults &kept, const Engine &engine, std::string_view name,
             const IdMap<ProcedureId, std::unique_ptr<Summary>> &summaries);

  // As known, or what `work` makes.
  SccResult analysed(std::span<const ProcedureId> members,
                     const std::function<SccResult()> &work);
  std::vector<Verdict>
  judged(ProcedureId procedure, std::span<const Candidate> candidates,
         const std::function<std::vector<Verdict>()> &work);

  void finish(); // all is analysed and judged

private:
  memo::Task task(ProcedureId home, const Digest &key) const;
  std::optional<Digest> resolve(const Read &read) const;
  std::optional<Digest> digest_of_summary(ProcedureId p) const;
  KeptAnswers &known_answers();
  Digest digest_of_answered(const memo::Task &task, ProcedureId procedure,
                            std::string_view asked,
                            const Digest &answers) const;
  bool still_holds(const memo::Task &task, ProcedureId procedure,
                   std::string_view asked, const Digest &answers);
  void keep(const memo::Task &task, const ReadLog &log,
            memo::Notebook::Writer write);
  SccResult read_result(std::span<const ProcedureId> members, ByteReader &in,
                        const IdReader &ids) const;
  memo::Notebook::Writer writer_of(const memo::Task &task,
                                   std::span<const ProcedureId> members,
                                   const SccResult &result,
                                   const std::string &asked);

  KeptResults &kept_;
  const Engine &engine_;
  const PartwiseEngine *partwise_; // the same, or null
  const AskingEngine *asking_;     // the same, or null
  Digest common_;                  // the engine and its tables
  std::once_flag once_;
  KeptAnswers *answers_ = nullptr; // of an engine that asks questions
  const IdMap<ProcedureId, std::unique_ptr<Summary>> &summaries_;
};

} // namespace wt::driver
