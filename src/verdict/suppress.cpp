// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Suppression comments: see suppress.h.

#include "verdict/suppress.h"

#include "finding/names.h"

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

Suppressions::Suppressions(const Program &program) {
  SourceText source;
  for (const auto &unit : program.units())
    for (const ir::Suppression &suppression : unit->suppressions) {
      Location at = location(*unit, suppression.pos);
      const std::string &text = unit->text(suppression.text);
      add(at, text, stands_alone(at, text, source));
    }
}

void Suppressions::add(const Location &comment, std::string_view text,
                       bool is_alone) {
  std::optional<SuppressionRule> rule = parse_suppression(text);
  if (!rule || comment.file.empty())
    return;
  int kind = rule->kind ? static_cast<int>(*rule->kind) : -1;
  // A comment may span lines; it speaks for the one after its end.
  std::uint32_t last =
      comment.line + std::count(text.begin(), text.end(), '\n');
  if (rule->same_line)
    lines_.insert({comment.file, comment.line, kind});
  if (rule->next_line || (rule->next_line_if_alone && is_alone))
    lines_.insert({comment.file, last + 1, kind});
}

bool Suppressions::hides(FindingKind kind, const Location &at) const {
  return lines_.contains({at.file, at.line, -1}) ||
         lines_.contains({at.file, at.line, static_cast<int>(kind)});
}

bool Suppressions::hides(const Finding &finding) const {
  if (hides(finding.kind, finding.at))
    return true;
  return !finding.lost.empty() &&
         std::all_of(
             finding.lost.begin(), finding.lost.end(),
             [&](const Location &at) { return hides(finding.kind, at); });
}

} // namespace wt
