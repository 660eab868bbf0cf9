// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Suppression comments: see suppress.h.

#include "verdict/suppress.h"

#include "finding/names.h"
#include "fix/statement.h"
#include "support/nearest.h"

#include <algorithm>
#include <array>

namespace wt {

namespace {

constexpr std::array kKinds = {
    FindingKind::kLeak, FindingKind::kResourceLeak, FindingKind::kDoubleFree,
    FindingKind::kUseAfterFree, FindingKind::kMismatchedFree};

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '-' || c == '_';
}

std::string_view skip_blanks(std::string_view text) {
  while (!text.empty() && (text[0] == ' ' || text[0] == '\t'))
    text.remove_prefix(1);
  return text;
}

std::string_view take_word(std::string_view &text) {
  std::size_t end = 0;
  while (end < text.size() && is_word(text[end]))
    ++end;
  std::string_view word = text.substr(0, end);
  text.remove_prefix(end);
  return word;
}

std::optional<FindingKind> kind_named(std::string_view word) {
  for (FindingKind kind : kKinds)
    if (word == name_of(kind))
      return kind;
  return std::nullopt;
}

// "ignore", "ignore leak why", "ignore(leak) why", "ignore: why"
std::optional<SuppressionRule> parse_ignore(std::string_view text) {
  text = skip_blanks(text);
  if (take_word(text) != "ignore")
    return std::nullopt;
  SuppressionRule rule;
  rule.same_line = rule.next_line_if_alone = true;
  text = skip_blanks(text);
  if (!text.empty() && (text[0] == '(' || text[0] == '['))
    text = skip_blanks(text.substr(1));
  rule.kind = kind_named(take_word(text));
  return rule;
}

// The list in parentheses names us, alone or with a kind.
std::optional<SuppressionRule> parse_nolint(std::string_view list) {
  if (list.empty() || list[0] != '(')
    return std::nullopt;
  list = list.substr(1, list.find(')') - 1);
  while (!list.empty()) {
    list = skip_blanks(list);
    std::string_view word = take_word(list);
    SuppressionRule rule;
    if (word == "watertight" || word == "watertight-")
      return rule;
    if (word.starts_with("watertight-"))
      if ((rule.kind = kind_named(word.substr(11))))
        return rule;
    std::size_t comma = list.find(',');
    list = comma == std::string_view::npos ? "" : list.substr(comma + 1);
  }
  return std::nullopt;
}

} // namespace

std::optional<SuppressionRule> parse_suppression(std::string_view comment) {
  constexpr std::string_view kOurs = "watertight:";
  constexpr std::string_view kNext = "NOLINTNEXTLINE", kThis = "NOLINT";
  if (std::size_t at = comment.find(kOurs); at != std::string_view::npos)
    if (auto rule = parse_ignore(comment.substr(at + kOurs.size())))
      return rule;
  if (std::size_t at = comment.find(kNext); at != std::string_view::npos) {
    auto rule = parse_nolint(comment.substr(at + kNext.size()));
    if (rule)
      rule->next_line = true;
    return rule;
  }
  if (std::size_t at = comment.find(kThis); at != std::string_view::npos) {
    auto rule = parse_nolint(comment.substr(at + kThis.size()));
    if (rule)
      rule->same_line = true;
    return rule;
  }
  return std::nullopt;
}

bool stands_alone(const Location &comment, std::string_view text,
                  SourceText &source) {
  auto is_blank = [](std::string_view code) {
    return code.find_first_not_of(" \t\r\f\v") == std::string_view::npos;
  };
  std::string_view line = source.line(comment.file, comment.line);
  std::string_view first = text.substr(0, text.find_first_of("\r\n"));
  std::size_t start = comment.column - 1;
  bool is_there = comment.column > 0 && start <= line.size() &&
                  line.substr(start).starts_with(first);
  if (!is_there)
    return true;
  if (!is_blank(line.substr(0, start)))
    return false;
  std::size_t newline = text.rfind('\n');
  if (newline == std::string_view::npos)
    return is_blank(line.substr(start + first.size()));
  std::string_view last = text.substr(newline + 1);
  std::uint32_t end = comment.line + std::count(text.begin(), text.end(), '\n');
  line = source.line(comment.file, end);
  return !line.starts_with(last) || is_blank(line.substr(last.size()));
}

std::string complaint_about(std::string_view comment) {
  constexpr std::string_view kOurs = "watertight:", kNolint = "NOLINT";
  std::vector<std::string> kinds, ignore = {"ignore"};
  for (FindingKind kind : kKinds)
    kinds.emplace_back(name_of(kind));
  auto unknown_kind = [&](std::string_view word) {
    return "no kind of finding is called '" + std::string(word) + "'" +
           did_you_mean(word, kinds);
  };
  if (std::size_t at = comment.find(kOurs); at != std::string_view::npos) {
    std::string_view text = skip_blanks(comment.substr(at + kOurs.size()));
    std::string_view word = take_word(text);
    if (word != "ignore")
      return nearest(word, ignore).empty()
                 ? ""
                 : "'" + std::string(word) + "' hides nothing" +
                       did_you_mean(word, ignore);
    text = skip_blanks(text);
    if (text.empty() || (text[0] != '[' && text[0] != '('))
      return "";
    text = skip_blanks(text.substr(1));
    word = take_word(text);
    return kind_named(word) ? "" : unknown_kind(word);
  }
  std::size_t at = comment.find(kNolint);
  at = at == std::string_view::npos ? at : comment.find("watertight-", at);
  if (at == std::string_view::npos)
    return "";
  std::string_view text = comment.substr(at + 11);
  std::string_view word = take_word(text);
  return word.empty() || kind_named(word) ? "" : unknown_kind(word);
}

