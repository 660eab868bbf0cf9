// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Glob patterns over paths: see globs.h.

#include "verdict/globs.h"

#include <algorithm>
#include <vector>

namespace wt {

namespace {

// Every prefix of `path` that ends before a slash, and the whole.
std::vector<std::string_view> with_folders(std::string_view path) {
  std::vector<std::string_view> all;
  for (std::size_t i = 1; i < path.size(); ++i)
    if (path[i] == '/')
      all.push_back(path.substr(0, i));
  all.push_back(path);
  return all;
}

} // namespace

// Dynamic programming over the pattern: linear in pattern times text, so a
// hostile pattern cannot make it slow.
bool glob_matches(std::string_view pattern, std::string_view text) {
  std::vector<bool> reached(text.size() + 1);
  reached[0] = true;
  for (std::size_t p = 0; p < pattern.size(); ++p) {
    std::vector<bool> next(text.size() + 1);
    if (pattern[p] == '*') {
      bool crosses = p + 1 < pattern.size() && pattern[p + 1] == '*';
      if (crosses)
        ++p;
      bool slash_follows =
          crosses && p + 1 < pattern.size() && pattern[p + 1] == '/';
      bool on = false;
      for (std::size_t t = 0; t <= text.size(); ++t) {
        on |= reached[t];
        next[t] = on;
        if (t < text.size() && text[t] == '/' && !crosses)
          on = false;
      }
      if (slash_follows) { // `**/` may also be nothing at all
        ++p;
        std::vector<bool> after(text.size() + 1);
        for (std::size_t t = 0; t < text.size(); ++t)
          if (next[t] && text[t] == '/')
            after[t + 1] = true;
        for (std::size_t t = 0; t <= text.size(); ++t)
          after[t] = after[t] || reached[t];
        next = std::move(after);
      }
    } else {
      for (std::size_t t = 0; t < text.size(); ++t)
        if (reached[t] &&
            (pattern[p] == text[t] || (pattern[p] == '?' && text[t] != '/')))
          next[t + 1] = true;
    }
    reached = std::move(next);
  }
  return reached[text.size()];
}

bool path_matches(std::string_view pattern, std::string_view path,
                  std::string_view folder) {
  while (pattern.starts_with("./"))
    pattern.remove_prefix(2);
  while (pattern.size() > 1 && pattern.ends_with('/'))
    pattern.remove_suffix(1);
  if (pattern.find('/') == std::string_view::npos) {
    std::size_t begin = 0;
    while (begin <= path.size()) {
      std::size_t end = std::min(path.find('/', begin), path.size());
      if (end > begin && glob_matches(pattern, path.substr(begin, end - begin)))
        return true;
      begin = end + 1;
    }
    return false;
  }
  std::string_view shown = path;
  bool is_below = path.size() > folder.size() && path.starts_with(folder) &&
                  path[folder.size()] == '/';
  if (!pattern.starts_with('/')) {
    if (!is_below && !pattern.starts_with("**"))
      return false;
    if (is_below)
      shown = path.substr(folder.size() + 1);
  }
  std::vector<std::string_view> all = with_folders(shown);
  return std::any_of(all.begin(), all.end(), [&](std::string_view prefix) {
    return glob_matches(pattern, prefix);
  });
}

bool is_selected(std::string_view path, std::span<const std::string> include,
                 std::span<const std::string> exclude,
                 std::string_view folder) {
  auto fits = [&](const std::string &pattern) {
    return path_matches(pattern, path, folder);
  };
  bool included =
      include.empty() || std::any_of(include.begin(), include.end(), fits);
  return included && std::none_of(exclude.begin(), exclude.end(), fits);
}

} // namespace wt
