// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Words that free an object: see release.h.

#include "fix/release.h"

#include "finding/first_free.h"
#include "finding/names.h"
#include "finding/object_of.h"
#include "finding/plain_name.h"
#include "fix/statement.h"

#include <algorithm>
#include <map>

namespace wt::fix {

using ir::Op;
using ir::ValueId;

namespace {

constexpr std::size_t kMostCallers = 50; // of the allocator, looked at
constexpr std::size_t kMostReleases = 3;
constexpr std::size_t kLongest = 160; // of code that is repeated

bool is_family(const model::ModelSet &models, const Site &site,
               std::string_view name) {
  return site.family && models.family(site.family).name == name;
}

// The words between the parentheses of token `open`, split at commas.
std::vector<std::string> arguments(const SourceFile &file, std::size_t open) {
  std::vector<std::string> out;
  std::optional<std::size_t> close = file.closing(open);
  if (!close)
    return out;
  std::size_t from = open + 1;
  for (std::size_t i = from; i <= *close; ++i) {
    if (i < *close && (file.word(i) == "(" || file.word(i) == "["))
      i = file.closing(i).value_or(i);
    if ((i == *close || file.word(i) == ",") && i > from) {
      std::uint32_t begin = file.tokens()[from].begin;
      out.emplace_back(
          file.text().substr(begin, file.tokens()[i - 1].end - begin));
      from = i + 1;
    }
  }
  return out;
}

// `free(host);`, `delete host;`, as written where the call is.
std::optional<Release> written_there(const SourceFile &file, const Location &at,
                                     std::uint32_t argument) {
  std::optional<Statement> statement = statement_at(file, at);
  if (!statement || statement->is_brace)
    return std::nullopt;
  std::uint32_t begin = file.tokens()[statement->first].begin;
  std::uint32_t end = file.tokens()[statement->last].end;
  Release out;
  out.code = collapse_spaces(file.text().substr(begin, end - begin));
  out.like = file.line_of(begin);
  if (out.code.size() > kLongest || out.code.contains("//") ||
      out.code.contains("/*"))
    return std::nullopt;
  std::size_t word = statement->first;
  if (file.word(word) == "delete") {
    bool is_array = file.word(word + 1) == "[" && file.word(word + 2) == "]";
    word += is_array ? 3 : 1;
    std::uint32_t from = file.tokens()[word].begin;
    out.object =
        file.text().substr(from, file.tokens()[statement->last - 1].end - from);
    out.takes_null = true;
    return out;
  }
  bool is_call = file.tokens()[word].kind == Token::Kind::kWord &&
                 file.word(word + 1) == "(" &&
                 file.closing(word + 1) == statement->last - 1;
  if (!is_call)
    return std::nullopt;
  std::vector<std::string> given = arguments(file, word + 1);
  if (argument >= given.size())
    return std::nullopt;
  out.object = given[argument];
  out.takes_null = file.word(word) == "free";
  return out;
}

// Does the call free the object, and by which argument?
std::optional<std::uint32_t>
freed_argument(const Program &program, const model::ModelSet &models,
               const Site &site, const std::string &variable, ValueId call) {
  const ir::Function &f = program.body(site.procedure);
  const ir::Unit &unit = program.unit_of(site.procedure);
  std::span<const ValueId> given = f.arguments(call);
  for (std::uint32_t i = 0; i < given.size(); ++i) {
    bool is_it =
        is_object_of(f, site, given[i]) ||
        (!variable.empty() && expression_of(unit, f, given[i]) == variable);
    if (is_it && frees_argument(program, models, site.procedure, call, i))
      return i;
  }
  return std::nullopt;
}

class Releases {
public:
  Releases(const Program &program, const model::ModelSet &models,
           const Site &site, const std::string &variable, SourceFiles &files)
      : program_(program), models_(models), site_(site), variable_(variable),
        files_(files) {}

  std::vector<Release> run() {
    add_own();
    if (is_plain_object(variable_)) {
      add_of_other_callers();
      add_of_family();
    }
    if (out_.size() > kMostReleases)
      out_.resize(kMostReleases);
    return std::move(out_);
  }

private:
  void add(Release release) {
    auto is_same = [&](const Release &r) { return r.code == release.code; };
    if (std::ranges::none_of(out_, is_same) && is_plain_object(release.object))
      out_.push_back(std::move(release));
  }

