// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Advice and proposals: see propose.h.

#include "fix/propose.h"

#include "finding/describe.h"
#include "finding/first_free.h"
#include "finding/names.h"
#include "finding/outer_path.h"
#include "finding/resource_words.h"
#include "fix/partial.h"
#include "fix/reallocation.h"
#include "fix/release.h"

#include <algorithm>
#include <set>

namespace wt::fix {

using ir::Op;
using ir::ValueId;

namespace {

constexpr std::size_t kMostProposals = 8;

// Where a release can be written.
struct Spot {
  Location at;
  std::string before;    // "the return at line 15"
  std::string jump = {}; // "return", if it is before a jump
};

// The word is that of the jump.
Spot before_jump(const Location &at, const std::string &jump) {
  return {at, "the " + jump + " at line " + std::to_string(at.line), jump};
}

std::string line(const Location &at) { return std::to_string(at.line); }

class Proposer {
public:
  Proposer(const Program &program, const model::ModelSet &models,
           const Verdict &verdict, SourceFiles &files, Finding &finding)
      : program_(program), models_(models), verdict_(verdict), files_(files),
        finding_(finding), site_(verdict.site),
        unit_(program.unit_of(site_.procedure)),
        function_(program.body(site_.procedure)),
        words_(words_for(models, site_.family)) {}

  void run();

private:
  const Witness *witness_for(ValueId losing) const;
  Location place(ValueId losing) const {
    return losing_place(program_, verdict_, losing, witness_for(losing));
  }
  bool is_ignored() const {
    return finding_.lost.size() == 1 && finding_.lost[0] == finding_.at &&
           site_.kind == Site::Kind::kCall;
  }
  bool is_of_earlier_round() const;
  void ignored_result();
  bool failed_realloc();
  void bad_free();
  void lost();
  bool frees_something(ValueId call) const;
  Spot spot_of(ValueId losing) const;
  std::optional<Spot> end_of_round(const Witness &witness) const;
  Spot spot_for(ValueId losing) const;
  bool is_brace(const Location &at) const;
  std::vector<Spot> spots_before(ValueId losing) const;
  std::string jump_at(const Location &at) const;
  std::string thrower(ValueId losing) const;
  void add(const std::vector<Spot> &spots, const Release &release);
  void add(const std::vector<Spot> &spots, const Release &release,
           const std::string &test);
  std::string what(const std::vector<Spot> &spots, const std::string &object,
                   std::uint32_t like) const;
  std::string guard(const Release &release) const;

