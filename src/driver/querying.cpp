// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `query`: see querying.h.

#include "driver/querying.h"

#include "driver/exit_status.h"
#include "driver/interrupt.h"
#include "driver/lost_objects.h"
#include "driver/proof_report.h"
#include "driver/proof_subject.h"
#include "finding/names.h"
#include "support/path.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <set>

namespace wt::driver {

namespace {

// So many callees, the nearest first, with so many instructions in all, are
// understood before a line is searched; what lies further away may keep
// everything.
constexpr std::size_t kMostUnderstood = 150, kMostInstructions = 15'000;

// Of the proof of one probe: who asks about a line waits for the answer.
constexpr std::uint64_t kMostTransfers = 50'000;

using contradiction::Probe;
using contradiction::ProbeReport;
using contradiction::Workspace;

bool is_at(const ir::Unit &unit, const SourcePos &pos,
           const QueryPlace &place) {
  return pos.line == place.line && location(unit, pos).file == place.file;
}

// Those with code in the line.
std::vector<ProcedureId> procedures_at(const Program &program,
                                       const QueryPlace &place) {
  std::vector<ProcedureId> out;
  for (ProcedureId p : program.procedures().ids()) {
    if (!program.procedures()[p].has_body)
      continue;
    const ir::Unit &unit = program.unit_of(p);
    if (std::ranges::any_of(program.body(p).insts, [&](const ir::Inst &inst) {
          return inst.block.valid() && is_at(unit, inst.pos, place);
        }))
      out.push_back(p);
  }
  return out;
}

bool has_code_in(const Program &program, const std::string &file) {
  return std::ranges::any_of(program.units(), [&](const auto &unit) {
    return unit->main_file == file ||
           std::ranges::any_of(unit->functions, [&](const ir::Function &f) {
             return !f.blocks.empty() && location(*unit, f.pos).file == file;
           });
  });
}

// These and what they call, breadth first.
std::vector<ProcedureId> nearest_callees(const Program &program,
                                         std::vector<ProcedureId> out) {
  std::set<ProcedureId> seen(out.begin(), out.end());
  std::size_t instructions = 0;
  for (std::size_t i = 0; i < out.size(); ++i)
    for (ProcedureId callee : program.callees(out[i])) {
      if (!program.procedures()[callee].has_body ||
          out.size() >= kMostUnderstood || seen.contains(callee))
        continue;
      instructions += program.body(callee).insts.size();
      if (instructions > kMostInstructions)
        return out;
      seen.insert(callee);
      out.push_back(callee);
    }
  return out;
}

// Does "'box->text' is overwritten" speak of `box->text`, or of a `text`?  What
// has no name may be meant, too.
bool is_called(const std::string &what, const std::string &name) {
  std::size_t end = what.find('\'', 1);
  if (!what.starts_with('\'') || end == std::string::npos)
    return true;
  std::string called = what.substr(1, end - 1);
  return called == name || called.ends_with("->" + name) ||
         called.ends_with("." + name);
}

// The names that a program has for variables where the line is, and for fields.
std::set<std::string> names_at(const Program &program,
                               const std::vector<ProcedureId> &around) {
  std::set<std::string> out;
  for (ProcedureId p : around) {
    const ir::Unit &unit = program.unit_of(p);
    for (const ir::Variable &variable : program.body(p).variables)
      out.insert(unit.text(variable.name));
    for (const ir::Global &global : unit.globals)
      out.insert(unit.text(global.name));
    for (ir::TypeId type : unit.types.ids())
      for (const ir::FieldDecl &field : unit.types[type].fields)
        out.insert(unit.text(field.name));
  }
  return out;
}

// The words of `box->text`.
std::vector<std::string> words_of(const std::string &name) {
  std::vector<std::string> out(1);
  for (char c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_')
      out.back() += c;
    else if (!out.back().empty())
      out.emplace_back();
  if (out.back().empty())
    out.pop_back();
  return out;
}

// "": the question makes sense.
std::string why_no_question(const Program &program, const QueryPlace &place,
                            const std::string &name) {
  if (!has_code_in(program, place.file))
    return "the program has no code in " + place.file;
  std::ifstream file(place.file);
  std::uint32_t lines = 0;
  for (std::string line; std::getline(file, line);)
    ++lines;
  if (place.line > lines)
    return fmt::format("{} has only {} lines", place.file, lines);
  if (name.empty())
    return "";
  std::vector<ProcedureId> around = procedures_at(program, place);
  if (around.empty())
    return fmt::format("{}:{} has no code", place.file, place.line);
  std::set<std::string> known = names_at(program, around);
  for (const std::string &word : words_of(name))
    if (!known.contains(word))
      return fmt::format("there is no '{}' at {}:{}", word, place.file,
                         place.line);
  return "";
}

class Query {
public:
  Query(const ProofSubject &subject, const QueryPlace &place,
        const std::string &name, const NotLoaded &not_loaded,
        const contradiction::WalkLimits &limits)
      : subject_(subject), place_(place), name_(name), not_loaded_(not_loaded),
        limits_(limits) {}

  std::vector<ProbeReport> run() {
    for (ProcedureId p : procedures_at(*subject_.program, place_)) {
      Workspace workspace(subject_.facts(), *subject_.division);
      workspace.keeps_to_types = subject_.keeps_to_types;
      workspace.is_whole =
          not_loaded_.has_main || contradiction::has_main(*subject_.program);
      workspace.has_unseen_callers = [&](ProcedureId callee) {
        const Procedure &info = subject_.program->procedures()[callee];
        return subject_.program->body(callee).linkage !=
                   ir::Linkage::kInternal &&
               not_loaded_.uses.contains(std::string(info.link_name));
      };
      for (const Probe &probe : probes(workspace, p, {.is_proof = true}))
        reports_.push_back(contradiction::prove(workspace, probe, limits_));
      search(p);
      add_unseen(workspace, p);
    }
    return std::move(reports_);
  }

private:
  // What probes do not see: instructions of the line; and what ends there, if
  // nothing of the line has a probe.
  void add_unseen(Workspace &workspace, ProcedureId p) {
    const ir::Unit &unit = subject_.program->unit_of(p);
    const ir::Function &function = subject_.program->body(p);
    for (ir::ValueId v : function.insts.ids()) {
      const ir::Inst &inst = function.insts[v];
      if (!inst.block.valid() || !is_at(unit, inst.pos, place_))
        continue;
      bool ends = inst.op == ir::Op::kReturn || inst.op == ir::Op::kScopeEnd;
      ProbeReport report;
      report.why = ends && reports_.empty()
                       ? contradiction::unsafe_construct(workspace, p)
                       : contradiction::unsafe_instruction(workspace, p, v);
      if (report.why.empty())
        continue;
      report.probe.procedure = p;
      report.at = location(unit, inst.pos);
      report.what = "what goes away here is not seen";
      reports_.push_back(std::move(report));
      return;
    }
  }

  std::vector<Probe> probes(Workspace &workspace, ProcedureId p,
                            const contradiction::ProbeOptions &options) {
    const ir::Unit &unit = subject_.program->unit_of(p);
    const ir::Function &function = subject_.program->body(p);
    std::vector<Probe> out = contradiction::find_probes(workspace, p, options);
    std::erase_if(out, [&](const Probe &probe) {
      return !is_at(unit, function.insts[probe.at].pos, place_) ||
             (!name_.empty() &&
              !is_called(contradiction::describe(workspace, probe), name_));
    });
    return out;
  }

  // A leak that is found decides what the proof could not.
  void search(ProcedureId p) {
    Workspace workspace(subject_.facts(), *subject_.division);
    for (const Probe &probe : probes(workspace, p, {.handles = true})) {
      auto same =
          std::ranges::find_if(reports_, [&](const ProbeReport &report) {
            return is_same(report.probe, probe);
          });
      bool is_decided = same != reports_.end() &&
                        same->verdict != ProbeReport::Verdict::kUnknown;
      std::optional<ProbeReport> found;
      if (!is_decided)
        found = contradiction::find_leak(workspace, probe);
      if (!found)
        continue;
      if (same != reports_.end())
        *same = std::move(*found);
      else
        reports_.push_back(std::move(*found));
    }
  }

  static bool is_same(const Probe &a, const Probe &b) {
    return a.procedure == b.procedure && a.at == b.at && a.kind == b.kind &&
           a.variable == b.variable && a.field == b.field;
  }

  const ProofSubject &subject_;
  const QueryPlace &place_;
  const std::string name_;
  const NotLoaded &not_loaded_;
  const contradiction::WalkLimits limits_;
  std::vector<ProbeReport> reports_;
};

} // namespace

Result<QueryPlace> parse_place(const std::string &word) {
  // From the back: a file name may hold colons.
  std::string_view file = word;
  std::vector<std::uint32_t> numbers; // a column, perhaps, then the line
  while (numbers.size() < 2) {
    std::size_t colon = file.rfind(':');
    if (colon == std::string::npos)
      break;
    std::uint32_t number = 0;
    const char *end = file.data() + file.size();
    auto [stop, problem] =
        std::from_chars(file.data() + colon + 1, end, number);
    if (stop != end || problem != std::errc() || number == 0)
      break;
    numbers.push_back(number);
    file = file.substr(0, colon);
  }
  std::error_code ignored;
  bool is_part_of_name =
      numbers.size() == 2 && !std::filesystem::exists(file, ignored) &&
      std::filesystem::exists(word.substr(0, word.rfind(':')), ignored);
  if (is_part_of_name) {
    file = std::string_view(word).substr(0, word.rfind(':'));
    numbers.pop_back();
  }
  if (numbers.empty() || file.empty())
    return fail("'" + word + "' is not FILE:LINE or FILE:LINE:COLUMN");
  return QueryPlace{absolute_path(std::string(file)), numbers.back()};
}

int query(const Options &options, EngineTable engines, const QueryPlace &place,
          std::vector<frontend::CapturedUnit> &units,
          const std::vector<LinkPlaces> &places, const NotLoaded &not_loaded,
          Console &console) {
  std::unique_ptr<ProofSubject> subject = ProofSubject::make(
      options, units, places, console, [&](const Program &program) {
        return nearest_callees(program, procedures_at(program, place));
      });
  if (!subject)
    return interrupted() ? kInterrupted : kFailed;
  std::string name = options.words.size() > 1 ? options.words[1] : "";
  std::string why_not = why_no_question(*subject->program, place, name);
  if (!why_not.empty()) {
    console.error(why_not);
    return kFailed;
  }
  ProofReport out;
  out.add_text(fmt::format("{}:{}\n", place.file, place.line));
  contradiction::WalkLimits limits =
      contradiction::proof_limits(options.callee_depth);
  limits.transfers = kMostTransfers;
  Query asked(*subject, place, name, not_loaded, limits);
  bool is_known = false; // that the line loses an object
  for (const ProbeReport &report : asked.run()) {
    is_known |= report.verdict == ProbeReport::Verdict::kPossible;
    out.add_verdict(report.verdict);
    out.add_probe(subject->program->procedures()[report.probe.procedure].name,
                  report);
  }
  for (const Finding &finding :
       lost_objects(*subject, engines, procedures_at(*subject->program, place),
                    place.file, place.line, name)) {
    if (is_known && finding.at.line != place.line)
      continue;
    ProbeReport lost;
    lost.verdict = ProbeReport::Verdict::kPossible;
    lost.at = finding.at;
    lost.what = finding.message;
    lost.trace = finding.trace;
    out.add_verdict(lost.verdict);
    out.add_probe(finding.function, lost);
  }
  if (out.is_empty())
    out.add_text("  no reference goes away here\n");
  return out.tell(options, console);
}

} // namespace wt::driver
