// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Splitting command lines; see frontend/words.h.

#include "frontend/words.h"

#include <filesystem>
#include <fstream>
#include <iterator>

namespace wt::frontend {

namespace {

constexpr unsigned kMaxNesting = 10;
constexpr std::size_t kMaxWords = 100000;

void expand(const std::vector<std::string> &words,
            const std::string &directory, unsigned depth,
            std::vector<std::string> &out) {
  for (const std::string &word : words) {
    if (out.size() >= kMaxWords)
      return;
    if (word.size() < 2 || word.front() != '@' || depth >= kMaxNesting) {
      out.push_back(word);
      continue;
    }
    std::filesystem::path path(word.substr(1));
    if (path.is_relative())
      path = std::filesystem::path(directory) / path;
    std::ifstream in(path, std::ios::binary);
    if (!in) {
      out.push_back(word);
      continue;
    }
    std::string text((std::istreambuf_iterator<char>(in)), {});
    expand(split_words(text), directory, depth + 1, out);
  }
}

} // namespace

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (quote == '\'') {
      if (c == '\'')
        quote = 0;
      else
        word += c;
    } else if (quote == '"') {
      if (c == '"')
        quote = 0;
      else if (c == '\\' && i + 1 < text.size() &&
               std::string_view("\"\\$`\n").contains(text[i + 1]))
        word += text[++i];
      else
        word += c;
    } else if (c == '\'' || c == '"') {
      quote = c;
      in_word = true;
    } else if (c == '\\' && i + 1 < text.size()) {
      word += text[++i];
      in_word = true;
    } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      if (in_word)
        words.push_back(std::move(word));
      word.clear();
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (in_word)
    words.push_back(std::move(word));
  return words;
}

std::vector<std::string>
expand_response_files(const std::vector<std::string> &words,
                      const std::string &directory) {
  std::vector<std::string> out;
  expand(words, directory, 0, out);
  return out;
}

} // namespace wt::frontend