  const Program &program_;
  const model::ModelSet &models_;
  const Verdict &verdict_;
  SourceFiles &files_;
  Finding &finding_;
  const Site &site_;
  const ir::Unit &unit_;
  const ir::Function &function_;
  Words words_;
};

const Witness *Proposer::witness_for(ValueId losing) const {
  for (const Witness &witness : verdict_.witnesses)
    if (witness.last == losing)
      return &witness;
  return nullptr;
}

bool Proposer::is_of_earlier_round() const {
  const Witness *witness =
      verdict_.losing.empty() ? nullptr : witness_for(verdict_.losing[0]);
  return witness && witness->procedure == site_.procedure &&
         wt::is_of_earlier_round(function_, site_, *witness);
}

// The call that throws where the object is lost, or "".
std::string Proposer::thrower(ValueId losing) const {
  const ir::Inst &inst = function_.insts[losing];
  const Witness *witness = witness_for(losing);
  bool may_come_back =
      witness && std::ranges::none_of(witness->steps, [](const auto &step) {
        return step.exceptional;
      });
  bool is_thrown = inst.op == Op::kRethrow ||
                   (inst.op == Op::kCall && function_.call(losing).may_throw &&
                    !verdict_.is_at_exit && !frees_something(losing) &&
                    (function_.call(losing).does_not_return || !may_come_back));
  if (!is_thrown)
    return "";
  ValueId call = inst.op == Op::kCall ? losing
                 : witness && witness->procedure == site_.procedure
                     ? throwing_call(program_, *witness)
                     : ValueId();
  std::string name =
      call.valid() ? callee_name(program_, site_.procedure, call) : "";
  if (name.empty() || name == "__cxa_throw()" || name == "__cxa_rethrow()")
    return "an exception is thrown";
  return name + " throws";
}

// "return", "goto", "break" or "continue" if one is there.
std::string Proposer::jump_at(const Location &at) const {
  const SourceFile &file = files_[at.file];
  std::optional<std::size_t> token = file.token_at(at);
  std::string_view word = token ? file.word(*token) : "";
  for (std::string_view jump : {"return", "goto", "break", "continue"})
    if (word == jump)
      return std::string(jump);
  return "";
}

bool Proposer::frees_something(ValueId call) const {
  for (std::uint32_t i = 0; i < function_.arguments(call).size(); ++i)
    if (frees_argument(program_, models_, site_.procedure, call, i))
      return true;
  return false;
}

Spot Proposer::spot_of(ValueId losing) const {
  Location at = place(losing);
  switch (function_.insts[losing].op) {
  case Op::kStore:
  case Op::kAssign:
    return {at, "line " + line(at) + " overwrites it"};
  case Op::kScopeEnd:
    if (jump_at(at).empty())
      return {at, "it goes out of scope at line " + line(at)};
    break;
  case Op::kCall:
    if (verdict_.is_at_exit || function_.call(losing).does_not_return)
      return {at, "the program ends at line " + line(at)};
    if (frees_something(losing))
      return {at, "line " + line(at) + " frees what holds it"};
    return {at, "the call at line " + line(at)};
  case Op::kReturn:
    break;
  default:
    return {};
  }
  std::string jump = jump_at(at);
  if (jump.empty())
    return {at, "the end of the function at line " + line(at)};
  return before_jump(at, jump);
}

// The last jump of the round of the loop in which the object was acquired.
std::optional<Spot> Proposer::end_of_round(const Witness &witness) const {
  const std::vector<OuterStop> path = outer_path(function_, witness);
  const ir::BlockId site = function_.insts[site_.value].block;
  std::size_t wanted = witness.passing;
  if (!wanted)
    wanted = std::ranges::count(path, site, &OuterStop::block);
  std::optional<Spot> found;
  std::size_t passing = 0;
  for (const OuterStop &stop : path) {
    passing += stop.block == site;
    if (passing != wanted)
      continue;
    const ir::Inst &jump = function_.insts[function_.terminator(stop.block)];
    Location at = location(unit_, jump.pos);
    if (jump.op != Op::kBranch || jump.operand_count != 0 || !at.line)
      continue;
    if (std::string word = jump_at(at); !word.empty())
      found = before_jump(at, word);
  }
  return found;
}

// Where the release for this loss goes.  What a loop loses between its rounds,
// or as it ends, is freed in the round that acquired it.
Spot Proposer::spot_for(ValueId losing) const {
  Spot spot = spot_of(losing);
  const Witness *witness = witness_for(losing);
  if (!witness || witness->procedure != site_.procedure)
    return spot;
  bool is_older = wt::is_of_earlier_round(function_, site_, *witness);
  Op op = function_.insts[losing].op;
  bool is_clear = (op != Op::kReturn && op != Op::kScopeEnd) ||
                  !jump_at(spot.at).empty() || is_brace(spot.at);
  if (is_clear && !is_older)
    return spot;
  std::optional<Spot> end = end_of_round(*witness);
  return end ? *end : is_older ? Spot() : spot;
}

bool Proposer::is_brace(const Location &at) const {
  const SourceFile &file = files_[at.file];
  std::optional<std::size_t> token = file.token_at(at);
  return token && file.word(*token) == "}";
}

// The jumps on the path behind the site, the last first.
std::vector<Spot> Proposer::spots_before(ValueId losing) const {
  std::vector<Spot> out;
  const Witness *witness = witness_for(losing);
  if (!witness || witness->procedure != site_.procedure ||
      function_.insts[losing].op != Op::kReturn)
    return out;
  const std::vector<OuterStop> path = outer_path(function_, *witness);
  Location end = place(losing);
  for (std::size_t i = path.size(); i-- > 0;) {
    ValueId jump = function_.terminator(path[i].block);
    const ir::Inst &inst = function_.insts[jump];
    Location at = location(unit_, inst.pos);
    bool is_plain = inst.op == Op::kBranch && inst.operand_count == 0;
    if (is_plain && at.line && at != end && at.file == end.file)
      if (std::string word = jump_at(at); !word.empty())
        out.push_back(before_jump(at, word));
    if (path[i].block == function_.insts[site_.value].block)
      break;
  }
  return out;
}

// "a, b and c"
std::string enumerate(const std::vector<std::string> &words) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i)
    out += (i == 0 ? "" : i + 1 < words.size() ? ", " : " and ") + words[i];
  return out;
}

