// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lines of source files: see source_text.h.

#include "finding/source_text.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace wt {

namespace {

constexpr std::uintmax_t kLargest = std::uintmax_t(64) << 20;

std::string read(const std::string &file) {
  std::ifstream in(file, std::ios::binary | std::ios::ate);
  if (!in || in.tellg() < 0 ||
      static_cast<std::uintmax_t>(in.tellg()) > kLargest)
    return "";
  in.seekg(0);
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

} // namespace

SourceText::File SourceText::split(std::string text) {
  File file;
  file.text = std::move(text);
  file.starts.push_back(0);
  for (std::size_t i = 0; i < file.text.size(); ++i)
    if (file.text[i] == '\n')
      file.starts.push_back(i + 1);
  return file;
}

void SourceText::set(const std::string &file, std::string text) {
  files_[file] = split(std::move(text));
}

const SourceText::File &SourceText::file(const std::string &name) {
  auto found = files_.find(name);
  if (found == files_.end())
    found = files_.emplace(name, split(read(name))).first;
  return found->second;
}

std::string_view SourceText::text(const std::string &name) {
  return file(name).text;
}

Location SourceText::place_of(const std::string &name, std::uint32_t offset) {
  const File &f = file(name);
  auto next = std::ranges::upper_bound(f.starts, offset);
  auto line = static_cast<std::uint32_t>(next - f.starts.begin());
  return {name, line,
          offset - static_cast<std::uint32_t>(f.starts[line - 1]) + 1};
}

std::uint32_t SourceText::line_count(const std::string &name) {
  const File &f = file(name);
  if (f.text.empty())
    return 0;
  return f.starts.size() - f.text.ends_with('\n');
}

std::string_view SourceText::line(const std::string &name,
                                  std::uint32_t number) {
  if (name.empty() || number == 0)
    return {};
  const File &f = file(name);
  if (number > f.starts.size())
    return {};
  std::size_t begin = f.starts[number - 1];
  std::size_t end =
      number < f.starts.size() ? f.starts[number] - 1 : f.text.size();
  if (end > begin && f.text[end - 1] == '\r')
    --end;
  return std::string_view(f.text).substr(begin, end - begin);
}

std::string collapse_spaces(std::string_view text) {
  std::string out;
  bool pending = false;
  for (char c : text) {
    bool is_blank = c == ' ' || c == '\t' || c == '\r' || c == '\n' ||
                    c == '\f' || c == '\v';
    if (is_blank) {
      pending = !out.empty();
      continue;
    }
    if (pending)
      out += ' ';
    pending = false;
    out += c;
  }
  return out;
}

} // namespace wt
