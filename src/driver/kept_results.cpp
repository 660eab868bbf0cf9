// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results of functions in the store: see kept_results.h.

#include "driver/kept_results.h"

#include "finding/verdict_bytes.h"

#include <algorithm>
#include <set>

namespace wt::driver {

namespace {

// Families by their numbers, and what declarations say of functions by
// attributes: specifications and units together decide them.
Digest digest_of_models(const Program &program, const model::ModelSet &models,
                        const Digest &analysis) {
  DigestBuilder out;
  out.add(analysis).add(models.family_count());
  for (std::size_t i = 0; i < models.family_count(); ++i)
    out.add(models.family(model::FamilyId(i)).name);
  std::set<std::string> attributes;
  for (const auto &unit : program.units())
    for (const ir::Function &function : unit->functions)
      for (const ir::DeclAttribute &attribute : function.attributes) {
        std::string text = unit->text(function.link_name) + '\0' +
                           unit->text(attribute.text) + '\0' +
                           std::to_string(static_cast<int>(attribute.kind));
        for (std::uint32_t argument : attribute.args)
          text += ' ' + std::to_string(argument);
        attributes.insert(std::move(text));
      }
  for (const std::string &text : attributes)
    out.add(text);
  return out.finish();
}

void write_verdicts(ByteWriter &out, std::span<const Verdict> verdicts,
                    IdWriter &ids) {
  write_list(out, verdicts, [&](const Verdict &v) { write(out, v, ids); });
}

std::vector<Verdict> read_verdicts(ByteReader &in, const IdReader &ids) {
  std::vector<Verdict> verdicts;
  read_list(in, verdicts, [&] { return read_verdict(in, ids); });
  return verdicts;
}

} // namespace

std::optional<std::string> StoreShelf::get(const Digest &key) {
  return store_.get(EntrySpace::kVerdict, key);
}

void StoreShelf::put(const Digest &key, std::string page) {
  added_.push_back({key, std::move(page)});
}

void StoreShelf::write() {
  if (!is_read_only_)
    store_.put(EntrySpace::kVerdict, added_);
  added_.clear();
}

KeptResults::KeptResults(const Program &program, const model::ModelSet &models,
                         Store &store, const Digest &analysis, unsigned threads)
    : models_(digest_of_models(program, models, analysis)),
      facts_(program, threads), shelf_(store),
      notebook_(program, facts_.names(), shelf_, models_) {}

KeptAnswers &KeptResults::answers(const Digest &source) {
  Digest all = DigestBuilder()
                   .add(models_)
                   .add(facts_.of_program())
                   .add(source)
                   .finish();
  std::lock_guard lock(mutex_);
  std::unique_ptr<KeptAnswers> &known = answers_[all];
  if (!known)
    known = std::make_unique<KeptAnswers>(shelf_, all);
  return *known;
}

void KeptResults::save() {
  notebook_.save();
  for (auto &[source, answers] : answers_)
    answers->save();
  shelf_.write();
}

KeptEngine::KeptEngine(
    KeptResults &kept, const Engine &engine, std::string_view name,
    const IdMap<ProcedureId, std::unique_ptr<Summary>> &summaries)
    : kept_(kept), engine_(engine),
      partwise_(dynamic_cast<const PartwiseEngine *>(&engine)),
      asking_(dynamic_cast<const AskingEngine *>(&engine)),
      summaries_(summaries) {
  common_ = DigestBuilder()
                .add(name)
                .add(kept.facts().of_bytes([&](ByteWriter &out, IdWriter &ids) {
                  engine.write_tables(out, ids);
                }))
                .finish();
}

memo::Task KeptEngine::task(ProcedureId home, const Digest &key) const {
  return {kept_.facts().program().procedures()[home].unit, key};
}

std::optional<Digest> KeptEngine::digest_of_summary(ProcedureId p) const {
  const Summary *summary = summaries_[p].get();
  if (!summary)
    return Digest();
  return kept_.facts().of_bytes([&](ByteWriter &out, IdWriter &ids) {
    engine_.write_summary(*summary, out, ids);
  });
}

std::optional<Digest> KeptEngine::resolve(const Read &read) const {
  if (read.kind == Read::Kind::kSummary)
    return digest_of_summary(ProcedureId(read.a));
  if (read.kind == Read::Kind::kVariable && read.b == kAskEngine)
    return DigestBuilder()
        .add(partwise_ ? partwise_->known(ProgramVariableId(read.a))
                       : std::uint64_t(0))
        .finish();
  return kept_.facts().of(read, engine_.sees_lines() ? memo::Eyes::kSeesLines
                                                     : memo::Eyes::kNormal);
}

void KeptEngine::keep(const memo::Task &task, const ReadLog &log,
                      memo::Notebook::Writer write) {
  std::vector<memo::Seen> seen;
  for (const Read &read : log.reads())
    seen.push_back({read, resolve(read)});
  kept_.notebook().keep(task, std::move(seen), std::move(write));
}

// Questions are about instructions of this very body.
Digest KeptEngine::digest_of_answered(const memo::Task &task,
                                      ProcedureId procedure,
                                      std::string_view asked,
                                      const Digest &answers) const {
  Read body{Read::Kind::kBody, procedure.value};
  return DigestBuilder()
      .add(task.key)
      .add(*kept_.facts().of(body, memo::Eyes::kNormal))
      .add(asked)
      .add(answers)
      .finish();
}

KeptAnswers &KeptEngine::known_answers() {
  std::call_once(once_, [this] {
    answers_ = &kept_.answers(asking_->source_of_answers());
    asking_->learn(answers_->experience());
  });
  return *answers_;
}

// Do the answers that a kept result rests on?
bool KeptEngine::still_holds(const memo::Task &task, ProcedureId procedure,
                             std::string_view asked, const Digest &answers) {
  if (asked.empty() || !asking_)
    return asked.empty();
  Digest answered = digest_of_answered(task, procedure, asked, answers);
  if (known_answers().holds(answered))
    return true;
  if (asking_->answers(procedure, asked) != answers)
    return false;
  known_answers().add(answered);
  return true;
}

SccResult KeptEngine::read_result(std::span<const ProcedureId> members,
                                  ByteReader &in, const IdReader &ids) const {
  SccResult result;
  for (ProcedureId p : members)
    result.summaries.push_back(in.byte() ? engine_.read_summary(p, in, ids)
                                         : nullptr);
  result.verdicts = read_verdicts(in, ids);
  read_list(in, result.over_budget, [&] { return ids.procedure(in); });
  return result;
}

// Summaries are where the others find them by then.
memo::Notebook::Writer
KeptEngine::writer_of(const memo::Task &task,
                      std::span<const ProcedureId> members,
                      const SccResult &result, const std::string &asked) {
  Digest answers;
  if (asking_ && !asked.empty()) {
    answers = asking_->answers(members.front(), asked);
    known_answers().add(
        digest_of_answered(task, members.front(), asked, answers));
  }
  std::vector<ProcedureId> all(members.begin(), members.end());
  return
      [this, all, verdicts = result.verdicts, over_budget = result.over_budget,
       asked, answers](ByteWriter &out, IdWriter &ids) {
        out.string(asked);
        out.bytes(answers.bytes());
        for (ProcedureId p : all) {
          const Summary *summary = summaries_[p].get();
          out.byte(summary != nullptr);
          if (summary)
            engine_.write_summary(*summary, out, ids);
        }
        write_verdicts(out, verdicts, ids);
        write_list(out, over_budget, [&](ProcedureId p) { ids.write(out, p); });
      };
}

void KeptEngine::finish() {
  if (answers_)
    answers_->set_experience(asking_->experience());
}

SccResult KeptEngine::analysed(std::span<const ProcedureId> members,
                               const std::function<SccResult()> &work) {
  DigestBuilder key;
  key.add("analysed").add(common_);
  for (ProcedureId p : members)
    key.add(kept_.facts().names().of(p))
        .add(kept_.facts().of_bytes([&](ByteWriter &out, IdWriter &ids) {
          if (partwise_)
            partwise_->write_tables_of(p, out, ids);
        }));
  memo::Task task = this->task(members.front(), key.finish());
  SccResult result;
  bool is_known = kept_.notebook().find(
      task, [this](const Read &read) { return resolve(read); },
      [&](ByteReader &in, const IdReader &ids) {
        std::string_view asked = in.string();
        Digest answers = Digest::from_bytes(in.bytes(16));
        result = read_result(members, in, ids);
        return !in.failed() &&
               still_holds(task, members.front(), asked, answers);
      });
  if (is_known)
    return result;
  if (asking_)
    known_answers(); // before it asks for the fact
  ReadLog log;
  std::string asked;
  {
    ReadLog::Open open(log);
    QuestionLog::Open questions(asked);
    result = work();
  }
  keep(task, log, writer_of(task, members, result, asked));
  return result;
}

std::vector<Verdict>
KeptEngine::judged(ProcedureId procedure, std::span<const Candidate> candidates,
                   const std::function<std::vector<Verdict>()> &work) {
  Digest asked = kept_.facts().of_bytes([&](ByteWriter &out, IdWriter &ids) {
    write_list(out, candidates, [&](const Candidate &candidate) {
      out.byte(candidate.site.has_value());
      if (candidate.site)
        write(out, *candidate.site, ids);
      write_id(out, candidate.losing);
      write_choice(out, candidate.kind);
    });
  });
  memo::Task task =
      this->task(procedure, DigestBuilder()
                                .add("judged")
                                .add(common_)
                                .add(kept_.facts().names().of(procedure))
                                .add(asked)
                                .finish());
  std::vector<Verdict> answers;
  bool is_known = kept_.notebook().find(
      task, [this](const Read &read) { return resolve(read); },
      [&](ByteReader &in, const IdReader &ids) {
        answers = read_verdicts(in, ids);
        return true;
      });
  if (is_known)
    return answers;
  ReadLog log;
  {
    ReadLog::Open open(log);
    answers = work();
  }
  keep(task, log, [answers](ByteWriter &out, IdWriter &ids) {
    write_verdicts(out, answers, ids);
  });
  return answers;
}

} // namespace wt::driver