// "the goto at line 7 and the returns at lines 9 and 12": jumps of one kind are
// named together.
std::string enumerate(const std::vector<Spot> &spots) {
  std::vector<std::string> words;
  std::set<std::string> done;
  for (const Spot &spot : spots) {
    std::vector<std::string> lines;
    for (const Spot &other : spots)
      if (!spot.jump.empty() && other.jump == spot.jump)
        lines.push_back(line(other.at));
    if (lines.size() < 2)
      words.push_back(spot.before);
    else if (done.insert(spot.jump).second)
      words.push_back("the " + spot.jump + "s at lines " + enumerate(lines));
  }
  return enumerate(words);
}

std::string Proposer::what(const std::vector<Spot> &spots,
                           const std::string &object,
                           std::uint32_t like) const {
  std::string out = words_.release + " ";
  out += object.empty() ? "it" : "'" + object + "'";
  out += " before " + enumerate(spots);
  if (like)
    out += ", as line " + std::to_string(like) + " does";
  return out;
}

// "if (f) ", where the function must not be given what is no object.
std::string Proposer::guard(const Release &release) const {
  if (release.takes_null || !site_.family)
    return "";
  const model::Family &family = models_.family(site_.family);
  if (family.is_handle && family.no_object == -1)
    return "if (" + release.object + " >= 0) ";
  bool is_pointer = !family.is_handle && family.no_object == 0;
  return is_pointer ? "if (" + release.object + ") " : "";
}

void Proposer::add(const std::vector<Spot> &spots, const Release &release) {
  add(spots, release, "");
  if (std::string test = guard(release); !test.empty())
    add(spots, release, test);
}

void Proposer::add(const std::vector<Spot> &spots, const Release &release,
                   const std::string &test) {
  Fix fix;
  fix.what = what(spots, release.object, release.like);
  std::set<std::size_t> used; // statements, by their first token
  for (const Spot &spot : spots) {
    if (spot.at.file != spots[0].at.file)
      return;
    const SourceFile &file = files_[spot.at.file];
    std::optional<Statement> statement = statement_at(file, spot.at);
    if (!statement)
      return;
    if (!used.insert(statement->first).second)
      continue;
    std::vector<Edit> edits =
        insert_before(file, *statement, test + release.code);
    fix.edits.insert(fix.edits.end(), edits.begin(), edits.end());
  }
  std::ranges::sort(fix.edits);
  bool is_new = std::ranges::none_of(finding_.proposals, [&](const Fix &other) {
    return other.edits == fix.edits;
  });
  if (is_new && finding_.proposals.size() < kMostProposals)
    finding_.proposals.push_back(std::move(fix));
}

void Proposer::ignored_result() {
  std::string callee = callee_name(program_, site_.procedure, site_.value);
  finding_.advice =
      words_.release + " what " + callee + " returns, or do not call it";
  const SourceFile &file = files_[finding_.at.file];
  std::optional<Statement> s = statement_at(file, finding_.at);
  bool is_call = s && !s->is_brace && file.word(s->first + 1) == "(" &&
                 file.closing(s->first + 1) == s->last - 1;
  bool is_malloc =
      site_.family && models_.family(site_.family).name == "malloc";
  if (!is_call || !is_malloc)
    return;
  std::uint32_t begin = file.tokens()[s->first].begin;
  std::uint32_t end = file.tokens()[s->last].begin;
  finding_.proposals.push_back(
      {"free what " + callee + " returns",
       {{file.name(), begin, begin, "free("}, {file.name(), end, end, ")"}}});
}