Suppressions::Suppressions(const Program &program) {
  SourceText source;
  std::set<std::string> files;
  for (const auto &unit : program.units()) {
    for (const ir::Suppression &suppression : unit->suppressions) {
      Location at = location(*unit, suppression.pos);
      const std::string &text = unit->text(suppression.text);
      add(at, text, stands_alone(at, text, source));
    }
    files.insert(unit->main_file);
  }
  for (ProcedureId p : program.procedures().ids())
    if (program.procedures()[p].has_body)
      files.insert(location(program.unit_of(p), program.body(p).pos).file);
  for (const std::string &file : files)
    add_attributes(file, source);
}

void Suppressions::add(const Location &comment, std::string_view text,
                       bool is_alone) {
  if (comment.file.empty())
    return;
  if (std::string complaint = complaint_about(text); !complaint.empty()) {
    TraceStep told{comment, std::move(complaint)};
    if (std::ranges::find(complaints_, told) == complaints_.end())
      complaints_.push_back(std::move(told)); // of a header: once
    return;
  }
  std::optional<SuppressionRule> rule = parse_suppression(text);
  if (!rule)
    return;
  int kind = rule->kind ? static_cast<int>(*rule->kind) : -1;
  // A comment may span lines; it speaks for the one after its end.
  std::uint32_t last =
      comment.line + std::count(text.begin(), text.end(), '\n');
  if (rule->same_line)
    lines_.insert({comment.file, comment.line, kind, comment.line});
  if (rule->next_line || (rule->next_line_if_alone && is_alone))
    lines_.insert({comment.file, last + 1, kind, comment.line});
}

namespace {

// The last token of what begins at `first`: a block, a simple statement, or a
// function or control statement up to its block.
std::size_t end_of_suppressed(const fix::SourceFile &file, std::size_t first) {
  std::size_t count = file.tokens().size();
  for (std::size_t i = first; i < count; ++i) {
    std::string_view word = file.word(i);
    if (word == ";" || word == "}")
      return i;
    if (word != "{" && word != "(" && word != "[")
      continue;
    std::optional<std::size_t> close = file.closing(i);
    if (!close)
      return i;
    // `= { … }` goes on up to its semicolon.
    bool is_value = word == "{" && i > first && file.word(i - 1) == "=";
    if (word == "{" && !is_value)
      return *close;
    i = *close;
  }
  return count - 1;
}

} // namespace

void Suppressions::add_attributes(const std::string &name, SourceText &source) {
  if (!source.text(name).contains("clang::suppress"))
    return;
  fix::SourceFile file(name, std::string(source.text(name)));
  constexpr std::array kWords = {"[", "[", "clang", "::", "suppress", "]", "]"};
  for (std::size_t i = 0; i + kWords.size() < file.tokens().size(); ++i) {
    std::size_t matched = 0;
    while (matched < kWords.size() && file.word(i + matched) == kWords[matched])
      ++matched;
    if (matched < kWords.size())
      continue;
    std::size_t end = end_of_suppressed(file, i + kWords.size());
    std::uint32_t by = file.line_of(file.tokens()[i].begin);
    std::uint32_t last = file.line_of(file.tokens()[end].begin);
    for (std::uint32_t line = by; line <= last; ++line)
      lines_.insert({name, line, -1, by});
  }
}

std::vector<Suppressions::Lines::const_iterator>
Suppressions::by(FindingKind kind, const Location &at) const {
  std::vector<Lines::const_iterator> out;
  for (int k : {-1, static_cast<int>(kind)})
    for (auto i = lines_.lower_bound({at.file, at.line, k, 0});
         i != lines_.end() && i->file == at.file && i->line == at.line &&
         i->kind == k;
         ++i)
      out.push_back(i);
  return out;
}

std::vector<Suppressions::Lines::const_iterator>
Suppressions::by(const Finding &finding) const {
  auto out = by(finding.kind, finding.at);
  if (!out.empty())
    return out;
  for (const Location &at : finding.lost) {
    auto here = by(finding.kind, at);
    if (here.empty())
      return {};
    out.insert(out.end(), here.begin(), here.end());
  }
  return out;
}

bool Suppressions::hides(const Finding &finding) const {
  return !by(finding).empty();
}

std::vector<Location> Suppressions::unused(std::span<const Finding> all) const {
  std::set<Location> left;
  for (const SuppressedLine &line : lines_)
    left.insert({line.file, line.by});
  for (const Finding &finding : all)
    for (Lines::const_iterator line : by(finding))
      left.erase({line->file, line->by});
  return {left.begin(), left.end()};
}

} // namespace wt
