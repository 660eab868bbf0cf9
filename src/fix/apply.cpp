// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See apply.h.

#include "fix/apply.h"

#include <algorithm>
#include <tuple>

namespace wt::fix {

namespace {

constexpr std::size_t kAround = 3; // lines before and after a change

// Each with its newline; the last may have none.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    std::size_t end = text.find('\n');
    end = end == std::string_view::npos ? text.size() : end + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

// Lines `first` up to `last` of the old text become `text`.
struct Change {
  std::size_t first, last;
  std::string text;
};

// Without lines that stay as they are.
Change trimmed(Change change, std::span<const std::string_view> old) {
  std::vector<std::string_view> now = lines_of(change.text);
  std::size_t front = 0, back = 0;
  while (change.first + front < change.last && front < now.size() &&
         old[change.first + front] == now[front])
    ++front;
  while (change.first + front + back < change.last &&
         front + back < now.size() &&
         old[change.last - 1 - back] == now[now.size() - 1 - back])
    ++back;
  std::string text;
  for (std::size_t i = front; i + back < now.size(); ++i)
    text += now[i];
  return {change.first + front, change.last - back, std::move(text)};
}

// Whole lines, one change for edits that touch the same line.
std::vector<Change> changes_of(std::string_view old,
                               std::span<const Edit> edits) {
  std::vector<Change> changes;
  std::vector<std::size_t> starts = {0};
  const std::vector<std::string_view> lines = lines_of(old);
  for (std::string_view line : lines)
    starts.push_back(starts.back() + line.size());
  auto line_with = [&](std::size_t offset) -> std::size_t {
    auto next = std::ranges::upper_bound(starts, offset);
    std::size_t line = next - starts.begin() - 1;
    bool is_behind = line > 0 && line + 1 == starts.size();
    return is_behind && !old.ends_with('\n') ? line - 1 : line;
  };
  for (std::size_t i = 0; i < edits.size();) {
    bool is_between = edits[i].begin == edits[i].end &&
                      edits[i].text.ends_with('\n') &&
                      std::ranges::binary_search(starts, edits[i].begin);
    std::size_t first = line_with(edits[i].begin);
    std::size_t last =
        is_between ? first
                   : line_with(std::max(edits[i].begin, edits[i].end)) + 1;
    last = std::min(last, starts.size() - 1);
    std::size_t next = i + 1;
    while (next < edits.size() && edits[next].begin < starts[last]) {
      last = std::min(line_with(edits[next].end) + 1, starts.size() - 1);
      ++next;
    }
    std::vector<Edit> inside(edits.begin() + i, edits.begin() + next);
    for (Edit &edit : inside)
      edit.begin -= starts[first], edit.end -= starts[first];
    std::string text =
        edited(old.substr(starts[first], starts[last] - starts[first]), inside);
    changes.push_back(trimmed({first, last, std::move(text)}, lines));
    i = next;
  }
  return changes;
}

void add(std::string &out, char sign, std::string_view line) {
  out += sign;
  out += line;
  if (!line.ends_with('\n'))
    out += "\n\\ No newline at end of file\n";
}

std::string range(std::size_t first, std::size_t count) {
  return std::to_string(count ? first + 1 : first) +
         (count == 1 ? "" : "," + std::to_string(count));
}

// Statements that stand by themselves, whatever is written beside them.
bool is_whole_insertion(const Edit &edit) {
  std::size_t last = edit.text.find_last_not_of(" \t\n");
  return edit.begin == edit.end && last != std::string::npos &&
         edit.text[last] == ';' &&
         edit.text.find_first_of("{}") == std::string::npos;
}

} // namespace

std::string edited(std::string_view text, std::span<const Edit> edits) {
  std::string out;
  std::size_t at = 0;
  for (const Edit &edit : edits) {
    out += text.substr(at, edit.begin - at);
    out += edit.text;
    at = edit.end;
  }
  out += text.substr(at);
  return out;
}

std::map<std::string, std::vector<Edit>> by_file(std::span<const Edit> edits) {
  std::map<std::string, std::vector<Edit>> out;
  for (const Edit &edit : edits)
    out[edit.file].push_back(edit);
  return out;
}

std::optional<std::vector<Edit>> united(std::span<const Fix *const> fixes) {
  std::vector<Edit> all;
  for (const Fix *fix : fixes)
    for (const Edit &edit : fix->edits)
      if (std::ranges::find(all, edit) == all.end())
        all.push_back(edit);
  std::ranges::sort(all, [](const Edit &a, const Edit &b) {
    if (std::tie(a.file, a.begin, a.end) != std::tie(b.file, b.begin, b.end))
      return std::tie(a.file, a.begin, a.end) <
             std::tie(b.file, b.begin, b.end);
    if (a.text.size() != b.text.size()) // `s->name` before `s`
      return a.text.size() > b.text.size();
    return a.text < b.text;
  });
  std::vector<Edit> out;
  for (Edit &edit : all) {
    Edit *before = out.empty() ? nullptr : &out.back();
    bool is_apart = !before || before->file != edit.file ||
                    (edit.begin >= before->end && edit.begin > before->begin);
    if (is_apart)
      out.push_back(std::move(edit));
    else if (is_whole_insertion(*before) && is_whole_insertion(edit) &&
             before->begin == edit.begin)
      before->text += edit.text;
    else
      return std::nullopt;
  }
  return out;
}

bool are_neighbours(const Fix &a, const Fix &b, SourceText &source) {
  for (const Edit &x : a.edits)
    for (const Edit &y : b.edits) {
      if (x.file != y.file)
        continue;
      std::string_view text = source.text(x.file);
      auto [first, last] = std::minmax(x.begin, y.begin);
      std::string_view between =
          text.substr(std::min<std::size_t>(first, text.size()), last - first);
      if (std::ranges::count(between, '\n') <= 2 * std::ptrdiff_t(kAround))
        return true;
    }
  return false;
}

std::string unified_diff(const std::string &name, std::string_view old,
                         std::span<const Edit> edits) {
  std::vector<std::string_view> lines = lines_of(old);
  std::vector<Change> changes = changes_of(old, edits);
  std::string out = "--- a/" + name + "\n+++ b/" + name + "\n";
  std::ptrdiff_t shift = 0; // lines that earlier hunks added
  for (std::size_t i = 0; i < changes.size();) {
    std::size_t next = i + 1;
    while (next < changes.size() &&
           changes[next].first <= changes[next - 1].last + 2 * kAround)
      ++next;
    std::size_t begin = changes[i].first - std::min(changes[i].first, kAround);
    std::size_t end = std::min(changes[next - 1].last + kAround, lines.size());
    std::string hunk;
    std::size_t at = begin, added = 0;
    for (; i < next; ++i) {
      for (; at < changes[i].first; ++at)
        add(hunk, ' ', lines[at]);
      for (; at < changes[i].last; ++at)
        add(hunk, '-', lines[at]);
      for (std::string_view line : lines_of(changes[i].text))
        add(hunk, '+', line), ++added;
      added -= changes[i].last - changes[i].first;
    }
    for (; at < end; ++at)
      add(hunk, ' ', lines[at]);
    std::size_t count = end - begin;
    out += "@@ -" + range(begin, count) + " +" +
           range(begin + shift, count + added) + " @@\n" + hunk;
    shift += static_cast<std::ptrdiff_t>(added);
  }
  return out;
}

} // namespace wt::fix