bool Proposer::failed_realloc() {
  for (ValueId losing : verdict_.losing) {
    Op op = function_.insts[losing].op;
    if (op != Op::kStore && op != Op::kAssign)
      continue;
    const SourceFile &file = files_[place(losing).file];
    std::optional<Reallocation> found = reallocation_at(file, place(losing));
    if (!found)
      continue;
    finding_.advice = "keep '" + found->object + "' until " + found->function +
                      "() at line " + line(place(losing)) + " has succeeded";
    if (found->is_never_empty && unit_.language == ir::Language::kC &&
        verdict_.losing.size() == 1)
      finding_.proposals.push_back({"free '" + found->object + "' if " +
                                        found->function + "() at line " +
                                        line(place(losing)) + " fails",
                                    with_second_pointer(file, *found)});
    return true;
  }
  return false;
}

void Proposer::bad_free() {
  const std::string &name = finding_.variable;
  switch (verdict_.kind) {
  case FindingKind::kDoubleFree:
    finding_.advice = words_.release +
                      " it once: remove one of the two, or set " +
                      (name.empty() ? "the pointer" : "'" + name + "'") +
                      " to null after the first";
    break;
  case FindingKind::kUseAfterFree:
    finding_.advice = words_.release + " it after its last use";
    break;
  default:
    if (site_.family && !models_.family(site_.family).releasers.empty())
      finding_.advice =
          words_.release + " it with " +
          models_.family(site_.family).releasers.front() +
          (models_.family(site_.family).name.starts_with("new") ? "" : "()");
  }
}

void Proposer::lost() {
  if (verdict_.losing.empty() || !function_.insts.contains(verdict_.losing[0]))
    return;
  if (std::string thrown = thrower(verdict_.losing[0]); !thrown.empty()) {
    finding_.advice = "let a destructor " + words_.release + " it" +
                      (words_.release == "free" ? " (std::unique_ptr)" : "") +
                      ", so that it happens when " + thrown;
    return;
  }
  std::vector<Spot> ends;
  bool is_whole = true; // each loss has its place
  for (ValueId losing : verdict_.losing) {
    Spot spot = function_.insts.contains(losing) ? spot_for(losing) : Spot();
    is_whole &= spot.at.line != 0;
    bool is_new = std::ranges::none_of(
        ends, [&](const Spot &other) { return other.at == spot.at; });
    if (is_new && spot.at.line)
      ends.push_back(spot);
  }
  if (!is_whole && is_of_earlier_round()) {
    finding_.advice = words_.release + " what earlier rounds of the loop " +
                      words_.acquired + " before " +
                      spot_of(verdict_.losing[0]).before;
    return;
  }
  if (ends.empty())
    return;
  std::ranges::sort(ends, {}, &Spot::at);
  std::vector<Release> releases =
      releases_for(program_, models_, site_, finding_.variable, files_);
  finding_.advice =
      what(ends, releases.empty() ? finding_.variable : releases[0].object,
           releases.empty() ? 0 : releases[0].like);
  if (!is_whole)
    return;
  for (const Release &release : releases)
    add(ends, release);
  // Each end may be one that other paths share; its own is before the last
  // jump to it.
  for (std::size_t back = 0; back < 2; ++back) {
    std::vector<Spot> earlier;
    for (ValueId losing : verdict_.losing) {
      std::vector<Spot> jumps = spots_before(losing);
      if (!jumps.empty())
        earlier.push_back(jumps[std::min(back, jumps.size() - 1)]);
    }
    for (const Release &release : releases)
      if (earlier.size() == verdict_.losing.size())
        add(earlier, release);
  }
}

void Proposer::run() {
  bool is_leak = verdict_.kind == FindingKind::kLeak ||
                 verdict_.kind == FindingKind::kResourceLeak;
  if (!is_leak)
    bad_free();
  else if (is_ignored())
    ignored_result();
  else if (!failed_realloc())
    lost();
  if (is_leak && !is_of_earlier_round())
    tell_partial(program_, models_, verdict_,
                 releases_in(program_, models_, site_, finding_.variable),
                 finding_);
  if (verdict_.rests_on_unmodelled_call || verdict_.is_at_exit ||
      verdict_.is_lost_elsewhere)
    finding_.proposals.clear();
}

} // namespace

void propose(const Program &program, const model::ModelSet &models,
             const Verdict &verdict, SourceFiles &files, Finding &finding) {
  Proposer(program, models, verdict, files, finding).run();
}

} // namespace wt::fix