  void add_own() {
    const ir::Function &f = program_.body(site_.procedure);
    const ir::Unit &unit = program_.unit_of(site_.procedure);
    for (ValueId call : releases_in(program_, models_, site_, variable_)) {
      Location at = location(unit, f.insts[call].pos);
      std::uint32_t argument =
          *freed_argument(program_, models_, site_, variable_, call);
      if (!at.line)
        continue;
      if (std::optional<Release> there =
              written_there(files_[at.file], at, argument))
        add(std::move(*there));
    }
  }

  // The function that frees what others got from the same allocator, by its
  // only argument.
  void add_of_other_callers() {
    if (site_.kind != Site::Kind::kCall ||
        site_.place.root != model::Place::Root::kResult)
      return;
    CallTargets allocator = program_.targets(site_.procedure, site_.value);
    if (allocator.procedures.size() != 1)
      return;
    std::map<std::string, std::size_t> count;
    std::span<const ProcedureId> callers =
        program_.callers(allocator.procedures[0]);
    for (std::size_t i = 0; i < std::min(callers.size(), kMostCallers); ++i)
      count_releases(callers[i], allocator.procedures[0], count);
    auto best = std::ranges::max_element(
        count, {}, [](const auto &entry) { return entry.second; });
    if (best != count.end())
      add({best->first + "(" + variable_ + ");", variable_, 0,
           best->first == "free"});
  }

  void count_releases(ProcedureId caller, ProcedureId allocator,
                      std::map<std::string, std::size_t> &count) {
    const ir::Function &f = program_.body(caller);
    for (const ir::Block &block : f.blocks)
      for (ValueId v : block.insts) {
        if (f.insts[v].op != Op::kCall)
          continue;
        CallTargets targets = program_.targets(caller, v);
        if (targets.procedures.size() != 1 ||
            targets.procedures[0] != allocator)
          continue;
        Site other{caller, Site::Kind::kCall, v, site_.place, site_.family};
        for (ValueId call : releases_in(program_, models_, other,
                                        variable_of(program_, other))) {
          CallTargets by = program_.targets(caller, call);
          if (by.procedures.size() == 1 && f.arguments(call).size() == 1)
            ++count[plain_name(program_.procedures()[by.procedures[0]].name)];
        }
      }
  }

  void add_of_family() {
    if (is_family(models_, site_, "new"))
      return add({"delete " + variable_ + ";", variable_, 0, true});
    if (is_family(models_, site_, "new[]"))
      return add({"delete[] " + variable_ + ";", variable_, 0, true});
    if (!site_.family)
      return;
    for (const std::string &name : models_.family(site_.family).releasers) {
      const model::FunctionModel *model = models_.find(name, name);
      bool is_simple = model && model->has_shape &&
                       model->shape.params.size() == 1 &&
                       !model->shape.is_variadic && is_plain_object(name);
      if (is_simple)
        add({name + "(" + variable_ + ");", variable_, 0, name == "free"});
    }
  }

  const Program &program_;
  const model::ModelSet &models_;
  const Site &site_;
  const std::string &variable_;
  SourceFiles &files_;
  std::vector<Release> out_;
};

} // namespace

bool is_plain_object(std::string_view text) {
  std::string whole(text);
  std::vector<Token> tokens = tokens_of(whole);
  bool wants_word = true;
  for (const Token &token : tokens) {
    std::string_view word = fix::word(whole, token);
    bool is_link = word == "->" || word == ".";
    if (wants_word ? token.kind != Token::Kind::kWord : !is_link)
      return false;
    wants_word = !wants_word;
  }
  return !wants_word;
}

std::vector<ValueId> releases_in(const Program &program,
                                 const model::ModelSet &models,
                                 const Site &site,
                                 const std::string &variable) {
  std::vector<ValueId> out;
  const ir::Function &f = program.body(site.procedure);
  for (const ir::Block &block : f.blocks)
    for (ValueId v : block.insts)
      if (f.insts[v].op == Op::kCall && v != site.value &&
          freed_argument(program, models, site, variable, v))
        out.push_back(v);
  return out;
}

std::vector<Release> releases_for(const Program &program,
                                  const model::ModelSet &models,
                                  const Site &site, const std::string &variable,
                                  SourceFiles &files) {
  return Releases(program, models, site, variable, files).run();
}

} // namespace wt::fix
